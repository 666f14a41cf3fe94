//! One program of a fleet: a process with its log, its folder for temporary files and its proxy to the
//! broker. It is killed with its value.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use nix::sys::signal::Signal;
use url::Url;

use crate::patience::within;
use crate::processes::{browser_of, signal};
use crate::program::windrow;
use crate::proxy::Proxy;

/// How long a program may take to listen, or to end.
const PATIENCE: Duration = Duration::from_secs(90);
/// Lines that [`Process::tail`] shows.
const TAIL: usize = 25;
/// What a program says when it listens.
const LISTENS: &str = "listening on ";

/// A process of the program.
#[derive(Debug)]
pub struct Process {
    /// Between it and the broker.
    pub queue: Proxy,
    name: String,
    child: Mutex<Child>,
    id: u32,
    log: PathBuf,
    temporary: PathBuf,
}

impl Process {
    /// Starts it and waits until it listens or ended.
    pub(super) async fn start(
        name: &str,
        folder: &Path,
        args: &[&str],
        settings: &[(&str, &str)],
        queue: Proxy,
    ) -> Result<Self> {
        let temporary = folder.join("tmp").join(name);
        std::fs::create_dir_all(&temporary)?;
        let log = folder.join(format!("{name}.log"));
        let out = File::create(&log)?;
        let child = Command::new(super::blocking(windrow)?)
            .args(args)
            .envs(settings.iter().copied())
            .env("TMPDIR", &temporary)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stderr(out.try_clone()?)
            .stdout(out)
            .spawn()?;
        let process = Self {
            queue,
            name: name.to_owned(),
            id: child.id(),
            child: Mutex::new(child),
            log,
            temporary,
        };
        within(PATIENCE, &format!("{name} to listen"), || async {
            (process.url().is_ok() || !process.is_running()).then_some(())
        })
        .await;
        Ok(process)
    }

    /// Its name in the fleet.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its number among the processes.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Where its temporary files are.
    pub fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// Where it listens.
    ///
    /// # Errors
    /// It has not said so.
    pub fn url(&self) -> Result<Url> {
        let said = self.said();
        let (_, rest) = said.split_once(LISTENS).context("it does not listen")?;
        let (url, _) = rest.split_once('\n').context("half a line")?;
        Ok(Url::parse(url.trim())?)
    }

    /// Whether it has not ended.
    pub fn is_running(&self) -> bool {
        matches!(self.status(), Ok(None))
    }

    /// Sends it a signal.
    ///
    /// # Errors
    /// It is gone.
    pub fn signal(&self, kind: Signal) -> Result<()> {
        signal(self.id, kind)
    }

    /// Kills it, waits for it, and cuts it off the broker: nothing that was held back arrives later.
    ///
    /// # Errors
    /// It is gone.
    pub fn kill(&self) -> Result<()> {
        self.signal(Signal::SIGKILL)?;
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        super::blocking(|| child.wait())?;
        self.queue.cut();
        self.queue.thaw();
        Ok(())
    }

    /// Kills its browser's main process.
    ///
    /// # Errors
    /// It has none.
    pub fn kill_browser(&self) -> Result<()> {
        let browser = browser_of(self.id).context("it has no browser")?;
        signal(browser, Signal::SIGKILL)
    }

    /// Waits for its end: its exit code.
    ///
    /// # Errors
    /// It was ended by a signal.
    ///
    /// # Panics
    /// It does not end in time.
    pub async fn ended(&self) -> Result<i32> {
        let status = within(PATIENCE, &format!("the end of {}", self.name), || async {
            self.status().transpose()
        })
        .await?;
        match status.code() {
            Some(code) => Ok(code),
            None => bail!("{} ended with {status}", self.name),
        }
    }

    /// Everything it printed.
    pub fn said(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// The last lines it printed.
    pub fn tail(&self) -> String {
        let said = self.said();
        let lines: Vec<_> = said.lines().collect();
        lines[lines.len().saturating_sub(TAIL)..].join("\n")
    }

    /// A page of its door.
    ///
    /// # Errors
    /// It does not answer, or not well.
    pub async fn get(&self, path: &str) -> Result<String> {
        common::tls::install_provider();
        let answer = reqwest::get(self.url()?.join(path)?).await?;
        Ok(answer.error_for_status()?.text().await?)
    }

    /// What its door says, well or not: the status and the text.
    ///
    /// # Errors
    /// It does not answer.
    pub async fn ask(&self, path: &str) -> Result<(u16, String)> {
        common::tls::install_provider();
        let answer = reqwest::get(self.url()?.join(path)?).await?;
        Ok((answer.status().as_u16(), answer.text().await?))
    }

    fn status(&self) -> Result<Option<ExitStatus>> {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(child.try_wait()?)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let child = self.child.get_mut().unwrap_or_else(PoisonError::into_inner);
        // It may have ended by itself.
        drop(child.kill());
        drop(child.wait());
    }
}
