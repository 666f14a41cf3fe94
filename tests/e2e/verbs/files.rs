//! `apply` and `update --from`: many edits from a file, each for itself.

use anyhow::Result;
use serde_json::json;

use super::Ran;

#[tokio::test(flavor = "multi_thread")]
async fn updates_of_a_file_stand_each_for_itself() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let own = run.value(4, "job_url")?;
    let updates = [
        json!({"row": 0, "fields": {"salary": "zero"}}),
        json!({"row": 99, "fields": {"salary": "none"}}),
        json!({"index": "3", "fields": {"seniority": "Senior"}}),
        json!({"job_url": own, "salary": "four"}),
        json!({"fields": {"salary": "nobody's"}}),
        json!({"row": 5, "fields": {"salary": "five"}}),
    ];
    let lines: Vec<String> = updates.iter().map(ToString::to_string).collect();
    run.write("updates.ndjson", &lines.join("\n"))?;
    let said = run.verb("update", &["--from", "updates.ndjson", "--json"])?;
    said.check(3, &[]);
    let told = said.json()?;
    assert_eq!((&told["total"], &told["refused"]), (&json!(6), &json!(3)));
    let codes: Vec<_> = told["results"].as_array().into_iter().flatten().collect();
    assert_eq!(codes[1]["code"], "index_out_of_range");
    assert_eq!(codes[1]["about"], "entry 1 (row 99)");
    assert_eq!(codes[2]["code"], "enum_not_evidenced");
    assert_eq!(codes[4]["about"], "entry 4");
    for (row, salary) in [(0, "zero"), (4, "four"), (5, "five")] {
        assert_eq!(run.value(row, "salary")?, salary);
    }

    run.write(
        "updates.json",
        &serde_json::to_string_pretty(&updates[5..])?,
    )?;
    run.verb("update", &["--from", "updates.json"])?
        .check(0, &["23 rows"]);
    run.write("updates.json", "{\"row\": 1\n")?;
    run.verb("update", &["--from", "updates.json"])?
        .check(2, &["line 1", "nothing was changed"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn operations_of_a_file_are_applied_in_order() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let operations = [
        json!({"do": "update_item", "index": 1, "fields": {"salary": "one"}}),
        json!({"do": "remove_items", "indices": [0], "reason": "sold"}),
        json!({"do": "update_item", "index": 0, "fields": {"reference": "first now"}}),
        json!({"do": "set_field", "key": "board", "value": "Larks"}),
        json!({"do": "update_items", "updates": [
            {"index": 2, "fields": {"salary": "two"}}, {"index": 99, "fields": {}}]}),
        json!({"do": "mark_absent", "fields": ["salary"], "reason": "looked"}),
        json!({"do": "add_item", "item": {"job_url": "http://a.test/jobs/1", "title": "New"}}),
        json!({"do": "add_item", "item": {"job_url": "http://a.test/jobs/1", "title": "Newer"}}),
        json!({"do": "add_item", "item": {"job_url": "http://a.test/jobs/2", "title": "Odd",
            "seniority": "Lead"}}),
        json!({"do": "search_output", "query": "glaze"}),
    ];
    let lines: Vec<String> = operations.iter().map(ToString::to_string).collect();
    run.write("ops.ndjson", &lines.join("\n"))?;
    let said = run.verb("apply", &["ops.ndjson"])?;
    said.check(
        3,
        &[
            "index_out_of_range",
            "(line 5)",
            "already_settled",
            "(line 6)",
            "duplicate",
            "(line 8)",
            "enum_not_evidenced",
            "has not been read",
            "(line 9)",
            "Senior Glaze Chemist",
            "23 rows",
        ],
    );
    assert_eq!(run.value(0, "salary")?, "one");
    assert_eq!(run.value(0, "reference")?, "first now");
    assert_eq!(run.value(2, "salary")?, "two");
    assert_eq!(run.value(22, "title")?, "New");
    assert_eq!(run.json("output.json")?["board"], "Larks");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_with_a_line_that_is_no_operation_changes_nothing() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let before = run.text("output.json")?;
    run.write(
        "ops.ndjson",
        "{\"do\": \"set_field\", \"key\": \"board\", \"value\": \"x\"}\n{\"do\": \"undo\"}\n",
    )?;
    run.verb("apply", &["ops.ndjson"])?
        .check(2, &["line 2", "undo", "nothing was changed"]);
    assert_eq!(run.text("output.json")?, before);
    run.verb("apply", &["none.ndjson"])?
        .check(2, &["none.ndjson"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn drafts_are_loaded_again_without_changing_what_is_there() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let before = run.text("output.json")?;
    let receipts = run.text("receipts.json")?;
    run.write(
        "ops.ndjson",
        "{\"do\": \"add_items_from_file\", \"file\": \"run/rows_draft.ndjson\"}\n",
    )?;
    run.verb("apply", &["ops.ndjson"])?.check(0, &["23 rows"]);
    assert_eq!(run.text("output.json")?, before);
    assert_eq!(run.text("receipts.json")?, receipts);

    run.verb("update", &["--row", "0", "salary=mine", "seniority=null"])?
        .check(0, &[]);
    run.verb("remove", &["--row", "1", "--reason", "by mistake"])?
        .check(0, &["22 rows"]);
    run.verb("apply", &["ops.ndjson"])?.check(0, &["23 rows"]);
    assert_eq!(
        run.value(0, "salary")?,
        "mine",
        "an edit stands against a draft"
    );
    assert_eq!(
        run.value(0, "seniority")?,
        json!(null),
        "and so does taking out"
    );
    assert_eq!(
        run.value(1, "title")?,
        "Senior Glaze Chemist",
        "at its place again"
    );
    Ok(())
}
