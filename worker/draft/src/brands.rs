//! The brand as a page shows it without a label: a short text close to the heading in an element that markup
//! calls a brand. The site's own name is called so, too, and is none.

use domain::evidence::Source;
use domain::snapshot::NodeId;

use crate::dom::Page;
use crate::evidence::Evidence;
use crate::nearby::reach;
use crate::receipt::Claim;
use crate::vocabulary::{concept, is_placeholder};
use crate::words::phrase;

/// A brand is no longer than this, in bytes, and has no more words than this.
const NAME: u32 = 60;
const WORDS: usize = 6;
/// Words of class names and `itemprop` that mark a brand.
const MARKS: [&str; 9] = [
    "brand",
    "brandname",
    "marque",
    "marke",
    "marca",
    "merk",
    "merke",
    "marka",
    "varumarke",
];
/// Words of class names that make it the site's.
const OTHER: [&str; 10] = [
    "nav",
    "navbar",
    "navigation",
    "menu",
    "header",
    "footer",
    "site",
    "logo",
    "filter",
    "similar",
];

/// The one text near the heading that markup calls a brand; none if there are several.
pub(crate) fn named(evidence: &Evidence<'_>, title: Option<NodeId>) -> Vec<Claim> {
    let page = evidence.page;
    let Some(title) = title else {
        return Vec::new();
    };
    let (about, reach) = (page.ink_before(title), reach(page, title));
    let near = |id: &NodeId| {
        let short = page.ink(*id) > 0 && page.ink(*id) <= NAME;
        short && page.is_own(*id) && page.ink_before(*id).abs_diff(about) <= reach
    };
    let marked = (0..page.dom.nodes.len()).filter(|id| near(id) && is_marked(page, *id));
    let mut found: Option<(NodeId, String)> = None;
    for id in marked {
        let text = page.text(id);
        let text = drawn_once(page, id, &text).to_owned();
        let words = phrase(&text);
        let label = text.contains([':', '：']) || concept(&words).is_some();
        let none = words.is_empty() || words.len() > WORDS || is_placeholder(&text);
        if label || none || evidence.site().is(&text) {
            continue;
        }
        if found.as_ref().is_some_and(|(_, known)| *known != text) {
            return Vec::new();
        }
        found.get_or_insert((id, text));
    }
    let claim = |(id, text): (NodeId, String)| Claim::seen(&text, Source::Text, page.place(id));
    found.map(claim).into_iter().collect()
}

/// A brand once where a drawn logo says it twice, in its title and in its text.
pub(crate) fn drawn_once<'t>(page: &Page<'_>, id: NodeId, text: &'t str) -> &'t str {
    let halves = text.split_at_checked(text.len() / 2);
    let Some((once, _)) = halves.filter(|(once, again)| *once == again.trim_start()) else {
        return text;
    };
    let mut inner = page.dom.descendants(id);
    if inner.any(|at| page.dom.tag(at) == "svg") {
        once
    } else {
        text
    }
}

/// Words behind the mark in a name of the same meaning: "brand-name".
const AFTER: [&str; 3] = ["name", "title", "link"];
/// Words of names that say how something looks in the brand's colours: "btn-brand".
const THEME: [&str; 12] = [
    "text",
    "bg",
    "background",
    "btn",
    "button",
    "border",
    "color",
    "colour",
    "fill",
    "ring",
    "hover",
    "icon",
];

/// Whether markup calls an element a brand, and not the site's.
fn is_marked(page: &Page<'_>, id: NodeId) -> bool {
    let names = ["class", "itemprop"];
    let names = names.iter().filter_map(|name| page.dom.attr(id, name));
    let tokens = names.flat_map(str::split_whitespace).map(phrase);
    let tokens: Vec<Vec<String>> = tokens.collect();
    let among =
        |list: &[&str], words: &[String]| words.iter().any(|word| list.contains(&word.as_str()));
    let calls = |token: &Vec<String>| {
        let (mark, rest) = match token.as_slice() {
            [rest @ .., last] if AFTER.contains(&last.as_str()) => (rest.last(), rest),
            [.., last] => (Some(last), token.as_slice()),
            [] => (None, token.as_slice()),
        };
        mark.is_some_and(|mark| MARKS.contains(&mark.as_str())) && !among(&THEME, rest)
    };
    tokens.iter().any(calls) && !tokens.iter().any(|token| among(&OTHER, token))
}

#[cfg(test)]
mod tests;
