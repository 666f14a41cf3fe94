//! The text of a saved page: unpacked if it was gzipped, decoded as browsers do (Encoding standard).

use std::io::Read as _;
use std::path::PathBuf;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use flate2::read::MultiGzDecoder;

/// The most bytes a page may unpack to.
const MOST: u64 = 256 << 20;
/// Where a page may declare its encoding: in its first bytes.
const HEAD: usize = 1024;
/// How much of a file shows whether it is text.
const SNIFFED: usize = 1445;

/// Where the HTML of a page is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Html {
    /// Here.
    Text(String),
    /// In a file, gzipped or not.
    File(PathBuf),
}

impl Html {
    /// The text.
    ///
    /// # Errors
    /// In words: the file cannot be read or unpacked.
    pub(crate) fn text(self) -> Result<String, String> {
        match self {
            Self::Text(text) => Ok(text),
            Self::File(path) => {
                let said = |error| format!("cannot read {}: {error}", path.display());
                let bytes = std::fs::read(&path).map_err(said)?;
                let bytes = unpack(bytes).map_err(said)?;
                if is_binary(&bytes) {
                    return Err(format!("{} holds no text: it is no page", path.display()));
                }
                Ok(decode(bytes))
            }
        }
    }
}

/// Unpacks what begins like a gzip member (RFC 1952).
fn unpack(bytes: Vec<u8>) -> std::io::Result<Vec<u8>> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut text = Vec::new();
    let mut source = MultiGzDecoder::new(bytes.as_slice()).take(MOST + 1);
    source.read_to_end(&mut text)?;
    if text.len() as u64 > MOST {
        let message = format!("it unpacks to more than {MOST} bytes");
        return Err(std::io::Error::new(
            std::io::ErrorKind::InvalidData,
            message,
        ));
    }
    Ok(text)
}

/// Whether something is no text (MIME Sniffing standard, section 7.2): bytes that no text has, in what
/// neither says its encoding nor begins with a tag.
fn is_binary(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(SNIFFED)];
    let tagged = head.trim_ascii_start().starts_with(b"<");
    let control = |byte: &u8| matches!(byte, 0x00..=0x08 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f);
    !tagged && Encoding::for_bom(head).is_none() && head.iter().any(control)
}

/// A byte-order mark decides, then UTF-8 that holds, then what the page declares.
pub(super) fn decode(bytes: Vec<u8>) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(&bytes) {
        return encoding
            .decode_without_bom_handling(&bytes[mark..])
            .0
            .into_owned();
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
