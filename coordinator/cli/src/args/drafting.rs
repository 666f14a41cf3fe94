//! The arguments of the verbs that draft without a browser: saved pages, or those that a run kept.

use std::path::PathBuf;

use clap::Args;

use super::verbs::RunRef;

/// `windrow draft`.
#[derive(Debug, Clone, Args)]
pub(crate) struct DraftArgs {
    /// A saved page (HTML, also gzipped) with the frames that were saved below its folder; or many: a folder of such files with its subfolders, or a file
    /// of lines `{"url", "html" or "file", "listing_text"}` (`.ndjson`, `.jsonl`); or `-` for a page or
    /// such lines on standard input. Many pages give one line of JSON each, in their order. The exit is 0
    /// if each page states a field of the schema, 3 if one does not or could not be drafted
    pub(crate) page: PathBuf,
    /// The JSON Schema: of a row, or of an answer whose array holds the rows
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "job",
        conflicts_with = "job"
    )]
    pub(crate) schema: Option<PathBuf>,
    /// A job file: its schema, `map`, `aliases`, `answer` and `own_url`
    #[arg(long, value_name = "FILE")]
    pub(crate) job: Option<PathBuf>,
    /// The page's address. Of a folder: what its files' paths are resolved against. Without it the page
    /// must state its address itself (a canonical link or `og:url`)
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,
    /// What the list page says about the page: evidence beside its own
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) listing_text: String,
    /// The array of the schema that holds the rows, if it is not the one that shows
    #[arg(long, value_name = "NAME", conflicts_with = "whole")]
    pub(crate) answer: Option<String>,
    /// The schema is that of one row, whatever arrays it holds
    #[arg(long)]
    pub(crate) whole: bool,
    /// Say where each value came from, why each field without one is empty, and what became of the page's
    /// texts
    #[arg(long)]
    pub(crate) explain: bool,
}

/// `windrow replay`.
#[derive(Debug, Clone, Args)]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) run: RunRef,
    /// Draft for this schema in place of the run's
    #[arg(long, value_name = "FILE", conflicts_with = "apply")]
    pub(crate) schema: Option<PathBuf>,
    /// The pages are in a fleet's archive at this address, as `archive.url` names it (file:, s3:, gs:,
    /// az:); RUN is the job's id. The rows are compared with the drafts kept there
    #[arg(long, value_name = "ADDRESS", conflicts_with = "apply")]
    pub(crate) archive: Option<String>,
    /// The job file as it was submitted, in place of what the archive keeps of it
    #[arg(long, value_name = "FILE", requires = "archive")]
    pub(crate) job: Option<PathBuf>,
    /// Put the rows and values that are new or differ into the run's answer. Rows that were not drafted
    /// again stay
    #[arg(long)]
    pub(crate) apply: bool,
}

/// `windrow page`.
#[derive(Debug, Clone, Args)]
pub(crate) struct PageArgs {
    #[command(flatten)]
    pub(crate) run: RunRef,
    /// The page's address, as found or as read
    pub(crate) url: String,
    /// Print the page as HTML, as it was harvested: shadow roots and slots in their place
    #[arg(long)]
    pub(crate) html: bool,
    /// Show the targets of links in the text view
    #[arg(long)]
    pub(crate) links: bool,
    /// Show the addresses of images in the text view
    #[arg(long)]
    pub(crate) images: bool,
}
