//! Setting a top-level field: shape, then evidence against every read page of the job.

#[cfg(test)]
mod tests;

use serde_json::Value;

use super::{absence, empty, names, stated};
use crate::answer::Ctx;
use crate::answer::pair::clear_mark;
use crate::answer::record::FieldRecord;
use crate::answer::standing::field_key;
use crate::answer::verdict::{Code, Refusal, Verdict};
use crate::answer::view::{Halt, View};
use crate::evidence::Receipt;

/// Sets a field. The stored value is the field's.
///
/// # Errors
/// See [`View::record`].
pub fn set(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    (key, value): (&str, &Value),
    receipt: Option<&Receipt>,
) -> Result<Verdict, Halt> {
    if ctx.answer_name() == Some(key)
        && ctx
            .schema
            .answer
            .as_ref()
            .is_some_and(|a| a.path.len() == 1)
    {
        let message = "The rows are added one by one.";
        return Ok(Refusal::new(Code::IsAnswerList, "", message).into());
    }
    let Some(field) = ctx.schema.top.iter().find(|field| field.name == key) else {
        return Ok(names::unknown_top(ctx, key).into());
    };
    let stored = match ctx.schema.check_field(field, value) {
        Ok(stored) => stored,
        Err(mut refusal) => {
            refusal.pointer = format!("{}{}", crate::pointer::of(key), refusal.pointer);
            return Ok(refusal.into());
        }
    };
    let claims = stated::claims_of_top(ctx, key, &stored);
    let unstated = stated::check(view, stated::Scope::Job, &claims)?;
    if let Some(refusal) = unstated.into_iter().next() {
        return Ok(refusal.into());
    }
    write(view, field, stored, receipt)
}

fn write(
    view: &mut View<'_>,
    field: &crate::schema::Field,
    value: Value,
    receipt: Option<&Receipt>,
) -> Result<Verdict, Halt> {
    let key = field_key(&field.name);
    let old: Option<FieldRecord> = view.record(&key)?;
    let fresh = FieldRecord {
        value,
        receipt: receipt.cloned(),
    };
    if old.as_ref() == Some(&fresh) {
        return Ok(Verdict::Unchanged);
    }
    if !empty::is_empty(Some(field), Some(&fresh.value)) {
        clear_mark(view, absence::top_mark(&field.name))?;
    }
    view.put(key, &fresh)?;
    Ok(Verdict::stored(fresh.value))
}
