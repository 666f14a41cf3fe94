//! The links that follow the word of a byline: one that holds a name and no more, or several of one kind with
//! commas or a word like "and" between them.

use domain::snapshot::NodeId;
use domain::snapshot::text::is_block;

use super::{NAME, is_author, is_marked};
use crate::dom::Page;
use crate::evidence::Evidence;
use crate::names;
use crate::nearby::Line;
use crate::vocabulary::bylines;
use crate::words::{fold, phrase};

/// A byline has no more parts.
const PARTS: usize = 40;

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

/// The people whom a line of several links credits, where the first of them leads to no person: behind a section
/// stands a name ("News | Jane Doe"). `None` if no other link does, either.
pub(super) fn beyond_section(page: &Page<'_>, line: &Line<'_>) -> Option<Vec<(String, NodeId)>> {
    let inner = page.dom.descendants(line.node);
    let linked = |at: &NodeId| page.dom.tag(*at) == "a" && page.ink(*at) > 0;
    let mut links = inner.filter(linked);
    let first = links.next()?;
    if leads_to_person(page, first) || is_author(page, first) {
        return None;
    }
    let named = |link: NodeId| {
        let text = page.text(link);
        let name = names::plain(text.trim()).filter(|_| leads_to_person(page, link))?;
        (!bylines().is_no_name(&name)).then_some((name, link))
    };
    let people: Vec<_> = links.filter_map(named).collect();
    (!people.is_empty()).then_some(people)
}

/// Whether a word that a byline begins with is a section's: behind a mark stands the whole name of somebody.
pub(super) fn is_section(line: &str, word: &str) -> bool {
    let word = word.trim();
    let mut pieces = line.split(['|', '•', '·']).skip(1).map(str::trim);
    !word.is_empty()
        && !word.contains(char::is_whitespace)
        && pieces.any(|piece| piece.contains(' ') && names::plain(piece).is_some())
}

/// Whether a name runs over the end of a link into the next one, with nothing between them: no one's name does.
pub(super) fn is_run_together(page: &Page<'_>, line: &Line<'_>, name: &str) -> bool {
    let inner = page.dom.descendants(line.node);
    let links = inner.filter(|at| page.dom.tag(*at) == "a" && page.ink(*at) > 0);
    let texts: Vec<String> = links.map(|link| page.text(link)).collect();
    let pairs = texts.windows(2);
    let together = |pair: &[String]| format!("{} {}", pair[0].trim(), pair[1].trim());
    pairs.map(together).any(|both| name.contains(&both))
}

/// The names of a byline of which the first is a link and a further one plain text, as written: "Jane Doe and Bob Ray".
pub(super) fn with_unlinked(evidence: &Evidence<'_>, word: NodeId, link: NodeId) -> Option<String> {
    let page = evidence.page;
    let line = line_from(page, word)?;
    let names = names::of_line(&line, || false, evidence.site())?;
    let further = names.strip_prefix(page.text(link).trim())?;
    names::are_joined(further).then_some(names)
}

/// Whether the link that follows a byline's word is a section's, and the name stands behind it.
pub(super) fn leads_to_section(page: &Page<'_>, word: NodeId, link: NodeId) -> bool {
    let told = |line: Line<'_>| is_section(&line.text(), &page.text(link));
    !leads_to_person(page, link) && line_from(page, word).is_some_and(told)
}

/// What stands in a line from a byline's word on.
fn line_from<'a>(page: &Page<'a>, word: NodeId) -> Option<Line<'a>> {
    let next = beside(page, word)?;
    let parts = page.dom.children(page.dom.nodes[next].parent?);
    let parts = parts.filter(|at| *at >= next);
    let in_line = |at: &NodeId| page.dom.tag(*at) != "br" && !is_block(page.dom.tag(*at));
    let mut runs = vec![page.dom.text(word)?.trim()];
    for part in parts.take_while(in_line).take(PARTS) {
        let inner = std::iter::once(part).chain(page.dom.descendants(part));
        let said = inner.filter(|at| page.is_own(*at));
        let said = said.filter_map(|at| page.dom.text(at)).map(str::trim);
        runs.extend(said.filter(|text| !text.is_empty()).take(PARTS));
    }
    Some(Line { node: word, runs })
}

/// Whether a step of a link's address is a word for people who write.
pub(super) fn leads_to_person(page: &Page<'_>, link: NodeId) -> bool {
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
