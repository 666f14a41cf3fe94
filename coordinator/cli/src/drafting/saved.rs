//! The text of a saved page: unpacked if it was gzipped, decoded as browsers do (Encoding standard).

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use flate2::read::MultiGzDecoder;

/// The most bytes a page may have, packed or not.
pub(super) const MOST: u64 = 256 << 20;
/// Where a page may declare its encoding: in its first bytes.
const HEAD: usize = 1024;
/// How much of a file shows whether it is text.
const SNIFFED: usize = 1445;

/// Where the HTML of a page is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Html {
    /// Here.
    Text(String),
    /// Here, as it was saved.
    Bytes(Vec<u8>),
    /// In a file, gzipped or not.
    File(PathBuf),
}

impl Html {
    /// The text.
    ///
    /// # Errors
    /// In words: the file cannot be read or unpacked, or is of another kind.
    pub(crate) fn text(self) -> Result<String, String> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Bytes(bytes) => text(bytes).map_err(|why| format!("standard input {why}")),
            Self::File(path) => {
                let said = |error| format!("cannot read {}: {error}", path.display());
                let bytes = bytes(&path).map_err(said)?;
                text(bytes).map_err(|why| format!("{} {why}", path.display()))
            }
        }
    }
}

/// A file's bytes, unpacked if it begins like a gzip member (RFC 1952).
pub(super) fn bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    let bytes = whole(File::open(path)?)?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return whole(MultiGzDecoder::new(bytes.as_slice()));
    }
    Ok(bytes)
}

/// All that comes, if it is not too much for a page.
pub(super) fn whole(source: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        let message = format!("it is larger than {} MB: no page is", MOST >> 20);
        return Err(std::io::Error::new(
            std::io::ErrorKind::InvalidData,
            message,
        ));
    }
    Ok(bytes)
}

/// The text of a page.
///
/// # Errors
/// What it is instead, and what to do.
pub(super) fn text(bytes: Vec<u8>) -> Result<String, String> {
    if bytes.starts_with(b"%PDF-") {
        return Err("is a PDF: it is no page, save the page itself as HTML".to_owned());
    }
    if is_binary(&bytes) {
        return Err("holds no text: it is no page, save the page itself as HTML".to_owned());
    }
    let text = decode(bytes);
    let start = &text[..text.floor_char_boundary(SNIFFED)];
    let lower = start.to_ascii_lowercase();
    if lower.contains("content-type: multipart/related") && lower.contains("mime-version:") {
        let remedy = "save the page as HTML (\"web page, complete\")";
        return Err(format!("is a web archive (MHTML), not HTML: {remedy}"));
    }
    if start.trim_start().starts_with(['{', '[']) && is_json(&text) {
        let remedy = "lines of pages are in a file that ends in .ndjson or .jsonl";
        return Err(format!("is JSON, not HTML: {remedy}"));
    }
    Ok(text)
}

/// Whether a text, or its first line, is JSON.
fn is_json(text: &str) -> bool {
    let holds = |text| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    let first = text.trim_start().lines().next().unwrap_or("");
    holds(first) || holds(text)
}

/// Whether something is no text (MIME Sniffing standard, section 7.2): bytes that no text has, in what
/// neither says its encoding nor begins with a tag.
fn is_binary(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(SNIFFED)];
    let tagged = head.trim_ascii_start().starts_with(b"<");
    let control = |byte: &u8| matches!(byte, 0x00..=0x08 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f);
    !tagged
        && unmarked(bytes).is_none()
        && Encoding::for_bom(head).is_none()
        && head.iter().any(control)
}

/// UTF-16 without a byte-order mark: a tag begins it, and in the characters of tags and of spaces, of
/// which a page has many, one byte of two is zero, and always the same one.
fn unmarked(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(SNIFFED & !1)];
    let zeros = |at: usize| {
        head.iter()
            .skip(at)
            .step_by(2)
            .filter(|byte| **byte == 0)
            .count()
    };
    let mut ink = head
        .iter()
        .filter(|byte| **byte != 0 && !byte.is_ascii_whitespace());
    let (even, odd) = (zeros(0), zeros(1));
    let many = (even + odd) * 8 >= head.len();
    match (even, odd) {
        _ if !many || ink.next() != Some(&b'<') => None,
        (0, 1..) => Some(UTF_16LE),
        (1.., 0) => Some(UTF_16BE),
        _ => None,
    }
}

/// A byte-order mark decides, then the zeros of UTF-16, then UTF-8 that holds, then what the page declares.
pub(super) fn decode(bytes: Vec<u8>) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(&bytes) {
        return encoding
            .decode_without_bom_handling(&bytes[mark..])
            .0
            .into_owned();
    }
    if let Some(encoding) = unmarked(&bytes) {
        return encoding.decode_without_bom_handling(&bytes).0.into_owned();
    }
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let bytes = error.into_bytes();
            let declared = declared(&bytes[..bytes.len().min(HEAD)]);
            declared.decode_without_bom_handling(&bytes).0.into_owned()
        }
    }
}

/// The encoding after the first `charset=`. A page that can be read has an encoding in which its tags are
/// ASCII, so a declared UTF-16 means UTF-8.
fn declared(head: &[u8]) -> &'static Encoding {
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let label = head.split("charset").skip(1).find_map(|rest| {
        let rest = rest.trim_start().strip_prefix('=')?.trim_start();
        let rest = rest.trim_start_matches(['"', '\'']);
        let end = rest.find(|ch: char| ch.is_whitespace() || "\"';>/".contains(ch));
        let label = &rest[..end.unwrap_or(rest.len())];
        Encoding::for_label(label.as_bytes())
    });
    match label {
        Some(encoding) if !encoding.is_ascii_compatible() => UTF_8,
        Some(encoding) => encoding,
        None => WINDOWS_1252,
    }
}
