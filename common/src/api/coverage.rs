//! The coverage of an answer as JSON, for the API and for `windrow coverage --json`.

use serde_json::{Map, Value, json};

use crate::store::{AnswerStore, StoreError};

/// The coverage with its one-line `summary`, the `gaps` that the gate would name and the `marks` of
/// absence.
///
/// # Errors
/// See [`StoreError`].
pub async fn coverage(store: &AnswerStore) -> Result<Value, StoreError> {
    let coverage = store.coverage().await?;
    let gaps = store.deficiencies().await?;
    let marks = store.marks().await?;
    let mut told = serde_json::to_value(&coverage).unwrap_or_default();
    if let Some(told) = told.as_object_mut() {
        let marks = marks.into_iter().map(|(id, mark)| (id, json!(mark)));
        told.insert("summary".to_owned(), coverage.line().into());
        told.insert("gaps".to_owned(), json!(gaps));
        told.insert("marks".to_owned(), marks.collect::<Map<_, _>>().into());
    }
    Ok(told)
}
