//! The page text cases, from the static parser and from a real browser.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use common::browser::PageReader;
use domain::snapshot::{Snapshot, parse_html};
use draft::{TextOptions, markdown};
use fleet_tests::cases;
use fleet_tests::rows::told;
use fleet_tests::site::{Pages, SiteServer};
use serde::Deserialize;
use url::Url;

use crate::sessions;

/// Cases have frames.
const FRAMED: &str = "; frame-src 'self' data:";
/// The address of cases that give none.
const HOME: &str = "https://page.example/";

#[derive(Debug, Deserialize)]
struct Case {
    id: String,
    html: String,
    options: Options,
    expect_contains: Vec<String>,
    expect_not_contains: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    links: bool,
    images: bool,
    machine_values: bool,
    base_url: Option<String>,
    /// `static` or `rendered`; both if it is not given.
    mode: Option<String>,
    /// Frames by their addresses.
    frames: BTreeMap<String, String>,
}

/// Cases about what stands in frames: a snapshot of a browser holds its own document only.
const FRAMES: [&str; 2] = ["iframe-srcdoc", "iframe-self-reference"];

/// Cases that need to know how an element is laid out, which a harvest does not say: inline elements that a
/// style makes blocks, or puts off the screen. One that passes must leave this list.
const STYLED: [&str; 2] = ["adjacent-spans-fuse", "price-offscreen-duplicate"];

fn all() -> Result<Vec<Case>> {
    let mut all = Vec::new();
    for file in cases::files("markdown")? {
        let text = std::fs::read_to_string(&file)?;
        let cases: Vec<Case> =
            serde_json::from_str(&text).with_context(|| file.display().to_string())?;
        all.extend(cases);
    }
    Ok(all)
}

impl Case {
    fn is_of(&self, mode: &str) -> bool {
        self.options.mode.as_deref().is_none_or(|only| only == mode)
            && self.options.frames.is_empty()
            && (mode == "static" || !FRAMES.contains(&self.id.as_str()))
    }

    fn url(&self) -> &str {
        self.options.base_url.as_deref().unwrap_or(HOME)
    }

    fn fault(&self, snapshot: &Snapshot) -> Option<String> {
        let view = markdown(
            snapshot,
            TextOptions {
                links: self.options.links,
                images: self.options.images,
                machine_values: self.options.machine_values,
            },
        );
        let missing = self
            .expect_contains
            .iter()
            .filter(|text| !view.contains(*text));
        let there = self
            .expect_not_contains
            .iter()
            .filter(|text| view.contains(*text));
        let (missing, there): (Vec<_>, Vec<_>) = (missing.collect(), there.collect());
        if missing.is_empty() && there.is_empty() {
            return None;
        }
        let id = &self.id;
        Some(format!(
            "{id}: got {view:?}, want {missing:?}, want none of {there:?}"
        ))
    }
}

#[test]
fn from_the_static_parser() -> Result<()> {
    let mut cases = all()?;
    cases.retain(|case| case.is_of("static"));
    let faults = cases
        .iter()
        .filter_map(|case| case.fault(&parse_html(&case.html, case.url())));
    let faults: Vec<String> = faults.collect();
    assert!(faults.is_empty(), "{}", told(&faults, cases.len()));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn from_a_browser() -> Result<()> {
    let mut cases = all()?;
    cases.retain(|case| case.is_of("rendered"));
    let outcome = sessions::with_browser(async |reader| read_all(&cases, reader).await).await?;
    let (styled, faults): (Vec<String>, Vec<String>) = outcome
        .into_iter()
        .partition(|fault| STYLED.iter().any(|id| fault.starts_with(id)));
    assert!(faults.is_empty(), "{}", told(&faults, cases.len()));
    assert_eq!(styled.len(), STYLED.len(), "{styled:?}");
    Ok(())
}

async fn read_all(cases: &[Case], reader: &dyn PageReader) -> Result<Vec<String>> {
    let pages = cases
        .iter()
        .enumerate()
        .fold(Pages::default(), |pages, (at, case)| {
            pages.with(&format!("/{at}"), sessions::page(&case.html, FRAMED))
        });
    let server = SiteServer::start(pages).await?;
    let reads = cases.iter().enumerate().map(|(at, case)| {
        let url = server.url(&format!("/{at}"));
        async move {
            let mut snapshot = sessions::read(reader, url).await?;
            // A base that the document gives itself stands; relative ones are the case's own.
            let given = parse_html(&case.html, case.url()).base_url;
            if Url::parse(&snapshot.base_url)?.host_str() == Some("127.0.0.1") {
                snapshot.base_url = given;
            }
            anyhow::Ok(case.fault(&snapshot))
        }
    });
    sessions::faults(reads).await
}
