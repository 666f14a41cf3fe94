//! The gate: waits until everything that was discovered is settled, marks earned absence, asks for
//! the end, repairs once, and delivers.

use std::time::Duration;

use common::store::StoreError;
use common::telemetry::Bounced;
use domain::answer::command::Command;
use domain::answer::standing::{Gap, Gaps};
use domain::answer::verdict::Verdict;
use domain::frontier::PageState;
use domain::job::{AbsenceMode, OnGaps};
use tokio_util::sync::CancellationToken;

use crate::service::{Ending, Parts};

/// The shortest and the longest pause between two looks whether the frontier has drained.
const TICK: Duration = Duration::from_millis(25);
const SLOW_TICK: Duration = Duration::from_millis(400);
/// So many pages are not read within the shortest pause.
const PAGES_A_TICK: u64 = 64;

/// The numbers of the two asks for the end: the second one follows the repair pass.
const FIRST: u64 = 1;
const SECOND: u64 = 2;

/// Takes a job through the gate once its frontier drains.
pub(crate) async fn pass(parts: &Parts, stop: &CancellationToken) -> Result<Ending, StoreError> {
    if !drained(parts, stop).await? {
        return Ok(Ending::Early(
            "stopped before every page was read".to_owned(),
        ));
    }
    mark_absent(parts).await?;
    // A run that is continued may have been bounced before: that was its first `done`.
    let bounced = parts.job.store.standing().await?.gate.bounced;
    if !bounced && done(parts, FIRST).await? {
        return Ok(Ending::Finished);
    }
    if repair(parts).await? && !drained(parts, stop).await? {
        return Ok(Ending::Early("stopped during the repair pass".to_owned()));
    }
    mark_absent(parts).await?;
    if parts.job.file.on_gaps == OnGaps::Hold {
        return Ok(Ending::Held);
    }
    done(parts, SECOND).await?;
    Ok(Ending::Finished)
}

/// Waits until every discovered page is settled; false if stopped first.
async fn drained(parts: &Parts, stop: &CancellationToken) -> Result<bool, StoreError> {
    let mut looks = Looks::default();
    loop {
        let progress = parts.job.store.progress().await?;
        if progress.finished {
            return Ok(true);
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(false),
            () = tokio::time::sleep(looks.pause(progress.unread())) => {}
        }
    }
}

/// When to look again: soon after a page was settled while few are left, and ever more rarely while none
/// is. So the end is seen late by a part of what the last page took.
#[derive(Default)]
struct Looks {
    unread: Option<u64>,
    pause: Duration,
}

impl Looks {
    fn pause(&mut self, unread: u64) -> Duration {
        let same = self.unread.replace(unread) == Some(unread);
        let ticks = unread.div_ceil(PAGES_A_TICK).clamp(1, 16);
        let shortest = TICK * u32::try_from(ticks).unwrap_or(1);
        self.pause = if same {
            self.pause + self.pause / 4
        } else {
            shortest
        }
        .min(SLOW_TICK);
        self.pause
    }
}

/// Marks the row fields that no page publishes: empty on every row, and no label, key or heading of
/// any read page shares a strong word with them. What the rules do not grant stays unmarked.
async fn mark_absent(parts: &Parts) -> Result<(), StoreError> {
    if parts.job.file.absence != AbsenceMode::Auto {
        return Ok(());
    }
    let hinted = parts.job.store.hinted().await?;
    let unhinted = |name: &String| {
        hinted
            .iter()
            .all(|(field, pages)| field != name || *pages == 0)
    };
    let empty = parts.job.store.coverage().await?.empty_on_all;
    for field in empty.into_iter().filter(unhinted) {
        let mark = Command::MarkAbsent {
            fields: vec![field.clone()],
            reason: "no label, key or heading of any read page names it".to_owned(),
            by: "coordinator".to_owned(),
        };
        if let Some(refusal) = parts.job.store.submit_one(mark).await?.refusal() {
            tracing::debug!(field, code = ?refusal.code, "absence not earned");
        }
    }
    Ok(())
}

/// Asks for the end; true if it was granted. The same number again is the same ask.
async fn done(parts: &Parts, ask: u64) -> Result<bool, StoreError> {
    let verdict = parts.job.store.submit_one(Command::Done { ask }).await?;
    let Verdict::Accepted { stored, .. } = verdict else {
        return Ok(true);
    };
    let accepted = stored["accepted"].as_bool().unwrap_or(true);
    if !accepted {
        let gaps = parts.job.store.deficiencies().await?;
        parts.events.emit(Bounced {
            deficiencies: describe(&gaps),
        });
    }
    Ok(accepted)
}

/// The gaps as short phrases.
fn describe(gaps: &Gaps) -> Vec<String> {
    let mut list: Vec<String> = gaps
        .deficiencies
        .iter()
        .map(|gap| match gap.gap {
            Gap::NotSet => format!("{} is not set", gap.field),
            Gap::ListEmpty => format!("{} has no rows", gap.field),
            Gap::EmptyOn { missing, total } => {
                format!("{} is empty on {missing} of {total}", gap.field)
            }
        })
        .collect();
    let counts = [
        (gaps.links_without_row, "links without a row"),
        (gaps.refused_items, "refused rows"),
        (gaps.given_up, "pages given up or left out"),
        (
            gaps.list_short_by,
            "items that the list states and that were not found",
        ),
    ];
    list.extend(
        counts
            .iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, what)| format!("{n} {what}")),
    );
    list
}

/// Makes failed and blocked pages due once more; true if there are any.
async fn repair(parts: &Parts) -> Result<bool, StoreError> {
    let now = parts.clock.now_ms();
    let again: Vec<_> = parts
        .job
        .store
        .pages()
        .await?
        .into_iter()
        .filter(|entry| !entry.page.list)
        .filter(|entry| matches!(entry.page.state, PageState::Failed | PageState::Blocked))
        .map(|entry| Command::Reopen {
            page: entry.key,
            at: now,
        })
        .collect();
    if again.is_empty() {
        return Ok(false);
    }
    parts.job.store.submit_many(&again).await?;
    Ok(true)
}

#[cfg(test)]
mod tests;
