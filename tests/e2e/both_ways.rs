//! Whatever is tested of `run` here is tested on a fleet too, or says why it cannot be.

use fleet_tests::endings::{Ending, OTHERWISE, RUN_ONLY};
use fleet_tests::site::Scenario;

/// The tests of `run`; those of the verbs on a run folder are of `run`'s folder alone.
const RUN: &str = concat!(
    include_str!("golden.rs"),
    include_str!("endings.rs"),
    include_str!("kills.rs")
);
const FLEET: &str = concat!(
    include_str!("../fleet/answers.rs"),
    include_str!("../fleet/endings.rs"),
    include_str!("../fleet/kills.rs")
);

/// The names of tests: written out, or as lines of a table.
fn tests(source: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut marked = false;
    for line in source.lines().map(str::trim) {
        let written = line.strip_prefix("async fn ").filter(|_| marked);
        let written = written.and_then(|rest| rest.split('(').next());
        let tabled = line
            .strip_suffix(';')
            .and_then(|rest| rest.split_once(": "));
        let tabled = tabled.map(|(name, _)| name);
        let tabled = tabled.filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_'));
        names.extend(written.or(tabled));
        marked = line.starts_with("#[tokio::test");
    }
    names
}

#[test]
fn every_test_of_a_run_has_its_counterpart_on_a_fleet() {
    let (run, fleet) = (tests(RUN), tests(FLEET));
    assert!(run.len() > 10, "{run:?}");
    let endings = Ending::ALL.map(|ending| ending.name().to_owned());
    let scenarios = Scenario::ALL.map(|one| one.name().replace('-', "_"));
    for all in [
        "every_ending_on_two_workers",
        "every_scenario_on_two_workers",
    ] {
        assert!(fleet.contains(&all), "{all} is not in {fleet:?}");
    }
    for name in endings.iter().chain(&scenarios) {
        assert!(run.contains(&name.as_str()), "{name} is not in {run:?}");
    }
    for (name, there) in OTHERWISE {
        assert!(
            run.contains(&name) && fleet.contains(&there),
            "{name}: {there}"
        );
    }
    for (name, why) in RUN_ONLY {
        assert!(run.contains(&name), "{name} is not there: {why}");
    }
    let is_known = |name: &&str| {
        endings.iter().chain(&scenarios).any(|known| known == name)
            || OTHERWISE
                .iter()
                .chain(&RUN_ONLY)
                .any(|(known, _)| known == name)
    };
    let alone: Vec<_> = run.into_iter().filter(|name| !is_known(name)).collect();
    assert!(
        alone.is_empty(),
        "neither on a fleet nor excused: {alone:?}"
    );
}
