//! Which sources a schema field means: its name, title and description as words, the vocabulary's
//! concept behind them, and how well a label fits.

use domain::schema::{Field, JsonType};

use crate::dues::is_pay;
use crate::values::price::Bound;
use crate::values::told::periods;
use crate::values::units::{self, Unit};
use crate::vocabulary::{Concept, Kind, concept};
use crate::words::{Phrase, covers, phrase};

/// Last words of names that ask for the wording as shown.
pub(crate) const WORDING: [&str; 6] = ["text", "wording", "raw", "string", "display", "label"];
/// Last words of names that say what the value is, not what it is about.
const ADDRESS: [&str; 4] = ["url", "uri", "link", "href"];
/// Nouns for what a row may be.
pub(crate) const NOUNS: [&str; 16] = [
    "job", "product", "event", "article", "recipe", "listing", "item", "person", "company", "book",
    "course", "property", "vacancy", "posting", "ad", "offer",
];
/// A name without a last word that asks for the wording as shown, and whether it had one.
fn core(name: &Phrase) -> (Phrase, bool) {
    let last = name.last().filter(|_| name.len() > 1);
    let wording = last.is_some_and(|last| WORDING.contains(&last.as_str()));
    (name[..name.len() - usize::from(wording)].to_vec(), wording)
}

/// A number field's name without the unit it ends in, and the unit that the field states.
fn unitless(field: &Field, mut name: Phrase) -> (Phrase, Option<Unit>) {
    if !is_number(field) {
        return (name, None);
    }
    match units::of_field(field, &name) {
        Some((unit, words)) => {
            name.truncate(name.len() - words);
            (name, Some(unit))
        }
        None => (name, None),
    }
}

fn is_number(field: &Field) -> bool {
    let mut types = field.types.iter();
    types.any(|kind| matches!(kind, JsonType::Number | JsonType::Integer))
}

/// The concept of a field of so many minutes or days that only its unit calls a time: "total minutes", "prep" in
/// minutes.
fn lasting(unit: Unit, core: &Phrase, described: Option<&Phrase>) -> Option<&'static Concept> {
    const LASTING: [&str; 4] = ["prepTime", "cookTime", "totalTime", "duration"];
    let time = [core.as_slice(), &["time".to_owned()]].concat();
    // "Total time in minutes"
    let said = described.and_then(|words| match words.as_slice() {
        [said @ .., led, _] if led == "in" => Some(said.to_vec()),
        _ => None,
    });
    let known = [Some(time), said].into_iter().flatten();
    let mut known = known.filter_map(|words| concept(&words));
    known.find(|one| unit.is_of_time() && LASTING.contains(&one.id.as_str()))
}

/// Whether a field counts something, and whether it is how something is rated.
fn figures(name: &Phrase, concept: Option<&Concept>) -> (bool, bool) {
    const COUNTS: [&str; 4] = ["reviewCount", "ratingCount", "offerCount", "wordCount"];
    let named = |list: &[&str]| name.iter().any(|word| list.contains(&word.as_str()));
    let is_one = |ids: &[&str]| concept.is_some_and(|own| ids.contains(&own.id.as_str()));
    let counts = named(&COUNTED) || is_one(&COUNTS);
    (
        counts,
        !counts && (named(&RATED) || is_one(&["ratingValue"])),
    )
}

/// Words of a label that do not narrow what it means.
const WEAK: [&str; 16] = [
    "our", "your", "total", "current", "in", "is", "for", "this", "approx", "incl", "only", "now",
    "eur", "usd", "gbp", "number",
];

/// Words of names for what is counted, so that "12K" are thousands of them.
const COUNTED: [&str; 34] = [
    "count",
    "counter",
    "view",
    "visit",
    "visitor",
    "follower",
    "subscriber",
    "like",
    "download",
    "install",
    "population",
    "share",
    "play",
    "stream",
    "listener",
    "member",
    "user",
    "vote",
    "review",
    "comment",
    "reply",
    "citation",
    "employee",
    "inhabitant",
    "resident",
    "sale",
    "sold",
    "revenue",
    "budget",
    "funding",
    "turnover",
    "attendance",
    "student",
    "customer",
];
/// Words of names for how something is rated.
const RATED: [&str; 8] = [
    "rating",
    "rated",
    "score",
    "star",
    "grade",
    "mark",
    "bewertung",
    "note",
];

/// What a field wants.
#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    /// Folded names of its own: name, title, name without what says nothing.
    pub own: Vec<Phrase>,
    /// The concept behind it.
    pub concept: Option<&'static Concept>,
    /// The wording as shown is wanted, not the fact behind it.
    pub wording: bool,
    /// What its values look like.
    pub kind: Kind,
    /// Which end of a range it takes.
    pub bound: Option<Bound>,
    /// The period in the name of what is paid: "month" in `salaryPerMonth`.
    pub period: Option<&'static str>,
    /// It counts something.
    pub counts: bool,
    /// It is how something is rated.
    pub rated: bool,
    /// The unit that the field states for its numbers.
    pub unit: Option<Unit>,
}

impl Wanted {
    /// Reads a field's name, title and description. `nouns` are folded words that a name may repeat:
    /// what a row is.
    pub(crate) fn of(field: &Field, nouns: &[String]) -> Self {
        let name = phrase(&field.name);
        let mut own = vec![name.clone()];
        let (core, wording) = core(&name);
        let (core, unit) = unitless(field, core);
        push(&mut own, core.clone());
        if let Some((last, rest)) = core.split_last()
            && !rest.is_empty()
            && ADDRESS.contains(&last.as_str())
        {
            push(&mut own, rest.to_vec());
        }
        let bare = stripped(&core, nouns);
        let title = field
            .title
            .as_deref()
            .map(phrase)
            .filter(|title| title.len() <= 5);
        let (unbounded, mut bound) = unbound(&core);
        let described = field
            .description
            .as_deref()
            .map(phrase)
            .filter(|words| words.len() <= 4);
        let candidates = [
            bare.as_ref().filter(|bare| is_of_row(&name, bare)),
            Some(&name),
            Some(&core),
            bare.as_ref(),
            title.as_ref(),
            Some(&unbounded),
            described.as_ref(),
        ];
        let concept = candidates.into_iter().flatten().find_map(concept);
        let paid = concept.is_none().then(|| timeless(&core)).flatten();
        let (concept, period) = (concept.or(paid.map(|paid| paid.0)), paid.map(|paid| paid.1));
        let concept = concept.or_else(|| lasting(unit?, &core, described.as_ref()));
        for more in [bare, title, described].into_iter().flatten() {
            push(&mut own, more);
        }
        match concept.and_then(|concept| concept.bound.as_deref()) {
            Some("minimum") => bound = Some(Bound::Minimum),
            Some("maximum") => bound = Some(Bound::Maximum),
            _ => {}
        }
        if bound.is_some() {
            push(&mut own, unbounded);
        }
        let kind = concept.map_or_else(|| guess(field, &core), |concept| concept.kind);
        let (counts, rated) = figures(&own[0], concept);
        Self {
            own,
            concept,
            wording,
            kind,
            bound,
            period,
            counts,
            rated,
            unit,
        }
    }

    /// How well a label fits: 3 the field's own name, 2 a name of its concept, 1 its words and
    /// nothing that narrows them. `None` if it does not.
    pub(crate) fn label_fit(&self, label: &Phrase) -> Option<u8> {
        if self.own.first() == Some(label) || self.own.iter().skip(1).any(|own| own == label) {
            return Some(3);
        }
        if self
            .concept
            .is_some_and(|concept| concept.phrases.contains(label))
            || self.is_paid_so(label)
        {
            return Some(2);
        }
        // "Number of ratings" is a rating by its words and another thing by its name.
        let other = |known: &Concept| self.concept.is_some_and(|own| own.id != known.id);
        if concept(label).is_some_and(other) {
            return None;
        }
        let fits = |own: &Phrase| {
            let extra = label.iter().filter(|word| !own.contains(word));
            covers(label, own) && extra.clone().all(|word| is_weak(word))
        };
        let near = self.own.iter().any(fits)
            || self
                .concept
                .is_some_and(|concept| concept.phrases.iter().any(fits));
        near.then_some(1)
    }

    /// Whether a label says both what is paid and for the period of the field's name: "Monthly salary".
    fn is_paid_so(&self, label: &Phrase) -> bool {
        let said = self.period.and_then(|_| timeless(label));
        said.is_some_and(|(own, period)| {
            self.period == Some(period) && self.concept.is_some_and(|concept| concept.id == own.id)
        })
    }

    /// Whether a label names what one label may name beside this field.
    pub(crate) fn is_kin(&self, label: &Phrase) -> bool {
        let own = self.concept.map_or(&[][..], |own| own.kin.as_slice());
        concept(label).is_some_and(|other| own.contains(&other.id))
    }

    /// Whether a short text is wanted, no whole one.
    pub(crate) fn is_brief(&self) -> bool {
        const BRIEF: [&str; 9] = [
            "summary", "abstract", "teaser", "excerpt", "lead", "synopsis", "short", "overview",
            "meta",
        ];
        let name = self.own.first();
        name.is_some_and(|name| name.iter().any(|word| BRIEF.contains(&word.as_str())))
    }

    /// Whether a phrase shares a word with the field that is not an everyday word.
    pub(crate) fn shares_strong_word(&self, label: &[String]) -> bool {
        self.strong_words().any(|word| label.contains(word))
    }

    /// The words of the field's name that are no everyday words.
    pub(crate) fn strong_words(&self) -> impl Iterator<Item = &String> {
        let strong = |word: &&String| {
            word.chars().count() > 3 && !is_weak(word) && !EVERYDAY.contains(&word.as_str())
        };
        self.own.first().into_iter().flatten().filter(strong)
    }
}

/// Words that many labels share and that therefore hint at nothing.
const EVERYDAY: [&str; 14] = [
    "name",
    "title",
    "date",
    "type",
    "number",
    "code",
    "text",
    "value",
    "link",
    "page",
    "item",
    "info",
    "information",
    "detail",
];

fn is_weak(word: &str) -> bool {
    WEAK.contains(&word) || word.chars().all(|ch| ch.is_ascii_digit())
}

/// The concept of a name of pay without the period in it, and that period.
fn timeless(name: &Phrase) -> Option<(&'static Concept, &'static str)> {
    let period = match periods(&name.join(" ")).as_slice() {
        [one] => *one,
        _ => return None,
    };
    let timed = |word: &&String| !matches!(word.as_str(), "per" | "a") && periods(word).is_empty();
    let rest: Phrase = name.iter().filter(timed).cloned().collect();
    let own = concept(&rest).filter(|own| is_pay(&own.id))?;
    Some((own, period))
}

fn push(list: &mut Vec<Phrase>, words: Phrase) {
    if !words.is_empty() && !list.contains(&words) {
        list.push(words);
    }
}

/// Whether a name asks for the name of what the row is, and no more: "venue name" where a row is a venue.
fn is_of_row(name: &Phrase, bare: &Phrase) -> bool {
    let plain = matches!(&bare[..], [word] if word == "name" || word == "title");
    plain && !NOUNS.contains(&name[0].as_str())
}

/// The name without a first word that repeats what the row is.
fn stripped(name: &Phrase, nouns: &[String]) -> Option<Phrase> {
    let first = name.first()?;
    (nouns.contains(first) && name.len() > 1).then(|| name[1..].to_vec())
}

/// The name without "minimum" or "maximum", and which of them it was.
fn unbound(name: &Phrase) -> (Phrase, Option<Bound>) {
    let bound = name.iter().find_map(|word| match word.as_str() {
        "minimum" | "lowest" => Some(Bound::Minimum),
        "maximum" | "highest" => Some(Bound::Maximum),
        _ => None,
    });
    let rest = name
        .iter()
        .filter(|word| !matches!(word.as_str(), "minimum" | "maximum" | "lowest" | "highest"));
    (rest.cloned().collect(), bound)
}

/// What the values of a field without a concept look like.
fn guess(field: &Field, name: &Phrase) -> Kind {
    let has = |list: &[&str]| name.iter().any(|word| list.contains(&word.as_str()));
    let number = is_number(field);
    if number
        && has(&[
            "price", "cost", "fee", "rent", "salary", "pay", "deposit", "fare", "amount", "preis",
            "prix", "precio",
        ])
    {
        return Kind::Price;
    }
    if has(&["image", "photo", "picture", "thumbnail", "logo", "poster"]) && !number {
        return Kind::Image;
    }
    match field.format.as_deref() {
        Some("date" | "date-time") => Kind::Date,
        _ if name
            .last()
            .is_some_and(|last| ADDRESS.contains(&last.as_str())) =>
        {
            Kind::Link
        }
        _ => Kind::Text,
    }
}
