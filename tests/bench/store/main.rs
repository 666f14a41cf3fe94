//! What a row costs as an answer grows: rows are added one by one to two answers on the memory
//! backend, a small and a ten times larger one, and the cost of a row of the one is put over that
//! of the other, in CPU time. Linear writing gives about 1. It asserts that every row is there.
//!
//! `cargo bench -p fleet-tests --bench store`; with `-- --help` for the sizes.

use std::io::Write as _;
use std::sync::Arc;

use anyhow::{Result, ensure};
use clap::Parser;
use common::store::{AnswerStore, MemoryStore};
use domain::answer::command::{Command, Item};
use domain::answer::verdict::Verdict;
use domain::ids::JobId;
use domain::job::JobFile;
use domain::schema::AnswerSchema;
use nix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};

#[derive(Debug, Parser)]
struct Args {
    /// Rows of the small answer.
    #[arg(long, default_value_t = 2_000)]
    small: u32,
    /// Rows of the large one.
    #[arg(long, default_value_t = 20_000)]
    large: u32,
    /// Rounds; medians are over these.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Given by `cargo bench`; without it a few rows show that the bench works.
    #[arg(long, hide = true)]
    bench: bool,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let mut args = Args::parse();
    if !args.bench {
        (args.small, args.large, args.rounds) = (20, 200, 1);
    }
    let mut rounds = Vec::new();
    // The first round warms up.
    for round in 0..=args.rounds {
        let small = fill(args.small).await?;
        let large = fill(args.large).await?;
        if round > 0 {
            rounds.push((small, large));
        }
    }
    say(&args, &rounds)
}

fn say(args: &Args, rounds: &[(Cost, Cost)]) -> Result<()> {
    let mut out = std::io::stdout();
    let cost = |at: fn(&(Cost, Cost)) -> f64| median(rounds.iter().map(at).collect());
    let head = "add_item one by one, memory backend, CPU time, medians of the rounds:";
    writeln!(out, "{head} {}", args.rounds)?;
    for (rows, all, last) in [
        (args.small, cost(|r| r.0.each_us), cost(|r| r.0.last_us)),
        (args.large, cost(|r| r.1.each_us), cost(|r| r.1.last_us)),
    ] {
        let last = format!("{last:>7.1} us for each of the last tenth");
        writeln!(out, "  {rows:>7} rows: {all:>7.1} us a row, {last}")?;
    }
    writeln!(
        out,
        "  cost of a row, {} over {} rows: {:.2}; of the last tenth: {:.2}",
        args.large,
        args.small,
        cost(|(small, large)| large.each_us / small.each_us),
        cost(|(small, large)| large.last_us / small.last_us),
    )?;
    Ok(())
}

/// Microseconds of CPU time a row.
#[derive(Debug, Clone, Copy)]
struct Cost {
    /// Over all rows.
    each_us: f64,
    /// Over the last tenth of them.
    last_us: f64,
}

/// Adds so many rows to a new answer and looks that they are there.
async fn fill(rows: u32) -> Result<Cost> {
    let store = store()?;
    store.submit_one(Command::Open).await?;
    let items: Vec<Command> = (0..rows).map(command).collect();
    let begun = cpu_us()?;
    let tenth = usize::try_from(rows / 10 * 9)?;
    let mut late = begun;
    for (at, item) in items.into_iter().enumerate() {
        if at == tenth {
            late = cpu_us()?;
        }
        let verdict = store.submit_one(item).await?;
        ensure!(
            matches!(verdict, Verdict::Accepted { .. }),
            "row {at}: {verdict:?}"
        );
    }
    let ended = cpu_us()?;
    let stored = store.progress().await?.rows;
    ensure!(
        stored == u64::from(rows),
        "{stored} rows are stored of {rows}"
    );
    let last = f64::from(rows - rows / 10 * 9);
    Ok(Cost {
        each_us: (ended - begun) / f64::from(rows),
        last_us: (ended - late) / last,
    })
}

/// Microseconds of CPU time this process used: what else the machine does is not in it.
#[allow(clippy::cast_precision_loss)] // Exact for centuries.
fn cpu_us() -> Result<f64> {
    let used = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID)?;
    Ok(used.tv_sec() as f64 * 1e6 + used.tv_nsec() as f64 / 1e3)
}

fn store() -> Result<AnswerStore> {
    let job: JobFile = serde_json::from_value(json!({"name": "bench"}))?;
    let schema = AnswerSchema::compile(&schema(), None, None)
        .map_err(|findings| anyhow::anyhow!("{findings:?}"))?;
    let backend = Arc::new(MemoryStore::new());
    let id = JobId("bench".to_owned());
    Ok(AnswerStore::new(
        backend,
        id,
        Arc::new(schema),
        Arc::new(job),
        Arc::new(|| 0),
    ))
}

fn schema() -> Value {
    json!({"type": "object", "properties": {"products": {"type": "array", "items": {
        "type": "object",
        "required": ["product_url", "name"],
        "properties": {
            "product_url": {"type": "string"},
            "name": {"type": "string"},
            "price": {"type": ["number", "null"], "minimum": 0},
            "sku": {"type": ["string", "null"]},
            "description": {"type": ["string", "null"]},
            "tags": {"type": "array", "items": {"type": "string"}},
        },
    }}}})
}

/// A row whose page was not read, with words enough to be no stub.
fn command(number: u32) -> Command {
    let words =
        format!("Product {number} is made of steel, and this is said at length. ").repeat(4);
    Command::AddItem(Box::new(Item {
        item: json!({
            "product_url": format!("https://shop.example/products/{number}"),
            "name": format!("Product {number}"),
            "price": number,
            "sku": format!("S-{number}"),
            "description": words,
            "tags": ["steel", format!("t{number}")],
        }),
        ..Item::default()
    }))
}

/// The middle one; of an even number the upper of the two in the middle; 0 of none.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
