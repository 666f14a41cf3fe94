//! Settings in layers: `default.toml` (every key), the operator's file, the environment, flags.
//! Unknown keys are refused with a suggestion, values are checked before anything connects. The
//! only module that reads the environment.

mod dump;
mod environment;
mod fleet;
mod keys;
mod layers;
mod raw;
mod validate;

pub use environment::search_path;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use domain::job::AllowRange;
use url::Url;

use raw::Raw;

/// The file in the working folder that is read when none is named.
pub const FILE: &str = "windrow.toml";

/// The settings in force, checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// The browser.
    pub browser: Browser,
    /// Runs.
    pub run: Run,
    /// Logs.
    pub log: Log,
    /// The queue of pages.
    pub queue: Queue,
    /// The answer store.
    pub store: Store,
    /// Where pages are kept.
    pub archive: Archive,
    /// The coordinator.
    pub coordinator: Coordinator,
    /// Workers.
    pub worker: Worker,
    /// How long a fleet's program waits for broker and store.
    pub wait: Duration,
    /// The coordinator that the client verbs talk to.
    pub client: Client,
    raw: Raw,
}

/// The browser's settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Browser {
    /// A WebDriver server that already runs; `None` starts one.
    pub webdriver_url: Option<Url>,
    /// The browser's program; `None` looks for one.
    pub binary: Option<PathBuf>,
    /// The driver's program; `None` looks for one.
    pub driver: Option<PathBuf>,
    /// The most tabs, 1 to 48.
    pub lanes: usize,
    /// Special ranges that pages may come from.
    pub allow_ranges: Vec<AllowRange>,
    /// Whether the browser runs in its own sandbox; `None` does unless root runs it.
    pub sandbox: Option<bool>,
    /// Pages after which a session is replaced, at least 1.
    pub recycle_after: u32,
}

/// Where pages are kept, and how long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Archive {
    /// Where a fleet's workers keep them.
    pub at: ArchiveAt,
    /// How long a job's pages stay after the last of them was kept; nothing keeps none.
    pub keep: Duration,
}

/// The place that `archive.url` names.
#[derive(Clone, PartialEq, Eq)]
pub enum ArchiveAt {
    /// None: a fleet's workers keep nothing.
    Nowhere,
    /// This process, for tests.
    Memory,
    /// A folder.
    Folder(PathBuf),
    /// A store of a cloud.
    Cloud {
        /// `s3:`, `gs:` or `az:`.
        url: Url,
        /// Its region, endpoint and credentials, as the environment gives them.
        options: Vec<(String, String)>,
    },
}

impl std::fmt::Debug for ArchiveAt {
    /// Without the credentials.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Nowhere => f.write_str("Nowhere"),
            Self::Memory => f.write_str("Memory"),
            Self::Folder(folder) => write!(f, "Folder({})", folder.display()),
            Self::Cloud { url, .. } => write!(f, "Cloud({url})"),
        }
    }
}

/// Where pages to read are queued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Queue {
    /// A `memory:`, `amqp:` or `amqps:` address.
    pub url: Url,
    /// The exchange's name, and what the queues' names begin with.
    pub prefix: String,
}

/// Where a fleet's answers grow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store {
    /// A `memory:`, `redis:` or `rediss:` address.
    pub url: Url,
    /// What every key begins with.
    pub prefix: String,
    /// A file of certificates, in place of the machine's.
    pub authorities: Option<PathBuf>,
    /// How long a job stays after its end.
    pub keep: Duration,
    /// The most bytes of one job.
    pub max_job_bytes: u64,
}

/// The coordinator's settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coordinator {
    /// Where it listens. Without a token this is a loopback address.
    pub listen: SocketAddr,
    /// What its API asks for.
    pub token: Option<String>,
    /// How long the lease of the active one lasts.
    pub lease: Duration,
}

/// A worker's settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worker {
    /// Where it listens for health and metrics.
    pub listen: SocketAddr,
    /// Pages read in parallel, 1 to 48.
    pub wave: usize,
}

/// How the client verbs reach a coordinator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// Its address; `None` if there is none.
    pub url: Option<Url>,
    /// Its token.
    pub token: Option<String>,
}

/// Where runs go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Holds the run folders.
    pub out: PathBuf,
}

/// What is logged and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Log {
    /// A level, or directives for modules.
    pub level: String,
    /// Text or JSON.
    pub format: LogFormat,
}

/// How a log line looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// What the command line says about settings.
#[derive(Debug, Clone, Default)]
pub struct Flags {
    /// `--config`; `None` reads [`FILE`] if it is there.
    pub file: Option<PathBuf>,
    /// Dotted key and value, lists separated by commas: `("browser.lanes", "4")`.
    pub overrides: Vec<(String, String)>,
}

/// What keeps a file from being read, for people.
fn plain(reason: &std::io::Error) -> String {
    match reason.kind() {
        std::io::ErrorKind::InvalidData => "it is no text in UTF-8: save it as that".to_owned(),
        std::io::ErrorKind::IsADirectory => "it is a folder: name a file in it".to_owned(),
        _ => reason.to_string(),
    }
}

/// Why the settings cannot be used. Each names the key or the file.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A named file that cannot be read.
    #[error("cannot read the settings file {path}: {}", plain(reason), path = path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: std::io::Error,
    },
    /// Not TOML.
    #[error("{origin} is not valid TOML: {reason}")]
    Syntax {
        /// The layer.
        origin: String,
        /// The parser's words.
        reason: String,
    },
    /// A key that does not exist.
    #[error("{origin}: unknown setting `{key}`{}", suggest(suggestion.as_ref()))]
    UnknownKey {
        /// The layer.
        origin: String,
        /// Dotted.
        key: String,
        /// The nearest key there is.
        suggestion: Option<String>,
    },
    /// A value that does not fit its key.
    #[error("setting `{key}`: {message}")]
    Invalid {
        /// Dotted.
        key: String,
        /// What is wrong and what is right.
        message: String,
    },
}

fn suggest(key: Option<&String>) -> String {
    key.map_or_else(
        || "; windrow --dump-config lists them all".to_owned(),
        |key| format!(", did you mean `{key}`?"),
    )
}

impl Config {
    /// Reads all layers.
    pub fn load(flags: &Flags) -> Result<Self, ConfigError> {
        let file = read_file(flags.file.as_deref())?;
        let raw = layers::merge(file, environment::settings(), &flags.overrides)?;
        Self::check(raw)
    }

    /// The settings without any file, environment or flag.
    pub fn defaults() -> Result<Self, ConfigError> {
        Self::check(layers::merge(None, Vec::new(), &[])?)
    }

    /// The settings in force as TOML, credentials in addresses hidden.
    pub fn dump(&self) -> String {
        dump::dump(&self.raw)
    }

    fn check(raw: Raw) -> Result<Self, ConfigError> {
        validate::validate(raw)
    }
}

/// The text of the file with its name, or `None` where none was named and none is there.
fn read_file(named: Option<&Path>) -> Result<Option<(String, String)>, ConfigError> {
    let path = named.unwrap_or(Path::new(FILE));
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some((path.display().to_string(), text))),
        Err(error) if named.is_none() && error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(reason) => Err(ConfigError::Unreadable {
            path: path.to_owned(),
            reason,
        }),
    }
}

#[cfg(test)]
mod tests;
