//! Answers to whether something is so: words, signs, and words with a remark that leaves them as they are.

use serde_json::Value;

use super::qualified::is_harmless;
use crate::vocabulary::phrases;
use crate::words::squash;

/// A stated truth (also schema.org `True` and `False`).
pub(super) fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(value) => Some(*value),
        Value::String(text) => answer(text),
        _ => None,
    }
}

/// The answer of the sign that a text begins with.
pub(crate) fn sign(text: &str) -> Option<bool> {
    match text.trim().chars().next()? {
        '✓' | '✔' | '☑' | '✅' => Some(true),
        '✗' | '✘' | '✖' | '❌' => Some(false),
        _ => None,
    }
}

/// The answer of a text: a word for it, what is marked so, or a word and a remark: "Yes (IP67)".
pub(super) fn answer(text: &str) -> Option<bool> {
    // The sign alone, or in colour.
    let alone = text.trim().trim_end_matches('\u{fe0f}').chars().count() == 1;
    if let Some(said) = sign(text).filter(|_| alone) {
        return Some(said);
    }
    // A term's last part, but no choice: "Yes/No".
    let term = super::is_term(text.trim()) || !text.contains([' ', '/']);
    let whole = if term {
        crate::jsonld::last_segment(text)
    } else {
        text
    };
    let said = |word: &String| {
        let yes = phrases().yes.contains(word);
        (yes || phrases().no.contains(word)).then_some(yes)
    };
    let head = || {
        let at = [" (", " - ", " – ", " — "]
            .iter()
            .filter_map(|mark| text.find(mark))
            .min()?;
        let (head, remark) = text.split_at(at);
        said(&squash(head)).filter(|_| is_harmless(remark))
    };
    said(&squash(whole)).or_else(head)
}
