//! Things for sale that markup describes on a page about another thing: of another name than the page's titles,
//! and with nothing of theirs shown on it.

use std::cell::Cell;
use std::collections::HashSet;

use domain::snapshot::NodeId;
use serde_json::Value;

use crate::about::{CODES, name_of};
use crate::addresses::Whose;
use crate::entity::{Entity, Leaf, has_type};
use crate::evidence::Evidence;
use crate::opengraph::contents;
use crate::prices::Candidate;
use crate::stock;
use crate::values::number::{self, Style};
use crate::words::squash;

/// Types of things for sale.
pub(crate) const GOODS: [&str; 4] = [
    "Product",
    "IndividualProduct",
    "ProductGroup",
    "ProductModel",
];
/// Words of names that begin with so many equal letters are forms of one word.
const STEM: usize = 4;
/// A word of a name of so many letters is no everyday word; its forms have them in common.
const LONG: usize = 5;
/// An amount stands in no longer text, in bytes.
const AMOUNT: usize = 40;

/// The page is searched for no more of them, and for no more words and amounts of each.
const MOST: usize = 8;
const MOST_WORDS: usize = 16;

/// Whether nothing ties a described thing for sale to a page that has a heading: neither its address, nor a word
/// of its name in the page's titles, nor its name, a word of it, its maker, code, picture or price on the page.
/// `looked`: for how many others the page was searched before.
pub(crate) fn is_stranger(evidence: &Evidence<'_>, entity: &Entity, looked: &Cell<usize>) -> bool {
    let Some(title) = &evidence.title else {
        return false;
    };
    let value = &entity.value;
    let name = name_of(value);
    let goods = GOODS.iter().any(|kind| has_type(value, kind));
    // A name in another script is a translation for all one knows.
    let comparable = !name.is_empty() && name.is_ascii() == squash(&title.text).is_ascii();
    if !goods || entity.main || !comparable {
        return false;
    }
    let hints = &evidence.hints;
    let own = matches!(hints.addresses.whose(value), Whose::Own | Whose::Near);
    if own || hints.titles.iter().any(|title| share_word(title, &name)) {
        return false;
    }
    // Where so many are strangers the page shows a list of them at best.
    looked.set(looked.get() + 1);
    let tied = || {
        is_pictured(evidence, value, &name)
            || is_only_one_sold(evidence, value)
            || is_shown(evidence, value, &name)
    };
    looked.get() > MOST || !tied()
}

/// Whether two squashed texts have a word in common, in whatever form.
fn share_word(one: &str, other: &str) -> bool {
    if !one.is_ascii() && (one.contains(other) || other.contains(one)) {
        return true;
    }
    let stem = |word: &'_ str| word.chars().take(STEM).collect::<String>();
    one.split(' ').any(|word| {
        let mut words = other.split(' ');
        word.len() > 2 && words.any(|other| stem(word) == stem(other))
    })
}

/// The beginning of a word that is long enough to tell of what a text is.
fn long_stem(word: &str) -> Option<String> {
    let stem: String = word.chars().take(LONG).collect();
    (stem.chars().count() == LONG && stem.chars().all(char::is_alphabetic)).then_some(stem)
}

/// The amounts that an offer of the thing states.
fn prices(evidence: &Evidence<'_>, value: &Value) -> Vec<f64> {
    const PATHS: [&str; 4] = [
        "offers.price",
        "offers.lowPrice",
        "offers.highPrice",
        "offers.priceSpecification.price",
    ];
    let style = Style {
        machine: true,
        ..evidence.reading.style
    };
    let leaves = PATHS
        .iter()
        .flat_map(|path| evidence.graph.walk(value, path))
        .take(MOST_WORDS);
    let amount = |leaf: Leaf<'_>| {
        let text = || {
            number::find(leaf.value.as_str()?, style)
                .first()?
                .value
                .parse()
                .ok()
        };
        leaf.value.as_f64().or_else(text)
    };
    leaves.filter_map(amount).collect()
}

/// Whether the thing is the only one for sale that markup describes, and the page shows its price, but for the
/// cents, or no price but one button by which a thing is had, or calls itself a product's.
fn is_only_one_sold(evidence: &Evidence<'_>, value: &Value) -> bool {
    let goods = |entity: &&Entity| GOODS.iter().any(|kind| has_type(&entity.value, kind));
    if evidence
        .graph
        .entities
        .iter()
        .filter(goods)
        .nth(1)
        .is_some()
    {
        return false;
    }
    let shown = evidence.price().and_then(Candidate::shown);
    let near = |shown: f64| {
        prices(evidence, value)
            .iter()
            .any(|price| (price - shown).abs() < 1.0)
    };
    // With no price to compare, the button is of the one thing that there is.
    let pressed = || shown.is_none() && stock::sells_one(evidence);
    shown.is_some_and(near)
        || pressed()
        || contents(&evidence.metas, "og:type").any(|kind| kind.ends_with("product"))
}

/// Whether the page shares itself with the thing's picture, or shows it or one that is called by its name.
fn is_pictured(evidence: &Evidence<'_>, value: &Value, name: &str) -> bool {
    let pictures = evidence.graph.walk(value, "image");
    let addresses = pictures.iter().filter_map(|leaf| {
        leaf.value
            .as_str()
            .or_else(|| leaf.value.get("url")?.as_str())
    });
    let files = addresses.filter_map(|address| address.rsplit('/').next());
    let files: Vec<&str> = files
        .filter(|file| !file.is_empty())
        .take(MOST_WORDS)
        .collect();
    let is_one = |address: &str| files.iter().any(|file| address.ends_with(file));
    let page = evidence.page;
    let attr = |id, name| page.dom.attr(id, name);
    let mut shown =
        (0..page.dom.nodes.len()).filter(|id| page.dom.tag(*id) == "img" && page.is_own(*id));
    contents(&evidence.metas, "og:image").any(is_one)
        || shown.any(|id| {
            attr(id, "src").is_some_and(is_one)
                || attr(id, "alt").is_some_and(|alt| squash(alt) == name)
        })
}

/// Whether the page's titles name the thing's maker or a code, or its own content shows the name or a long word of
/// it, the maker, a code or the price.
fn is_shown(evidence: &Evidence<'_>, value: &Value, name: &str) -> bool {
    let said = |path: &str| {
        let leaves = evidence.graph.walk(value, path).into_iter();
        let texts = leaves.filter_map(|leaf| match leaf.value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            one => one.get("name")?.as_str().map(str::to_owned),
        });
        texts.collect::<Vec<_>>()
    };
    let codes = CODES.iter().flat_map(|key| said(key));
    let words = codes.chain(said("brand")).map(|text| squash(&text));
    let words = words.filter(|word| word.len() > 2);
    let words = [name.to_owned()].into_iter().chain(words);
    let words: Vec<String> = words.take(MOST_WORDS).collect();
    let prices = prices(evidence, value);
    let page = evidence.page;
    let texts = (0..page.dom.nodes.len()).filter_map(|id: NodeId| page.said(id));
    let style = evidence.reading.style;
    let priced = |text: &str| {
        let found = number::find(text, style);
        found.iter().any(|one| {
            one.value
                .parse()
                .is_ok_and(|amount| prices.contains(&amount))
        })
    };
    let titles = &evidence.hints.titles;
    let is_titled = |word: &String| titles.iter().any(|title| title.contains(word.as_str()));
    if words.iter().any(is_titled) {
        return true;
    }
    // A heading that advertises names nothing; the text under it speaks of the thing.
    let told: HashSet<String> = name.split(' ').filter_map(long_stem).collect();
    let mut met = HashSet::new();
    texts.into_iter().any(|text| {
        let folded = squash(text);
        words.iter().any(|word| folded.contains(word.as_str()))
            || {
                let stems = folded.split(' ').filter_map(long_stem);
                met.extend(stems.filter(|stem| told.contains(stem)));
                // One of several is an everyday word: "black".
                !met.is_empty() && met.len() >= told.len().min(2)
            }
            || text.len() <= AMOUNT && !prices.is_empty() && priced(text)
    })
}

#[cfg(test)]
mod tests;
