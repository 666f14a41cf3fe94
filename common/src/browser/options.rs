//! What a reader is told about the browser and where it may go. Filled by the caller from its
//! configuration; nothing here looks at the environment.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use crate::clock::Clock;

/// Decides whether a host may be read: `Err` says why not.
pub type AddressCheck = dyn Fn(&str) -> Result<(), String> + Send + Sync;

/// The check of a page's final host, after redirects.
#[derive(Clone)]
pub struct AddressPolicy(Arc<AddressCheck>);

impl AddressPolicy {
    /// A policy from a function of the host as the address writes it (brackets included for IPv6).
    pub fn new(check: impl Fn(&str) -> Result<(), String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(check))
    }

    /// Every host may be read.
    pub fn allow_all() -> Self {
        Self::new(|_| Ok(()))
    }

    /// Whether `host` may be read.
    pub fn check(&self, host: &str) -> Result<(), String> {
        (self.0)(host)
    }
}

impl fmt::Debug for AddressPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AddressPolicy")
    }
}

/// How browsers are found, started and used.
#[derive(Debug, Clone)]
pub struct BrowserOptions {
    /// A running WebDriver server (ChromeDriver or a grid of them, plain http). With it nothing is
    /// started here, and a page that blocks its session cannot be killed, only abandoned.
    pub webdriver_url: Option<String>,
    /// The browser's binary; searched for if absent.
    pub binary: Option<PathBuf>,
    /// ChromeDriver's binary; searched for if absent.
    pub driver: Option<PathBuf>,
    /// The value of `PATH` to search; the usual Debian places are searched in any case.
    pub path: String,
    /// Where the folders of browsers are made; the system's place for temporary files if absent.
    pub folder: Option<PathBuf>,
    /// Tabs, and so pages read at once: 1 to 48.
    pub lanes: usize,
    /// Starts the browser without its sandbox: only as root or in a container that needs it.
    pub no_sandbox: bool,
    /// Pages after which a session is replaced, as memory climbs with the pages read.
    pub pages_per_session: u32,
    /// Asked for the host of every page that was reached.
    pub address_policy: AddressPolicy,
    /// The clock of deadlines.
    pub clock: Clock,
}

impl Default for BrowserOptions {
    fn default() -> Self {
        Self {
            webdriver_url: None,
            binary: None,
            driver: None,
            path: String::new(),
            folder: None,
            lanes: 8,
            no_sandbox: nix::unistd::Uid::effective().is_root(),
            pages_per_session: 2000,
            address_policy: AddressPolicy::allow_all(),
            clock: Clock::system(),
        }
    }
}
