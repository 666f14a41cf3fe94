//! A task as a message and back: JSON with its properties and headers. It sends nothing.

use std::hash::{DefaultHasher, Hash, Hasher};

use domain::task::Task;
use lapin::BasicProperties;
use lapin::types::{AMQPValue, FieldTable, ShortString};

use super::topology::text;
use crate::queue::{DELIVERY_LIMIT, DeadLetter};

/// Why a consumer gave a task up.
const REASON: &str = "x-windrow-reason";
/// How often a quorum queue saw a message come back.
const DELIVERY_COUNT: &str = "x-delivery-count";
/// The broker's own reason for the first dead-lettering.
const FIRST_DEATH: &str = "x-first-death-reason";
/// AMQP 0-9-1: a message that outlives a restart.
const PERSISTENT: u8 = 2;

/// The body.
pub(super) fn encode(task: &Task) -> serde_json::Result<Vec<u8>> {
    serde_json::to_vec(task)
}

/// The task in a body.
pub(super) fn decode(body: &[u8]) -> serde_json::Result<Task> {
    serde_json::from_slice(body)
}

/// Persistent JSON. The headers are a table of their own, with room for `traceparent` (W3C Trace
/// Context).
pub(super) fn properties(task: &Task) -> BasicProperties {
    let plain = BasicProperties::default()
        .with_content_type("application/json".into())
        .with_delivery_mode(PERSISTENT)
        .with_headers(FieldTable::default());
    match ShortString::try_new(message_id(task)) {
        Ok(id) => plain.with_message_id(id),
        Err(_) => plain,
    }
}

/// The same for every publish of one lease of one page.
fn message_id(task: &Task) -> String {
    let Task::V1 { job, page, lease } = task;
    let mut hasher = DefaultHasher::new();
    page.hash(&mut hasher);
    format!("{job}:{:016x}:{lease}", hasher.finish())
}

/// The properties of a message that is given up: as it came, with the reason, without the counts
/// of its life so far (a letter that is sent again starts anew).
pub(super) fn with_reason(properties: &BasicProperties, reason: &str) -> BasicProperties {
    let mut headers = FieldTable::default();
    let known = properties.headers().as_ref().map(FieldTable::inner);
    for (key, value) in known.into_iter().flatten() {
        if key.as_str() != DELIVERY_COUNT {
            headers.insert(key.clone(), value.clone());
        }
    }
    headers.insert(REASON.into(), text(reason));
    properties.clone().with_headers(headers)
}

/// How often the message came back before this delivery.
pub(super) fn redelivered(properties: &BasicProperties, flag: bool) -> u32 {
    let count = header(properties, DELIVERY_COUNT).and_then(number);
    count.unwrap_or(0).max(u32::from(flag))
}

/// A dead letter, unless the message is no task.
pub(super) fn dead_letter(body: &[u8], properties: &BasicProperties) -> Option<DeadLetter> {
    let task = decode(body).ok()?;
    let reason = words(properties, REASON)
        .or_else(|| words(properties, FIRST_DEATH))
        .unwrap_or_else(|| DELIVERY_LIMIT.to_owned());
    Some(DeadLetter { task, reason })
}

fn header<'a>(properties: &'a BasicProperties, key: &str) -> Option<&'a AMQPValue> {
    properties.headers().as_ref()?.inner().get(key)
}

fn words(properties: &BasicProperties, key: &str) -> Option<String> {
    match header(properties, key)? {
        AMQPValue::LongString(text) => Some(text.to_string()),
        AMQPValue::ShortString(text) => Some(text.to_string()),
        _ => None,
    }
}

/// Brokers differ in the width of a count.
fn number(value: &AMQPValue) -> Option<u32> {
    let wide = match *value {
        AMQPValue::ShortShortInt(n) => i64::from(n),
        AMQPValue::ShortShortUInt(n) => i64::from(n),
        AMQPValue::ShortInt(n) => i64::from(n),
        AMQPValue::ShortUInt(n) => i64::from(n),
        AMQPValue::LongInt(n) => i64::from(n),
        AMQPValue::LongUInt(n) => i64::from(n),
        AMQPValue::LongLongInt(n) => n,
        _ => return None,
    };
    u32::try_from(wide).ok()
}

#[cfg(test)]
mod tests;
