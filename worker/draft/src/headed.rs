//! The lists that stand under a heading which names a list field: ingredients, steps, interests.

use domain::evidence::Source;
use domain::snapshot::NodeId;

use crate::dom::is_heading;
use crate::evidence::Evidence;
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::words::phrase;

/// An item longer than this, in bytes of text, is no value.
const ITEM: u32 = 600;
/// The list follows its heading within so many bytes of text.
const NEAR: u32 = 300;

/// The items of the first list under the first heading that names the field.
pub(crate) fn items(evidence: &Evidence<'_>, wanted: &Wanted) -> Vec<Claim> {
    let page = evidence.page;
    let headings = evidence
        .headings
        .iter()
        .filter(|heading| heading.tag != "h1");
    let mut named = headings.filter(|heading| {
        let fit = wanted.label_fit(&phrase(&heading.text));
        fit.is_some_and(|fit| fit >= 2)
    });
    let Some(heading) = named.next() else {
        return Vec::new();
    };
    let start = page.dom.nodes[heading.node].end;
    let near = |id: &NodeId| page.ink_before(*id) - page.ink_before(start) <= NEAR;
    let under = (start..page.dom.nodes.len())
        .take_while(|id| near(id) && !(is_heading(page.dom.tag(*id)) && page.ink(*id) > 0));
    let mut lists = under.filter(|id| matches!(page.dom.tag(*id), "ul" | "ol") && page.is_own(*id));
    let Some(list) = lists.find(|list| page.ink(*list) > 0) else {
        return Vec::new();
    };
    let items = page
        .dom
        .children(list)
        .filter(|id| page.dom.tag(*id) == "li" && page.ink(*id) > 0);
    let path = format!("{}: {}", heading.tag, heading.text);
    items
        .filter(|id| page.is_small(*id, ITEM))
        .map(|id| Claim::seen(&page.text(id), Source::Text, path.clone()))
        .collect()
}

#[cfg(test)]
mod tests;
