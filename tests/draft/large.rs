//! Pages at the edge through the program: deep, large, one giant table. They end, and their rows hold.

use std::fmt::Write as _;

use anyhow::Result;
use serde_json::{Value, json};

use crate::{drafting, run};

const SCHEMA: &str = r#"{"type": "object", "properties": {"name": {"type": ["string", "null"]},
    "weight": {"type": ["string", "null"]}, "price": {"type": ["number", "null"]}}}"#;

fn row(html: &str) -> Result<Value> {
    Ok(told(html)?["row"].clone())
}

fn told(html: &str) -> Result<Value> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("schema.json"), SCHEMA)?;
    std::fs::write(folder.path().join("page.html"), html)?;
    let args = drafting("page.html", &["--url", "https://a.example/1", "--json"]);
    let said = run(folder.path(), &args, "")?;
    said.check(0, &[]);
    Ok(said.lines()?[0].clone())
}

fn own() -> Value {
    json!({"name": "Anvil", "weight": "9 kg", "price": 12.5})
}

const OWN: &str = "<title>Anvil</title><h1>Anvil</h1><dl><dt>Weight</dt><dd>9 kg</dd>\
    <dt>Price</dt><dd>12.50 EUR</dd></dl>";

#[test]
fn fifteen_hundred_levels() -> Result<()> {
    let levels = 1_500;
    let deep = format!(
        "<p>before{}words{}{OWN}",
        "<div>".repeat(levels),
        "</div>".repeat(levels)
    );
    assert_eq!(row(&deep)?, own());
    let within = format!("{}{OWN}", "<div>".repeat(levels));
    assert_eq!(row(&within)?, own());
    let inline = format!("{OWN}{}x", "<b><i>".repeat(levels));
    assert_eq!(row(&inline)?, own());
    let lists = format!("{OWN}{}x", "<ul><li>".repeat(levels));
    assert_eq!(row(&lists)?, own());
    let json = format!(
        "{OWN}<script type='application/ld+json'>{}1{}</script>",
        "{\"a\":[".repeat(levels),
        "]}".repeat(levels)
    );
    assert_eq!(row(&json)?, own());
    Ok(())
}

#[test]
fn twenty_megabytes() -> Result<()> {
    let mut html = String::from(OWN);
    let mut number = 0;
    while html.len() < 20 << 20 {
        number += 1;
        write!(
            html,
            "<div class=c{number}><h3>Part {number}</h3><p>Some <b>words</b> of part {number} and"
        )?;
        html.push_str(&" more of them".repeat(40));
        html.push_str("</p></div>\n");
    }
    assert_eq!(row(&html)?, own());
    Ok(())
}

#[test]
fn one_giant_table() -> Result<()> {
    let mut html = format!("{OWN}<table><tr><th>Key<th>Value<th>More");
    for number in 0..20_000 {
        write!(
            html,
            "<tr><td>key {number}<td>value {number}<td>more {number}"
        )?;
    }
    assert_eq!(row(&html)?, own());
    // One row of many cells, and spans that claim the world.
    let wide = format!("{OWN}<table><tr>{}</table>", "<td>x".repeat(20_000));
    assert_eq!(row(&wide)?, own());
    // What is left off of a table is counted, and no field is told as not stated.
    let name = "<title>Anvil</title><h1>Anvil</h1>";
    let rows = "<tr><td>key<td>value".repeat(10_001);
    let last = "<tr><td>Weight<td>9 kg";
    let told = told(&format!("{name}<table>{rows}{last}</table>"))?;
    assert_eq!(told["row"]["name"], "Anvil");
    assert_eq!(told["dropped"]["cut"], 4, "{}", told["dropped"]);
    assert_eq!(told["reasons"]["/price"], "dropped", "{}", told["reasons"]);
    let spans = "<tr><td colspan=1000 rowspan=65534>x".repeat(500);
    assert_eq!(row(&format!("{OWN}<table>{spans}</table>"))?, own());
    Ok(())
}
