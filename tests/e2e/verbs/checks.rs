//! `windrow check`: jobs and bare schemas, without any network.

use std::process::Command;

use anyhow::Result;
use fleet_tests::program::windrow;
use fleet_tests::site::Scenario;
use serde_json::json;
use tempfile::TempDir;

use super::{Said, said};

const JOB: &str = "name: x\nstart: [https://example.com/jobs]\nschema: schema.json\n";

struct Folder(TempDir);

impl Folder {
    fn with(schema: &str) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join("schema.json"), schema)?;
        Ok(Self(folder))
    }

    fn check(&self, file: &str, text: Option<&str>, args: &[&str]) -> Result<Said> {
        if let Some(text) = text {
            std::fs::write(self.0.path().join(file), text)?;
        }
        let mut command = Command::new(windrow()?);
        said(
            command
                .arg("check")
                .arg(file)
                .args(args)
                .current_dir(self.0.path()),
        )
    }
}

#[test]
fn a_job_and_its_bare_schema_have_the_same_fields() -> Result<()> {
    let folder = Folder::with(Scenario::JobBoard.schema())?;
    let job = folder.check("job.yaml", Some(JOB), &[])?;
    job.check(
        0,
        &[
            "/jobs/-/employment_type",
            "string|null",
            "FULL_TIME, PART_TIME",
            "a page must state it",
            "answer array: /jobs; own-page field: job_url",
            "ok: 14 fields",
        ],
    );
    let bare = folder.check("schema.json", None, &[])?;
    assert_eq!(bare.out, job.out);
    let told = folder.check("job.yaml", None, &["--json"])?.json()?;
    assert_eq!(told["ok"], true);
    assert_eq!(told["answer"], "/jobs");
    assert_eq!(told["own_field"], "job_url");
    assert_eq!(told["fields"].as_array().map(Vec::len), Some(14));
    let url = &told["fields"][3];
    assert_eq!(url["pointer"], "/jobs/-/job_url");
    assert_eq!(url["guard"], "url");
    assert_eq!(url["sources"], json!(["url"]));
    Ok(())
}

#[test]
fn what_cannot_be_honoured_is_refused_with_its_place() -> Result<()> {
    let schema = r##"{"type": "object", "properties": {"jobs": {"type": "array", "items": {
        "$ref": "#/$defs/Job"}}}}"##;
    let folder = Folder::with(schema)?;
    for file in ["schema.json", "job.yaml"] {
        let text = (file == "job.yaml").then_some(JOB);
        folder
            .check(file, text, &[])?
            .check(5, &["refused: /properties/jobs/items", "#/$defs/Job"]);
        let told = folder.check(file, None, &["--json"])?;
        told.check(5, &[]);
        let told = told.json()?;
        assert_eq!(told["ok"], false);
        assert_eq!(told["refusals"].as_array().map(Vec::len), Some(1), "{told}");
    }
    folder
        .check(
            "job.yaml",
            Some("name: x\nstrat: [https://example.com/]\n"),
            &[],
        )?
        .check(5, &["/strat", "did you mean"]);
    folder
        .check(
            "job.yaml",
            Some("name: x\nstart: [http://127.0.0.1/]\nschema: s.json\n"),
            &[],
        )?
        .check(5, &["--allow-range"]);
    folder
        .check("none.yaml", None, &[])?
        .check(2, &["none.yaml"]);
    let told = folder.check("none.yaml", None, &["--json"])?.json()?;
    assert_eq!((&told["ok"], &told["exit"]), (&json!(false), &json!(2)));
    Ok(())
}

#[test]
fn the_files_that_a_job_names_are_named() -> Result<()> {
    let folder = Folder::with("{\"type\":")?;
    let words = ["schema.json is not JSON", "line 1 column"];
    folder.check("job.yaml", Some(JOB), &[])?.check(5, &words);
    let folder = Folder::with(r#"{"type": "object", "properties": {"name": {"type": "string"}}}"#)?;
    let one = "answer array: none (`run` drafts one answer from the start pages";
    folder.check("job.yaml", Some(JOB), &[])?.check(0, &[one]);
    let pages = folder.0.path().join("pages.txt");
    std::fs::write(pages, "https://example.com/1\n\n# more\nnowhere\n")?;
    let job = "name: x\npages_file: pages.txt\nschema: schema.json\n";
    let words = ["/pages_file: ", "pages.txt, line 4: `nowhere`"];
    folder.check("job.yaml", Some(job), &[])?.check(5, &words);
    Ok(())
}

#[test]
fn remarks_are_made_without_refusing() -> Result<()> {
    let folder = Folder::with(
        r#"{"type": "object", "properties": {"boats": {"type": "array", "items": {
        "type": "object", "required": ["rig"], "properties": {"name": {"type": "string"},
        "rig": {"enum": ["SLOOP", "KETCH"]}}}}}}"#,
    )?;
    folder.check("schema.json", None, &[])?.check(
        0,
        &["warning: ", "no_own_page_field", "own-page field: none"],
    );
    Ok(())
}
