//! Finding the real programs that tests drive. A missing one fails with the command that installs it.

use std::process::{Command, Stdio};

use anyhow::{Result, bail};

/// A program the tests need and the Debian package that brings it.
#[derive(Debug, Clone, Copy)]
pub struct Program {
    /// Its names, in order of preference.
    pub names: &'static [&'static str],
    /// The package.
    pub package: &'static str,
}

/// The `WebDriver` server.
pub const CHROMEDRIVER: Program = Program {
    names: &["chromedriver"],
    package: "chromium-driver",
};

/// The browser.
pub const BROWSER: Program = Program {
    names: &["chromium-headless-shell", "chromium"],
    package: "chromium-headless-shell",
};

impl Program {
    /// The first of the names that starts and tells its version.
    ///
    /// # Errors
    /// None does; the message has the command that installs it.
    pub fn find(&self) -> Result<&'static str> {
        for name in self.names {
            if starts(name) {
                return Ok(name);
            }
        }
        bail!(
            "none of {:?} is on this machine; install it with: apt-get install -y {}",
            self.names,
            self.package
        )
    }
}

/// Whether a program answers to `--version`.
fn starts(name: &str) -> bool {
    Command::new(name)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests;
