//! Identifiers: page keys, row ids and job ids. Parsed at the door, opaque after.

use serde::{Deserialize, Serialize};
use url::Url;

#[cfg(test)]
mod tests;

/// A page's identity within a job: its address in a form in which two spellings of the same page
/// are equal. Only for comparing: the address as found is what is fetched.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PageKey(String);

/// Query parameters that say where a visitor came from, not which page is meant; `*` at the end
/// stands for anything.
pub const TRACKING: [&str; 16] = [
    "utm_*", "gclid", "gclsrc", "gbraid", "wbraid", "dclid", "fbclid", "msclkid", "twclid",
    "ttclid", "igshid", "yclid", "mc_cid", "mc_eid", "_hsenc", "_hsmi",
];

impl PageKey {
    /// The key of an address, or `None` if it is not an absolute http(s) URL with a host. Drops
    /// the parameters named in [`TRACKING`].
    #[must_use]
    pub fn parse(address: &str) -> Option<Self> {
        Self::parse_without(address, &TRACKING)
    }

    /// The key of an address without the named tracking parameters (a `*` at the end of a name
    /// stands for anything).
    ///
    /// Scheme and host are lower-cased, the default port goes (RFC 3986, section 6.2.2), a fragment
    /// stays only as a route (`#/`, `#!`), escapes of unreserved characters are decoded once. Path
    /// case, query order and a trailing slash stay.
    pub fn parse_without(address: &str, tracking: &[&str]) -> Option<Self> {
        let mut url = Url::parse(address.trim()).ok()?;
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            return None;
        }
        let route = url.fragment().is_some_and(|f| f.starts_with(['/', '!']));
        if !route {
            url.set_fragment(None);
        }
        if let Some(query) = url.query().map(str::to_owned) {
            let kept = without_tracking(&query, tracking);
            let gone = kept.is_empty() && !query.is_empty();
            url.set_query((!gone).then_some(kept.as_str()));
        }
        Some(Self(decode_unreserved(url.as_str())))
    }

    /// The key as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Host and port, as in the key: whose turn a read takes.
    pub fn host(&self) -> &str {
        let after = self.0.split_once("://").map_or("", |(_, rest)| rest);
        after.split(['/', '?', '#']).next().unwrap_or("")
    }
}

fn without_tracking(query: &str, tracking: &[&str]) -> String {
    let tracks = |pair: &&str| {
        let name = pair.split('=').next().unwrap_or_default();
        let name = decode_unreserved(name).to_ascii_lowercase();
        tracking.iter().any(|known| match known.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == *known,
        })
    };
    let kept: Vec<&str> = query.split('&').filter(|pair| !tracks(pair)).collect();
    kept.join("&")
}

/// Decodes the escapes of letters, digits, `-`, `.`, `_` and `~` (RFC 3986, section 2.3), once.
fn decode_unreserved(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        decoded.push_str(&rest[..at]);
        let code = rest
            .get(at + 1..at + 3)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let plain = code.filter(|b| b.is_ascii_alphanumeric() || b"-._~".contains(b));
        if let Some(byte) = plain {
            decoded.push(char::from(byte));
            rest = &rest[at + 3..];
        } else {
            decoded.push('%');
            rest = &rest[at + 1..];
        }
    }
    decoded.push_str(rest);
    decoded
}

/// A row's identity: 32 hex digits of the BLAKE3 hash of its page key, or of its content where the
/// rows of a schema have no own page. Never a list index.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RowId(String);

impl RowId {
    /// The id of the row whose own page has this key.
    #[must_use]
    pub fn of_page(key: &PageKey) -> Self {
        Self::of_content(key.as_str())
    }

    /// The id of a row known by its content only.
    #[must_use]
    pub fn of_content(content: &str) -> Self {
        Self(blake3::hash(content.as_bytes()).to_hex()[..32].to_owned())
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A job's identity within a store: 1 to 64 characters of `a-z 0-9 - _ .`, the first no hyphen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobId(pub String);

impl JobId {
    /// A job id, or `None` if the text is not 1 to 64 characters of `a-z 0-9 - _ .`, begins with a hyphen, as
    /// flags of a command line do, or is only dots.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_.".contains(&b);
        let sized = (1..=64).contains(&text.len());
        let named = !text.starts_with('-') && text.bytes().any(|b| b != b'.');
        (sized && named && text.bytes().all(plain)).then(|| Self(text.to_owned()))
    }
}
