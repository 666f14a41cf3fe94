//! `windrow page RUN URL`: what the archive keeps of a page. The page is not read again.

use common::archive::{Archive as _, PageLine};
use common::config::Config;
use domain::ids::PageKey;
use domain::snapshot::{Snapshot, to_html};
use draft::{TextOptions, markdown};
use serde_json::json;

use super::editing;
use crate::args::{Global, PageArgs};
use crate::exit::{Exit, Failure};
use crate::opened::{OpenRun, broken};
use crate::output;
use crate::replay::{lost, open_archive};

/// Prints the page.
pub(crate) async fn page(
    args: PageArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    let run = editing::open(&args.run.run, config).await?;
    let archive = open_archive(&run)?;
    let pages = archive.pages(&run.job.id).await;
    let pages = pages.map_err(|error| lost(&error))?;
    let Some(line) = find(pages, &args.url) else {
        return unread(&run, &args.url, global).await;
    };
    let snapshot = match &line.snapshot {
        Some(name) => archive.snapshot(&run.job.id, name).await,
        None => Ok(None),
    };
    let snapshot = snapshot.map_err(|error| lost(&error))?;
    if args.html {
        let Some(snapshot) = snapshot else {
            let message = "the page itself is not kept, only its line in pages.ndjson";
            return Err(Failure::new(Exit::Gaps, message));
        };
        output::line(&to_html(&snapshot.dom));
        return Ok(Exit::Complete);
    }
    let text = view(&args, &line, snapshot.as_ref());
    if global.json {
        let mut told = serde_json::to_value(&line).unwrap_or_default();
        told["view"] = json!(text);
        output::json(&told);
    } else {
        let picture = line.screenshot.as_ref();
        let picture = picture.map(|name| run.folder.path().join(name));
        output::page::print(&line, picture.as_deref(), &text);
    }
    Ok(Exit::Complete)
}

/// A page of which nothing came to be kept: how the job knows it.
async fn unread(run: &OpenRun, url: &str, global: &Global) -> Result<Exit, Failure> {
    let known = match PageKey::parse(url) {
        Some(key) => run
            .job
            .store
            .page(key.as_str())
            .await
            .map_err(|error| broken(&error))?,
        None => None,
    };
    let Some(page) = known else {
        let message = format!(
            "the run keeps no page {url}; the addresses of those it keeps are in {}",
            run.folder.path().join("pages.ndjson").display()
        );
        return Err(Failure::new(Exit::Usage, message));
    };
    if global.json {
        output::json(&json!({
            "url": page.url, "state": page.state, "class": page.class, "note": page.note,
            "attempts": page.attempts,
        }));
    } else {
        output::page::print_unread(&page);
    }
    Ok(Exit::Complete)
}

/// The page at an address: as found, else as read, else by its key.
fn find(mut pages: Vec<PageLine>, url: &str) -> Option<PageLine> {
    let key = PageKey::parse(url);
    let place = pages
        .iter()
        .position(|page| page.url == url)
        .or_else(|| pages.iter().position(|page| page.final_url == url))
        .or_else(|| {
            let same = |page: &PageLine| key.is_some() && PageKey::parse(&page.url) == key;
            pages.iter().position(same)
        });
    place.map(|at| pages.swap_remove(at))
}

/// The text view; without the page itself the text that its line holds.
fn view(args: &PageArgs, line: &PageLine, snapshot: Option<&Snapshot>) -> String {
    let options = TextOptions {
        links: args.links,
        images: args.images,
        machine_values: false,
    };
    match snapshot {
        Some(snapshot) => markdown(snapshot, options),
        None => line.text.clone(),
    }
}
