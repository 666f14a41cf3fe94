//! Figures that a page shows without a label: how it is rated ("4.5 out of 5"), and how many there are of
//! what a field is named after ("212 ratings").

mod summed;

use domain::evidence::Source;
use domain::snapshot::NodeId;
use url::Url;

use crate::dom::Page;
use crate::fill::is_of;
use crate::labels::is_summary;
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::values::bounds::bounded;
use crate::values::number::{self, Style};
use crate::values::ratings;
use crate::vocabulary::concept;
use crate::words::{phrase, squash};

/// So far from the heading, in bytes of text, a figure may be another thing's.
const NEAR: u32 = 1500;
/// A figure stands alone in at most this many bytes.
const ALONE: u32 = 60;
/// Best ratings of scales in use.
const BEST: [&str; 5] = ["5", "6", "10", "20", "100"];

/// Which figure of a rating is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rated {
    /// The rating.
    Value,
    /// The best one of its scale.
    Best,
}

/// The claims of the ratings shown near the heading, in words or to those who hear the page.
pub(crate) fn rated(
    page: &Page<'_>,
    title: Option<NodeId>,
    style: Style,
    which: Rated,
) -> Vec<Claim> {
    let claim = |id: NodeId| {
        let texts = ["aria-label", "title"]
            .iter()
            .filter_map(|name| page.dom.attr(id, name));
        let said = is_figure(page, id).then(|| page.text(id));
        let mut texts = said.into_iter().chain(texts.map(str::to_owned));
        let value = |text: &String| counted_rating(text, style).filter(|_| which == Rated::Value);
        let figure = texts.find_map(|text| match rating(&text, style) {
            Some((value, best)) => Some(if which == Rated::Value { value } else { best }),
            None => value(&text),
        });
        let summed = || summed::summed(page, id, style).filter(|_| which == Rated::Value);
        let figure = figure.or_else(summed)?;
        if !page.speaks(id) && !is_summary(page, id) {
            return None;
        }
        Some(Claim::seen(&figure, Source::Text, page.place(id)))
    };
    near(page, title).filter_map(claim).collect()
}

/// The claims of the numbers that stand before the field's own words: "3 replies" for `replies`.
pub(crate) fn counted(
    page: &Page<'_>,
    title: Option<NodeId>,
    style: Style,
    wanted: &Wanted,
) -> Vec<Claim> {
    let claim = |id: NodeId| {
        let text = is_figure(page, id).then(|| page.text(id))?;
        let found = number::find(&text, style);
        // "4.5 (120 reviews)"
        let (one, from) = match found.as_slice() {
            [one] => (one, 0),
            [rated, one] if text[one.end..].ends_with(')') => (one, rated.end),
            _ => return None,
        };
        // "Comments (12)"
        let label = text[..one.start].strip_suffix('(');
        if let Some(label) = label.filter(|label| from == 0 && !label.is_empty()) {
            // "Balance: (250)" is negative.
            let fit = wanted.label_fit(&phrase(label)).is_some_and(|fit| fit >= 2);
            let said = fit && !label.contains([':', '：']) && text[one.end..].trim() == ")";
            let said = said && !leads_away(page, id);
            return said
                .then(|| Claim::seen(&text[one.start..one.end], Source::Text, page.place(id)));
        }
        let lead = text[from..one.start].trim_matches(|ch: char| ch == '(' || ch.is_whitespace());
        let words = &text[one.end..];
        let fit = wanted.label_fit(&phrase(words)).is_some_and(|fit| fit >= 2);
        // One rating is a figure of its own, several are counted.
        let rates = is_of(wanted, "ratingCount") && squash(words) == "ratings";
        let exact = lead.is_empty() && bounded(&text, one, false).is_none();
        let said = exact && (fit || rates);
        said.then(|| Claim::seen(&text[one.start..one.end], Source::Text, page.place(id)))
    };
    near(page, title).filter_map(claim).collect()
}

/// Whether a count is in or beside a link to a page that has nothing of this one's address: how many pages there are
/// of a category or a tag.
fn leads_away(page: &Page<'_>, id: NodeId) -> bool {
    let around = [id].into_iter().chain(page.dom.ancestors(id).take(3));
    let mut near = around.chain(page.dom.descendants(id));
    let link = near.find_map(|at| {
        let link = page.dom.tag(at) == "a" && page.is_small(at, ALONE);
        page.dom.attr(at, "href").filter(|_| link)
    });
    let own = Url::parse(&page.snapshot.final_url).ok();
    let resolved = link.filter(|to| !to.trim().is_empty() && !to.starts_with('#'));
    let to = resolved.and_then(|to| Url::parse(&page.snapshot.resolve(to)?).ok());
    let (Some(own), Some(to)) = (own, to) else {
        return false;
    };
    let path = own.path().trim_end_matches('/');
    let within = to.path() == own.path() || !path.is_empty() && to.path().starts_with(path);
    // "/reviews/lute-4p" is of "/lutes/lute-4p".
    let last = path.rsplit('/').next().unwrap_or("");
    let named = last.len() > 2 && to.as_str().contains(last);
    to.scheme().starts_with("http") && !within && !named
}

/// The elements of the page's own near its heading.
fn near<'a>(page: &'a Page<'_>, title: Option<NodeId>) -> impl Iterator<Item = NodeId> + 'a {
    let at = title.map_or(0, |title| page.ink_before(title));
    let close = move |id: &NodeId| page.ink_before(*id).abs_diff(at) <= NEAR;
    let all = (0..page.dom.nodes.len()).filter(|id| !page.dom.tag(*id).is_empty());
    all.filter(move |id| title.is_some() && close(id) && page.is_own(*id))
}

fn is_figure(page: &Page<'_>, id: NodeId) -> bool {
    page.has_own_text(id) && page.is_small(id, ALONE)
}

/// The rating that a text states and the best one of its scale: "4,6 von 5 Sternen", "4.5/5".
fn rating(text: &str, style: Style) -> Option<(String, String)> {
    if text.len() > 80 {
        return None;
    }
    let found = number::find(text, style);
    found.windows(2).find_map(|pair| {
        let [value, best] = pair else {
            return None;
        };
        let between = &text[value.end..best.start];
        // "4/5" alone may be a day.
        let stroke = between.trim() == "/" && value.value.contains('.');
        let scale = BEST.contains(&best.value.as_str());
        let within = value.value.parse::<f64>().ok()? <= best.value.parse::<f64>().ok()?;
        let word = squash(between);
        // "1 of 5" counts pictures, pages, lessons.
        let told = value.value.contains('.') || word == "out of" || is_of_rating(text);
        let rated = scale && within && (stroke || told && ratings::is_of(between));
        rated.then(|| (text[value.start..value.end].to_owned(), best.value.clone()))
    })
}

/// The rating before how many gave one: "4.5 (120 reviews)".
fn counted_rating(text: &str, style: Style) -> Option<String> {
    if !text.ends_with([')', '）']) || text.len() > 60 {
        return None;
    }
    let found = number::find(text, style);
    let [value, count] = found.as_slice() else {
        return None;
    };
    let words = phrase(text[count.end..].trim_end_matches([')', '）']));
    let own =
        concept(&words).is_some_and(|own| matches!(own.id.as_str(), "reviewCount" | "ratingCount"));
    let rates =
        value.value.contains('.') && value.value.parse::<f64>().is_ok_and(|value| value <= 10.0);
    (own && rates && ratings::is_counted(text, value, count)).then(|| value.value.clone())
}

/// Whether a text speaks of a rating.
fn is_of_rating(text: &str) -> bool {
    const STEMS: [&str; 14] = [
        "star", "rating", "rated", "stern", "etoile", "estrella", "stell", "bewert", "note",
        "puntua", "valora", "valuta", "stjern", "ster",
    ];
    let words = squash(text);
    let mut words = words.split(' ');
    words.any(|word| STEMS.iter().any(|stem| word.starts_with(stem)))
}

#[cfg(test)]
mod tests;
