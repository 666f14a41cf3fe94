//! What holds for any commands in any order, on schemas of every kind: a decision that is made again
//! changes nothing, a refusal changes nothing, counters follow the records, delivery tells the truth.

#![expect(
    clippy::unwrap_used,
    reason = "the world is a test, though only the properties are marked as such"
)]

mod pages;
mod schemas;
mod wishes;

use std::sync::Arc;

use common::store::{AnswerStore, MemoryStore};
use domain::answer::command::Command;
use domain::answer::commit::{Commit, Space};
use domain::answer::record::Delivery;
use domain::answer::shard::Shard;
use domain::answer::verdict::Verdict;
use domain::answer::view::Halt;
use domain::answer::{Ctx, cells, decide_all, footprint};
use domain::ids::JobId;
use domain::job::JobFile;
use domain::schema::{AnswerSchema, RowMode};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError, TestCaseResult};

use wishes::Wish;

/// One job, as its commands change it.
struct World {
    schema: Arc<AnswerSchema>,
    settings: JobFile,
    shard: Shard,
}

impl World {
    fn new(schema: Arc<AnswerSchema>) -> Self {
        let mut world = Self {
            schema,
            settings: JobFile::default(),
            shard: Shard::default(),
        };
        let (_, commit) = world.decide(&Command::Open);
        world.shard.apply(&commit).unwrap();
        world
    }

    fn ctx(&self) -> Ctx<'_> {
        Ctx {
            schema: &self.schema,
            job: &self.settings,
            now: wishes::NOW,
        }
    }

    fn decide(&self, command: &Command) -> (Verdict, Commit) {
        let commands = std::slice::from_ref(command);
        let mut names = footprint(self.ctx(), commands);
        loop {
            match decide_all(&self.shard.load(&names), self.ctx(), commands) {
                Err(Halt::Missing(more)) => names.extend(more),
                decided => {
                    let (mut verdicts, commit) = decided.unwrap();
                    return (verdicts.remove(0), commit);
                }
            }
        }
    }

    /// Carries a command out and checks all that has to hold around it.
    fn step(&mut self, command: &Command) -> TestCaseResult {
        let (verdict, commit) = self.decide(command);
        if verdict.refusal().is_some() {
            remembers_only(&commit).map_err(|what| fail(command, &verdict, &what))?;
        }
        if verdict == Verdict::Unchanged {
            prop_assert!(commit.is_empty(), "{command:?} is unchanged by {commit:?}");
        }
        if commit.is_empty() {
            return Ok(());
        }
        prop_assert!(
            self.shard.apply(&commit).is_ok(),
            "a conflict without rivals"
        );
        let recount = cells::recount(self.ctx(), self.shard.records()).unwrap();
        prop_assert_eq!(&recount, self.shard.cells(), "{:?}: {:?}", command, verdict);
        // A `done` without a number is the one command of which the second is another one.
        if *command != (Command::Done { ask: 0 }) {
            let (again, commit) = self.decide(command);
            let what = || format!("{command:?}: {verdict:?}, then {again:?} with {commit:?}");
            prop_assert!(commit.is_empty(), "{}", what());
        }
        self.rows_are_valid()
    }

    /// What is stored would be stored again as it is.
    fn rows_are_valid(&self) -> TestCaseResult {
        for (id, row) in self.shard.scan(Space::Row, None, usize::MAX) {
            let item = &row.body["item"];
            match self.schema.check_row(item, RowMode::Draft) {
                Ok(checked) => prop_assert_eq!(&checked.item, item, "row {}", id),
                Err(refusals) => prop_assert!(false, "row {id}, {item}: {refusals:?}"),
            }
        }
        Ok(())
    }
}

fn fail(command: &Command, verdict: &Verdict, what: &str) -> TestCaseError {
    TestCaseError::fail(format!("{command:?}: {verdict:?}, but {what}"))
}

/// A refused item is remembered; else a refusal leaves no trace.
fn remembers_only(commit: &Commit) -> Result<(), String> {
    let puts = commit.puts.keys().filter(|key| key.space != Space::Refused);
    let adds = commit.adds.keys().filter(|name| *name != cells::REFUSED);
    match (puts.count(), adds.count()) {
        (0, 0) => Ok(()),
        _ => Err(format!("it changes {:?} {:?}", commit.puts, commit.adds)),
    }
}

/// A job as `deliver` sees it after the same commands.
fn delivered(schema: &Arc<AnswerSchema>, commands: &[Command]) -> Delivery {
    let store = AnswerStore::new(
        Arc::new(MemoryStore::new()),
        JobId("any".to_owned()),
        Arc::clone(schema),
        Arc::default(),
        Arc::new(|| wishes::NOW),
    );
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_time().build().unwrap();
    runtime.block_on(async {
        store.submit_one(Command::Open).await.unwrap();
        for command in commands {
            store.submit_one(command.clone()).await.unwrap();
        }
        store.deliver(false).await.unwrap()
    })
}

fn check_delivery(schema: &Arc<AnswerSchema>, delivery: &Delivery) -> TestCaseResult {
    let document = schema.deliverable(&delivery.output);
    prop_assert_eq!(delivery.schema_valid, delivery.errors.is_empty());
    prop_assert_eq!(delivery.schema_valid, delivery.delivered);
    prop_assert!(delivery.schema_valid || !delivery.complete);
    for error in &delivery.errors {
        let there = document.pointer(&error.pointer).is_some();
        prop_assert!(there, "{error:?} points nowhere in {document}");
    }
    // A validator of its own, for which formats are remarks (JSON Schema 2020-12, section 7.2.1).
    let validator = jsonschema::draft202012::new(&schema.source).unwrap();
    if delivery.schema_valid {
        prop_assert!(validator.is_valid(&document), "{document} is called valid");
    }
    Ok(())
}

/// The same inputs each time, so that a change is what fails them.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Commands for a schema, with the schema.
fn job() -> impl Strategy<Value = (Arc<AnswerSchema>, Vec<Wish>)> {
    let schema = prop::sample::select(schemas::all());
    (schema, wishes::wishes())
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn whatever_is_asked_for((schema, wishes) in job()) {
        let mut world = World::new(schema);
        let mut commands = Vec::new();
        for wish in &wishes {
            let command = wish.command(&world.shard);
            world.step(&command)?;
            commands.push(command);
        }
        check_delivery(&world.schema, &delivered(&world.schema, &commands))?;
    }
}

/// The generators reach what the properties are about; else they would hold of nothing.
#[test]
fn every_kind_of_end_is_reached() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut seen, mut valid, mut invalid) = (std::collections::BTreeMap::new(), 0, 0);
    for _ in 0..600 {
        let (schema, wishes) = job().new_tree(&mut runner).unwrap().current();
        let mut world = World::new(schema);
        let mut commands = Vec::new();
        for wish in &wishes {
            let command = wish.command(&world.shard);
            let (verdict, commit) = world.decide(&command);
            world.shard.apply(&commit).unwrap();
            *seen.entry(ending(&command, &verdict)).or_insert(0) += 1;
            commands.push(command);
        }
        if delivered(&world.schema, &commands).schema_valid {
            valid += 1;
        } else {
            invalid += 1;
        }
    }
    println!("{seen:#?} {valid} valid, {invalid} not");
    assert!(valid > 20 && invalid > 20, "{valid} valid, {invalid} not");
    for end in wishes::ENDINGS {
        assert!(seen.contains_key(end), "{end} was never reached: {seen:#?}");
    }
}

/// A command's kind and what became of it.
fn ending(command: &Command, verdict: &Verdict) -> String {
    let word = serde_json::to_value(command).unwrap()["do"].clone();
    let end = match verdict {
        Verdict::Accepted { .. } => "accepted".to_owned(),
        Verdict::Unchanged => "unchanged".to_owned(),
        Verdict::Refused(refusal) => refusal.code.as_str(),
    };
    format!("{} {end}", word.as_str().unwrap())
}
