//! Adding a row: throttle, shape, evidence, the row as a whole, then one commit.
//! A row that is already there is unchanged if it says the same, merged on demand, else a duplicate.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde_json::Value;

use super::{drafted, empty, excuses, shape, stated, throttle};
use crate::answer::Ctx;
use crate::answer::command::Item;
use crate::answer::commit::{RecordKey, Space};
use crate::answer::pair::{self, Pair, content_id, id_of_key, key_of, page_alias};
use crate::answer::record::{Born, RefusedRecord, RowRecord};
use crate::answer::verdict::{Code, Refusal, Verdict};
use crate::answer::view::{Halt, View};
use crate::evidence::{Reason, Source};
use crate::schema::RowMode;

/// Adds a row.
///
/// # Errors
/// See [`View::record`].
pub fn add(view: &mut View<'_>, ctx: Ctx<'_>, item: &Item) -> Result<Verdict, Halt> {
    let value = match shape::unwrap(ctx, &item.item) {
        Ok(value) => value,
        Err(refusal) => return Ok(refusal.into()),
    };
    let page = own_page(view, ctx, item, &value)?;
    let id = if let Some(key) = &page {
        id_of_key(key)
    } else {
        let stored = as_stored(view, ctx, item, &value)?;
        content_row(view, &stored)?
    };
    let pair = Pair::load(view, ctx, &id)?;
    if let Some(refusal) = twin_of(&pair, item) {
        return Ok(refusal.into());
    }
    let adding = Adding { pair, page, item };
    if let Some(refusal) = adding.throttled(view, ctx, &value)? {
        if adding.pair.row.is_none() {
            let remembered = remembered(item, adding.page, &refusal);
            pair::remember(view, &id, &remembered)?;
        }
        return Ok(refusal.into());
    }
    adding.finish(view, ctx, value)
}

/// The key of the row's own page: where it was drafted, else what its own-page field says; a key
/// that led to another page stands for that page.
fn own_page(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    item: &Item,
    value: &Value,
) -> Result<Option<String>, Halt> {
    if item.page.is_some() {
        return Ok(item.page.clone());
    }
    let Some(key) = own_key(ctx, value) else {
        return Ok(None);
    };
    let holder: Option<String> = view.record(&page_alias(&key))?;
    Ok(Some(holder.unwrap_or(key)))
}

/// The page key in an item's own-page field.
pub fn own_key(ctx: Ctx<'_>, item: &Value) -> Option<String> {
    key_of(item.get(ctx.own_field()?)?.as_str()?)
}

/// An item as it would be stored, so that two spellings of it have one content.
pub fn canonical(ctx: Ctx<'_>, value: &Value) -> Value {
    match ctx.schema.check_row(value, RowMode::Whole) {
        Ok(checked) => checked.item,
        Err(_) => value.clone(),
    }
}

/// The content a row without a page will have, so that the same proposal meets its row again: of a
/// draft that is what is left of it.
fn as_stored(view: &mut View<'_>, ctx: Ctx<'_>, item: &Item, value: &Value) -> Result<Value, Halt> {
    if !item.draft {
        return Ok(canonical(ctx, value));
    }
    let checked = drafted::check(view, ctx, stated::scope(ctx, None), value)?;
    Ok(checked.map_or_else(|_| value.clone(), |checked| checked.value))
}

/// The id of the row that has this content, or a free one for it.
fn content_row(view: &mut View<'_>, value: &Value) -> Result<String, Halt> {
    let content = content_id(value);
    let alias = RecordKey::new(Space::Alias, &*content);
    if let Some(id) = view.record::<String>(&alias)? {
        return Ok(id);
    }
    let mut id = id_of_key(&content);
    let mut n = 0;
    while view
        .record::<Value>(&RecordKey::new(Space::Row, &*id))?
        .is_some()
    {
        n += 1;
        id = id_of_key(&format!("{content}#{n}"));
    }
    Ok(id)
}

fn twin_of(pair: &Pair, item: &Item) -> Option<Refusal> {
    let twin = pair.page.as_ref()?.twin.as_ref()?;
    item.page.as_ref()?;
    let message = format!("The page leads to {twin}, which holds the row of both.");
    Some(Refusal::new(Code::Duplicate, "", message))
}

fn remembered(item: &Item, page: Option<String>, refusal: &Refusal) -> RefusedRecord {
    RefusedRecord {
        item: item.item.clone(),
        page,
        refusal: refusal.clone(),
    }
}

struct Adding<'a> {
    pair: Pair,
    page: Option<String>,
    item: &'a Item,
}

impl Adding<'_> {
    /// A new row is asked as proposed, a merged one as merged; one that is there already takes no
    /// further place.
    fn throttled(
        &self,
        view: &mut View<'_>,
        ctx: Ctx<'_>,
        value: &Value,
    ) -> Result<Option<Refusal>, Halt> {
        let read = self.pair.is_read();
        match &self.pair.row {
            None => throttle::check(view, ctx, value, (read, false)),
            Some(_) if !self.merges() => Ok(None),
            Some(row) => {
                let was = throttle::is_stub(ctx, &row.item, read);
                let (merged, _) = merge(row, value.clone(), self.item);
                throttle::check(view, ctx, &merged, (read, was))
            }
        }
    }

    fn finish(self, view: &mut View<'_>, ctx: Ctx<'_>, value: Value) -> Result<Verdict, Halt> {
        let scope = stated::scope(ctx, self.pair.page.as_ref());
        let merging = self.merges();
        let (value, kept) = match (&self.pair.row, merging) {
            (Some(row), true) => merge(row, value, self.item),
            _ => (value, Vec::new()),
        };
        let checked = if self.item.draft {
            drafted::check(view, ctx, scope, &value)?
        } else {
            whole(view, ctx, scope, &value)?.map(drafted::Checked::of)
        };
        let checked = match checked {
            Ok(checked) => checked,
            Err(refusal) => {
                if self.item.draft {
                    let record = remembered(self.item, self.page, &refusal);
                    pair::remember(view, &self.pair.id, &record)?;
                }
                return Ok(refusal.into());
            }
        };
        match &self.pair.row {
            Some(row) if row.item == checked.value => return Ok(Verdict::Unchanged),
            Some(_) if !merging => return Ok(duplicate().into()),
            _ => {}
        }
        self.store(view, ctx, checked, &kept)
    }

    /// A draft of the row's own page replaces what the list or an earlier read said.
    fn merges(&self) -> bool {
        self.item.merge || (self.item.draft && self.item.page.is_some())
    }

    fn store(
        mut self,
        view: &mut View<'_>,
        ctx: Ctx<'_>,
        checked: drafted::Checked,
        kept: &[String],
    ) -> Result<Verdict, Halt> {
        let old = self.pair.row.take();
        let place = self.pair.page.as_ref().filter(|page| !page.list);
        let place = place.map(|page| page.place);
        let mut row = old.unwrap_or_else(|| RowRecord {
            item: Value::Null,
            page: self.page.clone(),
            place,
            receipts: BTreeMap::new(),
            reasons: BTreeMap::new(),
            schema: ctx.schema.hash.clone(),
            born: Born {
                version: None,
                nth: view.next_row(),
            },
        });
        row.place = row.place.or(place);
        row.item = checked.value;
        let fresh = self.item.receipts.iter();
        let fresh = fresh.filter(|(at, _)| !kept.contains(at));
        row.receipts
            .extend(fresh.map(|(at, receipt)| (at.clone(), receipt.clone())));
        let cleared =
            |at: &String, reason: &Reason| *reason == Reason::Cleared && kept.contains(at);
        row.reasons.retain(|at, reason| cleared(at, reason));
        for (at, reason) in self.item.reasons.iter().chain(&checked.reasons) {
            let unless_cleared = row.reasons.get(at) != Some(&Reason::Cleared);
            if unless_cleared {
                row.reasons.insert(at.clone(), reason.clone());
            }
        }
        tidy(&mut row);
        if pair::is_content_taken(view, ctx, &row, &self.pair.id)? {
            return Ok(duplicate().into());
        }
        let verdict = Verdict::Accepted {
            stored: row.item.clone(),
            row: Some(self.pair.id.clone()),
            missing: missing(ctx, &row.item),
            refused: checked.refused,
        };
        self.pair.row = Some(row);
        self.pair.save(view, ctx)?;
        Ok(verdict)
    }
}

fn duplicate() -> Refusal {
    Refusal::new(
        Code::Duplicate,
        "",
        "A row of this page or content is there already.",
    )
    .hint("Update that row, or add with `merge: true`.")
}

/// New values over old ones; nulls do not erase, and a draft does not overwrite an operator. Also
/// gives the pointers of the values that were kept from a draft.
fn merge(row: &RowRecord, value: Value, item: &Item) -> (Value, Vec<String>) {
    let (Value::Object(old), Value::Object(new)) = (&row.item, &value) else {
        return (value, Vec::new());
    };
    let mut merged = old.clone();
    let mut kept = Vec::new();
    for (name, value) in new {
        let at = crate::pointer::of(name);
        let by_operator = row
            .receipts
            .get(&at)
            .is_some_and(|receipt| receipt.source == Source::Operator);
        let cleared = row.reasons.get(&at) == Some(&Reason::Cleared);
        if item.draft && (by_operator || cleared) {
            kept.push(at);
        } else if !value.is_null() {
            merged.insert(name.clone(), value.clone());
        }
    }
    (Value::Object(merged), kept)
}

/// Shape, evidence, then the row as a whole: the first reason speaks.
fn whole(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    scope: stated::Scope<'_>,
    value: &Value,
) -> Result<Result<Value, Refusal>, Halt> {
    let checked = ctx.schema.check_row(value, RowMode::Whole);
    if let Err(refusals) = &checked
        && let Some(first) = refusals.iter().find(|refusal| !shape::is_whole(refusal))
    {
        return Ok(Err(first.clone()));
    }
    let claims = stated::claims_of_row(ctx, value);
    if let Some(first) = stated::check(view, scope, &claims)?.into_iter().next() {
        return Ok(Err(first));
    }
    Ok(match checked {
        Ok(checked) => Ok(checked.item),
        Err(refusals) => Err(first(refusals)),
    })
}

/// The reason that speaks for all.
pub(super) fn first(refusals: Vec<Refusal>) -> Refusal {
    let first = refusals.into_iter().next();
    first.unwrap_or_else(|| Refusal::new(Code::Constraint, "", "The row is not valid."))
}

/// Declared fields that are empty and not excused.
pub fn missing(ctx: Ctx<'_>, item: &Value) -> Vec<String> {
    let excused = excuses::of_row(ctx, item);
    ctx.row_fields()
        .iter()
        .filter(|field| empty::is_empty(Some(field), item.get(&field.name)))
        .map(|field| field.name.clone())
        .filter(|name| !excused.contains(name))
        .collect()
}

/// Drops receipts of empty cells and reasons of filled ones.
pub(super) fn tidy(row: &mut RowRecord) {
    let item = &row.item;
    let is_empty = |at: &String| empty::is_empty(None, item.pointer(at));
    row.receipts.retain(|at, _| !is_empty(at));
    row.reasons.retain(|at, _| is_empty(at));
}
