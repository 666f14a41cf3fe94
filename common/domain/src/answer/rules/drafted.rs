//! Checking a draft: a value that its field refuses, or that its page does not state, is left out
//! with the code as the field's reason. It never costs the row; a missing required field does.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{add, shape, stated};
use crate::answer::Ctx;
use crate::answer::verdict::{Code, Refusal};
use crate::answer::view::{Halt, View};
use crate::evidence::Reason;

/// A row that passed, with what was left out of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// As it is stored.
    pub value: Value,
    /// Why fields were emptied, by pointer.
    pub reasons: BTreeMap<String, Reason>,
    /// The same as refusals.
    pub refused: Vec<Refusal>,
}

impl Checked {
    /// A row of which nothing was left out.
    pub fn of(value: Value) -> Self {
        Self {
            value,
            reasons: BTreeMap::new(),
            refused: Vec::new(),
        }
    }
}

/// Empties fields until the row passes, or says why it cannot.
///
/// # Errors
/// See [`View::record`].
pub fn check(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    scope: stated::Scope<'_>,
    mut value: Value,
) -> Result<Result<Checked, Refusal>, Halt> {
    let mut left_out = Checked::of(Value::Null);
    let most = value.as_object().map_or(0, serde_json::Map::len);
    for _ in 0..=most {
        let refusal = match add::whole(view, ctx, scope, &value)? {
            Ok(stored) => {
                left_out.value = stored;
                return Ok(Ok(left_out));
            }
            Err(refusal) => refusal,
        };
        if !leave_out(&mut value, &refusal) {
            return Ok(Err(refusal));
        }
        note(&mut left_out, refusal);
    }
    let message = "No part of the draft fits its field.";
    Ok(Err(Refusal::new(Code::Constraint, "", message)))
}

/// Takes the refused field out of the draft; false if the refusal is about the row as a whole.
fn leave_out(value: &mut Value, refusal: &Refusal) -> bool {
    let Some(name) = first_name(&refusal.pointer) else {
        return false;
    };
    let whole = shape::is_whole(refusal) && !refusal.pointer[1..].contains('/');
    !whole
        && value
            .as_object_mut()
            .is_some_and(|map| map.shift_remove(&name).is_some())
}

fn note(left_out: &mut Checked, refusal: Refusal) {
    if refusal.code != Code::UnknownKey {
        let name = first_name(&refusal.pointer).unwrap_or_default();
        let got = match &refusal.got {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let code = refusal.code.as_str();
        left_out.reasons.insert(
            format!("/{}", stated::escape(&name)),
            Reason::Refused { code, got },
        );
    }
    left_out.refused.push(refusal);
}

/// The property that a pointer begins with.
pub(super) fn first_name(pointer: &str) -> Option<String> {
    let token = pointer.strip_prefix('/')?.split('/').next()?;
    Some(token.replace("~1", "/").replace("~0", "~"))
}
