//! From a job file on disk to a job that can run: read, parse, fill in the schema, compile. Nothing
//! is opened or contacted before all of it holds.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use domain::job::{AllowRange, JobFile, address_finding, parse_job};
use domain::schema::{AnswerSchema, Finding};
use serde_json::Value;

use crate::args::JobArgs;
use crate::exit::{Exit, Failure};
use crate::json;

/// A job whose schema compiles.
#[derive(Debug, Clone)]
pub(crate) struct LoadedJob {
    pub(crate) file: JobFile,
    pub(crate) schema: Arc<AnswerSchema>,
}

/// Loads the job that the arguments name; `allow` are the ranges a browser may go to.
pub(crate) fn load(args: &JobArgs, allow: &[AllowRange]) -> Result<LoadedJob, Failure> {
    let file = file(args, allow)?;
    let schema = compile(&file, &args.job.display().to_string())?;
    Ok(LoadedJob {
        file,
        schema: Arc::new(schema),
    })
}

/// The job file that the arguments name, its schema and pages filled in.
pub(crate) fn file(args: &JobArgs, allow: &[AllowRange]) -> Result<JobFile, Failure> {
    let text = read(&args.job, "job file")?;
    let mut file = parse_job(&text, allow).map_err(|findings| refused(&args.job, findings))?;
    if !args.start.is_empty() {
        file.start.clone_from(&args.start);
        let findings = addresses("/start", &file.start, allow);
        if !findings.is_empty() {
            return Err(Failure::refused(
                "the addresses given with --start are refused",
                findings,
            ));
        }
    }
    take_pages_file(&mut file, &args.job, allow)?;
    file.schema = schema_source(&file.schema, &args.job)?;
    Ok(file)
}

/// Every range open: for verbs that go to no address.
pub(crate) fn anywhere() -> Vec<AllowRange> {
    let named = domain::job::RANGES.iter();
    named
        .map(|range| AllowRange::Named((*range).to_owned()))
        .collect()
}

/// Compiles a job's inline schema with the job's own words for members of closed sets. `of` names the
/// job in refusals.
pub(crate) fn compile(file: &JobFile, of: &str) -> Result<AnswerSchema, Failure> {
    common::jobs::compile(file)
        .map_err(|findings| Failure::refused(format!("the schema of {of} is refused"), findings))
}

/// An inline schema as it is, a path as the file's content.
fn schema_source(schema: &Value, job: &Path) -> Result<Value, Failure> {
    let Value::String(path) = schema else {
        return Ok(schema.clone());
    };
    read_schema(&beside(job, path))
}

/// Reads a schema that the operator named.
pub(crate) fn read_schema(path: &Path) -> Result<Value, Failure> {
    let text = read(path, "schema")?;
    json::parse(&text).map_err(|error| {
        let message = format!("{} is not JSON", path.display());
        Failure::refused(message, vec![not_json("the schema ", path, &error)])
    })
}

/// That a file is not the JSON it should be.
pub(crate) fn not_json(what: &str, path: &Path, error: &serde_json::Error) -> Finding {
    Finding {
        pointer: String::new(),
        code: "not_json".to_owned(),
        message: format!("{what}{} is not JSON: {error}", path.display()),
    }
}

/// The addresses of a list that may not be read, each with its place.
fn addresses(pointer: &str, addresses: &[String], allow: &[AllowRange]) -> Vec<Finding> {
    let placed = addresses.iter().enumerate();
    placed
        .filter_map(|(at, url)| address_finding(&format!("{pointer}/{at}"), url, allow))
        .collect()
}

/// Appends the addresses of `pages_file`, one a line, blank lines and `#` comments left out.
fn take_pages_file(file: &mut JobFile, job: &Path, allow: &[AllowRange]) -> Result<(), Failure> {
    let Some(path) = &file.pages_file else {
        return Ok(());
    };
    let path = beside(job, path);
    let text = read(&path, "pages file")?;
    let lines = text.lines().map(str::trim).zip(1..);
    let pages = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    let pages: Vec<(&str, u64)> = pages.collect();
    let findings: Vec<Finding> = pages
        .iter()
        .filter_map(|(url, line)| {
            let found = address_finding("/pages_file", url, allow)?;
            let message = format!("{}, line {line}: {}", path.display(), found.message);
            Some(Finding { message, ..found })
        })
        .collect();
    if !findings.is_empty() {
        return Err(Failure::refused(
            format!("{} is refused", path.display()),
            findings,
        ));
    }
    file.pages
        .extend(pages.into_iter().map(|(url, _)| url.to_owned()));
    Ok(())
}

fn beside(job: &Path, path: &str) -> std::path::PathBuf {
    job.parent().unwrap_or(Path::new("")).join(path)
}

/// What to do with an address where a file is wanted.
const NO_ADDRESS: &str = "save what is there as a file, and name that";

/// Whether an address stands where a file is wanted.
pub(crate) fn is_address(path: &Path) -> bool {
    let text = path.to_string_lossy();
    text.starts_with("http://") || text.starts_with("https://")
}

/// Reads a file that the operator named.
pub(crate) fn read(path: &Path, what: &str) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|error| {
        let why = match error.kind() {
            _ if is_address(path) => format!("{error}. It is an address: {NO_ADDRESS}"),
            ErrorKind::InvalidData => "it is no text in UTF-8: save it as that".to_owned(),
            ErrorKind::IsADirectory => "it is a folder: name a file in it".to_owned(),
            ErrorKind::PermissionDenied => format!("{error}: let this user read it"),
            _ => error.to_string(),
        };
        let message = format!("cannot read the {what} {}: {why}", path.display());
        Failure::new(Exit::Usage, message)
    })
}

fn refused(path: &Path, findings: Vec<Finding>) -> Failure {
    Failure::refused(
        format!("the job file {} is refused", path.display()),
        findings,
    )
}
