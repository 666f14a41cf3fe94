//! Rules about a file as text: headers, sizes, leftovers. This folder quotes what it refuses, so it
//! is not searched for words.

use crate::Finding;
use crate::tree::File;

const MOST_LINES: usize = 400;

/// A Rust file begins by saying what it is.
pub(super) fn header(file: &File) -> Vec<Finding> {
    let said = file.text.starts_with("//! ");
    if !file.is("rs") || said {
        return Vec::new();
    }
    let remedy = "begin with `//! ` and one to five lines: what this is and what it is not";
    vec![Finding::new(file, 1, remedy)]
}

/// If a file needs sections, it needs files.
pub(super) fn size(file: &File) -> Vec<Finding> {
    let lines = file.text.lines().count();
    if !(file.is("rs") || file.is("js")) || lines <= MOST_LINES {
        return Vec::new();
    }
    let remedy = format!("{lines} lines, at most {MOST_LINES}: split it by what its parts are for");
    vec![Finding::new(file, lines, remedy)]
}

/// Notes to oneself are issues or nothing.
pub(super) fn reminders(file: &File) -> Vec<Finding> {
    find_words(file, &["FIXME", "XXX", "TODO"], |line, word| {
        line.split(|c: char| !c.is_alphanumeric())
            .any(|own| own == word)
    })
    .into_iter()
    .map(|line| {
        Finding::new(
            file,
            line,
            "do it or file an issue; leave no reminder in the file",
        )
    })
    .collect()
}

/// A path that exists on one machine only.
pub(super) fn machine_paths(file: &File) -> Vec<Finding> {
    find_words(file, &["/root/", "/home/", "/Users/"], |line, path| {
        line.match_indices(path).any(|(at, _)| {
            !line[..at].ends_with(|c: char| c.is_alphanumeric() || "_-.}*~/".contains(c))
        })
    })
    .into_iter()
    .map(|line| {
        Finding::new(
            file,
            line,
            "no path of one machine: make it relative or an argument",
        )
    })
    .collect()
}

fn find_words(file: &File, words: &[&str], hit: fn(&str, &str) -> bool) -> Vec<usize> {
    if !is_written_by_us(file) {
        return Vec::new();
    }
    let lines = file.text.lines().zip(1..);
    lines
        .filter(|(line, _)| words.iter().any(|word| hit(line, word)))
        .map(|(_, number)| number)
        .collect()
}

/// Saved pages and data say what they say.
fn is_written_by_us(file: &File) -> bool {
    let kinds = ["rs", "js", "sh", "toml", "yaml", "yml", "md"];
    let script = file.text.starts_with("#!");
    !file.within("tests/tidy") && (script || kinds.iter().any(|kind| file.is(kind)))
}
