//! A started program with everything it starts: a process group and a folder of its own, and the CPU
//! time of such groups. Dropping it kills the group and removes the folder.

use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;
use tempfile::TempDir;

/// How often, every 20 ms, a started program is asked whether it listens.
const POLLS: u32 = 1000;
/// Linux counts CPU time in hundredths of a second.
const TICKS_PER_SECOND: f64 = 100.0;

/// A running program.
pub(crate) struct Process {
    child: Child,
    pub(crate) folder: TempDir,
}

impl Process {
    /// Starts a program with its output in a file, and waits until that says what `announced` finds.
    pub(crate) async fn start<T>(
        program: &Path,
        args: impl FnOnce(&Path) -> Vec<String>,
        announced: impl Fn(&str) -> Option<T>,
    ) -> Result<(Self, T)> {
        let folder = tempfile::Builder::new()
            .prefix("windrow-bench-")
            .tempdir()?;
        let log = folder.path().join("log");
        let out = File::create(&log)?;
        let child = Command::new(program)
            .args(args(folder.path()))
            .env("TMPDIR", folder.path())
            .stdin(Stdio::null())
            .stderr(out.try_clone()?)
            .stdout(out)
            .process_group(0)
            .spawn()
            .with_context(|| program.display().to_string())?;
        let process = Self { child, folder };
        for _ in 0..POLLS {
            if let Some(found) = announced(&std::fs::read_to_string(&log)?) {
                return Ok((process, found));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        bail!(
            "{} does not listen: {}",
            program.display(),
            std::fs::read_to_string(&log)?
        )
    }
}

impl Drop for Process {
    /// Waits until nothing of the group is left, or the folder could not be emptied.
    fn drop(&mut self) {
        let Ok(group) = i32::try_from(self.child.id()) else {
            return;
        };
        for _ in 0..POLLS {
            if killpg(Pid::from_raw(group), Signal::SIGKILL).is_err() {
                return;
            }
            let members = Pid::from_raw(-group);
            while waitpid(members, Some(WaitPidFlag::WNOHANG)).is_ok_and(|s| s.pid().is_some()) {}
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Seconds of CPU time used by the process groups that name a folder in a command line or an
/// environment: by what lives of them and by what they waited for.
pub(crate) fn cpu_of(folder: &Path) -> f64 {
    let folder = folder.to_string_lossy();
    let all: Vec<Stat> = std::fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| stat(&entry.path()))
        .collect();
    let names = |stat: &&Stat| stat.text.contains(folder.as_ref());
    let groups: Vec<i32> = all.iter().filter(names).map(|stat| stat.group).collect();
    all.iter()
        .filter(|stat| groups.contains(&stat.group))
        .map(|stat| stat.seconds)
        .sum()
}

/// Seconds of CPU time this process used.
pub(crate) fn own_cpu() -> f64 {
    // What it waited for are browsers that ended: none while it measures.
    stat(Path::new("/proc/self")).map_or(0.0, |stat| stat.seconds)
}

struct Stat {
    group: i32,
    seconds: f64,
    text: String,
}

fn stat(process: &Path) -> Option<Stat> {
    let text = |name| {
        let bytes = std::fs::read(process.join(name)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let line = text("stat");
    // After the name in brackets: state, parent, group; own and waited-for times from the 12th on.
    let fields: Vec<&str> = line.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields
        .get(11..15)?
        .iter()
        .map(|ticks| ticks.parse().unwrap_or(0.0));
    Some(Stat {
        group: fields.get(2)?.parse().ok()?,
        seconds: ticks.sum::<f64>() / TICKS_PER_SECOND,
        text: text("cmdline") + &text("environ"),
    })
}
