//! The top-level fields of a replay: how they differ from the run's, and their way into its answer.

use common::jobs::OpenJob;
use common::store::StoreError;
use domain::answer::command::Command;
use domain::pointer;
use serde_json::Value;

use super::{Change, compare};
use crate::edits::Edited;
use crate::exit::Failure;
use crate::opened::{OpenRun, broken};

/// The fields that two answers have differently, in schema order.
pub(super) async fn changes(old: &OpenJob, new: &OpenJob) -> Result<Vec<Change>, Failure> {
    found(old, new).await.map_err(|error| broken(&error))
}

async fn found(old: &OpenJob, new: &OpenJob) -> Result<Vec<Change>, StoreError> {
    let (was, is) = (old.store.standing().await?, new.store.standing().await?);
    let (from, to) = (
        old.store.field_receipts().await?,
        new.store.field_receipts().await?,
    );
    let rows = new.schema.answer.as_ref();
    let rows = rows.and_then(|answer| answer.path.first());
    let mut changes = Vec::new();
    for field in new.schema.top.iter().filter(|one| Some(&one.name) != rows) {
        let name = &field.name;
        let before = was.top.get(name).unwrap_or(&Value::Null);
        let after = is.top.get(name).unwrap_or(&Value::Null);
        let mut places = Vec::new();
        compare(&pointer::of(name), before, after, &mut places);
        changes.extend(places.into_iter().map(|(at, old, new)| Change {
            pointer: at,
            old: old.clone(),
            new: new.clone(),
            old_receipt: from.get(name).filter(|_| !old.is_null()).cloned(),
            new_receipt: to.get(name).filter(|_| !new.is_null()).cloned(),
            old_reason: None,
            new_reason: None,
        }));
    }
    Ok(changes)
}

/// Puts the fields that the replay drafted otherwise into the answer.
pub(super) async fn apply(
    run: &OpenRun,
    new: &OpenJob,
    changes: &[Change],
) -> Result<Vec<Edited>, Failure> {
    let set = set(run, new, changes).await;
    set.map_err(|error| broken(&error))
}

async fn set(run: &OpenRun, new: &OpenJob, changes: &[Change]) -> Result<Vec<Edited>, StoreError> {
    let top = new.store.standing().await?.top;
    let receipts = new.store.field_receipts().await?;
    let changed = |name: &str| {
        let at = pointer::of(name);
        let within =
            |change: &Change| change.pointer == at || change.pointer.starts_with(&format!("{at}/"));
        changes.iter().any(within)
    };
    let mut edited = Vec::new();
    for field in new.schema.top.iter().filter(|field| changed(&field.name)) {
        let command = Command::SetField {
            key: field.name.clone(),
            value: top.get(&field.name).cloned().unwrap_or_default(),
            receipt: receipts.get(&field.name).cloned(),
        };
        edited.push(Edited {
            op: "replay",
            about: field.name.clone(),
            verdict: run.job.store.submit_one(command).await?,
        });
    }
    Ok(edited)
}
