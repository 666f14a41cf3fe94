//! The operator's verbs as processes, on run folders that a real browser filled: each test has a copy
//! of its own.

mod checks;
mod edits;
mod files;
mod held;
mod reads;
mod replay;
mod resume;
mod verify;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use fleet_tests::program::windrow;
use fleet_tests::site::Scenario;
use serde_json::Value;
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::site::World;

/// What the shared runs are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ran {
    /// The job board, delivered complete.
    Delivered,
    /// The job board with nobody to mark absence, held for its operator.
    Held,
}

/// A copy of a run folder.
struct Copy {
    folder: TempDir,
}

/// What a verb said and how it ended.
#[derive(Debug)]
struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    /// A copy of the run of its own.
    async fn copy(self) -> Result<Copy> {
        static DELIVERED: OnceCell<PathBuf> = OnceCell::const_new();
        static HELD: OnceCell<PathBuf> = OnceCell::const_new();
        let shared = match self {
            Self::Delivered => DELIVERED.get_or_try_init(|| self.run()).await?,
            Self::Held => HELD.get_or_try_init(|| self.run()).await?,
        };
        let folder = tempfile::tempdir()?;
        let copied = Command::new("cp")
            .arg("-a")
            .arg(shared)
            .arg(folder.path().join("run"))
            .status()?;
        ensure!(copied.success(), "cp failed");
        Ok(Copy { folder })
    }

    /// Runs the job once and keeps its folder.
    async fn run(self) -> Result<PathBuf> {
        let world = World::of(Scenario::JobBoard).await?;
        let code = match self {
            Self::Delivered => 0,
            Self::Held => {
                let job = Scenario::JobBoard.job(&world.site.origin());
                let job = format!("{job}absence: manual\non_gaps: hold\n");
                world.write("job.yaml", &job)?;
                3
            }
        };
        let ended = world.finish().await?;
        ensure!(ended.code() == Some(code), "{}", ended.said());
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("verbs-{self:?}"));
        if kept.exists() {
            std::fs::remove_dir_all(&kept)?;
        }
        let copied = Command::new("cp")
            .arg("-a")
            .arg(world.out())
            .arg(&kept)
            .status()?;
        ensure!(copied.success(), "cp failed");
        Ok(kept)
    }
}

impl Copy {
    /// The run folder.
    fn path(&self) -> PathBuf {
        self.folder.path().join("run")
    }

    /// Runs a verb on the run, with the run folder as its first argument.
    fn verb(&self, verb: &str, args: &[&str]) -> Result<Said> {
        let run = self.path();
        let mut all = vec![verb, run.to_str().context("a path in UTF-8")?];
        all.extend(args);
        self.windrow(&all)
    }

    /// Runs the program in the folder that holds the run.
    fn windrow(&self, args: &[&str]) -> Result<Said> {
        said(
            Command::new(windrow()?)
                .args(args)
                .current_dir(self.folder.path()),
        )
    }

    /// A JSON file of the run.
    fn json(&self, name: &str) -> Result<Value> {
        Ok(serde_json::from_str(&self.text(name)?)?)
    }

    /// A file of the run.
    fn text(&self, name: &str) -> Result<String> {
        let path = self.path().join(name);
        std::fs::read_to_string(&path).with_context(|| path.display().to_string())
    }

    /// A file beside the run.
    fn write(&self, name: &str, text: &str) -> Result<()> {
        Ok(std::fs::write(self.folder.path().join(name), text)?)
    }

    /// A field of a row as delivered.
    fn value(&self, row: usize, field: &str) -> Result<Value> {
        Ok(self.json("output.json")?["jobs"][row][field].clone())
    }
}

/// Runs a command to its end.
fn said(command: &mut Command) -> Result<Said> {
    let output = command.stdin(Stdio::null()).output()?;
    Ok(Said {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

impl Said {
    /// Ended so, and said all of this.
    fn check(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:?}");
        for word in words {
            let there = self.out.contains(word) || self.err.contains(word);
            assert!(there, "{word:?} is not in {self:?}");
        }
    }

    /// What was printed as JSON.
    fn json(&self) -> Result<Value> {
        serde_json::from_str(&self.out).with_context(|| format!("{self:?}"))
    }
}
