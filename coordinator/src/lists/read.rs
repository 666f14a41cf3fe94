//! One list page: read as often as the job allows, and whether what came is a list.

use std::time::Duration;

use common::browser::{ListRead, PageReader, ReadRequest};
use discovery::Found;
use domain::disposition::{Disposition, ErrorClass, dispose};
use domain::ids::JobId;
use domain::job::{JobFile, Switch};
use domain::page_class::PageClass;
use domain::snapshot::Snapshot;

/// Why there is no list: the class and the reason, for people.
pub(super) type Unread = (PageClass, String);

/// Reads one list page; else says why not.
pub(super) async fn list(
    reader: &dyn PageReader,
    (id, job): (&JobId, &JobFile),
    url: &str,
) -> Result<Snapshot, Unread> {
    let mut attempt = 1;
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
            alone: attempt > 1,
        };
        let (unread, class) = match reader.read(request).await {
            Ok(snapshot) => match snapshot.status {
                Some(status) if status >= 400 => refused(status),
                _ => return Ok(snapshot),
            },
            Err(error) => ((PageClass::Failed, error.to_string()), error.class),
        };
        match dispose(class, attempt, job.read.attempts) {
            Disposition::DeadLetter => return Err(unread),
            Disposition::Retry { after_ms } => {
                tokio::time::sleep(Duration::from_millis(after_ms)).await;
            }
        }
        attempt += 1;
    }
}

/// A status in place of a list (RFC 9110): whether it is a block, and whether it may pass.
fn refused(status: u16) -> (Unread, ErrorClass) {
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
    ((class, format!("status {status}")), retry)
}

/// A page without links that does not say it is empty may be something else in the list's place.
pub(super) fn check(snapshot: &Snapshot, found: &Found) -> Result<(), Unread> {
    if !found.links.is_empty() || found.says_empty {
        return Ok(());
    }
    match draft::classify(snapshot) {
        (class @ (PageClass::Challenge | PageClass::Failed), why) => Err((class, why)),
        _ => Ok(()),
    }
}
