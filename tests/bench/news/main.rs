//! The news score: saved news pages drafted and compared with what extruct finds on them
//! (`extruct_values.py` beside this file). Counted are the (page, field) pairs where extruct finds
//! exactly one value and the page does not visibly state another; it measures, and asserts nothing.
//!
//! `cargo bench -p fleet-tests --bench news -- --python PYTHON_WITH_EXTRUCT [--pages FOLDER]`

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, anyhow, ensure};
use clap::Parser;
use domain::evidence::Source;
use domain::frontier::Listing;
use domain::job::{JobFile, OwnUrl};
use domain::schema::AnswerSchema;
use domain::snapshot::parse_html;
use draft::{Draft, DraftInput, draft_row};
use serde_json::{Map, Value, json};

const FIELDS: [&str; 6] = [
    "title",
    "author",
    "publishedAt",
    "url",
    "description",
    "image",
];

/// Scores drafts of saved news pages against extruct.
#[derive(Debug, Parser)]
struct Args {
    /// A folder with truth.json and html/ID.html.gz.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/articles"))]
    pages: PathBuf,
    /// A Python that has extruct.
    #[arg(long, default_value = "python3")]
    python: PathBuf,
    /// Given by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

/// What extruct finds: page to field to values.
type Found = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// How the pairs of one field came out.
#[derive(Debug, Default)]
struct Score {
    single: usize,
    equal: usize,
    contradicted: usize,
}

fn main() -> Result<()> {
    let args = Args::parse();
    if !args.bench || !args.pages.join("truth.json").exists() {
        return say("no pages to score: give --pages FOLDER with truth.json and html/");
    }
    let found = extruct(&args)?;
    let schema = schema()?;
    let mut scores: BTreeMap<&str, Score> = BTreeMap::new();
    for (id, address) in addresses(&args.pages)? {
        let draft = draft(
            &args.pages.join(format!("html/{id}.html.gz")),
            &address,
            &schema,
        )?;
        let values = found
            .get(&id)
            .with_context(|| format!("extruct read no {id}"))?;
        for field in FIELDS {
            if let [one] = values[field].as_slice() {
                count(scores.entry(field).or_default(), &id, field, one, &draft)?;
            }
        }
    }
    report(&scores)
}

fn count(score: &mut Score, id: &str, field: &str, one: &str, draft: &Draft) -> Result<()> {
    score.single += 1;
    let ours = draft.row[field].as_str().map(collapse);
    if ours.as_deref() == Some(one) {
        score.equal += 1;
        return Ok(());
    }
    let receipt = draft.receipts.get(&format!("/{field}"));
    let visible = receipt.is_some_and(|receipt| {
        matches!(
            receipt.source,
            Source::Label | Source::Table | Source::Text | Source::Link
        )
    });
    score.contradicted += usize::from(visible);
    let place = receipt.map_or_else(String::new, |receipt| {
        format!("{:?} {}", receipt.source, receipt.path)
    });
    let kind = if visible { "page shows" } else { "differs" };
    say(&format!(
        "{kind}: {field} {id}\n  extruct {one}\n  ours    {ours:?} ({place})"
    ))
}

fn report(scores: &BTreeMap<&str, Score>) -> Result<()> {
    let (mut equal, mut all) = (0, 0);
    for (field, score) in scores {
        let counted = score.single - score.contradicted;
        (equal, all) = (equal + score.equal, all + counted);
        say(&format!(
            "{field:12} {} of {counted} equal; {} more where the page visibly states another",
            score.equal, score.contradicted
        ))?;
    }
    let percent = 100.0 * f64::from(u32::try_from(equal)?) / f64::from(u32::try_from(all.max(1))?);
    say(&format!(
        "all          {equal} of {all} equal: {percent:.1} %"
    ))
}

fn extruct(args: &Args) -> Result<Found> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("bench/news/extruct_values.py");
    let run = Command::new(&args.python)
        .arg(script)
        .arg(&args.pages)
        .output()
        .with_context(|| args.python.display().to_string())?;
    let said = String::from_utf8_lossy(&run.stderr);
    ensure!(run.status.success(), "extruct could not be run: {said}");
    Ok(serde_json::from_slice(&run.stdout)?)
}

fn addresses(folder: &Path) -> Result<Vec<(String, String)>> {
    let text = std::fs::read_to_string(folder.join("truth.json"))?;
    let truth: Map<String, Value> = serde_json::from_str(&text)?;
    let address = |labels: &Value| labels["url"].as_str().unwrap_or_default().to_owned();
    Ok(truth
        .iter()
        .map(|(id, labels)| (id.clone(), address(labels)))
        .collect())
}

fn schema() -> Result<AnswerSchema> {
    let text = json!({"type": ["string", "null"]});
    let properties: Map<String, Value> = FIELDS
        .iter()
        .map(|field| ((*field).to_owned(), text.clone()))
        .collect();
    let item = json!({"type": "object", "properties": properties});
    let source =
        json!({"type": "object", "properties": {"articles": {"type": "array", "items": item}}});
    AnswerSchema::compile(&source, None, None).map_err(|found| anyhow!("{found:?}"))
}

fn draft(file: &Path, url: &str, schema: &AnswerSchema) -> Result<Draft> {
    let packed = std::fs::File::open(file).with_context(|| file.display().to_string())?;
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(packed).read_to_end(&mut bytes)?;
    // extruct gives the address that the page states of itself.
    let job = JobFile {
        own_url: OwnUrl::Canonical,
        ..JobFile::default()
    };
    Ok(draft_row(DraftInput {
        snapshot: &parse_html(&String::from_utf8_lossy(&bytes), url),
        url,
        listing: &Listing::default(),
        schema,
        job: &job,
    }))
}

fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn say(line: &str) -> Result<()> {
    Ok(writeln!(std::io::stdout(), "{line}")?)
}
