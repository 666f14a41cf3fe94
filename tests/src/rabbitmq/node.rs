//! A node's name, ports, folder and settings, and the commands that use them. It starts nothing.

use std::ffi::OsString;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Result;
use serde_json::json;

use super::{LOGIN, SERVER};
use crate::ports::Port;

/// The program that asks a node, without the wrapper that changes to the package's user.
const CTL: &str = "/usr/lib/rabbitmq/bin/rabbitmqctl";
/// Schedulers that sleep at once when they have nothing to do: many nodes share few cores.
const VM: &str = "+sbwt none +sbwtdcpu none +sbwtdio none";

/// Where a node lives. The folder is the keeper's to remove.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) folder: PathBuf,
    pub(super) ports: Ports,
}

/// Its ports on the loopback address.
#[derive(Debug)]
pub(super) struct Ports {
    pub(super) amqp: Port,
    /// Between nodes, and for `rabbitmqctl`.
    distribution: Port,
    /// Erlang's names of nodes (epmd).
    names: Port,
}

impl Node {
    /// A folder with the settings, the user and the policies; `lines` go to `rabbitmq.conf`.
    pub(super) fn prepare(lines: &str) -> Result<Self> {
        let ports = Ports::free()?;
        let folder = tempfile::tempdir()?.keep();
        fs::write(folder.join("definitions.json"), definitions())?;
        let config = format!(
            "listeners.tcp.1 = {}\nload_definitions = {}\n\
             disk_free_limit.absolute = 1MB\n{lines}\n",
            ports.amqp.address(),
            folder.join("definitions.json").display()
        );
        fs::write(folder.join("rabbitmq.conf"), config)?;
        fs::write(folder.join("plugins"), "[].\n")?;
        Ok(Self { folder, ports })
    }

    /// Everything the node says.
    pub(super) fn log(&self) -> PathBuf {
        self.folder.join("server.log")
    }

    /// Bash in the node's folder and environment.
    pub(super) fn command(&self, script: &str) -> Command {
        let mut command = Command::new("bash");
        command
            .args(["-c", script])
            .current_dir(&self.folder)
            .envs(self.environment())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0);
        command
    }

    /// `rabbitmqctl` for this node.
    pub(super) fn ctl(&self) -> Command {
        let mut command = Command::new(CTL);
        command.envs(self.environment()).stdin(Stdio::null());
        command
    }

    /// Whether every quorum queue that has a folder is in the table by which it is found after a
    /// start.
    pub(super) fn queues_are_known(&self) -> bool {
        let name = self.name();
        let quorum = self.folder.join("mnesia").join(&name);
        let quorum = quorum.join("quorum").join(&name);
        let Ok(table) = fs::read(quorum.join("names.dets")) else {
            return !quorum.exists();
        };
        folders(&quorum).iter().all(|queue| {
            let queue = queue.as_encoded_bytes();
            table.windows(queue.len()).any(|part| part == queue)
        })
    }

    fn name(&self) -> String {
        format!("windrow-{}@localhost", self.ports.amqp.number())
    }

    fn environment(&self) -> Vec<(&'static str, OsString)> {
        let path = |name: &str| self.folder.join(name).into_os_string();
        vec![
            ("SERVER", SERVER.into()),
            ("HOME", self.folder.clone().into_os_string()),
            ("RABBITMQ_NODENAME", self.name().into()),
            ("RABBITMQ_CONF_ENV_FILE", "/dev/null".into()),
            ("RABBITMQ_CONFIG_FILE", path("rabbitmq.conf")),
            ("RABBITMQ_MNESIA_BASE", path("mnesia")),
            ("RABBITMQ_LOG_BASE", path("log")),
            ("RABBITMQ_ENABLED_PLUGINS_FILE", path("plugins")),
            (
                "RABBITMQ_DIST_PORT",
                self.ports.distribution.number().to_string().into(),
            ),
            ("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", VM.into()),
            (
                "ERL_EPMD_PORT",
                self.ports.names.number().to_string().into(),
            ),
        ]
    }
}

impl Ports {
    fn free() -> Result<Self> {
        Ok(Self {
            amqp: Port::free()?,
            distribution: Port::free()?,
            names: Port::free()?,
        })
    }
}

/// The user, and policies: how often a task may come back, and one queue that is full at once.
fn definitions() -> String {
    json!({
        "vhosts": [{"name": "/"}],
        "users": [{"name": LOGIN, "password": LOGIN, "tags": "administrator"}],
        "permissions": [
            {"user": LOGIN, "vhost": "/", "configure": ".*", "write": ".*", "read": ".*"}
        ],
        "policies": [
            {"vhost": "/", "name": "limit", "pattern": r"\.pages$",
             "apply-to": "queues", "priority": 0, "definition": {"delivery-limit": 20}},
            {"vhost": "/", "name": "come-back-twice", "pattern": r"^t[0-9]+\.pages$",
             "apply-to": "queues", "priority": 1, "definition": {"delivery-limit": 2}},
            {"vhost": "/", "name": "small", "pattern": r"^small\.pages$",
             "apply-to": "queues", "priority": 1, "definition": {"max-length": 1}}
        ],
    })
    .to_string()
}

fn folders(parent: &Path) -> Vec<OsString> {
    let Ok(entries) = fs::read_dir(parent) else {
        return Vec::new();
    };
    let folders = entries.flatten().filter(|entry| entry.path().is_dir());
    folders.map(|entry| entry.file_name()).collect()
}
