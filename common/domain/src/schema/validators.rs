//! Validators of the `jsonschema` crate: one for the caller's whole schema, one for a row and one
//! for each field, all over the same document. Nothing is fetched.

use std::collections::HashMap;

use jsonschema::{PatternOptions, ValidationOptions, Validator};
use serde_json::{Value, json};

use super::expand::Conjunction;
use super::source::refused;
use super::{Finding, Guard, graph};

/// The address the document has among the validators.
const HOME: &str = "urn:windrow:schema";
/// Steps a pattern may take on one text before it counts as not matching.
const PATTERN_STEPS: usize = 100_000;
/// The largest compiled pattern, bytes.
const PATTERN_BYTES: usize = 1 << 20;

/// Compiled validators.
#[derive(Debug)]
pub(super) struct Validators {
    /// The caller's schema with every keyword.
    pub(super) document: Validator,
    /// What counts on a write, by the shape's key.
    written: HashMap<Vec<Conjunction>, Validator>,
}

impl Validators {
    /// Compiles the full schema and, from the relaxed one, a validator for each shape.
    ///
    /// # Errors
    /// What the `jsonschema` crate cannot compile, such as a pattern.
    pub(super) fn compile(
        full: &Value,
        relaxed: &Value,
        shapes: &[Vec<Conjunction>],
    ) -> Result<Self, Vec<Finding>> {
        let document = options()
            .build(full)
            .map_err(|error| vec![broken(&error)])?;
        let registry = jsonschema::Registry::new()
            .add(HOME, relaxed)
            .and_then(jsonschema::RegistryBuilder::prepare)
            .map_err(|error| vec![refused("", error.to_string())])?;
        let mut written = HashMap::new();
        for shape in shapes {
            let validator = options()
                .with_registry(&registry)
                .build(&reference(shape))
                .map_err(|error| vec![broken(&error)])?;
            written.insert(shape.clone(), validator);
        }
        Ok(Self { document, written })
    }

    /// The validator of a shape, where one was compiled.
    pub(super) fn written(&self, shape: &[Conjunction]) -> Option<&Validator> {
        self.written.get(shape)
    }
}

fn broken(error: &jsonschema::ValidationError) -> Finding {
    let said = error.to_string();
    let message = format!("cannot be compiled: {}", super::clip(&said, 200));
    refused(error.instance_path().as_str(), message)
}

/// A schema that stands for a shape: any of its conjunctions, each by reference.
fn reference(shape: &[Conjunction]) -> Value {
    let to = |pointer: &String| json!({"$ref": format!("{HOME}{}", graph::as_fragment(pointer))});
    let all = |all: &Conjunction| json!({"allOf": all.iter().map(to).collect::<Vec<_>>()});
    match shape {
        [one] => all(one),
        _ => json!({ "anyOf": shape.iter().map(all).collect::<Vec<_>>() }),
    }
}

fn options<'a>() -> ValidationOptions<'a> {
    let mut options = jsonschema::draft202012::options()
        .offline()
        .should_validate_formats(true)
        .should_ignore_unknown_formats(true)
        .with_pattern_options(
            PatternOptions::fancy_regex()
                .backtrack_limit(PATTERN_STEPS)
                .size_limit(PATTERN_BYTES),
        );
    for format in ["uri", "url", "email", "uuid"] {
        if let Some(guard) = Guard::of_format(format) {
            options = options.with_format(format, move |text| guard.accepts(text));
        }
    }
    options
}

/// Whether the validators check this format.
pub(super) fn checks_format(format: &str) -> bool {
    options().is_known_format(jsonschema::Draft::Draft202012, format)
}
