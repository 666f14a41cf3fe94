//! The day of publication as a page shows it without a label: a `<time>` element, a short text in an
//! element that is called a date, or a line that says so ("Posted on ..."), ends a byline or is nothing
//! but the day of an article, close to the heading. Several different days are none. What stands before a day
//! may say that it is another one (`leads`).

mod events;
mod leads;
mod marks;
mod signs;
mod wording;

pub(crate) use wording::is_of_day;

use std::cell::LazyCell;

use domain::evidence::Source;
use domain::snapshot::NodeId;
use serde_json::Value;

use crate::dom::Page;
use crate::entity::types;
use crate::evidence::Evidence;
use crate::names;
use crate::nearby::{self, Line};
use crate::opengraph::contents;
use crate::receipt::Claim;
use crate::titles::is_front;
use crate::values::date::{self, Style};
use crate::values::hours;
use crate::words::phrase;
use marks::{called, classes, is_marked, is_published, is_renamed};
use signs::{clauses, is_beside, is_dated, is_elsewhere, speaks_against};
use wording::{is_other, tells_change, tells_publication};

/// A dateline is no longer than this, and holds no more nodes.
const LINE: u32 = 60;
const NODES: usize = 80;
/// The claims of an unlabelled dateline, all of one day.
pub(crate) fn shown(evidence: &Evidence<'_>, title: Option<NodeId>) -> Vec<Claim> {
    let (page, order) = (evidence.page, evidence.reading.dates);
    let Some(title) = title.filter(|_| !is_front(page)) else {
        return Vec::new();
    };
    let reach = nearby::reach(page, title);
    let article = is_article(evidence);
    let sells = LazyCell::new(|| events::sells_tickets(evidence, title));
    let mut found: Vec<(String, Claim)> = Vec::new();
    for id in 0..page.dom.nodes.len() {
        let distance = page.ink_before(id).abs_diff(page.ink_before(title));
        let time = page.dom.tag(id) == "time";
        let few = page.dom.nodes[id].end - id <= NODES;
        let short = page.speaks(id) && few && page.ink(id) <= LINE && distance <= reach;
        if !short || !time && page.ink(id) == 0 || !time && !called(page, id) {
            continue;
        }
        let claim = claim(page, narrowed(page, id, order), time, order);
        let text = page.text(id);
        // From one hour to another something takes place.
        let hours = text
            .split_whitespace()
            .filter(|word| hours::is_hour(word))
            .count();
        let other = hours > 1
            || phrase(&text).iter().any(|word| is_other(word))
            || is_renamed(page, id) && !is_published(page, id);
        let day = claim.value.as_str().and_then(|text| date::day(text, order));
        let apart = |day: &String| {
            let elsewhere = is_beside(page, title, id) || is_elsewhere(page, id, day);
            let bare = || !article && time && !is_marked(page, id);
            other
                || elsewhere
                || leads::is_led(evidence, id)
                || bare() && (events::is_of_event(evidence, title, id, day) || *sells)
        };
        if let Some(day) = day.filter(|day| !apart(day)) {
            found.push((day, claim));
        }
    }
    if found.is_empty() {
        found = said(evidence, title, order);
    }
    if found.is_empty() {
        found = entries(page, title, order);
    }
    let one = found.iter().all(|(day, _)| *day == found[0].0);
    let first = found.into_iter().next().filter(|_| one);
    first.map(|(_, claim)| claim).into_iter().collect()
}

/// The days that markup calls an entry's (microformats: `published`), wherever they stand.
fn entries(page: &Page<'_>, title: NodeId, order: Style) -> Vec<(String, Claim)> {
    let is_one = |id: &NodeId| {
        matches!(page.dom.tag(*id), "time" | "abbr" | "span")
            && page
                .dom
                .attr(*id, "class")
                .is_some_and(|class| class.contains("published"))
            && nearby::is_of_entry(page, Some(title), *id)
            && page.is_small(*id, LINE)
            && is_published(page, *id)
    };
    let nodes = (0..page.dom.nodes.len()).filter(is_one);
    let told = nodes.filter_map(|id| {
        let claim = claim(page, id, page.dom.tag(id) == "time", order);
        let day = date::day(claim.value.as_str()?, order)?;
        Some((day, claim))
    });
    told.collect()
}

/// The days of publication that lines near the heading tell, with what they say. An entry's only day may be called
/// "updated" (microformats), one beside another is a change.
fn said(evidence: &Evidence<'_>, title: NodeId, order: Style) -> Vec<(String, Claim)> {
    let found = told(evidence, title, order, |node| {
        !marks::is_updated(evidence.page, node)
    });
    if found.is_empty() {
        return told(evidence, title, order, |_| true);
    }
    found
}

/// Those days that stand in lines of which markup may say what it does.
fn told(
    evidence: &Evidence<'_>,
    title: NodeId,
    order: Style,
    may: impl Fn(NodeId) -> bool,
) -> Vec<(String, Claim)> {
    let (article, page) = (is_article(evidence), evidence.page);
    parts(evidence, title, order, |line, words| {
        let other = |word: &&str| phrase(word).iter().any(|word| is_other(word));
        let dated = |text: &str| is_dated(&evidence.page.snapshot.final_url, text, order);
        let alone = || {
            let day = words.iter().all(|word| is_of_day(word));
            let changed =
                || marks::is_modified(page, line.node) || leads::is_continued(page, line.node);
            day && (article || dated(&words.join(" "))) && may(line.node) && !changed()
        };
        let told =
            || tells_publication(words) || names::of_line(line, || true, evidence.site()).is_some();
        let lead = || {
            let day = words
                .iter()
                .position(|word| word.contains(|ch: char| ch.is_ascii_digit()));
            words[..day.unwrap_or(0)].join(" ")
        };
        !words.iter().any(other)
            && (alone() || (told() || is_byline(words)) && !leads::says_other(&lead()))
    })
}

/// Whether words are a byline with one name and its day, in either order: "By Tove on May 5, 2019".
fn is_byline(words: &[&str]) -> bool {
    let by = names::lead(words).map(|(led, _)| led);
    let joins = |word: &str| word == "," || names::joins(word);
    let named = |rest: &[&str]| {
        let capital = |word: &&&str| word.starts_with(char::is_uppercase);
        let names = rest.iter().take_while(|word| capital(word) || joins(word));
        let several = names.clone().any(|word| joins(word) || word.ends_with(','));
        let most = if several { 12 } else { 4 };
        let words = names.clone().filter(capital).count();
        (1..=most).contains(&words).then(|| names.count())
    };
    if let Some(led) = by {
        return named(&words[led..])
            .is_some_and(|name| words[led + name..].iter().all(|word| is_of_day(word)));
    }
    let day = words.iter().take_while(|word| is_of_day(word)).count();
    let rest = &words[day..];
    let led = names::lead(rest).filter(|_| day > 0).map(|(led, _)| led);
    led.is_some_and(|led| (1..=4).contains(&(rest.len() - led)))
}

/// The claims of a line that tells when the page was last changed, all of one day.
pub(crate) fn updated(evidence: &Evidence<'_>, title: Option<NodeId>) -> Vec<Claim> {
    let order = evidence.reading.dates;
    let Some(title) = title else {
        return Vec::new();
    };
    let mut found = parts(evidence, title, order, |_, words| tells_change(words));
    if found.is_empty() {
        found = changed(evidence, title, order);
    }
    let one = found.iter().all(|(day, _)| *day == found[0].0);
    let first = found.into_iter().next().filter(|_| one);
    first.map(|(_, claim)| claim).into_iter().collect()
}

/// The days alone in a line that words before it or its markup call a change; what is only called "updated" is one
/// beside a day of publication.
fn changed(evidence: &Evidence<'_>, title: NodeId, order: Style) -> Vec<(String, Claim)> {
    let page = evidence.page;
    let published = LazyCell::new(|| shown(evidence, Some(title)));
    parts(evidence, title, order, |line, words| {
        let node = line.node;
        let place = || page.place(node);
        let beside = || published.iter().any(|claim| claim.path != place());
        words.iter().all(|word| is_of_day(word))
            && (leads::is_changed(page, node)
                || marks::is_modified(page, node)
                || marks::is_updated(page, node) && beside())
    })
}

/// The parts of lines near the heading that are kept and tell one day.
fn parts(
    evidence: &Evidence<'_>,
    title: NodeId,
    order: Style,
    keep: impl Fn(&Line<'_>, &[&str]) -> bool,
) -> Vec<(String, Claim)> {
    let page = evidence.page;
    let mut found = Vec::new();
    for line in nearby::lines(page, title) {
        let text = line.text();
        let parts = text.split(['|', '•', '·', '／']);
        for part in parts.flat_map(clauses) {
            let words: Vec<&str> = part.split_whitespace().collect();
            let day = day_of(&words, order).filter(|_| keep(&line, &words));
            let claim = |text: String| Claim::seen(&text, Source::Text, page.place(line.node));
            found.extend(day.map(|(day, text)| (day, claim(text))));
        }
    }
    found
}

/// The one day that words tell, and the words that tell it with their hour.
fn day_of(words: &[&str], order: Style) -> Option<(String, String)> {
    let whole = date::day(&words.join(" "), order);
    let runs = words.chunk_by(|one, other| is_of_day(one) == is_of_day(other));
    let told = |run: &[&str]| {
        let from = run
            .iter()
            .position(|word| word.starts_with(|ch: char| ch.is_ascii_digit()));
        let figures = || date::day(&run[from?..].join(" "), order);
        date::day(&run.join(" "), order).or_else(figures)
    };
    let mut telling = runs.filter_map(|run| Some((told(run)?, run)));
    let (day, run) = telling.next()?;
    if telling.next().is_some() || whole.is_some_and(|whole| whole != day) {
        return None;
    }
    let same = |from: usize, to: usize| told(&run[from..to]).as_ref() == Some(&day);
    let end = (1..=run.len()).find(|end| same(0, *end))?;
    let start = (0..end).rev().find(|start| same(*start, end))?;
    let hour = run[end..].iter().position(|word| word.contains(':'));
    let rest = run.get(end + hour.unwrap_or(0)..).unwrap_or(&[]).iter();
    let zone = rest.take_while(|word| hour.is_some() && (word.contains(':') || !is_number(word)));
    let end = if hour.is_some_and(|hour| hour <= 1) {
        end + hour.unwrap_or(0) + zone.count()
    } else {
        end
    };
    Some((day, run[start..end].join(" ")))
}

fn is_number(word: &str) -> bool {
    word.chars().any(|ch| ch.is_ascii_digit()) && !word.contains(':')
}

/// Whether the page says of itself that it is an article.
fn is_article(evidence: &Evidence<'_>) -> bool {
    let mut kinds = contents(&evidence.metas, "og:type");
    let mut entities = evidence.graph.entities.iter();
    kinds.any(|kind| kind == "article")
        || entities.any(|one| {
            types(&one.value).any(|kind| kind.ends_with("Article") || kind == "BlogPosting")
        })
}

/// The smallest element within a dateline that tells its day alone: what stands beside it, a byline
/// perhaps, is no part of the day.
fn narrowed(page: &Page<'_>, id: NodeId, order: Style) -> NodeId {
    let day = |at: NodeId| date::day(&page.text(at), order);
    let whole = day(id);
    let below = page.dom.descendants(id);
    let inner = below.filter(|at| !page.dom.tag(*at).is_empty() && page.ink(*at) > 0);
    let inner = inner
        .filter(|at| !classes(page, *at).any(|word| is_other(&word)) || is_published(page, *at));
    let telling = inner.filter(|at| whole.is_some() && day(*at) == whole);
    telling.min_by_key(|at| page.ink(*at)).unwrap_or(id)
}

/// The day for machines where markup holds one, else as written.
fn claim(page: &Page<'_>, id: NodeId, time: bool, order: Style) -> Claim {
    let stated = page.dom.attr(id, "datetime").filter(|_| time);
    let stated = stated
        .filter(|text| date::day(text, order).is_some_and(|day| !speaks_against(page, id, &day)));
    if let Some(text) = stated {
        let path = format!("{}[datetime]", page.place(id));
        return Claim::machine(Value::from(text), Source::Text, path);
    }
    let text = page.text(id);
    let words: Vec<&str> = text.split_whitespace().collect();
    let told = day_of(&words, order).filter(|_| !words.iter().all(|word| is_of_day(word)));
    let text = told.as_ref().map_or(text.trim(), |(_, text)| text);
    Claim::seen(text, Source::Text, page.place(id))
}

#[cfg(test)]
mod tests;
