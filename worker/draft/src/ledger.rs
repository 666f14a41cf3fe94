//! The drop ledger: every text of a page is kept as evidence of what a person sees, or counted under
//! the reason why it is not.

use std::collections::BTreeMap;
use std::ops::Range;

use domain::snapshot::{NodeId, Visibility};

use crate::dom::{ASIDE, CHROME, DIALOG, Page, RELATED, STRUCK, VISITORS};
use crate::words::is_blank;

/// The reason of what stands after the end of what was read of a table.
pub(crate) const CUT: &str = "cut";

/// How many texts a page holds, and what became of them. Blank texts are no texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ledger {
    /// All text nodes that are not blank.
    pub seen: usize,
    /// Those that are the page's own visible text.
    pub kept: usize,
    /// The others by reason: `script`, `hidden`, `closed`, `related`, `chrome`, `visitors`, `dialog`, `aside`,
    /// `struck`, `cut`.
    pub dropped: BTreeMap<&'static str, usize>,
}

impl Ledger {
    /// Whether a part of the page was not looked at, because it is too large.
    pub fn is_cut(&self) -> bool {
        self.dropped.contains_key(CUT)
    }
}

/// Counts the texts of a page of which these nodes, in their order, were cut off.
pub(crate) fn ledger(page: &Page<'_>, cut: &[Range<NodeId>]) -> Ledger {
    let mut ledger = Ledger::default();
    for id in 0..page.dom.nodes.len() {
        if page.dom.text(id).is_none_or(is_blank) {
            continue;
        }
        ledger.seen += 1;
        match reason(page.dom.nodes[id].visibility, page.zone(id)) {
            Some(reason) => *ledger.dropped.entry(reason).or_default() += 1,
            None if cut.iter().any(|nodes| nodes.contains(&id)) => {
                *ledger.dropped.entry(CUT).or_default() += 1;
            }
            None => ledger.kept += 1,
        }
    }
    ledger
}

fn reason(visibility: Visibility, zone: u8) -> Option<&'static str> {
    match visibility {
        Visibility::Machine => return Some("script"),
        Visibility::Hidden => return Some("hidden"),
        Visibility::Closed => return Some("closed"),
        Visibility::Visible => {}
    }
    let zones = [
        (RELATED, "related"),
        (CHROME, "chrome"),
        (VISITORS, "visitors"),
        (DIALOG, "dialog"),
        (ASIDE, "aside"),
        (STRUCK, "struck"),
    ];
    let mut named = zones.into_iter().filter(|(flag, _)| zone & flag != 0);
    named.next().map(|(_, reason)| reason)
}

#[cfg(test)]
mod tests;
