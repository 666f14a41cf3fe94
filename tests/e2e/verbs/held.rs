//! `on_gaps: hold`: the run stays open for its operator until `done` is accepted.

use anyhow::Result;

use super::Ran;

#[tokio::test(flavor = "multi_thread")]
async fn a_held_run_is_delivered_complete_once_its_gaps_are_closed() -> Result<()> {
    let run = Ran::Held.copy().await?;
    assert_eq!(run.json("report.json")?["ending"], "held for the operator");
    run.verb("coverage", &[])?
        .check(0, &["gap: visa_sponsorship is empty on 23 of 23 rows"]);
    run.verb("absent", &["visa_sponsorship", "--reason", "looked"])?
        .check(3, &["no_look_since_bounce"]);
    run.verb("update", &["--row", "0", "visa_sponsorship=offered"])?
        .check(0, &[]);
    assert_eq!(run.json("report.json")?["ending"], "held for the operator");
    run.verb("done", &[])?.check(0, &["delivered complete"]);
    let report = run.json("report.json")?;
    assert_eq!(
        (&report["ending"], &report["complete"]),
        (&"finished".into(), &true.into())
    );
    assert!(
        run.text("events.ndjson")?
            .contains("\"event\":\"delivered\"")
    );
    run.verb("done", &[])?.check(0, &["delivered complete"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_run_is_delivered_with_gaps_when_its_operator_says_so() -> Result<()> {
    let run = Ran::Held.copy().await?;
    let done = run.verb("done", &["--json"])?;
    done.check(3, &[]);
    let told = done.json()?;
    assert_eq!(
        (&told["ok"], &told["complete"]),
        (&true.into(), &false.into())
    );
    assert_eq!(told["ending"], "finished");
    // Delivered, the field can still be declared.
    run.verb(
        "absent",
        &["visa_sponsorship", "--reason", "no posting speaks of visas"],
    )?
    .check(0, &["1 absent"]);
    assert_eq!(run.json("report.json")?["complete"], true);
    run.verb("coverage", &[])?
        .check(0, &["no posting speaks of visas", "by the operator"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn new_gaps_of_a_delivered_run_are_named_before_it_is_delivered_again() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    run.verb("set", &["board=null"])?.check(0, &["1 not set"]);
    run.verb("done", &[])?
        .check(3, &["gap: board is not set", "not delivered"]);
    run.verb("done", &[])?.check(3, &["delivered with gaps"]);
    run.verb("set", &["board=Larkfold"])?.check(0, &[]);
    run.verb("done", &[])?.check(0, &["delivered complete"]);
    Ok(())
}
