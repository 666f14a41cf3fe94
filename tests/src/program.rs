//! The operator's program as the tests run it: built once, started as a process, in a folder of its
//! own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// The path of the freshly built `windrow`.
///
/// # Errors
/// It does not build.
pub fn windrow() -> Result<&'static Path> {
    static BUILT: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    match BUILT.get_or_init(|| build().map_err(|error| format!("{error:#}"))) {
        Ok(path) => Ok(path),
        Err(error) => bail!("{error}"),
    }
}

/// What cargo tells a test of its own package. A build that inherits it takes build scripts that watch
/// these for changed, and makes everything above them anew.
const OF_THE_TEST: [&str; 7] = [
    "CARGO_MANIFEST_DIR",
    "CARGO_MANIFEST_LINKS",
    "CARGO_PKG_NAME",
    "CARGO_PKG_VERSION_MAJOR",
    "CARGO_PKG_VERSION_MINOR",
    "CARGO_PKG_VERSION_PATCH",
    "CARGO_PKG_VERSION_PRE",
];

fn build() -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut cargo = Command::new(env!("CARGO"));
    for name in OF_THE_TEST {
        cargo.env_remove(name);
    }
    let built = cargo
        .args([
            "build",
            "--quiet",
            "--package",
            "cli",
            "--message-format",
            "json",
        ])
        .current_dir(root)
        .stderr(Stdio::inherit())
        .output()
        .context("start cargo")?;
    if !built.status.success() {
        bail!("windrow does not build");
    }
    String::from_utf8_lossy(&built.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .context("cargo names no executable")
}

/// A command line of the program.
#[derive(Debug)]
pub struct Run {
    command: Command,
    folder: PathBuf,
}

impl Run {
    /// `windrow run JOB` into a run folder, loopback opened.
    ///
    /// # Errors
    /// The program does not build.
    pub fn of(job: &Path, folder: &Path) -> Result<Self> {
        let mut command = Command::new(windrow()?);
        command
            .arg("run")
            .arg(job)
            .arg("--out")
            .arg(folder)
            .args(["--allow-range", "loopback"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Ok(Self {
            command,
            folder: folder.to_owned(),
        })
    }

    /// More arguments.
    #[must_use]
    pub fn args(mut self, args: &[&str]) -> Self {
        self.command.args(args);
        self
    }

    /// The command, to be started by the test.
    pub fn command(&mut self) -> &mut Command {
        &mut self.command
    }

    /// Runs to the end. Blocks: call it off the runtime's threads.
    ///
    /// # Errors
    /// The program does not start.
    pub fn finish(mut self) -> Result<Finished> {
        let output = self.command.output().context("start windrow")?;
        Ok(Finished {
            output,
            folder: self.folder,
        })
    }
}

/// A run that ended.
#[derive(Debug)]
pub struct Finished {
    /// Exit status and what was printed.
    pub output: Output,
    folder: PathBuf,
}

impl Finished {
    /// The exit code.
    pub fn code(&self) -> Option<i32> {
        self.output.status.code()
    }

    /// What a person saw.
    pub fn said(&self) -> String {
        format!(
            "{}{}",
            String::from_utf8_lossy(&self.output.stdout),
            String::from_utf8_lossy(&self.output.stderr)
        )
    }

    /// A JSON file of the run folder.
    ///
    /// # Errors
    /// It is not there or not JSON.
    pub fn json(&self, name: &str) -> Result<Value> {
        Ok(serde_json::from_str(&self.text(name)?)?)
    }

    /// A file of the run folder.
    ///
    /// # Errors
    /// It is not there.
    pub fn text(&self, name: &str) -> Result<String> {
        let path = self.folder.join(name);
        std::fs::read_to_string(&path).with_context(|| path.display().to_string())
    }
}
