//! One new tab for every page, as crawlers that open a page a request do it: the same driver and
//! browser with the same flags, as many tabs at once, the same scripts and the same condition. A tab
//! is opened, sent to its page, looked at until it is ready, and closed.

use std::collections::VecDeque;

use anyhow::{Result, anyhow};
use common::browser::Installation;
use serde_json::{Value, json};

use crate::Seen;
use crate::process::Process;
use crate::webdriver::{Fault, Session};

/// What Windrow's reader runs in a page.
const READ: &str = concat!(
    include_str!("../../../common/src/browser/js/watch.js"),
    include_str!("../../../common/src/browser/js/settle.js"),
    include_str!("../../../common/src/browser/js/list.js"),
    include_str!("../../../common/src/browser/js/expand.js"),
    include_str!("../../../common/src/browser/js/harvest.js"),
    include_str!("../../../common/src/browser/js/read.js"),
);

/// A browser in which no tab is used twice.
pub(crate) struct NewTabs {
    pub(crate) process: Process,
    session: Session,
    lanes: usize,
}

/// A page in its tab.
struct Flight {
    at: usize,
    tab: String,
}

impl NewTabs {
    pub(crate) async fn start(found: &Installation, lanes: usize) -> Result<Self> {
        let args = |_: &std::path::Path| vec!["--port=0".to_owned()];
        let (process, port) = Process::start(&found.driver, args, announced_port).await?;
        let session = Session::start(&format!("http://127.0.0.1:{port}"), &found.binary).await?;
        Ok(Self {
            process,
            session,
            lanes,
        })
    }

    /// Reads all pages in a rolling wave of tabs.
    pub(crate) async fn read(&self, urls: &[String]) -> Vec<(usize, Result<Seen>)> {
        let mut read = Vec::new();
        let mut waiting: VecDeque<usize> = (0..urls.len()).collect();
        let mut busy = VecDeque::new();
        let ended = self.roll(urls, &mut waiting, &mut busy, &mut read).await;
        if let Err(error) = ended {
            read.push((
                busy.front().map_or(0, |flight: &Flight| flight.at),
                Err(error),
            ));
        }
        read
    }

    async fn roll(
        &self,
        urls: &[String],
        waiting: &mut VecDeque<usize>,
        busy: &mut VecDeque<Flight>,
        read: &mut Vec<(usize, Result<Seen>)>,
    ) -> Result<()> {
        loop {
            while busy.len() < self.lanes
                && let Some(at) = waiting.pop_front()
            {
                busy.push_back(self.depart(at, &urls[at]).await?);
            }
            let Some(flight) = busy.pop_front() else {
                return Ok(());
            };
            self.session.switch(&flight.tab).await?;
            let Some(seen) = self.look(&urls[flight.at]).await? else {
                busy.push_back(flight);
                continue;
            };
            read.push((flight.at, Ok(seen)));
            // The next tab is opened from this one, which saves a command.
            let next = match waiting.pop_front() {
                Some(at) => Some((at, self.session.new_tab().await?)),
                None => None,
            };
            self.session.close_tab().await?;
            match next {
                Some((at, tab)) => busy.push_back(self.go(at, tab, &urls[at]).await?),
                None if busy.is_empty() => self.session.go_home().await?,
                None => {}
            }
        }
    }

    async fn depart(&self, at: usize, url: &str) -> Result<Flight> {
        let tab = self.session.new_tab().await?;
        self.go(at, tab, url).await
    }

    async fn go(&self, at: usize, tab: String, url: &str) -> Result<Flight> {
        self.session.switch(&tab).await?;
        self.session.go(url).await?;
        Ok(Flight { at, tab })
    }

    /// One look of at most a slice; nothing if the page is not ready.
    async fn look(&self, url: &str) -> Result<Option<Seen>> {
        let config = json!({
            "slice_ms": 250, "force": false, "wait_for": null, "list": null, "expand": [],
            "max_chars": 24_000_000, "max_nodes": 600_000, "harvest_ms": 3000,
        });
        let texts = match self.session.run(READ, config).await {
            Ok(texts) => texts,
            Err(Fault::Unloaded) => return Ok(None),
            Err(Fault::Other(error)) => return Err(error),
        };
        let text = |at: usize| {
            texts[at]
                .as_str()
                .ok_or_else(|| anyhow!("no text: {texts}"))
        };
        let head: Value = serde_json::from_str(text(0)?)?;
        if head["waiting"] == true || head["page"]["url"] != url {
            return Ok(None);
        }
        let body: Value = serde_json::from_str(text(1)?)?;
        Ok(Some(seen(&head, &body)))
    }
}

fn seen(head: &Value, body: &Value) -> Seen {
    let list = |name: &str| body[name].as_array().map(Vec::as_slice).unwrap_or_default();
    let holder = list("attrs").iter().position(|values| {
        let values = values.as_array().map(Vec::as_slice).unwrap_or_default();
        values
            .chunks(2)
            .any(|pair| pair[0] == "id" && pair.get(1).is_some_and(|v| v == "sku"))
    });
    let text = list("parents")
        .iter()
        .position(|parent| holder.is_some_and(|at| parent == at));
    let sku = text
        .and_then(|at| body["attrs"][at][0].as_str())
        .unwrap_or_default();
    Seen {
        title: head["page"]["title"]
            .as_str()
            .unwrap_or_default()
            .to_owned(),
        sku: sku.to_owned(),
    }
}

fn announced_port(log: &str) -> Option<u16> {
    let (_, rest) = log.split_once("started successfully on port ")?;
    rest.split_once('.')?.0.parse().ok()
}
