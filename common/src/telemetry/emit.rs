//! The handle through which happenings are told: each becomes a log line and, where a run folder
//! listens, a line of JSON.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use serde_json::{Map, Value};
use tracing::Level;

use crate::clock::Clock;

/// Something that happened to a job, as a fact with fields.
pub trait Event: Serialize {
    /// Its name: stable, part of `events.ndjson`.
    const NAME: &'static str;

    /// How loud it is in the log.
    fn level(&self) -> Level {
        Level::INFO
    }
}

/// Tells the events of one job. Cheap to clone; clones share the sink.
#[derive(Clone)]
pub struct Events {
    job: Arc<str>,
    clock: Clock,
    sink: Option<Arc<Mutex<Sink>>>,
}

struct Sink {
    writer: Box<dyn Write + Send>,
    broken: bool,
}

impl Events {
    /// Events that are only logged.
    pub fn logged(job: &str) -> Self {
        Self {
            job: job.into(),
            clock: Clock::system(),
            sink: None,
        }
    }

    /// Events that are logged and written, one JSON object a line:
    /// `{"at": milliseconds since the epoch, "event": name, "job": name, ...fields}`.
    pub fn written(job: &str, writer: impl Write + Send + 'static, clock: Clock) -> Self {
        let sink = Sink {
            writer: Box::new(writer),
            broken: false,
        };
        Self {
            job: job.into(),
            clock,
            sink: Some(Arc::new(Mutex::new(sink))),
        }
    }

    /// The same sink for another job: a worker reads pages of many.
    #[must_use]
    pub fn of(&self, job: &str) -> Self {
        Self {
            job: job.into(),
            ..self.clone()
        }
    }

    /// Tells one event. Never fails: who cannot be told is not told, and the first time a line
    /// cannot be written a warning says so.
    #[expect(clippy::needless_pass_by_value, reason = "a happening is told once")]
    pub fn emit<E: Event>(&self, event: E) {
        let level = event.level();
        let line = self.line(E::NAME, &event);
        log(level, E::NAME, &line);
        if let Some(sink) = &self.sink {
            sink.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .write(&line);
        }
    }

    fn line(&self, name: &str, event: &impl Serialize) -> Value {
        let mut line = Map::new();
        line.insert("at".to_owned(), self.clock.now_ms().into());
        line.insert("event".to_owned(), name.into());
        line.insert("job".to_owned(), (*self.job).into());
        match serde_json::to_value(event) {
            Ok(Value::Object(fields)) => line.extend(fields),
            Ok(other) => drop(line.insert("value".to_owned(), other)),
            Err(error) => drop(line.insert("unwritable".to_owned(), error.to_string().into())),
        }
        Value::Object(line)
    }
}

impl Sink {
    /// A line is whole or not there, also after a kill: one write, flushed.
    fn write(&mut self, line: &Value) {
        let text = format!("{line}\n");
        let written = self.writer.write_all(text.as_bytes());
        if let Err(error) = written.and_then(|()| self.writer.flush())
            && !std::mem::replace(&mut self.broken, true)
        {
            tracing::warn!(%error, "events can no longer be written");
        }
    }
}

/// The macros want their level at compile time.
fn log(level: Level, event: &str, line: &Value) {
    if level == Level::ERROR || level == Level::WARN {
        tracing::warn!(target: "windrow::events", event, %line);
    } else if level == Level::INFO {
        tracing::info!(target: "windrow::events", event, %line);
    } else {
        tracing::debug!(target: "windrow::events", event, %line);
    }
}
