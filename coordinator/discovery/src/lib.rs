//! Pure link discovery: a list page's snapshot to its detail links and the list pages after it.

mod card;
mod headings;
mod links;
mod list_shape;
mod paged_address;
mod pagination;
mod scope;
mod score;
mod sources;
mod stated_total;
mod template;
mod words;

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use domain::frontier::Listing;
use domain::ids::PageKey;
use domain::job::{JobFile, Switch};
use domain::snapshot::Snapshot;

use links::Anchor;

pub use sources::{Entry, Source, details, feeds, read_source, robots_sitemaps};

/// What a list page offers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Found {
    /// Detail links in page order, one for each page key.
    pub links: Vec<DetailLink>,
    /// Addresses of further list pages, nearest first.
    pub next: Vec<String>,
    /// How many items the page says there are in all.
    pub stated_total: Option<u64>,
    /// The page says that it holds nothing.
    pub says_empty: bool,
}

/// One detail link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DetailLink {
    /// Absolute, as found.
    pub url: String,
    /// The text of the link's row or card and the headings above it.
    pub listing: Listing,
}

/// Finds the detail links of a list page and the list pages after it.
///
/// A link counts once, by its page key. With a filter in `job.links` every link that passes is a
/// detail link; without one the group of links that looks most like a list is taken.
///
/// # Errors
/// A filter of the job that does not parse, naming it.
pub fn discover(snapshot: &Snapshot, job: &JobFile) -> Result<Found, String> {
    if snapshot.dom.nodes.is_empty() {
        return Ok(Found::default());
    }
    let all = links::collect(snapshot);
    let allowed = links::filtered(snapshot, &all, &job.links)?;
    let most = u64::from(job.follow.max_list_pages);
    let pages = pagination::find(snapshot, &all, most);
    let mut chosen = if links::selects(&job.links) {
        allowed
    } else {
        list_shape::choose(snapshot, &allowed, &pages)
    };
    chosen.retain(|anchor| !pages.keys.contains(&anchor.key));
    let cards = card::cards(&snapshot.dom, &chosen);
    let mut found = Found {
        links: detail_links(snapshot, &chosen, &cards),
        ..Found::default()
    };
    let statement = stated_total::read(snapshot, &cards, found.links.len());
    found.stated_total = statement.total;
    if statement.empty && (found.links.is_empty() || only_suggestions(&found.links)) {
        found.says_empty = true;
        found.links.clear();
    }
    if job.follow.next == Switch::Auto {
        found.next = pages.next;
    }
    Ok(found)
}

/// How many links at the start of a page are those with which the page before it ended, in the same
/// order: the list moved between the two reads. A page that repeats the other one whole does not count.
pub fn overlap(before: &[String], links: &[DetailLink]) -> usize {
    let most = before.len().min(links.len().saturating_sub(1));
    let same = |n: usize| {
        let end = &before[before.len() - n..];
        end.iter().zip(links).all(|(a, b)| *a == b.url)
    };
    (1..=most).rev().find(|&n| same(n)).unwrap_or(0)
}

/// One link for each page key, in page order, at the address without a section where there is one.
fn detail_links(snapshot: &Snapshot, chosen: &[Anchor], cards: &[card::Card]) -> Vec<DetailLink> {
    let governing = headings::Outline::new(&snapshot.dom, cards);
    let addresses = best_addresses(chosen);
    cards
        .iter()
        .map(|card| DetailLink {
            url: addresses
                .get(&card.key)
                .copied()
                .unwrap_or_default()
                .to_owned(),
            listing: Listing {
                page: snapshot.final_url.clone(),
                text: card.text(&snapshot.dom),
                headings: governing.above(&snapshot.dom, card.first),
            },
        })
        .collect()
}

/// The address of each page as first found, without a section where one is written so.
fn best_addresses(chosen: &[Anchor]) -> HashMap<&PageKey, &str> {
    let mut out: HashMap<&PageKey, &str> = HashMap::new();
    for anchor in chosen {
        let known = out.entry(&anchor.key).or_insert(&anchor.url);
        if known.contains('#') && !anchor.url.contains('#') {
            *known = &anchor.url;
        }
    }
    out
}

/// All links stand under a heading that offers something else in place of the empty list.
fn only_suggestions(links: &[DetailLink]) -> bool {
    links.iter().all(|link| {
        link.listing
            .headings
            .last()
            .is_some_and(|heading| words::suggests_others(heading))
    })
}
