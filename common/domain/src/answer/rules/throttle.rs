//! The stub throttle: at most two rows whose page is unread and that carry no
//! substance, across all workers and under any interleaving.

#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::answer::Ctx;
use crate::answer::cells::STUBS;
use crate::answer::record::RowRecord;
use crate::answer::verdict::{Code, Refusal};
use crate::answer::view::{Halt, View};

/// How many bare stubs a job may hold.
pub const MOST: i64 = 2;

/// More characters than this in one free-text value are substance.
const SUBSTANCE: usize = 120;

/// Whether a row's page is unread. Rows without a page are, where the schema has a field for it.
pub fn is_unread(ctx: Ctx<'_>, row: &RowRecord, read: bool) -> bool {
    !read && (row.page.is_some() || ctx.own_field().is_some())
}

/// Whether a row is a bare stub.
pub fn is_stub(ctx: Ctx<'_>, item: &Value, read: bool) -> bool {
    !read && applies(ctx) && !has_substance(ctx, item)
}

/// On when rows have an own-page field and any free-text detail field.
fn applies(ctx: Ctx<'_>) -> bool {
    ctx.schema
        .answer
        .as_ref()
        .is_some_and(|answer| answer.own_field.is_some() && answer.detail_field.is_some())
}

fn has_substance(ctx: Ctx<'_>, item: &Value) -> bool {
    let Some(map) = item.as_object() else {
        return false;
    };
    map.iter()
        .filter_map(|(name, value)| Some((name, value.as_str()?.trim())))
        .filter(|(_, text)| text.chars().count() > SUBSTANCE)
        .any(|(name, text)| match ctx.schema.row_field(name) {
            Some(field) => field.guard.is_none() && field.closed_set.is_none(),
            None => text.contains(char::is_whitespace),
        })
}

/// Refuses one stub too many. `was` says whether the row is a stub already.
///
/// # Errors
/// See [`View::cell`].
pub fn check(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    item: &Value,
    (read, was): (bool, bool),
) -> Result<Option<Refusal>, Halt> {
    if was || !is_stub(ctx, item, read) || view.cell(STUBS)? < MOST {
        return Ok(None);
    }
    let refusal = Refusal::new(
        Code::StubThrottled,
        "",
        format!(
            "{MOST} rows are waiting for their own page to be read, and this one adds nothing yet."
        ),
    );
    Ok(Some(refusal.hint(
        "Read the rows' own pages first; the row is remembered until it is stored.",
    )))
}
