//! What markup calls a day: that of publication, or of the last change. The days are gathered by `datelines`.

use domain::snapshot::NodeId;

use super::wording::{is_change, is_modified as is_modified_word, is_name, is_other};
use crate::dom::Page;
use crate::words::phrase;

/// The words of an element's classes, stemmed.
pub(super) fn classes<'a>(page: &'a Page<'_>, id: NodeId) -> impl Iterator<Item = String> + 'a {
    phrase(page.dom.attr(id, "class").unwrap_or("")).into_iter()
}

/// Whether markup calls an element a dateline.
pub(super) fn called(page: &Page<'_>, id: NodeId) -> bool {
    classes(page, id).any(|word| is_name(&word))
}

/// Whether markup calls the element itself the day of publication, whatever else.
pub(super) fn is_published(page: &Page<'_>, id: NodeId) -> bool {
    let mut names = ["class", "itemprop"]
        .iter()
        .filter_map(|name| page.dom.attr(id, name));
    names.any(|name| {
        let words = phrase(name);
        let holds = |one: &str| words.iter().any(|word| word == one);
        // An entry's only day may be called "date updated" (microformats).
        let entry = holds("post") || holds("entry");
        let date = || name.split_whitespace().any(|class| class == "date");
        holds("published") || holds("pubdate") || entry && date()
    })
}

/// Whether markup calls the element, or one near above it, a dateline.
pub(super) fn is_marked(page: &Page<'_>, id: NodeId) -> bool {
    let mut near = std::iter::once(id).chain(page.dom.ancestors(id).take(2));
    is_published(page, id) || near.any(|at| called(page, at))
}

/// Whether the element or one near above it is called another day.
pub(super) fn is_renamed(page: &Page<'_>, id: NodeId) -> bool {
    let near = std::iter::once(id).chain(page.dom.ancestors(id).take(2));
    near.into_iter()
        .any(|at| classes(page, at).any(|word| is_other(&word)))
}

/// Whether markup calls an element a change and nothing else, with a word that some give every entry's day:
/// "updated".
pub(super) fn is_updated(page: &Page<'_>, id: NodeId) -> bool {
    is_only(page, id, is_change)
}

/// Whether markup calls an element a change in so many words: "last-modified".
pub(super) fn is_modified(page: &Page<'_>, id: NodeId) -> bool {
    is_only(page, id, is_modified_word)
}

/// Whether the element, or one around or in it with the same text, has such a word, and none is called the day of
/// publication.
fn is_only(page: &Page<'_>, id: NodeId, is: impl Fn(&str) -> bool) -> bool {
    let same = |at: &NodeId| page.ink(*at) == page.ink(id) && !page.dom.tag(*at).is_empty();
    let around = page.dom.ancestors(id).take(2);
    let near = around.chain(page.dom.descendants(id)).filter(same);
    let all: Vec<NodeId> = std::iter::once(id).chain(near).collect();
    let called = |at: NodeId| {
        let mut names = ["class", "itemprop"]
            .iter()
            .filter_map(|name| page.dom.attr(at, name));
        names.any(|name| phrase(name).iter().any(|word| is(word)))
    };
    all.iter().copied().any(called) && !all.iter().any(|at| is_published(page, *at))
}
