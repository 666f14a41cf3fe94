//! Drafting without a run: a saved page, a schema, a row. The judgement is in the `draft` package; here
//! are files, addresses and the choice of what the row is.

mod pages;
mod row_schema;
mod saved;
#[cfg(test)]
mod tests;

pub(crate) use pages::{Pages, SavedPage};

use domain::frontier::Listing;
use domain::job::JobFile;
use domain::page_class::PageClass;
use domain::schema::AnswerSchema;
use domain::snapshot::{Snapshot, parse_html, select};
use draft::{Draft, DraftInput};
use url::Url;

use crate::args::{DraftArgs, JobArgs};
use crate::exit::{Exit, Failure};
use crate::load;

/// What pages are drafted for.
pub(crate) struct Drafting {
    schema: AnswerSchema,
    job: JobFile,
}

/// A page and its draft.
pub(crate) struct Drafted {
    /// The page's address.
    pub(crate) url: String,
    /// What the page is.
    pub(crate) class: PageClass,
    /// What decided its class, for people.
    pub(crate) note: String,
    /// Its row.
    pub(crate) draft: Draft,
}

impl Drafting {
    /// What the arguments ask for; a schema or job that cannot be honoured is refused.
    pub(crate) fn of(args: &DraftArgs) -> Result<Self, Failure> {
        if let Some(job) = &args.job {
            return Self::of_job(job, args.answer.clone());
        }
        let path = args.schema.clone().unwrap_or_default();
        let source = load::read_schema(&path)?;
        let of = path.display().to_string();
        let (job, schema) = row_schema::compile(&source, args.answer.as_deref(), args.whole)
            .map_err(|findings| {
                Failure::refused(format!("the schema {of} is refused"), findings)
            })?;
        Ok(Self { schema, job })
    }

    fn of_job(job: &std::path::Path, answer: Option<String>) -> Result<Self, Failure> {
        let args = JobArgs {
            job: job.to_owned(),
            start: Vec::new(),
            allow_range: Vec::new(),
            webdriver_url: None,
        };
        // Nothing is contacted: the addresses of the job may be anywhere.
        let mut loaded = load::load(&args, &load::anywhere())?;
        if answer.is_some() {
            loaded.file.answer = answer;
            let schema = load::compile(&loaded.file, &job.display().to_string())?;
            loaded.schema = std::sync::Arc::new(schema);
        }
        let schema = std::sync::Arc::into_inner(loaded.schema);
        let schema = schema.ok_or_else(|| Failure::new(Exit::Failed, "the schema is in use"))?;
        Ok(Self {
            schema,
            job: loaded.file,
        })
    }

    /// Drafts one page.
    ///
    /// # Errors
    /// In words: the page cannot be read, or has no address.
    pub(crate) fn page(&self, page: SavedPage) -> Result<Drafted, String> {
        let html = page.html.text()?;
        let url = match page.url {
            Some(url) => absolute(&url)?,
            None => stated_address(&parse_html(&html, ""))?,
        };
        let snapshot = parse_html(&html, &url);
        let listing = Listing {
            text: page.listing_text,
            ..Listing::default()
        };
        let (class, note) = draft::classify(&snapshot);
        let draft = draft::draft_row(DraftInput {
            snapshot: &snapshot,
            url: &url,
            listing: &listing,
            schema: &self.schema,
            job: &self.job,
        });
        Ok(Drafted {
            url,
            class,
            note,
            draft,
        })
    }
}

/// An address that pages can be at, as it was given.
fn absolute(address: &str) -> Result<String, String> {
    let url = Url::parse(address.trim()).ok();
    match url.filter(|url| matches!(url.scheme(), "http" | "https")) {
        Some(_) => Ok(address.trim().to_owned()),
        None => Err(format!("`{address}` is not an absolute http(s) address")),
    }
}

/// The address that a page gives as its own.
fn stated_address(snapshot: &Snapshot) -> Result<String, String> {
    let places = [
        ("link[rel=canonical]", "href"),
        ("meta[property='og:url']", "content"),
    ];
    let found = places.into_iter().find_map(|(selector, attr)| {
        let nodes = select(&snapshot.dom, selector).ok()?;
        let mut stated = nodes
            .into_iter()
            .filter_map(|id| absolute(snapshot.dom.attr(id, attr)?).ok());
        stated.next()
    });
    found.ok_or_else(|| "the page's address is not known: give it with --url".to_owned())
}
