//! Settings in layers: `default.toml` (every key), the operator's file, the environment, flags.
//! Unknown keys are refused with a suggestion, values are checked before anything connects. The
//! only module that reads the environment.

mod dump;
mod environment;
mod keys;
mod layers;
mod raw;
mod validate;

pub use environment::search_path;

use std::path::{Path, PathBuf};

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
    /// Where pages are queued: a `memory:` address.
    pub queue: Url,
    /// Where answers grow: a `memory:` address.
    pub store: Url,
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
    /// Pages after which a session is replaced, at least 1.
    pub recycle_after: u32,
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

/// Why the settings cannot be used. Each names the key or the file.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A named file that cannot be read.
    #[error("cannot read the settings file {path}: {reason}", path = path.display())]
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
