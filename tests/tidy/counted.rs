//! A metric that nobody sets says nothing, and says it as if it knew: every handle of the metrics is
//! used by a program.

use crate::Finding;
use crate::tree::File;

const HANDLES: &str = "common/src/telemetry/metrics";
/// Where programs count.
const PROGRAMS: [&str; 2] = ["worker/src", "coordinator"];
/// Where metrics are gathered: no metric itself.
const REGISTRY: &str = "registry";

/// Handles that no program reaches for.
pub(super) fn idle(files: &[File]) -> Vec<Finding> {
    let programs = files.iter().filter(|file| {
        let counts = PROGRAMS.iter().any(|folder| file.within(folder));
        counts && file.is("rs") && !file.is_test()
    });
    let programs: Vec<&File> = programs.collect();
    let used = |name: &str| programs.iter().any(|file| reaches_for(&file.text, name));
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.within(HANDLES)) {
        for (at, name) in handles(&file.text) {
            if name != REGISTRY && !used(name) {
                let remedy = format!("no program sets the metric `{name}`: set it, or take it out");
                findings.push(Finding::new(file, at, remedy));
            }
        }
    }
    findings
}

/// The public fields of a file, with their lines.
fn handles(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().zip(1..).filter_map(|(line, at)| {
        let field = line.strip_prefix("    pub ")?;
        let (name, _) = field.split_once(": ")?;
        (!name.contains([' ', '('])).then_some((at, name))
    })
}

/// Whether a text has `.name` as a whole word.
fn reaches_for(text: &str, name: &str) -> bool {
    let access = format!(".{name}");
    text.match_indices(&access).any(|(at, _)| {
        let next = text[at + access.len()..].chars().next();
        next.is_none_or(|c| !c.is_alphanumeric() && c != '_')
    })
}
