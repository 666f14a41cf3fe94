//! The drafting engine in figures: the row cases by group; pages a second on one core over saved pages, beside
//! extruct on the same pages and core; what a byte costs as a page grows. It judges no time.
//!
//! `cargo bench -p fleet-tests --bench draft -- [--pages DIR] [--python VENV/bin/python]`. DIR holds
//! `truth.json` and `html/ID.html.gz`; without it `../shared/data/products` is taken if it is there. For
//! extruct: `python3 -m venv VENV && VENV/bin/pip install extruct`, outside of this folder.

mod growth;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, anyhow, ensure};
use clap::Parser;
use domain::frontier::Listing;
use domain::job::JobFile;
use domain::schema::AnswerSchema;
use domain::snapshot::parse_html;
use draft::{Draft, DraftInput, draft_row};
use fleet_tests::rows;
use nix::time::{ClockId, clock_gettime};
use serde_json::{Map, Value};

const SCHEMA: &str = include_str!("../../site/products/schema.json");
/// Runs extruct over the pages that standard input names and prints its CPU seconds.
const EXTRUCT: &str = include_str!("extruct_pages.py");
/// The program's own allocator, which it is measured with.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Debug, Parser)]
struct Args {
    /// A folder of saved pages.
    #[arg(long)]
    pages: Option<PathBuf>,
    /// A Python that has extruct.
    #[arg(long)]
    python: Option<PathBuf>,
    /// Where to write what was drafted, for a scorer.
    #[arg(long)]
    predictions: Option<PathBuf>,
    /// How often all pages are drafted, and read by extruct in turn; the quickest round of each counts.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// The size of the largest page that is grown.
    #[arg(long, default_value_t = 4)]
    megabytes: usize,
    /// Given by `cargo bench`; without it little is done, to show that the bench works.
    #[arg(long, hide = true)]
    bench: bool,
}

/// A saved page.
struct Saved {
    id: String,
    url: String,
    file: PathBuf,
    html: String,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let mut out = std::io::stdout();
    write!(out, "{}", case_score()?)?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/products");
    let folder = args.pages.clone().or_else(|| root.is_dir().then_some(root));
    match folder.filter(|_| args.bench) {
        Some(folder) => write!(out, "{}", saved(&folder, &args)?)?,
        None => writeln!(out, "saved pages: none given (--pages)")?,
    }
    let kilobytes = if args.bench {
        args.megabytes * 1024
    } else {
        16
    };
    let schema = compile(&serde_json::from_str(SCHEMA)?)?;
    write!(out, "{}", growth::told(kilobytes, &schema)?)?;
    Ok(())
}

fn compile(source: &Value) -> Result<AnswerSchema> {
    AnswerSchema::compile(source, None, None).map_err(|found| anyhow!("{found:?}"))
}

fn draft(html: &str, url: &str, schema: &AnswerSchema) -> Draft {
    let snapshot = parse_html(html, url);
    draft_row(DraftInput {
        snapshot: &snapshot,
        url,
        listing: &Listing::default(),
        schema,
        job: &JobFile::default(),
    })
}

/// How many cases of each group pass.
fn case_score() -> Result<String> {
    let mut groups: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut faults = Vec::new();
    for case in rows::cases()? {
        let row = draft(&case.html, &case.url, &compile(&case.answer_schema())?).row;
        let fault = case.fault(&Value::Object(row));
        let group = groups.entry(case.group().to_owned()).or_default();
        group.0 += usize::from(fault.is_none());
        group.1 += 1;
        faults.extend(fault);
    }
    let mut told = String::from("row cases by group:");
    for (group, (passed, all)) in &groups {
        write!(told, " {group} {passed}/{all}")?;
    }
    told.push('\n');
    for fault in faults {
        writeln!(told, "  {fault}")?;
    }
    Ok(told)
}

/// Pages a second on one core, ours and extruct's.
fn saved(folder: &Path, args: &Args) -> Result<String> {
    let pages = open(folder)?;
    ensure!(!pages.is_empty(), "no pages in {}", folder.display());
    let answer: Value = serde_json::from_str(SCHEMA)?;
    let schema = compile(&answer)?;
    let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
    let mut rows = Map::new();
    for _ in 0..args.rounds.max(1) {
        let begun = cpu()?;
        for page in &pages {
            let row = draft(&page.html, &page.url, &schema).row;
            rows.insert(page.id.clone(), Value::Object(row));
        }
        ours = ours.min(cpu()? - begun);
        if let Some(python) = &args.python {
            theirs = theirs.min(extruct(python, &pages)?);
        }
    }
    if let Some(path) = &args.predictions {
        std::fs::write(path, serde_json::to_vec_pretty(&rows)?)?;
    }
    let count = f64::from(u32::try_from(pages.len())?);
    let mut told = format!(
        "{count} saved pages: {:.1} pages a second and core, {:.2} ms a page\n",
        count / ours,
        1_000.0 * ours / count
    );
    if args.python.is_none() {
        told.push_str("extruct: not run (--python)\n");
    } else {
        writeln!(
            told,
            "extruct: {:.1} pages a second and core; drafting is {:.1} times as fast",
            count / theirs,
            theirs / ours
        )?;
    }
    Ok(told)
}

fn open(folder: &Path) -> Result<Vec<Saved>> {
    let truth = std::fs::read_to_string(folder.join("truth.json"))?;
    let truth: BTreeMap<String, Value> = serde_json::from_str(&truth)?;
    let pages = truth.into_iter().map(|(id, labels)| {
        let file = folder.join("html").join(format!("{id}.html.gz"));
        let packed = std::fs::File::open(&file).with_context(|| file.display().to_string())?;
        let mut bytes = Vec::new();
        flate2::read::GzDecoder::new(packed).read_to_end(&mut bytes)?;
        Ok(Saved {
            url: labels["url"]
                .as_str()
                .context("a page without url")?
                .to_owned(),
            html: String::from_utf8_lossy(&bytes).into_owned(),
            file,
            id,
        })
    });
    pages.collect()
}

/// The CPU seconds that extruct takes for all pages.
fn extruct(python: &Path, pages: &[Saved]) -> Result<f64> {
    let mut child = Command::new(python)
        .args(["-c", EXTRUCT])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .with_context(|| python.display().to_string())?;
    let mut stdin = child.stdin.take().context("no standard input")?;
    for page in pages {
        writeln!(stdin, "{}\t{}", page.file.display(), page.url)?;
    }
    drop(stdin);
    let output = child.wait_with_output()?;
    ensure!(
        output.status.success(),
        "extruct failed: is it installed for this Python?"
    );
    Ok(String::from_utf8_lossy(&output.stdout).trim().parse()?)
}

/// CPU seconds of this process.
fn cpu() -> Result<f64> {
    let time = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID)?;
    Ok(std::time::Duration::from(time).as_secs_f64())
}
