//! The arguments of `check` and of the verbs on a run folder.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `windrow check`.
#[derive(Debug, Clone, Args)]
pub(crate) struct CheckArgs {
    /// A job file (YAML or JSON), or a JSON Schema: told apart by its content
    pub(crate) file: PathBuf,
    /// Addresses in special ranges that the job may name: loopback, private, or a CIDR range
    #[arg(long, value_name = "RANGE")]
    pub(crate) allow_range: Vec<String>,
}

/// Which run.
#[derive(Debug, Clone, Args)]
pub(crate) struct RunRef {
    /// The run folder, or the job's name under the configured `run.out`
    pub(crate) run: PathBuf,
}

/// Which run: a folder, or a fleet's job.
#[derive(Debug, Clone, Args)]
pub(crate) struct AnyRun {
    /// The run folder, or the job's name under the configured `run.out`; else, where `WINDROW_URL` names a
    /// coordinator, the id of a fleet's job
    pub(crate) run: PathBuf,
}

/// Which row.
#[derive(Debug, Clone, Args)]
pub(crate) struct RowRef {
    /// The row: its index as `windrow rows` prints it, counted from 0, or its own page's address
    #[arg(long, value_name = "N|URL", allow_negative_numbers = true)]
    pub(crate) row: String,
}

/// `windrow rows`.
#[derive(Debug, Clone, Args)]
pub(crate) struct RowsArgs {
    #[command(flatten)]
    pub(crate) run: AnyRun,
    /// Leave out this many rows
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) offset: usize,
    /// Print at most this many rows
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    /// Print one row, whole
    #[arg(long, value_name = "N", conflicts_with_all = ["offset", "limit"])]
    pub(crate) index: Option<usize>,
    /// Print these fields only, their texts whole; other texts over 200 characters are shown as
    /// `{"$elided": length}`
    #[arg(long, value_name = "FIELD", value_delimiter = ',')]
    pub(crate) fields: Vec<String>,
    /// Print only the rows, one JSON object a line, all texts whole
    #[arg(long)]
    pub(crate) ndjson: bool,
}

/// `windrow coverage`.
#[derive(Debug, Clone, Args)]
pub(crate) struct CoverageArgs {
    #[command(flatten)]
    pub(crate) run: AnyRun,
}

/// `windrow explain`.
#[derive(Debug, Clone, Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) run: RunRef,
    #[command(flatten)]
    pub(crate) row: RowRef,
    /// Only this field
    #[arg(long, value_name = "FIELD")]
    pub(crate) field: Option<String>,
}

/// `windrow set`.
#[derive(Debug, Clone, Args)]
pub(crate) struct SetArgs {
    #[command(flatten)]
    pub(crate) run: RunRef,
    /// Top-level fields and their values. Text for a field that holds text, else JSON; `null` clears
    #[arg(required = true, value_name = "FIELD=VALUE")]
    pub(crate) fields: Vec<String>,
}

/// `windrow update`.
#[derive(Debug, Clone, Args)]
pub(crate) struct UpdateArgs {
    #[command(flatten)]
    pub(crate) run: RunRef,
    /// The row: its index as `windrow rows` prints it, counted from 0, or its own page's address
    #[arg(
        long,
        value_name = "N|URL",
        allow_negative_numbers = true,
        required_unless_present = "from",
        requires = "fields"
    )]
    pub(crate) row: Option<String>,
    /// Fields and their values. Text for a field that holds text, else JSON; `null` clears
    #[arg(value_name = "FIELD=VALUE", requires = "row")]
    pub(crate) fields: Vec<String>,
    /// Updates from a file, one JSON object a line or in one JSON array: `{"row": N or address,
    /// "fields": {...}}`, or a row that holds its own page's address. Each stands for itself; refused
    /// ones are named by their number, counted from 0
    #[arg(long, value_name = "FILE", conflicts_with_all = ["row", "fields"])]
    pub(crate) from: Option<PathBuf>,
}

/// `windrow remove`.
#[derive(Debug, Clone, Args)]
pub(crate) struct RemoveArgs {
    #[command(flatten)]
    pub(crate) run: RunRef,
    /// Rows, by index or own address; one that is not there refuses all
    #[arg(long, value_name = "N|URL", required = true, num_args = 1.., allow_negative_numbers = true)]
    pub(crate) row: Vec<String>,
    /// Why: kept with the run
    #[arg(long)]
    pub(crate) reason: String,
}

/// `windrow absent`.
#[derive(Debug, Clone, Args)]
pub(crate) struct AbsentArgs {
    #[command(flatten)]
    pub(crate) run: RunRef,
    /// Row fields or top-level fields
    #[arg(required = true, value_name = "FIELD")]
    pub(crate) fields: Vec<String>,
    /// Where you looked: kept with the mark
    #[arg(long)]
    pub(crate) reason: String,
}

/// `windrow apply`.
#[derive(Debug, Clone, Args)]
pub(crate) struct ApplyArgs {
    #[command(flatten)]
    pub(crate) run: RunRef,
    /// Operations: `add_item`, `update_item`, `update_items`, `set_field`, `remove_items`, `mark_absent`,
    /// `add_items_from_file`, `update_items_from_file`, `read_output`, `search_output`, `done`, each as
    /// `{"do": NAME, ...}`. Nothing is applied if a line cannot be understood; files are named
    /// relative to this one
    pub(crate) ops: PathBuf,
}

/// `windrow done`.
#[derive(Debug, Clone, Args)]
pub(crate) struct DoneArgs {
    #[command(flatten)]
    pub(crate) run: RunRef,
}

/// `windrow diff`.
#[derive(Debug, Clone, Args)]
pub(crate) struct DiffArgs {
    #[command(flatten)]
    pub(crate) run: RunRef,
    /// The run to compare with: its rows are the new ones
    pub(crate) with: PathBuf,
}

/// `windrow admin`.
#[derive(Debug, Clone, Args)]
pub(crate) struct AdminArgs {
    /// What to do
    #[command(subcommand)]
    pub(crate) verb: AdminVerb,
}

/// The verbs of `windrow admin`.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum AdminVerb {
    /// Recount a run's counters from its rows, pages and marks: of a run folder, or by its id of a job
    /// in the store that the settings name (store.url) or of a coordinator (client.url).
    /// Nothing is changed; counters that say something else are printed one by one, and the exit code
    /// is 4
    Verify(VerifyArgs),
}

/// `windrow admin verify`.
#[derive(Debug, Clone, Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) run: AnyRun,
}
