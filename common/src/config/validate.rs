//! From settings as written to settings that can be used.

use std::path::PathBuf;

use domain::job::AllowRange;
use url::Url;

use super::raw::{Raw, RawBrowser, RawLog};
use super::{Browser, Config, ConfigError, Log, LogFormat, Run};

/// The most tabs one browser is given: the widest wave there is.
const MOST_LANES: u32 = 48;

pub(super) fn validate(raw: Raw) -> Result<Config, ConfigError> {
    Ok(Config {
        browser: browser(&raw.browser)?,
        run: Run {
            out: path(&raw.run.out)
                .ok_or_else(|| invalid("run.out", "may not be empty; the default is \"runs\""))?,
        },
        log: log(&raw.log)?,
        queue: backend("queue.url", &raw.queue.url)?,
        store: backend("store.url", &raw.store.url)?,
        raw,
    })
}

fn browser(raw: &RawBrowser) -> Result<Browser, ConfigError> {
    let lanes = match raw.lanes {
        1..=MOST_LANES => raw.lanes as usize,
        other => {
            let message = format!("{other} is not between 1 and {MOST_LANES}");
            return Err(invalid("browser.lanes", &message));
        }
    };
    let recycle_after = match raw.recycle_after {
        0 => return Err(invalid("browser.recycle_after", "must be at least 1")),
        pages => pages,
    };
    Ok(Browser {
        webdriver_url: webdriver(&raw.webdriver_url)?,
        binary: path(&raw.binary),
        driver: path(&raw.driver),
        lanes,
        allow_ranges: ranges(&raw.allow_ranges)?,
        recycle_after,
    })
}

fn webdriver(text: &str) -> Result<Option<Url>, ConfigError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    match Url::parse(text.trim()) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(Some(url)),
        _ => Err(invalid(
            "browser.webdriver_url",
            "not an http(s) address such as http://localhost:9515",
        )),
    }
}

fn path(text: &str) -> Option<PathBuf> {
    (!text.trim().is_empty()).then(|| PathBuf::from(text))
}

fn ranges(given: &[String]) -> Result<Vec<AllowRange>, ConfigError> {
    let parsed = given.iter().map(|range| range.parse());
    parsed
        .collect::<Result<_, String>>()
        .map_err(|error| invalid("browser.allow_ranges", &error))
}

fn log(raw: &RawLog) -> Result<Log, ConfigError> {
    let format = match raw.format.as_str() {
        "text" => LogFormat::Text,
        "json" => LogFormat::Json,
        other => {
            let message = format!("\"{other}\" is neither \"text\" nor \"json\"");
            return Err(invalid("log.format", &message));
        }
    };
    if let Err(error) = tracing_subscriber::EnvFilter::builder().parse(&raw.level) {
        return Err(invalid("log.level", &error.to_string()));
    }
    Ok(Log {
        level: raw.level.clone(),
        format,
    })
}

fn backend(key: &str, text: &str) -> Result<Url, ConfigError> {
    match Url::parse(text) {
        Ok(url) if url.scheme() == "memory" => Ok(url),
        Ok(url) => {
            let message = format!("no backend for \"{}:\"; there is \"memory:\"", url.scheme());
            Err(invalid(key, &message))
        }
        Err(error) => Err(invalid(key, &format!("not an address: {error}"))),
    }
}

fn invalid(key: &str, message: &str) -> ConfigError {
    ConfigError::Invalid {
        key: key.to_owned(),
        message: message.to_owned(),
    }
}
