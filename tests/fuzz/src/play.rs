//! Commands decided and applied on a shard, and what has to hold of each: a refusal changes nothing
//! but the memory of refused items, and the cells equal a recount.

use domain::answer::command::Command;
use domain::answer::commit::{Commit, Space};
use domain::answer::shard::Shard;
use domain::answer::standing::Standing;
use domain::answer::verdict::Verdict;
use domain::answer::view::{Halt, View};
use domain::answer::{Ctx, cells, decide_all, footprint, standing};

/// One job's shard.
#[derive(Debug)]
pub struct Play<'a> {
    /// What is decided by.
    pub ctx: Ctx<'a>,
    /// What is stored.
    pub shard: Shard,
}

impl Play<'_> {
    /// Decides a batch, applies it and checks what came of it.
    ///
    /// # Panics
    /// If something does not hold.
    pub fn submit(&mut self, commands: &[Command]) {
        let (verdicts, commit) = self.decide(commands);
        assert_eq!(verdicts.len(), commands.len(), "a verdict for each command");
        if !verdicts
            .iter()
            .any(|verdict| matches!(verdict, Verdict::Accepted { .. }))
        {
            only_remembers(&commit);
        }
        assert!(self.shard.apply(&commit).is_ok(), "nothing else writes");
        if let [command] = commands
            && !is_anew(command, self.ctx.now)
        {
            let (_, again) = self.decide(commands);
            assert!(
                again.is_empty(),
                "{command:?} decided again changes {again:?}"
            );
        }
    }

    fn decide(&self, commands: &[Command]) -> (Vec<Verdict>, Commit) {
        let mut names = footprint(self.ctx, commands);
        for _ in 0..1_000 {
            match decide_all(&self.shard.load(&names), self.ctx, commands) {
                Ok(decided) => return decided,
                Err(Halt::Missing(more)) => names.extend(more),
                Err(halt) => panic!("{halt}"),
            }
        }
        panic!("the decision never has what it reads");
    }

    /// What holds of the whole shard at any time.
    ///
    /// # Panics
    /// If something does not hold.
    pub fn check(&self) {
        let recount = cells::recount(self.ctx, self.shard.records()).expect("records decode");
        assert_eq!(
            &recount,
            self.shard.cells(),
            "the cells are not what a recount gives"
        );
        let slice = self.shard.load(&standing::footprint(self.ctx));
        let mut view = View::over(&slice);
        let standing = Standing::read(&mut view, self.ctx).expect("all is loaded");
        let _ = standing.gaps(self.ctx);
        let coverage = standing.coverage(self.ctx);
        let groups = coverage.filled_on_all.len()
            + coverage.partial.len()
            + coverage.empty_on_all.len()
            + coverage.marked_absent.len()
            + coverage.not_applicable.len()
            + coverage.top_unset.len();
        let fields = self.ctx.row_fields().len() + self.ctx.top_fields().count();
        assert!(groups <= fields, "a field stands in two groups");
    }
}

/// What may change something the second time: another `done` without a number, and a lease that was over when given.
fn is_anew(command: &Command, now: u64) -> bool {
    match command {
        Command::Publish { until, .. } => *until <= now,
        other => *other == Command::Done { ask: 0 },
    }
}

/// The commit of refusals.
fn only_remembers(commit: &Commit) {
    for key in commit.puts.keys() {
        assert_eq!(key.space, Space::Refused, "a refusal wrote {key:?}");
    }
    for cell in commit.adds.keys() {
        assert_eq!(cell, cells::REFUSED, "a refusal counted {cell}");
    }
}
