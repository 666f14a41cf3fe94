//! `windrow check FILE`: what a job or a bare schema asks for, and why it is refused if it is. Nothing
//! is contacted.

use common::config::Config;
use domain::job::AllowRange;
use domain::schema::{AnswerSchema, CheckReport, check_report};
use serde_json::Value;

use crate::args::{CheckArgs, Global, JobArgs};
use crate::exit::{Exit, Failure};
use crate::{load, output};

/// Keys that only a job has.
const JOB_KEYS: [&str; 4] = ["start", "pages", "pages_file", "schema"];

/// Checks the file and prints its report.
pub(crate) fn check(args: &CheckArgs, global: &Global, config: &Config) -> Result<Exit, Failure> {
    let text = load::read(&args.file, "file")?;
    let report = match bare_schema(&text) {
        Some(schema) => of_schema(&schema),
        None => of_job(args, &config.browser.allow_ranges)?,
    };
    if global.json {
        output::json(&report);
    } else {
        output::check::print(&report);
    }
    Ok(if report.ok {
        Exit::Complete
    } else {
        Exit::Refused
    })
}

/// The schema, if the text is one: JSON that says so, or that has no key of a job.
fn bare_schema(text: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(text).ok()?;
    let is_job = value.as_object().is_some_and(|map| {
        !map.contains_key("$schema") && JOB_KEYS.iter().any(|key| map.contains_key(*key))
    });
    (!is_job).then_some(value)
}

fn of_schema(schema: &Value) -> CheckReport {
    let compiled = AnswerSchema::compile(schema, None, None);
    check_report(compiled.as_ref().map_err(Vec::as_slice))
}

fn of_job(args: &CheckArgs, allow: &[AllowRange]) -> Result<CheckReport, Failure> {
    let job = JobArgs {
        job: args.file.clone(),
        start: Vec::new(),
        allow_range: Vec::new(),
        webdriver_url: None,
    };
    match load::load(&job, allow) {
        Ok(loaded) => Ok(check_report(Ok(&loaded.schema))),
        Err(failure) if failure.exit == Exit::Refused => Ok(check_report(Err(&failure.findings))),
        Err(failure) => Err(failure),
    }
}

#[cfg(test)]
mod tests;
