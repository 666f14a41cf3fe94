//! `replay` and `page`: a run's kept pages, drafted and shown again without any reading.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::{Copy, Ran};

fn changes(told: &Value) -> Vec<&Value> {
    let rows = told["changed"].as_array().into_iter().flatten();
    rows.flat_map(|row| row["changes"].as_array().into_iter().flatten())
        .collect()
}

fn count(told: &Value, key: &str) -> usize {
    told[key].as_array().map_or(0, Vec::len)
}

/// The schema of the run with one row field more or other.
fn other_schema(run: &Copy, change: impl FnOnce(&mut Value)) -> Result<()> {
    let mut schema = run.json("job.json")?["job"]["schema"].clone();
    change(&mut schema["properties"]["jobs"]["items"]);
    run.write("other.json", &schema.to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_rules_give_the_same_rows() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let (output, rows) = (run.text("output.json")?, run.text("rows.ndjson")?);
    let first = run.verb("replay", &["--json"])?;
    first.check(0, &[]);
    let told = first.json()?;
    assert_eq!(told["same"], 23, "{told}");
    for key in ["added", "removed", "changed", "missing"] {
        assert_eq!(count(&told, key), 0, "{told}");
    }
    assert_eq!(run.verb("replay", &["--json"])?.out, first.out);
    assert_eq!(
        (run.text("output.json")?, run.text("rows.ndjson")?),
        (output, rows)
    );
    run.verb("replay", &[])?
        .check(0, &["0 rows added, 0 removed, 0 changed, 23 the same"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn another_schema_shows_what_it_would_change() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let output = run.text("output.json")?;
    other_schema(&run, |item| {
        item["properties"]["salary"] = json!({"type": ["number", "null"]});
    })?;
    let told = run
        .verb("replay", &["--schema", "other.json", "--json"])?
        .json()?;
    let changes = changes(&told);
    assert!(!changes.is_empty(), "{told}");
    for change in changes {
        assert_eq!(change["pointer"], "/salary", "{told}");
        assert!(change["old"].is_string(), "{told}");
        assert_eq!(change["old_receipt"]["quote"], change["old"], "{told}");
        let sourced = change["new"].is_null() != change["new_receipt"].is_object();
        assert!(sourced, "{told}");
    }
    other_schema(&run, |item| {
        item["properties"]["title"] = json!({"$ref": "#/none"});
    })?;
    run.verb("replay", &["--schema", "other.json"])?
        .check(5, &["#/none"]);
    assert_eq!(run.text("output.json")?, output);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn edits_show_and_are_undone_only_when_asked() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let company = run.value(1, "company")?;
    run.verb("update", &["--row", "1", "company=Nobody"])?
        .check(0, &[]);
    run.verb("remove", &["--row", "3", "--reason", "twice"])?
        .check(0, &[]);
    let told = run.verb("replay", &["--json"])?.json()?;
    let shown = changes(&told);
    assert_eq!(shown.len(), 1, "{told}");
    assert_eq!(shown[0]["old"], "Nobody");
    assert_eq!(shown[0]["old_receipt"]["source"], "operator");
    assert_eq!(shown[0]["new"], company);
    assert_eq!(count(&told, "added"), 1, "{told}");
    assert_eq!(run.value(1, "company")?, "Nobody");
    run.verb("replay", &["--apply", "--json"])?.check(0, &[]);
    assert_eq!(run.value(1, "company")?, company);
    let told = run.verb("replay", &["--json"])?.json()?;
    assert_eq!(
        (told["same"].as_u64(), count(&told, "changed")),
        (Some(23), 0),
        "{told}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_answers_own_fields_are_drafted_again_from_the_list_pages() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let board = run.json("output.json")?["board"].clone();
    assert!(board.is_string());
    let told = run.verb("replay", &["--json"])?.json()?;
    assert!(told["lists"].as_u64() >= Some(2), "{told}");
    assert_eq!(count(&told, "fields"), 0, "{told}");
    run.verb("set", &["board=Another Board"])?.check(0, &[]);
    let told = run.verb("replay", &["--json"])?.json()?;
    assert_eq!(count(&told, "fields"), 1, "{told}");
    let change = &told["fields"][0];
    assert_eq!(change["pointer"], "/board");
    assert_eq!(change["old"], "Another Board");
    assert_eq!(change["old_receipt"]["source"], "operator");
    assert_eq!(change["new"], board);
    assert!(change["new_receipt"]["page"].is_string(), "{told}");
    run.verb("replay", &[])?
        .check(0, &["/board", "1 of the answer's own fields changed"]);
    assert_eq!(run.json("output.json")?["board"], "Another Board");
    run.verb("replay", &["--apply"])?.check(0, &[]);
    assert_eq!(run.json("output.json")?["board"], board);
    let told = run.verb("replay", &["--json"])?.json()?;
    assert_eq!(count(&told, "fields"), 0, "{told}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn fields_are_compared_only_where_every_list_page_is_kept() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    run.verb("set", &["board=Another Board"])?.check(0, &[]);
    let lines = run.text("pages.ndjson")?;
    let lists: Vec<Value> = lines
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    let second = lists.iter().find(|line| line["list"] == 1);
    let second = second.context("a second list page")?;
    let name = second["snapshot"].as_str().context("a name")?;
    let place = format!("archive/snapshots/{}/{name}.json.z", &name[..2]);
    std::fs::remove_file(run.path().join(place))?;
    let told = run.verb("replay", &["--json"])?;
    told.check(3, &[]);
    let told = told.json()?;
    assert_eq!(told["missing"], json!([second["url"]]), "{told}");
    assert_eq!(count(&told, "fields"), 0, "{told}");
    assert_eq!(told["same"], 23, "{told}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_that_are_not_kept_or_were_damaged() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let line = run.text("pages.ndjson")?;
    let detail = |line: &Value| line.get("list").is_none();
    let mut lines = line
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    let line = lines.find(detail).context("a detail page's line")?;
    let name = line["snapshot"].as_str().context("a name")?;
    let place = run
        .path()
        .join(format!("archive/snapshots/{}/{name}.json.z", &name[..2]));
    std::fs::write(&place, "damaged")?;
    run.verb("replay", &[])?.check(4, &["damaged", name]);
    std::fs::remove_file(&place)?;
    let url = line["url"].as_str().context("an address")?;
    let told = run.verb("replay", &["--json"])?;
    told.check(3, &[]);
    assert_eq!(told.json()?["missing"], json!([url]));
    assert_eq!(count(&told.json()?, "removed"), 0);
    std::fs::remove_dir_all(run.path().join("archive"))?;
    run.verb("replay", &[])?
        .check(3, &["0 pages drafted again", "not in the archive"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_shown_as_it_was_read() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let row = run.json("output.json")?["jobs"][2].clone();
    let url = row["job_url"].as_str().context("an address")?;
    let title = row["title"].as_str().context("a title")?;
    let shown = run.verb("page", &[url])?;
    shown.check(
        0,
        &[
            "class: content, status 200",
            "title: ",
            &format!("\n# {title}\n"),
        ],
    );
    let told = run.verb("page", &[url, "--json"])?.json()?;
    assert_eq!(told["class"], "content");
    assert!(told["ms"].is_u64() && told["read_at"].is_u64());
    assert!(
        told["view"]
            .as_str()
            .is_some_and(|view| view.contains(title)),
        "{told}"
    );
    let links = run.verb("page", &[url, "--links"])?;
    links.check(0, &["[Apply for this position]("]);
    let html = run.verb("page", &[url, "--html"])?;
    html.check(0, &["<!DOCTYPE html>", &format!("<h1>{title}</h1>")]);
    run.verb("page", &["https://a.example/none"])?
        .check(2, &["keeps no page", "pages.ndjson"]);
    std::fs::remove_dir_all(run.path().join("archive"))?;
    run.verb("page", &[url])?.check(0, &[title]);
    run.verb("page", &[url, "--html"])?.check(3, &["not kept"]);
    Ok(())
}
