//! `windrow admin verify` on a run folder: sound as it was left, and named when it was tampered with.

use anyhow::Result;
use common::store::{FileStore, ShardStore};
use domain::answer::commit::Commit;
use domain::ids::JobId;
use serde_json::{Value, json};

use super::{Copy, Ran, Said};

impl Copy {
    fn verify(&self, args: &[&str]) -> Result<Said> {
        let mut all = vec!["admin", "verify", "run"];
        all.extend(args);
        self.windrow(&all)
    }
}

/// Adds to cells behind the back of the rules.
async fn tamper(copy: &Copy, adds: &[(&str, i64)]) -> Result<()> {
    let job: Value = serde_json::from_slice(&std::fs::read(copy.path().join("job.json"))?)?;
    let name = job["job"]["name"].as_str().unwrap_or_default().to_owned();
    let store = FileStore::open(copy.path().join("store/answer.redb")).await?;
    let adds = adds.iter().map(|(cell, n)| ((*cell).to_owned(), *n));
    let commit = Commit {
        adds: adds.collect(),
        ..Commit::default()
    };
    store.commit(&JobId(name), commit).await?;
    Ok(())
}

#[tokio::test]
async fn counters_that_were_tampered_with_are_named() -> Result<()> {
    let copy = Ran::Delivered.copy().await?;
    let sound = copy.verify(&[])?;
    assert_eq!(sound.code, Some(0), "{sound:?}");
    assert!(sound.out.starts_with("0 of "), "{sound:?}");
    let rows = copy.verify(&["--json"])?.json()?;
    assert_eq!(rows["ok"], true);
    assert!(rows["records"].as_u64() > Some(20), "{rows}");

    tamper(&copy, &[("rows", -1), ("stubs", 2)]).await?;
    let drifted = copy.verify(&[])?;
    assert_eq!(drifted.code, Some(4), "{drifted:?}");
    let lines: Vec<&str> = drifted.out.lines().collect();
    assert_eq!(lines.len(), 3, "{drifted:?}");
    assert!(lines[0].starts_with("rows: stored "), "{drifted:?}");
    assert_eq!(lines[1], "stubs: stored 2, recounted 0");
    let told = copy.verify(&["--json"])?;
    assert_eq!(told.code, Some(4), "{told:?}");
    let told = told.json()?;
    assert_eq!(told["ok"], false);
    let stubs = json!({"cell": "stubs", "stored": 2, "recounted": 0});
    assert_eq!(told["drift"][1], stubs);

    tamper(&copy, &[("rows", 1), ("stubs", -2)]).await?;
    assert_eq!(copy.verify(&[])?.code, Some(0));
    Ok(())
}
