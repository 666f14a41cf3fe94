//! The kernel's process table: families, browsers and their profile folders, signals. It starts
//! nothing.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Sends a signal to a process.
///
/// # Errors
/// There is no such process.
pub fn signal(id: u32, signal: Signal) -> Result<()> {
    let pid = Pid::from_raw(i32::try_from(id)?);
    kill(pid, signal).with_context(|| format!("{signal} to process {id}"))
}

/// Whether a process runs. One that ended and was not waited for does not.
pub fn alive(id: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit_once(')')
        .is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
}

/// Every process below `root`, without itself.
pub fn descendants(root: u32) -> Vec<u32> {
    let table: Vec<(u32, u32)> = processes()
        .filter_map(|id| Some((id, parent(id)?)))
        .collect();
    let mut family = vec![root];
    let mut at = 0;
    while let Some(&next) = family.get(at) {
        family.extend(
            table
                .iter()
                .filter(|(_, parent)| *parent == next)
                .map(|(id, _)| id),
        );
        at += 1;
    }
    family.split_off(1)
}

/// The main process of a browser below `root`: it has a profile folder and is no helper of another.
pub fn browser_of(root: u32) -> Option<u32> {
    descendants(root)
        .into_iter()
        .find(|&id| profile(id).is_some() && !command_line(id).contains("--type="))
}

/// The profile folders of these processes.
pub fn profiles(family: &[u32]) -> Vec<PathBuf> {
    family.iter().filter_map(|&id| profile(id)).collect()
}

/// Processes that were started with this folder for temporary files, whoever their parent is now,
/// each with its command line.
pub fn with_temporary_folder(folder: &Path) -> Vec<(u32, String)> {
    let word = format!("TMPDIR={}", folder.display());
    let has = |id: &u32| {
        let bytes = std::fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        let mut words = bytes.split(|byte| *byte == 0);
        words.any(|found| found.starts_with(word.as_bytes()))
    };
    processes()
        .filter(|&id| alive(id))
        .filter(has)
        .map(|id| (id, command_line(id).replace('\0', " ")))
        .collect()
}

fn profile(id: u32) -> Option<PathBuf> {
    let line = command_line(id);
    let mut words = line.split('\0');
    let folder = words.find_map(|word| word.strip_prefix("--user-data-dir="));
    folder.map(PathBuf::from)
}

fn processes() -> impl Iterator<Item = u32> {
    std::fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}

fn parent(id: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    stat.rsplit_once(')')?
        .1
        .split_whitespace()
        .nth(1)?
        .parse()
        .ok()
}

fn command_line(id: u32) -> String {
    std::fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default()
}
