//! What the site around a page calls itself: `og:site_name`, the entities that describe it, and the name
//! in its host. A page's own name is in `naming`.

use serde_json::Value;
use url::{Host, Url};

use crate::entity::{Graph, each, types};
use crate::opengraph::{Meta, contents};
use crate::words::squash;

/// Types of the site and of who runs it.
const TYPES: [&str; 6] = [
    "WebSite",
    "Organization",
    "Corporation",
    "NewsMediaOrganization",
    "OnlineStore",
    "LocalBusiness",
];
/// Meta tags that name it.
const METAS: [&str; 2] = ["og:site_name", "application-name"];
/// Labels of hosts under which names are given out, as in `name.co.uk`.
const SECOND: [&str; 10] = [
    "co", "com", "org", "net", "gov", "edu", "ac", "or", "ne", "go",
];

/// What separates a page's name from its site's.
const MARKS: [char; 10] = ['|', '｜', '丨', '·', '•', '»', '-', '–', '—', '−'];
const DASHES: [char; 5] = ['-', '–', '—', '−', '·'];

/// The names of a site.
#[derive(Debug, Default)]
pub(crate) struct Site {
    /// Squashed.
    names: Vec<String>,
    /// The label of the host that is its own.
    host: String,
}

impl Site {
    /// Gathers what a page says of its site.
    pub(crate) fn of(metas: &[Meta], graph: &Graph, address: &str) -> Self {
        let mut names: Vec<String> = Vec::new();
        let stated = METAS.iter().flat_map(|name| contents(metas, name));
        let mut add = |name: &str| names.extend(pieces(name).map(squash));
        stated.for_each(&mut add);
        for entity in &graph.entities {
            let publisher = each(entity.value.get("publisher")).map(|one| graph.resolve(one));
            let own = types(&entity.value).any(|kind| TYPES.contains(&kind));
            let own = Some(&entity.value).filter(|_| own);
            let said = own.into_iter().chain(publisher);
            let said = said.filter_map(|one| one.get("name").and_then(Value::as_str));
            said.for_each(&mut add);
        }
        names.retain(|name| name.chars().count() > 1);
        names.sort_unstable();
        names.dedup();
        Self {
            names,
            host: own_label(address).unwrap_or_default(),
        }
    }

    /// A site of one name.
    #[cfg(test)]
    pub(crate) fn called(name: &str) -> Self {
        Self {
            names: vec![squash(name)],
            host: String::new(),
        }
    }

    /// A text without the pieces at its beginning and its end that are the site's name, or that are all of
    /// it: "Eels | Harbour Post". `None` if it has none.
    pub(crate) fn without<'t>(&self, text: &'t str) -> Option<&'t str> {
        let mut rest = text.trim();
        loop {
            let last = rest
                .rmatch_indices(MARKS)
                .find(|(at, _)| is_mark(rest, *at));
            let first = rest.match_indices(MARKS).find(|(at, _)| is_mark(rest, *at));
            let cut = last
                .filter(|(at, mark)| self.is(&rest[at + mark.len()..]))
                .map(|(at, _)| rest[..at].trim());
            let cut = cut.or_else(|| {
                let (at, mark) = first?;
                self.is(&rest[..at]).then(|| rest[at + mark.len()..].trim())
            });
            match cut.filter(|cut| cut.chars().any(char::is_alphanumeric)) {
                Some(cut) => rest = cut,
                None => break,
            }
        }
        (rest.len() < text.trim().len()).then_some(rest)
    }

    /// Whether a text is one of the site's names and no more.
    pub(crate) fn is(&self, text: &str) -> bool {
        let text = squash(text);
        !text.is_empty() && (self.names.contains(&text) || text == self.host)
    }

    /// Whether a text holds one of the site's names as whole words.
    pub(crate) fn is_named_in(&self, text: &str) -> bool {
        let text = format!(" {} ", squash(text));
        let mut names = self.names.iter().chain([&self.host]);
        names.any(|name| name.len() > 2 && text.contains(&format!(" {name} ")))
    }
}

/// Whether a mark separates what stands before it from what follows: dashes do with blanks around them.
fn is_mark(text: &str, at: usize) -> bool {
    let mut after = text[at..].chars();
    let mark = after.next();
    let blank = |ch: Option<char>| ch.is_some_and(char::is_whitespace);
    let dash = mark.is_some_and(|mark| DASHES.contains(&mark));
    !dash || blank(text[..at].chars().next_back()) && blank(after.next())
}

/// A name whole, and what stands before its first mark: "Harbour Post | News of the coast".
fn pieces(name: &str) -> impl Iterator<Item = &str> {
    let mark = name.match_indices(MARKS).find(|(at, _)| is_mark(name, *at));
    let first = mark.map(|(at, _)| &name[..at]);
    std::iter::once(name).chain(first)
}

/// The label of a host that its owner chose: `shop` in `www.shop.co.uk`.
pub(crate) fn own_label(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let Some(Host::Domain(host)) = url.host() else {
        return None;
    };
    let mut labels = host.rsplit('.').skip(1);
    let first = labels.next()?;
    let second = labels.next().filter(|_| SECOND.contains(&first));
    Some(second.unwrap_or(first).to_owned())
}

#[cfg(test)]
mod tests;
