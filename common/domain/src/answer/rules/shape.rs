//! The shape of a row before its fields are looked at: what kind of item the list holds.

#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::answer::Ctx;
use crate::answer::verdict::{Code, Refusal};
use crate::schema::ItemKind;

/// Whether a refusal is about the row as a whole - a required field is not there, or the row breaks a
/// keyword. It is heard after those about single values and their evidence.
pub fn is_whole(refusal: &Refusal) -> bool {
    let top_level = refusal.pointer.matches('/').count() <= 1;
    top_level && refusal.code == Code::MissingRequired
}

/// The kind of item and the item as it is meant: a single-key object stands for its scalar.
///
/// # Errors
/// An item of the wrong kind.
#[expect(
    clippy::result_large_err,
    reason = "a refusal is a verdict, and it is moved once"
)]
pub fn unwrap(ctx: Ctx<'_>, item: &Value) -> Result<Value, Refusal> {
    let Some(answer) = &ctx.schema.answer else {
        let message = "The schema has no list of rows.";
        return Err(Refusal::new(Code::NoAnswerList, "", message));
    };
    match (answer.item, item) {
        (ItemKind::Object, Value::Object(_)) | (ItemKind::Untyped, _) => Ok(item.clone()),
        (ItemKind::Object, _) => {
            let refusal = Refusal::new(Code::NotAnObject, "", "A row is an object.");
            Err(refusal.got(item.clone()))
        }
        (ItemKind::Scalar, Value::Object(map)) if map.len() == 1 => {
            Ok(map.values().next().cloned().unwrap_or_default())
        }
        (ItemKind::Scalar, Value::Object(_)) => {
            let message = "The list holds plain values, not objects.";
            Err(Refusal::new(Code::ScalarListObject, "", message).got(item.clone()))
        }
        (ItemKind::Scalar, _) => Ok(item.clone()),
    }
}
