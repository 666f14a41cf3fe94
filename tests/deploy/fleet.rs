//! `deploy/fleet` as an operator uses it, with real servers: the sample site's answers are the golden
//! ones, and nothing is left behind, whatever ends it.

use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use fleet_tests::patience::within;
use fleet_tests::site::Scenario;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::tools::{command, root};

/// Ports of one fleet.
const PORTS: u16 = 7;
/// How long a fleet may take to be gone.
const GONE: Duration = Duration::from_mins(2);

/// One fleet at a time: a machine has enough of it with one.
static TURN: Mutex<()> = Mutex::new(());

/// A range of ports for one fleet. Dropped, it ends what the test left.
struct Fleet {
    port: u16,
    _turn: MutexGuard<'static, ()>,
}

impl Fleet {
    fn new() -> Self {
        let turn = TURN
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let free = |first: &u16| (*first..first + PORTS).all(|p| listen(p).is_some());
        let port = (17_700..20_000).step_by(20).find(free);
        Self {
            port: port.expect("free ports"),
            _turn: turn,
        }
    }

    fn command(&self, verb: &str) -> Command {
        let mut command = command(root().join("deploy/fleet"));
        command.arg(verb).env("FLEET_PORT", self.port.to_string());
        command
    }

    fn run(&self, verb: &str) -> Output {
        self.command(verb).output().expect("bash")
    }

    fn home(&self) -> std::path::PathBuf {
        root().join(format!("target/fleet-{}", self.port))
    }

    /// The process that keeps the fleet.
    fn keeper(&self) -> Pid {
        let text = std::fs::read_to_string(self.home().join("keeper")).expect("a keeper");
        let number = text.split_whitespace().next().expect("a number");
        Pid::from_raw(number.parse().expect("a number"))
    }

    /// The newest process of each name that was started, by name.
    fn process(&self, name: &str) -> Pid {
        let text = std::fs::read_to_string(self.home().join("started")).expect("processes");
        let mut lines = text.lines().filter(|line| line.ends_with(name));
        let number = lines.next_back().and_then(|line| line.split(' ').next());
        Pid::from_raw(number.expect(name).parse().expect("a number"))
    }

    /// Its folder and its ports are free again.
    async fn is_gone(&self) {
        within(GONE, "nothing to be left", || {
            let held = (self.port..self.port + PORTS).any(is_open);
            let gone = !held && !self.home().exists();
            async move { gone.then_some(()) }
        })
        .await;
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        drop(self.command("down").output());
    }
}

fn listen(port: u16) -> Option<TcpListener> {
    TcpListener::bind(("127.0.0.1", port)).ok()
}

fn is_open(port: u16) -> bool {
    TcpStream::connect(("127.0.0.1", port)).is_ok()
}

fn said(output: &Output) -> String {
    let out = String::from_utf8_lossy(&output.stdout);
    format!("{out}{}", String::from_utf8_lossy(&output.stderr))
}

#[tokio::test]
async fn the_demo_reads_the_bundled_site_and_leaves_nothing() {
    let fleet = Fleet::new();
    let output = fleet.run("demo");
    let said = said(&output);
    assert!(output.status.success(), "{said}");
    for scenario in Scenario::ALL {
        let line = format!("{}: equal to its golden answer", scenario.name());
        assert!(said.contains(&line), "{said}");
    }
    fleet.is_gone().await;
}

#[tokio::test]
async fn it_is_started_asked_and_stopped_and_what_dies_comes_back() {
    let fleet = Fleet::new();
    let up = fleet.run("up");
    assert!(up.status.success(), "{}", said(&up));
    let again = fleet.run("up");
    assert!(!again.status.success(), "two of one name");
    // All at once: the end of one must not hide that of another.
    let names = ["worker-1", "worker-2", "coordinator", "redis"];
    let first = names.map(|name| fleet.process(name));
    for process in first {
        kill(process, Signal::SIGKILL).expect("a program");
    }
    within(GONE, "others in their place", || {
        let other = names.map(|name| fleet.process(name));
        let new = other.iter().zip(&first).all(|(new, old)| new != old);
        async move { new.then_some(()) }
    })
    .await;
    // They are started; the jobs can be asked for once the coordinator listens.
    let status = within(GONE, "the coordinator to answer", || {
        let status = fleet.run("status");
        async move { status.status.success().then_some(status) }
    })
    .await;
    for name in ["coordinator", "rabbitmq", "redis", "worker-2"] {
        assert!(said(&status).contains(name), "{}", said(&status));
    }
    let down = fleet.run("down");
    assert!(down.status.success(), "{}", said(&down));
    fleet.is_gone().await;
}

#[tokio::test]
async fn nothing_is_left_when_the_script_is_killed() {
    let fleet = Fleet::new();
    let up = fleet.run("up");
    assert!(up.status.success(), "{}", said(&up));
    kill(fleet.keeper(), Signal::SIGKILL).expect("the keeper");
    fleet.is_gone().await;
}

#[test]
fn a_taken_port_is_named() {
    let fleet = Fleet::new();
    let taken = listen(fleet.port + 2).expect("a free port");
    let up = fleet.run("up");
    drop(taken);
    assert!(!up.status.success());
    let expected = format!("port {} is taken", fleet.port + 2);
    assert!(said(&up).contains(&expected), "{}", said(&up));
}
