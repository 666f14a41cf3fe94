//! Sitemaps (sitemaps.org protocol: index and address list) and feeds (RSS 0.9 to 2.0, Atom) as lists of
//! links, and where a site says they are. What does not parse gives what came before the fault.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use domain::frontier::Listing;
use domain::ids::PageKey;
use domain::job::LinkFilter;
use domain::snapshot::Snapshot;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use regex::Regex;
use url::Url;

use crate::DetailLink;
use crate::list_shape;

/// The most text that is kept of one entry.
const TEXT: usize = 2_000;

/// What a sitemap or feed holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Source {
    /// Further sitemaps.
    pub further: Vec<String>,
    /// Pages.
    pub entries: Vec<Entry>,
}

/// A page as a sitemap or feed names it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    /// Absolute.
    pub url: String,
    /// Title and summary of a feed's entry.
    pub text: String,
}

/// Reads a sitemap or feed that came from `address`.
pub fn read_source(xml: &str, address: &str) -> Source {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_end_names = false;
    let mut taken = Taken::new(address);
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag)) => taken.open(&tag),
            Ok(Event::Empty(tag)) => {
                taken.open(&tag);
                taken.close();
            }
            Ok(Event::End(_)) => taken.close(),
            Ok(Event::Text(text)) => {
                if let Ok(text) = text.decode() {
                    taken.say(&text);
                }
            }
            Ok(Event::CData(text)) => {
                if let Ok(text) = text.decode() {
                    taken.say(&text);
                }
            }
            Ok(Event::GeneralRef(name)) => {
                if let Ok(Some(c)) = name.resolve_char_ref() {
                    taken.say(c.encode_utf8(&mut [0; 4]));
                } else if let Ok(name) = name.decode()
                    && let Some(text) = quick_xml::escape::resolve_predefined_entity(&name)
                {
                    taken.say(text);
                }
            }
            Ok(Event::Eof) | Err(_) => break,
            Ok(_) => {}
        }
    }
    taken.source
}

/// What is known while a document is read.
struct Taken {
    base: Option<Url>,
    /// Local names of the open elements.
    path: Vec<String>,
    said: String,
    /// The entry that is open.
    entry: Option<Pending>,
    source: Source,
}

/// An entry before its end.
#[derive(Default)]
struct Pending {
    link: Option<String>,
    /// An id that is an address, taken where there is no link.
    id: Option<String>,
    text: Vec<String>,
}

impl Taken {
    fn new(address: &str) -> Self {
        Self {
            base: Url::parse(address).ok(),
            path: Vec::new(),
            said: String::new(),
            entry: None,
            source: Source::default(),
        }
    }

    fn open(&mut self, tag: &BytesStart<'_>) {
        let name = String::from_utf8_lossy(tag.local_name().as_ref()).to_lowercase();
        if matches!(name.as_str(), "item" | "entry" | "url" | "sitemap") && !self.in_entry() {
            self.entry = Some(Pending::default());
        }
        if name == "link" && self.parent_is(&["entry"]) {
            self.link(tag);
        }
        self.path.push(name);
        self.said.clear();
    }

    /// `<link rel="alternate" href="…"/>` (RFC 4287, section 4.2.7).
    fn link(&mut self, tag: &BytesStart<'_>) {
        let attribute = |name: &str| {
            let found = tag.try_get_attribute(name).ok().flatten()?;
            let value = String::from_utf8(found.value.into_owned()).ok()?;
            quick_xml::escape::unescape(&value)
                .ok()
                .map(std::borrow::Cow::into_owned)
        };
        let alternate = attribute("rel").is_none_or(|rel| rel == "alternate");
        if let (true, Some(entry), Some(href)) = (alternate, &mut self.entry, attribute("href")) {
            entry.link.get_or_insert(href);
        }
    }

    fn say(&mut self, text: &str) {
        if self.said.len() < 4 * TEXT {
            self.said.push_str(text);
        }
    }

    fn close(&mut self) {
        let Some(name) = self.path.pop() else { return };
        let said = std::mem::take(&mut self.said).trim().to_owned();
        let kind = self.path.last().map(String::as_str).unwrap_or_default();
        if let Some(entry) = &mut self.entry {
            match (kind, name.as_str()) {
                ("url" | "sitemap", "loc") | ("item", "link") if !said.is_empty() => {
                    entry.link.get_or_insert(said);
                }
                ("item", "guid") | ("entry", "id") if said.starts_with("http") => {
                    entry.id = Some(said);
                }
                ("item" | "entry", "title" | "description" | "summary") => {
                    entry.text.push(plain(&said));
                }
                (_, "item" | "entry" | "url" | "sitemap") => self.end(&name),
                _ => {}
            }
        }
    }

    fn end(&mut self, name: &str) {
        let Some(entry) = self.entry.take() else {
            return;
        };
        let link = entry.link.or(entry.id);
        let Some(url) = link.and_then(|link| self.absolute(&link)) else {
            return;
        };
        if name == "sitemap" {
            self.source.further.push(url);
        } else {
            let text = entry.text.join(" ").trim().chars().take(TEXT).collect();
            self.source.entries.push(Entry { url, text });
        }
    }

    fn absolute(&self, link: &str) -> Option<String> {
        let url = match &self.base {
            Some(base) => base.join(link).ok()?,
            None => Url::parse(link).ok()?,
        };
        matches!(url.scheme(), "http" | "https").then(|| url.into())
    }

    fn in_entry(&self) -> bool {
        self.entry.is_some()
    }

    fn parent_is(&self, names: &[&str]) -> bool {
        self.path
            .last()
            .is_some_and(|name| names.contains(&name.as_str()))
    }
}

/// A summary is often HTML.
fn plain(text: &str) -> String {
    if !text.contains('<') {
        return text.to_owned();
    }
    let snapshot = domain::snapshot::parse_html(text, "http://summary.invalid/");
    domain::snapshot::text::page_text(&snapshot.dom)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The sitemaps that the `robots.txt` at `address` names (sitemaps.org protocol, which wants absolute
/// addresses; sites write paths too).
pub fn robots_sitemaps(robots: &str, address: &str) -> Vec<String> {
    let base = Url::parse(address).ok();
    let lines = robots.lines().filter_map(|line| {
        let (key, value) = line.split_once(':')?;
        let value = value.split('#').next().unwrap_or_default().trim();
        if !key.trim().eq_ignore_ascii_case("sitemap") {
            return None;
        }
        if value.starts_with('/') {
            return Some(base.as_ref()?.join(value).ok()?.into());
        }
        Url::parse(value).is_ok().then(|| value.to_owned())
    });
    lines.collect()
}

/// The feeds that a page names: `link rel=alternate` of a feed's type.
pub fn feeds(snapshot: &Snapshot) -> Vec<String> {
    let dom = &snapshot.dom;
    let feed = |id: &usize| {
        let has = |name: &str, value: &str| {
            dom.attr(*id, name)
                .is_some_and(|found| found.to_lowercase().contains(value))
        };
        dom.tag(*id) == "link"
            && has("rel", "alternate")
            && (has("type", "application/rss") || has("type", "application/atom"))
    };
    let links = (0..dom.nodes.len()).filter(feed);
    links
        .filter_map(|id| snapshot.resolve(dom.attr(id, "href")?))
        .collect()
}

/// The entries that are detail pages: those that pass the job's filters over addresses, or, without
/// such filters, those written like a link that a list page offered.
///
/// # Errors
/// A filter of the job that does not parse, naming it.
pub fn details(
    entries: Vec<Entry>,
    source: &str,
    known: &[String],
    filter: &LinkFilter,
) -> Result<Vec<DetailLink>, String> {
    let pattern = filter
        .href_regex
        .as_deref()
        .map(|pattern| Regex::new(pattern).map_err(|e| format!("links.href_regex: {e}")))
        .transpose()?;
    let filtered = pattern.is_some() || filter.href_contains.is_some();
    let forms: HashSet<String> = known.iter().filter_map(|url| form(url)).collect();
    let passes = |entry: &Entry| {
        if !filtered {
            return form(&entry.url).is_some_and(|form| forms.contains(&form));
        }
        let contains = filter.href_contains.as_ref();
        contains.is_none_or(|part| entry.url.contains(part.as_str()))
            && pattern.as_ref().is_none_or(|p| p.is_match(&entry.url))
    };
    let mut seen: HashSet<PageKey> = HashSet::new();
    let fresh = |entry: &Entry| PageKey::parse(&entry.url).is_some_and(|key| seen.insert(key));
    let kept = entries.into_iter().filter(passes).filter(fresh);
    Ok(kept
        .map(|entry| DetailLink {
            url: entry.url,
            listing: Listing {
                page: source.to_owned(),
                text: entry.text,
                headings: Vec::new(),
            },
        })
        .collect())
}

/// How an address is written: host, what stands above the last segment, how deep, query keys.
fn form(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let segments = list_shape::segments(&url);
    let (last, above) = segments.split_last()?;
    let above = above.iter().map(|segment| {
        let word = segment
            .chars()
            .all(|c| c.is_alphabetic() || c == '-' || c == '_');
        if word { segment.as_str() } else { "*" }
    });
    let ending = last.rsplit_once('.').map(|(_, ending)| ending);
    let mut keys: Vec<String> = url.query_pairs().map(|(key, _)| key.into_owned()).collect();
    keys.sort();
    let program = if keys.is_empty() { "" } else { last.as_str() };
    Some(format!(
        "{}|{}|{}|{program}|{}",
        url.host_str()?.trim_start_matches("www."),
        above.collect::<Vec<_>>().join("/"),
        ending.filter(|e| e.len() <= 5).unwrap_or_default(),
        keys.join("&"),
    ))
}
