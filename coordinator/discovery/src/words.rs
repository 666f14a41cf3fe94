//! The word lists of discovery, kept as data: what chrome, services, pagers and suggestions are
//! called in addresses, class names and labels.

mod lists;

use domain::snapshot::{FlatDom, NodeId};

use lists::{BESIDE, CHROME, GENERIC, OWNER, SERVICE, SOCIAL, STATE, SUGGESTION};

use domain::paging;

pub(crate) use domain::paging::{is_arrow, means_more, means_next};

/// The lower-case words of an element's class and id, one list for each class token.
pub(crate) fn class_tokens(dom: &FlatDom, id: NodeId) -> impl Iterator<Item = Vec<String>> + '_ {
    let class = dom.attr(id, "class").unwrap_or_default();
    let ident = dom.attr(id, "id").unwrap_or_default();
    class
        .split_whitespace()
        .chain(ident.split_whitespace())
        .map(paging::name_words)
}

fn names(dom: &FlatDom, id: NodeId, is: impl Fn(&str) -> bool) -> bool {
    class_tokens(dom, id).any(|token| {
        token
            .first()
            .is_some_and(|word| !STATE.contains(&word.as_str()))
            && token.iter().any(|word| is(word))
    })
}

/// Whether class or id name page furniture.
pub(crate) fn names_chrome(dom: &FlatDom, id: NodeId) -> bool {
    names(dom, id, |word| CHROME.contains(&word))
}

/// Whether class or id name a box beside the list.
pub(crate) fn names_beside(dom: &FlatDom, id: NodeId) -> bool {
    names(dom, id, |word| BESIDE.contains(&word))
}

/// Whether class or id name a carousel.
pub(crate) fn names_carousel(dom: &FlatDom, id: NodeId) -> bool {
    names(dom, id, paging::names_carousel)
}

/// Whether class or id name a pager.
pub(crate) fn names_pager(dom: &FlatDom, id: NodeId) -> bool {
    names(dom, id, paging::names_pager)
}

/// Whether a path segment belongs to a service of the site.
pub(crate) fn is_service(segment: &str) -> bool {
    SERVICE.contains(&segment.to_lowercase().replace(['-', '_'], "").as_str())
}

/// Whether a path segment belongs to what an item belongs to.
pub(crate) fn is_owner(segment: &str) -> bool {
    OWNER.contains(&segment.to_lowercase().as_str())
}

/// Whether a host takes shares and follows.
pub(crate) fn is_social(host: &str) -> bool {
    SOCIAL.iter().any(|known| {
        host == *known
            || host
                .strip_suffix(known)
                .is_some_and(|rest| rest.ends_with('.'))
    })
}

/// Whether a label says what to do with an item and not what it is.
pub(crate) fn is_generic(label: &str) -> bool {
    GENERIC.contains(&plain(label).as_str())
}

/// Whether a heading offers something in place of the list.
pub(crate) fn suggests_others(heading: &str) -> bool {
    let heading = heading.to_lowercase();
    SUGGESTION.iter().any(|word| heading.contains(word))
}

/// Lower case, without arrows and marks around the words.
fn plain(label: &str) -> String {
    label
        .trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase()
}
