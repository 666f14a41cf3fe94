//! What stands under a heading that names a field: the lists of ingredients, steps, interests, and the day or the span
//! of days of an event.

use domain::evidence::Source;
use domain::snapshot::NodeId;

use crate::dom::is_heading;
use crate::evidence::Evidence;
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::text::passage;
use crate::values::{date, periods};
use crate::vocabulary::concept_of_id;
use crate::words::phrase;

/// An item longer than this, in bytes of text, is no value.
const ITEM: u32 = 600;
/// The list follows its heading within so many bytes of text.
const NEAR: u32 = 300;
/// A day is written with no more, in bytes.
const DAY: usize = 60;

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

/// The day under the only heading that names the first or the last day of something, where that is all that stands
/// there; a heading for the first day may have a span of both.
pub(crate) fn day(evidence: &Evidence<'_>, wanted: &Wanted) -> Vec<Claim> {
    let Some(id) = wanted.concept.map(|own| own.id.as_str()) else {
        return Vec::new();
    };
    if !matches!(id, "startDate" | "endDate") {
        return Vec::new();
    }
    let style = evidence.reading.dates;
    let start = concept_of_id("startDate").filter(|_| id == "endDate");
    let lower = evidence.headings.iter().filter(|one| one.tag != "h1");
    let told = lower.filter_map(|heading| {
        let words = phrase(&heading.text);
        let own = wanted.label_fit(&words).is_some_and(|fit| fit >= 2);
        let span = start.is_some_and(|start| start.phrases.contains(&words));
        let (_, text) = passage(evidence.page, heading.node).filter(|_| own || span)?;
        let day = text.len() <= DAY && date::day(&text, style).is_some() && own;
        let path = format!("{}: {}", heading.tag, heading.text);
        (day || periods::days(&text, style).is_some())
            .then(|| Claim::seen(&text, Source::Text, path))
    });
    let mut told: Vec<Claim> = told.take(2).collect();
    if told.len() > 1 {
        told.clear();
    }
    told
}

#[cfg(test)]
mod tests;
