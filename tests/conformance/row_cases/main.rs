//! Runs the row cases: each page through the static parser and the draft, compared key by key. One
//! trial per case; a failing one prints what it got and what was wanted.

use std::process::ExitCode;

use anyhow::Result;
use domain::frontier::Listing;
use domain::job::JobFile;
use domain::schema::AnswerSchema;
use domain::snapshot::parse_html;
use draft::{DraftInput, draft_row};
use fleet_tests::rows::{self, Case};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

fn main() -> Result<ExitCode> {
    let arguments = Arguments::from_args();
    let trials = rows::cases()?.into_iter();
    let trials = trials.map(|case| Trial::test(case.id.clone(), move || check(&case)));
    Ok(libtest_mimic::run(&arguments, trials.collect()).exit_code())
}

fn check(case: &Case) -> Result<(), Failed> {
    let got = row(case).map_err(|error| error.to_string())?;
    case.fault(&got)
        .map_or(Ok(()), |fault| Err(Failed::from(fault)))
}

fn row(case: &Case) -> Result<Value> {
    let schema = AnswerSchema::compile(&case.answer_schema(), None, None)
        .map_err(|findings| anyhow::anyhow!("{}: {findings:?}", case.id))?;
    let snapshot = parse_html(&case.html, &case.url);
    let draft = draft_row(DraftInput {
        snapshot: &snapshot,
        url: &case.url,
        listing: &Listing::default(),
        schema: &schema,
        job: &JobFile::default(),
    });
    Ok(Value::Object(draft.row))
}
