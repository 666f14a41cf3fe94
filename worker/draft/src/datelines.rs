//! The day of publication as a page shows it without a label: a `<time>` element, or a short text in
//! an element that is called a date, close to the heading. Several different days are none.

use domain::evidence::Source;
use domain::snapshot::NodeId;
use serde_json::Value;

use crate::dom::Page;
use crate::evidence::Evidence;
use crate::receipt::Claim;
use crate::values::date;
use crate::words::phrase;

/// So many bytes of text lie between the heading and its dateline at most.
const NEAR: u32 = 400;
/// A dateline is no longer than this.
const LINE: u32 = 60;
/// Words of class names that name a dateline, alone or grown together with others.
const NAMES: [&str; 8] = [
    "date",
    "dateline",
    "published",
    "publish",
    "pubdate",
    "posted",
    "timestamp",
    "byline",
];
/// Words of class names, or in the text, that make it another day.
const OTHER: [&str; 14] = [
    "updated",
    "update",
    "modified",
    "edited",
    "expires",
    "deadline",
    "closes",
    "closing",
    "start",
    "end",
    "event",
    "aktualisiert",
    "actualizado",
    "aggiornato",
];

/// The claims of an unlabelled dateline, all of one day.
pub(crate) fn shown(evidence: &Evidence<'_>, title: Option<NodeId>) -> Vec<Claim> {
    let (page, order) = (evidence.page, evidence.reading.day_first);
    let Some(title) = title else {
        return Vec::new();
    };
    let mut found: Vec<(String, Claim)> = Vec::new();
    for id in 0..page.dom.nodes.len() {
        let distance = page.ink_before(id).abs_diff(page.ink_before(title));
        let time = page.dom.tag(id) == "time";
        let short = page.is_own(id) && page.ink(id) <= LINE && distance <= NEAR;
        if !short || !time && page.ink(id) == 0 || !time && !called(page, id) {
            continue;
        }
        let claim = claim(page, narrowed(page, id, order), time);
        let text = page.text(id);
        let other = phrase(&text).iter().any(|word| is_other(word)) || is_renamed(page, id);
        let day = claim.value.as_str().and_then(|text| date::day(text, order));
        if let Some(day) = day.filter(|_| !other) {
            found.push((day, claim));
        }
    }
    let one = found.iter().all(|(day, _)| *day == found[0].0);
    let first = found.into_iter().next().filter(|_| one);
    first.map(|(_, claim)| claim).into_iter().collect()
}

/// The smallest element within a dateline that tells its day alone: what stands beside it, a byline
/// perhaps, is no part of the day.
fn narrowed(page: &Page<'_>, id: NodeId, order: Option<bool>) -> NodeId {
    let day = |at: NodeId| date::day(&page.text(at), order);
    let whole = day(id);
    let below = page.dom.descendants(id);
    let inner = below.filter(|at| !page.dom.tag(*at).is_empty() && page.ink(*at) > 0);
    let telling = inner.filter(|at| whole.is_some() && day(*at) == whole);
    telling.min_by_key(|at| page.ink(*at)).unwrap_or(id)
}

/// The day for machines where markup holds one, else as written.
fn claim(page: &Page<'_>, id: NodeId, time: bool) -> Claim {
    let stated = page.dom.attr(id, "datetime").filter(|_| time);
    match stated.filter(|text| date::day(text, None).is_some()) {
        Some(text) => Claim::machine(Value::from(text), Source::Text, "time[datetime]".to_owned()),
        None => Claim::seen(&page.text(id), Source::Text, page.place(id)),
    }
}

fn classes<'a>(page: &'a Page<'_>, id: NodeId) -> impl Iterator<Item = String> + 'a {
    phrase(page.dom.attr(id, "class").unwrap_or("")).into_iter()
}

fn called(page: &Page<'_>, id: NodeId) -> bool {
    classes(page, id).any(|word| NAMES.contains(&word.as_str()))
}

fn is_other(word: &str) -> bool {
    OTHER.contains(&word)
}

/// Whether the element or one near above it is called another day.
fn is_renamed(page: &Page<'_>, id: NodeId) -> bool {
    let near = std::iter::once(id).chain(page.dom.ancestors(id).take(2));
    near.into_iter()
        .any(|at| classes(page, at).any(|word| is_other(&word)))
}
