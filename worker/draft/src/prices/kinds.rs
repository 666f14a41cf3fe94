//! Other amounts that a page shows of its thing: what it cost before, and what a measure of it costs.

use domain::evidence::Source;
use domain::snapshot::NodeId;

use super::{Candidate, NEAR, alone, following, preceding};
use crate::dom::{Page, STRUCK};
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::values::asked::{Asked, is_led};
use crate::values::currency::is_code;
use crate::values::number::{self, Style};
use crate::values::price::{amount, is_marked};
use crate::values::rates::{PER, is_per_unit};
use crate::values::scale::Scales;
use crate::vocabulary::phrases;
use crate::words::{ends_in, phrase, squash};

/// Words of class names and ids that name what a thing cost before.
pub(super) const FORMER: [&str; 26] = [
    "old",
    "was",
    "regular",
    "original",
    "strike",
    "rrp",
    "msrp",
    "uvp",
    "before",
    "crossed",
    "previous",
    "compare",
    "barred",
    "tachado",
    "anterior",
    "antes",
    "barre",
    "barrato",
    "ancien",
    "alter",
    "streichpreis",
    "stattpreis",
    "durchgestrichen",
    "vecchio",
    "przekreslona",
    "stara",
];

/// The claims of the amounts near the heading that are struck, called a former price, or led by a word for one.
/// What is asked now is none.
pub(crate) fn former(
    page: &Page<'_>,
    title: Option<NodeId>,
    (style, how): (Style, Scales<'_>),
    best: Option<&Candidate>,
) -> Vec<Claim> {
    let tops = amounts(page, title);
    let asked = Scales {
        asked: Asked::Now,
        ..how
    };
    let now = best.and_then(|best| amount(&best.text, style, None, asked));
    let claim = |node: NodeId| {
        let text = page.text(node);
        let found = number::find(&text, style);
        let mut marks = found.iter().filter(|one| is_marked(&text, one));
        let led = |one: &&number::Found| is_led(&text, one, &phrases().once);
        let one = marks.clone().find(led).or(marks.next())?;
        let lead = squash(&format!("{} {}", preceding(page, node), &text[..one.start]));
        let once = || phrases().once.iter().any(|word| ends_in(&lead, word));
        let struck = page.zone(node) & STRUCK != 0 || holds_struck(page, node);
        let old = struck || is_called_former(page, node) || once();
        (old && !text.contains('%') && now.as_ref() != Some(&one.value))
            .then(|| Claim::seen(&text, Source::Text, page.place(node)))
    };
    tops.into_iter().filter_map(claim).collect()
}

/// The measure in the name of a field: "kg" in `price_per_kg`, letters and digits only.
pub(crate) fn measure(wanted: &Wanted) -> Option<String> {
    let name = wanted.own.first()?;
    let at = name.iter().position(|word| word == "per")?;
    let measure = name[at + 1..].concat();
    (!measure.is_empty()).then_some(measure)
}

/// The claims of the amounts near the heading that are meant for a measure, for this one if it is given: "2.30
/// €/kg".
pub(crate) fn per_unit(
    page: &Page<'_>,
    title: Option<NodeId>,
    style: Style,
    measure: Option<&str>,
) -> Vec<Claim> {
    let mut claims = Vec::new();
    for node in amounts(page, title) {
        let text = format!("{} {}", page.text(node), following(page, node));
        let found = number::find(&text, style);
        let mut before = 0;
        for (at, one) in found.iter().enumerate() {
            let unit = is_marked(&text, one) && is_per_unit(&text, one.end);
            let meant = measure.is_none_or(|measure| is_meant(&text[one.end..], measure));
            if unit && meant && page.zone(node) & STRUCK == 0 {
                let after = found.get(at + 1).map_or(text.len(), |next| next.start);
                let told = text[before..after].trim_matches(|ch: char| "() ".contains(ch));
                claims.push(Claim::seen(told, Source::Text, page.place(node)));
            }
            before = one.end;
        }
    }
    claims
}

/// Whether an amount is for one of this measure: "/kg", "per 1 kg", "€ per 100 g".
fn is_meant(after: &str, measure: &str) -> bool {
    let said = squash(after.split(')').next().unwrap_or(after));
    let mut words = said.split(' ').skip_while(|word| {
        *word == "1" || PER.contains(word) && *word != measure || is_code(&word.to_uppercase())
    });
    let first = words.next().unwrap_or("");
    let two = format!("{first}{}", words.next().unwrap_or(""));
    first == measure || two == measure
}

/// The elements close after the heading that hold an amount each, in page order.
fn amounts(page: &Page<'_>, title: Option<NodeId>) -> Vec<NodeId> {
    let Some(title) = title else {
        return Vec::new();
    };
    let mut tops: Vec<NodeId> = Vec::new();
    for id in page.dom.nodes[title].end..page.dom.nodes.len() {
        if page.ink_before(id) - page.ink_before(title) > NEAR {
            break;
        }
        let text = page.dom.text(id).unwrap_or("");
        let digits = text.len() <= 60 && text.contains(|ch: char| ch.is_ascii_digit());
        if digits && page.is_own(id) {
            // With the heading in it, an element is more than an amount.
            let top = alone(page, id).filter(|top| *top > title);
            tops.extend(top.or(page.dom.nodes[id].parent));
        }
    }
    tops.dedup();
    tops
}

pub(super) fn holds_struck(page: &Page<'_>, node: NodeId) -> bool {
    let mut texts = page.dom.descendants(node).filter(|at| {
        let text = page.dom.text(*at);
        text.is_some_and(|text| text.contains(|ch: char| ch.is_ascii_digit()))
    });
    texts.any(|at| page.zone(at) & STRUCK != 0)
}

fn is_called_former(page: &Page<'_>, node: NodeId) -> bool {
    let near = [node].into_iter().chain(page.dom.ancestors(node).take(1));
    near.into_iter().any(|at| {
        let words = ["class", "id"].map(|name| phrase(page.dom.attr(at, name).unwrap_or("")));
        let mut words = words.iter().flatten();
        words.any(|word| FORMER.contains(&word.as_str()))
    })
}
