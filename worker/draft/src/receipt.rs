//! What a page states for one field, with the place it states it: claims, and the receipts that
//! accepted claims turn into.

use domain::evidence::{Receipt, Source};
use serde_json::Value;

/// The longest quote, in characters.
const QUOTE: usize = 300;

/// One statement that may fill a field.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Claim {
    /// What is stated.
    pub value: Value,
    /// The kind of place.
    pub source: Source,
    /// The place.
    pub path: String,
    /// Written for machines.
    pub machine: bool,
    /// The words it was taken from, where they are more than the value.
    pub words: Option<String>,
}

impl Claim {
    /// A statement in metadata.
    pub(crate) fn machine(value: Value, source: Source, path: String) -> Self {
        Self {
            value,
            source,
            path,
            machine: true,
            words: None,
        }
    }

    /// A statement a person reads.
    pub(crate) fn seen(text: &str, source: Source, path: String) -> Self {
        Self {
            value: Value::from(text),
            source,
            path,
            machine: false,
            words: None,
        }
    }

    /// The claim with its text, or the name of the thing it is, put in other words, if there are any; the
    /// receipt quotes what it was.
    pub(crate) fn renamed(self, put: impl Fn(&str) -> Option<String>) -> Self {
        let stated = self.value.get("name").unwrap_or(&self.value);
        let Some(stated) = stated.as_str().map(str::to_owned) else {
            return self;
        };
        let Some(name) = put(&stated).map(Value::from) else {
            return self;
        };
        let mut value = self.value;
        match value.get_mut("name") {
            Some(held) => *held = name,
            None => value = name,
        }
        Self {
            value,
            words: Some(stated),
            ..self
        }
    }

    /// The page's own words.
    pub(crate) fn quote(&self) -> String {
        let text = self.words.as_deref().or(self.value.as_str());
        let text = text.map_or_else(|| self.value.to_string(), str::to_owned);
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        words.chars().take(QUOTE).collect()
    }

    /// The receipt of the accepted claim.
    pub(crate) fn receipt(&self, page: &str) -> Receipt {
        Receipt {
            page: page.to_owned(),
            source: self.source,
            path: self.path.clone(),
            quote: self.quote(),
        }
    }
}
