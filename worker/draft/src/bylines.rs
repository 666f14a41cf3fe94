//! Who wrote a page as a byline shows it: a word like "By" close to the heading, and after it a link
//! that holds the name and no more, several of one kind, or a line that reads as names of people (`names`).

mod links;

use domain::evidence::Source;
use domain::snapshot::{NodeId, Visibility};

use crate::dom::Page;
use crate::evidence::Evidence;
use crate::labels::Pair;
use crate::names;
use crate::nearby::{Line, further, is_of_entry, lines, reach};
use crate::receipt::Claim;
use crate::site::Site;
use crate::titles::is_front;
use crate::vocabulary::bylines;
use crate::words::{fold, holds_digit, phrase};
use links::{
    beyond_section, followed, is_run_together, is_section, leads_to_person, leads_to_section, link,
    several, with_unlinked,
};

/// A name is no longer than this.
const NAME: u32 = 80;
/// The words that lead up to a name are no longer than this.
const WORDS: usize = 30;
/// So many of the names of one text are looked for on the page.
const MOST: usize = 8;

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
            Some(link) if leads_to_section(page, id, link) => return None,
            Some(link) => credited_by(evidence, id, link),
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
        let (name, node) = match beyond_section(page, line) {
            Some(people) => sole(people)?,
            None if is_run_together(page, line, &name) => return None,
            None if is_section(&line.text(), &name) => return None,
            None => (name, line.node),
        };
        Some(Claim::seen(&name, Source::Text, page.place(node)))
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

/// Who a byline with a link credits: those whose names stand behind it without one, too.
fn credited_by(evidence: &Evidence<'_>, word: NodeId, link: NodeId) -> (String, NodeId) {
    let page = evidence.page;
    let all = with_unlinked(evidence, word, link);
    let name = all.unwrap_or_else(|| without_role(evidence, page.text(link)));
    (name, link)
}

/// The names that a byline near the heading gives, with its word or in markup alone, each by itself.
pub(crate) fn each(evidence: &Evidence<'_>, title: Option<NodeId>) -> Vec<Claim> {
    let mut shown = shown(evidence, title);
    if shown.is_empty() {
        shown = named(evidence, title);
    }
    apart(evidence, shown)
}

/// The people of bylines, each by itself, without what they do.
pub(crate) fn apart(evidence: &Evidence<'_>, claims: Vec<Claim>) -> Vec<Claim> {
    let site = evidence.site();
    let of = |claim: Claim| {
        let names = names::apart(&claim.quote()).into_iter().enumerate();
        let names = names.filter(|(at, name)| *at == 0 || !is_part(name, site));
        names.map(move |(_, name)| Claim::seen(&name, claim.source, claim.path.clone()))
    };
    claims.into_iter().flat_map(of).collect()
}

/// Whether what stands among names is what somebody does, or the site: a name may hold the site's, too.
fn is_part(text: &str, site: &Site) -> bool {
    let mut words = text.split_whitespace().map(fold);
    site.is(text) || words.any(|word| bylines().is_role(&word))
}

/// Names without the paper or the place behind the last of them, which is one word: people have two. "Tove Lind
/// and Bo Rask, CNN".
pub(crate) fn without_paper(names: &str) -> &str {
    let cut = names.rsplit_once(", ");
    let several = |people| names::are_joined(people) && names::each_of(people).len() > 1;
    let cut = cut.filter(|(people, last)| !last.contains(' ') && several(people));
    cut.map_or(names, |(people, _)| people)
}

/// The names before a bar behind which a page tells something else, others or a day: "Tove Lind | Reviewed by: Bo
/// Rask", "kinra | 16.12.2012".
pub(crate) fn before_bar(value: &str) -> Option<&str> {
    let bars = [" | ", " • ", " · "].iter();
    let at = bars.filter_map(|bar| value.find(bar)).min()?;
    let name = value[..at].trim();
    let rest = value[at..].trim_start_matches([' ', '|', '•', '·']);
    let first = rest.split(['|', '•', '·']).next().unwrap_or("");
    let mut words = first.split_whitespace().take(3);
    let by = words.any(|word| bylines().is_by(&fold(word.trim_end_matches(':'))));
    // "Tove Lind | Bo Rask (1962)" goes on with names.
    let named = is_name(first.split(['(', ',']).next().unwrap_or("").trim());
    let told = holds_digit(first) || first.contains(':');
    (told && !named && !name.is_empty() || by && is_name(name)).then_some(name)
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
        if is_marked(page, line.node)
            && let Some(people) = beyond_section(page, line)
        {
            found.extend(sole(people));
            continue;
        }
        let is_name = |name: &String| {
            let led = names::led(name).is_some() || is_run_together(page, line, name);
            !led && is_marked(page, line.node) && !bylines().is_no_name(name)
        };
        let alone = names::alone(line).filter(is_name);
        if let Some(name) = alone.or_else(|| of_author(page, line)) {
            found.push((name, line.node));
        } else if let Some(followed) = followed(page, line) {
            found.push(followed);
        } else if is_marked(page, line.node) && is_of_several(page, line) {
            found.push((line.text(), line.node));
        } else {
            let inner = page.dom.descendants(line.node);
            let called = inner.filter(|at| is_called(page, *at) && page.is_small(*at, NAME));
            let told = called.filter_map(|at| Some((names::plain(&page.text(at))?, at)));
            let told = told.filter(|(name, _)| !bylines().is_no_name(name));
            found.extend(told);
        }
    }
    if found.is_empty() {
        found = cards(page, title);
    }
    let claim = |(name, node): (String, NodeId)| Claim::seen(&name, Source::Text, page.place(node));
    one(found.into_iter().map(claim).collect())
}

/// Whether a line is the whole names of several people and no more, and one of them leads to a person: "Jane Doe and
/// Bob Ray".
fn is_of_several(page: &Page<'_>, line: &Line<'_>) -> bool {
    let text = line.text();
    let mut inner = page.dom.descendants(line.node);
    names::are_joined(&text)
        && names::each_of(&text).len() > 1
        && !bylines().is_no_name(&text)
        && inner.any(|at| page.dom.tag(at) == "a" && leads_to_person(page, at))
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

/// A name without the words before it and without what somebody does, in brackets or behind a comma: "Author: Tove
/// Lind (editor)".
fn without_role(evidence: &Evidence<'_>, name: String) -> String {
    let name = names::led(&name).unwrap_or(name);
    let cut = name
        .trim_end()
        .strip_suffix(')')
        .and_then(|all| all.rsplit_once('('));
    match cut {
        Some((bare, role)) if names::is_role(role, evidence.site()) => bare.trim().to_owned(),
        _ => match names::before_comma(&name) {
            Some((bare, role)) if is_part(role, evidence.site()) => bare.to_owned(),
            _ => name,
        },
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

/// The only one of several people.
fn sole(mut people: Vec<(String, NodeId)>) -> Option<(String, NodeId)> {
    people.pop().filter(|_| people.is_empty())
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
    // "Tove Lind | Oslo | 5 May 2019".
    let text = line.text();
    let name = text.split(['|', '•', '·']).next().unwrap_or("");
    let named = is_author(page, line.node)
        && !bylines().is_no_name(name)
        && !is_run_together(page, line, name);
    named.then(|| names::plain(name.trim())).flatten()
}

/// Whether markup calls an element who wrote the page, and not only a byline.
fn is_author(page: &Page<'_>, at: NodeId) -> bool {
    let attrs = ["class", "rel", "itemprop"].iter();
    let mut named = attrs.filter_map(|name| page.dom.attr(at, name));
    let called = |word: &String| word != "byline" && bylines().is_whole_mark(word);
    named.any(|name| phrase(name).iter().any(called))
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
        if let Some(name) = turned(evidence, stated) {
            return Some(name);
        }
        let led = names::led(stated);
        let name = without_paper(led.as_deref().unwrap_or(stated));
        let changed = || (name.len() < stated.len()).then(|| name.to_owned());
        alone(evidence, name).map(str::to_owned).or_else(changed)
    })
}

/// The name that is written with its last part first, "Lind, Tove", as the page shows it.
fn turned(evidence: &Evidence<'_>, stated: &str) -> Option<String> {
    let (last, first) = names::before_comma(stated)?;
    let whole = first.split_whitespace().all(names::is_of_name);
    let name = Some(format!("{first} {last}")).filter(|_| whole)?;
    shows(evidence.page, &name).then_some(name)
}

/// The name before a comma, if what follows says what the author does or for whom, or if the page shows
/// the name alone and never the rest.
fn alone<'n>(evidence: &Evidence<'_>, stated: &'n str) -> Option<&'n str> {
    let (name, rest) = names::before_comma(stated)?;
    let shown = |text: &str| shows(evidence.page, text);
    let role = names::is_role(rest, evidence.site());
    // "Lind, Tove" is one name.
    let whole = name.contains(char::is_whitespace) || !name.is_ascii() && !rest.is_ascii();
    // One by one the page may show all whom a text names together.
    let further = || names::apart(rest).iter().take(MOST).any(|part| shown(part));
    (role || whole && shown(name) && !shown(rest) && !further()).then_some(name)
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

#[cfg(test)]
mod tests;
