//! `map:` of the job file: where an operator says that one field stands. What is found there is read,
//! guarded and held against the page like everything else.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use super::parse::finding;
use super::values::pattern;
use crate::pointer::below;
use crate::schema::Finding;
use crate::snapshot::selector_fault;

/// Field name to the place at which it stands.
pub type FieldMap = BTreeMap<String, MapRule>;

/// One place: exactly one of `css`, `json`, `label` and `regex`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MapRule {
    /// CSS selector of the elements whose visible text is the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub css: Option<String>,
    /// With `css`: the attribute that is the value, in place of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attr: Option<String>,
    /// JSON pointer (RFC 6901) into the page's JSON-LD blocks and embedded state: the first document that
    /// has something there counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json: Option<String>,
    /// Words of visible labels, one text or several.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "one_or_many"
    )]
    pub label: Vec<String>,
    /// Regular expression over the page's visible text; its first group is the value, or all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regex: Option<String>,
}

impl MapRule {
    /// A rule that no page can meet: each of its keys is given.
    pub(super) fn with_all_keys() -> Self {
        let given = || Some(String::new());
        Self {
            css: given(),
            attr: given(),
            json: given(),
            label: vec![String::new()],
            regex: given(),
        }
    }
}

fn one_or_many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a text or a list of texts")]
    enum Words {
        One(String),
        Many(Vec<String>),
    }
    Option::<Words>::deserialize(deserializer).map(|words| match words {
        None => Vec::new(),
        Some(Words::One(word)) => vec![word],
        Some(Words::Many(words)) => words,
    })
}

/// What of a map cannot be honoured, whatever the schema is.
pub(super) fn check(map: &FieldMap, found: &mut Vec<Finding>) {
    for (field, rule) in map {
        let at = below("/map", field);
        let places = [
            rule.css.is_some(),
            rule.json.is_some(),
            !rule.label.is_empty(),
            rule.regex.is_some(),
        ];
        if places.into_iter().filter(|given| *given).count() != 1 {
            let message = "give exactly one of `css`, `json`, `label` and `regex`";
            found.push(finding(&at, "bad_value", message.into()));
        }
        if rule.attr.is_some() && rule.css.is_none() {
            let message = "goes with `css`: it names an attribute of the selected elements";
            found.push(finding(&below(&at, "attr"), "bad_value", message.into()));
        }
        found.extend(css(rule, &at));
        if rule.json.as_ref().is_some_and(|to| !is_pointer(to)) {
            let message =
                "is no JSON pointer: it begins with `/`, such as `/props/pageProps/job/grade`";
            found.push(finding(&below(&at, "json"), "bad_value", message.into()));
        }
        if rule.label.iter().any(|word| word.trim().is_empty()) {
            let message = "a label has words".to_owned();
            found.push(finding(&below(&at, "label"), "bad_value", message));
        }
        if let Some(Err(message)) = rule.regex.as_deref().map(pattern) {
            found.push(finding(&below(&at, "regex"), "bad_value", message));
        }
    }
}

fn css(rule: &MapRule, at: &str) -> Option<Finding> {
    let message = selector_fault(rule.css.as_deref()?)?;
    Some(finding(&below(at, "css"), "bad_value", message))
}

/// RFC 6901: steps that begin with a slash, in which `~` stands before 0 or 1.
fn is_pointer(text: &str) -> bool {
    let mut escapes = text.split('~').skip(1);
    text.starts_with('/') && escapes.all(|rest| rest.starts_with(['0', '1']))
}
