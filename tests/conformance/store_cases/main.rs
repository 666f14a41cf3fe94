//! Runs the cases of `tests/cases/store*.json`, and of the folder named by `WINDROW_CASES`, against
//! the answer store with pages and clock faked. One line for each failing case, then the counts.
#![expect(
    clippy::print_stdout,
    reason = "a runner without the test harness prints its results"
)]

mod compare;
mod ops;
mod reads;
mod world;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use serde::Deserialize;
use serde_json::Value;

/// One case.
#[derive(Debug, Clone, Deserialize)]
struct Case {
    id: String,
    area: String,
    #[serde(default)]
    schema: Value,
    #[serde(default)]
    job: Value,
    #[serde(default)]
    setup: Vec<Value>,
    op: Value,
    expect: Value,
}

/// A case that is held to be wrong, and why.
#[derive(Debug, Deserialize)]
struct Dispute {
    id: String,
    reason: String,
}

#[derive(Debug, Default, Deserialize)]
struct Disputes {
    #[serde(default)]
    disputed: Vec<Dispute>,
}

fn main() -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()?;
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let disputed: Disputes = toml::from_str(&std::fs::read_to_string(own.join("disputed.toml"))?)?;
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut failed = false;
    for case in all_cases()? {
        let count = counts.entry(case.area.clone()).or_default();
        count.1 += 1;
        let got = runtime.block_on(world::run(&case));
        let Err(difference) = compare::result(&got, &case.expect) else {
            count.0 += 1;
            continue;
        };
        let dispute = disputed.disputed.iter().find(|d| d.id == case.id);
        failed |= dispute.is_none();
        let note = dispute.map_or_else(String::new, |d| format!(" (disputed: {})", d.reason));
        println!(
            "{}: got {got}, want {} at {difference}{note}",
            case.id, case.expect
        );
    }
    for (area, (passed, total)) in &counts {
        println!("{area}: {passed}/{total}");
    }
    let sum = |pick: fn(&(usize, usize)) -> usize| counts.values().map(pick).sum::<usize>();
    println!("store cases: {} of {} pass", sum(|c| c.0), sum(|c| c.1));
    Ok(if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

fn all_cases() -> anyhow::Result<Vec<Case>> {
    let mut cases = Vec::new();
    for file in fleet_tests::cases::files("store")? {
        let text = std::fs::read_to_string(&file)?;
        let parsed: Vec<Case> =
            serde_json::from_str(&text).with_context(|| format!("reading {}", file.display()))?;
        cases.extend(parsed);
    }
    Ok(cases)
}
