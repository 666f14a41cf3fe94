//! A process that writes an answer file is killed with SIGKILL at a random moment, again and again:
//! what it acknowledged is there, and the counters are those of the records.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use common::store::FileStore;
use domain::answer::commit::{RecordKey, Slice, Space};
use domain::answer::pair::id_of_key;
use fleet_tests::boats;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, ChildStdout, Command};

/// How often the process is killed.
const KILLS: u32 = 12;

/// Pages that were acknowledged as written, and as renamed.
#[derive(Default)]
struct Said {
    written: Vec<u64>,
    renamed: Vec<u64>,
}

impl Said {
    fn line(&mut self, line: &str) {
        let (word, n) = line.split_once(' ').unwrap();
        let list = match word {
            "written" => &mut self.written,
            _ => &mut self.renamed,
        };
        list.push(n.parse().unwrap());
    }
}

#[tokio::test]
async fn what_was_acknowledged_outlives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store/answer.redb");
    let mut said = Said::default();
    for kill in 0..KILLS {
        let from = u64::from(kill) * 1_000_000;
        run_and_kill(&path, from, &mut said).await;
        check(&path, &said).await;
    }
    println!(
        "{} acknowledged writes",
        said.written.len() + said.renamed.len()
    );
}

/// Another moment each time: what is looked for is a race with the disk, which no seed repeats.
fn moment() -> Duration {
    use std::hash::{BuildHasher, RandomState};
    Duration::from_micros(RandomState::new().hash_one(0) % 250_000)
}

async fn run_and_kill(path: &Path, from: u64, said: &mut Said) {
    let (mut child, mut lines) = start(path, from);
    let mut first = String::new();
    lines.read_line(&mut first).await.unwrap();
    assert!(!first.is_empty(), "the writer ended by itself");
    let mut rest = String::new();
    let reading = async {
        tokio::time::sleep(moment()).await;
        child.start_kill().unwrap();
    };
    let ((), read) = tokio::join!(reading, lines.read_to_string(&mut rest));
    read.unwrap();
    let status = child.wait().await.unwrap();
    assert!(!status.success() && status.code().is_none(), "{status}");
    // A line that was cut off was not said.
    let all = first + &rest;
    let whole = all.rsplit_once('\n').map_or("", |(whole, _)| whole);
    whole.lines().for_each(|line| said.line(line));
}

fn start(path: &Path, from: u64) -> (Child, BufReader<ChildStdout>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_store-writer"))
        .arg(path)
        .arg(format!("--from={from}"))
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap());
    (child, lines)
}

async fn check(path: &Path, said: &Said) {
    let store = FileStore::open(path).await.unwrap();
    let dump = store.dump(&boats::job()).await.unwrap();
    boats::counted(&dump);
    for n in &said.written {
        assert!(builder(&dump, *n).is_some(), "page {n} is lost");
    }
    for n in &said.renamed {
        assert_eq!(builder(&dump, *n), Some(format!("Yard {n}").as_str()));
    }
}

fn builder(dump: &Slice, n: u64) -> Option<&str> {
    let row = RecordKey::new(Space::Row, id_of_key(&boats::address(n)));
    dump.records.get(&row)?.body["item"]["builder"].as_str()
}
