//! The coverage of an answer as JSON, for the API and for `windrow coverage --json`.

use domain::answer::record::PageRecord;
use domain::frontier::PageState;
use serde_json::{Map, Value, json};

use super::left_out::{UnreadPage, refused_rows, unread_page};
use crate::store::{AnswerStore, StoreError};

/// Pages without a row that are told one by one; the states of `GET /v1/jobs/{id}` count them all.
const MOST_UNREAD: usize = 100;

/// The coverage with its one-line `summary`, the `gaps` that the gate would name, the `marks` of
/// absence, the `refused` rows by reason and the first `unread` pages: those without a row, with what
/// was seen there.
///
/// # Errors
/// See [`StoreError`].
pub async fn coverage(store: &AnswerStore) -> Result<Value, StoreError> {
    let coverage = store.coverage().await?;
    let gaps = store.deficiencies().await?;
    let marks = store.marks().await?;
    let refused = store.refused_items().await?;
    let unread = unread(store).await?;
    let mut told = serde_json::to_value(&coverage).unwrap_or_default();
    if let Some(told) = told.as_object_mut() {
        let marks = marks.into_iter().map(|(id, mark)| (id, json!(mark)));
        told.insert("summary".to_owned(), coverage.line().into());
        told.insert("gaps".to_owned(), json!(gaps));
        told.insert("marks".to_owned(), marks.collect::<Map<_, _>>().into());
        told.insert("refused".to_owned(), json!(refused_rows(&refused)));
        told.insert("unread".to_owned(), json!(unread));
    }
    Ok(told)
}

/// Settled detail pages that gave no row. Pages are looked at only if there are such.
async fn unread(store: &AnswerStore) -> Result<Vec<UnreadPage>, StoreError> {
    let progress = store.progress().await?;
    let states = progress.details.iter();
    let content = states.filter(|(state, _)| state == "content");
    let read: u64 = content.map(|(_, pages)| pages).sum();
    if progress.settled() == read {
        return Ok(Vec::new());
    }
    let without = |page: &PageRecord| {
        !page.list && page.state.is_terminal() && page.state != PageState::Content
    };
    let pages = store.pages().await?;
    let pages = pages.iter().map(|entry| &entry.page);
    let pages = pages.filter(|page| without(page)).take(MOST_UNREAD);
    Ok(pages.map(unread_page).collect())
}
