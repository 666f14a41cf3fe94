//! Runs the row cases (`tests/cases/rows.json`, and `rows*.json` of the folder that
//! `WINDROW_CASES` names) through the draft: one line for each failing case, then the counts.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use domain::frontier::Listing;
use domain::job::JobFile;
use domain::schema::AnswerSchema;
use domain::snapshot::parse_html;
use draft::{DraftInput, draft_row};
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

fn main() -> Result<()> {
    let mut out = std::io::stdout().lock();
    let mut groups: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for file in files()? {
        let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let cases: Vec<Case> = serde_json::from_str(&text)?;
        for case in cases {
            let group = case.id.split('-').next().unwrap_or("").to_owned();
            let count = groups.entry(group).or_default();
            count.1 += 1;
            let got = row(&case)?;
            if same_row(&got, &case.expect_row) {
                count.0 += 1;
            } else {
                let want = differing(&case.expect_row, &got);
                let seen = differing(&got, &case.expect_row);
                writeln!(out, "{}: got {seen} want {want}", case.id)?;
            }
        }
    }
    let (passed, all) = groups
        .values()
        .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    for (group, (passed, all)) in &groups {
        writeln!(out, "{group} {passed}/{all}")?;
    }
    writeln!(out, "rows {passed}/{all}")?;
    Ok(())
}

fn files() -> Result<Vec<PathBuf>> {
    let mut files = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("cases/rows.json")];
    #[expect(
        clippy::disallowed_methods,
        reason = "a test program reads its own switch"
    )]
    let more = std::env::var_os("WINDROW_CASES");
    if let Some(folder) = more {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or("");
            if name.starts_with("rows") && name.to_ascii_lowercase().ends_with(".json") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
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
