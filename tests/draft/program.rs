//! One page through the program: every row case, the printed shape, what is refused and how.

use std::path::Path;

use anyhow::{Result, ensure};
use fleet_tests::rows::{self, Case};
use serde_json::{Value, json};

use crate::{Said, drafting, run};

fn draft(folder: &Path, case: &Case) -> Result<Said> {
    std::fs::write(folder.join("page.html"), &case.html)?;
    std::fs::write(folder.join("schema.json"), case.schema.to_string())?;
    let args = drafting("page.html", &["--url", &case.url, "--json"]);
    run(folder, &args, "")
}

#[test]
fn every_row_case_passes_through_the_program() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let cases = rows::cases()?;
    let mut faults = Vec::new();
    for case in &cases {
        let said = draft(folder.path(), case)?;
        let lines = said.lines()?;
        ensure!(lines.len() == 1, "{}: {said:?}", case.id);
        let code = if states_a_field(&lines[0]) { 0 } else { 3 };
        ensure!(said.code == Some(code), "{}: {said:?}", case.id);
        ensure!(
            lines[0]["url"] == case.url.as_str(),
            "{}: {said:?}",
            case.id
        );
        faults.extend(case.fault(&lines[0]["row"]));
    }
    assert!(faults.is_empty(), "{}", rows::told(&faults, cases.len()));
    Ok(())
}

/// Whether a drafted page gave a value of its own.
fn states_a_field(told: &Value) -> bool {
    let receipts = told["receipts"].as_object().into_iter().flatten();
    let mut own = receipts.filter(|(_, one)| one["source"] != "url" && one["source"] != "default");
    told["class"] == "content" && own.next().is_some()
}

const PAGE: &str = "<!doctype html><html><head><title>Lamp</title></head><body><main>\
    <h1>Lamp</h1><dl><dt>Brand</dt><dd>Acme</dd><dt>Stock code</dt><dd>L 1</dd>\
    <dt>Colour</dt><dd>red</dd></dl><p style='display:none'>hidden words</p>\
    <p>Price: 10 EUR</p><p>Price: 12 EUR</p></main><script>let x = 1;</script></body></html>";

fn schema() -> Value {
    json!({"type": "object", "properties": {
        "name": {"type": "string"}, "brand": {"type": ["string", "null"]},
        "price": {"type": ["number", "null"]}, "weight": {"type": ["string", "null"]},
        "supportEmail": {"type": ["string", "null"]}, "url": {"type": "string"},
    }})
}

pub(crate) fn world() -> Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("page.html"), PAGE)?;
    std::fs::write(folder.path().join("schema.json"), schema().to_string())?;
    Ok(folder)
}

/// The arguments that draft the page of [`world`].
fn of_lamp<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let url = ["--url", "https://shop.example/lamp"];
    drafting("page.html", &[&url, more].concat())
}

#[test]
fn the_printed_shape() -> Result<()> {
    let folder = world()?;
    let said = run(folder.path(), &of_lamp(&["--json"]), "")?;
    said.check(0, &[]);
    let told = &said.lines()?[0];
    let keys: Vec<&String> = told
        .as_object()
        .into_iter()
        .flat_map(|map| map.keys())
        .collect();
    let shape = [
        "class",
        "url",
        "row",
        "receipts",
        "reasons",
        "dropped",
        "conflicts",
        "leftovers",
    ];
    assert_eq!(keys, shape);
    assert_eq!(told["class"], "content");
    let row = json!({"name": "Lamp", "brand": "Acme", "price": null, "weight": null,
        "supportEmail": null, "url": "https://shop.example/lamp"});
    assert_eq!(told["row"], row);
    let brand = json!({"source": "label", "path": "Brand", "quote": "Acme"});
    assert_eq!(told["receipts"]["/brand"], brand);
    assert_eq!(told["reasons"]["/weight"], "not_stated");
    assert_eq!(told["reasons"]["/price"], "conflict");
    assert_eq!(told["conflicts"][0]["pointer"], "/price");
    assert_eq!(told["dropped"]["hidden"], 1);
    assert_eq!(told["dropped"]["script"], 2);
    let left = json!({"key": "Colour", "value": "red"});
    assert!(
        told["leftovers"]
            .as_array()
            .is_some_and(|all| all.contains(&left)),
        "{told}"
    );
    Ok(())
}

#[test]
fn the_texts_of_a_page_are_all_accounted_for() -> Result<()> {
    let folder = world()?;
    let said = run(folder.path(), &of_lamp(&["--json", "--explain"]), "")?;
    let told = &said.lines()?[0];
    let dropped = told["dropped"]
        .as_object()
        .into_iter()
        .flat_map(|map| map.values());
    let dropped: u64 = dropped.filter_map(Value::as_u64).sum();
    let kept = told["texts"]["kept"].as_u64();
    assert_eq!(
        kept.map(|kept| kept + dropped),
        told["texts"]["seen"].as_u64(),
        "{told}"
    );
    assert!(
        told["why"]["/price"]
            .as_str()
            .is_some_and(|why| why.contains("several"))
    );
    Ok(())
}

#[test]
fn for_people() -> Result<()> {
    let folder = world()?;
    let said = run(folder.path(), &of_lamp(&[]), "")?;
    said.check(0, &[]);
    let row: Value = serde_json::from_str(&said.out)?;
    assert_eq!(row["brand"], "Acme");
    let said = run(folder.path(), &of_lamp(&["--explain"]), "")?;
    said.check(
        0,
        &[
            "brand: \"Acme\"",
            "label Brand",
            "weight: empty: not stated",
            "left over: Colour: red",
        ],
    );
    let wall = "<title>Just a moment...</title><p>Checking your browser";
    std::fs::write(folder.path().join("page.html"), wall)?;
    run(folder.path(), &of_lamp(&[]), "")?.check(3, &["challenge"]);
    std::fs::write(folder.path().join("page.html"), "")?;
    run(folder.path(), &of_lamp(&[]), "")?.check(3, &["shows nothing"]);
    let other = "<p>Nothing of what is asked for.</p>";
    std::fs::write(folder.path().join("page.html"), other)?;
    let said = run(folder.path(), &of_lamp(&["--json"]), "")?;
    said.check(3, &["no field of the schema", "--explain"]);
    assert_eq!(said.lines()?[0]["class"], "content");
    Ok(())
}

#[test]
fn the_row_of_a_job_and_the_words_of_its_list() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
    file("page.html", "<h1>Lamp</h1><p>A lamp like no other one.</p>")?;
    let schema = json!({"type": "object", "properties": {
        "shop": {"type": ["string", "null"]},
        "lamps": {"type": "array", "items": {"type": "object", "properties": {
            "name": {"type": "string"}, "state": {"enum": ["InStock", "OutOfStock", null]}}}},
    }});
    file("schema.json", &schema.to_string())?;
    file(
        "job.yaml",
        "name: lamps\nstart: [https://shop.example/]\nschema: schema.json\n",
    )?;
    let url = ["--url", "https://shop.example/lamp", "--json"];
    // A job of one page: its schema is that of the row, whose own page has an address.
    let row = json!({"type": "object", "properties": {
        "name": {"type": "string"}, "url": {"type": ["string", "null"]}}});
    file("row.json", &row.to_string())?;
    file(
        "one.yaml",
        "name: lamp\nstart: [https://shop.example/lamp]\nschema: row.json\n",
    )?;
    let said = run(
        folder.path(),
        &[&["draft", "page.html", "--job", "one.yaml"], &url[..]].concat(),
        "",
    )?;
    let expect = json!({"name": "Lamp", "url": "https://shop.example/lamp"});
    assert_eq!(said.lines()?[0]["row"], expect, "{said:?}");
    for source in [["--schema", "schema.json"], ["--job", "job.yaml"]] {
        let said = run(
            folder.path(),
            &[&["draft", "page.html"], &source[..], &url].concat(),
            "",
        )?;
        assert_eq!(
            said.lines()?[0]["row"],
            json!({"name": "Lamp", "state": null}),
            "{said:?}"
        );
    }
    let whole = drafting("page.html", &[&["--whole"], &url[..]].concat());
    let said = run(folder.path(), &whole, "")?;
    assert!(said.lines()?[0]["row"].get("lamps").is_some(), "{said:?}");
    Ok(())
}

#[test]
fn what_is_refused() -> Result<()> {
    let folder = world()?;
    let bad = json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/none"}}});
    std::fs::write(folder.path().join("bad.json"), bad.to_string())?;
    let check = |args: &[&str], code: i32, words: &[&str]| -> Result<()> {
        run(folder.path(), args, "")?.check(code, words);
        Ok(())
    };
    check(
        &["draft", "page.html", "--schema", "bad.json"],
        5,
        &["/properties/a"],
    )?;
    check(&["draft", "page.html"], 2, &["--schema"])?;
    check(&drafting("none.html", &[]), 2, &["none.html"])?;
    check(
        &["draft", "page.html", "--schema", "none.json"],
        2,
        &["none.json"],
    )?;
    check(&drafting("page.html", &[]), 2, &["--url"])?;
    check(&drafting("page.html", &["--url", "lamp"]), 2, &["absolute"])?;
    Ok(())
}
