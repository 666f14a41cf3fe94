//! Cases in a real browser: their pages are served as they stand, and read by one session, several at a
//! time. What a case expects is for its own file.

use std::sync::Arc;

use anyhow::Result;
use common::browser::{BrowserOptions, PageReader, ReadRequest, WebDriverReader};
use domain::ids::JobId;
use domain::job::{ReadOptions, Span};
use domain::snapshot::Snapshot;
use fleet_tests::site::Page;
use futures::StreamExt as _;

const LANES: usize = 8;

/// A case's page. It is final: nothing of it runs, and of what it names only what `more` allows is
/// fetched.
pub(crate) fn page(html: &str, more: &str) -> Page {
    let policy = "default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; img-src data:";
    let page = Page::html(html.to_owned());
    page.with_header("content-security-policy", &format!("{policy}{more}"))
}

/// Starts a browser, checks with it and closes it, whatever came out.
pub(crate) async fn with_browser<T>(
    check: impl AsyncFnOnce(&dyn PageReader) -> Result<T>,
) -> Result<T> {
    let folder = tempfile::tempdir()?;
    let reader = WebDriverReader::start(BrowserOptions {
        folder: Some(folder.path().to_owned()),
        lanes: LANES,
        ..BrowserOptions::default()
    });
    let reader = Arc::new(reader.await?);
    let outcome = check(reader.as_ref()).await;
    reader.close().await;
    outcome
}

/// Reads one page with patience.
pub(crate) async fn read(reader: &dyn PageReader, url: String) -> Result<Snapshot> {
    let options = ReadOptions {
        timeout: Span::seconds(60),
        ..ReadOptions::default()
    };
    let request = ReadRequest::of(JobId("cases".to_owned()), url, options);
    Ok(reader.read(request).await?)
}

/// Checks all cases, as many at a time as the browser has tabs: the faults.
pub(crate) async fn faults(
    checks: impl Iterator<Item = impl Future<Output = Result<Option<String>>>>,
) -> Result<Vec<String>> {
    let faults: Vec<Result<Option<String>>> = futures::stream::iter(checks)
        .buffered(LANES)
        .collect()
        .await;
    let faults: Result<Vec<Option<String>>> = faults.into_iter().collect();
    Ok(faults?.into_iter().flatten().collect())
}
