//! Updating a row: the merged row is validated as a whole, evidence is checked for the fields given,
//! the throttle is asked again. A new own address gives the row a new id.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::add::{first, missing, own_key, tidy};
use super::{drafted, shape, stated, throttle};
use crate::answer::Ctx;
use crate::answer::commit::{RecordKey, Space};
use crate::answer::pair::{self, Pair, id_of_key, page_alias};
use crate::answer::record::RowRecord;
use crate::answer::verdict::{Code, Refusal, Verdict};
use crate::answer::view::{Halt, View};
use crate::evidence::{Reason, Receipt};
use crate::schema::{ItemKind, RowMode};

/// An update as asked for.
#[derive(Debug, Clone, Copy)]
pub struct Edit<'a> {
    /// The row's id.
    pub row: &'a str,
    /// Fields and their new values; for plain values the value itself.
    pub fields: &'a Value,
    /// Where they came from.
    pub receipts: &'a BTreeMap<String, Receipt>,
}

/// Updates a row.
///
/// # Errors
/// See [`View::record`].
pub fn update(view: &mut View<'_>, ctx: Ctx<'_>, edit: Edit<'_>) -> Result<Verdict, Halt> {
    let pair = Pair::load(view, ctx, edit.row)?;
    let Some(row) = pair.row.clone() else {
        let refusal = Refusal::new(Code::IndexOutOfRange, "", "There is no such row.");
        return Ok(refusal.got(json!(edit.row)).into());
    };
    let merged = match merge(ctx, &row, edit.fields) {
        Ok(merged) => merged,
        Err(refusal) => return Ok(refusal.into()),
    };
    let target = match target(view, ctx, &pair, &row, &merged)? {
        Ok(target) => target,
        Err(refusal) => return Ok(refusal.into()),
    };
    let stored = match check(view, ctx, (target.as_ref().unwrap_or(&pair), &merged), edit)? {
        Ok(stored) => stored,
        Err(refusal) => return Ok(refusal.into()),
    };
    let home = target.as_ref().unwrap_or(&pair);
    let was = throttle::is_stub(ctx, &row.item, pair.is_read());
    if let Some(refusal) = throttle::check(view, ctx, &stored, (home.is_read(), was))? {
        return Ok(refusal.into());
    }
    if stored == row.item && receipts_hold(&row, edit) {
        return Ok(Verdict::Unchanged);
    }
    write(view, ctx, (pair, target), changed(row, stored, edit))
}

fn receipts_hold(row: &RowRecord, edit: Edit<'_>) -> bool {
    edit.receipts
        .iter()
        .all(|(at, receipt)| row.receipts.get(at) == Some(receipt))
}

#[expect(
    clippy::result_large_err,
    reason = "a refusal is a verdict, and it is moved once"
)]
fn merge(ctx: Ctx<'_>, row: &RowRecord, fields: &Value) -> Result<Value, Refusal> {
    let scalar = ctx
        .schema
        .answer
        .as_ref()
        .is_some_and(|answer| answer.item != ItemKind::Object);
    match (&row.item, fields) {
        (Value::Object(old), Value::Object(new)) => {
            let mut merged: Map<String, Value> = old.clone();
            merged.extend(new.iter().map(|(k, v)| (k.clone(), v.clone())));
            Ok(Value::Object(merged))
        }
        (_, value) if scalar => shape::unwrap(ctx, value),
        (_, value) => {
            let refusal = Refusal::new(Code::NotAnObject, "", "Fields are given as an object.");
            Err(refusal.got(value.clone()))
        }
    }
}

/// Where the row goes if its own address changed.
fn target(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    pair: &Pair,
    row: &RowRecord,
    merged: &Value,
) -> Result<Result<Option<Pair>, Refusal>, Halt> {
    let Some(own) = ctx.own_field() else {
        return Ok(Ok(None));
    };
    if merged.get(own) == row.item.get(own) {
        return Ok(Ok(None));
    }
    let Some(key) = own_key(ctx, merged) else {
        return Ok(Ok(None));
    };
    let holder: Option<String> = view.record(&page_alias(&key))?;
    let id = id_of_key(&holder.unwrap_or(key));
    if id == pair.id {
        return Ok(Ok(None));
    }
    let target = Pair::load(view, ctx, &id)?;
    if target.row.is_some() {
        let message = "Another row has this page.";
        return Ok(Err(Refusal::new(Code::Duplicate, "", message)));
    }
    Ok(Ok(Some(target)))
}

fn check(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    (home, merged): (&Pair, &Value),
    edit: Edit<'_>,
) -> Result<Result<Value, Refusal>, Halt> {
    let stored = match ctx.schema.check_row(merged, RowMode::Whole) {
        Ok(checked) => checked.item,
        Err(refusals) => return Ok(Err(first(refusals))),
    };
    let given = |at: &str| match (edit.fields, drafted::first_name(at)) {
        (Value::Object(fields), Some(name)) => fields.contains_key(&name),
        _ => true,
    };
    let mut claims = stated::claims_of_row(ctx, &stored);
    claims.retain(|claim| given(&claim.place));
    let scope = stated::scope(ctx, home.page.as_ref());
    let unstated = stated::check(view, scope, &claims)?.into_iter().next();
    Ok(unstated.map_or(Ok(stored), Err))
}

fn changed(mut row: RowRecord, stored: Value, edit: Edit<'_>) -> RowRecord {
    if let (Some(old), Some(new)) = (row.item.as_object(), stored.as_object()) {
        let differs = |name: &String| old.get(name) != new.get(name);
        for name in new.keys().filter(|name| differs(name)) {
            let at = crate::pointer::of(name);
            row.receipts.remove(&at);
            row.reasons.insert(at, Reason::Cleared);
        }
    }
    row.item = stored;
    row.receipts.extend(edit.receipts.clone());
    tidy(&mut row);
    row
}

fn write(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    (mut pair, target): (Pair, Option<Pair>),
    mut row: RowRecord,
) -> Result<Verdict, Halt> {
    let mut id = pair.id.clone();
    let stored = row.item.clone();
    if let Some(mut target) = target {
        let key = RecordKey::new(Space::Row, &*pair.id);
        row.born.version = row.born.version.or(Some(view.created(&key)));
        row.page = own_key(ctx, &row.item);
        row.place = target.page.as_ref().map(|page| page.place);
        id.clone_from(&target.id);
        target.row = Some(row);
        pair.row = None;
        pair.save(view, ctx)?;
        target.save(view, ctx)?;
    } else {
        if pair::is_content_taken(view, ctx, &row, &id)? {
            let message = "Another row has this content.";
            return Ok(Refusal::new(Code::Duplicate, "", message).into());
        }
        pair.row = Some(row);
        pair.save(view, ctx)?;
    }
    Ok(Verdict::Accepted {
        row: Some(id),
        missing: missing(ctx, &stored),
        stored,
        refused: Vec::new(),
    })
}
