//! Reading pages: the `PageReader` port and its WebDriver implementation.

mod assign;
mod conclude;
mod contexts;
mod driver;
mod drivers;
mod failure;
mod find;
mod frames;
mod harvested;
mod history;
mod http;
mod lane;
mod list;
mod options;
mod payload;
mod reader;
mod session;
mod silence;
mod tabs;
mod tally;
mod turns;
mod visit;
mod wave;

pub use assign::{Assignment, Pick, Place};
pub use driver::DriverError;
pub use find::{Installation, NotFound, find};
pub use http::{FetchRequest, Fetched};
pub use list::ListRead;
pub use options::{AddressCheck, AddressPolicy, BrowserOptions};
pub use reader::WebDriverReader;
pub use session::StartError;
pub use tally::Tally;

use std::fmt;

use async_trait::async_trait;
use domain::disposition::ErrorClass;
use domain::ids::JobId;
use domain::job::ReadOptions;
use domain::panel::{Control, Wish};
use domain::snapshot::Snapshot;

/// One page to read.
#[derive(Debug, Clone)]
pub struct ReadRequest {
    /// The address as found.
    pub url: String,
    /// The job it is read for: pages of one job share cookies, storage and cache, those of two jobs
    /// share nothing.
    pub job: JobId,
    /// The job's settings.
    pub options: ReadOptions,
    /// Read to the end of its list (list pages).
    pub list: Option<ListRead>,
    /// Read in a session of its own (a suspect).
    pub alone: bool,
    /// How much to care for the panel that holds the content.
    pub panel: Wish,
    /// What to do about a page that says little or failed; without it such a page is read like any.
    pub advice: Option<Advisor>,
}

impl ReadRequest {
    /// A page of a job, to be read like any.
    pub fn of(job: JobId, url: impl Into<String>, options: ReadOptions) -> Self {
        Self {
            url: url.into(),
            job,
            options,
            list: None,
            alone: false,
            panel: Wish::Auto,
            advice: None,
        }
    }
}

/// Judges a page that was harvested and shows little: pure and quick.
pub type Advisor = fn(&Snapshot, Wish) -> Advice;

/// What to do before a page is left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Advice {
    /// Nothing.
    Leave,
    /// Keep how it looks.
    Picture,
    /// Press this control and read again.
    Press(Control),
}

impl Advice {
    /// To press the control by which a request for consent is refused, if there is one.
    pub fn refuse(control: Option<Control>) -> Self {
        control.map_or(Self::Leave, Self::Press)
    }
}

/// Where a read failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// The name does not resolve.
    Dns,
    /// The connection was refused or reset.
    Connect,
    /// The certificate or handshake.
    Tls,
    /// A status of 5xx.
    Http,
    /// The session, the tab or the driver.
    Driver,
    /// Our script in the page.
    Script,
    /// The deadline passed.
    Timeout,
    /// The address is not one a browser may go to.
    Address,
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Dns => "dns",
            Self::Connect => "connect",
            Self::Tls => "tls",
            Self::Http => "http",
            Self::Driver => "driver",
            Self::Script => "script",
            Self::Timeout => "timeout",
            Self::Address => "address",
        })
    }
}

/// A read that gave no snapshot.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{layer}: {message}")]
pub struct ReadError {
    /// Where.
    pub layer: Layer,
    /// For people.
    pub message: String,
    /// Whether trying again may help.
    pub class: ErrorClass,
    /// The session died while this page was in flight, or it is too large to be read beside others: it
    /// has not failed, and is to be read alone.
    pub suspect: bool,
}

/// Reads pages, several at a time.
#[async_trait]
pub trait PageReader: Send + Sync {
    /// Reads one page. Callers run up to [`PageReader::lanes`] reads at once.
    async fn read(&self, request: ReadRequest) -> Result<Snapshot, ReadError>;
    /// Fetches what is no page for a browser: a sitemap, a feed, `robots.txt`.
    async fn fetch(&self, request: FetchRequest) -> Result<Fetched, ReadError>;
    /// How many reads run in parallel.
    fn lanes(&self) -> usize;
    /// Browser sessions that are alive.
    fn sessions(&self) -> usize;
    /// Ends every session and process. Idempotent.
    async fn close(&self);
}
