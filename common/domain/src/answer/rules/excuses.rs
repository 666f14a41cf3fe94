//! Excused fields (rules.md section 1): `if/then/else` on a constant excuses fields on one branch. The
//! condition is evaluated against the row or the document as it stands.

use serde_json::{Map, Value};

use crate::answer::Ctx;

/// The row's fields that do not apply to it.
pub fn of_row(_ctx: Ctx<'_>, _item: &Value) -> Vec<String> {
    Vec::new()
}

/// The top-level fields that do not apply to the document.
pub fn of_document(_ctx: Ctx<'_>, _document: &Map<String, Value>) -> Vec<String> {
    Vec::new()
}
