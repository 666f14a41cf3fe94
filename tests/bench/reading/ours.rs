//! Windrow's own reader in the full lane: every frame drawn, tabs reused.

use anyhow::Result;
use common::browser::{BrowserOptions, PageReader, ReadRequest, Tally, WebDriverReader};
use domain::ids::JobId;
use domain::job::{ReadOptions, Span};
use domain::snapshot::{NodeKind, Snapshot};
use futures::StreamExt as _;
use tempfile::TempDir;

use crate::Seen;

/// The reader and the folder its browser lives in.
pub(crate) struct Ours {
    reader: WebDriverReader,
    pub(crate) folder: TempDir,
}

impl Ours {
    pub(crate) async fn start(lanes: usize) -> Result<Self> {
        let folder = tempfile::Builder::new()
            .prefix("windrow-bench-")
            .tempdir()?;
        let options = BrowserOptions {
            folder: Some(folder.path().to_owned()),
            lanes,
            pages_per_session: u32::MAX,
            ..BrowserOptions::default()
        };
        let reader = WebDriverReader::start(options).await?;
        Ok(Self { reader, folder })
    }

    /// Reads all pages, as many at once as there are lanes.
    pub(crate) async fn read(&self, urls: &[String]) -> Vec<(usize, Result<Seen>)> {
        self.read_with(urls, self.reader.lanes()).await
    }

    /// What was done for the pages read so far.
    pub(crate) fn tally(&self) -> Tally {
        self.reader.tally()
    }

    /// Reads all pages, so many asked for at once: those beyond the lanes wait to be chosen.
    pub(crate) async fn read_with(
        &self,
        urls: &[String],
        at_once: usize,
    ) -> Vec<(usize, Result<Seen>)> {
        let read = |(at, url): (usize, &String)| {
            let request = request(url);
            async move {
                (
                    at,
                    self.reader
                        .read(request)
                        .await
                        .map(seen)
                        .map_err(Into::into),
                )
            }
        };
        let reads = urls.iter().enumerate().map(read);
        futures::stream::iter(reads)
            .buffer_unordered(at_once)
            .collect()
            .await
    }

    pub(crate) async fn close(self) {
        self.reader.close().await;
    }
}

fn request(url: &str) -> ReadRequest {
    let options = ReadOptions {
        timeout: Span::seconds(60),
        ..ReadOptions::default()
    };
    ReadRequest::of(JobId("bench".to_owned()), url, options)
}

#[allow(clippy::needless_pass_by_value)] // A reader's user takes its snapshots.
fn seen(page: Snapshot) -> Seen {
    let nodes = &page.dom.nodes;
    let holder = nodes.iter().position(|node| match &node.kind {
        NodeKind::Element { attrs, .. } => attrs.iter().any(|(n, v)| n == "id" && v == "sku"),
        NodeKind::Text(_) => false,
    });
    let text = nodes.iter().find_map(|node| match &node.kind {
        NodeKind::Text(text) if holder.is_some() && node.parent == holder => Some(text.clone()),
        _ => None,
    });
    Seen {
        title: page.title,
        sku: text.unwrap_or_default(),
    }
}
