//! How records are written down: a stamp, and a body that is deflated where that pays. Pure.

use std::io::{Read as _, Write as _};

use domain::answer::commit::Versioned;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde_json::Value;

use super::failure::damaged;
use crate::store::ShardError;

/// The first byte of a body: JSON as it is (RFC 8259).
const PLAIN: u8 = b'j';
/// The first byte of a body: JSON, deflated (RFC 1951).
const DEFLATED: u8 = b'z';
/// Bodies of fewer bytes are not worth deflating.
const WORTH: usize = 512;

/// A body as it is stored.
pub(super) fn encode(body: &Value) -> Vec<u8> {
    let json = body.to_string();
    if json.len() >= WORTH
        && let Ok(short) = deflate(json.as_bytes())
        && short.len() < json.len()
    {
        return short;
    }
    let mut plain = Vec::with_capacity(json.len() + 1);
    plain.push(PLAIN);
    plain.extend_from_slice(json.as_bytes());
    plain
}

/// A record as the script stores it: "<version> <version of birth>", a line feed, the body.
pub(super) fn decode(record: Option<&[u8]>) -> Result<Versioned, ShardError> {
    let Some(record) = record else {
        return Ok(Versioned::default());
    };
    let end = record.iter().position(|&byte| byte == b'\n');
    let (stamp, body) = record.split_at(end.unwrap_or(record.len()));
    let (version, created) = versions(stamp).ok_or_else(|| damaged("a stamp is no version"))?;
    let body = self::body(body.get(1..).unwrap_or_default())
        .ok_or_else(|| damaged("a body is no JSON"))?;
    Ok(Versioned {
        version,
        created,
        body,
    })
}

/// Version and version of birth.
fn versions(stamp: &[u8]) -> Option<(u64, u64)> {
    let (version, created) = std::str::from_utf8(stamp).ok()?.split_once(' ')?;
    Some((version.parse().ok()?, created.parse().ok()?))
}

fn body(stored: &[u8]) -> Option<Value> {
    match stored.split_first()? {
        (&PLAIN, json) => serde_json::from_slice(json).ok(),
        (&DEFLATED, short) => {
            let mut json = Vec::new();
            DeflateDecoder::new(short).read_to_end(&mut json).ok()?;
            serde_json::from_slice(&json).ok()
        }
        _ => None,
    }
}

fn deflate(json: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(vec![DEFLATED], Compression::fast());
    encoder.write_all(json)?;
    encoder.finish()
}
