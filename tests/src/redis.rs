//! A real Redis server on a free port, with its data in a folder of its own. It can be killed and
//! started again on the same port, and ends with its value.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempDir;

use crate::ports::Port;
use crate::services::Program;

/// The server.
pub const REDIS: Program = Program {
    names: &["redis-server"],
    package: "redis-server",
};

/// How often, and with what pause, the server is asked whether it is ready.
const LOOKS: u32 = 12_000;
const PAUSE: Duration = Duration::from_millis(5);

/// A running server.
#[derive(Debug)]
pub struct Server {
    child: Child,
    /// Its own, also while it is killed.
    port: Port,
    settings: Vec<(String, String)>,
    folder: TempDir,
}

impl Server {
    /// Starts a server that keeps an append-only file.
    ///
    /// # Errors
    /// It is not on this machine (with the command that installs it), or it does not start.
    pub fn start() -> Result<Self> {
        Self::start_with(&[])
    }

    /// Starts a server with settings of `redis.conf`, by name and value, over those of [`start`];
    /// `{port}` stands for its port.
    ///
    /// # Errors
    /// As [`start`].
    ///
    /// [`start`]: Self::start
    pub fn start_with(settings: &[(&str, &str)]) -> Result<Self> {
        REDIS.find()?;
        let own = settings.iter().map(|&(k, v)| (k.to_owned(), v.to_owned()));
        let settings: Vec<_> = own.collect();
        let folder = tempfile::tempdir()?;
        let port = Port::free()?;
        Ok(Self {
            child: run(&folder, port.number(), &settings)?,
            port,
            settings,
            folder,
        })
    }

    /// Its URL, without credentials.
    pub fn url(&self) -> String {
        format!("redis://{}", self.port.address())
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port.number()
    }

    /// Asks it with `redis-cli`, which comes with it.
    ///
    /// # Errors
    /// It did not answer.
    pub fn ask(&self, words: &[&str]) -> Result<String> {
        let mut command = Command::new("redis-cli");
        let asked = command.args(["-p", &self.port().to_string()]).args(words);
        let output = asked.output().context("asking redis-cli")?;
        Ok(String::from_utf8(output.stdout)?)
    }

    /// Another setting from the next start on.
    pub fn set(&mut self, name: &str, value: &str) {
        self.settings.push((name.to_owned(), value.to_owned()));
    }

    /// Ends it as a crash would (SIGKILL).
    ///
    /// # Errors
    /// It was not there to be killed.
    pub fn kill(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Makes it stand still (SIGSTOP): its connections stay, and nothing is answered.
    ///
    /// # Errors
    /// It is not there.
    pub fn pause(&self) -> Result<()> {
        self.signal("STOP")
    }

    /// Lets it go on after [`pause`](Self::pause).
    ///
    /// # Errors
    /// It is not there.
    pub fn resume(&self) -> Result<()> {
        self.signal("CONT")
    }

    fn signal(&self, name: &str) -> Result<()> {
        let mut command = Command::new("kill");
        let sent = command.args(["-s", name, &self.child.id().to_string()]);
        ensure!(sent.status()?.success(), "SIG{name} was not taken");
        Ok(())
    }

    /// Starts it again after [`kill`](Self::kill), on the same port with the same data.
    ///
    /// # Errors
    /// It does not start.
    pub fn start_again(&mut self) -> Result<()> {
        self.child = run(&self.folder, self.port(), &self.settings)?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A server that was killed before is gone already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Starts the program and waits until it takes connections.
fn run(folder: &TempDir, port: u16, settings: &[(String, String)]) -> Result<Child> {
    let log = folder.path().join("redis.log");
    let said = read(&log).len();
    let mut command = Command::new(REDIS.find()?);
    command
        .current_dir(folder.path())
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1"])
        .args([
            "--logfile",
            "redis.log",
            "--save",
            "",
            "--appendonly",
            "yes",
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    for (name, value) in settings {
        let value = value.replace("{port}", &port.to_string());
        command.arg(format!("--{name}")).args(value.split(' '));
    }
    let mut child = command.spawn()?;
    for _ in 0..LOOKS {
        let text = read(&log).split_off(said);
        if text.contains("Ready to accept connections") {
            return Ok(child);
        }
        if let Some(status) = child.try_wait()? {
            bail!("redis-server ended with {status}:\n{text}");
        }
        std::thread::sleep(PAUSE);
    }
    child.kill()?;
    child.wait()?;
    bail!("redis-server is not ready:\n{}", read(&log))
}

/// The log so far; none yet is empty.
fn read(log: &Path) -> String {
    std::fs::read_to_string(log).unwrap_or_default()
}
