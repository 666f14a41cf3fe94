//! Which keys there are: exactly those of `default.toml`. Anything else is refused with the nearest
//! key.

use toml::{Table, Value};

use super::ConfigError;

/// Every dotted key of a document that is not in `known`, in document order, is an error.
pub(super) fn refuse_unknown(
    known: &Table,
    given: &Table,
    origin: &str,
) -> Result<(), ConfigError> {
    for key in dotted(given) {
        refuse_unknown_key(known, &key, origin)?;
    }
    Ok(())
}

/// The key must be a setting, not a section.
pub(super) fn refuse_unknown_key(
    known: &Table,
    key: &str,
    origin: &str,
) -> Result<(), ConfigError> {
    let known = dotted(known);
    if known.iter().any(|one| one == key) {
        return Ok(());
    }
    Err(ConfigError::UnknownKey {
        origin: origin.to_owned(),
        key: key.to_owned(),
        suggestion: nearest(&known, key),
    })
}

/// The value of a dotted key.
pub(super) fn at<'a>(table: &'a Table, key: &str) -> Option<&'a Value> {
    let (section, rest) = key.split_once('.')?;
    table.get(section)?.as_table()?.get(rest)
}

/// The dotted keys of all values; an empty section is named itself.
fn dotted(table: &Table) -> Vec<String> {
    let mut keys = Vec::new();
    for (name, value) in table {
        match value.as_table() {
            Some(inner) if !inner.is_empty() => {
                keys.extend(dotted(inner).iter().map(|key| format!("{name}.{key}")));
            }
            Some(_) => {}
            None => keys.push(name.clone()),
        }
    }
    keys
}

fn nearest(known: &[String], key: &str) -> Option<String> {
    let last = |text: &str| text.rsplit('.').next().unwrap_or_default().to_owned();
    known
        .iter()
        .map(|one| {
            let whole = strsim::jaro_winkler(one, key);
            let leaf = strsim::jaro_winkler(&last(one), &last(key)) * 0.95;
            (whole.max(leaf), one)
        })
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, one)| one.clone())
}
