//! The pages that an operator names: one file, a folder of files, or lines of JSON. They are read one
//! after the other, so that many take no more memory than few.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;

use super::folder;
use super::lines::Lines;
pub(super) use super::saved::Html;
use super::saved::whole;
use crate::exit::{Exit, Failure};
use crate::load;

/// Endings of files that hold a page a line, each also with `.gz`.
const LINES: [&str; 2] = [".ndjson", ".jsonl"];

/// A page to draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SavedPage {
    /// Its address, where it was given.
    pub(crate) url: Option<String>,
    pub(crate) html: Html,
    pub(crate) listing_text: String,
    /// How to give the address of a page that does not state its own.
    pub(crate) remedy: &'static str,
}

/// One of many pages.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The address or file by which it is named.
    pub(crate) name: String,
    /// Its line, where pages come as lines.
    pub(crate) line: Option<u64>,
    /// What is wrong with it if it cannot be tried.
    pub(crate) page: Result<SavedPage, String>,
}

/// Many pages.
pub(crate) struct Many {
    pub(crate) pages: Box<dyn Iterator<Item = Entry> + Send>,
    /// What of a folder is not drafted, in words; empty if that is nothing.
    pub(crate) passed_over: String,
}

/// What the operator named.
pub(crate) enum Pages {
    One(SavedPage),
    Many(Many),
}

impl Pages {
    /// Opens what is named.
    pub(crate) fn open(page: &Path, url: Option<&str>, listing: &str) -> Result<Self, Failure> {
        if page == Path::new("-") {
            return stream(std::io::stdin(), "standard input", url, listing);
        }
        if page.is_dir() {
            return Ok(Self::Many(folder::pages(page, url, listing)?));
        }
        if !page.exists() && !ends_in(page, &LINES) {
            let message = missing(page);
            return Err(Failure::new(Exit::Usage, message));
        }
        if !ends_in(page, &LINES) {
            return Ok(one(Html::File(page.to_owned()), url, listing));
        }
        let file = File::open(page).map_err(|error| unreadable(page, &error))?;
        let source = unpacked(file).map_err(|error| unreadable(page, &error))?;
        let beside = page.parent().unwrap_or(Path::new("")).to_owned();
        lines(source, &page.display().to_string(), url, beside, listing)
    }
}

/// That a page is not there; an address is one that a browser must open.
fn missing(page: &Path) -> String {
    let page_is = format!("there is no page {}", page.display());
    if load::is_address(page) {
        return format!(
            "{page_is}: it is an address, and drafting opens none. Save the page and name its file, the \
             address with --url, or read it with `windrow run`"
        );
    }
    page_is
}

fn one(html: Html, url: Option<&str>, listing: &str) -> Pages {
    Pages::One(SavedPage {
        url: url.map(str::to_owned),
        html,
        listing_text: listing.to_owned(),
        remedy: "give it with --url",
    })
}

/// A page, if what comes begins with a tag in any encoding, else lines.
fn stream(
    source: impl Read + Send + 'static,
    name: &str,
    url: Option<&str>,
    listing: &str,
) -> Result<Pages, Failure> {
    let failed = |error| unreadable(Path::new(name), &error);
    let mut source = unpacked(source).map_err(failed)?;
    let start = source.fill_buf().map_err(failed)?;
    // Byte-order marks, and the zeros of UTF-16.
    let marks = [0, 0xef, 0xbb, 0xbf, 0xfe, 0xff];
    let mut ink = start
        .iter()
        .filter(|byte| !byte.is_ascii_whitespace() && !marks.contains(byte));
    let first = ink.next().copied();
    if start.is_empty() {
        return Err(Failure::new(
            Exit::Usage,
            format!(
                "{name} holds no pages, it is empty: give a page of HTML, or JSON objects, one a line"
            ),
        ));
    }
    if first == Some(b'<') {
        let bytes = whole(source).map_err(failed)?;
        return Ok(one(Html::Bytes(bytes), url, listing));
    }
    lines(source, name, url, PathBuf::new(), listing)
}

fn lines(
    mut source: Box<dyn BufRead + Send>,
    name: &str,
    url: Option<&str>,
    beside: PathBuf,
    listing: &str,
) -> Result<Pages, Failure> {
    if url.is_some() {
        let message =
            "--url is the address of one page or of a folder: lines give each page's as `url`";
        return Err(Failure::new(Exit::Usage, message));
    }
    let start = source.fill_buf();
    let start = start.map_err(|error| unreadable(Path::new(name), &error))?;
    if start.iter().take(4).any(|byte| *byte == 0) {
        let message = format!(
            "{name} is not in UTF-8, as lines of JSON are: save it so (`iconv -f UTF-16 -t UTF-8`)"
        );
        return Err(Failure::new(Exit::Usage, message));
    }
    Ok(Pages::Many(Many {
        pages: Box::new(Lines::new(source).pages(beside, listing.to_owned())),
        passed_over: String::new(),
    }))
}

/// What comes, unpacked if it begins like a gzip member (RFC 1952).
fn unpacked(source: impl Read + Send + 'static) -> std::io::Result<Box<dyn BufRead + Send>> {
    let mut source = BufReader::new(source);
    if source.fill_buf()?.starts_with(&[0x1f, 0x8b]) {
        return Ok(Box::new(BufReader::new(MultiGzDecoder::new(source))));
    }
    Ok(Box::new(source))
}

/// Whether a file's name has one of these endings, or one of them with `.gz`.
pub(super) fn ends_in(path: &Path, endings: &[&str]) -> bool {
    let name = path.to_string_lossy().to_ascii_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    endings.iter().any(|ending| name.ends_with(ending))
}

pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    let message = format!("cannot read {}: {error}", path.display());
    Failure::new(Exit::Usage, message)
}
