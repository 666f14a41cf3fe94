//! What is sent and what comes back: a footprint as one transaction of reads, a commit as the flat,
//! counted arguments of its script, and the replies of both as slices.

use std::collections::{BTreeMap, BTreeSet};

use domain::answer::commit::{Commit, Footprint, RecordKey, Slice};
use domain::answer::shard::Applied;
use redis::{Pipeline, Script, ScriptInvocation};

use super::codec;
use super::failure::damaged;
use super::keys::{Drawer, Keys};
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
    for (drawer, ids) in by_drawer(footprint.records.iter()) {
        let records = keys.drawer(&drawer).records;
        pipeline.cmd("HMGET").arg(records).arg(ids);
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
    for (drawer, ids) in by_drawer(footprint.records.iter()) {
        let records = replies.next().ok_or_else(short)?;
        for (id, record) in ids.into_iter().zip(records) {
            let record = codec::decode(record.as_deref())?;
            slice
                .records
                .insert(RecordKey::new(drawer.space, id), record);
        }
    }
    Ok(slice)
}

/// A commit as a call of its script, for a job that may take so many bytes.
pub(super) fn call<'a>(
    script: &'a Script,
    keys: &Keys,
    commit: &Commit,
    share: u64,
) -> ScriptInvocation<'a> {
    let mut call = script.prepare_invoke();
    call.key(keys.version())
        .key(keys.cells())
        .key(keys.bytes())
        .arg(share);
    let mut places = BTreeMap::new();
    for (drawer, _) in by_drawer(commit.record_guards.keys().chain(commit.puts.keys())) {
        let own = keys.drawer(&drawer);
        call.key(own.records).key(own.index);
        places.insert(drawer, 2 * places.len() + 4);
    }
    let place = |key: &RecordKey| {
        let drawer = Drawer::of(key.space, &key.id);
        let place = places.get(&drawer).copied().unwrap_or_default();
        (place, drawer.bucket)
    };
    call.arg(commit.cell_guards.len());
    for (name, value) in &commit.cell_guards {
        call.arg(name).arg(*value);
    }
    call.arg(commit.record_guards.len());
    for (key, version) in &commit.record_guards {
        call.arg(place(key).0).arg(&key.id).arg(*version);
    }
    call.arg(commit.adds.len());
    for (name, n) in &commit.adds {
        call.arg(name).arg(*n);
    }
    let deletions = commit.puts.values().filter(|body| body.is_none()).count();
    call.arg(commit.puts.len() - deletions);
    for (key, body) in &commit.puts {
        if let Some(body) = body {
            let (place, bucket) = place(key);
            call.arg(place).arg(&key.id).arg(bucket);
            call.arg(codec::encode(body));
        }
    }
    call.arg(deletions);
    for (key, _) in commit.puts.iter().filter(|(_, body)| body.is_none()) {
        let (place, bucket) = place(key);
        call.arg(place).arg(&key.id).arg(bucket);
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
}

/// What became of a commit, from its script's reply.
pub(super) fn outcome(commit: &Commit, reply: Vec<Text>) -> Result<Reply, ShardError> {
    let mut reply = reply.into_iter();
    let kind = reply.next().flatten().ok_or_else(short)?;
    let kind: u8 = number(Some(&kind))?;
    Ok(match kind {
        0 => Reply::Decided(Outcome::Conflict(conflict(commit, reply)?)),
        1 => Reply::Decided(Outcome::Committed(applied(commit, reply)?)),
        _ => Reply::TooLarge(number(reply.next().flatten().as_deref())?),
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
        let record = reply.next().ok_or_else(short)?;
        let record = codec::decode(record.as_deref())?;
        current.records.insert(key.clone(), record);
    }
    Ok(current)
}

/// A page of a scan from the script's reply: id and record of each.
pub(super) fn page(reply: Vec<Text>) -> Result<Page, ShardError> {
    let mut page = Page::new();
    let mut reply = reply.into_iter();
    while let Some(id) = reply.next() {
        let record = reply.next().ok_or_else(short)?;
        let id = String::from_utf8(id.unwrap_or_default());
        let id = id.map_err(|_| damaged("an id is no text"))?;
        page.push((id, codec::decode(record.as_deref())?));
    }
    Ok(page)
}

/// A cell of a whole hash.
pub(super) fn cell(value: Option<&[u8]>) -> Result<i64, ShardError> {
    value.map_or(Ok(0), |value| number(Some(value)))
}

fn number<T: std::str::FromStr>(text: Option<&[u8]>) -> Result<T, ShardError> {
    text.and_then(|text| std::str::from_utf8(text).ok()?.parse().ok())
        .ok_or_else(|| damaged("a number is none"))
}

/// Ids by drawer, in order.
fn by_drawer<'a>(
    records: impl Iterator<Item = &'a RecordKey>,
) -> BTreeMap<Drawer, BTreeSet<&'a str>> {
    let mut drawers: BTreeMap<Drawer, BTreeSet<&str>> = BTreeMap::new();
    for key in records {
        let drawer = Drawer::of(key.space, &key.id);
        drawers.entry(drawer).or_default().insert(&key.id);
    }
    drawers
}

fn short() -> ShardError {
    damaged("a reply is too short")
}
