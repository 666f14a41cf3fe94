//! Whether a labelled value can be what a field means, where a word labels two things, which of several
//! dates tell a day, and whether a label says that there is no value.

use domain::snapshot::NodeId;
use serde_json::Value;

use crate::evidence::Evidence;
use crate::labels::Pair;
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::values::answers::is_had;
use crate::values::asked::Asked;
use crate::values::currency::{is_code, is_word};
use crate::values::price::is_marked;
use crate::values::truths::sign;
use crate::values::{date, number};
use crate::vocabulary::{Kind, is_placeholder, is_undisclosed, phrases};
use crate::words::squash;

/// Labels of prices that are words of much else.
const LOOSE: [&str; 6] = ["deal", "sale", "list", "retail", "regular", "originally"];

/// The page's words if every fitting label says that there is no value.
pub(crate) fn withheld(pairs: &[&Pair], wanted: &Wanted) -> Option<String> {
    // A picture is a value without words.
    let wordless = |pair: &Pair| wanted.kind == Kind::Image && pair.value.is_empty();
    let none = |pair: &&&Pair| {
        is_placeholder(&pair.value) && !wordless(pair) && sign(&pair.value).is_none()
            || is_undisclosed(&pair.value) && !wanted.wording
    };
    let all = !pairs.is_empty() && pairs.iter().all(|pair| none(&pair));
    all.then(|| pairs[0].value.clone())
}

/// Whether a labelled value can be what the field means: "Preparation" labels a time, and is a heading of
/// steps; "Posted" labels a day, and says that something was done or where.
pub(crate) fn suits(wanted: &Wanted, pair: &Pair) -> bool {
    // A picture side by side with words, or in a link, shows what is there.
    if wanted.kind == Kind::Image && pair.sure == 0 {
        return false;
    }
    let figure = pair.value.len() <= 24 && pair.value.chars().any(char::is_numeric);
    match wanted.concept.map(|concept| concept.id.as_str()) {
        // "Method: Baking" tells how, not what to do.
        Some("recipeInstructions") => !figure && pair.value.split_whitespace().nth(2).is_some(),
        Some("prepTime" | "cookTime") => {
            let counted = pair.value.chars().any(char::is_numeric);
            pair.value.len() <= 60 && counted && !pair.value.contains('°')
        }
        Some("datePosted" | "dateModified") => tells_when(&pair.value),
        // A field of that very name takes what stands there.
        Some("ratingValue") => wanted.own.contains(&pair.words) || rates(pair),
        // "Reviews (576)" is a count of its own, and what stands beside it another.
        Some("reviewCount" | "ratingCount" | "commentCount") => {
            let counted = pair.label.trim_end().strip_suffix(')');
            !counted.is_some_and(|label| label.ends_with(|ch: char| ch.is_ascii_digit()))
        }
        // "Deal: Monday only" tells of no amount.
        Some("price" | "oldPrice") => {
            let loose = matches!(&pair.words[..], [word] if LOOSE.contains(&word.as_str()));
            !loose || is_amount(&pair.value)
        }
        _ => true,
    }
}

/// Whether an everyday word labels a rating: "Star 668" is a button and how many pressed it, "Note: 3 more
/// articles" a remark.
fn rates(pair: &Pair) -> bool {
    let mut words = pair.value.split_whitespace();
    let figures = |word: &str| word.chars().any(char::is_numeric);
    match pair.words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["star"] => !pair.value.trim().bytes().all(|byte| byte.is_ascii_digit()),
        ["note" | "notes"] => {
            words.next().is_some_and(figures)
                && (pair.value.split_whitespace().count() < 3 || words.any(figures))
        }
        _ => true,
    }
}

/// Whether a text tells a time in any way, or that there is none.
fn tells_when(text: &str) -> bool {
    let counted = text.chars().any(char::is_numeric) || text.contains('月');
    counted || date::is_relative(text) || is_placeholder(text) || is_undisclosed(text)
}

/// Whether a label of stock has a plain answer. One that the field cannot hold is no silence: the label alone states
/// the contrary.
pub(crate) fn is_answered(wanted: &Wanted, pairs: &[&Pair]) -> bool {
    let answers = |pair: &&Pair| is_had(&pair.label, &pair.value).is_some();
    wanted.kind == Kind::Availability && pairs.iter().any(answers)
}

/// What an amount of money is to a field.
pub(crate) fn asked(wanted: &Wanted) -> Asked {
    match wanted.concept.map_or("", |concept| concept.id.as_str()) {
        "price" | "lowPrice" | "highPrice" => Asked::Now,
        "oldPrice" => Asked::Once,
        _ => Asked::Other,
    }
}

/// The pairs of a price, or those beside them on the same line whose labels say that they are of now: "Price: $60 /
/// Deal: $49".
pub(crate) fn now<'a>(
    evidence: &'a Evidence<'_>,
    wanted: &Wanted,
    pairs: Vec<&'a Pair>,
) -> Vec<&'a Pair> {
    let Some(concept) = wanted.concept.filter(|_| asked(wanted) == Asked::Now) else {
        return pairs;
    };
    let nodes: Vec<NodeId> = pairs.iter().map(|pair| pair.node).collect();
    let current = |pair: &&Pair| {
        let said = || phrases().current.contains(&squash(&pair.label));
        nodes.contains(&pair.node) && concept.phrases.contains(&pair.words) && said()
    };
    let beside = evidence.pairs.iter().filter(|pair| !pair.struck);
    let beside: Vec<&Pair> = beside
        .filter(current)
        .filter(|pair| suits(wanted, pair) && is_amount(&pair.value))
        .collect();
    if beside.is_empty() { pairs } else { beside }
}

/// Whether a text is an amount of money and no more, but for a remark in brackets: "$5 off" is another thing.
fn is_amount(text: &str) -> bool {
    let text = text.split(['(', '（']).next().unwrap_or(text);
    let found = number::find(text, number::Style::default());
    let words = text.split(|ch: char| !ch.is_alphabetic());
    let mut words = words.filter(|word| !word.is_empty());
    found.iter().any(|one| is_marked(text, one)) && words.all(|word| is_code(word) || is_word(word))
}

/// Leaves times of day out where another value tells the day: they contradict none.
pub(crate) fn keep_days(wanted: &Wanted, found: &mut Vec<(Value, &Claim)>) {
    if wanted.kind != Kind::Date {
        return;
    }
    let day = |value: &Value| {
        value
            .as_str()
            .is_some_and(|text| date::day(text, date::Style::default()).is_some())
    };
    let concept = wanted.concept.map_or("", |concept| concept.id.as_str());
    let dated = matches!(concept, "datePosted" | "dateModified");
    let hour = |value: &Value| value.as_str().is_some_and(|text| text.contains(':')) && dated;
    let told = found.iter().any(|(value, _)| day(value));
    found.retain(|(value, _)| day(value) || !is_clock(value) || !told && !hour(value));
}

/// Whether a date is a time of day only.
fn is_clock(value: &Value) -> bool {
    let text = value.as_str().unwrap_or("");
    let telling = text.chars().any(|ch| ch.is_ascii_digit()) && text.len() <= 16;
    let mut words = text
        .split(|ch: char| !ch.is_alphabetic())
        .filter(|word| !word.is_empty());
    let of_clock = |word: &str| matches!(word, "uhr" | "h" | "am" | "pm" | "a" | "p" | "m");
    telling && words.all(|word| of_clock(&squash(word)))
}
