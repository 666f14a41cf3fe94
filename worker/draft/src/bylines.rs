//! Who wrote a page as a byline shows it: a word like "By" close to the heading, and after it a link
//! that holds the name and no more, several of one kind, or a line that reads as names of people (`names`).

use domain::evidence::Source;
use domain::snapshot::{NodeId, Visibility};

use crate::dom::Page;
use crate::evidence::Evidence;
use crate::names;
use crate::nearby::{Line, lines, reach};
use crate::receipt::Claim;
use crate::words::phrase;

/// A name is no longer than this.
const NAME: u32 = 80;
/// The words that lead up to a name are no longer than this.
const WORDS: usize = 30;
/// Words of class names, `rel` and `itemprop` that mark a byline.
const MARKS: [&str; 6] = ["byline", "author", "authors", "writer", "autor", "auteur"];

/// The name that bylines near the heading give; none if they give several.
pub(crate) fn shown(evidence: &Evidence<'_>, title: Option<NodeId>) -> Vec<Claim> {
    let page = evidence.page;
    let Some(title) = title else {
        return Vec::new();
    };
    let reach = reach(page, title);
    let near = |id: &NodeId| {
        let distance = page.ink_before(*id).abs_diff(page.ink_before(title));
        distance <= reach && page.speaks(*id)
    };
    let near = (0..page.dom.nodes.len()).filter(near);
    let words = near.filter(|id| is_by(page, *id));
    let claim = |id| {
        let (text, node) = match link(page, id) {
            Some(link) => (page.text(link), link),
            None => several(page, id)?,
        };
        Some(Claim::seen(&text, Source::Text, page.place(node)))
    };
    let claims: Vec<Claim> = words.filter_map(claim).collect();
    if !claims.is_empty() {
        return one(claims);
    }
    let spoken = |line: &Line<'_>| {
        let name = names::of_line(line, is_marked(page, line.node), evidence.site())?;
        Some(Claim::seen(&name, Source::Text, page.place(line.node)))
    };
    one(lines(page, title).iter().filter_map(spoken).collect())
}

/// The names that a byline near the heading gives, each by itself.
pub(crate) fn each(evidence: &Evidence<'_>, title: Option<NodeId>) -> Vec<Claim> {
    let shown = shown(evidence, title).into_iter();
    let of = |claim: Claim| {
        let names = names::apart(&claim.quote()).into_iter();
        names.map(move |name| Claim::seen(&name, claim.source, claim.path.clone()))
    };
    shown.flat_map(of).collect()
}

/// The name that stands near the heading in an element that markup calls a byline, without a word.
pub(crate) fn named(evidence: &Evidence<'_>, title: Option<NodeId>) -> Vec<Claim> {
    let page = evidence.page;
    let lines = title.map(|title| lines(page, title)).unwrap_or_default();
    let marked = lines.iter().filter(|line| is_marked(page, line.node));
    let name = |line: &Line<'_>| {
        let name = names::alone(line)?;
        Some(Claim::seen(&name, Source::Text, page.place(line.node)))
    };
    one(marked.filter_map(name).collect())
}

/// The claim that all are; none if they differ.
fn one(mut claims: Vec<Claim>) -> Vec<Claim> {
    if claims.iter().any(|other| other.value != claims[0].value) {
        return Vec::new();
    }
    claims.truncate(1);
    claims
}

/// Whether markup calls a line a byline: the element, one close above it, or one in it that holds it all.
fn is_marked(page: &Page<'_>, node: NodeId) -> bool {
    let above = page.dom.ancestors(node).take(2);
    let whole = |at: &NodeId| page.ink(*at) == page.ink(node) && page.ink(*at) > 0;
    let within = page.dom.descendants(node).filter(whole);
    let mut near = std::iter::once(node).chain(above).chain(within);
    near.any(|at| {
        let mut names = ["class", "rel", "itemprop"]
            .iter()
            .filter_map(|name| page.dom.attr(at, name));
        names.any(|name| {
            phrase(name)
                .iter()
                .any(|word| MARKS.contains(&word.as_str()))
        })
    })
}

/// Whether a text is the words of a byline that a name follows, and no more.
fn is_by(page: &Page<'_>, id: NodeId) -> bool {
    let text = page.dom.text(id).map_or("", str::trim);
    if text.is_empty() || text.len() > WORDS {
        return false;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    names::lead(&words) == Some((words.len(), None))
}

/// An author in metadata without the wording of a byline around the name; the receipt keeps it.
pub(crate) fn credited(evidence: &Evidence<'_>, claim: Claim) -> Claim {
    claim.renamed(|stated| {
        let led = names::led(stated);
        let name = led.as_deref().unwrap_or(stated);
        alone(evidence, name)
            .map(str::to_owned)
            .or_else(|| led.clone())
    })
}

/// The name before a comma, if what follows says what the author does or for whom, or if the page shows
/// the name alone and never the rest.
fn alone<'n>(evidence: &Evidence<'_>, stated: &'n str) -> Option<&'n str> {
    let (name, rest) = names::before_comma(stated)?;
    let shown = |text: &str| shows(evidence.page, text);
    let role = names::is_role(rest, evidence.site());
    // "Lind, Tove" is one name.
    let whole = name.contains(char::is_whitespace) || !name.is_ascii() && !rest.is_ascii();
    (role || whole && shown(name) && !shown(rest)).then_some(name)
}

/// Whether a visible piece of text is these words and, at most, words that lead up to them.
fn shows(page: &Page<'_>, words: &str) -> bool {
    let visible = page
        .dom
        .nodes
        .iter()
        .enumerate()
        .filter(|(_, node)| node.visibility == Visibility::Visible);
    let mut texts = visible.filter_map(|(id, _)| page.dom.text(id));
    texts.any(|text| {
        let text = text.trim().trim_end_matches([',', '，', '、']);
        text == words || text.ends_with(words) && names::led(text).as_deref() == Some(words)
    })
}

/// The link that follows a byline's word, in the same line or the box beside it.
fn link(page: &Page<'_>, word: NodeId) -> Option<NodeId> {
    let next = beside(page, word)?;
    let inner = std::iter::once(next).chain(page.dom.descendants(next));
    let mut links = inner.filter(|at| page.dom.tag(*at) == "a" && page.ink(*at) > 0);
    let link = links.next()?;
    let alone = page.ink(link) == page.ink(next) && page.ink(link) <= NAME;
    (alone && !is_joined(page, next)).then_some(link)
}

/// The names in the links that follow a byline's word, with commas between them, and the first link. They lead
/// to pages of one kind: what else may follow a name and a comma (an outlet, a place) stands elsewhere.
fn several(page: &Page<'_>, word: NodeId) -> Option<(String, NodeId)> {
    let first = beside(page, word)?;
    let parent = page.dom.nodes[first].parent?;
    let parts = page.dom.children(parent);
    let mut names: Vec<String> = Vec::new();
    let mut folder = None;
    let mut comma = true;
    for part in parts.filter(|at| *at >= first && page.ink(*at) > 0) {
        let named = comma && page.dom.tag(part) == "a" && page.ink(part) <= NAME;
        if named {
            let of = page.dom.attr(part, "href").and_then(folder_of)?;
            if *folder.get_or_insert(of) != of {
                return None;
            }
            names.push(page.text(part));
            comma = false;
        } else if !comma && page.text(part).trim() == "," {
            comma = true;
        } else {
            break;
        }
    }
    (names.len() > 1).then(|| (names.join(", "), first))
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

#[cfg(test)]
mod tests;
