//! Compares two JSON files as values: exit 0 if they are equal, 1 if not, 2 if one cannot be read.
//! The order of an object's keys does not count, the spelling of a number does (1 is not 1.0).

use std::process::ExitCode;

use serde_json::Value;

fn main() -> ExitCode {
    let mut files = std::env::args_os().skip(1);
    let (Some(left), Some(right), None) = (files.next(), files.next(), files.next()) else {
        return ExitCode::from(2);
    };
    match (read(left.as_ref()), read(right.as_ref())) {
        (Ok(left), Ok(right)) if left == right => ExitCode::SUCCESS,
        (Ok(_), Ok(_)) => ExitCode::FAILURE,
        _ => ExitCode::from(2),
    }
}

fn read(path: &std::path::Path) -> anyhow::Result<Value> {
    Ok(serde_json::from_slice(&std::fs::read(path)?)?)
}
