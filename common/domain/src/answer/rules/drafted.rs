//! Checking a draft: a value that its field refuses, or that its page does not state, is left out
//! with the code as the field's reason. It never costs the row; a missing required field does.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde_json::Value;

use super::{add, stated};
use crate::answer::Ctx;
use crate::answer::verdict::{Code, Refusal};
use crate::answer::view::{Halt, View};
use crate::evidence::Reason;
use crate::schema::RowMode;

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

/// Leaves refused and unstated values out, or says why the row cannot stand without them.
///
/// # Errors
/// See [`View::record`].
pub fn check(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    scope: stated::Scope<'_>,
    value: &Value,
) -> Result<Result<Checked, Refusal>, Halt> {
    let mut value = value.clone();
    let claims = stated::claims_of_row(ctx, &value);
    let unstated = stated::check(view, scope, &claims)?;
    for refusal in &unstated {
        leave_out(&mut value, refusal);
    }
    let checked = match ctx.schema.check_row(&value, RowMode::Draft) {
        Ok(checked) => checked,
        Err(refusals) => return Ok(Err(add::first(refusals))),
    };
    let mut passed = Checked::of(checked.item);
    for refusal in unstated.into_iter().chain(checked.dropped) {
        note(&mut passed, refusal);
    }
    Ok(Ok(passed))
}

/// Takes the field a refusal is about out of the draft.
fn leave_out(value: &mut Value, refusal: &Refusal) {
    if let (Some(name), Some(map)) = (first_name(&refusal.pointer), value.as_object_mut()) {
        map.shift_remove(&name);
    }
}

fn note(left_out: &mut Checked, refusal: Refusal) {
    if refusal.code != Code::UnknownKey {
        let name = first_name(&refusal.pointer).unwrap_or_default();
        let got = match &refusal.got {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let code = refusal.code.as_str();
        left_out
            .reasons
            .insert(crate::pointer::of(&name), Reason::Refused { code, got });
    }
    left_out.refused.push(refusal);
}

/// The property that a pointer begins with.
pub(super) fn first_name(pointer: &str) -> Option<String> {
    let token = pointer.strip_prefix('/')?.split('/').next()?;
    Some(token.replace("~1", "/").replace("~0", "~"))
}
