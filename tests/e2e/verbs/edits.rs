//! `set`, `update`, `remove` and `absent`: the rules of every other write, and files that follow.

use anyhow::Result;
use serde_json::json;

use super::Ran;

/// Row 3's page states Mid-level.
const ROW: [&str; 2] = ["--row", "3"];

#[tokio::test(flavor = "multi_thread")]
async fn what_the_rows_page_does_not_state_is_refused_and_changes_nothing() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let before = run.text("output.json")?;
    let said = run.verb("update", &[&ROW[..], &["seniority=Senior"]].concat())?;
    said.check(
        3,
        &[
            "enum_not_evidenced",
            "/seniority",
            "other pages do",
            "allowed: \"Mid-level\"",
            "Leave it null",
            "evidence: job",
            "23 rows",
        ],
    );
    assert_eq!(run.text("output.json")?, before);

    let said = run.verb(
        "update",
        &[&ROW[..], &["seniority=Senior", "--json"]].concat(),
    )?;
    said.check(3, &[]);
    let told = said.json()?;
    assert_eq!(told["ok"], false);
    let refusal = &told["results"][0];
    assert_eq!(refusal["code"], "enum_not_evidenced");
    assert_eq!(refusal["pointer"], "/seniority");
    assert_eq!(refusal["got"], "Senior");
    assert_eq!(refusal["allowed"], json!(["Mid-level"]));
    assert_eq!(told["coverage"]["items"], 23);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_rows_page_states_is_accepted_with_the_pages_words() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let clear = run.verb("update", &[&ROW[..], &["seniority=null"]].concat())?;
    clear.check(0, &["23 rows"]);
    assert_eq!(run.value(3, "seniority")?, json!(null));
    let why = run.verb("explain", &[&ROW[..], &["--field", "seniority"]].concat())?;
    why.check(0, &["seniority: empty: an edit took out"]);

    let set = run.verb("update", &[&ROW[..], &["seniority=mid-level"]].concat())?;
    set.check(0, &["23 rows"]);
    assert_eq!(run.value(3, "seniority")?, "Mid-level");
    let receipt = &run.json("receipts.json")?[3]["receipts"]["/seniority"];
    assert_eq!(receipt["source"], "operator");
    assert_eq!(receipt["quote"], "Mid-level");
    assert!(
        run.text("rows.csv")?
            .lines()
            .nth(4)
            .is_some_and(|line| line.contains("Mid-level"))
    );
    let events = run.text("events.ndjson")?;
    assert!(events.contains("\"op\":\"update_item\""), "{events}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_that_is_there_already_keeps_the_pages_receipt() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let receipts = run.json("receipts.json")?;
    let same = run.verb("update", &[&ROW[..], &["seniority=MID-LEVEL"]].concat())?;
    same.check(0, &[]);
    assert_eq!(run.json("receipts.json")?, receipts);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_is_named_by_its_address_too() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let url = run.value(5, "job_url")?;
    let url = url.as_str().unwrap_or_default();
    run.verb(
        "update",
        &["--row", url, "salary=by the hour", "reference=007"],
    )?
    .check(0, &[]);
    assert_eq!(run.value(5, "salary")?, "by the hour");
    assert_eq!(run.value(5, "reference")?, "007");
    Ok(())
}

/// Verb, arguments, and what the refusal says.
const REFUSED: [(&str, &str, &str); 19] = [
    ("update", "--row 23 title=x", "index_out_of_range"),
    ("update", "--row 23 title=x", "0 to 22"),
    ("update", "--row -1 title=x", "index_out_of_range"),
    (
        "update",
        "--row http://a.test/ title=x",
        "index_out_of_range",
    ),
    ("update", "--row one title=x", "index_not_integer"),
    ("update", "--row 1 tilte=x", "unknown_key at /tilte"),
    ("update", "--row 1 title=null", "type_mismatch at /title"),
    (
        "update",
        "--row 1 date_posted=today",
        "constraint at /date_posted",
    ),
    ("update", "--row 1 seniority=Boss", "\"Lead\""),
    ("set", "totl=3", "unknown_field"),
    ("set", "total_positions=many", "\"integer\""),
    ("set", "jobs=[]", "is_answer_list"),
    ("explain", "--row 23", "index_out_of_range"),
    ("explain", "--row 1 --field tilte", "unknown_field"),
    ("explain", "--row 1 --field tilte", "allowed: \"job_url\""),
    ("rows", "--fields title,tilte", "unknown_field"),
    ("rows", "--fields title,tilte", "allowed: \"job_url\""),
    ("absent", "shoes --reason looked", "unknown_field"),
    ("absent", "salary --reason looked", "already_settled"),
];

#[tokio::test(flavor = "multi_thread")]
async fn rows_and_fields_that_are_not_there_are_refused() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let before = run.text("output.json")?;
    for (verb, args, word) in REFUSED {
        let args: Vec<&str> = args.split(' ').collect();
        run.verb(verb, &args)?.check(3, &[word, "refused: "]);
    }
    let blank = ["visa_sponsorship", "--reason", " "];
    run.verb("absent", &blank)?.check(3, &["reason_missing"]);
    assert_eq!(run.text("output.json")?, before);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn top_level_fields_are_set_and_cleared() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    run.verb("set", &["total_positions=25", "board=Larks = Jobs"])?
        .check(0, &["23 rows"]);
    let output = run.json("output.json")?;
    assert_eq!(output["total_positions"], 25);
    assert_eq!(output["board"], "Larks = Jobs");
    run.verb("set", &["board=null"])?.check(0, &["1 not set"]);
    assert_eq!(run.json("output.json")?["board"], json!(null));
    assert_eq!(run.json("report.json")?["complete"], false);
    // One that is refused does not keep the other out.
    run.verb("set", &["updated=soon", "board=Larkfold"])?
        .check(3, &["/updated"]);
    assert_eq!(run.json("output.json")?["board"], "Larkfold");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_removed_all_or_none() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let last = run.value(22, "title")?;
    run.verb("remove", &["--row", "1", "99", "--reason", "twice"])?
        .check(3, &["index_out_of_range"]);
    assert_eq!(run.json("report.json")?["rows"], 23);
    run.verb("remove", &["--row", "1", "4", "--reason", "twice"])?
        .check(0, &["21 rows"]);
    assert_eq!(run.json("report.json")?["rows"], 21);
    assert_eq!(run.text("rows.ndjson")?.lines().count(), 21);
    assert_eq!(run.value(20, "title")?, last);
    run.windrow(&["remove", "run", "--row", "1"])?
        .check(2, &["--reason"]);
    Ok(())
}
