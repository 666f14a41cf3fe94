//! One list page: read as often as the job allows, in its panel if it has one, and whether what came is a
//! list.

use std::time::Duration;

use common::browser::{Advice, ListRead, PageReader, ReadRequest};
use discovery::Found;
use domain::disposition::{Disposition, ErrorClass, dispose};
use domain::ids::JobId;
use domain::job::{JobFile, Switch};
use domain::page_class::PageClass;
use domain::panel::Wish;
use domain::snapshot::Snapshot;
use draft::{Sought, content_of};

/// Why there is no list.
pub(super) enum Fault {
    /// The class and the reason, for people.
    Unread(PageClass, String),
    /// A filter of the job does not parse.
    Filter(String),
}

/// Reads one list page and what it offers.
pub(super) async fn list(
    reader: &dyn PageReader,
    job: (&JobId, &JobFile),
    url: &str,
) -> Result<(Snapshot, Found), Fault> {
    let find = |snapshot: &Snapshot| discovery::discover(snapshot, job.1).map_err(Fault::Filter);
    let mut snapshot = page(reader, job, url, Wish::Auto).await?;
    let mut found = find(&snapshot)?;
    // The list may be in a panel that attaches late.
    if found.links.is_empty()
        && !found.says_empty
        && job.1.read.frame == Switch::Auto
        && let Ok(later) = page(reader, job, url, Wish::Awaited).await
    {
        found = find(&later)?;
        snapshot = later;
    }
    check(&snapshot, &found)?;
    Ok((snapshot, found))
}

async fn page(
    reader: &dyn PageReader,
    (id, job): (&JobId, &JobFile),
    url: &str,
    panel: Wish,
) -> Result<Snapshot, Fault> {
    let (mut attempt, mut alone) = (1, false);
    loop {
        let request = ReadRequest {
            url: url.to_owned(),
            job: id.clone(),
            options: job.read.clone(),
            list: Some(ListRead {
                scroll: job.follow.scroll == Switch::Auto,
                load_more: job.follow.load_more == Switch::Auto,
                max_links: job.follow.max_links,
            }),
            alone,
            panel,
            advice: Some(|page, _| Advice::refuse(draft::refusal(page))),
        };
        let (fault, class) = match reader.read(request).await {
            Ok(snapshot) => match snapshot.status {
                Some(status) if status >= 400 => refused(status),
                _ => return Ok(content_of(snapshot, panel, Sought::List).snapshot),
            },
            // Its session died or it is too large: that is no failure of its own yet.
            Err(error) if error.suspect && !alone => {
                alone = true;
                continue;
            }
            Err(error) => {
                let fault = Fault::Unread(PageClass::Failed, error.to_string());
                (fault, error.class)
            }
        };
        match dispose(class, attempt, job.read.attempts) {
            Disposition::DeadLetter => return Err(fault),
            Disposition::Retry { after_ms } => {
                tokio::time::sleep(Duration::from_millis(after_ms)).await;
            }
        }
        attempt += 1;
        alone = true;
    }
}

/// A status in place of a list (RFC 9110): whether it is a block, and whether it may pass.
fn refused(status: u16) -> (Fault, ErrorClass) {
    let class = match status {
        401 | 403 | 429 => PageClass::Challenge,
        _ => PageClass::Failed,
    };
    let passes = status >= 500 || status == 429;
    let retry = if passes {
        ErrorClass::Transient
    } else {
        ErrorClass::Permanent
    };
    (Fault::Unread(class, format!("status {status}")), retry)
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
