//! Bad input and bad worlds: each ends with a message a person can act on and its exit code.

use anyhow::Result;
use fleet_tests::program::Finished;
use fleet_tests::site::{Scenario, refusing_origin};

use crate::site::World;

const SCHEMA: &str = r#"{"type": "object", "properties": {"jobs": {"type": "array", "items": {
    "type": "object", "properties": {"title": {"type": "string"}, "url": {"type": "string"}}}}}}"#;

async fn run_with(job: &str, schema: &str) -> Result<(World, Finished)> {
    let world = World::of(Scenario::JobBoard).await?;
    let job = job.replace("SITE", &world.site.origin());
    world.write("job.yaml", &job)?;
    world.write("schema.json", schema)?;
    let run = world.finish().await?;
    Ok((world, run))
}

fn check(run: &Finished, code: i32, words: &[&str]) {
    let said = run.said();
    assert_eq!(run.code(), Some(code), "{said}");
    for word in words {
        assert!(said.contains(word), "{word:?} is not in:\n{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dangling_reference_is_refused_by_name() -> Result<()> {
    let schema = SCHEMA.replace(
        r#""title": {"type": "string"}"#,
        r##""title": {"$ref": "#/$defs/Title"}"##,
    );
    let (_world, run) = run_with(
        "name: x\nstart: [SITE/jobs]\nschema: schema.json\n",
        &schema,
    )
    .await?;
    check(
        &run,
        5,
        &["#/$defs/Title", "/properties/jobs/items/properties/title"],
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_misspelt_key_is_refused_with_a_suggestion() -> Result<()> {
    let job = "name: x\nstart: [SITE/jobs]\nschema: schema.json\nread: {timout: 5s}\n";
    let (_world, run) = run_with(job, SCHEMA).await?;
    check(&run, 5, &["/read/timout", "timeout"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_refuses_connections_fails() -> Result<()> {
    let origin = refusing_origin().await?;
    let job = format!("name: x\nstart: [{origin}/jobs]\nschema: schema.json\n");
    let (_world, run) = run_with(&job, SCHEMA).await?;
    check(&run, 4, &[origin.as_str(), "refused"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_special_address_needs_a_word_from_the_operator() -> Result<()> {
    let world = World::of(Scenario::JobBoard).await?;
    let mut run = world.run()?;
    let closed = std::process::Command::new(run.command().get_program())
        .args(["run".as_ref(), world.path("job.yaml").as_os_str()])
        .output()?;
    let said = String::from_utf8_lossy(&closed.stderr).into_owned();
    assert_eq!(closed.status.code(), Some(5), "{said}");
    assert!(said.contains("--allow-range"), "{said}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_without_detail_links_delivers_the_empty_shape_with_gaps() -> Result<()> {
    // A detail page is no list.
    let world = World::of(Scenario::JobBoard).await?;
    world.write("schema.json", SCHEMA)?;
    world.write(
        "job.yaml",
        &format!(
            "name: x\nstart: [{}/jobs]\nschema: schema.json\nlinks: {{href_contains: /no-such-thing/}}\n",
            world.site.origin()
        ),
    )?;
    let run = world.finish().await?;
    check(&run, 3, &["no detail links"]);
    assert_eq!(run.json("output.json")?, serde_json::json!({"jobs": []}));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_required_field_that_no_page_states_ends_with_gaps_and_names_it() -> Result<()> {
    let schema = SCHEMA.replace(
        r#""url": {"type": "string"}}"#,
        r#""url": {"type": "string"}, "shoeSize": {"type": "integer"}}, "required": ["shoeSize"]"#,
    );
    let (_world, run) = run_with(
        "name: x\nstart: [SITE/jobs]\nschema: schema.json\n",
        &schema,
    )
    .await?;
    check(&run, 3, &["shoeSize", "missing_required"]);
    assert_eq!(run.json("output.json")?, serde_json::json!({"jobs": []}));
    let drafts = run.text("rows_draft.ndjson")?;
    assert!(
        drafts.lines().count() > 20,
        "refused drafts are kept: {drafts}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_without_the_element_that_the_job_waits_for_are_not_read() -> Result<()> {
    let job = "name: x\npages: [SITE/jobs/4103-night-baker]\nschema: schema.json\n\
        read: {wait_for: .no-such-thing, timeout: 1s, attempts: 1}\n";
    let (_world, run) = run_with(job, SCHEMA).await?;
    check(&run, 3, &["read.wait_for", ".no-such-thing", "with gaps"]);
    assert_eq!(run.json("output.json")?, serde_json::json!({"jobs": []}));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_limit_leaves_out_is_named_and_is_no_complete_answer() -> Result<()> {
    let limits = [
        ("limits: {pages: 5}", "limits.pages: 5"),
        ("follow: {max_links: 4}", "follow.max_links: 4"),
        ("follow: {max_list_pages: 1}", "follow.max_list_pages: 1"),
    ];
    for (limit, named) in limits {
        let job = format!("name: x\nstart: [SITE/jobs]\nschema: schema.json\n{limit}\n");
        let (_world, run) = run_with(&job, SCHEMA).await?;
        check(&run, 3, &[named, "delivered with gaps"]);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_holds_a_run_is_not_overwritten_unasked() -> Result<()> {
    let world = World::of(Scenario::Catalogue).await?;
    std::fs::create_dir_all(world.out())?;
    std::fs::write(world.out().join("output.json"), "{}")?;
    let run = world.finish().await?;
    check(&run, 2, &["--replace"]);
    assert_eq!(run.text("output.json")?, "{}");
    Ok(())
}
