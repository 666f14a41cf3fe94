//! Drafting without a run: a saved page, a schema, a row. The judgement is in the `draft` package; here
//! are files, addresses and the choice of what the row is.

mod folder;
mod frames;
mod lines;
mod pages;
mod row_schema;
mod saved;
#[cfg(test)]
mod tests;

pub(crate) use pages::{Entry, Many, Pages, SavedPage};

use std::path::Path;

use domain::evidence::Source;
use domain::frontier::Listing;
use domain::job::JobFile;
use domain::page_class::PageClass;
use domain::schema::AnswerSchema;
use domain::snapshot::{Snapshot, parse_html, parse_saved, select};
use draft::{Draft, DraftInput};
use url::Url;

use frames::Frames;
use pages::Html;

use crate::args::{DraftArgs, JobArgs};
use crate::exit::Failure;
use crate::{load, output};

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

impl Drafted {
    /// Why there is no more than an address in the row, in words; `None` if the page states a field of it.
    pub(crate) fn lack(&self) -> Option<String> {
        let mut receipts = self.draft.receipts.values();
        if self.class != PageClass::Content {
            let why = match self.note.as_str() {
                "" => String::new(),
                note => format!(" ({note})"),
            };
            Some(format!("{}{why}", output::word(&self.class)))
        } else if self.draft.ledger.seen == 0 {
            Some("the page holds no text: was it saved before its scripts had run?".to_owned())
        } else if receipts.all(|one| matches!(one.source, Source::Url | Source::Default)) {
            Some("the page states no field of the schema: --explain tells why".to_owned())
        } else {
            None
        }
    }
}

impl Drafting {
    /// What the arguments ask for; a schema or job that cannot be honoured is refused.
    pub(crate) fn of(args: &DraftArgs) -> Result<Self, Failure> {
        if let Some(job) = &args.job {
            return Self::of_job(job, args.answer.clone(), args.whole);
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

    fn of_job(job: &Path, answer: Option<String>, whole: bool) -> Result<Self, Failure> {
        let args = JobArgs::of(job);
        // Nothing is contacted: the addresses of the job may be anywhere.
        let mut file = load::file(&args, &load::anywhere())?;
        let of = job.display().to_string();
        if answer.is_some() {
            file.answer = answer;
        }
        if !whole {
            // What the schema is is asked first: of a row's own, `own_field` is a field as well.
            let bare = JobFile {
                own_field: None,
                ..file.clone()
            };
            if load::compile(&bare, &of)?.answer.is_some() {
                let schema = load::compile(&file, &of)?;
                return Ok(Self { schema, job: file });
            }
        }
        let (job, schema) = row_schema::of_row(file).map_err(|findings| {
            Failure::refused(format!("the schema of {of} is refused"), findings)
        })?;
        Ok(Self { schema, job })
    }

    /// Drafts one page.
    ///
    /// # Errors
    /// In words: the page cannot be read, or has no address.
    pub(crate) fn page(&self, page: SavedPage) -> Result<Drafted, String> {
        let frames = match &page.html {
            Html::File(path) => Frames::beside(path),
            Html::Text(_) | Html::Bytes(_) => None,
        };
        let html = page.html.text()?;
        let url = match page.url {
            Some(url) => absolute(&url)?,
            None => stated_address(&parse_html(&html, ""), page.remedy)?,
        };
        let saved = |src: &str, place: &str| frames.as_ref()?.read(src, place);
        let snapshot = parse_saved(&html, &url, &saved);
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
fn stated_address(snapshot: &Snapshot, remedy: &str) -> Result<String, String> {
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
    found.ok_or_else(|| format!("the page's address is not known: {remedy}"))
}
