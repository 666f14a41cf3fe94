//! `windrow draft` as a process, and the same rows from a real browser: pages in, rows out.

mod batch;
mod browser;
mod frames;
mod large;
mod program;
mod refused;
mod sessions;
mod text;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use fleet_tests::program::windrow;
use serde_json::Value;

/// What the program said and how it ended.
#[derive(Debug)]
struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Said {
    /// The lines of standard output as JSON.
    fn lines(&self) -> Result<Vec<Value>> {
        let lines = self.out.lines();
        lines
            .map(|line| serde_json::from_str(line).with_context(|| format!("{self:?}")))
            .collect()
    }

    /// Ended so, and said all of this.
    fn check(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:?}");
        for word in words {
            let there = self.out.contains(word) || self.err.contains(word);
            assert!(there, "{word:?} is not in {self:?}");
        }
    }
}

/// The arguments that draft a page, or many, by `schema.json`.
fn drafting<'a>(pages: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["draft", pages, "--schema", "schema.json"], more].concat()
}

/// Runs the program in a folder, with this on its standard input.
fn run(folder: &Path, args: &[&str], input: &str) -> Result<Said> {
    let mut child = Command::new(windrow()?)
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take().context("no standard input")?;
    let input = input.to_owned();
    // Beside the reading of what it says: neither side may wait for the other.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output()?;
    // A program that refused its arguments reads nothing.
    drop(writer.join());
    Ok(Said {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}
