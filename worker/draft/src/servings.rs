//! How many a recipe serves: what it yields in loaves, cups or cookies is another number.

use domain::schema::{Field, JsonType};
use serde_json::Value;

use crate::fill::is_of;
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::vocabulary::phrases;
use crate::words::squash;

/// What a stated yield counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    /// It does not say.
    Any,
    /// Servings, or those who eat.
    Servings,
    /// Anything else.
    Other,
}

/// Which yields of a group are no number of servings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Portions {
    /// Servings are wanted.
    wanted: bool,
    /// A bare number is one of something else: "7" beside "7 cups".
    bare_is_other: bool,
}

impl Portions {
    /// Reads a group of claims for a field.
    pub(crate) fn of(field: &Field, wanted: &Wanted, claims: &[Claim]) -> Self {
        let number = |kind: &JsonType| matches!(kind, JsonType::Number | JsonType::Integer);
        let yields = wanted.own.first().is_some_and(|name| {
            let mut words = name.iter();
            words.any(|word| word == "yield")
        });
        let wanted = is_of(wanted, "recipeYield") && !yields && field.types.iter().any(number);
        let any = |of: Of| claims.iter().any(|claim| counted(claim) == of);
        Self {
            wanted,
            bare_is_other: wanted && any(Of::Other) && !any(Of::Servings),
        }
    }

    /// Whether a claim tells the number of something else.
    pub(crate) fn refuse(self, claim: &Claim) -> bool {
        self.wanted
            && match counted(claim) {
                Of::Any => self.bare_is_other,
                Of::Servings => false,
                Of::Other => true,
            }
    }
}

/// What the yield of a claim counts: by its own words, or by those of its label.
fn counted(claim: &Claim) -> Of {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), squash);
    // What brackets add is a remark: "4 (large)".
    let bare = |words: &str| {
        let (before, rest) = words.split_once('(').unwrap_or((words, ""));
        let after = rest.split_once(')').map_or("", |(_, after)| after);
        squash(&format!("{before} {after}"))
    };
    let (words, from) = match &claim.value {
        Value::Object(map) => {
            let parts = ["value", "unitText"].iter().filter_map(|key| map.get(*key));
            let words = parts.map(text).collect::<Vec<_>>().join(" ");
            (words.clone(), words)
        }
        Value::String(text) => (squash(text), bare(text)),
        other => (other.to_string(), other.to_string()),
    };
    if serves(&words) || !claim.machine && serves(&squash(&claim.path)) {
        return Of::Servings;
    }
    let at = from.find(char::is_numeric).unwrap_or(from.len());
    let mut behind = from[at..].split(' ').map(unit);
    // The switch that multiplies a recipe: "4 1x".
    if behind.any(|word| !word.is_empty() && word != "x") {
        Of::Other
    } else {
        Of::Any
    }
}

/// Whether squashed words speak of servings or of those who eat.
fn serves(words: &str) -> bool {
    let known = &phrases().servings;
    words
        .split(' ')
        .any(|word| known.iter().any(|one| one == unit(word)))
}

/// A word without the figure that it begins with.
fn unit(word: &str) -> &str {
    word.trim_start_matches(char::is_numeric)
}

#[cfg(test)]
mod tests;
