//! A whole fleet on this machine for one test: a broker, a Redis, the sample site, and coordinators
//! and workers as processes of the built program, each behind a proxy of its own to the broker. All of
//! it ends with its value; it judges nothing but whether it came to rest.

mod process;
mod rest;

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use common::api::{Client, JobStatus};
use serde_json::Value;
use tempfile::TempDir;
use url::Url;

use crate::patience::within;
use crate::program::windrow;
use crate::proxy::Proxy;
use crate::rabbitmq;
use crate::redis::Server as Store;
use crate::site::{SampleSite, Scenario, SiteServer};

pub use process::Process;

/// How long a job may take to its end, on a machine that does much else.
pub const JOB_PATIENCE: Duration = Duration::from_mins(2);
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

    /// Runs a verb of the client with the program itself: what it printed.
    ///
    /// # Errors
    /// It did not end well.
    pub fn verb(&self, args: &[&str]) -> Result<String> {
        let (code, said) = self.run(args, &[])?;
        ensure!(code == 0, "windrow {args:?} ended with {code}: {said}");
        Ok(said)
    }

    /// Runs a verb of the client with more settings: its exit code, and what it printed; what it
    /// complained of only if it failed.
    ///
    /// # Errors
    /// It could not be run, or was ended by a signal.
    pub fn run(&self, args: &[&str], settings: &[(&str, &str)]) -> Result<(i32, String)> {
        let runs = |one: &&Process| one.is_running();
        let coordinator = self.coordinators.iter().rev().find(runs);
        let url: Url = coordinator.context("no coordinator runs")?.url()?;
        let mut command = std::process::Command::new(windrow()?);
        command
            .args(args)
            .env("WINDROW_URL", url.as_str())
            .env("WINDROW__BROWSER__ALLOW_RANGES", "loopback")
            .envs(settings.iter().copied())
            .stdin(std::process::Stdio::null());
        let output = blocking(|| command.output())?;
        let mut said = String::from_utf8_lossy(&output.stdout).into_owned();
        if !output.status.success() {
            said += &String::from_utf8_lossy(&output.stderr);
        }
        let code = output.status.code().context("ended by a signal")?;
        Ok((code, said))
    }

    /// Submits a scenario's job, with more lines of YAML, by the program itself: its id.
    ///
    /// # Errors
    /// It was not taken.
    pub fn submit(&self, scenario: Scenario, more: &str) -> Result<String> {
        let job = scenario.job(&self.site.origin()) + more;
        self.submit_job(&job, scenario.schema())
    }

    /// Submits a job that names its schema `schema.json`, by the program itself: its id.
    ///
    /// # Errors
    /// It was not taken.
    pub fn submit_job(&self, job: &str, schema: &str) -> Result<String> {
        let folder = tempfile::tempdir_in(self.folder.path())?;
        let file = folder.path().join("job.yaml");
        std::fs::write(&file, job)?;
        std::fs::write(folder.path().join("schema.json"), schema)?;
        let said = self.verb(&["submit", &file.to_string_lossy()])?;
        Ok(said.trim().to_owned())
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
