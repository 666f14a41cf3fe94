//! `windrow draft PAGE`: rows from saved pages. Many pages are drafted on all cores and told in their
//! order; one that cannot be drafted is told as such and ends nothing.

use std::num::NonZero;
use std::sync::Arc;

use futures::StreamExt as _;
use serde_json::{Value, json};

use crate::args::{DraftArgs, Global};
use crate::drafting::{Drafted, Drafting, Pages, SavedPage};
use crate::exit::{Exit, Failure};
use crate::output::{self, drafted};

/// Drafts what is named.
pub(crate) async fn draft(args: DraftArgs, global: &Global) -> Result<Exit, Failure> {
    let drafting = Drafting::of(&args)?;
    match Pages::open(&args.page, args.url.as_deref(), &args.listing_text)? {
        Pages::One(page) => one(&drafting, page, &args, global),
        Pages::Many(pages) => match many(drafting, pages, args.explain).await {
            Some(exit) => Ok(exit),
            None => Err(none(&args)),
        },
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
    Ok(Exit::Complete)
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

/// One line for each page; the exit says whether all of them were drafted. `None` if there was none.
async fn many(
    drafting: Drafting,
    pages: impl Iterator<Item = (String, Result<SavedPage, String>)>,
    explain: bool,
) -> Option<Exit> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let drafting = Arc::new(drafting);
    let lines = futures::stream::iter(pages).map(|(name, page)| {
        let drafting = Arc::clone(&drafting);
        async move {
            let line = tokio::task::spawn_blocking(move || {
                let drafted = page.and_then(|page| drafting.page(page))?;
                Ok(text(&drafted, explain))
            });
            let line = line.await.unwrap_or_else(|fault| Err(fault.to_string()));
            line.map_err(|error| json!({"url": name, "error": error}))
        }
    });
    // Twice as many as can be worked on: one that takes long keeps no core from its work.
    let mut lines = std::pin::pin!(lines.buffered(2 * cores));
    let mut exit = None;
    while let Some(line) = lines.next().await {
        exit.get_or_insert(Exit::Complete);
        match line {
            Ok(line) => output::line(&line),
            Err(error) => {
                exit = Some(Exit::Gaps);
                output::line(&error.to_string());
            }
        }
    }
    exit
}

/// The line of a page, made where the page was drafted.
fn text(drafted: &Drafted, explain: bool) -> String {
    let value: Value = drafted::as_json(drafted, explain);
    value.to_string()
}
