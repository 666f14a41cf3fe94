//! The row cases: a page, a schema, the row it should give, and when two rows are the same. How a page is
//! read and drafted is the runner's matter.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::cases;

/// One case.
#[derive(Debug, Clone, Deserialize)]
pub struct Case {
    /// Its name; the letters before the first dash are its group.
    pub id: String,
    /// The page's address.
    pub url: String,
    /// The page as rendered.
    pub html: String,
    /// The schema of the row.
    pub schema: Value,
    /// The row.
    pub expect_row: Value,
}

impl Case {
    /// What is wrong with a row that was drafted for the case, in words.
    pub fn fault(&self, got: &Value) -> Option<String> {
        if same_row(got, &self.expect_row) {
            return None;
        }
        let want = differing(&self.expect_row, got);
        let seen = differing(got, &self.expect_row);
        Some(format!("{}: got {seen}, want {want}", self.id))
    }

    /// The group of cases that it belongs to.
    pub fn group(&self) -> &str {
        self.id.split('-').next().unwrap_or(&self.id)
    }

    /// The schema of an answer whose rows have the case's schema.
    pub fn answer_schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": {"rows": {"type": "array", "items": self.schema}},
        })
    }
}

/// All cases, the bundled ones first.
///
/// # Errors
/// A file cannot be read or is none of cases.
pub fn cases() -> Result<Vec<Case>> {
    let mut all = Vec::new();
    for file in cases::files("rows")? {
        let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let cases: Vec<Case> =
            serde_json::from_str(&text).with_context(|| file.display().to_string())?;
        all.extend(cases);
    }
    Ok(all)
}

/// One line for each fault and the count, as a failed test tells them.
pub fn told(faults: &[String], of: usize) -> String {
    let mut told = String::new();
    for fault in faults {
        writeln!(told, "{fault}").ok();
    }
    write!(told, "{} of {of} cases passed", of - faults.len()).ok();
    told
}

/// Every key of either row equal; a missing key counts as null.
fn same_row(got: &Value, want: &Value) -> bool {
    differing(want, got) == json!({}) && differing(got, want) == json!({})
}

fn differing(of: &Value, other: &Value) -> Value {
    let map = of.as_object().into_iter().flatten();
    let kept =
        map.filter(|(key, value)| !same(value, other.get(key.as_str()).unwrap_or(&Value::Null)));
    Value::Object(
        kept.map(|(key, value)| (key.clone(), value.clone()))
            .collect(),
    )
}

/// Strings with whitespace collapsed, numbers as numbers, lists in order.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::String(one), Value::String(other)) => {
            one.split_whitespace().eq(other.split_whitespace())
        }
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(_), Value::Object(_)) => same_row(one, other),
        _ => one == other,
    }
}
