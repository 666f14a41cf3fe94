//! The pages that an operator names: one file, a folder of files, or lines of JSON. They are read one
//! after the other, so that many take no more memory than few.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use serde::Deserialize;
use url::Url;

pub(super) use super::saved::Html;
use crate::exit::{Exit, Failure};

/// Endings of the files of a folder that are pages, each also with `.gz`.
const ENDINGS: [&str; 3] = [".html", ".htm", ".xhtml"];
/// Endings of files that hold a page a line, each also with `.gz`.
const LINES: [&str; 2] = [".ndjson", ".jsonl"];

/// A page to draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SavedPage {
    /// Its address, where it was given.
    pub(crate) url: Option<String>,
    pub(crate) html: Html,
    pub(crate) listing_text: String,
}

/// What the operator named.
pub(crate) enum Pages {
    /// One page.
    One(SavedPage),
    /// Many: each with the address or file by which it is named, and what is wrong with it if it cannot be
    /// tried.
    Many(Box<dyn Iterator<Item = (String, Result<SavedPage, String>)> + Send>),
}

impl Pages {
    /// Opens what is named.
    pub(crate) fn open(page: &Path, url: Option<&str>, listing: &str) -> Result<Self, Failure> {
        if page == Path::new("-") {
            return Ok(Self::lines(std::io::stdin(), PathBuf::new(), listing));
        }
        if page.is_dir() {
            return folder(page, url, listing);
        }
        if ends_in(page, &LINES) {
            let file = File::open(page).map_err(|error| unreadable(page, &error))?;
            let beside = page.parent().unwrap_or(Path::new("")).to_owned();
            let mut file = BufReader::new(file);
            let start = file.fill_buf().map_err(|error| unreadable(page, &error))?;
            if start.starts_with(&[0x1f, 0x8b]) {
                return Ok(Self::lines(MultiGzDecoder::new(file), beside, listing));
            }
            return Ok(Self::lines(file, beside, listing));
        }
        if !page.is_file() {
            let message = format!("there is no page {}", page.display());
            return Err(Failure::new(Exit::Usage, message));
        }
        Ok(Self::One(SavedPage {
            url: url.map(str::to_owned),
            html: Html::File(page.to_owned()),
            listing_text: listing.to_owned(),
        }))
    }

    fn lines(source: impl Read + Send + 'static, beside: PathBuf, listing: &str) -> Self {
        let listing = listing.to_owned();
        let lines = BufReader::new(source).split(b'\n').zip(1..);
        let lines =
            lines.filter(|(line, _)| !matches!(line, Ok(line) if line.trim_ascii().is_empty()));
        let mut broken = false;
        // What can no longer be read would be told for ever.
        let lines =
            lines.take_while(move |(line, _)| !std::mem::replace(&mut broken, line.is_err()));
        Self::Many(Box::new(lines.map(move |(line, number)| {
            let line = line.map_err(|error| format!("cannot be read: {error}"));
            let parsed = line.and_then(|line| of_line(&line, &beside, &listing));
            let name = match &parsed {
                Ok(page) => page.url.clone(),
                Err(_) => None,
            };
            (name.unwrap_or_else(|| format!("line {number}")), parsed)
        })))
    }
}

/// A line of a file of pages.
#[derive(Debug, Deserialize)]
struct Line {
    url: Option<String>,
    html: Option<String>,
    file: Option<PathBuf>,
    listing_text: Option<String>,
}

fn of_line(line: &[u8], beside: &Path, listing: &str) -> Result<SavedPage, String> {
    let line: Line = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let html = match (line.html, line.file) {
        (Some(html), None) => Html::Text(html),
        (None, Some(file)) => Html::File(beside.join(file)),
        _ => return Err("give the page either as `html` or as `file`".to_owned()),
    };
    Ok(SavedPage {
        url: line.url,
        html,
        listing_text: line.listing_text.unwrap_or_else(|| listing.to_owned()),
    })
}

/// The pages of a folder by name; with a base each is at the base joined with its name.
fn folder(folder: &Path, base: Option<&str>, listing: &str) -> Result<Pages, Failure> {
    let base = match base {
        Some(base) => Some(
            Url::parse(base)
                .map_err(|error| Failure::new(Exit::Usage, format!("--url {base}: {error}")))?,
        ),
        None => None,
    };
    let entries = std::fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| unreadable(folder, &error))?.path();
        if path.is_file() && ends_in(&path, &ENDINGS) {
            files.push(path);
        }
    }
    files.sort();
    let listing = listing.to_owned();
    Ok(Pages::Many(Box::new(files.into_iter().map(move |path| {
        let name = path.file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let plain = name.strip_suffix(".gz").unwrap_or(&name);
        let url = base.as_ref().and_then(|base| base.join(plain).ok());
        let page = SavedPage {
            url: url.map(String::from),
            html: Html::File(path),
            listing_text: listing.clone(),
        };
        (name, Ok(page))
    }))))
}

fn ends_in(path: &Path, endings: &[&str]) -> bool {
    let name = path.to_string_lossy().to_ascii_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    endings.iter().any(|ending| name.ends_with(ending))
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    let message = format!("cannot read {}: {error}", path.display());
    Failure::new(Exit::Usage, message)
}
