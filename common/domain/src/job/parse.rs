//! Reading a job file: YAML 1.2 (JSON is a part of it), then keys, then types, then values.

use serde_json::{Map, Value};
use serde_saphyr::Error;
use serde_saphyr::budget::BudgetBreach;

use super::address::AllowRange;
use super::plain::{plain, plain_yaml};
use super::{JobFile, MapRule, values};
use crate::pointer::below;
use crate::schema::Finding;

/// The largest job file, bytes.
const MAX_BYTES: usize = 4 << 20;
/// The deepest nesting (an inline schema included).
const MAX_DEPTH: usize = 48;

/// Parses a job file (YAML, of which JSON is a part) and refuses what it cannot honour. Addresses
/// in special ranges are refused unless `allow` opens them. A schema given as text is the path of a
/// file, for the caller to read.
///
/// # Errors
/// Findings, each with the pointer of the offending key and a suggestion: `bad_yaml`, `too_deep`,
/// `unknown_key`, `bad_type`, `bad_value`, `missing`, `special_address`.
pub fn parse_job(text: &str, allow: &[AllowRange]) -> Result<JobFile, Vec<Finding>> {
    let given = read(text).map_err(|unread| vec![unread])?;
    let Value::Object(map) = &given else {
        let message = "a job file is a mapping of keys to values, such as `name: careers`";
        return Err(vec![finding("", "bad_type", message.to_owned())]);
    };
    let known = known_keys();
    let mut findings = Vec::new();
    unknown_keys(map, &known, "", &mut findings);
    unknown_places(map, &mut findings);
    if !findings.is_empty() {
        return Err(findings);
    }
    let job: JobFile = serde_path_to_error::deserialize(&given).map_err(|error| {
        let pointer = pointer_of(error.path());
        let message = plain(&error.inner().to_string());
        vec![finding(&pointer, "bad_type", message)]
    })?;
    let findings = values::check(&job, allow);
    if findings.is_empty() {
        Ok(job)
    } else {
        Err(findings)
    }
}

/// A finding of this module.
pub(super) fn finding(pointer: &str, code: &str, message: String) -> Finding {
    Finding {
        pointer: pointer.to_owned(),
        code: code.to_owned(),
        message,
    }
}

fn read(text: &str) -> Result<Value, Finding> {
    if text.len() > MAX_BYTES {
        let message = format!("is larger than {MAX_BYTES} bytes");
        return Err(finding("", "bad_yaml", message));
    }
    let options = serde_saphyr::options! {
        strict_booleans: true,
        with_snippet: false,
        budget: serde_saphyr::budget! {
            max_depth: MAX_DEPTH,
            max_documents: 1,
            max_anchors: 1_000,
            max_aliases: 1_000,
            max_nodes: 200_000,
            max_events: 600_000,
            max_total_scalar_bytes: MAX_BYTES,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: 200_000,
        },
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| unread(&error))
}

/// What keeps a text from being read, and where.
fn unread(error: &Error) -> Finding {
    if !matches!(
        error,
        Error::Budget {
            breach: BudgetBreach::Depth { .. },
            ..
        }
    ) {
        return finding("", "bad_yaml", plain_yaml(&error.to_string()));
    }
    let place = error.location().map_or_else(String::new, |place| {
        format!(" at line {}, column {}", place.line(), place.column())
    });
    let message = format!(
        "is nested deeper than {MAX_DEPTH} levels{place}. A schema reaches any depth by parts that are \
         named in `$defs` and referred to by `$ref`"
    );
    finding("", "too_deep", message)
}

/// The defaulted job file as a value: the keys known at every place, not a list kept by hand.
fn known_keys() -> Value {
    serde_json::to_value(JobFile::default()).unwrap_or_default()
}

/// Places whose keys are the operator's own.
const FREE: [&str; 5] = [
    "/aliases",
    "/map",
    "/schema",
    "/links/attr",
    "/read/headers",
];

fn unknown_keys(given: &Map<String, Value>, known: &Value, at: &str, found: &mut Vec<Finding>) {
    for (key, value) in given {
        let pointer = below(at, key);
        match (known.get(key), value) {
            (None, _) => found.push(unknown(&pointer, key, known)),
            (Some(inner), Value::Object(map))
                if inner.is_object() && !FREE.contains(&pointer.as_str()) =>
            {
                unknown_keys(map, inner, &pointer, found);
            }
            _ => {}
        }
    }
}

/// The keys of each field's place in `map`, whose names are the operator's own.
fn unknown_places(given: &Map<String, Value>, found: &mut Vec<Finding>) {
    let known = serde_json::to_value(MapRule::with_all_keys()).unwrap_or_default();
    let fields = given.get("map").and_then(Value::as_object);
    for (field, rule) in fields.into_iter().flatten() {
        if let Value::Object(rule) = rule {
            unknown_keys(rule, &known, &below("/map", field), found);
        }
    }
}

fn unknown(pointer: &str, key: &str, known: &Value) -> Finding {
    let keys: Vec<&str> = known
        .as_object()
        .into_iter()
        .flat_map(|m| m.keys())
        .map(String::as_str)
        .collect();
    let alike = keys
        .iter()
        .map(|k| (strsim::jaro_winkler(k, &key.to_lowercase()), k));
    let best = alike
        .filter(|(score, _)| *score > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let meant = best.map_or_else(String::new, |(_, k)| format!("; did you mean `{k}`?"));
    let shown: String = key.chars().take(100).collect();
    let message = format!(
        "unknown key `{shown}`{meant} Known here: {}",
        keys.join(", ")
    );
    let message = if meant.is_empty() {
        message.replacen("` Known", "`. Known", 1)
    } else {
        message
    };
    finding(pointer, "unknown_key", message)
}

fn pointer_of(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    let mut pointer = String::new();
    for segment in path {
        let step = match segment {
            Segment::Seq { index } => index.to_string(),
            Segment::Map { key } => key.clone(),
            Segment::Enum { variant } => variant.clone(),
            Segment::Unknown => continue,
        };
        pointer = below(&pointer, &step);
    }
    pointer
}
