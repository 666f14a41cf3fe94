//! Where two JSON documents differ.

use domain::pointer::below;
use serde_json::Value;

/// JSON pointers to the outermost places whose values differ, those of objects by their keys; `at` is
/// put before each.
pub(super) fn places(one: &Value, other: &Value, at: &str) -> Vec<String> {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let added = other.keys().filter(|key| !one.contains_key(*key));
            let both = one.keys().chain(added);
            let inner = both.flat_map(|key| {
                let at = below(at, key);
                match (one.get(key), other.get(key)) {
                    (Some(one), Some(other)) => places(one, other, &at),
                    _ => vec![at],
                }
            });
            inner.collect()
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let pairs = one.iter().zip(other).enumerate();
            let inner =
                pairs.flat_map(|(n, (one, other))| places(one, other, &format!("{at}/{n}")));
            inner.collect()
        }
        _ if one == other => Vec::new(),
        _ => vec![at.to_owned()],
    }
}

#[cfg(test)]
mod tests;
