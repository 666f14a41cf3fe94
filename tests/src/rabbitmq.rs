//! A real RabbitMQ for tests: a node of its own with its data in a temporary folder, started once
//! for a test binary and gone with it. It holds no queue; each test takes a prefix.

use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use common::queue::rabbitmq::{RabbitOptions, RabbitQueue};
use serde_json::json;

/// The server without the wrapper that changes to the package's user.
const SERVER: &str = "/usr/lib/rabbitmq/bin/rabbitmq-server";
const PACKAGE: &str = "rabbitmq-server";
/// User and password of every broker here.
const LOGIN: &str = "rake";
const POLL: Duration = Duration::from_millis(50);
/// Polls until a node must have started: a minute and a half, for a busy machine.
const START_POLLS: u32 = 1800;

/// Keeps a node: starts and stops it as told, and when nobody tells any more (the test is over, or
/// was killed) ends all of it and removes its folder.
const KEEPER: &str = r#"
set -m
start() { "$SERVER" >>"$HOME/server.log" 2>&1 </dev/null & node=$!; }
stop() { kill -KILL -- "-$node" 2>/dev/null; wait "$node" 2>/dev/null; }
epmd -port "$ERL_EPMD_PORT" -address 127.0.0.1 </dev/null & names=$!
for _ in {1..100}; do epmd -port "$ERL_EPMD_PORT" -names >/dev/null 2>&1 && break; sleep 0.05; done
start
while read -r word; do
  case $word in
    stop) stop ;;
    start) start ;;
  esac
done
stop
kill -KILL -- "-$names" 2>/dev/null
wait "$names" 2>/dev/null
cd / && rm -rf -- "$HOME"
"#;

/// A running node.
#[derive(Debug)]
pub struct Broker {
    folder: PathBuf,
    port: u16,
    keeper: Child,
    /// Absent once the keeper was let go.
    words: Option<ChildStdin>,
}

impl Broker {
    /// The broker that all tests of the binary share. Do not stop it.
    ///
    /// # Panics
    /// It does not start; the message names the package to install.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Broker> = OnceLock::new();
        SHARED.get_or_init(|| Self::start().unwrap_or_else(|error| panic!("{error:#}")))
    }

    /// A broker of one's own, ready for connections. Queues of pages let a task come back twice.
    /// Blocks for some ten seconds.
    ///
    /// # Errors
    /// It is not installed or does not come up.
    pub fn start() -> Result<Self> {
        if !Path::new(SERVER).exists() {
            bail!("no {SERVER}; install it with: apt-get install -y {PACKAGE}");
        }
        let folder = tempfile::tempdir()?.keep();
        let ports = free_ports()?;
        prepare(&folder, ports[0])?;
        let mut keeper = keeper(&folder, ports).spawn().context("start bash")?;
        let words = keeper.stdin.take();
        let broker = Self {
            folder,
            port: ports[0],
            keeper,
            words,
        };
        broker.wait_until_ready()?;
        Ok(broker)
    }

    /// Kills the node; its data stays.
    ///
    /// # Errors
    /// It does not end.
    pub fn stop(&mut self) -> Result<()> {
        self.tell("stop")?;
        poll(START_POLLS, || !self.speaks()).context("the broker does not end")
    }

    /// Starts the node that was stopped, on the same port and data.
    ///
    /// # Errors
    /// It does not come up.
    pub fn start_again(&mut self) -> Result<()> {
        self.tell("start")?;
        self.wait_until_ready()
    }

    /// Adds a line to the configuration that the next start reads.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn configure(&self, line: &str) -> Result<()> {
        let path = self.folder.join("rabbitmq.conf");
        let known = fs::read_to_string(&path)?;
        Ok(fs::write(path, format!("{known}{line}\n"))?)
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))
    }

    /// The URL for a password, by the given port.
    pub fn url_with(&self, password: &str, port: u16) -> String {
        format!("amqp://{LOGIN}:{password}@127.0.0.1:{port}/%2f")
    }

    /// The URL that works.
    pub fn url(&self) -> String {
        self.url_with(LOGIN, self.port)
    }

    /// An empty queue that no other test sees.
    ///
    /// # Panics
    /// Never: the address is well-formed.
    pub fn queue(&self) -> RabbitQueue {
        RabbitQueue::new(options(&self.url()))
    }

    fn tell(&mut self, word: &str) -> Result<()> {
        let words = self.words.as_mut().context("the broker was let go")?;
        Ok(writeln!(words, "{word}")?)
    }

    fn wait_until_ready(&self) -> Result<()> {
        poll(START_POLLS, || self.speaks()).with_context(|| {
            let log = fs::read_to_string(self.folder.join("server.log")).unwrap_or_default();
            let tail: Vec<_> = log.lines().rev().take(15).collect();
            format!("RabbitMQ does not come up; newest lines first: {tail:#?}")
        })
    }

    /// Whether it answers the protocol header of AMQP 0-9-1 with a method frame (type 1).
    fn speaks(&self) -> bool {
        let answer = || -> std::io::Result<u8> {
            let patience = Duration::from_secs(2);
            let mut stream = TcpStream::connect_timeout(&self.address(), patience)?;
            stream.set_read_timeout(Some(patience))?;
            stream.write_all(b"AMQP\x00\x00\x09\x01")?;
            let mut first = [0];
            stream.read_exact(&mut first)?;
            Ok(first[0])
        };
        answer().is_ok_and(|first| first == 1)
    }
}

impl Drop for Broker {
    /// Lets the keeper go and waits until all is cleared away.
    fn drop(&mut self) {
        drop(self.words.take());
        self.keeper.wait().ok();
    }
}

/// Options for a URL under a prefix that was not used before.
///
/// # Panics
/// The URL is none.
pub fn options(url: &str) -> RabbitOptions {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let prefix = format!("t{}.", NEXT.fetch_add(1, Ordering::Relaxed));
    RabbitOptions::parse(url)
        .and_then(|options| options.with_prefix(&prefix))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn poll(polls: u32, mut holds: impl FnMut() -> bool) -> Result<()> {
    for _ in 0..polls {
        if holds() {
            return Ok(());
        }
        sleep(POLL);
    }
    bail!("waited in vain")
}

/// For AMQP, for the node's distribution and for the node names.
fn free_ports() -> Result<[u16; 3]> {
    let bind = || TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    let listeners = [bind()?, bind()?, bind()?];
    let mut ports = [0; 3];
    for (port, listener) in ports.iter_mut().zip(&listeners) {
        *port = listener.local_addr()?.port();
    }
    Ok(ports)
}

fn prepare(folder: &Path, port: u16) -> Result<()> {
    let definitions = folder.join("definitions.json");
    let all = json!({
        "vhosts": [{"name": "/"}],
        "users": [{"name": LOGIN, "password": LOGIN, "tags": "administrator"}],
        "permissions": [
            {"user": LOGIN, "vhost": "/", "configure": ".*", "write": ".*", "read": ".*"}
        ],
        "policies": [
            {"vhost": "/", "name": "come-back-twice", "pattern": r"windrow\.pages$",
             "apply-to": "queues", "priority": 0, "definition": {"delivery-limit": 2}},
            {"vhost": "/", "name": "small", "pattern": r"^small\.windrow\.pages$",
             "apply-to": "queues", "priority": 1, "definition": {"max-length": 1}}
        ],
    });
    fs::write(&definitions, all.to_string())?;
    let config = format!(
        "listeners.tcp.1 = 127.0.0.1:{port}\nload_definitions = {}\ndisk_free_limit.absolute = 1MB\n",
        definitions.display()
    );
    fs::write(folder.join("rabbitmq.conf"), config)?;
    Ok(fs::write(folder.join("plugins"), "[].\n")?)
}

fn keeper(folder: &Path, [port, distribution, names]: [u16; 3]) -> Command {
    let mut command = Command::new("bash");
    command
        .args(["-c", KEEPER])
        .current_dir(folder)
        .env("SERVER", SERVER)
        .env("HOME", folder)
        .env("RABBITMQ_NODENAME", format!("windrow-{port}@localhost"))
        .env("RABBITMQ_CONF_ENV_FILE", "/dev/null")
        .env("RABBITMQ_CONFIG_FILE", folder.join("rabbitmq.conf"))
        .env("RABBITMQ_MNESIA_BASE", folder.join("mnesia"))
        .env("RABBITMQ_LOG_BASE", folder.join("log"))
        .env("RABBITMQ_ENABLED_PLUGINS_FILE", folder.join("plugins"))
        .env("RABBITMQ_DIST_PORT", distribution.to_string())
        .env("ERL_EPMD_PORT", names.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0);
    command
}
