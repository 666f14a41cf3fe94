//! `rows`, `coverage`, `explain`, `diff`, and folders that cannot be opened.

use std::fs::File;

use anyhow::Result;
use serde_json::json;

use super::Ran;

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_shown_in_windows() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let all = run.verb("rows", &["--ndjson"])?;
    all.check(0, &[]);
    assert_eq!(all.out, run.text("rows.ndjson")?);
    let long = "word ".repeat(60);
    run.verb("update", &["--row", "0", &format!("salary={long}")])?
        .check(0, &[]);
    run.verb("rows", &["--limit", "1"])?
        .check(0, &["\"salary\":{\"$elided\":299}"]);
    for args in [
        &["--limit", "1", "--fields", "salary"][..],
        &["--limit", "1", "--ndjson"],
    ] {
        run.verb("rows", args)?.check(0, &[long.trim()]);
    }
    let some = run.verb(
        "rows",
        &["--offset", "2", "--limit", "2", "--fields", "title"],
    )?;
    some.check(0, &["2 to 4 of 23 rows"]);
    assert_eq!(
        some.out,
        "2\t{\"title\":\"Night Baker\"}\n3\t{\"title\":\"Archive Cataloguer\"}\n"
    );
    let one = run.verb("rows", &["--index", "2", "--json"])?.json()?;
    assert_eq!(one["rows"][0], run.json("output.json")?["jobs"][2]);
    assert_eq!(one["total"], 23);
    run.verb("rows", &["--index", "23"])?
        .check(3, &["the answer has 23"]);
    run.verb("rows", &["--index", "1", "--limit", "2"])?
        .check(2, &[]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn coverage_names_each_field_once() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    run.verb("coverage", &[])?.check(
        0,
        &[
            "23 rows",
            "seniority",
            "15/23",
            "absent: visa_sponsorship",
            "24 pages read",
        ],
    );
    let told = run.verb("coverage", &["--json"])?.json()?;
    assert_eq!(told["items"], 23);
    assert_eq!(told["marked_absent"], json!(["visa_sponsorship"]));
    assert_eq!(told["marks"]["row/visa_sponsorship"]["by"], "coordinator");
    assert_eq!(told["gaps"]["deficiencies"], json!([]));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_value_has_a_receipt_and_every_empty_field_a_reason() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    run.verb("explain", &["--row", "2"])?.check(
        0,
        &[
            "/jobs/4103-night-baker (read)",
            "label Salary on http://",
            "\"€17.50 per hour\"",
            "seniority: empty: not stated",
            "absent on all rows",
        ],
    );
    for row in 0..23 {
        let told = run
            .verb("explain", &["--row", &row.to_string(), "--json"])?
            .json()?;
        let fields = told["fields"].as_array().cloned().unwrap_or_default();
        assert_eq!(fields.len(), 11, "{told}");
        for field in fields {
            let receipts = field["receipts"].as_array().map_or(0, Vec::len);
            let empty = field["value"].is_null();
            assert_eq!(receipts == 0, empty, "row {row}: {field}");
            assert_eq!(field["why"].is_null(), !empty, "row {row}: {field}");
        }
    }
    let one = run
        .verb("explain", &["--row", "2", "--field", "salary", "--json"])?
        .json()?;
    assert_eq!(one["fields"][0]["receipts"][0][1]["source"], "label");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_difference_names_rows_by_their_address_and_fields_before_and_after() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let other = Ran::Delivered.copy().await?;
    let path = other.path();
    let path = path.to_str().unwrap_or_default();
    run.verb("diff", &[path])?
        .check(0, &["0 added, 0 removed, 0 changed, 23 the same"]);
    let gone = other.value(0, "job_url")?;
    other
        .verb("remove", &["--row", "0", "--reason", "sold"])?
        .check(0, &[]);
    other
        .verb("update", &["--row", "1", "salary=on request"])?
        .check(0, &[]);
    other.verb("set", &["board=Other"])?.check(0, &[]);
    let changed = other.value(1, "job_url")?;
    let told = run.verb("diff", &[path, "--json"])?.json()?;
    assert_eq!(told["added"], json!([]));
    assert_eq!(told["removed"][0]["url"], gone);
    assert_eq!(told["changed"][0]["url"], changed);
    assert_eq!(told["changed"][0]["fields"]["salary"][1], "on request");
    assert_eq!(told["fields"]["board"], json!(["Larkfold Jobs", "Other"]));
    assert_eq!(told["same"], 21);
    run.verb("diff", &[path])?.check(
        0,
        &[
            "1 removed, 1 changed, 21 the same",
            "-> \"on request\"",
            "~ board",
        ],
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_found_by_its_jobs_name() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    std::fs::create_dir(run.folder.path().join("kept"))?;
    std::fs::rename(run.path(), run.folder.path().join("kept/sample-jobs"))?;
    run.write("windrow.toml", "[run]\nout = \"kept\"\n")?;
    run.windrow(&["coverage", "sample-jobs"])?
        .check(0, &["23 rows"]);
    run.windrow(&["coverage", "sample-job"])?
        .check(2, &["there is no run sample-job", "kept/sample-job"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_no_run_or_is_taken_is_not_opened() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let empty = run.folder.path().join("empty");
    std::fs::create_dir(&empty)?;
    for verb in ["coverage", "rows", "done"] {
        run.windrow(&[verb, "empty"])?
            .check(2, &["holds no run", "job.json"]);
    }
    assert_eq!(std::fs::read_dir(&empty)?.count(), 0, "nothing is written");

    let lock = File::create(run.path().join(".lock"))?;
    lock.lock()?;
    run.verb("set", &["board=x"])?
        .check(4, &["another windrow works on"]);
    run.verb("coverage", &[])?
        .check(4, &["another windrow works on"]);
    drop(lock);
    run.verb("coverage", &[])?.check(0, &[]);

    std::fs::write(run.path().join("store/answer.redb"), "not a store")?;
    run.verb("coverage", &[])?.check(4, &["answer.redb"]);
    Ok(())
}
