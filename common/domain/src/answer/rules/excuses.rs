//! Excused fields: `if/then/else` on a constant excuses fields on one branch. The
//! condition is evaluated against the row or the document as it stands.

#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use crate::answer::Ctx;

/// The row's fields that do not apply to it.
pub fn of_row(ctx: Ctx<'_>, item: &Value) -> Vec<String> {
    item.as_object()
        .map_or_else(Vec::new, |row| ctx.schema.excused_row(row))
}

/// The top-level fields that do not apply to the document.
pub fn of_document(ctx: Ctx<'_>, document: &Map<String, Value>) -> Vec<String> {
    ctx.schema.excused_top(document)
}
