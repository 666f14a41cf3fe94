//! Whose page an address leads to that an entity states as its own: this one, one close to it, or another of
//! the same site. Scheme, `www.`, a trailing slash, a fragment and what tracks visitors make no difference.

use std::cell::OnceCell;

use serde_json::Value;
use url::Url;

/// Query parameters that say where a visitor came from.
const TRACKING: [&str; 12] = [
    "gclid",
    "fbclid",
    "msclkid",
    "dclid",
    "yclid",
    "igshid",
    "srsltid",
    "mc_cid",
    "mc_eid",
    "ref",
    "ref_",
    "gad_source",
];

/// Where an address leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whose {
    /// To this page.
    Own,
    /// To one that may be the same: a variant, a part, another way to it.
    Near,
    /// To another page of the site.
    Other,
    /// To the site itself, elsewhere, or nowhere.
    Unknown,
}

/// The parts of an address that tell pages apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    host: String,
    segments: Vec<String>,
    query: Vec<(String, String)>,
}

impl Place {
    /// The place of an absolute address with a host.
    pub(crate) fn of(address: &str) -> Option<Self> {
        Self::of_url(&Url::parse(address.trim()).ok()?)
    }

    fn of_url(url: &Url) -> Option<Self> {
        let host = url.host_str()?.trim_start_matches("www.").to_owned();
        let segments = url.path_segments().into_iter().flatten();
        let told = |key: &str| !key.starts_with("utm_") && !TRACKING.contains(&key);
        let query = url.query_pairs().filter(|(key, _)| told(key));
        Some(Self {
            host,
            segments: segments
                .filter(|one| !one.is_empty())
                .map(str::to_lowercase)
                .collect(),
            query: query
                .map(|(key, value)| (key.into_owned(), value.into_owned()))
                .collect(),
        })
    }

    /// Whether this is the root of a site or of one of its languages.
    fn is_root(&self) -> bool {
        let language = |one: &String| one.len() == 2 || one.len() == 5 && one[2..3] == *"-";
        self.query.is_empty()
            && self
                .segments
                .iter()
                .all(|one| one.is_ascii() && language(one))
    }

    /// Whether this is the root of another place's site, or of one of its languages.
    pub(crate) fn is_home_of(&self, other: &Self) -> bool {
        self.host == other.host && self.is_root()
    }

    /// Whether this is another place, or a folder that holds it.
    pub(crate) fn holds(&self, other: &Self) -> bool {
        self == other
            || self.host == other.host
                && self.query.is_empty()
                && other.segments.starts_with(&self.segments)
    }

    /// Where another place is as seen from a page of this one.
    fn see(&self, other: &Self) -> Whose {
        if self == other {
            return Whose::Own;
        }
        if self.host != other.host || other.is_root() {
            return Whose::Unknown;
        }
        let (one, two) = (&self.segments, &other.segments);
        let named = |name: &&String| name.len() > 3 && !name.starts_with("index.");
        let last = one.last().filter(named);
        let near =
            one.starts_with(two) || two.starts_with(one) || last.is_some() && last == two.last();
        let asks_other = self.query.iter().any(|(key, value)| {
            other
                .query
                .iter()
                .any(|(known, other)| known == key && value != other)
        });
        if near && !(one == two && asks_other) {
            Whose::Near
        } else {
            Whose::Other
        }
    }

    /// Whether both places lie in one folder.
    fn is_beside(&self, other: &Self) -> bool {
        let folder = |of: &Self| of.segments.len().saturating_sub(1);
        self.segments.len() == other.segments.len()
            && self.segments[..folder(self)] == other.segments[..folder(other)]
    }
}

/// The addresses of a page (found, final, canonical), without fragment; taken apart when an entity first states
/// one.
#[derive(Debug, Default)]
pub(crate) struct Addresses {
    all: Vec<String>,
    parsed: OnceCell<(Option<Url>, Vec<Place>)>,
}

impl Addresses {
    /// Those of a page, the one it was found under first.
    pub(crate) fn new(all: Vec<String>) -> Self {
        Self {
            all,
            parsed: OnceCell::new(),
        }
    }

    /// As written.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &String> {
        self.all.iter()
    }

    /// The address that others are relative to, and the places of all.
    fn parsed(&self) -> (Option<&Url>, &[Place]) {
        let (base, places) = self.parsed.get_or_init(|| {
            let places = self.all.iter().filter_map(|one| Place::of(one));
            let base = self.all.first().and_then(|base| Url::parse(base).ok());
            (base, places.collect())
        });
        (base.as_ref(), places)
    }

    /// Where the addresses lead that an entity states, as seen from the page.
    pub(crate) fn whose(&self, entity: &Value) -> Whose {
        let keys = ["url", "mainEntityOfPage", "@id"];
        let stated = keys.iter().filter_map(|key| {
            let value = entity.get(*key)?;
            let text = value.as_str().or_else(|| value.get("@id")?.as_str())?;
            Some((*key, text)).filter(|(_, text)| text.starts_with('/') || text.contains("://"))
        });
        let mut found = Whose::Unknown;
        for (key, address) in stated {
            let (base, places) = self.parsed();
            let url = base.and_then(|base| base.join(address.trim()).ok());
            let Some(place) = url.and_then(|url| Place::of_url(&url)) else {
                continue;
            };
            let seen: Vec<Whose> = places.iter().map(|own| own.see(&place)).collect();
            // An identifier need not lead anywhere: it does where it looks as the page's own address does.
            let page = key != "@id" || places.iter().any(|own| own.is_beside(&place));
            let one = match () {
                () if seen.contains(&Whose::Own) => return Whose::Own,
                () if seen.contains(&Whose::Near) => Whose::Near,
                () if seen.contains(&Whose::Other) && page => Whose::Other,
                () if seen.contains(&Whose::Other) => Whose::Near,
                () => continue,
            };
            if found != Whose::Near {
                found = one;
            }
        }
        found
    }
}

#[cfg(test)]
mod tests;
