//! Names split into words in any casing style. Shared by guards, the own-page field, drafting and
//! discovery, so that one name means the same words everywhere.

/// The lower-case words of a name: split at everything that is neither letter nor digit, at
/// `aB`, and inside `ABc` before the last capital. An acronym with a plural `s` stays whole
/// (`userIDs` is `user`, `ids`), digits stay with the letters before them (`line2`).
pub fn words(name: &str) -> Vec<String> {
    name.split(|c: char| !c.is_alphanumeric())
        .flat_map(split_humps)
        .map(|word| word.to_lowercase())
        .collect()
}

/// All words of a name run together: equal for `job_url`, `jobUrl`, `JOB-URL` and `joburl`.
#[must_use]
pub fn joined(name: &str) -> String {
    words(name).concat()
}

fn split_humps(part: &str) -> Vec<String> {
    let letters: Vec<char> = part.chars().collect();
    let mut found = Vec::new();
    let mut start = 0;
    for at in 1..letters.len() {
        if starts_word(&letters, at) {
            found.push(letters[start..at].iter().collect());
            start = at;
        }
    }
    if start < letters.len() {
        found.push(letters[start..].iter().collect());
    }
    found
}

fn starts_word(letters: &[char], at: usize) -> bool {
    if !letters[at].is_uppercase() {
        return false;
    }
    if !letters[at - 1].is_uppercase() {
        return true;
    }
    letters.get(at + 1).is_some_and(|c| c.is_lowercase()) && !plural_acronym(letters, at)
}

/// Whether the capital at `at` is followed by nothing but the `s` of a plural.
fn plural_acronym(letters: &[char], at: usize) -> bool {
    letters[at + 1] == 's' && !letters.get(at + 2).is_some_and(|c| c.is_lowercase())
}
