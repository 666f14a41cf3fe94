//! Transitions of a page before and besides its result: discovered, published under a new lease,
//! started, failed, skipped, reopened. A command with an older lease is refused.

#[cfg(test)]
mod tests;

use serde_json::json;

use crate::answer::Ctx;
use crate::answer::commit::{RecordKey, Space};
use crate::answer::pair::{Pair, id_of_key, key_of};
use crate::answer::record::{GateRecord, PageRecord};
use crate::answer::verdict::{Code, Refusal, Verdict};
use crate::answer::view::{Halt, View};
use crate::frontier::{FoundPage, PageState};
use crate::page_class::PageClass;
use crate::panel::Wish;

/// Where the gate's record lies.
pub fn gate_key() -> RecordKey {
    RecordKey::new(Space::Job, "gate")
}

/// Puts pages into the frontier. Known ones stay as they are, but a listing text that comes later
/// is taken over while the page is unread.
///
/// # Errors
/// See [`View::record`].
pub fn discover(view: &mut View<'_>, ctx: Ctx<'_>, pages: &[FoundPage]) -> Result<Verdict, Halt> {
    let mut added = 0u64;
    let mut refused = Vec::new();
    for found in pages {
        let Some(key) = key_of(&found.url) else {
            let message = "This is not an absolute http(s) address.";
            refused.push(Refusal::new(Code::BadUrl, "", message).got(json!(found.url)));
            continue;
        };
        added += u64::from(discover_one(view, ctx, &id_of_key(&key), found)?);
    }
    if added == 0 && refused.is_empty() {
        return Ok(Verdict::Unchanged);
    }
    Ok(Verdict::Accepted {
        stored: json!({ "added": added }),
        row: None,
        missing: Vec::new(),
        refused,
    })
}

fn discover_one(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    id: &str,
    found: &FoundPage,
) -> Result<bool, Halt> {
    let mut pair = Pair::load(view, ctx, id)?;
    match &mut pair.page {
        Some(page) => {
            if page.is_read() || !page.listing.text.is_empty() || page.listing == found.listing {
                return Ok(false);
            }
            page.listing = found.listing.clone();
        }
        None => pair.page = Some(new_page(found)),
    }
    if let (Some(row), false) = (&mut pair.row, found.list) {
        row.place = row.place.or(Some(found.place));
    }
    pair.save(view, ctx)?;
    Ok(true)
}

fn new_page(found: &FoundPage) -> PageRecord {
    PageRecord {
        url: found.url.clone(),
        place: found.place,
        listing: found.listing.clone(),
        list: found.list,
        state: PageState::Due { at: 0 },
        lease: 0,
        attempts: 0,
        class: None,
        note: String::new(),
        read: None,
        read_as: None,
        looks: 0,
        wish: Wish::Auto,
        twin: None,
        removed: false,
    }
}

/// A page that is known, with the row under the same id.
pub(super) struct Known {
    /// Both records.
    pub(super) pair: Pair,
    /// The page as it stands.
    pub(super) page: PageRecord,
}

/// Loads a page by its key, or refuses.
pub(super) fn known(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    key: &str,
) -> Result<Result<Known, Refusal>, Halt> {
    let pair = Pair::load(view, ctx, &id_of_key(key))?;
    Ok(match pair.page.clone() {
        Some(page) => Ok(Known { pair, page }),
        None => Err(Refusal::new(
            Code::UnknownPage,
            "",
            "The frontier does not know this page.",
        )
        .got(json!(key))),
    })
}

pub(super) fn stale(page: &PageRecord, lease: u64) -> Refusal {
    let message = format!("The page is under lease {} now.", page.lease);
    Refusal::new(Code::StaleLease, "", message)
        .got(json!(lease))
        .hint("Drop this read: another worker has the page.")
}

impl Known {
    /// Writes the page as changed.
    pub(super) fn save(mut self, view: &mut View<'_>, ctx: Ctx<'_>) -> Result<(), Halt> {
        self.pair.page = Some(self.page);
        self.pair.save(view, ctx)
    }
}

/// Hands a due page, or one whose lease ran out, to the queue under a new lease.
///
/// # Errors
/// See [`View::record`].
pub fn publish(view: &mut View<'_>, ctx: Ctx<'_>, key: &str, until: u64) -> Result<Verdict, Halt> {
    let gate: Option<GateRecord> = view.record(&gate_key())?;
    if gate.is_some_and(|gate| gate.done) {
        return Ok(Refusal::new(Code::Closed, "", "The answer is delivered.").into());
    }
    let mut known = match known(view, ctx, key)? {
        Ok(known) => known,
        Err(refusal) => return Ok(refusal.into()),
    };
    let ready = match known.page.state {
        PageState::Due { at } => at <= ctx.now,
        PageState::Queued { until } | PageState::Started { until } => until <= ctx.now,
        _ => false,
    };
    if !ready {
        return Ok(Verdict::Unchanged);
    }
    known.page.lease += 1;
    known.page.state = PageState::Queued { until };
    let lease = known.page.lease;
    known.save(view, ctx)?;
    Ok(Verdict::stored(json!({ "lease": lease })))
}

/// Counts an attempt before the browser opens the page. The stored value is the page's record.
///
/// # Errors
/// See [`View::record`].
pub fn start(view: &mut View<'_>, ctx: Ctx<'_>, key: &str, lease: u64) -> Result<Verdict, Halt> {
    let mut known = match known(view, ctx, key)? {
        Ok(known) => known,
        Err(refusal) => return Ok(refusal.into()),
    };
    match known.page.state {
        _ if known.page.lease != lease => Ok(stale(&known.page, lease).into()),
        PageState::Queued { until } => {
            known.page.attempts += 1;
            known.page.state = PageState::Started { until };
            let stored = json!(known.page);
            known.save(view, ctx)?;
            Ok(Verdict::stored(stored))
        }
        PageState::Started { .. } => Ok(Verdict::Unchanged),
        _ => Ok(stale(&known.page, lease).into()),
    }
}

/// What a failed read left.
#[derive(Debug, Clone, Copy)]
pub struct Failure<'a> {
    /// Failed, shell, challenge or panel missing.
    pub class: PageClass,
    /// For people.
    pub note: &'a str,
    /// When to try again, or `None` for never.
    pub due_at: Option<u64>,
}

/// A failed read: due again, or given up. What an earlier read stated stands.
///
/// # Errors
/// See [`View::record`].
pub fn fail(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    (key, lease): (&str, u64),
    failure: Failure<'_>,
) -> Result<Verdict, Halt> {
    let mut known = match known(view, ctx, key)? {
        Ok(known) => known,
        Err(refusal) => return Ok(refusal.into()),
    };
    match known.page.state {
        _ if known.page.lease != lease => return Ok(stale(&known.page, lease).into()),
        PageState::Queued { .. } | PageState::Started { .. } => {}
        _ => return Ok(Verdict::Unchanged),
    }
    known.page.class = Some(failure.class);
    failure.note.clone_into(&mut known.page.note);
    known.page.state = match failure.due_at {
        Some(at) => PageState::Due { at },
        None => given_up(&known.page, failure.class),
    };
    known.save(view, ctx)?;
    Ok(Verdict::stored(serde_json::Value::Null))
}

/// The end of a page that gave no result: the earlier one, if there is one.
fn given_up(page: &PageRecord, class: PageClass) -> PageState {
    match (page.read_as, class) {
        (Some(PageClass::Content), _) => PageState::Content,
        (Some(PageClass::Gone), _) => PageState::Gone,
        (Some(PageClass::EmptyList), _) => PageState::EmptyList,
        (_, PageClass::Shell | PageClass::PanelMissing | PageClass::Challenge) => {
            PageState::Blocked
        }
        _ => PageState::Failed,
    }
}

/// Gives a queued page back to the frontier until a time: its host rests. Once started it is too
/// late: the read decides.
///
/// # Errors
/// See [`View::record`].
pub fn postpone(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    (key, lease): (&str, u64),
    due_at: u64,
) -> Result<Verdict, Halt> {
    let mut known = match known(view, ctx, key)? {
        Ok(known) => known,
        Err(refusal) => return Ok(refusal.into()),
    };
    if known.page.lease != lease {
        return Ok(stale(&known.page, lease).into());
    }
    if !matches!(known.page.state, PageState::Queued { .. }) {
        return Ok(Verdict::Unchanged);
    }
    known.page.state = PageState::Due { at: due_at };
    known.save(view, ctx)?;
    Ok(Verdict::stored(serde_json::Value::Null))
}

/// Ends a page without reading it.
///
/// # Errors
/// See [`View::record`].
pub fn skip(view: &mut View<'_>, ctx: Ctx<'_>, key: &str, note: &str) -> Result<Verdict, Halt> {
    let mut known = match known(view, ctx, key)? {
        Ok(known) => known,
        Err(refusal) => return Ok(refusal.into()),
    };
    if known.page.state.is_terminal() {
        return Ok(Verdict::Unchanged);
    }
    known.page.state = PageState::Skipped;
    note.clone_into(&mut known.page.note);
    known.save(view, ctx)?;
    Ok(Verdict::stored(serde_json::Value::Null))
}

/// Makes a page that came to an end due again.
///
/// # Errors
/// See [`View::record`].
pub fn reopen(view: &mut View<'_>, ctx: Ctx<'_>, key: &str, at: u64) -> Result<Verdict, Halt> {
    let mut known = match known(view, ctx, key)? {
        Ok(known) => known,
        Err(refusal) => return Ok(refusal.into()),
    };
    if !known.page.state.is_terminal() {
        return Ok(Verdict::Unchanged);
    }
    known.page.state = PageState::Due { at };
    known.save(view, ctx)?;
    Ok(Verdict::stored(serde_json::Value::Null))
}
