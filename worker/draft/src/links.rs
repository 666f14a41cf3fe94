//! Links and pictures of a page, for address fields: picked by their words or by their host.

use domain::snapshot::NodeId;

use crate::dom::Page;
use crate::words::{Phrase, phrase};

/// A link of the page's own content or its frame.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Link {
    /// As written.
    pub href: String,
    /// Its folded words: text, or what stands for it.
    pub words: Phrase,
    /// Its text as written.
    pub text: String,
    /// Where.
    pub node: NodeId,
    /// It stands in the page's own content.
    pub own: bool,
    /// It leads to who wrote the page (`rel="author"`, HTML standard).
    pub author: bool,
}

/// The links of a page, in page order.
pub(crate) fn links(page: &Page<'_>) -> Vec<Link> {
    let mut found = Vec::new();
    for id in 0..page.dom.nodes.len() {
        if page.dom.tag(id) != "a" {
            continue;
        }
        let Some(href) = page.dom.attr(id, "href").map(str::trim) else {
            continue;
        };
        if href.is_empty() || href.starts_with('#') || href.starts_with("javascript:") {
            continue;
        }
        let text = if page.ink(id) > 200 {
            String::new()
        } else {
            page.text(id)
        };
        let named = |name| page.dom.attr(id, name).filter(|text| text.len() < 100);
        let text = if text.is_empty() {
            named("aria-label")
                .or_else(|| named("title"))
                .unwrap_or("")
                .to_owned()
        } else {
            text
        };
        found.push(Link {
            href: href.to_owned(),
            words: phrase(&text),
            text,
            node: id,
            own: page.is_own(id),
            author: page
                .dom
                .attr(id, "rel")
                .is_some_and(|rel| rel.split_whitespace().any(|word| word == "author")),
        });
    }
    found
}

/// The host of an absolute address, without `www.`.
pub(crate) fn host(address: &str) -> Option<String> {
    let url = url::Url::parse(address).ok()?;
    url.host_str()
        .map(|host| host.trim_start_matches("www.").to_owned())
}
