//! What is sent and what comes back: a footprint as one transaction of reads, a commit as the flat,
//! counted arguments of its script, and the replies of both as slices.

use std::collections::{BTreeMap, BTreeSet};

use domain::answer::commit::{Commit, Footprint, RecordKey, Slice, Space, Versioned};
use domain::answer::shard::Applied;
use redis::{Pipeline, Script, ScriptInvocation};

use super::codec;
use super::failure::damaged;
use super::keys::Keys;
use crate::store::{Outcome, Page, ShardError};

/// Text or bytes of the server; nothing where a hash has no such field.
pub(super) type Text = Option<Vec<u8>>;

/// The reads of a footprint, all as of one moment.
pub(super) fn reads(keys: &Keys, footprint: &Footprint) -> Pipeline {
    let mut pipeline = redis::pipe();
    pipeline.atomic();
    if !footprint.cells.is_empty() {
        let names: Vec<&str> = footprint.cells.iter().map(String::as_str).collect();
        pipeline.cmd("HMGET").arg(keys.cells()).arg(names);
    }
    for (space, ids) in by_space(footprint.records.iter()) {
        let space = keys.space(space);
        for hash in [space.stamps, space.bodies] {
            pipeline.cmd("HMGET").arg(hash).arg(&ids);
        }
    }
    pipeline
}

/// The slice of a footprint from the replies to its reads.
pub(super) fn slice(footprint: &Footprint, replies: Vec<Vec<Text>>) -> Result<Slice, ShardError> {
    let mut replies = replies.into_iter();
    let mut slice = Slice::default();
    if !footprint.cells.is_empty() {
        let values = replies.next().ok_or_else(short)?;
        for (name, value) in footprint.cells.iter().zip(values) {
            slice.cells.insert(name.clone(), cell(value.as_deref())?);
        }
    }
    for (space, ids) in by_space(footprint.records.iter()) {
        let stamps = replies.next().ok_or_else(short)?;
        let bodies = replies.next().ok_or_else(short)?;
        for (id, (stamp, body)) in ids.into_iter().zip(stamps.into_iter().zip(bodies)) {
            let record = record(&stamp, &body)?;
            slice.records.insert(RecordKey::new(space, id), record);
        }
    }
    Ok(slice)
}

/// How a commit is sent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terms {
    /// The bytes the job may take.
    pub(super) share: u64,
    /// With all keys of the job, so that all of them can be kept from expiring.
    pub(super) whole: bool,
}

/// A commit as a call of its script.
pub(super) fn call<'a>(
    script: &'a Script,
    keys: &Keys,
    commit: &Commit,
    terms: Terms,
) -> ScriptInvocation<'a> {
    let mut call = script.prepare_invoke();
    call.key(keys.version())
        .key(keys.cells())
        .key(keys.bytes())
        .arg(terms.share)
        .arg(u8::from(terms.whole));
    let touched = by_space(commit.record_guards.keys().chain(commit.puts.keys()));
    let mut places = BTreeMap::new();
    for space in Space::ALL {
        if terms.whole || touched.contains_key(&space) {
            places.insert(space, 3 * places.len() + 4);
            for key in keys.space(space).into_array() {
                call.key(key);
            }
        }
    }
    let place = |key: &RecordKey| places.get(&key.space).copied().unwrap_or_default();
    call.arg(commit.cell_guards.len());
    for (name, value) in &commit.cell_guards {
        call.arg(name).arg(*value);
    }
    call.arg(commit.record_guards.len());
    for (key, version) in &commit.record_guards {
        call.arg(place(key)).arg(&key.id).arg(*version);
    }
    call.arg(commit.adds.len());
    for (name, n) in &commit.adds {
        call.arg(name).arg(*n);
    }
    let deletions = commit.puts.values().filter(|body| body.is_none()).count();
    call.arg(commit.puts.len() - deletions);
    for (key, body) in &commit.puts {
        if let Some(body) = body {
            call.arg(place(key)).arg(&key.id).arg(codec::encode(body));
        }
    }
    call.arg(deletions);
    for (key, _) in commit.puts.iter().filter(|(_, body)| body.is_none()) {
        call.arg(place(key)).arg(&key.id);
    }
    call
}

/// What the script says to a commit.
#[derive(Debug)]
pub(super) enum Reply {
    /// It is applied, or a guard did not hold.
    Decided(Outcome),
    /// The job would take so many bytes, more than it may.
    TooLarge(u64),
    /// The job is to expire: all of its keys are needed to keep it.
    Expiring,
}

/// What became of a commit, from its script's reply.
pub(super) fn outcome(commit: &Commit, reply: Vec<Text>) -> Result<Reply, ShardError> {
    let mut reply = reply.into_iter();
    let kind = reply.next().flatten().ok_or_else(short)?;
    let kind: u8 = number(Some(&kind))?;
    Ok(match kind {
        0 => Reply::Decided(Outcome::Conflict(conflict(commit, reply)?)),
        1 => Reply::Decided(Outcome::Committed(applied(commit, reply)?)),
        2 => Reply::TooLarge(number(reply.next().flatten().as_deref())?),
        _ => Reply::Expiring,
    })
}

fn applied(commit: &Commit, mut reply: impl Iterator<Item = Text>) -> Result<Applied, ShardError> {
    let mut done = Applied {
        version: number(reply.next().flatten().as_deref())?,
        ..Applied::default()
    };
    for name in commit.adds.keys() {
        let value = reply.next().ok_or_else(short)?;
        done.cells.insert(name.clone(), cell(value.as_deref())?);
    }
    Ok(done)
}

fn conflict(commit: &Commit, mut reply: impl Iterator<Item = Text>) -> Result<Slice, ShardError> {
    let mut current = Slice::default();
    for name in commit.cell_guards.keys() {
        let value = reply.next().ok_or_else(short)?;
        current.cells.insert(name.clone(), cell(value.as_deref())?);
    }
    for key in commit.record_guards.keys() {
        let (Some(stamp), Some(body)) = (reply.next(), reply.next()) else {
            return Err(short());
        };
        current.records.insert(key.clone(), record(&stamp, &body)?);
    }
    Ok(current)
}

/// A page of a scan from the script's reply: id, stamp and body of each record.
pub(super) fn page(reply: Vec<Text>) -> Result<Page, ShardError> {
    let mut page = Page::new();
    let mut reply = reply.into_iter();
    while let Some(id) = reply.next() {
        let (Some(stamp), Some(body)) = (reply.next(), reply.next()) else {
            return Err(short());
        };
        let id = String::from_utf8(id.unwrap_or_default());
        let id = id.map_err(|_| damaged("an id is no text"))?;
        page.push((id, record(&stamp, &body)?));
    }
    Ok(page)
}

/// A cell of a whole hash.
pub(super) fn cell(value: Option<&[u8]>) -> Result<i64, ShardError> {
    value.map_or(Ok(0), |value| number(Some(value)))
}

fn record(stamp: &Text, body: &Text) -> Result<Versioned, ShardError> {
    codec::decode(stamp.as_deref().unwrap_or_default(), body.as_deref())
}

fn number<T: std::str::FromStr>(text: Option<&[u8]>) -> Result<T, ShardError> {
    text.and_then(|text| std::str::from_utf8(text).ok()?.parse().ok())
        .ok_or_else(|| damaged("a number is none"))
}

/// Ids by space, in order.
fn by_space<'a>(
    records: impl Iterator<Item = &'a RecordKey>,
) -> BTreeMap<Space, BTreeSet<&'a str>> {
    let mut spaces: BTreeMap<Space, BTreeSet<&str>> = BTreeMap::new();
    for key in records {
        spaces.entry(key.space).or_default().insert(&key.id);
    }
    spaces
}

fn short() -> ShardError {
    damaged("a reply is too short")
}
