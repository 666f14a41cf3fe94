//! An authority of one's own and a certificate for this machine, made by `openssl`, which comes with any
//! Debian that has certificates.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

/// A key of a kind that every program takes, of two days.
const KEY: &str = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
/// Names of this machine.
const NAMES: &str = "subjectAltName=DNS:localhost,IP:127.0.0.1";

/// Files of an authority and of a server that it vouches for; they go with the value.
#[derive(Debug)]
pub struct Certificates {
    folder: TempDir,
}

impl Certificates {
    /// Makes both.
    ///
    /// # Errors
    /// `openssl` is not there, or fails.
    pub fn make() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let authority = format!("req -x509 {KEY} -keyout ca.key -out ca.pem -subj /CN=ca");
        openssl(folder.path(), &authority)?;
        let own = format!("req -x509 {KEY} -keyout own.key -out own.pem -subj /CN=localhost");
        let signed = format!("-CA ca.pem -CAkey ca.key -addext {NAMES}");
        let end = "-addext basicConstraints=critical,CA:FALSE";
        openssl(folder.path(), &format!("{own} {signed} {end}"))?;
        Ok(Self { folder })
    }

    /// The authority's certificate.
    pub fn authority(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// The server's certificate, for `localhost` and `127.0.0.1`.
    pub fn own(&self) -> PathBuf {
        self.folder.path().join("own.pem")
    }

    /// The server's key.
    pub fn key(&self) -> PathBuf {
        self.folder.path().join("own.key")
    }
}

fn openssl(folder: &Path, words: &str) -> Result<()> {
    let mut command = Command::new("openssl");
    let output = command.current_dir(folder).args(words.split(' ')).output();
    let output = output.context("openssl; install it with: apt-get install -y openssl")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "openssl {words}: {said}");
    Ok(())
}
