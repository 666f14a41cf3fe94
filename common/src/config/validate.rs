//! From settings as written to settings that can be used.

use std::path::PathBuf;

use domain::job::AllowRange;
use url::Url;

use super::raw::{Raw, RawBrowser, RawLog};
use super::{Browser, Config, ConfigError, Log, LogFormat, Run, fleet};

/// The most tabs one browser is given: the widest wave there is.
pub(super) const MOST_LANES: u32 = 48;

pub(super) fn validate(raw: Raw) -> Result<Config, ConfigError> {
    Ok(Config {
        browser: browser(&raw.browser)?,
        run: Run {
            out: path(&raw.run.out)
                .ok_or_else(|| invalid("run.out", "may not be empty; the default is \"runs\""))?,
        },
        log: log(&raw.log)?,
        queue: fleet::queue(&raw.queue)?,
        store: fleet::store(&raw.store)?,
        archive: fleet::archive(&raw.archive)?,
        coordinator: fleet::coordinator(&raw.coordinator)?,
        worker: fleet::worker(&raw.worker)?,
        wait: fleet::span("fleet.wait", &raw.fleet.wait)?,
        client: fleet::client(&raw.client)?,
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
        sandbox: sandbox(&raw.sandbox)?,
        recycle_after,
    })
}

fn sandbox(text: &str) -> Result<Option<bool>, ConfigError> {
    match text {
        "auto" => Ok(None),
        "on" => Ok(Some(true)),
        "off" => Ok(Some(false)),
        other => {
            let message = format!("\"{other}\" is none of \"auto\", \"on\" and \"off\"");
            Err(invalid("browser.sandbox", &message))
        }
    }
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

pub(super) fn path(text: &str) -> Option<PathBuf> {
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
    if let Some(word) = raw
        .level
        .split(',')
        .map(str::trim)
        .find(|one| !is_directive(one))
    {
        let message = format!(
            "\"{word}\" is no level: error, warn, info, debug or trace (for one module: common::queue=debug)"
        );
        return Err(invalid("log.level", &message));
    }
    if let Err(error) = tracing_subscriber::EnvFilter::builder().parse(&raw.level) {
        return Err(invalid("log.level", &error.to_string()));
    }
    Ok(Log {
        level: raw.level.clone(),
        format,
    })
}

/// Whether a part of `log.level` is a level or says what it is the level of: a lone word would be taken for
/// a module that tells all.
fn is_directive(part: &str) -> bool {
    part.is_empty()
        || part.contains(['=', '[', ':'])
        || part.parse::<tracing::level_filters::LevelFilter>().is_ok()
}

pub(super) fn invalid(key: &str, message: &str) -> ConfigError {
    ConfigError::Invalid {
        key: key.to_owned(),
        message: message.to_owned(),
    }
}
