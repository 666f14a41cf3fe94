//! Schemas that describe a page and no rows, and fields that an operator maps: from the job file to the
//! delivered document.

use anyhow::Result;
use fleet_tests::program::Finished;
use fleet_tests::site::Scenario;
use serde_json::{Value, json};

use crate::site::World;

async fn run(job: &str, schema: &Value) -> Result<(String, Finished)> {
    let world = World::of(Scenario::JobBoard).await?;
    let origin = world.site.origin();
    world.write("job.yaml", &job.replace("SITE", &origin))?;
    world.write("schema.json", &schema.to_string())?;
    let run = world.finish().await?;
    // The folder is read before it goes with its world.
    let output = run.text("output.json").unwrap_or_default();
    Ok((output, run))
}

fn posting() -> Value {
    json!({"type": "object", "properties": {
        "title": {"type": ["string", "null"]}, "salary": {"type": ["string", "null"]},
        "reference": {"type": ["string", "null"]},
    }})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schema_without_rows_is_drafted_from_the_page_itself() -> Result<()> {
    let golden = Scenario::JobBoard.golden("http://sample.windrow.test")?;
    let wanted = golden["jobs"].as_array().into_iter().flatten().find(|job| {
        ["title", "salary", "reference"]
            .iter()
            .all(|field| job[field].is_string())
    });
    let wanted = wanted.cloned().unwrap_or_default();
    let url = wanted["job_url"].as_str().unwrap_or_default();
    let url = url.replace("http://sample.windrow.test", "SITE");
    for key in ["start", "pages"] {
        let job = format!("name: one\n{key}: ['{url}']\nschema: schema.json\n");
        let (output, ended) = run(&job, &posting()).await?;
        let said = ended.said();
        assert_eq!(ended.code(), Some(0), "{said}");
        assert!(
            said.contains("delivered complete") && !said.contains("no detail links"),
            "{said}"
        );
        let output: Value = serde_json::from_str(&output)?;
        for field in ["title", "salary", "reference"] {
            assert_eq!(output[field], wanted[field], "{key}: {output}");
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_without_a_field_ends_with_gaps_and_says_nothing_of_links() -> Result<()> {
    let mut schema = posting();
    schema["properties"]["parking"] = json!({"type": ["string", "null"]});
    let job = "name: one\nstart: [SITE/jobs]\nschema: schema.json\nabsence: manual\n";
    let (_, ended) = run(job, &schema).await?;
    let said = ended.said();
    assert_eq!(ended.code(), Some(3), "{said}");
    assert!(
        said.contains("with gaps") && !said.contains("no detail links"),
        "{said}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn mapped_fields_come_from_where_the_operator_says() -> Result<()> {
    let schema = json!({"type": "object", "properties": {
        "heading": {"type": ["string", "null"]},
        "jobs": {"type": "array", "items": {"type": "object", "properties": {
            "job_url": {"type": "string"}, "code": {"type": ["string", "null"]},
            "first_duty": {"type": ["string", "null"]},
        }}},
    }});
    let job = "name: mapped\nstart: [SITE/jobs]\nschema: schema.json\nfollow: {next: off}\n\
               map:\n  heading: {css: h1}\n  code: {label: [Reference, Ref.]}\n\
               \x20 first_duty: {css: 'article h2 + ul > li:first-child'}\n";
    let world = World::of(Scenario::JobBoard).await?;
    world.write("job.yaml", &job.replace("SITE", &world.site.origin()))?;
    world.write("schema.json", &schema.to_string())?;
    let ended = world.finish().await?;
    let output = ended.json("output.json")?;
    let golden = Scenario::JobBoard.golden(&world.site.origin())?;
    let rows = output["jobs"].as_array().cloned().unwrap_or_default();
    assert!(!rows.is_empty(), "{}", ended.said());
    assert!(output["heading"].is_string(), "{output}");
    for row in &rows {
        let known = golden["jobs"].as_array().into_iter().flatten();
        let known = known.clone().find(|job| job["job_url"] == row["job_url"]);
        assert_eq!(
            known.map(|job| &job["reference"]),
            Some(&row["code"]),
            "{row}"
        );
        assert!(row["first_duty"].is_string(), "{row}");
    }
    let receipts = ended.json("receipts.json")?;
    for row in receipts.as_array().into_iter().flatten() {
        assert_eq!(row["receipts"]["/code"]["source"], "selector", "{row}");
    }
    let bad = job
        .replace("css: h1", "css: 'h1['")
        .replace("SITE", &world.site.origin());
    world.write("job.yaml", &bad)?;
    let run = world.run()?.args(&["--replace"]);
    let refused = tokio::task::spawn_blocking(move || run.finish()).await??;
    assert_eq!(refused.code(), Some(5));
    assert!(
        refused.said().contains("/map/heading/css"),
        "{}",
        refused.said()
    );
    Ok(())
}
