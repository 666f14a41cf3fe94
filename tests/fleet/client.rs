//! The client verbs as a person, a pipe and a program see them, and what they say when the coordinator
//! cannot be had.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, ChildStdout};

use anyhow::{Context, Result, ensure};
use common::jobs::JobState;
use fleet_tests::certificates::Certificates;
use fleet_tests::fleet::{Broker, Fleet, Said, blocking};
use fleet_tests::patience::eventually;
use fleet_tests::site::Scenario;
use fleet_tests::tls_door::TlsDoor;
use serde_json::Value;

fn lines(text: &str) -> Result<Vec<Value>> {
    let parsed = text.lines().map(serde_json::from_str);
    parsed
        .collect::<Result<_, _>>()
        .with_context(|| text.to_owned())
}

/// A client that follows a job and has said a first thing of it.
struct Watch {
    child: Child,
    out: BufReader<ChildStdout>,
    /// What it said so far.
    first: String,
}

impl Watch {
    /// Reads until a line with this word.
    fn of(mut child: Child, word: &str) -> Result<Self> {
        let out = child.stdout.take().context("no way to hear it")?;
        let (mut out, mut first) = (BufReader::new(out), String::new());
        let mut from = 0;
        while !first[from..].contains(word) {
            from = first.len();
            ensure!(out.read_line(&mut first)? > 0, "it ended with {first:?}");
        }
        Ok(Self { child, out, first })
    }

    /// What it said by its end.
    fn said(mut self) -> Result<Said> {
        let mut out = self.first;
        self.out.read_to_string(&mut out)?;
        let rest = self.child.wait_with_output()?;
        Ok(Said {
            code: rest.status.code(),
            out,
            err: String::from_utf8_lossy(&rest.stderr).into_owned(),
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_is_followed_and_looked_at() -> Result<()> {
    let mut fleet = Fleet::start(Broker::shared(), 2).await?;
    fleet.site.gate().close("/jobs/", 3);
    let id = fleet.submit(Scenario::JobBoard, "read: {wave: 1}\n")?;
    // Both see the job before it goes on.
    let words = blocking(|| Watch::of(fleet.spawn(&["watch", &id], &[])?, " pages "))?;
    let events = fleet.spawn(&["watch", &id, "--json"], &[])?;
    let events = blocking(|| Watch::of(events, "\"pages\""))?;
    eventually("rows", || async {
        (fleet.status(&id).await?.pages?.rows > 0).then_some(())
    })
    .await;
    fleet
        .verb(&["status"])?
        .contains("running")
        .then_some(())
        .context("it runs")?;
    fleet.site.gate().open();

    let told = blocking(|| words.said())?;
    told.check(0, &["delivered complete"]);
    let changes: Vec<_> = told
        .out
        .lines()
        .filter(|line| line.contains(" pages "))
        .collect();
    assert!(
        changes.len() > 1 && changes.windows(2).all(|two| two[0] != two[1]),
        "{told:?}"
    );
    let told = blocking(|| events.said())?;
    told.check(0, &[]);
    let events = lines(&told.out)?;
    let (last, before) = events.split_last().context("no event")?;
    assert_eq!(
        (&last["event"], &last["exit"]),
        (&"ended".into(), &0.into())
    );
    assert_eq!(last["status"]["state"], "delivered");
    assert!(
        before.len() > 1 && before.iter().all(|one| one["event"] == "changed"),
        "{told:?}"
    );

    reads(&fleet, &id)?;
    fleet.at_rest(&[&id]).await
}

/// What is said of a job that was delivered complete.
fn reads(fleet: &Fleet, id: &str) -> Result<()> {
    let rows = Scenario::JobBoard.golden(&fleet.site.origin())?["jobs"].clone();
    let rows = rows.as_array().context("rows")?;
    let all = fleet.windrow(&["rows", id, "--ndjson"], &[])?;
    assert_eq!(lines(&all.out)?, *rows);
    let some = fleet.windrow(
        &["rows", id, "--offset", "2", "--limit", "3", "--json"],
        &[],
    )?;
    let some = some.json()?;
    assert_eq!((&some["from"], &some["to"]), (&2.into(), &5.into()));
    assert_eq!(some["total"], rows.len());
    let of = format!("2 to 5 of {} rows", rows.len());
    fleet
        .windrow(&["rows", id, "--offset", "2", "--limit", "3"], &[])?
        .check(0, &["2\t{", &of]);
    let beyond = rows.len().to_string();
    fleet
        .windrow(&["rows", id, "--index", &beyond], &[])?
        .check(3, &["no such row"]);

    fleet
        .windrow(&["status"], &[])?
        .check(0, &[id, "delivered", "complete", "submitted"]);
    fleet
        .windrow(&["status", id], &[])?
        .check(0, &["lists", "delivered complete"]);
    let status = fleet.windrow(&["status", "--json"], &[])?.json()?;
    assert_eq!(status["jobs"][0]["id"], id);
    fleet
        .windrow(&["coverage", id], &[])?
        .check(0, &["job_url", "filled"]);
    let coverage = fleet.windrow(&["coverage", id, "--json"], &[])?.json()?;
    assert_eq!(coverage["items"], rows.len());
    // A job that is over stays as it ended.
    fleet
        .windrow(&["cancel", id], &[])?
        .check(0, &["delivered"]);
    let again = fleet.windrow(&["cancel", id, "--json"], &[])?.json()?;
    assert_eq!(
        (&again["state"], &again["cancel"]),
        (&"delivered".into(), &false.into())
    );

    let slip = id.replacen("job", "jbo", 1);
    for verb in ["status", "watch", "rows", "coverage", "cancel"] {
        let said = fleet.windrow(&[verb, &slip], &[])?;
        said.check(2, &["There is no job", &format!("Did you mean {id}?")]);
        assert!(said.out.is_empty(), "{said:?}");
        let said = fleet.windrow(&[verb, &slip, "--json"], &[])?.json()?;
        assert_eq!(
            (&said["code"], &said["allowed"][0]),
            (&"not_found".into(), &id.into())
        );
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_with_gaps_is_held_for_its_operator() -> Result<()> {
    let mut fleet = Fleet::start(Broker::shared(), 1).await?;
    let id = fleet.submit(Scenario::JobBoard, "on_gaps: hold\nabsence: manual\n")?;
    let held = fleet.windrow(&["watch", &id], &[])?;
    held.check(
        3,
        &["held", "gap: visa_sponsorship is empty on 23 of 23 rows"],
    );
    fleet
        .windrow(&["cancel", &id], &[])?
        .check(0, &["cancelled", "operator"]);
    assert_eq!(fleet.ended(&id).await.state, JobState::Cancelled);
    let rows = fleet.output(&id).await?["jobs"].as_array().map(Vec::len);
    assert_eq!(rows, Some(23));
    fleet
        .windrow(&["watch", &id], &[])?
        .check(4, &["cancelled"]);
    fleet.end().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_away_is_said_and_waited_for() -> Result<()> {
    let mut fleet = Fleet::start(Broker::shared(), 0).await?;
    common::tls::install_provider();
    let url = fleet.coordinators[0].url()?;
    let ask = async |path: &str| {
        reqwest::get(url.join(path)?)
            .await
            .map_err(anyhow::Error::from)
    };
    let id = fleet.submit(Scenario::Catalogue, "")?;
    fleet.store.kill()?;
    let answer = ask("/v1/jobs").await?;
    assert_eq!(answer.status().as_u16(), 503);
    assert!(answer.headers().contains_key("retry-after"), "{answer:?}");
    assert_eq!(ask("/readyz").await?.status().as_u16(), 503);
    fleet
        .windrow(&["status"], &[])?
        .check(4, &["store is out of reach"]);
    let watch = fleet.spawn(&["watch", &id], &[])?;
    blocking(|| fleet.store.start_again())?;
    eventually("the store to be back", || async {
        let answer = ask("/readyz").await.ok()?;
        answer.status().is_success().then_some(())
    })
    .await;
    fleet.add_worker(&[], &[]).await?;
    fleet.said(watch)?.check(0, &["delivered complete"]);
    fleet.at_rest(&[&id]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_coordinator_behind_tls_is_known_by_its_authority_and_asks_for_its_token() -> Result<()> {
    let mut fleet = Fleet::of_services(Broker::shared()).await?;
    let token = ("WINDROW__COORDINATOR__TOKEN", "open-sesame");
    fleet.add_coordinator(&[token]).await?;
    fleet.serves().await;
    let certificates = Certificates::make()?;
    let server = fleet.coordinators[0].url()?.socket_addrs(|| None)?[0];
    let door = TlsDoor::to(server, &certificates).await?;
    let url = door.url();
    let authority = certificates.authority().display().to_string();
    let trusts = ("SSL_CERT_FILE", authority.as_str());
    let good = [
        ("WINDROW_URL", url.as_str()),
        ("WINDROW_TOKEN", token.1),
        trusts,
    ];
    let job = tempfile::tempdir()?;
    Scenario::Catalogue.write(job.path(), &fleet.site.origin())?;
    let file = job.path().join("job.yaml").display().to_string();
    fleet
        .windrow(&["submit", &file, "--id", "over-tls"], &good)?
        .check(0, &["over-tls"]);
    fleet
        .windrow(&["rows", "over-tls"], &good)?
        .check(0, &["0 to 0 of 0 rows"]);
    fleet
        .windrow(&["submit", &file, "--id", "over-tls"], &good)?
        .check(0, &["over-tls"]);
    let other = ["submit", &file, "--id", "over-tls", "--weight", "2"];
    fleet
        .windrow(&other, &good)?
        .check(2, &["/weight", "another id"]);
    let user = url.replace("//", "//anna:hunter2@");
    for (settings, words) in [
        (&good[..2], &["certificate", "SSL_CERT_FILE"][..]),
        (&[good[0], trusts], &["WINDROW_TOKEN"]),
        (
            &[good[0], ("WINDROW_TOKEN", "hunter2"), trusts],
            &["WINDROW_TOKEN", "coordinator.token"],
        ),
        (
            &[("WINDROW_URL", &user), good[1]],
            &["certificate", "localhost"],
        ),
    ] {
        for args in [
            &["status"][..],
            &["status", "--json"],
            &["rows", "over-tls"],
        ] {
            let said = fleet.windrow(args, settings)?;
            said.check(4, words);
            for secret in ["sesame", "hunter2", "anna"] {
                assert!(!said.whole().contains(secret), "{secret} is in {said:?}");
            }
        }
    }
    fleet.end().await
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_at_the_address_is_said_with_the_remedy() -> Result<()> {
    let mut fleet = Fleet::start(Broker::shared(), 0).await?;
    // Port 9 is discard: nobody listens.
    let nobody = [("WINDROW_URL", "http://127.0.0.1:9")];
    for args in [
        &["status"][..],
        &["rows", "a"],
        &["coverage", "a"],
        &["cancel", "a"],
    ] {
        let words = [
            "no coordinator answers at http://127.0.0.1:9",
            "WINDROW_URL",
            "running",
        ];
        fleet.windrow(args, &nobody)?.check(4, &words);
    }
    fleet
        .windrow(&["status"], &[("WINDROW_URL", "")])?
        .check(2, &["set WINDROW_URL"]);
    fleet
        .windrow(&["status"], &[])?
        .check(0, &["no jobs", "windrow submit"]);
    fleet.end().await
}
