//! The house rules, checked over every file of the repository. Each rule is a function from a file
//! to findings; `catches.rs` shows for each that it catches what it is for.

mod catches;
mod counted;
mod floors;
mod homes;
mod layout;
mod rust;
mod text;
mod tree;

use std::fmt;

use tree::File;

/// One broken rule, with the way to mend it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Finding {
    path: String,
    line: usize,
    remedy: String,
}

type Rule = fn(&File) -> Vec<Finding>;

impl Finding {
    fn new(file: &File, line: usize, remedy: impl Into<String>) -> Self {
        Self {
            path: file.path.clone(),
            line,
            remedy: remedy.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.remedy)
    }
}

fn assert_none(findings: &[Finding]) {
    let list: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(list.is_empty(), "\n{}\n", list.join("\n"));
}

/// The rule holds for every file of the repository.
fn holds(rule: Rule) {
    let findings: Vec<Finding> = tree::files().iter().flat_map(rule).collect();
    assert_none(&findings);
}

#[test]
fn packages_only_use_the_floors_below() {
    holds(floors::manifest);
}

#[test]
fn pure_packages_do_no_io() {
    holds(floors::pure_source);
}

#[test]
fn every_technology_stays_in_its_room() {
    holds(homes::homes);
}

#[test]
fn the_environment_is_read_in_the_settings_only() {
    holds(homes::environment);
}

#[test]
fn nothing_is_unfinished_or_switched_off() {
    holds(homes::unfinished);
}

#[test]
fn every_file_says_what_it_is() {
    holds(text::header);
}

#[test]
fn no_file_is_too_long() {
    holds(text::size);
}

#[test]
fn no_reminder_is_left_behind() {
    holds(text::reminders);
}

#[test]
fn no_path_of_one_machine_is_written_down() {
    holds(text::machine_paths);
}

#[test]
fn every_metric_is_set_somewhere() {
    assert_none(&counted::idle(tree::files()));
}

#[test]
fn no_module_is_a_drawer() {
    holds(layout::drawers);
}

#[test]
fn scripts_can_be_run() {
    holds(layout::script);
}

#[test]
fn the_top_level_is_the_agreed_one() {
    let paths: Vec<&str> = tree::files().iter().map(|f| f.path.as_str()).collect();
    assert_none(&layout::top_level(&paths));
}
