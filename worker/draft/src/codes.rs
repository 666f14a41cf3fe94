//! Codes: the one before the words of a value, and the one that a page's own address names its item by,
//! where the page itself repeats it in its text or as the whole value of an attribute. An address alone is
//! no statement.

use std::collections::HashSet;

use domain::evidence::Source;
use serde_json::Value;
use url::Url;

use crate::dom::Page;
use crate::receipt::Claim;

/// Keys of query parameters that name an item.
const KEYS: [&str; 10] = [
    "id",
    "pid",
    "sku",
    "item",
    "itemid",
    "product",
    "productid",
    "prod",
    "article",
    "code",
];

/// The code that a marked element begins with, where words follow it: "TE-1293 Chair cover, grey". What may
/// be a part of the code, digits and capitals, leaves the value whole.
pub(crate) fn before_words(claim: &Claim) -> Option<&str> {
    let marked = matches!(claim.source, Source::Microdata | Source::Rdfa);
    let text = claim.value.as_str().filter(|_| marked)?.trim();
    let (code, rest) = text.split_once(char::is_whitespace)?;
    let digits = code.chars().filter(char::is_ascii_digit).count();
    let plain = |ch: char| ch.is_ascii_alphanumeric() || matches!(ch, '-' | '.' | '_' | '/');
    let is_code = digits >= 3 && code.len() >= 5 && code.chars().all(plain);
    let word = |word: &str| {
        let letters = word.trim_matches(|ch: char| !ch.is_alphanumeric());
        letters.chars().count() > 3 && letters.chars().skip(1).all(|ch| !ch.is_uppercase())
    };
    // "12345 Rev A", "KX-5000 Pro Black" are codes and names.
    let words = rest.split_whitespace().filter(|one| word(one)).count();
    let words = words > 1 && !rest.contains(|ch: char| ch.is_numeric());
    (is_code && words).then_some(code)
}

/// The claim of the address's code, if there is one that the page repeats.
pub(crate) fn of_address(page: &Page<'_>, url: &str) -> Vec<Claim> {
    let candidates = candidates(url);
    if candidates.is_empty() {
        return Vec::new();
    }
    let repeated = repeated(page, &candidates);
    let found = candidates.into_iter().find(|code| repeated.contains(code));
    found
        .map(|code| Claim::machine(Value::from(code), Source::Url, "url".to_owned()))
        .into_iter()
        .collect()
}

/// Codes in an address, the likeliest first: a query parameter named so, then the last in the path.
fn candidates(url: &str) -> Vec<String> {
    let Ok(url) = Url::parse(url) else {
        return Vec::new();
    };
    let keyed = url
        .query_pairs()
        .filter(|(key, _)| KEYS.contains(&key.to_ascii_lowercase().as_str()));
    let mut found: Vec<String> = keyed
        .map(|(_, value)| value.into_owned())
        .filter(|value| is_code(value))
        .collect();
    let words = url.path().rsplit(|ch: char| !ch.is_ascii_alphanumeric());
    found.extend(words.filter(|word| is_code(word)).map(str::to_owned));
    found
}

/// At least five letters and digits, most of them digits.
fn is_code(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let plain = word.chars().all(|ch| ch.is_ascii_alphanumeric());
    plain && (5..=20).contains(&word.len()) && digits * 2 > word.len() && digits >= 4
}

/// Those of the codes that the page repeats, letter case aside.
fn repeated(page: &Page<'_>, codes: &[String]) -> HashSet<String> {
    let mut found = HashSet::new();
    for node in &page.dom.nodes {
        match &node.kind {
            domain::snapshot::NodeKind::Element { attrs, .. } => {
                for (name, value) in attrs {
                    let value_like =
                        name == "value" || name == "content" || name.starts_with("data-");
                    let whole =
                        |code: &&String| value_like && code.eq_ignore_ascii_case(value.trim());
                    found.extend(codes.iter().filter(whole).cloned());
                }
            }
            domain::snapshot::NodeKind::Text(text)
                if node.visibility == domain::snapshot::Visibility::Visible && text.len() < 400 =>
            {
                let mut words = text.split(|ch: char| !ch.is_alphanumeric());
                let said = |code: &&String| words.any(|word| word.eq_ignore_ascii_case(code));
                let said: Vec<String> = codes.iter().take(1).filter(said).cloned().collect();
                found.extend(said);
            }
            domain::snapshot::NodeKind::Text(_) => {}
        }
    }
    found
}

#[cfg(test)]
mod tests;
