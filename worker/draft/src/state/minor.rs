//! Amounts that state counts in a currency's minor unit ("priceInCents", "centAmount" with its digits), put as
//! decimals. Where nothing says how many there are to the whole, the amount is left out.

use serde_json::{Map, Value};

use crate::values::number::{self, Style};

/// Keys, in letters and digits, that give the number of decimals of the amount beside them.
const DIGITS: [&str; 7] = [
    "fractiondigits",
    "minorunit",
    "minorunits",
    "currencyminorunit",
    "currencyminorunits",
    "exponent",
    "currencyexponent",
];
/// Keys that may give it, or how the amount is to be shown.
const PERHAPS: [&str; 5] = [
    "fraction",
    "precision",
    "scale",
    "decimals",
    "decimalplaces",
];
/// Keys of amounts that such a number is about.
const AMOUNTS: [&str; 4] = ["centAmount", "amount", "value", "price"];
/// What keys of texts are called that spell such an amount.
const WORDINGS: [&str; 7] = [
    "price", "amount", "money", "format", "display", "shown", "text",
];
/// Objects are looked into so deep.
const DEEPEST: usize = 16;

/// An object of state with its amounts as decimals.
pub(super) fn in_major_units(object: Value) -> Value {
    let mut object = without_minor_units(object);
    convert(&mut object, 0);
    object
}

fn convert(value: &mut Value, depth: usize) {
    match value {
        Value::Array(items) if depth < DEEPEST => {
            for item in items {
                convert(item, depth + 1);
            }
        }
        Value::Object(map) if depth < DEEPEST => {
            for inner in map.values_mut() {
                convert(inner, depth + 1);
            }
            by_digits(map);
            by_names(map);
            by_wording(map);
        }
        _ => {}
    }
}

/// "amount": 1999 beside "fractionDigits": 2.
fn by_digits(map: &mut Map<String, Value>) {
    let given = |list: &[&str]| {
        let named = |key: &str| {
            let plain = key.chars().filter(char::is_ascii_alphanumeric);
            let plain: String = plain.map(|ch| ch.to_ascii_lowercase()).collect();
            list.contains(&plain.as_str())
        };
        let mut held = map.iter().filter(|(key, _)| named(key));
        held.find_map(|(_, value)| value.as_u64())
    };
    if !AMOUNTS.iter().any(|key| map.contains_key(*key)) {
        return;
    }
    let (digits, perhaps) = (given(&DIGITS), given(&PERHAPS));
    for key in AMOUNTS {
        let Some(count) = map.get(key).and_then(whole) else {
            continue;
        };
        match digits {
            Some(digits @ 0..=4) => {
                let name = if key == "centAmount" { "amount" } else { key };
                let name = name.to_owned();
                map.insert(name, Value::from(decimal(count, digits)));
            }
            _ if perhaps.is_some_and(|digits| digits > 0) => {
                map.remove(key);
            }
            _ => {}
        }
    }
}

/// "priceInCents": 1999 says that "price" is 19.99.
fn by_names(map: &mut Map<String, Value>) {
    let base = |key: &str| {
        let lower = key.to_ascii_lowercase();
        let ends = ["cents", "cent", "pence", "penny"];
        let end = ends.iter().find(|end| lower.ends_with(*end))?;
        let lead = key[..key.len() - end.len()].trim_end_matches(['_', '-']);
        let cut = lead.strip_suffix("In").or(lead.strip_suffix("_in"));
        // "accents" is one word.
        let apart = cut.is_some() || lead.len() + end.len() < key.len();
        let hump = key[lead.len()..].starts_with(|ch: char| ch.is_ascii_uppercase());
        (apart || hump).then(|| cut.unwrap_or(lead).to_owned())
    };
    let counted = map.iter().filter_map(|(key, value)| {
        let count = whole(value)?;
        Some((base(key)?, count))
    });
    for (name, count) in counted.collect::<Vec<_>>() {
        let same = map.get(&name).is_none_or(|held| whole(held) == Some(count));
        if same && !name.is_empty() {
            map.insert(name, Value::from(decimal(count, 2)));
        }
    }
}

/// "price": 1999 beside a text that says "$19.99".
fn by_wording(map: &mut Map<String, Value>) {
    for key in AMOUNTS {
        let Some(count) = map.get(key).and_then(whole).filter(|count| *count > 99) else {
            continue;
        };
        let decimal = decimal(count, 2);
        let says = |value: &Value| {
            let text = value.as_str().filter(|text| text.len() <= 24);
            let found = text.map(|text| number::find(text, Style::default()));
            found.is_some_and(|found| found.len() == 1 && found[0].value == decimal)
        };
        let told = |key: &str| {
            let key = key.to_ascii_lowercase();
            WORDINGS.iter().any(|word| key.contains(word))
        };
        if map.iter().any(|(key, value)| told(key) && says(value)) {
            map.insert(key.to_owned(), Value::from(decimal));
        }
    }
}

/// A whole number, as such or in digits.
fn whole(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

fn decimal(count: u64, digits: u64) -> String {
    let digits = usize::try_from(digits).unwrap_or(0);
    let text = format!("{count:0>width$}", width = digits + 1);
    let (whole, rest) = text.split_at(text.len() - digits);
    if rest.is_empty() {
        whole.to_owned()
    } else {
        format!("{whole}.{rest}")
    }
}

/// A shop's product without its amounts, where they are counted in cents: nothing in the object says so, but
/// the format does (Shopify's product object, which `price_varies` tells).
fn without_minor_units(mut object: Value) -> Value {
    let of_shop = object.get("price_varies").is_some();
    let amount = |key: &str| key.starts_with("price") || key.starts_with("compare_at_price");
    let map = object.as_object_mut().filter(|_| of_shop);
    let Some(map) = map else {
        return object;
    };
    map.retain(|key, _| !amount(key));
    let variants = map.get_mut("variants").and_then(Value::as_array_mut);
    for variant in variants
        .into_iter()
        .flatten()
        .filter_map(Value::as_object_mut)
    {
        variant.retain(|key, _| !amount(key));
    }
    object
}

#[cfg(test)]
mod tests;
