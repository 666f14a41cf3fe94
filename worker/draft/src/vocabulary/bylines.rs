//! The words of bylines in many languages, kept as data in `bylines.json`: what leads up to a name and
//! what people who write are called.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::words::fold;

/// Words, each folded.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Bylines {
    /// Words that a name follows.
    pub by: Vec<String>,
    /// Those of them that are parts of names, too, with a capital first.
    pub unsure: Vec<String>,
    /// Words that may stand before such a word: what the text is, or what was done with it.
    pub lead: Vec<String>,
    /// Words that may stand before those.
    pub article: Vec<String>,
    /// Words that a colon and then a name follow.
    pub credit: Vec<String>,
    /// What people who write are called beside their names.
    pub roles: Vec<String>,
}

static BYLINES: LazyLock<Bylines> = LazyLock::new(|| {
    let mut words: Bylines = serde_json::from_str(include_str!("bylines.json")).unwrap_or_default();
    let lists = [
        &mut words.by,
        &mut words.unsure,
        &mut words.lead,
        &mut words.article,
        &mut words.credit,
        &mut words.roles,
    ];
    for word in lists.into_iter().flatten() {
        *word = fold(word);
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

    /// Whether this word may be the first of a name, too.
    pub(crate) fn is_unsure(&self, word: &str) -> bool {
        holds(&self.unsure, word)
    }
}

fn holds(list: &[String], word: &str) -> bool {
    list.iter().any(|known| known == word)
}
