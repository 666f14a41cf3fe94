//! `windrow draft PAGE`: rows from saved pages. Many pages are drafted on all cores and told in their
//! order; one that cannot be drafted is told as such and ends nothing.

use std::num::NonZero;
use std::sync::Arc;

use futures::StreamExt as _;
use serde_json::{Value, json};

use crate::args::{DraftArgs, Global};
use crate::drafting::{Drafted, Drafting, Entry, Many, Pages, SavedPage};
use crate::exit::{Exit, Failure};
use crate::output::{self, drafted};

/// Drafts what is named.
pub(crate) async fn draft(args: DraftArgs, global: &Global) -> Result<Exit, Failure> {
    let drafting = Drafting::of(&args)?;
    match Pages::open(&args.page, args.url.as_deref(), &args.listing_text)? {
        Pages::One(page) => one(&drafting, page, &args, global),
        Pages::Many(Many { pages, passed_over }) => {
            let told = many(drafting, pages, args.explain).await;
            let exit = if told.pages == 0 {
                Err(none(&args))
            } else {
                Ok(told.exit())
            };
            output::drafted::told(&told, &passed_over);
            exit
        }
    }
}

fn one(
    drafting: &Drafting,
    page: SavedPage,
    args: &DraftArgs,
    global: &Global,
) -> Result<Exit, Failure> {
    let drafted = drafting
        .page(page)
        .map_err(|message| Failure::new(Exit::Usage, message))?;
    match (global.json, args.explain) {
        (true, explain) => output::json(&drafted::as_json(&drafted, explain)),
        (false, true) => drafted::explain(&drafted),
        (false, false) => drafted::row(&drafted),
    }
    let Some(lack) = drafted.lack() else {
        return Ok(Exit::Complete);
    };
    output::note(&format!("{}: {lack}", drafted.url));
    Ok(Exit::Gaps)
}

/// That nothing was there to draft.
fn none(args: &DraftArgs) -> Failure {
    let message = format!(
        "{} holds no pages: those of a folder end in .html, .htm or .xhtml (or these with .gz), those of a \
         file are JSON objects, one a line",
        args.page.display()
    );
    Failure::new(Exit::Usage, message)
}

/// What became of many pages.
#[derive(Debug, Default)]
pub(crate) struct Told {
    pub(crate) pages: usize,
    /// Pages that state nothing of the schema, or are no content.
    pub(crate) without: usize,
    /// Pages that could not be drafted.
    pub(crate) failed: usize,
}

impl Told {
    fn exit(&self) -> Exit {
        if self.without + self.failed == 0 {
            Exit::Complete
        } else {
            Exit::Gaps
        }
    }
}

/// One line for each page.
async fn many(drafting: Drafting, pages: impl Iterator<Item = Entry>, explain: bool) -> Told {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let drafting = Arc::new(drafting);
    let lines = futures::stream::iter(pages).map(|entry| {
        let drafting = Arc::clone(&drafting);
        async move {
            let Entry { name, line, page } = entry;
            let drafted = tokio::task::spawn_blocking(move || {
                let drafted = page.and_then(|page| drafting.page(page))?;
                Ok((text(&drafted, explain), drafted.lack().is_some()))
            });
            let drafted = drafted.await.unwrap_or_else(|fault| Err(fault.to_string()));
            drafted.map_err(|error| fault(&name, line, &error))
        }
    });
    // Twice as many as can be worked on: one that takes long keeps no core from its work.
    let mut lines = std::pin::pin!(lines.buffered(2 * cores));
    let mut told = Told::default();
    while let Some(line) = lines.next().await {
        told.pages += 1;
        match line {
            Ok((line, lacks)) => {
                told.without += usize::from(lacks);
                output::line(&line);
            }
            Err(error) => {
                told.failed += 1;
                output::line(&error.to_string());
            }
        }
    }
    told
}

/// A page that could not be drafted.
fn fault(name: &str, line: Option<u64>, error: &str) -> Value {
    match line {
        Some(line) => {
            json!({"url": name, "line": line, "error": format!("line {line}: {error}")})
        }
        None => json!({"url": name, "error": error}),
    }
}

/// The line of a page, made where the page was drafted.
fn text(drafted: &Drafted, explain: bool) -> String {
    let value: Value = drafted::as_json(drafted, explain);
    value.to_string()
}
