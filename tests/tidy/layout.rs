//! What lies where: the fixed top level, no drawers, scripts that can be run.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::Finding;
use crate::tree::File;

const PARTS: [&str; 7] = [
    "common",
    "coordinator",
    "dashboards",
    "deploy",
    "helm",
    "tests",
    "worker",
];

const ROOT_FILES: [&str; 8] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "README.md",
    "rust-toolchain.toml",
];

/// Files of tools that look for them at the root.
const TOOL_FILES: [&str; 4] = ["clippy.toml", "deny.toml", "rustfmt.toml", "typos.toml"];

/// Names that say nothing about what is inside.
const DRAWERS: [&str; 7] = [
    "common", "helper", "helpers", "misc", "types", "util", "utils",
];

/// Everything is in its part, and what a visitor looks for first is there.
pub(super) fn top_level(paths: &[&str]) -> Vec<Finding> {
    let finding = |path: &str, remedy: &str| Finding {
        path: path.to_owned(),
        line: 1,
        remedy: remedy.to_owned(),
    };
    let missing = ROOT_FILES
        .iter()
        .filter(|name| !paths.contains(name))
        .map(|name| finding(name, "is missing: write it"));
    let strays = paths.iter().filter(|path| !is_agreed(path)).map(|path| {
        finding(
            path,
            "the top level is fixed: move it into the part it belongs to",
        )
    });
    missing.chain(strays).collect()
}

fn is_agreed(path: &str) -> bool {
    match path.split_once('/') {
        Some((part, _)) => PARTS.contains(&part) || part.starts_with('.'),
        None => ROOT_FILES.contains(&path) || TOOL_FILES.contains(&path) || path.starts_with('.'),
    }
}

/// A module is named after what it holds.
pub(super) fn drawers(file: &File) -> Vec<Finding> {
    let inside = file
        .path
        .split_once("/src/")
        .map_or("", |(_, inside)| inside);
    let path = Path::new(inside).with_extension("");
    let drawer = path
        .iter()
        .find(|part| DRAWERS.iter().any(|drawer| *part == *drawer));
    drawer
        .map(|name| {
            let name = name.to_string_lossy();
            Finding::new(
                file,
                1,
                format!("`{name}` is a drawer: name it after what it holds"),
            )
        })
        .into_iter()
        .collect()
}

/// A script has its run bit and is valid Bash.
pub(super) fn script(file: &File) -> Vec<Finding> {
    let first = file.text.lines().next().unwrap_or_default();
    if !first.starts_with("#!") || !(first.ends_with("bash") || first.ends_with("sh")) {
        return Vec::new();
    }
    let bit = (!file.executable).then(|| Finding::new(file, 1, "no run bit: chmod +x"));
    let syntax = syntax_error(&file.text).map(|error| Finding::new(file, 1, error));
    bit.into_iter().chain(syntax).collect()
}

/// What `bash -n` says against a text.
fn syntax_error(text: &str) -> Option<String> {
    let mut bash = Command::new("bash")
        .arg("-n")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("bash is installed");
    let mut stdin = bash.stdin.take().expect("a pipe");
    stdin.write_all(text.as_bytes()).expect("bash reads");
    drop(stdin);
    let output = bash.wait_with_output().expect("bash ends");
    (!output.status.success()).then(|| String::from_utf8_lossy(&output.stderr).trim().to_owned())
}
