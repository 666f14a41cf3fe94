//! Finds a browser and ChromeDriver on this machine. It looks only at files.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::options::BrowserOptions;

/// Browsers, best first: the headless shell does not throttle hidden tabs and costs half as much.
const BROWSERS: [&str; 4] = [
    "chromium-headless-shell",
    "chromium",
    "google-chrome",
    "google-chrome-stable",
];

/// Where Debian packages put real binaries; the names on `PATH` may be shell wrappers, which a
/// driver can start as well.
const PLACES: [&str; 6] = [
    "/usr/lib/chromium",
    "/usr/bin",
    "/usr/local/bin",
    "/opt/google/chrome",
    "/usr/lib/chromium-browser",
    "/snap/bin",
];

/// A browser and its driver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Installation {
    /// The browser's binary.
    pub binary: PathBuf,
    /// ChromeDriver's binary.
    pub driver: PathBuf,
}

/// Nothing to drive, or nothing to drive it with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no {missing} found. Install both with `apt-get install chromium-headless-shell chromium-driver`, \
     or set WINDROW_WEBDRIVER_URL to a running WebDriver server"
)]
pub struct NotFound {
    /// What is missing, in words.
    pub missing: String,
}

/// Finds what the options leave open.
///
/// # Errors
/// [`NotFound`] names the Debian packages and the setting that replaces them.
pub fn find(options: &BrowserOptions) -> Result<Installation, NotFound> {
    let binary = choose(options.binary.as_deref(), &BROWSERS, &options.path)
        .map_err(|what| missing("browser (chromium-headless-shell or chromium)", &what))?;
    let driver = choose(options.driver.as_deref(), &["chromedriver"], &options.path)
        .map_err(|what| missing("chromedriver", &what))?;
    Ok(Installation { binary, driver })
}

fn missing(what: &str, at: &str) -> NotFound {
    NotFound {
        missing: format!("{what}{at}"),
    }
}

fn choose(given: Option<&Path>, names: &[&str], path: &str) -> Result<PathBuf, String> {
    if let Some(given) = given {
        return if executable(given) {
            Ok(given.to_owned())
        } else {
            Err(format!(" at {}", given.display()))
        };
    }
    let places = || {
        PLACES
            .iter()
            .map(PathBuf::from)
            .chain(std::env::split_paths(path))
    };
    names
        .iter()
        .flat_map(|name| places().map(move |place| place.join(name)))
        .find(|file| executable(file))
        .ok_or_else(String::new)
}

fn executable(file: &Path) -> bool {
    file.metadata()
        .is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests;
