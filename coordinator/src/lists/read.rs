//! One list page: read as often as the job allows, in its panel if it has one, and whether what came is a
//! list.

use common::browser::{Advice, ListRead, ReadRequest};
use discovery::Found;
use domain::job::Switch;
use domain::page_class::PageClass;
use domain::panel::Wish;
use domain::snapshot::Snapshot;
use draft::{Sought, content_of};

use crate::lane::{Lane, Setback, Stopped};

/// Why there is no list.
pub(super) enum Fault {
    /// The class and the reason, for people.
    Unread(PageClass, String),
    /// A filter of the job does not parse.
    Filter(String),
    /// The run was asked to stop.
    Stopped,
}

impl From<Stopped> for Fault {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// Reads one list page and what it offers; something else in its place is read again, as often as a status
/// that says the same.
pub(super) async fn list(lane: &Lane<'_>, url: &str) -> Result<(Snapshot, Found), Fault> {
    let mut attempts = 0;
    loop {
        let (snapshot, found) = once(lane, url, &mut attempts).await?;
        let Some(setback) = instead(&snapshot, &found) else {
            return Ok((snapshot, found));
        };
        if !lane.again(url, &setback, attempts).await? {
            return Err(Fault::Unread(setback.class, setback.why));
        }
    }
}

/// Reads it once, and once more where its list may only be late.
async fn once(lane: &Lane<'_>, url: &str, attempts: &mut u32) -> Result<(Snapshot, Found), Fault> {
    *attempts += 1;
    let find = |snapshot: &Snapshot| discovery::discover(snapshot, lane.job).map_err(Fault::Filter);
    let snapshot = page(lane, url, Wish::Auto).await?;
    let found = find(&snapshot)?;
    // The list may be in a panel that attaches late; a challenge has none.
    let panel = found.links.is_empty() && !found.says_empty && lane.job.read.frame == Switch::Auto;
    if panel && draft::classify(&snapshot).0 != PageClass::Challenge {
        *attempts += 1;
        match page(lane, url, Wish::Awaited).await {
            Ok(later) => {
                let found = find(&later)?;
                return Ok((later, found));
            }
            Err(Fault::Stopped) => return Err(Fault::Stopped),
            Err(_) => {}
        }
    }
    Ok((snapshot, found))
}

async fn page(lane: &Lane<'_>, url: &str, panel: Wish) -> Result<Snapshot, Fault> {
    let (mut attempts, mut alone) = (1, false);
    loop {
        let read = lane.reader.read(request(lane, url, panel, alone));
        let setback = match lane.visit(url, read).await? {
            Ok(snapshot) => match snapshot.status {
                Some(status) if status >= 400 => Setback::of_status(status),
                _ => return Ok(content_of(snapshot, panel, Sought::List).snapshot),
            },
            // Its session died or it is too large: that is no failure of its own yet.
            Err(error) if error.suspect && !alone => {
                alone = true;
                continue;
            }
            Err(error) => Setback::of_error(&error),
        };
        if !lane.again(url, &setback, attempts).await? {
            return Err(Fault::Unread(setback.class, setback.why));
        }
        attempts += 1;
        alone = true;
    }
}

fn request(lane: &Lane<'_>, url: &str, panel: Wish, alone: bool) -> ReadRequest {
    let follow = &lane.job.follow;
    ReadRequest {
        url: url.to_owned(),
        job: lane.id.clone(),
        options: lane.job.read.clone(),
        list: Some(ListRead {
            scroll: follow.scroll == Switch::Auto,
            load_more: follow.load_more == Switch::Auto,
            max_links: follow.max_links,
        }),
        alone,
        panel,
        advice: Some(|page, _| Advice::refuse(draft::refusal(page))),
    }
}

/// What came in a list's place: a page without links that does not say it is empty may be that.
fn instead(snapshot: &Snapshot, found: &Found) -> Option<Setback> {
    if !found.links.is_empty() || found.says_empty {
        return None;
    }
    match draft::classify(snapshot) {
        (class @ (PageClass::Challenge | PageClass::Failed), why) => {
            Some(Setback::of_class(class, why))
        }
        _ => None,
    }
}
