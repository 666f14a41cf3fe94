//! Each technology has one room, the environment and the wall clock one reader, and nothing is
//! unfinished.

use crate::Finding;
use crate::rust::{Named, names};
use crate::tree::File;

/// A crate and the one folder that may name it.
const ROOMS: [(&str, &str); 4] = [
    ("redis", "common/src/store/redis"),
    ("lapin", "common/src/queue/rabbitmq"),
    ("fantoccini", "common/src/browser"),
    ("webdriver", "common/src/browser"),
];

/// What `std::env` has that reads nothing.
const PURE_ENV: [&str; 3] = [
    "std::env::consts",
    "std::env::join_paths",
    "std::env::split_paths",
];

const CLOCK: &str = "common/src/clock.rs";

/// Redis, AMQP, WebDriver, JavaScript and the wall clock are at home in one place each.
pub(super) fn homes(file: &File) -> Vec<Finding> {
    let named = names(file);
    let mut findings: Vec<Finding> = named
        .iter()
        .filter_map(|one| Some(Finding::new(file, one.line, stray(file, one)?)))
        .collect();
    let served = ["common/src/browser", "tests/site"];
    if file.is("js") && !served.iter().any(|folder| file.within(folder)) {
        let remedy = "JavaScript lives in common/src/browser (the pages of tests/site aside)";
        findings.push(Finding::new(file, 1, remedy));
    }
    findings
}

fn stray(file: &File, named: &Named) -> Option<String> {
    let room = ROOMS
        .iter()
        .find(|(name, room)| named.begins(name) && named.path.contains("::") && !file.within(room));
    if let Some((name, room)) = room {
        return Some(format!(
            "`{name}` is only used in {room}: go through its port"
        ));
    }
    let wall = named.has("SystemTime")
        || ["chrono::Utc::now", "chrono::Local::now"]
            .iter()
            .any(|now| named.begins(now));
    (wall && file.path != CLOCK)
        .then(|| format!("the wall clock is only read in {CLOCK}: take a Clock or a time"))
}

/// The environment is read by the settings only; tests may ask Cargo where it builds.
pub(super) fn environment(file: &File) -> Vec<Finding> {
    if file.within("common/src/config") {
        return Vec::new();
    }
    let reads = |one: &&Named| {
        let pure = PURE_ENV.iter().any(|path| one.begins(path));
        one.begins("std::env") && !pure && !(file.is_test() && harmless(file, one))
    };
    names(file)
        .iter()
        .filter(reads)
        .map(|one| {
            let remedy = "the environment is only read in common/src/config: take it from Config";
            Finding::new(file, one.line, remedy)
        })
        .collect()
}

/// Where the tests' own switch is read.
const SWITCHES: &str = "tests/src/cases.rs";

/// Not a variable, or one of Cargo's, or the tests' own switch in its place.
fn harmless(file: &File, named: &Named) -> bool {
    let reads_variable = named.path == "std::env" || named.path.contains("::var");
    let line = file.text.lines().nth(named.line - 1).unwrap_or_default();
    !reads_variable || line.contains("\"CARGO") || file.path == SWITCHES
}

/// No placeholder, no test that does not run.
pub(super) fn unfinished(file: &File) -> Vec<Finding> {
    names(file)
        .iter()
        .filter_map(|named| {
            let remedy = match named.path.rsplit("::").next()? {
                "todo!" | "unimplemented!" => "write it, or leave it out until it is written",
                "#ignore" => "a test that does not run proves nothing: run it or delete it",
                _ => return None,
            };
            Some(Finding::new(file, named.line, remedy))
        })
        .collect()
}
