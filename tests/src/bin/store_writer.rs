//! Writes pages into an answer file until it is killed, and says a line for each write that was
//! acknowledged: `written N` or `renamed N`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Parser;
use common::store::AnswerStore;
use fleet_tests::boats;

/// Tasks that write at the same time.
const WRITERS: usize = 4;

#[derive(Parser)]
struct Args {
    /// The answer file.
    file: PathBuf,
    /// The first page to write.
    #[arg(long, default_value_t = 0)]
    from: u64,
}

#[tokio::main(worker_threads = 2)]
async fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let answer = boats::open(&args.file).await?;
    let next = Arc::new(AtomicU64::new(args.from));
    let mut writers = tokio::task::JoinSet::new();
    for _ in 0..WRITERS {
        writers.spawn(write(answer.clone(), Arc::clone(&next)));
    }
    while let Some(ended) = writers.join_next().await {
        ended??;
    }
    Ok(())
}

async fn write(answer: AnswerStore, next: Arc<AtomicU64>) -> anyhow::Result<()> {
    loop {
        let n = next.fetch_add(1, Ordering::Relaxed);
        boats::write(&answer, n).await?;
        say(&format!("written {n}\n"))?;
        boats::rename(&answer, n).await?;
        say(&format!("renamed {n}\n"))?;
    }
}

fn say(line: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(line.as_bytes())?;
    out.flush()
}
