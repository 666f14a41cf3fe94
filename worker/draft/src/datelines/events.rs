//! Whether a bare `<time>` is when something takes place or ends, and not when the page came out: the heading
//! over it names an occasion, or the lines about the page's heading sell tickets.

use domain::snapshot::NodeId;

use super::leads::names_occasion;
use crate::evidence::Evidence;
use crate::nearby::lines;
use crate::words::phrase;

/// Words, stemmed, with which a page speaks of an event to come.
const TICKETS: [&str; 15] = [
    "ticket",
    "admission",
    "venue",
    "rsvp",
    "eintritt",
    "einlass",
    "abendkasse",
    "vorverkauf",
    "billetterie",
    "billet",
    "entrada",
    "taquilla",
    "biglietto",
    "biglietti",
    "ingresso",
];

/// Whether a day that nothing calls the page's own is that of an event.
pub(super) fn is_of_event(evidence: &Evidence<'_>, title: NodeId, id: NodeId) -> bool {
    let over = evidence.headings.iter().rev();
    let mut over = over.filter(|heading| heading.node > title && heading.node < id);
    over.next()
        .is_some_and(|heading| names_occasion(&heading.text))
        || sells_tickets(evidence, title)
}

/// Whether a line near the heading does.
fn sells_tickets(evidence: &Evidence<'_>, title: NodeId) -> bool {
    let near = lines(evidence.page, title);
    let mut words = near.iter().flat_map(|line| phrase(&line.text()));
    words.any(|word| TICKETS.contains(&word.as_str()))
}
