//! One run: writers take turns at every step of load, decide and commit, so that any interleaving can
//! happen; then the same commits are decided again one after the other.

use domain::answer::command::Command;
use domain::answer::commit::{Commit, Footprint, Slice, Space};
use domain::answer::shard::Shard;
use domain::answer::verdict::Verdict;
use domain::answer::view::Halt;
use domain::answer::{Ctx, cells, decide_all, footprint};
use domain::job::JobFile;
use domain::schema::AnswerSchema;

use super::dice::Dice;
use super::guards::{self, Guard};
use super::reach::Reach;
use super::script;

/// The time in every run.
const NOW: u64 = 10;

/// Turns of the writers in a run.
const TURNS: u32 = 40;

/// In one run of so many, what landed is decided again and guards are looked up in the list of
/// mutations: together a fifth of a run's time.
const AGAIN: u64 = 5;

/// What a run saw.
#[derive(Debug, Default)]
pub(super) struct Stats {
    pub(super) commits: u64,
    pub(super) conflicts: u64,
    pub(super) redelivered: u64,
    pub(super) reach: Reach,
}

impl Stats {
    /// Takes in another run's.
    pub(super) fn extend(&mut self, other: Self) {
        self.commits += other.commits;
        self.conflicts += other.conflicts;
        self.redelivered += other.redelivered;
        self.reach.extend(other.reach);
    }
}

struct Step {
    commands: Vec<Command>,
    names: Footprint,
    verdicts: Vec<Verdict>,
}

struct Turn {
    commands: Vec<Command>,
    names: Footprint,
    slice: Slice,
}

struct Run<'a> {
    ctx: Ctx<'a>,
    shard: Shard,
    history: Vec<Step>,
    stats: Stats,
    without: Option<Guard>,
    again: bool,
}

/// Plays a seed, without the guards of one kind if asked to, and says what broke.
pub(super) fn play(seed: u64, without: Option<Guard>) -> Result<Stats, String> {
    let schema = super::schema::schema();
    let job = JobFile::default();
    let mut run = Run {
        ctx: ctx(&schema, &job),
        shard: Shard::default(),
        history: Vec::new(),
        stats: Stats::default(),
        without,
        again: seed.is_multiple_of(AGAIN),
    };
    let mut dice = Dice::new(seed + 1);
    let kind = script::Kind::of(seed);
    for commands in script::prologue(kind) {
        let mut turn = Some(run.load(commands));
        while let Some(open) = turn {
            turn = run.step(&mut Dice::new(0), open)?;
        }
    }
    let mut writers: Vec<Option<Turn>> = (0..4).map(|_| None).collect();
    for _ in 0..TURNS {
        let at = usize::try_from(dice.below(4)).unwrap();
        writers[at] = match writers[at].take() {
            Some(turn) => run.step(&mut dice, turn)?,
            None => Some(run.load(script::batch(&mut dice, &run.shard, kind))),
        };
    }
    run.finish()
}

fn ctx<'a>(schema: &'a AnswerSchema, job: &'a JobFile) -> Ctx<'a> {
    Ctx {
        schema,
        job,
        now: NOW,
    }
}

impl Run<'_> {
    fn load(&self, commands: Vec<Command>) -> Turn {
        let names = footprint(self.ctx, &commands);
        Turn {
            slice: self.shard.load(&names),
            names,
            commands,
        }
    }

    /// Decides and commits what was loaded; gives the turn back if it has to go on.
    fn step(&mut self, dice: &mut Dice, mut turn: Turn) -> Result<Option<Turn>, String> {
        let (verdicts, mut commit) = match decide_all(&turn.slice, self.ctx, &turn.commands) {
            Ok(decided) => decided,
            Err(Halt::Missing(more)) => {
                turn.names.extend(more);
                turn.slice = self.shard.load(&turn.names);
                return Ok(Some(turn));
            }
            Err(halt) => return Err(halt.to_string()),
        };
        if commit.is_empty() {
            self.saw(&turn.commands, &verdicts);
            return Ok(None);
        }
        guards_no_counter(&turn.commands, &verdicts, &commit)?;
        if self.again {
            guards_are_listed(&commit)?;
        }
        if let Some(guard) = self.without {
            guard.remove(&mut commit);
        }
        if let Err(current) = self.shard.apply(&commit) {
            self.stats.conflicts += 1;
            turn.slice.cells.extend(current.cells);
            turn.slice.records.extend(current.records);
            return Ok(Some(turn));
        }
        self.stats.commits += 1;
        self.saw(&turn.commands, &verdicts);
        self.check(&commit)?;
        if self.again {
            self.again(&turn)?;
        }
        let lost = dice.chance(20).then(|| turn.commands.clone());
        self.history.push(Step {
            commands: turn.commands,
            names: turn.names,
            verdicts,
        });
        self.stats.redelivered += u64::from(lost.is_some());
        Ok(lost.map(|commands| self.load(commands)))
    }

    fn saw(&mut self, commands: &[Command], verdicts: &[Verdict]) {
        for (command, verdict) in commands.iter().zip(verdicts) {
            self.stats.reach.saw(command, verdict);
        }
    }

    fn cell(&self, name: &str) -> i64 {
        self.shard.cells().get(name).copied().unwrap_or(0)
    }

    /// What holds after every commit.
    fn check(&self, commit: &Commit) -> Result<(), String> {
        if self.cell(cells::STUBS) > 2 && commit.adds.get(cells::STUBS).is_some_and(|n| *n > 0) {
            return Err(format!("{} stubs", self.cell(cells::STUBS)));
        }
        let marks = commit.puts.iter().filter(|(_, body)| body.is_some());
        for (key, _) in marks.filter(|(key, _)| key.space == Space::Mark) {
            let unread = if key.id.starts_with("row/") {
                self.cell(cells::UNREAD) + self.cell(cells::DETAILS_UNREAD)
            } else {
                self.cell(cells::LISTS_UNREAD)
            };
            if unread > 0 {
                return Err(format!("{} was marked with {unread} pages unread", key.id));
            }
        }
        Ok(())
    }

    /// A batch that landed and is decided again changes nothing. The second `done` without a number is
    /// another one, of two rows the first may be throttled the second time, because of the other, a lease that is
    /// over when it is given is given again, and a page that is reopened and read goes its way anew.
    fn again(&self, turn: &Turn) -> Result<(), String> {
        let commands = &turn.commands;
        let adds = commands.iter().filter(|c| matches!(c, Command::AddItem(_)));
        let anew = |command: &Command| match command {
            Command::Publish { until, .. } => *until <= NOW,
            Command::Reopen { .. } => commands.len() > 1,
            other => *other == Command::Done { ask: 0 },
        };
        if adds.count() > 1 || commands.iter().any(anew) {
            return Ok(());
        }
        let (_, commit) = decide_whole(&self.shard, self.ctx, (commands, &turn.names))?;
        if commit.is_empty() {
            return Ok(());
        }
        Err(format!("{commands:?} decided again changes {commit:?}"))
    }

    fn finish(self) -> Result<Stats, String> {
        let recount = cells::recount(self.ctx, self.shard.records()).map_err(|e| e.to_string())?;
        if recount != *self.shard.cells() {
            return Err(format!("{:?} recounts as {recount:?}", self.shard.cells()));
        }
        self.flags()?;
        let mut serial = Shard::default();
        for step in &self.history {
            let (verdicts, commit) =
                decide_whole(&serial, self.ctx, (&step.commands, &step.names))?;
            if !same(&verdicts, &step.verdicts) {
                let given = &step.verdicts;
                return Err(format!(
                    "{:?}: {given:?}, serially {verdicts:?}",
                    step.commands
                ));
            }
            serial.apply(&commit).map_err(|_| "a serial conflict")?;
        }
        if serial != self.shard {
            return Err("the serial replay ends elsewhere".to_owned());
        }
        Ok(self.stats)
    }

    /// A member's flag is there exactly if a read page states it.
    fn flags(&self) -> Result<(), String> {
        let flags = self.shard.scan(Space::Alias, None, 1_000);
        let flags = flags.iter().map(|(id, _)| id.as_str());
        let flags: Vec<&str> = flags.filter(|id| id.starts_with("stated/")).collect();
        let stated = self.shard.cells().keys().map(String::as_str);
        let stated: Vec<&str> = stated.filter(|c| c.starts_with("stated/")).collect();
        if flags == stated {
            return Ok(());
        }
        Err(format!("flags {flags:?}, stated {stated:?}"))
    }
}

/// Decides with everything loaded that is asked for, to begin with what was loaded the first time.
fn decide_whole(
    shard: &Shard,
    ctx: Ctx<'_>,
    (commands, names): (&[Command], &Footprint),
) -> Result<(Vec<Verdict>, Commit), String> {
    let mut slice = shard.load(names);
    loop {
        match decide_all(&slice, ctx, commands) {
            Err(Halt::Missing(more)) => {
                let more = shard.load(&more);
                slice.cells.extend(more.cells);
                slice.records.extend(more.records);
            }
            other => return other.map_err(|halt| halt.to_string()),
        }
    }
}

/// Whether two series of verdicts say the same. Counts in the wording of a refusal guard nothing
/// ("3 other pages do"), so the wording is not compared.
fn same(one: &[Verdict], other: &[Verdict]) -> bool {
    one == other
        || one
            .iter()
            .map(without_wording)
            .eq(other.iter().map(without_wording))
}

fn without_wording(verdict: &Verdict) -> Verdict {
    let mut verdict = verdict.clone();
    let refusals = match &mut verdict {
        Verdict::Accepted { refused, .. } => &mut refused[..],
        Verdict::Refused(refusal) => std::slice::from_mut(refusal),
        Verdict::Unchanged => &mut [],
    };
    for refusal in refusals {
        refusal.message.clear();
        refusal.hint.clear();
    }
    verdict
}

/// Every guard has its place in the list of mutations.
fn guards_are_listed(commit: &Commit) -> Result<(), String> {
    let unlisted = guards::unlisted(commit);
    if unlisted.is_empty() {
        return Ok(());
    }
    Err(format!("no mutation takes these guards away: {unlisted:?}"))
}

/// A page that was read and its row guard nothing that every other row changes.
fn guards_no_counter(
    commands: &[Command],
    verdicts: &[Verdict],
    commit: &Commit,
) -> Result<(), String> {
    let [Command::Settle { .. }, Command::AddItem(_)] = commands else {
        return Ok(());
    };
    let settled = matches!(verdicts.first(), Some(Verdict::Accepted { .. }));
    let guarded = commit.cell_guards.keys();
    let counters: Vec<_> = guarded
        .filter(|cell| *cell != cells::MARKS && !cell.starts_with("stated/"))
        .collect();
    if settled && !counters.is_empty() {
        return Err(format!("a row's commit guards {counters:?}"));
    }
    Ok(())
}
