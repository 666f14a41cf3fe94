//! A fleet's job drafted again from the archive that its programs kept, without any of them.

use anyhow::Result;
use fleet_tests::fleet::{Broker, Fleet};
use fleet_tests::site::Scenario;
use serde_json::Value;

fn count(told: &Value, key: &str) -> usize {
    told[key].as_array().map_or(0, Vec::len)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_is_replayed_from_its_archive() -> Result<()> {
    let mut fleet = Fleet::of_services(Broker::shared()).await?;
    let folder = tempfile::tempdir()?;
    let archive = format!("file:{}", folder.path().join("kept").display());
    let keeps = [("WINDROW__ARCHIVE__URL", archive.as_str())];
    fleet.add_coordinator(&keeps).await?;
    fleet.serves().await;
    fleet.add_worker(&[], &keeps).await?;
    let id = fleet.submit(Scenario::JobBoard, "")?;
    let status = fleet.ended(&id).await;
    let delivered = status.end.map_or(0, |end| end.rows);
    Scenario::JobBoard.write(folder.path(), &fleet.site.origin())?;
    let job = folder.path().join("job.yaml").display().to_string();
    let replay = ["replay", &id, "--archive", &archive];
    for job in [&[][..], &["--job", &job]] {
        let said = fleet.windrow(&[&replay[..], job, &["--json"]].concat(), &[])?;
        said.check(0, &[]);
        let told = said.json()?;
        assert!(delivered > 0, "{told}");
        assert_eq!(told["same"], delivered, "{told}");
        for key in ["added", "removed", "changed", "missing"] {
            assert_eq!(count(&told, key), 0, "{told}");
        }
    }
    // Another schema, and no job file.
    let other = folder.path().join("other.json");
    let text = std::fs::read_to_string(folder.path().join("schema.json"))?;
    let mut schema: Value = serde_json::from_str(&text)?;
    schema["properties"]["jobs"]["items"]["properties"]["salary"] =
        serde_json::json!({"type": ["number", "null"]});
    std::fs::write(&other, schema.to_string())?;
    let other = other.display().to_string();
    let said = fleet.windrow(
        &[&replay[..], &["--schema", &other, "--json"]].concat(),
        &[],
    )?;
    assert!(count(&said.json()?, "changed") > 0, "{said:?}");
    // An archive that keeps pages only asks for the rest.
    std::fs::remove_dir_all(folder.path().join("kept").join(&id).join("job"))?;
    // What cannot be replayed is told with what there is.
    let refused = |args: &[&str], words: &[&str]| -> Result<()> {
        fleet.windrow(args, &[])?.check(2, words);
        Ok(())
    };
    refused(&replay, &["--job", "--schema"])?;
    let with = ["--job", &job, "--archive"];
    let nobody = [&["replay", "nobody"], &with[..], &[&archive]].concat();
    refused(&nobody, &["nobody", &id])?;
    let nowhere = [&["replay", &id], &with[..], &["file:/no/such/folder"]].concat();
    refused(&nowhere, &["there is no folder /no/such/folder"])?;
    let strange = [&["replay", &id], &with[..], &["ftp://a"]].concat();
    refused(&strange, &["ftp://a", "file:DIR"])?;
    fleet.at_rest(&[&id]).await
}
