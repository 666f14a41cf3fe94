//! What labels state and no field took: into the first field made for it, else beside the row.

use std::collections::HashSet;

use domain::evidence::Receipt;
use domain::pointer;
use domain::schema::{AnswerSchema, Field, JsonType};
use serde_json::{Map, Value, json};

use crate::Draft;
use crate::evidence::Evidence;
use crate::labels::Pair;
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::sense::suits;
use crate::vocabulary::{is_placeholder, is_undisclosed};

/// No page leaves more over than this.
const MOST: usize = 200;
/// Names of the key in a list of keys and values.
const KEYS: [&str; 2] = ["key", "name"];

/// Collects what is left over, and moves it into the row if a field takes it.
pub(crate) fn place(
    draft: &mut Draft,
    evidence: &Evidence<'_>,
    fields: &[&Field],
    nouns: &[String],
    schema: &AnswerSchema,
) {
    let wanted: Vec<Wanted> = fields
        .iter()
        .map(|field| Wanted::of(field, nouns))
        .collect();
    let mut left: Vec<&Pair> = Vec::new();
    let fits = wanted.iter().flat_map(|one| {
        let fits = evidence.labels.fits(one).into_iter();
        fits.filter(|(place, _)| suits(one, &evidence.pairs[*place]))
    });
    let taken: HashSet<usize> = fits.map(|(place, _)| place).collect();
    for (place, pair) in evidence.pairs.iter().enumerate() {
        let taken = taken.contains(&place);
        let known = |seen: &&Pair| seen.label == pair.label && seen.value == pair.value;
        let says = !is_placeholder(&pair.value) && !is_undisclosed(&pair.value);
        if pair.sure > 0 && !pair.struck && says && !taken && !left.iter().any(known) {
            left.push(pair);
        }
        if left.len() == MOST {
            break;
        }
    }
    let Some(first) = left.first() else {
        return;
    };
    let receipt = Claim::seen(&first.value, first.source, first.label.clone())
        .receipt(&evidence.page.snapshot.final_url);
    if !fill(draft, fields, schema, &left, &receipt) {
        let owned = left
            .iter()
            .map(|pair| (pair.label.clone(), pair.value.clone()));
        draft.leftovers = owned.collect();
    }
}

/// Gives the leftovers to the first empty list of keys and values, else the first plain object.
fn fill(
    draft: &mut Draft,
    fields: &[&Field],
    schema: &AnswerSchema,
    left: &[&Pair],
    receipt: &Receipt,
) -> bool {
    let lists = fields
        .iter()
        .filter_map(|field| Some((*field, listed(left, key_of(field)?))));
    let objects = fields.iter().filter(|field| is_plain_object(field));
    let all = lists.chain(objects.map(|field| (*field, mapped(left))));
    for (field, value) in all {
        if draft
            .row
            .get(&field.name)
            .is_some_and(|value| !value.is_null())
        {
            continue;
        }
        if let Ok(stored) = schema.check_field(field, &value) {
            draft.row.insert(field.name.clone(), stored);
            draft.reasons.remove(&pointer::of(&field.name));
            draft.hinted.retain(|name| *name != field.name);
            draft
                .receipts
                .insert(pointer::of(&field.name), receipt.clone());
            return true;
        }
    }
    false
}

/// The name of the key, if a field is a list of objects with a key and a value and no more.
fn key_of(field: &Field) -> Option<&'static str> {
    let names: Vec<&str> = field
        .children
        .iter()
        .map(|child| child.name.as_str())
        .collect();
    let shaped = field.types.contains(&JsonType::Array) && names.len() == 2;
    let key = KEYS.into_iter().find(|key| names.contains(key))?;
    (shaped && names.contains(&"value")).then_some(key)
}

fn is_plain_object(field: &Field) -> bool {
    field.types.contains(&JsonType::Object) && field.children.is_empty() && field.element.is_none()
}

fn listed(left: &[&Pair], key: &str) -> Value {
    let one = |pair: &&Pair| json!({key: pair.label, "value": pair.value});
    left.iter().map(one).collect()
}

/// The first value of each label.
fn mapped(left: &[&Pair]) -> Value {
    let mut map = Map::new();
    for pair in left {
        map.entry(pair.label.clone())
            .or_insert_with(|| Value::from(pair.value.as_str()));
    }
    Value::Object(map)
}

#[cfg(test)]
mod tests;
