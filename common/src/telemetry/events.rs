//! The events of a run: what an operator can be told about a job, as structs
//! with fields rather than sentences.

use domain::answer::verdict::Code;
use domain::page_class::PageClass;
use serde::Serialize;
use serde_json::Value;
use tracing::Level;

use super::Event;

/// The schema's defaults were written before the run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Prefilled {
    /// Top-level fields that hold their default now.
    pub kept: Vec<String>,
    /// Fields whose default was refused, and why.
    pub refused: Vec<(String, Code)>,
}

/// Every list page was read: the frontier holds all that they offer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Discovered {
    /// List pages that were read.
    pub lists: usize,
    /// Detail pages that are known.
    pub links: usize,
}

/// A command changed the answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Written {
    /// The operation, as `windrow apply` names it.
    pub op: &'static str,
    /// The row's id, for rows.
    pub row: Option<String>,
    /// The page that earned it.
    pub url: Option<String>,
    /// Declared fields that are still empty.
    pub missing: Vec<String>,
}

/// The rules said no to a command or to a part of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Refused {
    /// The operation, as `windrow apply` names it.
    pub op: &'static str,
    /// The page it came from.
    pub url: Option<String>,
    /// The refusal's code.
    pub code: Code,
    /// JSON pointer in the item or document.
    pub pointer: String,
    /// One sentence.
    pub message: String,
    /// What was given.
    pub got: Value,
}

/// A page was read, or could not be.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PageRead {
    /// As found.
    pub url: String,
    /// How the read ended.
    pub class: PageClass,
    /// The document's HTTP status, where it is known.
    pub status: Option<u16>,
    /// Which read of the page this was, from 1.
    pub attempt: u32,
    /// Milliseconds it took.
    pub ms: u64,
    /// Why it ended so, where there is something to say.
    pub note: String,
}

/// The gate sent the first `done` back.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bounced {
    /// The exact list of what is missing.
    pub deficiencies: Vec<String>,
}

/// The final coverage.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Completeness {
    /// No gaps remained.
    pub complete: bool,
    /// The one-line summary.
    pub summary: String,
    /// The same as a structure.
    pub coverage: Value,
}

/// The answer was delivered.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Delivered {
    /// How many rows.
    pub rows: u64,
    /// No gaps remained.
    pub complete: bool,
    /// False if the answer does not meet the schema or the run was cut short.
    pub successful: bool,
}

/// An answer that meets the schema was delivered though the job ended before it was finished.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DeliveredEarly {
    /// How many rows.
    pub rows: u64,
    /// Detail pages nobody read.
    pub unread: u64,
    /// What ended it.
    pub why: String,
}

impl Event for Prefilled {
    const NAME: &'static str = "prefill";
}

impl Event for Discovered {
    const NAME: &'static str = "discovered";
}

impl Event for Written {
    const NAME: &'static str = "write";

    fn level(&self) -> Level {
        Level::DEBUG
    }
}

impl Event for Refused {
    const NAME: &'static str = "refusal";
}

impl Event for PageRead {
    const NAME: &'static str = "page";

    fn level(&self) -> Level {
        match self.class {
            PageClass::Failed | PageClass::Challenge => Level::WARN,
            _ => Level::DEBUG,
        }
    }
}

impl Event for Bounced {
    const NAME: &'static str = "bounce";
}

impl Event for Completeness {
    const NAME: &'static str = "completeness";
}

impl Event for Delivered {
    const NAME: &'static str = "delivered";
}

impl Event for DeliveredEarly {
    const NAME: &'static str = "delivered_early";

    fn level(&self) -> Level {
        Level::WARN
    }
}
