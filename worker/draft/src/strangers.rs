//! Things for sale that markup describes on a page about another thing: of another name than the page's titles,
//! and with nothing of theirs shown on it.

use std::cell::Cell;
use std::collections::HashSet;

use domain::snapshot::NodeId;
use serde_json::Value;

use crate::about::{CODES, name_of};
use crate::addresses::Whose;
use crate::dom::Page;
use crate::entity::{Entity, Leaf, has_type};
use crate::evidence::Evidence;
use crate::headlines::leads_away;
use crate::opengraph::contents;
use crate::prices::Candidate;
use crate::stock;
use crate::values::number::{self, Style};
use crate::words::{says, squash};

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
/// A smaller amount is met by chance but for its cents.
const SMALL: f64 = 10.0;
/// A picture's file of so many letters and digits is no other's.
const TELLING: usize = 8;
/// The least bytes of a code and of a maker's name; of a code that may stand in a longer word.
const CODE: usize = 4;
const MAKER: usize = 3;
const LONG_CODE: usize = 6;
/// A name of no more bytes stands within texts of all kinds: "set".
const SHORT: usize = 3;
/// What ends a sentence.
const ENDS: [char; 5] = ['.', '!', '?', ';', '\n'];

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

/// Whether the thing is the only one for sale that markup describes, and the page shows its price; or the page
/// names none, and calls itself a product's or shows one button by which a thing is had and no price.
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
    let stated = |shown: f64| {
        let mut prices = prices(evidence, value).into_iter();
        prices.any(|price| is_one_amount(price, shown))
    };
    // With no price to compare, the button is of the one thing that there is.
    let pressed = || shown.is_none() && stock::sells_one(evidence);
    let typed = || contents(&evidence.metas, "og:type").any(|kind| kind.ends_with("product"));
    shown.is_some_and(stated) || !is_named(evidence) && (pressed() || typed())
}

/// Whether two amounts are one, where either may be without its cents. A small one is met by chance.
fn is_one_amount(one: f64, other: f64) -> bool {
    let whole = |amount: f64| amount.fract().abs() < 0.005;
    (one - other).abs() < 0.005
        || one >= SMALL && (whole(one) || whole(other)) && (one.floor() - other.floor()).abs() < 0.5
}

/// Whether the page's other titles hold its heading: it names what the page is of, and advertises nothing.
fn is_named(evidence: &Evidence<'_>) -> bool {
    let Some((heading, others)) = evidence.hints.titles.split_first() else {
        return false;
    };
    others.iter().any(|title| says(title, heading))
}

/// Whether the page shares itself with the thing's picture, or shows it or one that is called by its name; what
/// leads to another page with one shows what that page is of.
fn is_pictured(evidence: &Evidence<'_>, value: &Value, name: &str) -> bool {
    let page = evidence.page;
    let pictures = evidence.graph.walk(value, "image");
    let addresses = pictures.iter().filter_map(|leaf| {
        leaf.value
            .as_str()
            .or_else(|| leaf.value.get("url")?.as_str())
    });
    let files: HashSet<String> = addresses
        .take(MOST_WORDS)
        .filter_map(|address| file(page, address))
        .collect();
    let is_one = |address: &str| file(page, address).is_some_and(|file| files.contains(&file));
    let attr = |id, name| page.dom.attr(id, name);
    let shows = |id: NodeId| {
        attr(id, "src").is_some_and(is_one)
            || attr(id, "alt").is_some_and(|alt| squash(alt) == name)
    };
    let mut shown =
        (0..page.dom.nodes.len()).filter(|id| page.dom.tag(*id) == "img" && page.is_own(*id));
    contents(&evidence.metas, "og:image").any(is_one)
        || shown.any(|id| shows(id) && !is_teaser(page, id))
}

/// How a picture's file is called, which is the same on other servers and in other sizes; the whole address where
/// that tells too little: "1.jpg", "image.php?id=7".
fn file(page: &Page<'_>, address: &str) -> Option<String> {
    let address = page.snapshot.resolve(address)?;
    let path = address.split(['?', '#']).next()?;
    let file = path.rsplit('/').next()?;
    let letters = file.bytes().filter(u8::is_ascii_alphanumeric).count();
    let telling = is_picture(file) && letters >= TELLING;
    Some(if telling { file.to_owned() } else { address })
}

/// Whether a file is called a picture.
fn is_picture(file: &str) -> bool {
    const ENDS: [&str; 7] = ["jpg", "jpeg", "png", "webp", "gif", "avif", "svg"];
    let end = file.rsplit_once('.').map(|(_, end)| end);
    end.is_some_and(|end| ENDS.iter().any(|known| end.eq_ignore_ascii_case(known)))
}

/// Whether a picture stands in a link to another page, and not to a larger one of it.
fn is_teaser(page: &Page<'_>, picture: NodeId) -> bool {
    let mut around = page.dom.ancestors(picture);
    around.any(|at| {
        let to = page.dom.attr(at, "href").unwrap_or("");
        let to = to.split(['?', '#']).next().unwrap_or("");
        leads_away(page, at) && !is_picture(to)
    })
}

/// Whether the page's titles name the thing's maker or a code, or its own content shows the name or long words of
/// it in one sentence, the maker, a code or the price.
fn is_shown(evidence: &Evidence<'_>, value: &Value, name: &str) -> bool {
    let words = words(evidence, value, name);
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
    let told = |text: &str| words.iter().any(|word| is_told(text, word));
    if evidence.hints.titles.iter().any(|title| told(title)) {
        return true;
    }
    // A heading that advertises names nothing; the text under it speaks of the thing.
    let stems: HashSet<String> = name.split(' ').filter_map(long_stem).collect();
    let mut texts = texts.into_iter();
    texts.any(|text| {
        told(&squash(text))
            || !stems.is_empty() && text.split(ENDS).any(|sentence| speaks_of(sentence, &stems))
            || text.len() <= AMOUNT && !prices.is_empty() && priced(text)
    })
}

/// What a page would call the thing, squashed: its name, its codes and its maker.
fn words(evidence: &Evidence<'_>, value: &Value, name: &str) -> Vec<String> {
    let said = |path: &str, least: usize| {
        let leaves = evidence.graph.walk(value, path).into_iter();
        let texts = leaves.filter_map(|leaf| match leaf.value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            one => one.get("name")?.as_str().map(str::to_owned),
        });
        let texts = texts.map(|text| squash(&text));
        texts.filter(|text| text.len() >= least).collect::<Vec<_>>()
    };
    let codes = CODES.iter().flat_map(|key| said(key, CODE));
    // Without a figure it is a word: "#product".
    let codes = codes.filter(|code| code.bytes().any(|byte| byte.is_ascii_digit()));
    let words = [name.to_owned()].into_iter().chain(codes);
    words.chain(said("brand", MAKER)).take(MOST_WORDS).collect()
}

/// Whether a squashed text says a word, as one of its own; one that is short is the whole text. A long code may
/// stand beside its label: "sku4006381333931".
fn is_told(text: &str, word: &str) -> bool {
    let coded = word.len() >= LONG_CODE && word.bytes().any(|byte| byte.is_ascii_digit());
    if coded {
        text.contains(word)
    } else {
        text == word || word.len() > SHORT && says(text, word)
    }
}

/// Whether a sentence has the words of a name; one of several is an everyday word: "black".
fn speaks_of(sentence: &str, name: &HashSet<String>) -> bool {
    let folded = squash(sentence);
    let stems = folded.split(' ').filter_map(long_stem);
    let met: HashSet<String> = stems.filter(|stem| name.contains(stem)).collect();
    !met.is_empty() && met.len() >= name.len().min(2)
}

#[cfg(test)]
mod tests;
