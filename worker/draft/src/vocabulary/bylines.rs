//! The words of bylines in many languages, kept as data in `bylines.json`: what leads up to a name, what
//! people who write are called, and how markup calls a byline.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::words::{fold, phrase};

/// Words, each folded; those of markup are stemmed, too.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Bylines {
    /// Words that a name follows.
    pub by: Vec<String>,
    /// Those of them that are parts of names, too, with a capital first.
    pub unsure: Vec<String>,
    /// Words that begin a byline beside those that a name follows.
    pub begin: Vec<String>,
    /// Words that may stand before such a word: what the text is, or what was done with it.
    pub lead: Vec<String>,
    /// Words that may stand before those.
    pub article: Vec<String>,
    /// Words that a colon and then a name follow.
    pub credit: Vec<String>,
    /// What people who write are called beside their names.
    pub roles: Vec<String>,
    /// Words of class names, `rel` and `itemprop` that mark a byline.
    pub marks: Vec<String>,
    /// Ends of such words that are grown together with others: "productauthor".
    pub ends: Vec<String>,
    /// Words of markup for people who had another part in a page.
    pub helpers: Vec<String>,
    /// Steps of an address that lead to people who write.
    pub paths: Vec<String>,
    /// Words that no name begins with, of what else is written where one could stand: "Read more", "Press release".
    pub unnamed: Vec<String>,
    /// Words of markup for people who did not write the page.
    pub others: Vec<String>,
    /// Small words within names.
    pub particles: Vec<String>,
    /// Words that join two names.
    pub joiners: Vec<String>,
    /// Words that a name never holds and that may follow one.
    pub stops: Vec<String>,
}

static BYLINES: LazyLock<Bylines> = LazyLock::new(|| {
    let mut words: Bylines = serde_json::from_str(include_str!("bylines.json")).unwrap_or_default();
    let lists = [
        &mut words.by,
        &mut words.unsure,
        &mut words.begin,
        &mut words.lead,
        &mut words.article,
        &mut words.credit,
        &mut words.roles,
        &mut words.paths,
        &mut words.unnamed,
    ];
    for word in lists.into_iter().flatten() {
        *word = fold(word);
    }
    for list in [&mut words.marks, &mut words.helpers, &mut words.others] {
        *list = list.iter().flat_map(|word| phrase(word)).collect();
    }
    words
});

/// The words of bylines.
pub(crate) fn bylines() -> &'static Bylines {
    &BYLINES
}

impl Bylines {
    /// Whether a name follows this word.
    pub(crate) fn is_by(&self, word: &str) -> bool {
        holds(&self.by, word)
    }

    /// Whether this word may stand before one that a name follows.
    pub(crate) fn is_lead(&self, word: &str) -> bool {
        holds(&self.lead, word)
    }

    /// Whether this word may stand before one that leads up to a name.
    pub(crate) fn is_article(&self, word: &str) -> bool {
        holds(&self.article, word)
    }

    /// Whether a name follows this word and a colon.
    pub(crate) fn is_credit(&self, word: &str) -> bool {
        holds(&self.credit, word)
    }

    /// Whether a word says what somebody does who writes.
    pub(crate) fn is_role(&self, word: &str) -> bool {
        holds(&self.roles, word)
    }

    /// Whether a line that begins with this word looks like a byline.
    pub(crate) fn begins(&self, word: &str) -> bool {
        self.is_by(word) || holds(&self.begin, word)
    }

    /// Whether a word of a name in markup, stemmed, marks a byline.
    pub(crate) fn is_mark(&self, word: &str) -> bool {
        self.is_whole_mark(word) || self.ends.iter().any(|end| word.ends_with(end.as_str()))
    }

    /// Whether such a word marks one by itself, grown together with nothing.
    pub(crate) fn is_whole_mark(&self, word: &str) -> bool {
        holds(&self.marks, word)
    }

    /// Whether a word of a name in markup, stemmed, is one for people who did not write the page.
    pub(crate) fn is_other(&self, word: &str) -> bool {
        holds(&self.others, word)
    }

    /// Whether a small word stands within names.
    pub(crate) fn is_particle(&self, word: &str) -> bool {
        holds(&self.particles, word)
    }

    /// Whether a word joins two names.
    pub(crate) fn is_joiner(&self, word: &str) -> bool {
        holds(&self.joiners, word)
    }

    /// Whether a word ends a name before it.
    pub(crate) fn is_stop(&self, word: &str) -> bool {
        holds(&self.stops, word)
    }

    /// Whether a step of an address leads to people who write.
    pub(crate) fn is_path(&self, step: &str) -> bool {
        holds(&self.paths, step)
    }

    /// Whether a text holds a word for what people do, or begins as something else than a name does.
    pub(crate) fn is_no_name(&self, text: &str) -> bool {
        let words = text.split(|ch: char| !ch.is_alphanumeric()).map(fold);
        let mut words = words.filter(|word| !word.is_empty()).peekable();
        if words
            .peek()
            .is_some_and(|first| holds(&self.unnamed, first))
        {
            return true;
        }
        // Without spaces a word may hold others.
        let mut known = self.roles.iter().chain(&self.unnamed);
        let mut within = |word: &str| known.any(|one| !one.is_ascii() && word.contains(&**one));
        words.any(|word| self.is_role(&word) || !word.is_ascii() && within(&word))
    }

    /// The words of markup for a byline and for people who had another part in a page.
    pub(crate) fn named(&self) -> impl Iterator<Item = &str> {
        self.marks.iter().chain(&self.helpers).map(String::as_str)
    }

    /// Whether this word may be the first of a name, too.
    pub(crate) fn is_unsure(&self, word: &str) -> bool {
        holds(&self.unsure, word)
    }
}

fn holds(list: &[String], word: &str) -> bool {
    list.iter().any(|known| known == word)
}
