//! What a label shows, as a claim: the picture or link in a value that is an address, the name in a
//! byline, else the value's text; and when metadata says the same and more.

use domain::schema::{Field, JsonType};
use domain::snapshot::NodeId;
use serde_json::Value;

use crate::brands::drawn_once;
use crate::bylines::before_bar;
use crate::dom::Page;
use crate::dues;
use crate::fill::{Filled, Filler, is_of};
use crate::labels::Pair;
use crate::match_fields::Wanted;
use crate::naming::extends;
use crate::pictures;
use crate::receipt::Claim;
use crate::values::answers::{implied, is_had, names_lack, period, stock_answer};
use crate::values::{Read, date, hours, is_address, read};
use crate::vocabulary::{Kind, concept_of_id, is_lone, is_person, is_prompt, unprompted};
use crate::words::{holds_digit, phrase, squash};

mod trimmed;

use trimmed::{undated, unnoted, unpressed, unstopped, whole};

/// The claim of a labelled value; `None` if an address is wanted and none is there.
pub(crate) fn of_pair(
    page: &Page<'_>,
    pair: &Pair,
    field: &Field,
    wanted: &Wanted,
) -> Option<Claim> {
    let seen = |text: &str| Claim::seen(text, pair.source, pair.label.clone());
    if is_address(field, wanted.kind) {
        let held = match wanted.kind {
            Kind::Image => picture(page, pair.node),
            _ => only(page, pair.node, "a", "href"),
        };
        let written = pair.value.contains("://").then_some(pair.value.as_str());
        return held.or(written).map(seen);
    }
    if is_contrary(pair, field, wanted) {
        // Only a truth can be turned around.
        let had = is_had(&pair.label, &pair.value);
        let had = had.filter(|_| field.types.contains(&JsonType::Boolean))?;
        let words = format!("{}: {}", pair.label, pair.value);
        return Some(told(pair, Value::Bool(had), words));
    }
    if let Some(told) = dialled(page, pair, wanted).or_else(|| answered(pair, field, wanted)) {
        return Some(told);
    }
    // What is paid tells for how long, but is no name of a period itself.
    let paid = is_of(wanted, "salaryUnit") && field.closed_set.is_none();
    let paid = paid && pair.value.contains(|ch: char| ch.is_ascii_digit());
    let prompted = || field.closed_set.is_none() && asks(page, pair, wanted);
    if paid || is_menu(page, pair.node) || prompted() {
        return None;
    }
    let due = dues::pay(page, pair, field, wanted)?;
    if due != pair.value {
        return Some(told(pair, Value::from(due), pair.value.clone()));
    }
    let name = is_person(wanted.concept)
        .then(|| person(page, pair.node).or_else(|| before_bar(&pair.value).map(str::to_owned)))
        .flatten();
    // The switch that multiplies a recipe stands behind what it yields: "24 1x".
    let once = pair
        .value
        .strip_suffix(" 1x")
        .filter(|_| is_of(wanted, "recipeYield"));
    let unnoted = is_of(wanted, "salaryUnit").then(|| unnoted(&pair.value));
    let text = match wanted.kind {
        _ if unnoted.is_some() => unnoted.as_deref().unwrap_or_default(),
        Kind::Title => &pair.value,
        _ if is_of(wanted, "publisher") => undated(&pair.value),
        Kind::Description => whole(page, pair)?,
        _ if is_of(wanted, "brand") => {
            drawn_once(page, pair.node, unprompted(unpressed(page, pair)))
        }
        _ => unprompted(unpressed(page, pair)),
    };
    let text = name.as_deref().or(once).unwrap_or(text);
    Some(seen(if is_running(wanted) || wanted.wording {
        text
    } else {
        unstopped(text)
    }))
}

/// Whether a value of what is named in a few words is a question or a sentence: what stands before it is no label.
fn is_sentence(text: &str, wanted: &Wanted) -> bool {
    const NAMED: [&str; 11] = [
        "brand",
        "manufacturer",
        "model",
        "color",
        "location",
        "venue",
        "organizer",
        "author",
        "publisher",
        "addressLocality",
        "hiringOrganization",
    ];
    let words = text.split_whitespace().count();
    let small = text.starts_with(char::is_lowercase);
    // These have a word or two: whatever they are said in at such length is about them.
    let about = words > 8 && (text.ends_with('.') || text.contains(". "));
    let brief = ["brand", "inLanguage", "priceCurrency", "addressCountry"];
    if about && brief.iter().any(|id| is_of(wanted, id)) {
        return true;
    }
    let ends = words > 2 && text.ends_with('?') || words > 5 && small && text.ends_with('.');
    ends && NAMED.iter().any(|id| is_of(wanted, id))
}

/// A value that words of a pair tell without being it.
fn told(pair: &Pair, value: Value, words: String) -> Claim {
    Claim {
        value,
        words: Some(words),
        ..Claim::seen("", pair.source, pair.label.clone())
    }
}

/// Whether a label says the contrary of what a field without a closed set asks: "Sold out" beside `in_stock`.
fn is_contrary(pair: &Pair, field: &Field, wanted: &Wanted) -> bool {
    let asked = wanted.kind == Kind::Availability && field.closed_set.is_none();
    asked && !wanted.own.contains(&pair.words) && names_lack(&pair.label)
}

/// What a label of stock and a plain answer state together ("In stock: no"), and a member of a set of periods
/// that an amount is paid by ("38 k€ / an").
fn answered(pair: &Pair, field: &Field, wanted: &Wanted) -> Option<Claim> {
    let set = field.closed_set.as_ref()?;
    let words = format!("{}: {}", pair.label, pair.value);
    let value = || pair.value.clone();
    let (member, words) = match wanted.kind {
        Kind::Availability => match stock_answer(set, &words) {
            Some(member) => (member, words),
            None => (implied(set, &pair.value)?, value()),
        },
        _ if is_of(wanted, "salaryUnit") => (period(set, &pair.value)?, words),
        _ => return None,
    };
    Some(told(pair, member, words))
}

/// The number that a link without one calls (RFC 3966).
fn dialled(page: &Page<'_>, pair: &Pair, wanted: &Wanted) -> Option<Claim> {
    let phone = is_of(wanted, "telephone") || is_of(wanted, "mobile");
    if !phone || holds_digit(&pair.value) {
        return None;
    }
    let (scheme, number) = only(page, pair.node, "a", "href")?.split_once(':')?;
    let number = number.split(';').next()?.trim_start_matches('/');
    let encoded = format!("n={}", number.replace('+', "%2B"));
    let (_, number) = url::form_urlencoded::parse(encoded.as_bytes()).next()?;
    if !scheme.trim().eq_ignore_ascii_case("tel") || !holds_digit(&number) {
        return None;
    }
    let path = format!("{}: a[href]", pair.label);
    Some(Claim::machine(
        Value::from(number.trim()),
        pair.source,
        path,
    ))
}

/// Whether a label's value only asks, for something to be done or for an answer, or is a sentence of its own.
/// Titles and running texts may begin with anything.
fn asks(page: &Page<'_>, pair: &Pair, wanted: &Wanted) -> bool {
    if is_running(wanted) {
        return false;
    }
    let all = |at: NodeId| page.text(at).trim() == pair.value;
    let brief = pair.value.len() <= 80 && page.is_small(pair.node, 200);
    let holds = |is: &dyn Fn(NodeId) -> bool| {
        brief && (is(pair.node) || page.dom.descendants(pair.node).any(is))
    };
    let pressed = holds(&|at| presses(page, at) && all(at));
    is_prompt(&pair.value, pressed)
        || is_lone(&pair.value) && holds(&|at| is_control(page, at) && all(at))
        || is_sentence(&pair.value, wanted)
}

/// Whether an element is a button or a link to no page of its own. What one to a page says is a value: "Check valves".
fn presses(page: &Page<'_>, at: NodeId) -> bool {
    match page.dom.tag(at) {
        "button" => true,
        "a" => page.dom.attr(at, "href").is_none_or(leads_nowhere),
        _ => false,
    }
}

/// Whether an element is one that a person presses: a link, a button, what a script makes one.
fn is_control(page: &Page<'_>, at: NodeId) -> bool {
    let attr = |name: &str| page.dom.attr(at, name);
    let named = || {
        let words = phrase(attr("class").unwrap_or_default());
        words
            .iter()
            .any(|word| matches!(word.as_str(), "btn" | "button" | "link" | "action"))
    };
    matches!(page.dom.tag(at), "a" | "button")
        || attr("role") == Some("button")
        || ["onclick", "tabindex"]
            .iter()
            .any(|name| attr(name).is_some())
        || named()
}

/// Whether an address is no page's: the place it stands on, or a script.
pub(crate) fn leads_nowhere(address: &str) -> bool {
    let address = address.trim();
    address.is_empty() || address.starts_with('#') || address.starts_with("javascript:")
}

fn is_running(wanted: &Wanted) -> bool {
    matches!(wanted.kind, Kind::Title | Kind::Description)
}

/// Whether a value is a list of links, two or more, or of choices in a form: no value of one field.
fn is_menu(page: &Page<'_>, node: NodeId) -> bool {
    let inner = std::iter::once(node).chain(page.dom.descendants(node));
    let of = |tag: &'static str| inner.clone().filter(move |at| page.dom.tag(*at) == tag);
    let links = of("li").all(|item| {
        let mut below = page.dom.descendants(item);
        below.any(|at| page.dom.tag(at) == "a" && page.ink(at) == page.ink(item))
    });
    let inked = of("li").map(|item| page.ink(item)).sum::<u32>();
    let ticked = |at| matches!(page.dom.attr(at, "type"), Some("checkbox" | "radio"));
    let choice = of("select").next().is_some() || of("input").any(ticked);
    choice || links && of("li").count() > 1 && inked == page.ink(node)
}

/// What markup says for machines within a labelled value: `<time datetime>`, `<data value>` and
/// `<meter value>` (HTML standard), for values that cannot be read as they are shown.
pub(crate) fn machine_value(page: &Page<'_>, pair: &Pair, wanted: &Wanted) -> Option<Claim> {
    let elements: &[(&str, &str)] = match wanted.kind {
        Kind::Date => &[("time", "datetime")],
        Kind::Text | Kind::Price => &[("data", "value"), ("meter", "value")],
        _ => &[],
    };
    let mut held = elements
        .iter()
        .filter_map(|(tag, attr)| Some((tag, attr, only(page, pair.node, tag, attr)?)));
    let (tag, attr, value) = held.next()?;
    let path = format!("{}: {tag}[{attr}]", pair.label);
    Some(Claim::machine(Value::from(value), pair.source, path))
}

/// The address of the only picture below a node (or of the node).
fn picture<'a>(page: &Page<'a>, node: NodeId) -> Option<&'a str> {
    let range = node..page.dom.nodes[node].end;
    let images = range.filter(|at| page.dom.tag(*at) == "img" && page.is_own(*at));
    let mut found = images.filter_map(|at| pictures::address(page, at));
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

/// An attribute of the only element of this tag below a node (or of the node).
fn only<'a>(page: &Page<'a>, node: NodeId, tag: &str, attr: &str) -> Option<&'a str> {
    let range = node..page.dom.nodes[node].end;
    let mut found = range
        .filter(|at| page.dom.tag(*at) == tag && page.is_own(*at))
        .filter_map(|at| page.dom.attr(at, attr))
        .filter(|text| !text.trim().is_empty() && !text.starts_with('#'));
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

/// The one name that markup calls a name or an author within a byline.
fn person(page: &Page<'_>, node: NodeId) -> Option<String> {
    let called = |at: NodeId| {
        let words = |name| page.dom.attr(at, name).unwrap_or("").split_whitespace();
        words("itemprop").any(|word| matches!(word, "name" | "author"))
            || words("rel").any(|word| word == "author")
    };
    let mut names = page
        .dom
        .descendants(node)
        .filter(|at| page.is_own(*at) && page.ink(*at) > 0 && called(*at))
        .map(|at| page.text(at));
    let first = names.next()?;
    names.all(|other| other == first).then_some(first)
}

impl Filler<'_> {
    /// A visible value, or metadata that says the same and more.
    pub(crate) fn extended(
        &self,
        field: &Field,
        wanted: &Wanted,
        value: Value,
        claim: &Claim,
    ) -> Filled {
        let page = &self.evidence.page.snapshot.final_url;
        let textual = value.is_string() && field.closed_set.is_none() && !wanted.wording;
        if let Value::String(seen) = &value
            && textual
        {
            for more in self.metadata(wanted).into_iter().flatten() {
                let Read::Value(Value::String(stated)) =
                    read(field, &more.value, self.reading(wanted, true))
                else {
                    continue;
                };
                let says_more = match wanted.kind {
                    Kind::Date => self.tells_time(&stated, seen),
                    _ => extends(&squash(&stated), &squash(seen)),
                };
                if says_more
                    && let Read::Value(stated) = self.checked(field, &Value::String(stated))
                {
                    return Filled::Value(stated, more.receipt(page));
                }
            }
        }
        Filled::Value(value, claim.receipt(page))
    }

    /// Who makes the thing, by the labels of its maker, where nothing tells its brand: a name and no more.
    pub(crate) fn of_maker(&self, field: &Field, wanted: &Wanted) -> Vec<Claim> {
        let maker = concept_of_id("manufacturer").map_or(&[][..], |maker| &maker.phrases);
        let named = |pair: &&Pair| {
            let plain = !pair.value.contains([',', '\n', ':', '@']) && !holds_digit(&pair.value);
            let short = pair.value.split_whitespace().count() <= 4;
            pair.sure > 0 && plain && short && maker.contains(&pair.words)
        };
        let pairs = self.evidence.pairs.iter().filter(named);
        pairs
            .filter_map(|pair| of_pair(self.evidence.page, pair, field, wanted))
            .collect()
    }

    /// Whether an instant in metadata is of the day that the page shows with an hour, or the page only
    /// shows how long ago it was.
    fn tells_time(&self, stated: &str, seen: &str) -> bool {
        let order = self.evidence.reading.dates;
        let instant = hours::is_instant(stated);
        match date::day(seen, order) {
            Some(day) => {
                let hour = hours::tells_hour(seen) && !hours::is_instant(seen);
                instant && hour && date::day(stated, date::Style::default()) == Some(day)
            }
            None => date::day(stated, date::Style::default()).is_some() && date::is_relative(seen),
        }
    }
}

#[cfg(test)]
mod tests;
