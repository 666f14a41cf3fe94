//! Shortcuts for the gate: raw keys that rows captured and that share a strong word
//! with a field that is still empty, and fields that ask for a date.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Ctx;
use super::standing::{Gap, Standing};
use crate::schema::{Field, words};

/// Words that say little about what a field holds.
const WEAK: &[&str] = &[
    "at", "by", "of", "on", "in", "to", "is", "has", "the", "a", "an", "and", "or", "id", "url",
    "uri", "link", "href", "name", "value", "key", "type", "text", "item", "data", "number", "no",
];

/// Words of fields that hold a date.
const DATES: &[&str] = &[
    "date",
    "time",
    "day",
    "year",
    "at",
    "published",
    "posted",
    "created",
    "updated",
    "modified",
    "expires",
    "deadline",
    "since",
    "until",
];

/// Key, field, on how many rows the field is empty, of how many; in the order in which keys occur.
pub fn of_rows(
    ctx: Ctx<'_>,
    standing: &Standing,
    rows: &[Value],
) -> Vec<(String, String, u64, u64)> {
    let gaps = standing.gaps(ctx).deficiencies;
    let open: Vec<(&Field, u64, u64)> = gaps
        .iter()
        .filter_map(|gap| match gap.gap {
            Gap::EmptyOn { missing, total } => {
                Some((ctx.schema.row_field(&gap.field)?, missing, total))
            }
            _ => None,
        })
        .collect();
    let mut hints = Vec::new();
    for key in captured(ctx, rows) {
        let key_words = strong(&key);
        for (field, missing, total) in &open {
            if strong(&field.name)
                .iter()
                .any(|word| key_words.contains(word))
            {
                hints.push((key.clone(), field.name.clone(), *missing, *total));
            }
        }
    }
    hints
}

/// Raw keys: undeclared ones, and the keys of lists of key and value.
fn captured(ctx: Ctx<'_>, rows: &[Value]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut keys = Vec::new();
    let mut take = |key: &str| {
        if seen.insert(key.to_owned()) {
            keys.push(key.to_owned());
        }
    };
    for (name, value) in rows.iter().filter_map(Value::as_object).flatten() {
        if ctx.schema.row_field(name).is_none() {
            take(name);
        }
        for pair in value.as_array().into_iter().flatten() {
            let mut keyed = ["key", "name", "label", "property"].iter();
            let key = keyed.find_map(|k| pair.get(k)?.as_str());
            if let (Some(key), true) = (key, pair.get("value").is_some()) {
                take(key);
            }
        }
    }
    keys
}

fn strong(name: &str) -> BTreeSet<String> {
    let all = words(name).into_iter();
    all.filter(|word| word.chars().count() > 1 && !WEAK.contains(&word.as_str()))
        .collect()
}

/// Whether an open field asks for a date: those usually live in JSON-LD.
pub fn asks_for_date(ctx: Ctx<'_>, standing: &Standing) -> bool {
    let gaps = standing.gaps(ctx).deficiencies;
    gaps.iter().any(|gap| {
        let field = ctx.schema.row_field(&gap.field);
        let format = field.and_then(|field| field.format.as_deref());
        format.is_some_and(|format| format.starts_with("date"))
            || words(&gap.field)
                .iter()
                .any(|word| DATES.contains(&word.as_str()))
    })
}
