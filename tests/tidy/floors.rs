//! The floors: who may depend on whom, and what a pure package may not touch.

use toml::Table;

use crate::Finding;
use crate::rust::names;
use crate::tree::File;

/// Each package with its folder and those of ours that it may name.
const PACKAGES: [(&str, &str, &[&str]); 9] = [
    (
        "fuzz-targets",
        "tests/fuzz",
        &["discovery", "domain", "draft"],
    ),
    ("domain", "common/domain", &[]),
    ("discovery", "coordinator/discovery", &["domain"]),
    ("draft", "worker/draft", &["domain"]),
    ("common", "common", &["domain"]),
    (
        "coordinator",
        "coordinator",
        &["common", "discovery", "domain", "draft"],
    ),
    ("worker", "worker", &["common", "domain", "draft"]),
    (
        "cli",
        "coordinator/cli",
        &[
            "common",
            "coordinator",
            "discovery",
            "domain",
            "draft",
            "worker",
        ],
    ),
    (
        "fleet-tests",
        "tests",
        &[
            "cli",
            "common",
            "coordinator",
            "discovery",
            "domain",
            "draft",
            "worker",
        ],
    ),
];

const PURE: [&str; 3] = ["common/domain", "coordinator/discovery", "worker/draft"];

/// Crates by which a package reaches the world. A name covers its family (`tokio-util`).
const WORLDLY: [&str; 16] = [
    "async-std",
    "axum",
    "config",
    "fantoccini",
    "hyper",
    "lapin",
    "nix",
    "object_store",
    "prometheus",
    "redb",
    "redis",
    "reqwest",
    "tempfile",
    "tokio",
    "tracing",
    "walkdir",
];

/// What pure code does not name.
const WORLDLY_PATHS: [&str; 9] = [
    "std::fs",
    "std::env",
    "std::process",
    "std::thread",
    "std::net::TcpListener",
    "std::net::TcpStream",
    "std::net::ToSocketAddrs",
    "std::net::UdpSocket",
    "std::time::Instant",
];

/// A package's `Cargo.toml`.
pub(super) fn manifest(file: &File) -> Vec<Finding> {
    let Some(folder) = file.path.strip_suffix("/Cargo.toml") else {
        return Vec::new();
    };
    let table: Table = match file.text.parse() {
        Ok(table) => table,
        Err(error) => return vec![Finding::new(file, 1, format!("not TOML: {error}"))],
    };
    let name = table
        .get("package")
        .and_then(|package| package.get("name")?.as_str())
        .unwrap_or_default();
    let Some((_, _, allowed)) = PACKAGES.iter().find(|one| (one.0, one.1) == (name, folder)) else {
        let remedy =
            format!("`{name}` in {folder} has no floor; give it one in tests/tidy/floors.rs");
        return vec![Finding::new(file, 1, remedy)];
    };
    dependencies(&table)
        .iter()
        .filter_map(|dependency| {
            let remedy = objection(folder, name, dependency, allowed)?;
            Some(Finding::new(file, line_of(&file.text, dependency), remedy))
        })
        .collect()
}

fn objection(folder: &str, name: &str, dependency: &str, allowed: &[&str]) -> Option<String> {
    let ours = PACKAGES.iter().any(|(own, ..)| *own == dependency);
    if ours && !allowed.contains(&dependency) {
        return Some(format!(
            "`{name}` may not see `{dependency}`: move what it needs to a floor below both"
        ));
    }
    let family = |root: &&str| {
        dependency
            .strip_prefix(*root)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_']))
    };
    (PURE.contains(&folder) && WORLDLY.iter().any(family)).then(|| {
        format!("`{name}` is pure and may not use `{dependency}`: do the IO in the shell around it")
    })
}

/// The crates of every dependency table, those of targets included, by their real names.
fn dependencies(manifest: &Table) -> Vec<String> {
    let mut found = Vec::new();
    for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
        let Some(table) = manifest.get(kind).and_then(toml::Value::as_table) else {
            continue;
        };
        found.extend(table.iter().map(|(key, value)| {
            let renamed = value.get("package").and_then(toml::Value::as_str);
            renamed.unwrap_or(key).to_owned()
        }));
    }
    if let Some(targets) = manifest.get("target").and_then(toml::Value::as_table) {
        let tables = targets.iter().filter_map(|(_, target)| target.as_table());
        found.extend(tables.flat_map(dependencies));
    }
    found
}

fn line_of(text: &str, word: &str) -> usize {
    let hit = |line: &str| line.starts_with(word) || line.contains(&format!("\"{word}\""));
    text.lines().position(hit).map_or(1, |index| index + 1)
}

/// A source of a pure package. Its tests may read files.
pub(super) fn pure_source(file: &File) -> Vec<Finding> {
    if file.is_test() || !PURE.iter().any(|folder| file.within(folder)) {
        return Vec::new();
    }
    names(file)
        .iter()
        .filter(|named| WORLDLY_PATHS.iter().any(|path| named.begins(path)))
        .map(|named| {
            let remedy = format!(
                "pure code may not use `{}`: take what it gives as an argument",
                named.path
            );
            Finding::new(file, named.line, remedy)
        })
        .collect()
}
