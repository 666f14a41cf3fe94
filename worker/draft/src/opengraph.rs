//! Meta tags: `OpenGraph`, Twitter cards, Dublin Core, plain `name`, and the `link` relations that
//! state an address.

use crate::dom::Page;

/// One meta tag.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Meta {
    /// Its name, lower case; `link:` and the relation for links.
    pub name: String,
    /// Its content, trimmed.
    pub content: String,
}

/// The meta tags of a page, in page order.
pub(crate) fn metas(page: &Page<'_>) -> Vec<Meta> {
    let mut found = Vec::new();
    for id in 0..page.dom.nodes.len() {
        let attr = |name| page.dom.attr(id, name);
        let (names, content) = match page.dom.tag(id) {
            "meta" => {
                let name = attr("property").or_else(|| attr("name")).unwrap_or("");
                (name.to_lowercase(), attr("content"))
            }
            "link" => {
                let rel = attr("rel").unwrap_or("").to_lowercase();
                (format!("link:{}", rel.trim()), attr("href"))
            }
            _ => continue,
        };
        let content = content.unwrap_or("").trim();
        if content.is_empty() || names.is_empty() {
            continue;
        }
        found.push(Meta {
            name: names,
            content: content.to_owned(),
        });
    }
    found
}

/// A label and its value as a share card shows them (Twitter cards: `twitter:label1` and
/// `twitter:data1`, and so on), with the name of the tag that holds the value.
pub(crate) fn card_pairs(metas: &[Meta]) -> Vec<(&str, &str, &str)> {
    let mut found = Vec::new();
    for label in metas {
        let Some(number) = label.name.strip_prefix("twitter:label") else {
            continue;
        };
        let holds = |meta: &&Meta| meta.name.strip_prefix("twitter:data") == Some(number);
        let data = metas.iter().find(holds);
        found.extend(data.map(|data| (&*label.content, &*data.content, &*data.name)));
    }
    found
}

/// The contents of the meta tags of this name, in page order.
pub(crate) fn contents<'a>(metas: &'a [Meta], name: &'a str) -> impl Iterator<Item = &'a str> {
    let named = metas.iter().filter(move |meta| meta.name == name);
    named.map(|meta| meta.content.as_str())
}
