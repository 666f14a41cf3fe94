//! Guards on strings: which one a field has, and whether a text passes it.
//! The same functions stand behind the formats of the whole-schema validator.

use url::Url;

use super::node::Node;
use super::{Guard, JsonType, words};
use crate::answer::verdict::Code;

impl Guard {
    /// The guard an explicit format asks for.
    pub(super) fn of_format(format: &str) -> Option<Self> {
        match format {
            "uri" | "url" => Some(Self::Url),
            "email" => Some(Self::Email),
            "uuid" => Some(Self::Uuid),
            _ => None,
        }
    }

    /// The guard a name asks for: its last word decides, or the whole name in any case.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let whole = name.to_lowercase();
        let last = words(name).pop().unwrap_or_default();
        Self::of_word(&last).or_else(|| Self::of_word(&whole))
    }

    fn of_word(word: &str) -> Option<Self> {
        match word {
            "url" | "uri" | "href" | "link" => Some(Self::Url),
            "email" => Some(Self::Email),
            "uuid" => Some(Self::Uuid),
            "id" => Some(Self::Id),
            _ => None,
        }
    }

    /// The guard on the strings of a field: none for closed sets, then the format, then the name.
    pub(super) fn on(name: &str, node: &Node) -> Option<Self> {
        if node.closed_set.is_some() {
            return None;
        }
        match &node.format {
            Some(format) => Self::of_format(format),
            None if node.types.contains(&JsonType::String) => Self::of_name(name),
            None => None,
        }
    }

    /// Whether a text passes. Leading and trailing blanks are the caller's to trim.
    pub(super) fn accepts(self, text: &str) -> bool {
        match self {
            Self::Url => is_address(text),
            Self::Email => is_email(text),
            Self::Uuid => is_uuid(text),
            Self::Id => is_id(text),
        }
    }

    /// The refusal's code.
    pub(super) fn code(self) -> Code {
        match self {
            Self::Url => Code::BadUrl,
            Self::Email => Code::BadEmail,
            Self::Uuid => Code::BadUuid,
            Self::Id => Code::BadId,
        }
    }

    /// What it wants, in a few words.
    pub(super) fn wants(self) -> &'static str {
        match self {
            Self::Url => "an absolute http(s) address",
            Self::Email => "an email address",
            Self::Uuid => "a UUID",
            Self::Id => "an identifier of 1 to 128 characters without blanks",
        }
    }

    /// What to do about a refusal.
    pub(super) fn hint(self) -> &'static str {
        match self {
            Self::Url => {
                "resolve relative links against the page's address; null says that there is none"
            }
            Self::Email => "leave out `mailto:` and names; null says that there is none",
            Self::Uuid => "32 hex digits, plain or as 8-4-4-4-12; null says that there is none",
            Self::Id => "null says that there is none",
        }
    }
}

/// An absolute http(s) URL with a host, without raw whitespace or control characters.
fn is_address(text: &str) -> bool {
    if text.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return false;
    }
    let lower = text.get(..8).unwrap_or(text).to_ascii_lowercase();
    let schemed = lower.starts_with("http://") || lower.starts_with("https://");
    schemed && Url::parse(text).is_ok_and(|url| has_real_host(&url))
}

fn has_real_host(url: &Url) -> bool {
    match url.host() {
        Some(url::Host::Domain(domain)) => {
            let name = domain.strip_suffix('.').unwrap_or(domain);
            name.split('.')
                .all(|label| !label.is_empty() && label.len() <= 63)
        }
        Some(_) => true,
        None => false,
    }
}

fn is_email(text: &str) -> bool {
    let Some((local, host)) = text.split_once('@') else {
        return false;
    };
    let blank = text.chars().any(|c| c.is_whitespace() || c.is_control());
    let mailto = text
        .get(..7)
        .is_some_and(|p| p.eq_ignore_ascii_case("mailto:"));
    let dotted = host.contains('.') && host.split('.').all(|label| !label.is_empty());
    !blank && !mailto && !local.is_empty() && !host.contains('@') && dotted
}

fn is_uuid(text: &str) -> bool {
    let bare = text
        .strip_prefix('{')
        .and_then(|inner| inner.strip_suffix('}'))
        .or_else(|| {
            let prefix = text.get(..9)?;
            prefix.eq_ignore_ascii_case("urn:uuid:").then(|| &text[9..])
        })
        .unwrap_or(text);
    let hex = |part: &str| part.bytes().all(|b| b.is_ascii_hexdigit());
    if bare.len() == 32 {
        return hex(bare);
    }
    let parts: Vec<&str> = bare.split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    lengths == [8, 4, 4, 4, 12] && parts.iter().all(|part| hex(part))
}

fn is_id(text: &str) -> bool {
    let length = text.chars().count();
    (1..=128).contains(&length) && !text.chars().any(char::is_whitespace)
}
