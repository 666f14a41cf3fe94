//! `windrow links JOB`: what discovery finds, without reading a single detail page.

use common::clock::Clock;
use common::config::Config;
use common::hosts::MemoryHosts;
use coordinator::Lane;
use domain::ids::JobId;
use serde_json::json;

use crate::args::{Global, JobArgs};
use crate::exit::{Exit, Failure};
use crate::{load, local, output};

/// Reads the list pages and prints each detail link with its listing text.
pub(crate) async fn links(args: JobArgs, global: &Global, config: Config) -> Result<Exit, Failure> {
    let job = load::load(&args, &config.browser.allow_ranges)?;
    let reader = local::open_browser(&config, &job.file).await?;
    let shutdown = super::listen()?;
    let id = JobId(job.file.name.clone());
    let lane = Lane {
        id: &id,
        job: &job.file,
        reader: reader.as_ref(),
        hosts: &MemoryHosts::default(),
        clock: &Clock::system(),
        stop: &shutdown.requested,
    };
    let offer = coordinator::lists::survey(lane).await;
    reader.close().await;
    let offer = offer.map_err(|error| Failure::new(Exit::Failed, error.to_string()))?;
    let links = &offer.links;
    if global.json {
        let lines = links
            .iter()
            .map(|link| json!({"url": link.url, "listing": link.listing}));
        output::line(&lines.collect::<serde_json::Value>().to_string());
    } else {
        for link in links {
            output::line(&format!("{}\t{}", link.url, link.listing.text));
        }
        output::note(&format!(
            "links: {}, list pages: {}",
            links.len(),
            offer.pages
        ));
    }
    for cut in &offer.cut {
        output::note(cut);
    }
    Ok(if links.is_empty() || !offer.cut.is_empty() {
        Exit::Gaps
    } else {
        Exit::Complete
    })
}
