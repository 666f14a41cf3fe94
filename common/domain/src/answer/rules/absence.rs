//! Earned absence: a field is declared not published only after every page was
//! read as content or gone. A mark records what earned it.

#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use super::{empty, excuses, names};
use crate::answer::Ctx;
use crate::answer::cells;
use crate::answer::commit::{RecordKey, Space};
use crate::answer::record::MarkRecord;
use crate::answer::standing::Standing;
use crate::answer::verdict::{Code, Refusal, Verdict};
use crate::answer::view::{Halt, View};
use crate::schema::Field;

/// The mark of a row field.
pub fn row_mark(field: &str) -> RecordKey {
    RecordKey::new(Space::Mark, format!("row/{field}"))
}

/// The mark of a top-level field.
pub fn top_mark(field: &str) -> RecordKey {
    RecordKey::new(Space::Mark, format!("top/{field}"))
}

/// A wish to mark.
#[derive(Debug, Clone, Copy)]
pub struct Wish<'a> {
    /// Names of row or top-level fields.
    pub fields: &'a [String],
    /// Why.
    pub reason: &'a str,
    /// Who.
    pub by: &'a str,
}

/// Marks fields, each on its own. Refused as a whole only if none could be marked.
///
/// # Errors
/// See [`View::record`].
pub fn mark(view: &mut View<'_>, ctx: Ctx<'_>, wish: Wish<'_>) -> Result<Verdict, Halt> {
    if wish.fields.is_empty() {
        return Ok(Refusal::new(Code::EmptyArgument, "", "No field is named.").into());
    }
    let standing = Standing::read(view, ctx)?;
    let (mut settled, mut refused, mut changed) = (Vec::new(), Vec::new(), false);
    for name in wish.fields {
        match place(ctx, &standing, name, wish.reason) {
            Ok(key) => {
                changed |= write(view, key, wish)?;
                settled.push(name.clone());
            }
            Err((Code::UnknownField, _)) => refused.push(names::unknown_anywhere(ctx, name)),
            Err((code, message)) => {
                let at = crate::pointer::of(name);
                refused.push(Refusal::new(code, at, message));
            }
        }
    }
    match (settled.is_empty(), refused.is_empty(), changed) {
        (true, _, _) if refused.len() == 1 => Ok(refused.remove(0).into()),
        (false, true, false) => Ok(Verdict::Unchanged),
        _ => Ok(Verdict::Accepted {
            stored: json!({ "settled": settled }),
            row: None,
            missing: Vec::new(),
            refused,
        }),
    }
}

/// Writes a mark once, however often its field is named.
fn write(view: &mut View<'_>, key: RecordKey, wish: Wish<'_>) -> Result<bool, Halt> {
    if view.record::<MarkRecord>(&key)?.is_some() {
        return Ok(false);
    }
    let read = view.cell(cells::DETAILS)? - view.cell(cells::DETAILS_UNREAD)?;
    let mark = MarkRecord {
        reason: wish.reason.trim().to_owned(),
        read: u64::try_from(read).unwrap_or(0),
        by: wish.by.to_owned(),
    };
    view.add(cells::MARKS, 1);
    view.put(key, &mark)?;
    Ok(true)
}

type No = (Code, &'static str);

fn place(ctx: Ctx<'_>, standing: &Standing, name: &str, reason: &str) -> Result<RecordKey, No> {
    if reason.trim().is_empty() {
        return Err((Code::ReasonMissing, "Say where you looked."));
    }
    if let Some(field) = ctx.schema.row_field(name) {
        row_field(standing, field)?;
        return looked(standing).map(|()| row_mark(name));
    }
    if ctx.answer_name() == Some(name) {
        answer(standing)?;
        return looked(standing).map(|()| top_mark(name));
    }
    let Some(field) = ctx.schema.top.iter().find(|field| field.name == name) else {
        return Err((Code::UnknownField, "The schema has no such field."));
    };
    top_field(ctx, standing, field)?;
    looked(standing).map(|()| top_mark(name))
}

fn row_field(standing: &Standing, field: &Field) -> Result<(), No> {
    let (total, filled) = standing.filled(&field.name);
    if standing.cell(cells::ROWS) == 0 {
        return Err((Code::NoRows, "There are no rows yet."));
    }
    if standing.unread() {
        return Err((Code::PagesUnread, "Read every row's own page first."));
    }
    if filled > 0 || total == 0 {
        let message = "Some rows have a value: the rest are honestly null.";
        return Err((Code::AlreadySettled, message));
    }
    // A field that no row has is empty where a page was cut, too.
    if standing.cell(cells::CUT) > 0 {
        let message =
            "A page was cut before its end, and what stands there is not known: leave it null.";
        return Err((Code::PagesUnread, message));
    }
    nullable(field)
}

fn answer(standing: &Standing) -> Result<(), No> {
    if standing.cell(cells::ROWS) > 0 {
        return Err((Code::AlreadySettled, "There are rows."));
    }
    let lists_unread = standing.cell(cells::LISTS) == 0 || standing.cell(cells::LISTS_UNREAD) > 0;
    if lists_unread || standing.unread() {
        return Err((Code::PagesUnread, "Read the list pages first."));
    }
    Ok(())
}

fn top_field(ctx: Ctx<'_>, standing: &Standing, field: &Field) -> Result<(), No> {
    let value: Option<&Value> = standing.top.get(&field.name);
    let excused = excuses::of_document(ctx, &standing.top);
    if !empty::is_empty(Some(field), value) || excused.contains(&field.name) {
        return Err((Code::AlreadySettled, "The field is settled."));
    }
    nullable(field)?;
    if standing.cell(cells::LISTS_UNREAD) > 0 {
        return Err((Code::PagesUnread, "Read every list page first."));
    }
    Ok(())
}

fn nullable(field: &Field) -> Result<(), No> {
    if field.nullable {
        return Ok(());
    }
    let message = "The schema allows no null here, so absence would make the answer invalid.";
    Err((Code::NotNullable, message))
}

/// After a bounce something must have been read.
fn looked(standing: &Standing) -> Result<(), No> {
    let gate = standing.gate;
    if gate.bounced && !gate.done && standing.cell(cells::LOOKS) <= gate.looks {
        let message = "Nothing was read since the gate's list of gaps: look again first. Where nothing is \
                       left to read, call done: a delivered answer's fields can still be marked.";
        return Err((Code::NoLookSinceBounce, message));
    }
    Ok(())
}
