//! A draft for a pipe and for a person: the row, where its values came from, and why the rest is empty.

use domain::evidence::Reason;
use serde_json::{Map, Value, json};

use super::explain::{from, short, words};
use super::{line, note, word};
use crate::commands::draft::Told;
use crate::drafting::Drafted;

/// The draft as one structure. With `explain` also what decided the class, every reason in words, and how
/// many texts of the page were seen and kept.
pub(crate) fn as_json(drafted: &Drafted, explain: bool) -> Value {
    let draft = &drafted.draft;
    let receipts = draft.receipts.iter().map(|(at, receipt)| {
        let receipt = json!({
            "source": receipt.source, "path": receipt.path, "quote": receipt.quote,
        });
        (at.clone(), receipt)
    });
    let reasons = draft.reasons.iter();
    let reasons = reasons.map(|(at, reason)| (at.clone(), Value::from(reason_word(reason))));
    let leftovers = draft.leftovers.iter();
    let leftovers = leftovers.map(|(key, value)| json!({"key": key, "value": value}));
    let mut told = json!({
        "class": drafted.class,
        "url": drafted.url,
        "row": draft.row,
        "receipts": receipts.collect::<Map<_, _>>(),
        "reasons": reasons.collect::<Map<_, _>>(),
        "dropped": draft.ledger.dropped,
        "conflicts": conflicts(drafted),
        "leftovers": leftovers.collect::<Vec<_>>(),
    });
    if explain {
        let why = draft.reasons.iter();
        let why = why.map(|(at, reason)| (at.clone(), Value::from(words(reason))));
        told["note"] = json!(drafted.note);
        told["why"] = Value::Object(why.collect());
        told["texts"] = json!({"seen": draft.ledger.seen, "kept": draft.ledger.kept});
    }
    told
}

/// Fields of which the page states several values: none was taken, or the first was.
fn conflicts(drafted: &Drafted) -> Vec<Value> {
    let reasons = drafted.draft.reasons.iter();
    let open = reasons.filter_map(|(at, reason)| match reason {
        Reason::Conflict { values } => Some((at, values)),
        _ => None,
    });
    let all = open.chain(&drafted.draft.conflicts);
    all.map(|(at, values)| json!({"pointer": at, "values": values}))
        .collect()
}

/// The reason of an empty field in a word: the refusal's code, where its field refused what was found.
fn reason_word(reason: &Reason) -> String {
    match reason {
        Reason::Refused { code, .. } => code.clone(),
        other => {
            let named = serde_json::to_value(other).unwrap_or_default();
            named["reason"].as_str().unwrap_or_default().to_owned()
        }
    }
}

/// Prints the row.
pub(crate) fn row(drafted: &Drafted) {
    let row = serde_json::to_string_pretty(&drafted.draft.row);
    line(&row.unwrap_or_default());
}

/// Says on the side what of many pages gave no row, if any, and what was passed over.
pub(crate) fn told(told: &Told, passed_over: &str) {
    if told.without + told.failed > 0 {
        note(&format!(
            "{} pages: {} state nothing of the schema or are no content, {} could not be drafted (their \
             lines say why)",
            told.pages, told.without, told.failed
        ));
    }
    if !passed_over.is_empty() {
        note(&format!("passed over: {passed_over}"));
    }
}

/// Prints each field with its value and receipt or with its reason, then the rest of the page.
pub(crate) fn explain(drafted: &Drafted) {
    let draft = &drafted.draft;
    line(&class(drafted));
    for (name, value) in &draft.row {
        let at = domain::pointer::of(name);
        match draft.reasons.get(&at) {
            Some(reason) => line(&format!("{name}: empty: {}", words(reason))),
            None => line(&format!("{name}: {}", short(value))),
        }
        let within = format!("{at}/");
        let receipts = draft.receipts.iter();
        for (place, receipt) in
            receipts.filter(|(place, _)| **place == at || place.starts_with(&within))
        {
            line(&format!("    {}", from(name, place, receipt)));
        }
        let others = draft.conflicts.get(&at).into_iter().flatten().skip(1);
        for other in others {
            line(&format!("    the page also says {other:?}"));
        }
    }
    for (key, value) in &draft.leftovers {
        line(&format!("left over: {key}: {value}"));
    }
    let dropped = draft.ledger.dropped.iter();
    let dropped: Vec<String> = dropped
        .map(|(reason, count)| format!("{count} {reason}"))
        .collect();
    line(&format!(
        "texts: {} seen, {} kept, dropped: {}",
        draft.ledger.seen,
        draft.ledger.kept,
        if dropped.is_empty() {
            "none".to_owned()
        } else {
            dropped.join(", ")
        }
    ));
}

fn class(drafted: &Drafted) -> String {
    let why = match drafted.note.as_str() {
        "" => String::new(),
        note => format!(" ({note})"),
    };
    format!("{}: {}{why}", drafted.url, word(&drafted.class))
}
