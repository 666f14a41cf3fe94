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

/// Reads one list page and what it offers.
pub(super) async fn list(lane: &Lane<'_>, url: &str) -> Result<(Snapshot, Found), Fault> {
    let find = |snapshot: &Snapshot| discovery::discover(snapshot, lane.job).map_err(Fault::Filter);
    let mut snapshot = page(lane, url, Wish::Auto).await?;
    let mut found = find(&snapshot)?;
    // The list may be in a panel that attaches late.
    if found.links.is_empty() && !found.says_empty && lane.job.read.frame == Switch::Auto {
        match page(lane, url, Wish::Awaited).await {
            Ok(later) => {
                found = find(&later)?;
                snapshot = later;
            }
            Err(Fault::Stopped) => return Err(Fault::Stopped),
            Err(_) => {}
        }
    }
    check(&snapshot, &found)?;
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

/// A page without links that does not say it is empty may be something else in the list's place.
fn check(snapshot: &Snapshot, found: &Found) -> Result<(), Fault> {
    if !found.links.is_empty() || found.says_empty {
        return Ok(());
    }
    match draft::classify(snapshot) {
        (class @ (PageClass::Challenge | PageClass::Failed), why) => Err(Fault::Unread(class, why)),
        _ => Ok(()),
    }
}
