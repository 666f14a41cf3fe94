//! Runs the cases of `tests/cases/store*.json`, and of the folder named by `WINDROW_CASES`, against
//! the answer store on every backend, with pages and clock faked. Each case on a backend is a test.
#![expect(
    clippy::print_stdout,
    reason = "a disputed case is reported, though it does not fail"
)]

mod compare;
mod ops;
mod reads;
mod world;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use common::store::{FileStore, MemoryStore, RedisOptions, RedisStore, ShardError, ShardStore};
use fleet_tests::redis::Server;
use libtest_mimic::{Arguments, Trial};
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

/// A backend that every case is put to.
#[derive(Debug, Clone)]
enum Backend {
    Memory,
    File,
    /// The URL of a server that all cases share.
    Redis(String),
}

impl Backend {
    fn name(&self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::File => "file",
            Self::Redis(_) => "redis",
        }
    }

    /// An empty store: in a folder of its own, or below a prefix of its own.
    async fn open(&self, folder: &Path, case: &str) -> Result<Arc<dyn ShardStore>, ShardError> {
        Ok(match self {
            Self::Memory => Arc::new(MemoryStore::new()),
            Self::File => Arc::new(FileStore::open(folder.join("answer.redb")).await?),
            Self::Redis(url) => {
                let options = RedisOptions {
                    prefix: format!("{case}:"),
                    ..RedisOptions::default()
                };
                Arc::new(RedisStore::connect(url, &options).await?)
            }
        })
    }
}

fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::from_args();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let disputed: Disputes = toml::from_str(&std::fs::read_to_string(own.join("disputed.toml"))?)?;
    let server = Server::start()?;
    let backends = [Backend::Memory, Backend::File, Backend::Redis(server.url())];
    let mut trials = Vec::new();
    for case in all_cases()? {
        let reason = disputed.disputed.iter().find(|d| d.id == case.id);
        let reason = reason.map(|dispute| dispute.reason.clone());
        let case = Arc::new(case);
        for backend in &backends {
            trials.push(trial(&case, backend.clone(), reason.clone()));
        }
    }
    Ok(libtest_mimic::run(&arguments, trials).exit_code())
}

/// A case on a backend. A disputed one is run and reported, but does not fail.
fn trial(case: &Arc<Case>, backend: Backend, disputed: Option<String>) -> Trial {
    let kind = disputed.as_ref().map_or(case.area.as_str(), |_| "disputed");
    let (case, kind) = (Arc::clone(case), kind.to_owned());
    let name = format!("{}::{}", backend.name(), case.id);
    let run = move || match (judge(&case, &backend)?, disputed) {
        (None, _) => Ok(()),
        (Some(failure), Some(reason)) => {
            println!("{failure} (disputed: {reason})");
            Ok(())
        }
        (Some(failure), None) => Err(failure.into()),
    };
    Trial::test(name, run).with_kind(kind)
}

/// What is wrong with the result of a case, if something is.
fn judge(case: &Case, backend: &Backend) -> anyhow::Result<Option<String>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let folder = tempfile::tempdir()?;
    let got = runtime.block_on(async {
        let shards = backend.open(folder.path(), &case.id).await?;
        Ok::<_, ShardError>(world::run(case, shards).await)
    })?;
    let failure = |at| format!("{}: got {got}, want {} at {at}", case.id, case.expect);
    Ok(compare::result(&got, &case.expect).err().map(failure))
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
