//! One ChromeDriver process with the browsers it starts: own port, own process group, own folder
//! for profiles. Dropping it kills the group and removes the folder. It speaks no WebDriver.

use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;
use tempfile::TempDir;

use super::find::Installation;

/// How long ChromeDriver may take until it listens.
const START_PATIENCE: Duration = Duration::from_secs(20);
/// How long killed processes may take to disappear.
const KILL_PATIENCE: Duration = Duration::from_secs(5);
const POLL: Duration = Duration::from_millis(5);

/// Waits until this program is gone (its end of the pipe closes, whatever killed it), then kills
/// the group and removes the folder.
const GUARD: &str =
    r#"read -r _; kill -s KILL -- "-$1"; sleep 1; kill -s KILL -- "-$1"; rm -rf -- "$2""#;

/// A driver that does not start.
#[derive(Debug, thiserror::Error)]
pub enum DriverError {
    /// The operating system refused a process or a folder.
    #[error("starting {}: {source}", .program.display())]
    Spawn {
        /// What was started.
        program: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// It ended, or does not listen.
    #[error("{} does not listen: {output}", .program.display())]
    Silent {
        /// What was started.
        program: PathBuf,
        /// What it printed.
        output: String,
    },
}

/// A running ChromeDriver.
#[derive(Debug)]
pub(super) struct Driver {
    group: Pid,
    guard: Child,
    folder: Option<TempDir>,
    installation: Installation,
    port: u16,
}

/// How often a driver is started that finds its port taken.
const ATTEMPTS: u32 = 5;
/// What it says then.
const PORT_TAKEN: &str = "port not available";

impl Driver {
    /// Starts ChromeDriver and waits until it listens. Its folder is made in `place`. It takes a free
    /// port of one family of addresses and then the same one of the other, which somebody else may
    /// have by then: it is started again.
    pub(super) async fn start(
        installation: &Installation,
        place: Option<&Path>,
    ) -> Result<Self, DriverError> {
        let mut attempt = 1;
        loop {
            match Self::start_once(installation, place).await {
                Err(error) if attempt < ATTEMPTS && error.to_string().contains(PORT_TAKEN) => {
                    attempt += 1;
                }
                started => return started,
            }
        }
    }

    async fn start_once(
        installation: &Installation,
        place: Option<&Path>,
    ) -> Result<Self, DriverError> {
        let program = installation.driver.clone();
        let failed = |source| DriverError::Spawn {
            program: program.clone(),
            source,
        };
        adopt_orphans();
        let mut naming = tempfile::Builder::new();
        let folder = match place {
            Some(place) => naming.prefix("windrow-browser-").tempdir_in(place),
            None => naming.prefix("windrow-browser-").tempdir(),
        }
        .map_err(failed)?;
        let log = folder.path().join("driver.log");
        let group = spawn_driver(&installation.driver, folder.path(), &log).map_err(failed)?;
        let guard = match spawn_guard(group, folder.path()) {
            Ok(guard) => guard,
            Err(source) => {
                end_group(group);
                return Err(failed(source));
            }
        };
        let mut driver = Self {
            group,
            guard,
            folder: Some(folder),
            installation: installation.clone(),
            port: 0,
        };
        driver.port = driver.listen(&log).await?;
        Ok(driver)
    }

    /// The address of its WebDriver service.
    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// What it runs.
    pub(super) fn installation(&self) -> &Installation {
        &self.installation
    }

    /// The process group of the driver and its browsers.
    pub(super) fn group(&self) -> i32 {
        self.group.as_raw()
    }

    async fn listen(&self, log: &Path) -> Result<u16, DriverError> {
        let mut waited = Duration::ZERO;
        loop {
            let output = std::fs::read_to_string(log).unwrap_or_default();
            if let Some(port) = announced_port(&output) {
                return Ok(port);
            }
            let ended = waitpid(self.group, Some(WaitPidFlag::WNOHANG))
                .map_or(true, |status| status.pid().is_some());
            if ended || waited > START_PATIENCE {
                return Err(DriverError::Silent {
                    program: self.installation.driver.clone(),
                    output,
                });
            }
            tokio::time::sleep(POLL).await;
            waited += POLL;
        }
    }
}

impl Drop for Driver {
    /// Blocks until nothing of the group runs any more, some 20 to 50 ms: there is no other moment
    /// that every exit path passes.
    fn drop(&mut self) {
        end_group(self.group);
        if let Err(error) = self.guard.kill().and_then(|()| self.guard.wait()) {
            tracing::warn!(%error, "browser guard did not end");
        }
        if let Some(folder) = self.folder.take() {
            remove(folder);
        }
    }
}

/// Orphans of a killed driver become our children, so that they can be waited for.
fn adopt_orphans() {
    if let Err(error) = nix::sys::prctl::set_child_subreaper(true) {
        tracing::debug!(%error, "orphaned browsers go to the system's reaper");
    }
}

/// The driver makes its profiles in `TMPDIR`. (Given a `--user-data-dir` it would open no first
/// tab, and the headless shell opens none by itself.) The browser stores what pages offer for download
/// in its working folder: ours, so that it goes with the session.
fn spawn_driver(program: &Path, folder: &Path, log: &Path) -> std::io::Result<Pid> {
    let out = File::create(log)?;
    // Not to be looked for in the folder the driver starts in.
    let child = Command::new(std::path::absolute(program)?)
        .arg("--port=0")
        .env("TMPDIR", folder)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stderr(out.try_clone()?)
        .stdout(out)
        .process_group(0)
        .spawn()?;
    // Waited for with its whole group.
    Ok(pid(&child))
}

fn spawn_guard(group: Pid, folder: &Path) -> std::io::Result<Child> {
    Command::new("/bin/sh")
        .args(["-c", GUARD, "windrow-guard", &group.to_string()])
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
}

fn pid(child: &Child) -> Pid {
    Pid::from_raw(i32::try_from(child.id()).unwrap_or(i32::MAX))
}

fn announced_port(output: &str) -> Option<u16> {
    let (_, rest) = output.split_once("started successfully on port ")?;
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    // Without the full stop the number may still be half written.
    rest[digits.len()..]
        .starts_with('.')
        .then(|| digits.parse().ok())?
}

/// Kills a process group and waits until none of it is left. The group's number cannot be taken
/// by others before that: its leader is our child and not waited for.
fn end_group(group: Pid) {
    let mut waited = Duration::ZERO;
    while waited < KILL_PATIENCE {
        match killpg(group, Signal::SIGKILL) {
            Err(Errno::ESRCH) => return,
            Err(error) => tracing::warn!(%error, "killing a browser"),
            Ok(()) => {}
        }
        let members = Pid::from_raw(-group.as_raw());
        while waitpid(members, Some(WaitPidFlag::WNOHANG)).is_ok_and(|s| s.pid().is_some()) {}
        std::thread::sleep(POLL);
        waited += POLL;
    }
    tracing::warn!(group = group.as_raw(), "a browser outlives its kill");
}

/// A dying process may still write a file while the folder is emptied, so a second try is worth it.
fn remove(folder: TempDir) {
    let path = folder.path().to_owned();
    if folder.close().is_err()
        && let Err(error) = std::fs::remove_dir_all(&path)
        && path.exists()
    {
        tracing::warn!(%error, path = %path.display(), "a browser's folder is left");
    }
}

#[cfg(test)]
mod tests;
