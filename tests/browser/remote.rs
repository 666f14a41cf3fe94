//! A WebDriver server that the reader did not start: `ChromeDriver` on a free port, in a process group
//! and a folder of its own, ended when dropped.

use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};

use common::browser::{BrowserOptions, find};
use tempfile::TempDir;

use crate::world::eventually;

pub(crate) struct Remote {
    child: Child,
    port: u16,
    /// Where its browsers live.
    _folder: TempDir,
}

impl Remote {
    pub(crate) async fn start() -> Self {
        let found = find(&BrowserOptions::default()).unwrap_or_else(|error| panic!("{error}"));
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let folder = TempDir::new().unwrap();
        let child = Command::new(found.driver)
            .arg(format!("--port={port}"))
            .env("TMPDIR", folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .unwrap();
        let listens = || std::net::TcpStream::connect(("127.0.0.1", port)).is_ok();
        let remote = Self {
            child,
            port,
            _folder: folder,
        };
        eventually(listens, || "a WebDriver server".to_owned()).await;
        remote
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        let group = nix::unistd::Pid::from_raw(i32::try_from(self.child.id()).unwrap());
        nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGKILL).ok();
        self.child.wait().ok();
    }
}
