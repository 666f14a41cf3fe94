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
        names.extend(stated.map(squash));
        for entity in &graph.entities {
            let publisher = each(entity.value.get("publisher")).map(|one| graph.resolve(one));
            let own = types(&entity.value).any(|kind| TYPES.contains(&kind));
            let own = Some(&entity.value).filter(|_| own);
            let said = own.into_iter().chain(publisher);
            let said = said.filter_map(|one| one.get("name").and_then(Value::as_str));
            names.extend(said.map(squash));
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

    /// Whether a text holds one of the site's names as whole words.
    pub(crate) fn is_named_in(&self, text: &str) -> bool {
        let text = format!(" {} ", squash(text));
        let mut names = self.names.iter().chain([&self.host]);
        names.any(|name| name.len() > 2 && text.contains(&format!(" {name} ")))
    }
}

/// The label of a host that its owner chose: `shop` in `www.shop.co.uk`.
fn own_label(address: &str) -> Option<String> {
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
