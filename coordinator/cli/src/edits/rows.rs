//! How an operator names rows and their fields.

use common::store::RowEntry;
use domain::answer::pair::{id_of_key, key_of};
use domain::answer::verdict::{Code, Refusal};
use serde_json::{Map, Value, json};

use crate::opened::OpenRun;

/// The row that is named by its index or by its own address.
#[expect(clippy::result_large_err, reason = "a refusal is an answer, made once")]
pub(crate) fn find(rows: &[RowEntry], named: &Value) -> Result<RowEntry, Refusal> {
    let index = match named {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse::<i64>().ok(),
        _ => None,
    };
    let found = match (index, named) {
        (Some(index), _) => usize::try_from(index)
            .ok()
            .and_then(|index| rows.get(index)),
        (None, Value::String(url)) if key_of(url).is_some() => {
            let id = key_of(url).map(|key| id_of_key(&key));
            rows.iter().find(|entry| Some(&entry.id) == id.as_ref())
        }
        _ => {
            let message = "This is no row's index and no address.";
            return Err(Refusal::new(Code::IndexNotInteger, "", message).got(named.clone()));
        }
    };
    found.cloned().ok_or_else(|| {
        let message = match rows.len() {
            0 => "There is no such row: the answer has none.".to_owned(),
            rows => format!(
                "There is no such row: the answer has {rows}, 0 to {}.",
                rows - 1
            ),
        };
        Refusal::new(Code::IndexOutOfRange, "", message)
            .got(named.clone())
            .hint("`windrow rows RUN` prints each row with its index.")
    })
}

/// A row as the command line names it.
pub(crate) fn row_name(text: String) -> Value {
    match text.trim().parse::<i64>() {
        Ok(index) => json!(index),
        Err(_) => Value::String(text),
    }
}

/// A name as a person wrote it.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Fields as a command takes them: plain rows have one value, given as `value`.
pub(crate) fn fields_of(run: &OpenRun, mut fields: Map<String, Value>) -> Value {
    let plain_rows = run
        .job
        .schema
        .answer
        .as_ref()
        .is_some_and(|answer| answer.fields.is_empty());
    match fields.len() {
        1 if plain_rows && fields.contains_key("value") => {
            fields.shift_remove("value").unwrap_or_default()
        }
        _ => json!(fields),
    }
}
