//! Identifiers: page keys (design section 6), row ids and job ids. Parsed at the door, opaque after.

use serde::{Deserialize, Serialize};
use url::Url;

/// A page's identity within a job: its address in a form in which two spellings of the same page
/// are equal. Only for comparing: the address as found is what is fetched.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PageKey(String);

impl PageKey {
    /// The key of an address, or `None` if it is not an absolute http(s) URL with a host.
    pub fn parse(address: &str) -> Option<Self> {
        let url = Url::parse(address.trim()).ok()?;
        url.has_host().then(|| Self(url.to_string()))
    }

    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Host and port, as in the key: whose turn a read takes.
    pub fn host(&self) -> &str {
        let after = self.0.split_once("://").map_or("", |(_, rest)| rest);
        after.split(['/', '?', '#']).next().unwrap_or("")
    }
}

/// A row's identity: 32 hex digits of the BLAKE3 hash of its page key, or of its content where the
/// rows of a schema have no own page. Never a list index.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RowId(String);

impl RowId {
    /// The id of the row whose own page has this key.
    pub fn of_page(key: &PageKey) -> Self {
        Self::of_content(key.as_str())
    }

    /// The id of a row known by its content only.
    pub fn of_content(content: &str) -> Self {
        Self(blake3::hash(content.as_bytes()).to_hex()[..32].to_owned())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A job's identity within a store: 1 to 64 characters of `a-z 0-9 - _ .`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobId(pub String);
