//! `windrow check FILE`: what a job or a bare schema asks for, and why it is refused if it is. Nothing
//! is contacted.

use std::path::Path;

use common::config::Config;
use domain::job::AllowRange;
use domain::schema::{AnswerSchema, CheckReport, check_report};
use serde_json::Value;

use crate::args::{CheckArgs, Global, JobArgs};
use crate::exit::{Exit, Failure};
use crate::{json, load, output};

/// Keys that only a job has.
const JOB_KEYS: [&str; 4] = ["start", "pages", "pages_file", "schema"];

/// Checks the file and prints its report.
pub(crate) fn check(args: &CheckArgs, global: &Global, config: &Config) -> Result<Exit, Failure> {
    let text = load::read(&args.file, "file")?;
    let report = if let Some(schema) = bare_schema(&text) {
        of_schema(&schema)
    } else {
        let report = of_job(args, &config.browser.allow_ranges)?;
        plain(report, &text, &args.file)
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
    let value = json::parse(text).ok()?;
    let is_job = value.as_object().is_some_and(|map| {
        !map.contains_key("$schema") && JOB_KEYS.iter().any(|key| map.contains_key(*key))
    });
    (!is_job).then_some(value)
}

/// What is refused in a file of JSON that is none: not what YAML makes of it.
fn plain(report: CheckReport, text: &str, file: &Path) -> CheckReport {
    let named_so = file.extension().is_some_and(|ending| ending == "json");
    match json::parse(text) {
        Err(error) if named_so && !report.ok => {
            check_report(Err(&[load::not_json("", file, &error)]))
        }
        _ => report,
    }
}

fn of_schema(schema: &Value) -> CheckReport {
    let compiled = AnswerSchema::compile(schema, None, None);
    check_report(compiled.as_ref().map_err(Vec::as_slice))
}

fn of_job(args: &CheckArgs, allow: &[AllowRange]) -> Result<CheckReport, Failure> {
    match load::load(&JobArgs::of(&args.file), allow) {
        Ok(loaded) => Ok(check_report(Ok(&loaded.schema))),
        Err(failure) if failure.exit == Exit::Refused => Ok(check_report(Err(&failure.findings))),
        Err(failure) => Err(failure),
    }
}

#[cfg(test)]
mod tests;
