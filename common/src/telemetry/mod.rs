//! What a process tells about itself: log lines on a writer of the caller's choice and the events
//! of a run. It decides nothing and no part depends on being heard.

mod emit;
mod events;
pub mod metrics;
mod outage;

pub use emit::{Event, Events};
pub use events::{
    Bounced, Completeness, Delivered, DeliveredEarly, Discovered, PageRead, Prefilled, Refused,
    Written,
};
pub use outage::{Outage, Since};

use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::writer::BoxMakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};
use tracing_subscriber::{EnvFilter, Registry, fmt};

use crate::config::{Log, LogFormat};

/// Why logging could not start.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    /// The level is none.
    #[error("log.level: {0}")]
    Level(#[from] tracing_subscriber::filter::ParseError),
    /// This process logs already.
    #[error("logging was already started: {0}")]
    Started(#[from] TryInitError),
}

/// Starts logging for the whole process, once. `writer` is standard error, or one that knows how to
/// write between progress bars.
pub fn init<W>(log: &Log, writer: W) -> Result<(), TelemetryError>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    subscriber(log, writer)?.try_init()?;
    Ok(())
}

fn subscriber<W>(log: &Log, writer: W) -> Result<impl SubscriberInitExt + use<W>, TelemetryError>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    // What is odd about a page's markup is not worth a line; a level that names the module still counts.
    let filter = EnvFilter::builder().parse(format!("html5ever=error,{}", log.level))?;
    let lines = fmt::layer().with_writer(BoxMakeWriter::new(writer));
    let lines: Box<dyn tracing_subscriber::Layer<_> + Send + Sync> = match log.format {
        LogFormat::Text => Box::new(lines.with_ansi(false)),
        LogFormat::Json => Box::new(lines.json().flatten_event(true)),
    };
    Ok(Registry::default().with(lines).with(filter))
}

#[cfg(test)]
mod tests;
