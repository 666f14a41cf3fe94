//! Whether a bare `<time>` is when something takes place or ends, and not when the page came out: the heading
//! over it names an occasion, an event in metadata has its day, or what stands about the page's heading sells
//! tickets. A story that speaks of tickets sells none.

use domain::snapshot::NodeId;

use super::leads::names_occasion;
use crate::dom::Page;
use crate::entity::{each, types};
use crate::evidence::Evidence;
use crate::nearby::{lines, reach};
use crate::values::date;
use crate::vocabulary::days;
use crate::words::phrase;

/// A remark about tickets has no more words, what one presses to have them no more than the second.
const REMARK: usize = 4;
const PRESSED: usize = 3;

/// Whether a day that nothing calls the page's own is that of an event.
pub(super) fn is_of_event(evidence: &Evidence<'_>, title: NodeId, id: NodeId, day: &str) -> bool {
    let over = evidence.headings.iter().rev();
    let mut over = over.filter(|heading| heading.node > title && heading.node < id);
    over.next()
        .is_some_and(|heading| names_occasion(&heading.text))
        || has_event_on(evidence, day)
}

/// Whether metadata tells of an event that begins or ends on a day.
fn has_event_on(evidence: &Evidence<'_>, day: &str) -> bool {
    let mut entities = evidence.graph.entities.iter();
    let ends = ["startDate", "endDate"];
    entities.any(|one| {
        types(&one.value).any(|kind| kind.ends_with("Event"))
            && ends
                .iter()
                .flat_map(|end| each(one.value.get(*end)))
                .any(|stated| {
                    let stated = stated
                        .as_str()
                        .and_then(|text| date::day(text, evidence.reading.dates));
                    stated.as_deref() == Some(day)
                })
    })
}

/// Whether what stands near the heading sells tickets: a short remark, what one presses, or two words of the kind in
/// longer lines.
pub(super) fn sells_tickets(evidence: &Evidence<'_>, title: NodeId) -> bool {
    let page = evidence.page;
    let mut told: Option<String> = None;
    for line in lines(page, title) {
        let words = phrase(&line.text());
        let most = if is_link(page, line.node) {
            PRESSED
        } else {
            REMARK
        };
        for word in words.iter().filter(|word| is_of_tickets(word)) {
            if words.len() <= most || told.as_ref().is_some_and(|known| known != word) {
                return true;
            }
            told = Some(word.clone());
        }
    }
    let reach = reach(page, title);
    let near = |id: &NodeId| page.ink_before(*id).abs_diff(page.ink_before(title)) <= reach;
    let pressed = |id: &NodeId| matches!(page.dom.tag(*id), "a" | "button") && page.speaks(*id);
    let mut buttons = (0..page.dom.nodes.len()).filter(|id| pressed(id) && near(id));
    buttons.any(|id| {
        let words = if page.is_small(id, 60) {
            phrase(&page.text(id))
        } else {
            Vec::new()
        };
        words.len() <= PRESSED && words.iter().any(|word| is_of_tickets(word))
    })
}

/// Whether a line is a link and no more.
fn is_link(page: &Page<'_>, line: NodeId) -> bool {
    let mut inner = std::iter::once(line).chain(page.dom.descendants(line));
    inner.any(|at| page.dom.tag(at) == "a" && page.ink(at) == page.ink(line))
}

fn is_of_tickets(word: &str) -> bool {
    days().tickets.contains(word)
}
