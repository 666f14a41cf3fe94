//! Every bad end of `run` on two workers: the same exit code, and words that a person can act on.

use anyhow::Result;
use fleet_tests::endings::Ending;
use fleet_tests::fleet::{Broker, Fleet};
use fleet_tests::site::Scenario;

#[tokio::test(flavor = "multi_thread")]
async fn every_ending_on_two_workers() -> Result<()> {
    let mut fleet = Fleet::start(Broker::shared(), 2).await?;
    let folder = tempfile::tempdir()?;
    let mut ends = Vec::new();
    for ending in Ending::ALL {
        let case = ending.case(&fleet.site.origin())?;
        let place = folder.path().join(ending.name());
        std::fs::create_dir(&place)?;
        std::fs::write(place.join("job.yaml"), &case.job)?;
        std::fs::write(place.join("schema.json"), &case.schema)?;
        let job = place.join("job.yaml").display().to_string();
        let answer = place.join("answer.json").display().to_string();
        let words = ["submit", &job, "--watch", "--output", &answer];
        let end = fleet.spawn(&words, &[])?;
        ends.push((case, answer, end));
    }
    for (case, answer, end) in ends {
        let said = fleet.said(end)?;
        case.check(said.code, &said.whole());
        if let Some(expect) = &case.answer {
            let answer: serde_json::Value =
                serde_json::from_str(&std::fs::read_to_string(answer)?)?;
            assert_eq!(answer, *expect, "{}", said.whole());
        }
    }
    let told = fleet.client()?.jobs(None, None).await?;
    let ids: Vec<_> = told.jobs.iter().map(|job| job.id.as_str()).collect();
    fleet.at_rest(&ids).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_special_address_needs_a_word_from_both_sides() -> Result<()> {
    let closed = ("WINDROW__BROWSER__ALLOW_RANGES", "");
    let mut fleet = Fleet::of_services(Broker::shared()).await?;
    fleet.add_coordinator(&[closed]).await?;
    fleet.serves().await;
    let folder = tempfile::tempdir()?;
    Scenario::JobBoard.write(folder.path(), &fleet.site.origin())?;
    let job = folder.path().join("job.yaml").display().to_string();
    let own = fleet.windrow(&["submit", &job], &[closed])?;
    own.check(5, &["--allow-range", "/start/0"]);
    let theirs = fleet.windrow(&["submit", &job], &[])?;
    theirs.check(5, &["browser.allow_ranges", "/start/0"]);
    assert!(fleet.client()?.jobs(None, None).await?.jobs.is_empty());
    fleet.end().await
}
