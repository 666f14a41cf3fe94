//! Which members of closed sets a text states (rules.md section 4): by whole words, separators being
//! interchangeable or missing, by schema.org addresses through their last segment, and by aliases
//! from the schema's titles and the vocabulary.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

use super::StatedMember;
use super::fold::{self, Word, member_words, words};
use super::vocabulary;
use crate::schema::{ClosedSetPlace, is_not_stated};

/// Words right before a phrase that turn it into its opposite.
const NEGATIONS: &[&str] = &[
    "not", "no", "non", "nicht", "kein", "keine", "niet", "ikke", "inte", "pas", "nao", "não",
    "ej", "ei", "nie", "ne", "не", "нет", "אינו", "לא", "没", "沒", "無", "无", "未", "不", "非",
];

/// A member without separators this short is never read out of two words.
const SPLIT_FROM: usize = 6;

/// The closed sets of a job, ready to be looked for in page after page.
#[derive(Debug, Default)]
pub struct Matcher {
    /// Phrases by their words run together.
    phrases: HashMap<String, Vec<Phrase>>,
    /// Every beginning of a phrase at which it is worth reading on.
    beginnings: HashSet<String>,
    heads: Heads,
    members: Vec<(String, String)>,
}

/// A member that a text states, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit<'t> {
    /// The member's place among all members, in the order of the sets.
    pub member: usize,
    /// The words that state it.
    pub quote: &'t str,
    /// Their bytes in the text.
    pub range: Range<usize>,
}

#[derive(Debug)]
struct Phrase {
    member: usize,
    /// How many words it has as written.
    words: usize,
}

impl Matcher {
    /// A matcher for closed sets, as [`AnswerSchema::closed_sets`] lists them.
    ///
    /// [`AnswerSchema::closed_sets`]: crate::schema::AnswerSchema::closed_sets
    pub fn new(sets: &[ClosedSetPlace]) -> Self {
        let mut matcher = Self::default();
        for set in sets {
            for member in &set.members {
                matcher.add_member(member, set);
            }
        }
        matcher
    }

    /// A matcher for texts that are the value of a labelled field or of a metadata key: it also
    /// knows the words that state a member only there.
    pub fn of_values(sets: &[ClosedSetPlace]) -> Self {
        let mut matcher = Self::new(sets);
        let members = matcher.members.clone();
        for (at, (_, member)) in members.iter().enumerate() {
            let joined = member_words(last_segment(member)).concat();
            for words in vocabulary::value_words(&joined) {
                matcher.add_phrase(at, &member_words(words));
            }
        }
        matcher
    }

    fn add_member(&mut self, member: &str, set: &ClosedSetPlace) {
        if is_not_stated(member) {
            return;
        }
        let at = self.members.len();
        self.members.push((set.pointer.clone(), member.to_owned()));
        self.add_phrase(at, &member_words(last_segment(member)));
        let titles = set.titles.iter().filter(|(of, _)| of == member);
        for (_, title) in titles {
            self.add_phrase(at, &member_words(title));
        }
        let joined = member_words(last_segment(member)).concat();
        for alias in vocabulary::aliases(&joined) {
            self.add_phrase(at, &member_words(alias));
        }
    }

    fn add_phrase(&mut self, member: usize, words: &[String]) {
        let joined = words.concat();
        if joined.is_empty() {
            return;
        }
        for (at, _) in joined.char_indices().skip(1) {
            self.beginnings.insert(joined[..at].to_owned());
        }
        self.beginnings.insert(joined.clone());
        self.heads.add(&joined);
        let known = self.phrases.entry(joined).or_default();
        known.push(Phrase {
            member,
            words: words.len(),
        });
    }

    /// The members that the texts state, each once, with the words of the first place. Each text is
    /// one block of a page or one metadata value; phrases do not run on from one to the next.
    pub fn stated<'t>(&self, texts: impl IntoIterator<Item = &'t str>) -> Vec<StatedMember> {
        let mut found = BTreeSet::new();
        let mut stated = Vec::new();
        for text in texts {
            for hit in self.hits(text) {
                if found.insert(hit.member) {
                    stated.push(self.stated_member(hit.member, hit.quote));
                }
            }
        }
        stated
    }

    /// Every place at which a text states a member. Words within longer ones that state another
    /// member, or nothing ("like new"), do not count.
    pub fn hits<'t>(&self, text: &'t str) -> Vec<Hit<'t>> {
        let Some(text) = perceivable(text) else {
            return Vec::new();
        };
        let mut hits: Vec<Hit<'t>> = Vec::new();
        if !self.heads.may_begin_in(text) {
            return hits;
        }
        let words = words(text);
        for at in 0..words.len() {
            self.read_on(text, &words, at, &mut hits);
        }
        if hits.is_empty() {
            return hits;
        }
        let decoys = Spans::of(DECOYS.spans(&words).into_iter().map(|span| (None, span)));
        let spans = hits.iter().map(|hit| (Some(hit.member), hit.range.clone()));
        let spans = Spans::of(spans);
        hits.retain(|hit| {
            let other = |member: Option<usize>| member != Some(hit.member);
            !spans.hold(&hit.range, other) && !decoys.hold(&hit.range, |_| true)
        });
        hits
    }

    fn stated_member(&self, member: usize, quote: &str) -> StatedMember {
        let (pointer, member) = &self.members[member];
        StatedMember {
            pointer: pointer.clone(),
            member: member.clone(),
            quote: quote.chars().take(300).collect(),
        }
    }

    /// Reads on from a word for as long as a phrase may come of it.
    fn read_on<'t>(&self, text: &'t str, words: &[Word<'_>], at: usize, hits: &mut Vec<Hit<'t>>) {
        if !self.beginnings.contains(&*words[at].text) {
            return;
        }
        let mut joined = String::new();
        for (n, word) in words[at..].iter().enumerate() {
            if n > 0 && !word.joins {
                return;
            }
            joined.push_str(&word.text);
            if !self.beginnings.contains(&joined) {
                return;
            }
            for phrase in self.phrases.get(&joined).into_iter().flatten() {
                let run = &words[at..=at + n];
                if fits(phrase, run) && !negated(words, at) {
                    let range = words[at].range.start..word.range.end;
                    hits.push(Hit {
                        member: phrase.member,
                        quote: &text[range.clone()],
                        range,
                    });
                }
            }
        }
    }
}

/// So many letters of a phrase are looked at first.
const LETTERS: usize = 3;

/// The first letters of phrases, by which most texts are seen to state nothing before they are cut into
/// words. It may take other letters for them.
#[derive(Debug)]
struct Heads(Vec<bool>);

impl Default for Heads {
    fn default() -> Self {
        Self(vec![false; 4096])
    }
}

impl Heads {
    /// Adds the first letters of a folded phrase, up to one that may be written in several ways.
    fn add(&mut self, joined: &str) {
        let letters = joined.chars().take(LETTERS).map_while(fold::plain);
        let place = letters.fold(0, Self::further);
        self.0[place] = true;
    }

    /// Whether a phrase may begin at one of a text's words: with its first letters, those of the words
    /// after it among them, or with a letter that may stand for others.
    fn may_begin_in(&self, text: &str) -> bool {
        let mut inside = false;
        if text.is_ascii() {
            let bytes = text.as_bytes();
            return bytes.iter().enumerate().any(|(at, byte)| {
                let begins = byte.is_ascii_alphanumeric() && !inside;
                inside = byte.is_ascii_alphanumeric();
                begins && self.may_begin_with(bytes[at..].iter().map(|byte| char::from(*byte)))
            });
        }
        text.char_indices().any(|(at, letter)| {
            let begins = fold::is_word(letter) && (!inside || fold::is_dense(letter));
            inside = fold::is_word(letter) && !fold::is_dense(letter);
            begins && self.may_begin_with(text[at..].chars())
        })
    }

    fn may_begin_with(&self, text: impl Iterator<Item = char>) -> bool {
        let mut place = 0;
        let mut letters = text.filter(|letter| fold::is_word(*letter)).take(LETTERS);
        letters.any(|letter| {
            let Some(letter) = fold::plain(letter) else {
                return true;
            };
            place = Self::further(place, letter);
            self.0[place]
        })
    }

    fn further(place: usize, letter: char) -> usize {
        (place * 37 + letter as usize) % 4096
    }
}

/// Spans of a text in the order of their starts, each with the member it states.
#[derive(Debug, Default)]
struct Spans {
    spans: Vec<(Option<usize>, Range<usize>)>,
    /// The furthest end of the spans up to each.
    reach: Vec<usize>,
}

impl Spans {
    fn of(spans: impl Iterator<Item = (Option<usize>, Range<usize>)>) -> Self {
        let mut all = Self::default();
        for (member, span) in spans {
            let reach = all.reach.last().map_or(span.end, |end| span.end.max(*end));
            all.reach.push(reach);
            all.spans.push((member, span));
        }
        all
    }

    /// Whether a longer span holds a range. It looks no further back than any span reaches from.
    fn hold(&self, range: &Range<usize>, counts: impl Fn(Option<usize>) -> bool) -> bool {
        let after = self
            .spans
            .partition_point(|(_, one)| one.start <= range.start);
        let near = (0..after)
            .rev()
            .take_while(|at| self.reach[*at] >= range.end);
        near.map(|at| &self.spans[at]).any(|(member, span)| {
            span.len() > range.len() && range.end <= span.end && counts(*member)
        })
    }
}

/// Wordings of the vocabulary that hold a member's words and state something else.
#[derive(Debug, Default)]
struct Decoys {
    /// By their words run together: whether a word that begins with a digit must follow.
    wordings: HashMap<String, bool>,
    beginnings: HashSet<String>,
}

static DECOYS: LazyLock<Decoys> = LazyLock::new(|| {
    let mut decoys = Decoys::default();
    for wording in vocabulary::decoys() {
        let counted = wording.ends_with('#');
        let joined = member_words(&wording.to_lowercase()).concat();
        for (at, _) in joined.char_indices().skip(1) {
            decoys.beginnings.insert(joined[..at].to_owned());
        }
        decoys.beginnings.insert(joined.clone());
        decoys.wordings.insert(joined, counted);
    }
    decoys
});

impl Decoys {
    fn spans(&self, words: &[Word<'_>]) -> Vec<Range<usize>> {
        let mut spans = Vec::new();
        for at in 0..words.len() {
            if !self.beginnings.contains(&*words[at].text) {
                continue;
            }
            let mut joined = String::new();
            for (n, word) in words[at..].iter().enumerate() {
                joined.push_str(&word.text);
                if n > 0 && !word.joins || !self.beginnings.contains(&joined) {
                    break;
                }
                let Some(counted) = self.wordings.get(&joined) else {
                    continue;
                };
                let next = words.get(at + n + 1).filter(|next| next.joins);
                let counts = next.filter(|next| next.text.starts_with(char::is_numeric));
                match (counted, counts) {
                    (false, _) => spans.push(words[at].range.start..word.range.end),
                    (true, Some(next)) => spans.push(words[at].range.start..next.range.end),
                    (true, None) => {}
                }
            }
        }
        spans
    }
}

/// Separators may be missing on the page. A phrase may also be read out of more words than it was
/// written with, if it is long enough and none of them is a single letter.
fn fits(phrase: &Phrase, run: &[Word<'_>]) -> bool {
    let letters = run.iter().map(|word| word.text.chars().count());
    let (total, shortest) =
        letters.fold((0, usize::MAX), |(sum, least), n| (sum + n, least.min(n)));
    run.len() <= phrase.words || (total >= SPLIT_FROM && shortest > 1)
}

fn negated(words: &[Word<'_>], at: usize) -> bool {
    words[at].joins
        && at
            .checked_sub(1)
            .and_then(|before| words.get(before))
            .is_some_and(|word| NEGATIONS.contains(&&*word.text))
}

/// An address states nothing by its parts, unless it is a term of a vocabulary: then its last segment
/// does.
fn perceivable(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_address = (text.starts_with("http://") || text.starts_with("https://"))
        && !text.contains(char::is_whitespace);
    if !is_address {
        return Some(text);
    }
    let segment = last_segment(text);
    (segment.len() < text.len()).then_some(segment)
}

/// The last segment of a schema.org or `GoodRelations` address, else the text itself.
fn last_segment(text: &str) -> &str {
    let bare = text
        .trim_start_matches("https://")
        .trim_start_matches("http://")
        .trim_start_matches("www.");
    let term = bare
        .strip_prefix("schema.org/")
        .or_else(|| bare.strip_prefix("purl.org/goodrelations/v1#"))
        .or_else(|| text.strip_prefix("schema:"));
    term.map_or(text, |term| term.rsplit('/').next().unwrap_or(term))
}

/// The members that texts state, for one use. For many pages keep a [`Matcher`].
pub fn stated_members<'a>(
    sets: &[ClosedSetPlace],
    texts: impl IntoIterator<Item = &'a str>,
) -> Vec<StatedMember> {
    Matcher::new(sets).stated(texts)
}

/// Whether a text states one word or phrase.
pub fn states(text: &str, member: &str) -> bool {
    let set = ClosedSetPlace {
        pointer: String::new(),
        name: String::new(),
        row: true,
        members: vec![member.to_owned()],
        titles: Vec::new(),
        not_stated: Vec::new(),
    };
    is_not_stated(member) || !stated_members(&[set], [text]).is_empty()
}
