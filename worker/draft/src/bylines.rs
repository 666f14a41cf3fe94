//! Who wrote a page as a byline shows it: a word like "By" close to the heading, and after it a link
//! that holds the name and no more, several of one kind, or a line that reads as names of people (`names`).

use domain::evidence::Source;
use domain::snapshot::{NodeId, Visibility};

use crate::dom::Page;
use crate::evidence::Evidence;
use crate::labels::Pair;
use crate::names;
use crate::nearby::{Line, further, is_of_entry, lines, reach};
use crate::receipt::Claim;
use crate::titles::is_front;
use crate::vocabulary::bylines;
use crate::words::{fold, phrase};

/// A name is no longer than this.
const NAME: u32 = 80;
/// The words that lead up to a name are no longer than this.
const WORDS: usize = 30;

/// The name that bylines near the heading give; none if they give several.
pub(crate) fn shown(evidence: &Evidence<'_>, title: Option<NodeId>) -> Vec<Claim> {
    let page = evidence.page;
    let Some(title) = title.filter(|_| !is_front(page)) else {
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
            Some(link) => (without_role(evidence, page.text(link)), link),
            None => several(page, id)?,
        };
        Some(Claim::seen(&text, Source::Text, page.place(node)))
    };
    let claims: Vec<Claim> = words.filter_map(claim).collect();
    if !claims.is_empty() {
        return one(claims);
    }
    let spoken = |line: &Line<'_>| {
        let name = names::of_line(line, || is_marked(page, line.node), evidence.site())?;
        Some(Claim::seen(&name, Source::Text, page.place(line.node)))
    };
    let near: Vec<Claim> = lines(page, title).iter().filter_map(spoken).collect();
    if !near.is_empty() {
        return one(near);
    }
    // Behind a first paragraph markup has to call it a byline, too.
    let further = further(page, title);
    let marked = |line: &Line<'_>| spoken(line).filter(|_| is_marked(page, line.node));
    one(further.iter().filter_map(marked).collect())
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

/// The name that stands near the heading in an element that markup calls a byline, without a word; else the
/// one in an hCard of an author (microformats: `vcard`, `fn`), wherever it stands.
pub(crate) fn named(evidence: &Evidence<'_>, title: Option<NodeId>) -> Vec<Claim> {
    let page = evidence.page;
    if is_front(page) {
        return Vec::new();
    }
    let lines = title.map(|title| lines(page, title)).unwrap_or_default();
    let mut found = Vec::new();
    for line in &lines {
        let alone = names::alone(line).filter(|_| is_marked(page, line.node));
        if let Some(name) = alone.or_else(|| of_author(page, line)) {
            found.push((name, line.node));
        } else if let Some(followed) = followed(page, line) {
            found.push(followed);
        } else {
            let inner = page.dom.descendants(line.node);
            let called = inner.filter(|at| is_called(page, *at) && page.is_small(*at, NAME));
            let told = called.filter_map(|at| Some((names::plain(&page.text(at))?, at)));
            found.extend(told);
        }
    }
    if found.is_empty() {
        found = cards(page, title);
    }
    let claim = |(name, node): (String, NodeId)| Claim::seen(&name, Source::Text, page.place(node));
    one(found.into_iter().map(claim).collect())
}

/// The name that a link holds at the start of a line that markup calls a byline.
fn followed(page: &Page<'_>, line: &Line<'_>) -> Option<(String, NodeId)> {
    let first = line.runs.first()?;
    let mut inner = page.dom.descendants(line.node);
    let link = inner.find(|at| page.dom.tag(*at) == "a" && page.dom.attr(*at, "href").is_some())?;
    let text = page.text(link);
    (text.trim() == first.trim() && !text.contains(',') && is_marked(page, line.node))
        .then(|| Some((names::plain(text.trim())?, link)))
        .flatten()
}

/// The names in hCards of authors.
fn cards(page: &Page<'_>, title: Option<NodeId>) -> Vec<(String, NodeId)> {
    let class = |at: NodeId| page.dom.attr(at, "class").unwrap_or("");
    let is_card = |at: &NodeId| {
        let of_author = |class: &str| {
            let words = phrase(class);
            words.iter().any(|word| bylines().is_whole_mark(word))
                && !words.iter().any(|word| bylines().is_other(word))
        };
        class(*at).contains("vcard") && of_author(class(*at)) && is_of_entry(page, title, *at)
    };
    let is_name = |at: &NodeId| {
        let mut words = class(*at).split(|ch: char| !ch.is_ascii_alphanumeric());
        words.any(|word| word == "fn") && page.is_small(*at, NAME)
    };
    let cards = (0..page.dom.nodes.len()).filter(is_card);
    let name = |card: NodeId| {
        let mut inner = page.dom.descendants(card);
        let at = inner.find(is_name)?;
        let text = page.text(at).trim().to_owned();
        Some((names::led(&text).unwrap_or(text), at))
    };
    cards.filter_map(name).collect()
}

/// The name in the words of a link to all that somebody wrote: "View all posts by Tove Lind".
pub(crate) fn all_of(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let by = words.iter().rposition(|word| bylines().is_by(&fold(word)));
    let name = by.filter(|at| *at > 1).map(|at| words[at + 1..].join(" "));
    name.filter(|name| names::plain(name).is_some())
        .unwrap_or_else(|| text.to_owned())
}

/// Whether a text is one person's name in two words or more.
pub(crate) fn is_name(text: &str) -> bool {
    names::plain(text).is_some()
}

/// A name without the words before it and without what somebody does, in brackets behind it: "Author: Tove
/// Lind (editor)".
fn without_role(evidence: &Evidence<'_>, name: String) -> String {
    let name = names::led(&name).unwrap_or(name);
    let cut = name
        .trim_end()
        .strip_suffix(')')
        .and_then(|all| all.rsplit_once('('));
    match cut {
        Some((bare, role)) if names::is_role(role, evidence.site()) => bare.trim().to_owned(),
        _ => name,
    }
}

/// Whether a labelled value can be who wrote a page: no sentences about somebody, and behind a mere "by" a
/// name, or what stands close to the heading.
pub(crate) fn suits(evidence: &Evidence<'_>, pair: &Pair) -> bool {
    let page = evidence.page;
    let value = pair.value.as_str();
    let small = |word: &&str| word.starts_with(char::is_lowercase);
    let words = value.split_whitespace();
    let prose = value.len() > 80 && words.clone().filter(small).count() * 2 > words.count();
    let vocabulary = bylines();
    let by = matches!(pair.words.as_slice(), [word] if vocabulary.is_by(word) && !vocabulary.is_credit(word));
    let near = || {
        let from = |title| page.ink_before(pair.node).abs_diff(page.ink_before(title));
        let title = evidence.title_node();
        let close = title.is_none_or(|title| from(title) <= reach(page, title));
        close && !value.starts_with(char::is_lowercase)
    };
    let open = value.contains('(') && !value.contains(')');
    !prose && !open && (!by || names::plain(value).is_some() || near())
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
    near.any(|at| is_called(page, at))
}

/// Whether markup calls an element a byline.
fn is_called(page: &Page<'_>, at: NodeId) -> bool {
    let mut names = ["class", "rel", "itemprop"]
        .iter()
        .filter_map(|name| page.dom.attr(at, name));
    names.any(|name| phrase(name).iter().any(|word| bylines().is_mark(word)))
}

/// The name that a line is, where markup calls the line itself who wrote the page, and not only a byline.
fn of_author(page: &Page<'_>, line: &Line<'_>) -> Option<String> {
    let attrs = ["class", "rel", "itemprop"].iter();
    let mut named = attrs.filter_map(|name| page.dom.attr(line.node, name));
    let called = |word: &String| word != "byline" && bylines().is_whole_mark(word);
    let is_author = named.any(|name| phrase(name).iter().any(called));
    is_author.then(|| names::plain(&line.text())).flatten()
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
pub(crate) fn shows(page: &Page<'_>, words: &str) -> bool {
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

/// The names in the links that follow a byline's word, with commas or a word like "and" between them, and the
/// first link. They lead to pages of one kind, or markup calls it all a byline: what else may follow a name
/// and a comma (an outlet, a place) stands elsewhere.
fn several(page: &Page<'_>, word: NodeId) -> Option<(String, NodeId)> {
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

#[cfg(test)]
mod tests;
