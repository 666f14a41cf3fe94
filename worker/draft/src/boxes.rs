//! What the class names and ids of an element call it: a box about other items, visitors' words, a request
//! for consent, a struck passage, an advertisement. Where such boxes lie on a page is in `dom`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::dom::{CHROME, DIALOG, RELATED, STRUCK, VISITORS, WRITER, begins};
use crate::vocabulary::phrases;
use crate::words::fold;

/// Words of class names and ids that name a box about other items.
const RELATED_NAMES: [&str; 12] = [
    "related",
    "recommend",
    "recommended",
    "recommendation",
    "recommendations",
    "similar",
    "upsell",
    "upsells",
    "crosssell",
    "recommender",
    "sponsored",
    "alsolike",
];
const STRUCK_NAMES: [&str; 6] = [
    "strike",
    "strikethrough",
    "striked",
    "linethrough",
    "crossed",
    "crossedout",
];
const VISITOR_NAMES: [&str; 6] = [
    "comments",
    "comment",
    "reviews",
    "review",
    "questions",
    "ugc",
];
/// The word for what closes a page, and words that may stand beside it in such a name: others tell that it
/// closes a card, an article or a dialog.
const FOOTER: [&str; 1] = ["footer"];
const OF_PAGE: [&str; 28] = [
    "menu",
    "nav",
    "col",
    "column",
    "row",
    "info",
    "site",
    "page",
    "main",
    "global",
    "store",
    "shop",
    "app",
    "web",
    "website",
    "wrapper",
    "wrap",
    "container",
    "contact",
    "contacts",
    "top",
    "bottom",
    "inner",
    "links",
    "section",
    "widgets",
    "copyright",
    "area",
];
/// How words begin that name a request for consent, if a word for a box stands with them.
const CONSENT_STEMS: [&str; 5] = ["cookie", "consent", "gdpr", "ccpa", "privacy"];
/// Words for what such a request is laid out as.
const LAID_OUT: [&str; 28] = [
    "alert",
    "banner",
    "bar",
    "consent",
    "consents",
    "declaration",
    "dialog",
    "dialogue",
    "disclaimer",
    "drawer",
    "hint",
    "law",
    "layer",
    "manager",
    "message",
    "modal",
    "notice",
    "notification",
    "overlay",
    "popin",
    "popup",
    "preference",
    "preferences",
    "prompt",
    "sdk",
    "settings",
    "toast",
    "wall",
];
/// Words for who wrote a page, and words that make a name with one of them that of a box about the person.
const WRITERS: [&str; 2] = ["author", "writer"];
const PORTRAITS: [&str; 6] = ["bio", "biography", "box", "about", "profile", "portrait"];
/// How headings beside the content begin that announce what is still to come.
const NEXT: [&str; 26] = [
    "next",
    "upcoming",
    "coming up",
    "coming soon",
    "nachste",
    "nachster",
    "nachstes",
    "nachsten",
    "kommende",
    "demnachst",
    "prochain",
    "prochaine",
    "prochains",
    "prochaines",
    "proximo",
    "proxima",
    "proximos",
    "proximas",
    "prossimo",
    "prossima",
    "prossimi",
    "volgende",
    "nasta",
    "neste",
    "kommande",
    "nastepne",
];
/// Words of names and titles that call a frame an advertisement.
const ADVERT_NAMES: [&str; 16] = [
    "ad",
    "ads",
    "advert",
    "adverts",
    "advertisement",
    "advertising",
    "adslot",
    "adframe",
    "sponsor",
    "sponsored",
    "anzeige",
    "werbung",
    "publicite",
    "publicidad",
    "reklama",
    "annons",
];

/// The zones that a word with this first byte, in either case, may name: most class names name none.
static BEGINNINGS: [u8; 256] = {
    let mut all = [0; 256];
    mark_beginnings(&RELATED_NAMES, RELATED, &mut all);
    mark_beginnings(&STRUCK_NAMES, STRUCK, &mut all);
    mark_beginnings(&VISITOR_NAMES, VISITORS, &mut all);
    mark_beginnings(&CONSENT_STEMS, DIALOG, &mut all);
    mark_beginnings(&FOOTER, CHROME, &mut all);
    mark_beginnings(&OF_PAGE, CHROME, &mut all);
    mark_beginnings(&WRITERS, WRITER, &mut all);
    all
};

const fn mark_beginnings(words: &[&str], zone: u8, all: &mut [u8; 256]) {
    let mut at = 0;
    while at < words.len() {
        let first = words[at].as_bytes()[0];
        all[first.to_ascii_lowercase() as usize] |= zone;
        all[first.to_ascii_uppercase() as usize] |= zone;
        at += 1;
    }
}

/// The zones that the words of a class or an id name.
pub(crate) fn named(name: &str) -> u8 {
    let (mut zones, mut perhaps) = (0, 0);
    for word in words(name) {
        let may = word
            .first()
            .map_or(0, |byte| BEGINNINGS[usize::from(*byte)]);
        if may == 0 {
            continue;
        }
        let is = |item: &&str| word.eq_ignore_ascii_case(item.as_bytes());
        let lists: [(u8, &[&str]); 3] = [
            (STRUCK, &STRUCK_NAMES),
            (RELATED, &RELATED_NAMES),
            (VISITORS, &VISITOR_NAMES),
        ];
        for (zone, list) in lists {
            if may & zone != 0 && list.iter().any(is) {
                zones |= zone;
            }
        }
        if may & WRITER != 0 && WRITERS.iter().any(is) {
            perhaps |= WRITER;
        }
        if may & CHROME != 0 && ends_footer(word).is_some() {
            perhaps |= CHROME;
        }
        if may & DIALOG != 0 && stem(word).is_some() {
            perhaps |= DIALOG;
        }
    }
    // What several words say together is read once, however many there are.
    if perhaps & WRITER != 0 && portrays(name) {
        zones |= WRITER;
    }
    if perhaps & CHROME != 0 && closes_page(name) {
        zones |= CHROME;
    }
    if perhaps & DIALOG != 0 && asks_consent(name) {
        zones |= DIALOG;
    }
    zones
}

fn words(name: &str) -> impl Iterator<Item = &[u8]> {
    name.as_bytes().split(|byte| !byte.is_ascii_alphanumeric())
}

/// What stands before "footer" in a word that ends so: nothing, or "site".
fn ends_footer(word: &[u8]) -> Option<&[u8]> {
    let (before, end) = word.split_at(word.len().checked_sub(6)?);
    end.eq_ignore_ascii_case(b"footer").then_some(before)
}

/// Whether a name calls an element what closes the whole page: `footer`, `site-footer`, `footer__links`.
fn closes_page(name: &str) -> bool {
    let among = |word: &[u8]| {
        let mut known = OF_PAGE.iter();
        known.any(|item| word.eq_ignore_ascii_case(item.as_bytes()))
    };
    // Short words and those with digits are made by tools.
    let made = |word: &[u8]| word.len() <= 1 || word.iter().any(u8::is_ascii_digit);
    let of_page = |word: &[u8]| match ends_footer(word) {
        Some(before) => before.is_empty() || among(before),
        None => among(word) || made(word),
    };
    let mut names = name.split_ascii_whitespace();
    names
        .any(|name| words(name).any(|word| ends_footer(word).is_some()) && words(name).all(of_page))
}

/// Whether a name calls an element a box about who wrote the page: `author-bio`, `about-the-author`.
fn portrays(name: &str) -> bool {
    let among = |list: &[&str], word: &[u8]| {
        let mut known = list.iter();
        known.any(|item| word.eq_ignore_ascii_case(item.as_bytes()))
    };
    let mut names = name.split_ascii_whitespace();
    names.any(|name| {
        words(name).any(|word| among(&WRITERS, word))
            && words(name).any(|word| among(&PORTRAITS, word))
    })
}

/// Whether a class is one of `WordPress`' blocks for sidebars and footers: `widget_text`, `widget_recent_entries`.
pub(crate) fn is_widget(name: &str) -> bool {
    let mut names = name.split_ascii_whitespace();
    name.contains("widget_") && names.any(|name| name.starts_with("widget_"))
}

/// Whether one of an element's names is a word for cookies and no more.
pub(crate) fn names_cookies(name: &str) -> bool {
    let mut names = name.split_ascii_whitespace();
    names.any(|name| name.eq_ignore_ascii_case("cookie") || name.eq_ignore_ascii_case("cookies"))
}

/// What follows in a word that begins like one for consent; nothing for its plural.
fn stem(word: &[u8]) -> Option<&[u8]> {
    let begins = |stem: &&str| {
        word.get(..stem.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(stem.as_bytes()))
    };
    let stem = CONSENT_STEMS.iter().find(|stem| begins(stem))?;
    let rest = &word[stem.len()..];
    Some(rest.strip_prefix(b"s").unwrap_or(rest))
}

/// Whether a name asks for consent in a box: `cookie-banner`, `gdprModal`, `consent overlay`.
pub(crate) fn asks_consent(name: &str) -> bool {
    // Hardly any name has to do with consent.
    if !words(name).any(|word| stem(word).is_some()) {
        return false;
    }
    let laid_out = |word: &[u8]| {
        let is = |item: &&str| word.eq_ignore_ascii_case(item.as_bytes());
        LAID_OUT.iter().any(is)
    };
    let (mut asked, mut boxed) = (false, false);
    for word in words(name) {
        match stem(word) {
            // "cookie consent" and "cookie-consent-x": the one word is as good as a box for the other.
            Some(rest) => {
                boxed |= asked && laid_out(word) || laid_out(rest);
                asked = true;
            }
            None => boxed |= laid_out(word),
        }
    }
    asked && boxed
}

/// The phrases about other items by their first letter.
static RELATED_PHRASES: LazyLock<HashMap<char, Vec<&str>>> = LazyLock::new(|| {
    let mut index: HashMap<char, Vec<&str>> = HashMap::new();
    for phrase in &phrases().related {
        let first = phrase.chars().next().unwrap_or(' ');
        index.entry(first).or_default().push(phrase);
    }
    index
});
static REVIEW_PHRASES: LazyLock<HashSet<&str>> =
    LazyLock::new(|| phrases().reviews.iter().map(String::as_str).collect());

/// The phrases about other items that may begin a squashed text.
fn related_to(text: &str) -> &'static [&'static str] {
    let known = text
        .chars()
        .next()
        .and_then(|first| RELATED_PHRASES.get(&first));
    known.map_or(&[][..], Vec::as_slice)
}

/// Whether a squashed text begins as the heading of a box about other items does.
pub(crate) fn starts_related(text: &str) -> bool {
    related_to(text).iter().any(|phrase| begins(text, phrase))
}

/// Whether a squashed text begins as the heading of what is still to come does.
pub(crate) fn starts_next(text: &str) -> bool {
    NEXT.iter().any(|word| begins(text, word))
}

/// Whether a squashed text says that other items follow, and no more.
pub(crate) fn is_related(text: &str) -> bool {
    related_to(text).contains(&text)
}

/// Whether a squashed heading announces what visitors say, perhaps with how many of them do.
pub(crate) fn announces_reviews(text: &str) -> bool {
    let number = |word: &&str| word.chars().all(char::is_numeric);
    if !text.split(' ').any(|word| number(&word)) {
        return REVIEW_PHRASES.contains(text);
    }
    let words: Vec<&str> = text.split(' ').filter(|word| !number(word)).collect();
    REVIEW_PHRASES.contains(words.join(" ").as_str())
}

/// Whether a name or a title of a frame calls it an advertisement.
pub(crate) fn calls_advert(named: &str) -> bool {
    let mut words = named.split(|ch: char| !ch.is_alphanumeric());
    words.any(|word| ADVERT_NAMES.contains(&fold(word).as_str()))
}

#[cfg(test)]
mod tests;
