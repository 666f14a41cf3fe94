//! A WebDriver server that the reader did not start: `ChromeDriver` on a free port, in a process group
//! and a folder of its own, ended when dropped.

use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};

use common::browser::{BrowserOptions, find};
use fleet_tests::ports::Port;
use tempfile::TempDir;

use crate::world::eventually;

pub(crate) struct Remote {
    child: Child,
    port: Port,
    /// Where its browsers live.
    _folder: TempDir,
}

impl Remote {
    pub(crate) async fn start() -> Self {
        let found = find(&BrowserOptions::default()).unwrap_or_else(|error| panic!("{error}"));
        let port = Port::free().unwrap();
        let folder = TempDir::new().unwrap();
        let child = Command::new(found.driver)
            .arg(format!("--port={}", port.number()))
            .env("TMPDIR", folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .unwrap();
        let at = port.address();
        let listens = || std::net::TcpStream::connect(at).is_ok();
        let remote = Self {
            child,
            port,
            _folder: folder,
        };
        eventually(listens, || "a WebDriver server".to_owned()).await;
        remote
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.port.address())
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        let group = nix::unistd::Pid::from_raw(i32::try_from(self.child.id()).unwrap());
        nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGKILL).ok();
        self.child.wait().ok();
    }
}
