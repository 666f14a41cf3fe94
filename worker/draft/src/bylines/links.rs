//! The links that follow the word of a byline: one that holds a name and no more, or several of one kind with
//! commas or a word like "and" between them.

use domain::snapshot::NodeId;

use super::{NAME, is_author, is_marked};
use crate::dom::Page;
use crate::names;
use crate::nearby::Line;
use crate::vocabulary::bylines;
use crate::words::{fold, phrase};

/// The name that a link holds at the start of a line that markup calls a byline, and that no other follows. Markup
/// calls it who wrote the page, or it leads to where people stand: a section may stand first, too.
pub(super) fn followed(page: &Page<'_>, line: &Line<'_>) -> Option<(String, NodeId)> {
    let first = line.runs.first()?;
    let inner = page.dom.descendants(line.node);
    let mut links =
        inner.filter(|at| page.dom.tag(*at) == "a" && page.dom.attr(*at, "href").is_some());
    let link = links.next()?;
    let text = page.text(link);
    if text.trim() != first.trim() || text.contains(',') || !is_marked(page, line.node) {
        return None;
    }
    let within = |at: &NodeId| *at >= line.node;
    let mut around = std::iter::once(link).chain(page.dom.ancestors(link).take_while(within));
    let person = leads_to_person(page, link) || around.any(|at| is_author(page, at));
    let next = line
        .runs
        .get(1)
        .and_then(|run| run.split_whitespace().next());
    let joined = next.is_some_and(names::joins)
        || links.any(|other| names::plain(page.text(other).trim()).is_some());
    (person && !joined && !bylines().is_no_name(&text))
        .then(|| Some((names::plain(text.trim())?, link)))
        .flatten()
}

/// Whether a step of a link's address is a word for people who write.
fn leads_to_person(page: &Page<'_>, link: NodeId) -> bool {
    let to = page.dom.attr(link, "href").unwrap_or("");
    let mut steps = to.split(['/', '?', '&', '=']);
    steps.any(|step| bylines().is_path(&fold(step)))
}

/// The link that follows a byline's word, in the same line or the box beside it.
pub(super) fn link(page: &Page<'_>, word: NodeId) -> Option<NodeId> {
    let next = beside(page, word)?;
    let inner = std::iter::once(next).chain(page.dom.descendants(next));
    let mut links = inner.filter(|at| page.dom.tag(*at) == "a" && page.ink(*at) > 0);
    let link = links.next()?;
    let alone = page.ink(link) == page.ink(next) && page.ink(link) <= NAME;
    (alone && !is_joined(page, next)).then_some(link)
}

/// The names in the links that follow a byline's word, with commas or a word like "and" between them, and the
/// first link. They lead to pages of one kind, or markup calls it all a byline: what else may follow a name
/// and a comma (an outlet, a place) stands elsewhere.
pub(super) fn several(page: &Page<'_>, word: NodeId) -> Option<(String, NodeId)> {
    let first = beside(page, word)?;
    let parent = page.dom.nodes[first].parent?;
    let parts = page.dom.children(parent);
    let mut told = String::new();
    let mut count = 0;
    let mut folder = None;
    let mut between = Some(String::new());
    for part in parts.filter(|at| *at >= first && page.ink(*at) > 0) {
        let text = page.text(part);
        match (between.take(), sole_link(page, part)) {
            (Some(mark), Some(link)) if page.ink(part) <= NAME => {
                let of = page.dom.attr(link, "href").and_then(folder_of)?;
                if *folder.get_or_insert(of) != of && !is_marked(page, parent) {
                    return None;
                }
                told.extend([mark.as_str(), text.trim()]);
                count += 1;
            }
            (Some(mark), _) if names::joins(mark.trim_matches([',', ' '])) => return None,
            (Some(_), _) => break,
            (None, _) => {
                let text = text.trim();
                between = mark(text);
                let next = text.trim_start_matches(',').split_whitespace().next();
                // A further name without a link would be missed.
                if between.is_none() && next.is_some_and(names::joins) {
                    return None;
                }
                if between.is_none() {
                    break;
                }
            }
        }
    }
    (count > 1).then_some((told, first))
}

/// What stands between two names, as it is written: a comma, a word like "and", or both.
fn mark(text: &str) -> Option<String> {
    let word = text.trim_start_matches(',').trim();
    match word {
        "" => Some(", ".to_owned()),
        _ if !names::joins(word) => None,
        _ if text.starts_with(',') => Some(format!(", {word} ")),
        _ => Some(format!(" {word} ")),
    }
}

/// The link that an element is, or that holds all its text.
fn sole_link(page: &Page<'_>, part: NodeId) -> Option<NodeId> {
    let mut all = std::iter::once(part).chain(page.dom.descendants(part));
    all.find(|at| page.dom.tag(*at) == "a" && page.ink(*at) == page.ink(part))
}

/// The part of an address before its last segment, if it is more than the site.
fn folder_of(address: &str) -> Option<&str> {
    let bare = address.trim_end_matches('/');
    let path = bare.split_once("://").map_or(bare, |(_, rest)| rest);
    let (folder, _) = path.rsplit_once('/')?;
    (folder.split_once('/')?.1.len() > 1).then_some(folder)
}

/// The next node with text beside a node or beside the boxes that hold only it.
fn beside(page: &Page<'_>, node: NodeId) -> Option<NodeId> {
    let mut at = node;
    for _ in 0..3 {
        let parent = page.dom.nodes[at].parent?;
        let mut after = page.dom.children(parent).skip_while(|child| *child <= at);
        if let Some(next) = after.find(|child| page.ink(*child) > 0) {
            return Some(next);
        }
        if page.ink(parent) != page.ink(node) {
            return None;
        }
        at = parent;
    }
    None
}

/// Whether another link follows with one word or none between: the names of several people.
fn is_joined(page: &Page<'_>, link: NodeId) -> bool {
    let Some(parent) = page.dom.nodes[link].parent else {
        return false;
    };
    let after = page.dom.children(parent).filter(|child| *child > link);
    let mut parts = after.filter(|child| page.ink(*child) > 0);
    let Some(first) = parts.next() else {
        return false;
    };
    let holds_link = |at: NodeId| {
        std::iter::once(at)
            .chain(page.dom.descendants(at))
            .any(|at| page.dom.tag(at) == "a")
    };
    let joiner = phrase(&page.text(first)).len() <= 1;
    holds_link(first) || joiner && parts.next().is_some_and(holds_link)
}
