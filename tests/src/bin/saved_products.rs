//! Serves a folder of saved product pages under one list page, has the real `windrow run` read them
//! twice and compares the runs. Writes what was read as `predictions.json` for the scorer. It scores
//! nothing itself.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;
use common::clock::Clock;
use fleet_tests::program::{Finished, Run, windrow};
use fleet_tests::saved::SavedPages;
use fleet_tests::site::SiteServer;
use serde_json::{Map, Value, json};

const SCHEMA: &str = include_str!("../../site/products/schema.json");

/// Reads saved product pages with the real program, twice.
#[derive(Debug, Parser)]
struct Args {
    /// The folder of pages: html/*.html.gz and truth.json.
    pages: PathBuf,
    /// Where job, run folders and predictions.json go.
    out: PathBuf,
    /// More lines for the job file.
    #[arg(long, default_value = "")]
    job: String,
}

/// One run, as far as it is compared.
struct Read {
    seconds: f64,
    code: Option<i32>,
    said: String,
    lines: String,
    rows: Vec<Map<String, Value>>,
    unread: Vec<Value>,
    /// Values that were left out, by field and code.
    left_out: BTreeMap<String, usize>,
}

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let args = Args::parse();
    let saved = SavedPages::open(&args.pages)?;
    let targets = saved.targets().to_vec();
    let server = SiteServer::start(saved).await?;
    let ids = ids_by_address(&server, &targets);
    let job = write_job(&args, &server.origin())?;
    // Built before the clock runs.
    tokio::task::spawn_blocking(|| windrow().map(drop)).await??;

    let mut findings = Vec::new();
    let first = read(&job, &args.out.join("first")).await?;
    let second = read(&job, &args.out.join("second")).await?;
    for (name, run) in [("first", &first), ("second", &second)] {
        say(&format!(
            "{name} run: exit code {:?}, {} rows of {} pages, {:.1} s, {:.1} pages/s",
            run.code,
            run.rows.len(),
            ids.len(),
            run.seconds,
            f64::from(u32::try_from(ids.len())?) / run.seconds
        ))?;
        for (what, rows) in &run.left_out {
            say(&format!("  left out of {rows} rows: {what}"))?;
        }
        findings.extend(
            check(run, &ids)
                .into_iter()
                .map(|f| format!("{name} run: {f}")),
        );
    }
    findings.extend(differences(&first, &second));
    let predictions = args.out.join("predictions.json");
    std::fs::write(
        &predictions,
        serde_json::to_vec_pretty(&predict(&first, &ids))?,
    )?;
    say(&format!("predictions: {}", predictions.display()))?;
    server.stop().await;
    if findings.is_empty() {
        say("every page has its own row with a name, and both runs wrote the same bytes")?;
        return Ok(ExitCode::SUCCESS);
    }
    say(&format!("{} findings", findings.len()))?;
    for finding in &findings {
        say(&format!("  {finding}"))?;
    }
    Ok(ExitCode::FAILURE)
}

fn say(line: &str) -> Result<()> {
    Ok(writeln!(std::io::stdout(), "{line}")?)
}

/// The id of every page by the address it is served at, as a browser writes it.
fn ids_by_address(server: &SiteServer, targets: &[(String, String)]) -> BTreeMap<String, String> {
    targets
        .iter()
        .map(|(id, target)| (server.url(target), id.clone()))
        .collect()
}

fn write_job(args: &Args, origin: &str) -> Result<PathBuf> {
    std::fs::create_dir_all(&args.out)?;
    std::fs::write(args.out.join("schema.json"), SCHEMA)?;
    let job = args.out.join("job.yaml");
    let text = format!(
        "name: saved-products\nstart: [\"{origin}/\"]\nschema: schema.json\nanswer: products\n{}\n",
        args.job
    );
    std::fs::write(&job, text)?;
    Ok(job)
}

async fn read(job: &Path, folder: &Path) -> Result<Read> {
    let run = Run::of(job, folder)?.args(&["--replace"]);
    let clock = Clock::system();
    let begun = clock.instant();
    let run = tokio::task::spawn_blocking(move || run.finish()).await??;
    let seconds = clock.instant().duration_since(begun).as_secs_f64();
    let lines = text(&run, "rows.ndjson")?;
    let rows = lines
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    let report = run.json("report.json")?;
    let left_out = left_out(&run.json("receipts.json")?);
    Ok(Read {
        seconds,
        code: run.code(),
        said: run.said(),
        lines,
        rows,
        unread: report["unread"].as_array().cloned().unwrap_or_default(),
        left_out,
    })
}

/// Values a page stated and the row does not hold. Missing is honest, but many of a kind are not.
fn left_out(receipts: &Value) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let rows = receipts.as_array().into_iter().flatten();
    for (field, why) in rows.filter_map(|row| row["reasons"].as_object()).flatten() {
        if let Some(reason @ ("refused" | "conflict" | "dropped")) = why["reason"].as_str() {
            let code = why["code"].as_str().unwrap_or_default();
            *counts
                .entry(format!("{field} {reason} {code}").trim_end().to_owned())
                .or_default() += 1;
        }
    }
    counts
}

fn text(run: &Finished, name: &str) -> Result<String> {
    run.text(name)
        .with_context(|| format!("the run left no {name}; it said:\n{}", run.said()))
}

fn address(row: &Map<String, Value>) -> &str {
    row.get("url").and_then(Value::as_str).unwrap_or_default()
}

/// What one run got wrong: pages without a row, rows without a page, a name or an address of their
/// own.
fn check(run: &Read, ids: &BTreeMap<String, String>) -> Vec<String> {
    let mut findings = Vec::new();
    let mut rows_of: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &run.rows {
        *rows_of.entry(address(row)).or_default() += 1;
        let name = row.get("name").and_then(Value::as_str).unwrap_or_default();
        if name.trim().is_empty() {
            findings.push(format!("no name: {}", address(row)));
        }
    }
    for page in ids
        .keys()
        .filter(|page| !rows_of.contains_key(page.as_str()))
    {
        findings.push(format!("no row: {page}"));
    }
    for (page, rows) in rows_of {
        if !ids.contains_key(page) {
            findings.push(format!("not the address of a page: {page:?}"));
        } else if rows > 1 {
            findings.push(format!("{rows} rows: {page}"));
        }
    }
    findings.extend(run.unread.iter().map(|page| format!("not read: {page}")));
    if !matches!(run.code, Some(0 | 3)) {
        findings.push(format!("exit code {:?}; it said:\n{}", run.code, run.said));
    }
    findings
}

/// Lines that the runs do not share.
fn differences(first: &Read, second: &Read) -> Vec<String> {
    if first.lines == second.lines {
        return Vec::new();
    }
    let mut findings = vec!["the runs' rows.ndjson differ".to_owned()];
    for at in 0..first.rows.len().max(second.rows.len()) {
        let (one, other) = (first.lines.lines().nth(at), second.lines.lines().nth(at));
        if one != other {
            let shown = |line: Option<&str>| line.unwrap_or("nothing").to_owned();
            findings.push(format!(
                "line {}:\n    {}\n    {}",
                at + 1,
                shown(one),
                shown(other)
            ));
        }
    }
    findings
}

/// The scored fields of each row, by page id.
fn predict(run: &Read, ids: &BTreeMap<String, String>) -> Value {
    let field = |row: &Map<String, Value>, name: &str| row.get(name).cloned().unwrap_or_default();
    let scored = run.rows.iter().filter_map(|row| {
        let id = ids.get(address(row))?;
        let fields = json!({
            "price": field(row, "price"),
            "sku": field(row, "sku"),
            "availability": field(row, "availability"),
        });
        Some((id.clone(), fields))
    });
    Value::Object(scored.collect())
}
