//! The row cases in a real browser: served, read and drafted, all through one session.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use common::browser::PageReader;
use domain::frontier::Listing;
use domain::job::JobFile;
use domain::schema::AnswerSchema;
use domain::snapshot::Snapshot;
use draft::{DraftInput, draft_row};
use fleet_tests::rows::{self, Case};
use fleet_tests::site::{Pages, SiteServer};
use serde_json::Value;
use url::Url;

use crate::sessions;

/// Cases that a browser rightly reads otherwise than the static parser, each with the reason.
const OTHERWISE: [(&str, &str); 0] = [];

#[tokio::test(flavor = "multi_thread")]
async fn every_row_case_passes_in_a_browser() -> Result<()> {
    let cases = rows::cases()?;
    let mut faults = sessions::with_browser(async |reader| check(&cases, reader).await).await?;
    faults.retain(|fault| !OTHERWISE.iter().any(|(id, _)| fault.starts_with(id)));
    assert!(faults.is_empty(), "{}", rows::told(&faults, cases.len()));
    Ok(())
}

async fn check(cases: &[Case], reader: &dyn PageReader) -> Result<Vec<String>> {
    let (servers, places) = serve(cases).await?;
    let reads = cases.iter().zip(places).map(|(case, server)| {
        let origin = servers[server].origin();
        async move { row(case, &origin, reader).await.map(|row| case.fault(&row)) }
    });
    sessions::faults(reads).await
}

/// Each case at the path of its own address, on as many servers as it takes for no two to share one.
async fn serve(cases: &[Case]) -> Result<(Vec<SiteServer>, Vec<usize>)> {
    let mut sites: Vec<BTreeMap<String, &Case>> = Vec::new();
    let mut places = Vec::new();
    for case in cases {
        let target = target(&case.url)?;
        let free = sites.iter().position(|site| !site.contains_key(&target));
        let place = free.unwrap_or(sites.len());
        if place == sites.len() {
            sites.push(BTreeMap::new());
        }
        sites[place].insert(target, case);
        places.push(place);
    }
    let mut servers = Vec::new();
    for site in sites {
        let pages = site
            .into_iter()
            .fold(Pages::default(), |pages, (target, case)| {
                pages.with(&target, sessions::page(&case.html, ""))
            });
        servers.push(SiteServer::start(pages).await?);
    }
    Ok((servers, places))
}

fn target(url: &str) -> Result<String> {
    let url = Url::parse(url).with_context(|| url.to_owned())?;
    let query = url
        .query()
        .map_or_else(String::new, |query| format!("?{query}"));
    Ok(format!("{}{query}", url.path()))
}

async fn row(case: &Case, origin: &str, reader: &dyn PageReader) -> Result<Value> {
    let url = format!("{origin}{}", target(&case.url)?);
    let mut snapshot = sessions::read(reader, url).await?;
    ensure!(
        snapshot.status == Some(200),
        "{}: {:?}",
        case.id,
        snapshot.status
    );
    at_home(&mut snapshot, origin, &case.url)?;
    let schema = AnswerSchema::compile(&case.answer_schema(), None, None)
        .map_err(|findings| anyhow::anyhow!("{}: {findings:?}", case.id))?;
    let draft = draft_row(DraftInput {
        snapshot: &snapshot,
        url: &case.url,
        listing: &Listing::default(),
        schema: &schema,
        job: &JobFile::default(),
    });
    Ok(Value::Object(draft.row))
}

/// The snapshot as if the page had been read where the case says that it is.
fn at_home(snapshot: &mut Snapshot, origin: &str, url: &str) -> Result<()> {
    let home = Url::parse(url)?.origin().ascii_serialization();
    for address in [
        &mut snapshot.requested_url,
        &mut snapshot.final_url,
        &mut snapshot.base_url,
    ] {
        if let Some(rest) = address.strip_prefix(origin) {
            *address = format!("{home}{rest}");
        }
    }
    Ok(())
}
