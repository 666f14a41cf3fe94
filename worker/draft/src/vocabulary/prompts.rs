//! What asks a visitor to do something where a value should stand, "Show number" say: whole wordings, beginnings
//! and imperatives, kept as data in `prompts.json`. What says that there is no value is in the module above.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::dom::begins;
use crate::words::squash;

/// No prompt is longer, in bytes.
const LONGEST: usize = 80;

/// Wordings, each squashed.
#[derive(Debug, Default, Deserialize)]
struct Prompts {
    /// Whole prompts.
    whole: HashSet<String>,
    /// Whole prompts of one word that may be a name, too.
    lone: HashSet<String>,
    /// What begins one.
    lead: Vec<String>,
    /// Words, one each, with which what one presses asks for what it does.
    verbs: HashSet<String>,
}

static PROMPTS: LazyLock<Prompts> = LazyLock::new(|| {
    let read: Prompts = serde_json::from_str(include_str!("prompts.json")).unwrap_or_default();
    Prompts {
        whole: read.whole.iter().map(|text| squash(text)).collect(),
        lead: read.lead.iter().map(|text| squash(text)).collect(),
        lone: read.lone,
        verbs: read.verbs,
    }
});

/// Whether a text only asks for something to be done; `pressed` if it is all of what one presses: a button's text,
/// or that of a link to no page of its own.
pub(crate) fn is_prompt(text: &str, pressed: bool) -> bool {
    if text.len() > LONGEST || text.contains("://") {
        return false;
    }
    let said = squash(text);
    PROMPTS.whole.contains(&said)
        || PROMPTS.lead.iter().any(|lead| begins(&said, lead))
        || visits_store(&said)
        || offers_choice(&said)
        || pressed && is_command(text, &said)
        || is_lone(text) && !text.starts_with(char::is_uppercase)
}

/// Whether a text is one word that asks for something on what one presses, and may name something elsewhere: "Edit".
pub(crate) fn is_lone(text: &str) -> bool {
    text.len() <= LONGEST && PROMPTS.lone.contains(&squash(text))
}

/// "Visit the Acme Store".
fn visits_store(said: &str) -> bool {
    let visit = said.strip_prefix("visit the ");
    visit.is_some_and(|rest| {
        [" store", " shop", " website"]
            .iter()
            .any(|end| rest.ends_with(end))
    })
}

/// "Choice of 4", "Available in 3 colours": which of them it is nobody says.
fn offers_choice(said: &str) -> bool {
    let leads = [
        "choice of ",
        "choose from ",
        "available in ",
        "auswahl aus ",
        "erhaltlich in ",
    ];
    let mut rests = leads.iter().filter_map(|lead| said.strip_prefix(lead));
    rests.any(|rest| rest.starts_with(|ch: char| ch.is_ascii_digit()))
}

/// An imperative and what it is about, in small letters: a name has capitals.
fn is_command(text: &str, said: &str) -> bool {
    let verb = said.split(' ').next().unwrap_or_default();
    let mut rest = text.split_whitespace().skip(1);
    let mut further = rest.clone();
    PROMPTS.verbs.contains(verb)
        && further.next().is_some()
        && rest.all(|word| !word.starts_with(char::is_uppercase))
}

/// A value without a prompt in brackets behind it: "Leeds (View map)".
pub(crate) fn unprompted(value: &str) -> &str {
    let cut = || {
        let (before, inside) = value.strip_suffix([')', ']'])?.rsplit_once(['(', '['])?;
        let before = before.trim_end();
        (!before.is_empty() && (is_prompt(inside, false) || is_lone(inside))).then_some(before)
    };
    cut().unwrap_or(value)
}

#[cfg(test)]
mod tests;
