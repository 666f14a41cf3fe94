//! A page came to a result: content, gone or empty list. Its state, what it states and the counters
//! of its row change together. A redirect makes two keys one row.

#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use super::frontier::{known, stale};
use super::shells;
use crate::answer::Ctx;
use crate::answer::commit::{RecordKey, Space};
use crate::answer::pair::{key_of, page_alias};
use crate::answer::record::{PageRead, PageRecord};
use crate::answer::verdict::Verdict;
use crate::answer::view::{Halt, View};
use crate::evidence::Reason;
use crate::frontier::PageState;
use crate::page_class::PageClass;

/// A result as the worker reports it.
#[derive(Debug, Clone, Copy)]
pub struct Outcome<'a> {
    /// The class.
    pub class: PageClass,
    /// For people.
    pub note: &'a str,
    /// What the read left.
    pub read: &'a PageRead,
}

/// Settles a page.
///
/// # Errors
/// See [`View::record`].
pub fn settle(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    (key, lease): (&str, u64),
    outcome: Outcome<'_>,
) -> Result<Verdict, Halt> {
    let mut known = match known(view, ctx, key)? {
        Ok(known) => known,
        Err(refusal) => return Ok(refusal.into()),
    };
    if known.page.lease != lease {
        return Ok(stale(&known.page, lease).into());
    }
    if known.page.state.is_terminal() {
        return Ok(Verdict::Unchanged);
    }
    if matches!(known.page.state, PageState::Due { .. }) {
        return Ok(stale(&known.page, lease).into());
    }
    apply(&mut known.page, outcome);
    if known.page.list {
        remember_total(view, outcome.read.stated_total)?;
    }
    if outcome.class == PageClass::Content && !known.page.list {
        if shells::judge(view, ctx, key, &mut known.page)? {
            // An earlier read may have left a row.
            known.pair.row = None;
            known.save(view, ctx)?;
            return Ok(Verdict::stored(json!({ "class": PageClass::Shell })));
        }
        known.page.twin = twin(view, key, outcome.read)?;
    }
    if outcome.class == PageClass::Gone {
        close_row(&mut known.pair.row);
    }
    known.save(view, ctx)?;
    Ok(Verdict::stored(Value::Null))
}

/// Whether a page that was settled as content was found to be a shell, and is due again.
pub fn is_shell(verdict: &Verdict) -> bool {
    let Verdict::Accepted { stored, .. } = verdict else {
        return false;
    };
    stored["class"] == json!(PageClass::Shell)
}

fn apply(page: &mut PageRecord, outcome: Outcome<'_>) {
    page.class = Some(outcome.class);
    outcome.note.clone_into(&mut page.note);
    page.state = match outcome.class {
        PageClass::Content => PageState::Content,
        PageClass::Gone => PageState::Gone,
        PageClass::EmptyList => PageState::EmptyList,
        PageClass::Shell | PageClass::PanelMissing | PageClass::Challenge => PageState::Blocked,
        PageClass::Failed => PageState::Failed,
    };
    let earned = outcome.class.earns_absence() || outcome.class == PageClass::EmptyList;
    if earned {
        page.read_as = Some(outcome.class);
        page.looks += 1;
        page.read = Some(outcome.read.clone());
    } else if page.read_as.is_none() {
        page.read = Some(PageRead {
            stated: Vec::new(),
            hinted: Vec::new(),
            ..outcome.read.clone()
        });
    }
}

/// Where the largest total that a list page stated lies.
pub fn stated_total_key() -> RecordKey {
    RecordKey::new(Space::Job, "stated_total")
}

fn remember_total(view: &mut View<'_>, stated: Option<u64>) -> Result<(), Halt> {
    let Some(stated) = stated else { return Ok(()) };
    let known: Option<u64> = view.record(&stated_total_key())?;
    if known.is_none_or(|known| known < stated) {
        view.put(stated_total_key(), &stated)?;
    }
    Ok(())
}

/// The page that was read under this address before, if another key led to it.
fn twin(view: &mut View<'_>, key: &str, read: &PageRead) -> Result<Option<String>, Halt> {
    let target = key_of(&read.final_url).unwrap_or_else(|| key.to_owned());
    let alias = page_alias(&target);
    let holder: Option<String> = view.record(&alias)?;
    match holder {
        Some(holder) if holder != key => Ok(Some(holder)),
        Some(_) => Ok(None),
        None => {
            view.put(alias, &key)?;
            Ok(None)
        }
    }
}

/// A row whose page is gone keeps what it has; its empty fields will never be stated.
fn close_row(row: &mut Option<crate::answer::record::RowRecord>) {
    for reason in row.iter_mut().flat_map(|row| row.reasons.values_mut()) {
        if *reason == Reason::PageUnread {
            *reason = Reason::NotStated;
        }
    }
}
