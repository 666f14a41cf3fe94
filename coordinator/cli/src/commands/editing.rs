//! What all verbs that edit a run share: the run is opened, edited, its files are written anew, and
//! what became of the edits is told.

use std::path::Path;

use common::config::Config;
use common::telemetry::Delivered;
use coordinator::Ending;
use domain::answer::rules::names;
use domain::answer::verdict::{Refusal, Verdict};
use serde_json::{Value, json};

use super::run::exit;
use crate::args::Global;
use crate::edits::{Edited, Editor};
use crate::exit::{Exit, Failure};
use crate::opened::{OpenRun, broken};
use crate::output;
use crate::output::edits::{self, End};
use crate::output::files::Report;

/// Opens a run.
pub(super) async fn open(run: &Path, config: &Config) -> Result<OpenRun, Failure> {
    OpenRun::open(run, config).await
}

/// Writes the run's files, tells what became of its edits and ends: 0 if all of them hold, 3 if a part
/// was refused.
pub(super) async fn finish(
    run: OpenRun,
    global: &Global,
    edited: &[Edited],
) -> Result<Exit, Failure> {
    finish_with(run, global, edited, &[]).await
}

/// The same for edits that stand in a file: `lines` are the numbers of their lines.
pub(super) async fn finish_with(
    mut run: OpenRun,
    global: &Global,
    edited: &[Edited],
    lines: &[usize],
) -> Result<Exit, Failure> {
    let delivered = edited.iter().any(is_delivery);
    if delivered {
        run.ended.ending = Ending::Finished;
    }
    let report = run.rewrite().await?;
    let refused = edited.iter().any(|one| edits::end(one) == End::Refused);
    if global.json {
        output::json(&told(&report, edited, lines));
    } else {
        for one in edited {
            edits::refusals(one);
            if let Some(gaps) = edits::gaps(one) {
                edits::print_gaps(&gaps);
            }
        }
        if !global.quiet {
            output::line(&report.coverage.line());
        }
    }
    match (refused, delivered) {
        (true, _) => Ok(Exit::Gaps),
        (false, true) => deliver(&run, global).await,
        (false, false) => Ok(Exit::Complete),
    }
}

/// Whether an edit closed the run.
fn is_delivery(edited: &Edited) -> bool {
    edited.op == "done"
        && match &edited.verdict {
            Verdict::Accepted { stored, .. } => stored["accepted"] == true,
            Verdict::Unchanged => true,
            Verdict::Refused(_) => false,
        }
}

/// Says that the run is delivered, and how.
async fn deliver(run: &OpenRun, global: &Global) -> Result<Exit, Failure> {
    let outcome = run.outcome().await.map_err(|error| broken(&error))?;
    let delivery = &outcome.delivery;
    let coverage = run.job.store.coverage().await;
    run.events()?.emit(Delivered {
        rows: coverage.map_err(|error| broken(&error))?.items,
        complete: delivery.complete,
        successful: delivery.successful,
    });
    if !global.json && !global.quiet {
        let how = if delivery.complete {
            "complete"
        } else {
            "with gaps"
        };
        output::line(&format!(
            "delivered {how}; {}",
            run.folder.path().join("output.json").display()
        ));
    }
    Ok(exit(&outcome))
}

fn told(report: &Report, edited: &[Edited], lines: &[usize]) -> Value {
    let refused = edited
        .iter()
        .filter(|one| edits::end(one) == End::Refused)
        .count();
    let results: Vec<Value> = edited.iter().map(edits::as_json).collect();
    let mut told = json!({
        "ok": refused == 0,
        "total": edited.len(),
        "refused": refused,
        "results": results,
        "coverage": edits::coverage_json(&report.coverage),
        "ending": report.ending,
        "complete": report.complete,
    });
    if let Some(results) = told["results"].as_array_mut() {
        for (result, number) in results.iter_mut().zip(lines) {
            result["line"] = json!(number);
        }
    }
    told
}

/// Tells that a read is refused, and ends.
pub(super) fn refuse(global: &Global, op: &'static str, about: String, refusal: Refusal) -> Exit {
    let verdict = Verdict::Refused(refusal);
    let edited = Edited { op, about, verdict };
    if global.json {
        output::json(&json!({ "ok": false, "results": [edits::as_json(&edited)] }));
    } else {
        edits::refusals(&edited);
    }
    Exit::Gaps
}

/// The fields that the schema gives a run's rows.
pub(super) fn row_fields(run: &OpenRun) -> Vec<&str> {
    let fields = run
        .job
        .schema
        .answer
        .iter()
        .flat_map(|answer| &answer.fields);
    fields.map(|field| field.name.as_str()).collect()
}

/// That rows have no field of that name, with those they have.
pub(super) fn no_such_field(run: &OpenRun, message: &str, name: &str) -> Refusal {
    names::unknown("", name, message, &row_fields(run))
}

/// Tells of a field that the schema does not declare, and which it does, nearest first where they are many.
pub(super) fn undeclared(run: &OpenRun, name: &str) {
    let told = names::unknown("", name, "", &row_fields(run));
    let known = told.allowed.iter().filter_map(Value::as_str);
    let known: Vec<&str> = known.collect();
    let known = known.join(", ");
    output::note(&format!(
        "{name} is not declared by the schema; its fields are: {known}"
    ));
}

/// Tells that a file asks for nothing.
pub(super) fn nothing_in(file: &Path) {
    output::note(&format!(
        "{} asks for nothing: nothing was changed",
        file.display()
    ));
}

/// An editor of a run whose edits are told in its events.
pub(super) fn editor(run: &OpenRun) -> Result<Editor<'_>, Failure> {
    Editor::of(run)
}
