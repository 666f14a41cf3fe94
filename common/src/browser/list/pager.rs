//! Whether a page leads on to further list pages by links of its own: then it need not be waited for
//! as long as one that must grow.

use domain::paging;
use domain::snapshot::{FlatDom, text};

/// The longest label that is read.
const LABEL: usize = 40;

/// Whether there is a `rel=next`, a link that means the next page, or links numbered 2 and 3.
pub(super) fn leads_on(dom: &FlatDom) -> bool {
    let mut numbers = [false; 2];
    for id in 0..dom.nodes.len() {
        if !matches!(dom.tag(id), "a" | "link") || dom.attr(id, "href").is_none_or(is_nowhere) {
            continue;
        }
        let rel = dom.attr(id, "rel").unwrap_or_default();
        if rel
            .split_whitespace()
            .any(|one| one.eq_ignore_ascii_case("next"))
        {
            return true;
        }
        if dom.nodes[id].end > id + 20 {
            continue;
        }
        let label = text::text_of(dom, id);
        let name = dom.attr(id, "aria-label").unwrap_or_default();
        if label.len() <= LABEL && [label.as_str(), name].into_iter().any(paging::means_next) {
            return true;
        }
        match paging::page_number(&label) {
            Some(2) => numbers[0] = true,
            Some(3) => numbers[1] = true,
            _ => {}
        }
    }
    numbers == [true; 2]
}

fn is_nowhere(href: &str) -> bool {
    let href = href.trim();
    href.is_empty() || href.starts_with('#') || href.to_lowercase().starts_with("javascript:")
}
