//! What a list page says about itself: how many items there are in all, or that there are none.

use std::collections::HashSet;
use std::sync::LazyLock;

use domain::paging::{self, NOUNS};
use domain::snapshot::{FlatDom, NodeId, NodeKind, Snapshot, text};
use regex::Regex;
use serde_json::Value;

use crate::card::Card;
use crate::scope::{Zone, zone};

/// What was read.
#[derive(Debug, Default)]
pub(crate) struct Statement {
    /// The number of items in all.
    pub(crate) total: Option<u64>,
    /// The page says there are none.
    pub(crate) empty: bool,
}

/// `Showing 1–20 of 1,240`, `20 von 1.240 Treffern`.
static OF: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let number = r"\d[\d.,'’\u{a0}\u{202f} ]*";
    Regex::new(&format!(
        r"(?i)(?:^|[^\p{{L}}])(?P<shown>{number})\s*(?:{NOUNS})?\s*\b(?:of|von|de|sur|di|van|av|af|из|z|out of)\s+(?:about |over |ca\. )?(?P<total>{number})(?P<rest>[^\d]*)$"
    ))
    .ok()
});

/// `1,240 results`, `24 open positions`, `Results: 1,240`.
static COUNT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let number = r"\d[\d.,'’\u{a0}\u{202f} ]*";
    Regex::new(&format!(
        r"(?i)^\W*(?:(?:about|over|found|we found|there are|total(?: of)?)\s+)*(?P<total>{number})\+?\s+(?:\p{{L}}+\s+){{0,2}}?(?:{NOUNS})(?:\s+(?:found|available|total|in total|match.*|for .*|in .*|gefunden|trouvés?|encontrados?))?\W*$|^(?:total(?: \p{{L}}+)?|{NOUNS})\s*:\s*(?P<after>{number})$"
    ))
    .ok()
});

/// Reads what a page says about its list, outside the cards.
pub(crate) fn read(snapshot: &Snapshot, cards: &[Card], found: usize) -> Statement {
    let dom = &snapshot.dom;
    let found = u64::try_from(found).unwrap_or(u64::MAX);
    let mut of_pattern = None;
    let mut counted = None;
    let (mut empty, mut failed) = (false, false);
    for line in spoken(dom, cards) {
        empty |= paging::says_none(&line);
        failed |= paging::says_failed(&line);
        of_pattern = of_pattern.or_else(|| of(&line).filter(|&total| total >= found));
        counted = counted.or_else(|| count(&line).filter(|&total| total >= found.max(1)));
    }
    let total = of_pattern.or(counted).or_else(|| declared(dom, found));
    Statement {
        total: total.filter(|&total| total > 0),
        // A list that still loads, or failed to, is not empty.
        empty: empty && !failed && snapshot.settled,
    }
}

/// The short lines of the page that belong to no card, no link and no furniture.
fn spoken(dom: &FlatDom, cards: &[Card]) -> Vec<String> {
    let roots: HashSet<NodeId> = cards.iter().flat_map(|c| &c.roots).copied().collect();
    let keep = |id: NodeId| {
        let aside = matches!(dom.tag(id), "a" | "nav" | "select" | "option" | "aside");
        let foot = dom.tag(id) == "footer" && zone(dom, id) == Zone::Chrome;
        let carded = roots.contains(&id);
        !(aside || foot || carded)
    };
    text::lines(dom, 0, keep)
        .lines()
        .map(|line| line.trim().to_owned())
        .filter(|line| !line.is_empty() && line.chars().count() <= 120)
        .collect()
}

fn of(line: &str) -> Option<u64> {
    let found = OF.as_ref()?.captures(line)?;
    let rest = found.name("rest")?.as_str().to_lowercase();
    // `Page 2 of 12` counts pages, `4.5 of 5 stars` rates.
    let lower = line.to_lowercase();
    let other = ["page", "seite", "página", "pagina", "star", "step", "slide"];
    if other.iter().any(|word| lower.contains(word)) || rest.len() > 40 {
        return None;
    }
    number(found.name("total")?.as_str())
}

fn count(line: &str) -> Option<u64> {
    let found = COUNT.as_ref()?.captures(line)?;
    number(
        found
            .name("total")
            .or_else(|| found.name("after"))?
            .as_str(),
    )
}

/// A whole number with its groups of three set off in any way.
fn number(written: &str) -> Option<u64> {
    let written = written.trim_matches(|c: char| !c.is_ascii_digit());
    let groups: Vec<&str> = written.split(|c: char| !c.is_ascii_digit()).collect();
    let (first, rest) = groups.split_first()?;
    let grouped =
        rest.is_empty() || (first.len() <= 3 && rest.iter().all(|group| group.len() == 3));
    grouped.then(|| groups.concat().parse().ok())?
}

/// `numberOfItems` (schema.org `ItemList`) in JSON-LD.
fn declared(dom: &FlatDom, found: u64) -> Option<u64> {
    dom.nodes
        .iter()
        .enumerate()
        .filter(|(id, _)| dom.attr(*id, "type") == Some("application/ld+json"))
        .flat_map(|(id, _)| dom.descendants(id))
        .filter_map(|id| match &dom.nodes[id].kind {
            NodeKind::Text(json) => serde_json::from_str::<Value>(json).ok(),
            NodeKind::Element { .. } => None,
        })
        .find_map(|value| number_of_items(&value))
        .filter(|&total| total >= found)
}

fn number_of_items(value: &Value) -> Option<u64> {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(map) => {
                let stated = map.get("numberOfItems");
                let breadcrumb = map.get("@type").is_some_and(|t| t == "BreadcrumbList");
                if let Some(stated) = stated.filter(|_| !breadcrumb) {
                    return stated.as_u64().or_else(|| number(stated.as_str()?));
                }
                open.extend(map.values());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    None
}
