//! Removing rows: one that is not there refuses the whole call; the reason is kept, and a page whose row
//! was removed is settled: the gate does not name it as a link without a row.

#[cfg(test)]
mod tests;

use serde_json::json;

use crate::answer::Ctx;
use crate::answer::commit::{RecordKey, Space};
use crate::answer::pair::Pair;
use crate::answer::verdict::{Code, Refusal, Verdict};
use crate::answer::view::{Halt, View};

/// Removes rows.
///
/// # Errors
/// See [`View::record`].
pub fn remove(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    rows: &[String],
    reason: &str,
) -> Result<Verdict, Halt> {
    if rows.is_empty() {
        return Ok(Refusal::new(Code::EmptyArgument, "", "No row is named.").into());
    }
    let mut pairs = Vec::new();
    for id in rows {
        if pairs.iter().any(|pair: &Pair| pair.id == *id) {
            continue;
        }
        let pair = Pair::load(view, ctx, id)?;
        if pair.row.is_none() {
            let refusal = Refusal::new(Code::IndexOutOfRange, "", "There is no such row.");
            return Ok(refusal.got(json!(id)).into());
        }
        pairs.push(pair);
    }
    for mut pair in pairs {
        let note = json!({ "reason": reason, "row": pair.row.take() });
        let key = RecordKey::new(Space::Job, format!("removed/{}", pair.id));
        if let Some(page) = &mut pair.page {
            page.removed = true;
        }
        pair.save(view, ctx)?;
        view.put(key, &note)?;
    }
    Ok(Verdict::stored(json!({ "removed": rows.len() })))
}
