//! The program's client verbs against a fleet.

use std::process::{Child, Command, Output, Stdio};

use anyhow::{Context, Result, ensure};

use super::{Fleet, Process, blocking};
use crate::program::windrow;
use crate::site::Scenario;

/// What a verb said and how it ended.
#[derive(Debug)]
pub struct Said {
    /// The exit code.
    pub code: Option<i32>,
    /// On standard output.
    pub out: String,
    /// On standard error.
    pub err: String,
}

impl Said {
    fn of(output: &Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Both.
    pub fn whole(&self) -> String {
        format!("{}{}", self.out, self.err)
    }

    /// It ended so and said these words.
    ///
    /// # Panics
    /// It did not.
    pub fn check(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:?}");
        for word in words {
            assert!(self.whole().contains(word), "{word:?} is not in {self:?}");
        }
    }

    /// Its standard output as JSON.
    ///
    /// # Errors
    /// It is not.
    pub fn json(&self) -> Result<serde_json::Value> {
        serde_json::from_str(&self.out).with_context(|| format!("no JSON: {self:?}"))
    }
}

impl Fleet {
    /// Starts a verb of the client, with more environment, against the newest coordinator that runs.
    ///
    /// # Errors
    /// None runs, or the program does not start.
    pub fn spawn(&self, args: &[&str], more: &[(&str, &str)]) -> Result<Child> {
        let runs = |one: &&Process| one.is_running();
        let coordinator = self.coordinators.iter().rev().find(runs);
        let url = coordinator.context("no coordinator runs")?.url()?;
        let mut command = Command::new(blocking(windrow)?);
        command
            .args(args)
            .current_dir(self.folder.path())
            .env("WINDROW_URL", url.as_str())
            .env("WINDROW__BROWSER__ALLOW_RANGES", "loopback")
            .envs(more.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Ok(command.spawn()?)
    }

    /// What a verb that was started says by its end.
    ///
    /// # Errors
    /// It is gone.
    pub fn said(&self, verb: Child) -> Result<Said> {
        Ok(Said::of(&blocking(|| verb.wait_with_output())?))
    }

    /// Runs a verb of the client, with more environment, to its end.
    ///
    /// # Errors
    /// See [`Fleet::spawn`].
    pub fn windrow(&self, args: &[&str], more: &[(&str, &str)]) -> Result<Said> {
        self.said(self.spawn(args, more)?)
    }

    /// Runs a verb of the client: what it printed.
    ///
    /// # Errors
    /// It did not end well.
    pub fn verb(&self, args: &[&str]) -> Result<String> {
        let said = self.windrow(args, &[])?;
        ensure!(said.code == Some(0), "windrow {args:?}: {said:?}");
        Ok(said.out)
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
}
