//! Runs the row cases (`rows*.json`) through the draft, each as a test of its own; a failing one prints
//! its id, what differs and what was wanted.

use std::process::ExitCode;

use anyhow::{Context, Result};
use domain::frontier::Listing;
use domain::job::JobFile;
use domain::schema::AnswerSchema;
use domain::snapshot::parse_html;
use draft::{DraftInput, draft_row};
use fleet_tests::cases;
use libtest_mimic::{Arguments, Failed, Trial};
use serde::Deserialize;
use serde_json::{Value, json};

/// One case.
#[derive(Debug, Deserialize)]
struct Case {
    id: String,
    url: String,
    html: String,
    schema: Value,
    expect_row: Value,
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for file in cases::files("rows")? {
        let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let cases: Vec<Case> = serde_json::from_str(&text)?;
        trials.extend(
            cases
                .into_iter()
                .map(|case| Trial::test(case.id.clone(), move || check(&case))),
        );
    }
    Ok(libtest_mimic::run(&arguments, trials).exit_code())
}

fn check(case: &Case) -> Result<(), Failed> {
    let got = row(case).map_err(|error| error.to_string())?;
    if same_row(&got, &case.expect_row) {
        return Ok(());
    }
    let want = differing(&case.expect_row, &got);
    let seen = differing(&got, &case.expect_row);
    Err(format!("{}: got {seen}, want {want}", case.id).into())
}

fn row(case: &Case) -> Result<Value> {
    let source = json!({
        "type": "object",
        "properties": {"rows": {"type": "array", "items": case.schema}},
    });
    let schema = AnswerSchema::compile(&source, None, None)
        .map_err(|findings| anyhow::anyhow!("{}: {findings:?}", case.id))?;
    let snapshot = parse_html(&case.html, &case.url);
    let draft = draft_row(DraftInput {
        snapshot: &snapshot,
        url: &case.url,
        listing: &Listing::default(),
        schema: &schema,
        job: &JobFile::default(),
    });
    Ok(Value::Object(draft.row))
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
