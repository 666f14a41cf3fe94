//! How a list continues: `rel=next` (HTML standard, link types), numbered pages, and links that
//! mean "next" by their label. Carousels, loops and links to the page itself do not count.

use std::collections::HashSet;
use std::sync::LazyLock;

use domain::ids::PageKey;
use domain::snapshot::{FlatDom, NodeId, Snapshot};
use regex::Regex;
use url::Url;

use crate::links::{self, Anchor};
use crate::paged_address::{continues, own_number, path, turns};
use crate::template::Template;
use crate::words;

/// The list pages a page links to.
#[derive(Debug, Default)]
pub(crate) struct Pages {
    /// Those after it, nearest first.
    pub(crate) next: Vec<String>,
    /// The keys of all of them, earlier ones too: never detail pages.
    pub(crate) keys: HashSet<PageKey>,
}

/// A link whose label is a page number.
struct Numbered<'a> {
    number: u64,
    anchor: &'a Anchor,
}

/// Finds the list pages a page links to. A list in a frame goes on below the frame's address, or below that of
/// the page around it.
pub(crate) fn find(snapshot: &Snapshot, all: &[Anchor], most: u64) -> Pages {
    let addresses = std::iter::once(&snapshot.final_url).chain(&snapshot.panel);
    let mut pages = Pages::default();
    let mut seen = HashSet::new();
    for own in addresses.filter_map(|address| Url::parse(address).ok()) {
        let found = of_address(snapshot, all, most, &own);
        pages.keys.extend(found.keys);
        for url in found.next {
            if links::key_of(&url).is_none_or(|key| seen.insert(key)) {
                pages.next.push(url);
            }
        }
    }
    pages
}

fn of_address(snapshot: &Snapshot, all: &[Anchor], most: u64, own: &Url) -> Pages {
    let dom = &snapshot.dom;
    let mut pages = Pages::default();
    let mut after: Vec<String> = Vec::new();
    after.extend(declared(snapshot, own));
    let numbered = numbered(dom, all, own);
    after.extend(following(snapshot, &numbered, own, most));
    pages
        .keys
        .extend(numbered.iter().map(|n| n.anchor.key.clone()));
    for anchor in all {
        if is_pager_link(dom, anchor, own) {
            pages.keys.insert(anchor.key.clone());
        }
        if means_next(dom, anchor, own) {
            pages.keys.insert(anchor.key.clone());
            after.push(anchor.url.clone());
        }
    }
    if let (true, Some(next)) = (numbered.is_empty(), after.first()) {
        let further = stated(dom, next, most);
        after.extend(further);
    }
    let mut seen = links::own_keys(snapshot);
    for url in after {
        if let Some(key) = links::key_of(&url)
            && seen.insert(key.clone())
        {
            pages.keys.insert(key);
            pages.next.push(url);
        }
    }
    pages
}

/// `rel=next` of `link` and `a`, on the same host.
fn declared(snapshot: &Snapshot, own: &Url) -> Vec<String> {
    let dom = &snapshot.dom;
    (0..dom.nodes.len())
        .filter(|&id| matches!(dom.tag(id), "link" | "a") && has_rel(dom, id, "next"))
        .filter(|&id| !disabled(dom, id) && !in_article(dom, id))
        .filter_map(|id| snapshot.resolve(dom.attr(id, "href")?))
        .filter(|url| url.starts_with("http") && !leads_back(url, own))
        .collect()
}

/// Whether an address has a lower page number than the page it stands on.
fn leads_back(url: &str, own: &Url) -> bool {
    let target = Url::parse(url).ok().and_then(|url| own_number(&url));
    target
        .zip(own_number(own))
        .is_some_and(|(target, here)| target < here)
}

fn has_rel(dom: &FlatDom, id: NodeId, rel: &str) -> bool {
    dom.attr(id, "rel").is_some_and(|value| {
        value
            .split_whitespace()
            .any(|v| v.eq_ignore_ascii_case(rel))
    })
}

/// The pager of one item's pictures or comments is not the list's.
fn in_article(dom: &FlatDom, id: NodeId) -> bool {
    dom.ancestors(id)
        .any(|up| dom.tag(up) == "article" || is_carousel(dom, up))
}

fn is_carousel(dom: &FlatDom, id: NodeId) -> bool {
    words::names_carousel(dom, id) || dom.attr(id, "aria-roledescription") == Some("carousel")
}

/// Links labelled with a number whose address continues the list.
fn numbered<'a>(dom: &FlatDom, all: &'a [Anchor], own: &Url) -> Vec<Numbered<'a>> {
    all.iter()
        .filter_map(|anchor| {
            let number = page_label(&links::label(dom, anchor.node))?;
            let fits = continues(&anchor.parsed, own)
                || (in_pager(dom, anchor.node) && anchor.parsed.host() == own.host());
            (fits && !in_article(dom, anchor.node)).then_some(Numbered { number, anchor })
        })
        .collect()
}

/// `3` and `Page 3` are page labels; years and prices are too long or not whole.
fn page_label(label: &str) -> Option<u64> {
    let label = label.trim();
    let digits = label.trim_start_matches(|c: char| !c.is_ascii_digit());
    let lead = label[..label.len() - digits.len()].trim().to_lowercase();
    let known = [
        "",
        "page",
        "seite",
        "página",
        "pagina",
        "sida",
        "side",
        "strona",
        "go to page",
    ];
    let whole =
        !digits.is_empty() && digits.len() <= 5 && digits.bytes().all(|b| b.is_ascii_digit());
    (whole && known.contains(&lead.as_str())).then(|| digits.parse().ok())?
}

/// The pages after the current one. Where numbers are missing between the links, their addresses are
/// filled in if the links tell how they are written; else only the nearest link is followed.
fn following(snapshot: &Snapshot, numbered: &[Numbered<'_>], own: &Url, most: u64) -> Vec<String> {
    let dom = &snapshot.dom;
    let here = match numbered {
        [] => of_pages(dom).map(|(here, _)| here),
        _ => Some(current(dom, numbered, own)),
    };
    let Some(here) = here else { return Vec::new() };
    let mut later: Vec<&Numbered<'_>> = numbered.iter().filter(|n| n.number > here).collect();
    later.sort_by_key(|n| n.number);
    later.dedup_by_key(|n| n.number);
    let linked: Vec<(u64, &str)> = later
        .iter()
        .map(|n| (n.number, n.anchor.url.as_str()))
        .collect();
    let whole = linked
        .iter()
        .zip(here + 1..)
        .all(|((number, _), expected)| *number == expected);
    if whole {
        return linked.iter().map(|(_, url)| (*url).to_owned()).collect();
    }
    let all: Vec<(u64, &str)> = numbered
        .iter()
        .map(|n| (n.number, n.anchor.url.as_str()))
        .collect();
    let last = linked.last().map_or(here, |(number, _)| *number);
    match Template::of(&all) {
        Some(template) => fill(
            &template,
            &linked,
            here,
            last.min(here.saturating_add(most)),
        ),
        None => until_gap(&linked, here),
    }
}

/// All pages after `here` up to `last`, as linked or else as the template writes them.
fn fill(template: &Template, linked: &[(u64, &str)], here: u64, last: u64) -> Vec<String> {
    (here + 1..=last)
        .filter_map(|number| {
            let known = linked.iter().find(|(linked, _)| *linked == number);
            known.map_or_else(|| template.page(number), |(_, url)| Some((*url).to_owned()))
        })
        .collect()
}

/// The links as far as no number is missing; across a gap only the nearest.
fn until_gap(linked: &[(u64, &str)], here: u64) -> Vec<String> {
    let mut expected = here + 1;
    let mut out = Vec::new();
    for (number, url) in linked {
        if *number != expected && !out.is_empty() {
            break;
        }
        expected = number + 1;
        out.push((*url).to_owned());
    }
    out
}

/// Where the page says which of how many pages it is: `Page 2 of 9`.
fn of_pages(dom: &FlatDom) -> Option<(u64, u64)> {
    static SAYS: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r"(?i)\b(?:page|seite|página|pagina|side|sida|sivu|strona|stránka|страница|sayfa)\s+(\d{1,5})\s*(?:of|/|von|de|di|sur|van|av|af|z|ze|из|\|)\s*(\d{1,5})\b",
        )
        .ok()
    });
    let says = SAYS.as_ref()?;
    let text = domain::snapshot::text::lines(dom, 0, |id| dom.tag(id) != "a");
    let found = text.lines().find_map(|line| says.captures(line))?;
    let number = |at: usize| found.get(at)?.as_str().parse::<u64>().ok();
    let (here, last) = (number(1)?, number(2)?);
    (1 <= here && here <= last).then_some((here, last))
}

/// The pages after the next one where the page only links that and says how many there are.
fn stated(dom: &FlatDom, next: &str, most: u64) -> Vec<String> {
    let Some((here, last)) = of_pages(dom) else {
        return Vec::new();
    };
    let Some(template) = Template::of(&[(here + 1, next)]) else {
        return Vec::new();
    };
    fill(
        &template,
        &[],
        here + 1,
        last.min(here.saturating_add(most)),
    )
}

/// The current page's number: marked in the pager, else stated by its own address, else the number
/// that is missing among the linked ones.
fn current(dom: &FlatDom, numbered: &[Numbered<'_>], own: &Url) -> u64 {
    let pager = common_box(dom, numbered);
    let unlinked = pager.and_then(|pager| marked(dom, pager));
    unlinked.or_else(|| own_number(own)).unwrap_or_else(|| {
        let linked: HashSet<u64> = numbered.iter().map(|n| n.number).collect();
        let highest = linked.iter().copied().max().unwrap_or_default();
        (1..=highest).find(|n| !linked.contains(n)).unwrap_or(1)
    })
}

/// The smallest element around all numbered links, or around the only one's row.
fn common_box(dom: &FlatDom, numbered: &[Numbered<'_>]) -> Option<NodeId> {
    let first = numbered.first()?.anchor.node;
    let last = numbered.last()?.anchor.node;
    let around = dom
        .ancestors(first)
        .find(|&up| dom.nodes[up].end > last && up < first)?;
    let single = first == last && matches!(dom.tag(around), "li" | "span" | "td");
    if single {
        dom.nodes[around].parent
    } else {
        Some(around)
    }
}

/// The number that the pager marks as current: `aria-current`, a class, or no link around it.
fn marked(dom: &FlatDom, pager: NodeId) -> Option<u64> {
    let by_mark = |id: &NodeId| {
        dom.attr(*id, "aria-current").is_some_and(|v| v != "false")
            || words::class_tokens(dom, *id).any(|token| {
                token
                    .iter()
                    .any(|word| matches!(word.as_str(), "current" | "active" | "selected" | "now"))
            })
    };
    let number = |id: NodeId| {
        let label = domain::snapshot::text::text_of(dom, id);
        page_label(&label).or_else(|| label.split_whitespace().find_map(page_label))
    };
    if let Some(found) = dom.descendants(pager).filter(by_mark).find_map(number) {
        return Some(found);
    }
    dom.descendants(pager)
        .filter(|&id| dom.text(id).is_some())
        .filter(|&id| {
            !dom.ancestors(id)
                .any(|up| matches!(dom.tag(up), "a" | "option"))
        })
        .find_map(|id| page_label(dom.text(id)?))
}

/// Inside a box that is named as a pager.
fn in_pager(dom: &FlatDom, node: NodeId) -> bool {
    dom.ancestors(node).any(|up| {
        let label = dom
            .attr(up, "aria-label")
            .unwrap_or_default()
            .to_lowercase();
        words::names_pager(dom, up) || label.contains("paginat") || label == "pages"
    })
}

/// A link of the pager whatever its label: first, last, previous.
fn is_pager_link(dom: &FlatDom, anchor: &Anchor, own: &Url) -> bool {
    has_rel(dom, anchor.node, "next")
        || has_rel(dom, anchor.node, "prev")
        || (in_pager(dom, anchor.node) && anchor.parsed.host() == own.host())
        || (continues(&anchor.parsed, own) && !digits_only_path(&anchor.parsed, own))
}

/// `/jobs/4101`, `/jobs/4101.html` and `/p/7.html` continue a list by their form, but only a pager's
/// label makes them pages.
fn digits_only_path(url: &Url, own: &Url) -> bool {
    let (own, path) = (path(own), path(url));
    path != own
        && path
            .last()
            .and_then(|last| last.split('.').next())
            .is_some_and(|stem| stem.bytes().all(|b| b.is_ascii_digit()))
        && !path
            .iter()
            .any(|s| matches!(s.as_str(), "page" | "seite" | "pagina"))
}

fn disabled(dom: &FlatDom, id: NodeId) -> bool {
    std::iter::once(id).chain(dom.nodes[id].parent).any(|id| {
        dom.attr(id, "aria-disabled") == Some("true")
            || words::class_tokens(dom, id).any(|token| token.iter().any(|word| word == "disabled"))
    })
}

/// Whether a link leads to the next list page by what it is called.
fn means_next(dom: &FlatDom, anchor: &Anchor, own: &Url) -> bool {
    if disabled(dom, anchor.node) || in_article(dom, anchor.node) {
        return false;
    }
    let goes_on = continues(&anchor.parsed, own);
    let same_list = goes_on || turns(&anchor.parsed, own);
    let pager = in_pager(dom, anchor.node) && anchor.parsed.host() == own.host();
    if !same_list && !pager {
        return false;
    }
    let back = own_number(&anchor.parsed).zip(own_number(own));
    if back.is_some_and(|(target, here)| target <= here) {
        return false;
    }
    let names = ["aria-label", "title"].map(|name| dom.attr(anchor.node, name).unwrap_or_default());
    let label = links::label(dom, anchor.node);
    let said = names.iter().copied().chain([label.as_str()]);
    let classes = || {
        words::class_tokens(dom, anchor.node).any(|token| token.iter().any(|word| word == "next"))
    };
    said.clone().any(words::means_next)
        || words::is_arrow(&label)
            && names
                .iter()
                .all(|name| name.is_empty() || words::means_next(name))
        || (goes_on && said.clone().any(words::means_more))
        || (classes() && !label.chars().any(|c| c.is_ascii_digit()))
}
