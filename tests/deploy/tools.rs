//! The tools under `target/tools`, and the repository's files. A tool that is missing fails the test
//! with the command that puts it there.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// The repository.
pub(super) fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().expect("the repository").to_owned()
}

/// A file of the repository.
pub(super) fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A YAML file of the repository.
pub(super) fn yaml(path: &str) -> Value {
    serde_saphyr::from_str(&text(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A JSON file of the repository.
pub(super) fn json(path: &str) -> Value {
    serde_json::from_str(&text(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The path of a file that `deploy/setup PART` puts there.
pub(super) fn fetched(name: &str, part: &str) -> PathBuf {
    let path = root().join("target/tools").join(name);
    assert!(path.exists(), "no {name}; get it with: deploy/setup {part}");
    path
}

/// A command in the repository's root that hears nothing.
pub(super) fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root()).stdin(Stdio::null());
    command
}

/// What a command printed, or all that it said if it failed.
pub(super) fn said(command: &mut Command) -> Result<String, String> {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(out);
    }
    Err(format!("{out}{}", String::from_utf8_lossy(&output.stderr)))
}
