//! A whole fleet on this machine for one test: a broker, a Redis, the sample site, and coordinators
//! and workers as processes of the built program, each behind a proxy of its own to the broker. All of
//! it ends with its value; it judges nothing but whether it came to rest.

mod client;
mod process;
mod rest;

use std::time::Duration;

use anyhow::{Context, Result};
use common::api::{Client, JobStatus};
use serde_json::Value;
use tempfile::TempDir;

use crate::patience::within;
use crate::proxy::Proxy;
use crate::rabbitmq;
use crate::redis::Server as Store;
use crate::site::{SampleSite, SiteServer};

pub use client::Said;
pub use process::Process;

/// How long a job may take to its end, on a machine that does much else.
pub const JOB_PATIENCE: Duration = Duration::from_mins(4);
/// Pages that one worker reads at a time.
pub const WAVE: usize = 4;
/// The password that the brokers of the kit take.
const PASSWORD: &str = "rake";

/// The broker of a fleet.
#[derive(Debug)]
pub enum Broker {
    /// The one that the tests of a binary share; each fleet has its own queues on it.
    Shared(&'static rabbitmq::Server),
    /// One of its own, that may be stopped.
    Own(rabbitmq::Server),
}

impl Broker {
    /// The shared one. Blocks until it runs.
    pub fn shared() -> Self {
        Self::Shared(blocking(rabbitmq::Server::shared))
    }

    /// One of its own.
    ///
    /// # Errors
    /// It does not start.
    pub fn own() -> Result<Self> {
        Ok(Self::Own(blocking(rabbitmq::Server::start)?))
    }

    /// The server.
    pub fn server(&self) -> &rabbitmq::Server {
        match self {
            Self::Shared(server) => server,
            Self::Own(server) => server,
        }
    }

    /// Kills it as a crash does and starts it again.
    ///
    /// # Errors
    /// It is shared, or does not come back.
    pub fn crash(&mut self) -> Result<()> {
        let Self::Own(server) = self else {
            anyhow::bail!("the shared broker is not to be stopped");
        };
        blocking(|| {
            server.kill()?;
            server.start_again()
        })
    }
}

/// A fleet. Its programs are found by their place in the order of their start.
pub struct Fleet {
    /// What it reads.
    pub site: SiteServer,
    /// Its broker.
    pub broker: Broker,
    /// Its store.
    pub store: Store,
    /// Coordinators, ended ones too.
    pub coordinators: Vec<Process>,
    /// Workers, ended ones too.
    pub workers: Vec<Process>,
    prefix: String,
    folder: TempDir,
    rested: bool,
}

impl Fleet {
    /// The services without a program.
    ///
    /// # Errors
    /// One of them does not start.
    pub async fn of_services(broker: Broker) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let prefix = folder.path().file_name().context("a name")?;
        let prefix = prefix.to_string_lossy().replace('.', "fleet-");
        Ok(Self {
            site: SiteServer::start(SampleSite::bundled()?).await?,
            broker,
            store: blocking(Store::start)?,
            coordinators: Vec::new(),
            workers: Vec::new(),
            prefix,
            folder,
            rested: false,
        })
    }

    /// A fleet with one coordinator and some workers.
    ///
    /// # Errors
    /// Something does not start.
    pub async fn start(broker: Broker, workers: usize) -> Result<Self> {
        let mut fleet = Self::of_services(broker).await?;
        fleet.add_coordinator(&[]).await?;
        fleet.serves().await;
        for _ in 0..workers {
            fleet.add_worker(&[], &[]).await?;
        }
        Ok(fleet)
    }

    /// Starts a coordinator with more settings (environment, by name and value), and waits until it
    /// listens.
    ///
    /// # Errors
    /// It does not start.
    pub async fn add_coordinator(&mut self, settings: &[(&str, &str)]) -> Result<usize> {
        let number = self.coordinators.len();
        let name = format!("coordinator-{number}");
        let mut own = vec![("WINDROW__COORDINATOR__LEASE", "2s")];
        own.push(("WINDROW__COORDINATOR__LISTEN", "127.0.0.1:0"));
        own.extend(settings);
        let started = self.program(&name, &["coordinator"], &own).await?;
        self.coordinators.push(started);
        Ok(number)
    }

    /// Waits until the newest coordinator takes jobs.
    ///
    /// # Panics
    /// It does not in time.
    pub async fn serves(&self) {
        within(JOB_PATIENCE, "a coordinator that takes jobs", || async {
            self.coordinators.last()?.get("/readyz").await.ok()
        })
        .await;
    }

    /// Starts a worker with more arguments and settings, and waits until it listens.
    ///
    /// # Errors
    /// It does not start.
    pub async fn add_worker(&mut self, args: &[&str], settings: &[(&str, &str)]) -> Result<usize> {
        let number = self.workers.len();
        let name = format!("worker-{number}");
        let wave = WAVE.to_string();
        let mut own = vec![("WINDROW__WORKER__WAVE", wave.as_str())];
        own.push(("WINDROW__WORKER__LISTEN", "127.0.0.1:0"));
        own.extend(settings);
        let args = [&["worker"], args].concat();
        let started = self.program(&name, &args, &own).await?;
        self.workers.push(started);
        Ok(number)
    }

    async fn program(&self, name: &str, args: &[&str], own: &[(&str, &str)]) -> Result<Process> {
        let queue = Proxy::to(self.broker.server().address()).await?;
        let at = self
            .broker
            .server()
            .url_with(PASSWORD, queue.address().port());
        let store = self.store.url();
        let mut settings = vec![
            ("WINDROW__QUEUE__URL", at.as_str()),
            ("WINDROW__QUEUE__PREFIX", &self.prefix),
            ("WINDROW__STORE__URL", &store),
            ("WINDROW__BROWSER__ALLOW_RANGES", "loopback"),
            ("WINDROW__LOG__LEVEL", "info"),
        ];
        settings.extend(own);
        Process::start(name, self.folder.path(), args, &settings, queue).await
    }

    /// The client of the newest coordinator that runs.
    ///
    /// # Errors
    /// None runs.
    pub fn client(&self) -> Result<Client> {
        let runs = |one: &&Process| one.is_running();
        let coordinator = self.coordinators.iter().rev().find(runs);
        self.client_of(coordinator.context("no coordinator runs")?)
    }

    /// The client of this coordinator.
    ///
    /// # Errors
    /// It does not listen.
    pub fn client_of(&self, coordinator: &Process) -> Result<Client> {
        Ok(Client::new(coordinator.url()?, None)?)
    }

    /// How a job stands; nothing while no coordinator can say.
    pub async fn status(&self, id: &str) -> Option<JobStatus> {
        self.client().ok()?.status(id).await.ok()
    }

    /// How a job ended.
    ///
    /// # Panics
    /// It does not end in time.
    pub async fn ended(&self, id: &str) -> JobStatus {
        within(JOB_PATIENCE, &format!("the end of {id}"), || async {
            let status = self.status(id).await?;
            status.state.is_terminal().then_some(status)
        })
        .await
    }

    /// A job's document.
    ///
    /// # Errors
    /// There is none.
    pub async fn output(&self, id: &str) -> Result<Value> {
        Ok(self.client()?.output(id).await?)
    }

    /// Every program, ended ones too.
    pub fn programs(&self) -> impl Iterator<Item = &Process> {
        self.coordinators.iter().chain(&self.workers)
    }

    /// Lets every program speak with the broker, and every page be read.
    pub fn let_go(&self) {
        for program in self.programs() {
            program.queue.thaw();
        }
        self.site.gate().open();
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        if self.rested && !std::thread::panicking() {
            return;
        }
        for program in self.programs() {
            #[expect(clippy::print_stderr, reason = "what a failed test shows")]
            {
                eprintln!(
                    "--- {}, newest lines last\n{}",
                    program.name(),
                    program.tail()
                );
            }
        }
    }
}

/// Runs what blocks beside the runtime's other work.
///
/// # Panics
/// The runtime has one thread only.
pub fn blocking<T>(work: impl FnOnce() -> T) -> T {
    tokio::task::block_in_place(work)
}
