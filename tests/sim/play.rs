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
use super::script;

/// A guard that is taken away.
#[derive(Debug, Clone)]
pub(super) enum Weakness {
    /// The value of a cell.
    Cell(&'static str),
    /// The versions of a space.
    Record(Space),
}

impl Weakness {
    /// Each guard that a rule depends on.
    pub(super) fn all() -> Vec<Self> {
        let cells = [
            cells::STUBS,
            cells::UNREAD,
            cells::DETAILS_UNREAD,
            cells::LISTS_UNREAD,
            cells::MARKS,
        ];
        let spaces = [
            Space::Row,
            Space::Page,
            Space::Alias,
            Space::Refused,
            Space::Mark,
            Space::Field,
            Space::Job,
        ];
        let cells = cells.into_iter().map(Self::Cell);
        cells.chain(spaces.into_iter().map(Self::Record)).collect()
    }

    fn apply(&self, commit: &mut Commit) {
        match self {
            Self::Cell(name) => drop(commit.cell_guards.remove(*name)),
            Self::Record(space) => commit.record_guards.retain(|key, _| key.space != *space),
        }
    }
}

/// What a run saw.
#[derive(Debug, Default)]
pub(super) struct Stats {
    pub(super) commits: u64,
    pub(super) conflicts: u64,
}

struct Step {
    commands: Vec<Command>,
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
    weakness: Option<&'a Weakness>,
}

/// Plays a seed and says what broke.
pub(super) fn play(seed: u64, weakness: Option<&Weakness>) -> Result<Stats, String> {
    let schema = script::schema();
    let job = JobFile::default();
    let mut run = Run {
        ctx: ctx(&schema, &job),
        shard: Shard::default(),
        history: Vec::new(),
        stats: Stats::default(),
        weakness,
    };
    let mut dice = Dice::new(seed + 1);
    let kind = seed % 3;
    for commands in script::prologue(kind) {
        let mut turn = Some(run.load(commands));
        while let Some(open) = turn {
            turn = run.step(&mut Dice::new(0), open)?;
        }
    }
    let mut writers: Vec<Option<Turn>> = (0..4).map(|_| None).collect();
    for _ in 0..40 {
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
        now: 10,
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
            return Ok(None);
        }
        guards_no_counter(&turn.commands, &verdicts, &commit)?;
        if let Some(weakness) = self.weakness {
            weakness.apply(&mut commit);
        }
        if let Err(current) = self.shard.apply(&commit) {
            self.stats.conflicts += 1;
            turn.slice.cells.extend(current.cells);
            turn.slice.records.extend(current.records);
            return Ok(Some(turn));
        }
        self.stats.commits += 1;
        self.check(&commit)?;
        self.again(&turn.commands)?;
        let commands = turn.commands.clone();
        self.history.push(Step { commands, verdicts });
        Ok(dice.chance(20).then(|| self.load(turn.commands)))
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

    /// A batch that landed and is decided again changes nothing. The second `done` is another one,
    /// and of two rows the first may be throttled the second time, because of the other.
    fn again(&self, commands: &[Command]) -> Result<(), String> {
        let adds = commands.iter().filter(|c| matches!(c, Command::AddItem(_)));
        if commands.contains(&Command::Done) || adds.count() > 1 {
            return Ok(());
        }
        let (_, commit) = decide_whole(&self.shard, self.ctx, commands)?;
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
            let (verdicts, commit) = decide_whole(&serial, self.ctx, &step.commands)?;
            if verdicts != step.verdicts {
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

/// Decides with everything loaded that is asked for.
fn decide_whole(
    shard: &Shard,
    ctx: Ctx<'_>,
    commands: &[Command],
) -> Result<(Vec<Verdict>, Commit), String> {
    let mut names = footprint(ctx, commands);
    loop {
        match decide_all(&shard.load(&names), ctx, commands) {
            Err(Halt::Missing(more)) => names.extend(more),
            other => return other.map_err(|halt| halt.to_string()),
        }
    }
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
