//! A real RabbitMQ for tests: a node of its own with its name, ports and data, gone with its value.
//! It can be stopped, killed and started again. Each test of a shared one takes a prefix.

mod keeper;
mod node;

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use common::queue::rabbitmq::{RabbitOptions, RabbitQueue};

use keeper::Keeper;
use node::Node;

/// The server without the wrapper that changes to the package's user.
const SERVER: &str = "/usr/lib/rabbitmq/bin/rabbitmq-server";
const PACKAGE: &str = "rabbitmq-server";
/// User and password of every node here.
const LOGIN: &str = "rake";
const POLL: Duration = Duration::from_millis(25);
/// Polls until a node must have started: five minutes, for a busy machine.
const POLLS: u32 = 12_000;

/// A node. Several may run side by side; a start takes some five seconds of an idle core.
#[derive(Debug)]
pub struct Server {
    node: Node,
    keeper: Keeper,
}

/// What the broker says of one of its queues, whoever holds its messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueDepth {
    /// Messages that wait.
    pub ready: usize,
    /// Messages that consumers of any process hold.
    pub unacked: usize,
}

impl Server {
    /// The node that all tests of the binary share. Do not stop it.
    ///
    /// # Panics
    /// It does not start; the message names the package to install.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Server> = OnceLock::new();
        SHARED.get_or_init(|| Self::start().unwrap_or_else(|error| panic!("{error:#}")))
    }

    /// Starts a node and waits until it takes connections. By its policies a task may come back 20
    /// times, in the queues of [`options`] twice. Blocks.
    ///
    /// # Errors
    /// It is not installed (with the command that installs it) or does not come up.
    pub fn start() -> Result<Self> {
        Self::start_with("")
    }

    /// As [`start`](Self::start), with further lines of `rabbitmq.conf`.
    ///
    /// # Errors
    /// As `start`.
    pub fn start_with(lines: &str) -> Result<Self> {
        if !Path::new(SERVER).exists() {
            bail!("no {SERVER}; install it with: apt-get install -y {PACKAGE}");
        }
        let node = Node::prepare(lines)?;
        let keeper = Keeper::start(&node)?;
        let server = Self { node, keeper };
        server.wait_until_ready()?;
        Ok(server)
    }

    /// Ends the node as its operator does (SIGTERM); its data stays.
    ///
    /// # Errors
    /// It does not end.
    pub fn stop(&mut self) -> Result<()> {
        self.keeper.tell("stop")
    }

    /// Ends the node as a crash does (SIGKILL), once it has written down the queues it knows:
    /// RabbitMQ 3.10 does so half a second after it made one, and one that it did not write down
    /// finds no leader again. [`kill_at_once`](Self::kill_at_once) does not wait.
    ///
    /// # Errors
    /// It does not write them down, or does not end.
    pub fn kill(&mut self) -> Result<()> {
        poll("the queues' names on disk", || self.node.queues_are_known())?;
        self.kill_at_once()
    }

    /// Ends the node by SIGKILL, whatever it is doing.
    ///
    /// # Errors
    /// It does not end.
    pub fn kill_at_once(&mut self) -> Result<()> {
        self.keeper.tell("kill")
    }

    /// Starts the node again after [`stop`](Self::stop) or [`kill`](Self::kill), on the same port
    /// with the same data, and waits until it takes connections.
    ///
    /// # Errors
    /// It does not come up.
    pub fn start_again(&mut self) -> Result<()> {
        self.keeper.tell("start")?;
        self.wait_until_ready()
    }

    /// Stops it cleanly and starts it again.
    ///
    /// # Errors
    /// As [`stop`](Self::stop) and [`start_again`](Self::start_again).
    pub fn restart(&mut self) -> Result<()> {
        self.stop()?;
        self.start_again()
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.node.ports.amqp.address()
    }

    /// The URL for a password, by the given port.
    pub fn url_with(&self, password: &str, port: u16) -> String {
        format!("amqp://{LOGIN}:{password}@127.0.0.1:{port}/%2f")
    }

    /// The URL that works.
    pub fn url(&self) -> String {
        self.url_with(LOGIN, self.address().port())
    }

    /// A queue on it that no other test of this process sees.
    ///
    /// # Panics
    /// Never: the address is well-formed.
    pub fn queue(&self) -> RabbitQueue {
        RabbitQueue::new(options(&self.url()))
    }

    /// What the broker says of a queue, by its full name (`<prefix>.pages`); nothing if it has none
    /// of that name.
    ///
    /// # Errors
    /// The node does not answer.
    pub fn queue_depth(&self, name: &str) -> Result<Option<QueueDepth>> {
        let columns = ["name", "messages_ready", "messages_unacknowledged"];
        let said = self.ctl(&[
            "list_queues",
            "--silent",
            columns[0],
            columns[1],
            columns[2],
        ])?;
        for line in said.lines() {
            let mut words = line.split('\t');
            if words.next() == Some(name) {
                let mut number = || words.next().unwrap_or_default().trim().parse();
                let (ready, unacked) = (number()?, number()?);
                return Ok(Some(QueueDepth { ready, unacked }));
            }
        }
        Ok(None)
    }

    /// Asks the node with `rabbitmqctl`, which comes with it. Takes most of a second.
    ///
    /// # Errors
    /// It failed, with its words.
    pub fn ctl(&self, words: &[&str]) -> Result<String> {
        let output = self.node.ctl().args(words).output()?;
        if !output.status.success() {
            bail!(
                "rabbitmqctl {words:?}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
        Ok(String::from_utf8(output.stdout)?)
    }

    fn wait_until_ready(&self) -> Result<()> {
        poll("RabbitMQ to come up", || self.speaks()).with_context(|| {
            let log = fs::read_to_string(self.node.log()).unwrap_or_default();
            let tail: Vec<_> = log.lines().rev().take(15).collect();
            format!("newest lines first: {tail:#?}")
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

/// Options for a URL under a prefix that was not used before in this process.
///
/// # Panics
/// The URL is none.
pub fn options(url: &str) -> RabbitOptions {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let prefix = format!("t{}", NEXT.fetch_add(1, Ordering::Relaxed));
    RabbitOptions::from_url(url)
        .and_then(|options| options.with_prefix(&prefix))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn poll(what: &str, mut holds: impl FnMut() -> bool) -> Result<()> {
    for _ in 0..POLLS {
        if holds() {
            return Ok(());
        }
        sleep(POLL);
    }
    bail!("waited in vain for {what}")
}
