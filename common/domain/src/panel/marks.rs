//! The parts of an address by which one page of a site is told from another: ids and slugs.

use url::Url;

/// A part that names a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    /// The query key it stands under, lower case; empty in a path or fragment.
    key: String,
    /// Lower case.
    text: String,
}

impl Mark {
    pub(super) fn is(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// A whole segment with several words is a name only if it is this long.
const SLUG: usize = 8;

/// The marks of an address: numbers and mixed codes anywhere, slugs in the last segment and in values.
pub(super) fn marks(url: &Url) -> Vec<Mark> {
    let mut out = Vec::new();
    let path: Vec<String> = url
        .path_segments()
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .map(str::to_lowercase)
        .collect();
    for (at, part) in path.iter().enumerate() {
        take(&mut out, "", part, at + 1 == path.len());
    }
    for (key, value) in url.query_pairs() {
        take(&mut out, &key.to_lowercase(), &value.to_lowercase(), true);
    }
    for part in url.fragment().unwrap_or_default().split(['/', '=', '&']) {
        take(&mut out, "", &part.to_lowercase(), true);
    }
    out
}

fn take(out: &mut Vec<Mark>, key: &str, part: &str, whole: bool) {
    let mut add = |text: &str| {
        out.push(Mark {
            key: key.to_owned(),
            text: text.to_owned(),
        });
    };
    if is_uuid(part) {
        add(part);
        return;
    }
    // An address within the address names nothing by itself.
    if whole && part.len() >= SLUG && part.contains(['-', '_']) && !part.contains("://") {
        add(part);
    }
    for run in part.split(|c: char| !c.is_alphanumeric()) {
        if is_code(run) {
            add(run);
        }
    }
}

/// A number of three digits or more that is no year, or five and more letters and digits mixed.
fn is_code(run: &str) -> bool {
    let digits = run.chars().filter(char::is_ascii_digit).count();
    let year = run.len() == 4 && (run.starts_with("19") || run.starts_with("20"));
    if digits == run.len() {
        return digits >= 3 && !year;
    }
    digits >= 2 && run.len() >= 5
}

fn is_uuid(text: &str) -> bool {
    let hex = text.chars().filter(char::is_ascii_hexdigit).count();
    hex == 32 && text.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
}

/// Two different marks that stand for pages of one kind: under one key, or numbers of one length,
/// or UUIDs.
pub(super) fn rivals(a: &Mark, b: &Mark) -> bool {
    if a.text == b.text {
        return false;
    }
    let coded = |mark: &Mark| is_code(&mark.text) || is_uuid(&mark.text);
    if !a.key.is_empty() && a.key == b.key && coded(a) && coded(b) {
        return true;
    }
    let number =
        |mark: &Mark| mark.text.len() >= 4 && mark.text.chars().all(|c| c.is_ascii_digit());
    (number(a) && number(b) && a.text.len() == b.text.len())
        || (is_uuid(&a.text) && is_uuid(&b.text))
}
