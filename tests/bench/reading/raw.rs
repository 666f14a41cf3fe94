//! The yardstick: a bare DevTools loop over a websocket, on a headless shell that draws no frames,
//! with a tab for each lane. It knows what it waits for, harvests nothing but the HTML, and has
//! none of a reader's care; nothing that drives this browser is expected to be faster.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, anyhow};
use common::browser::Installation;
use serde_json::{Value, json};

use crate::Seen;
use crate::devtools::DevTools;
use crate::process::Process;
use crate::webdriver::FLAGS;

/// Answers title and HTML once the content is there.
const WAIT: &str = "new Promise((done) => {
  const look = () => {
    const at = document.querySelector('#sku');
    if (at && at.textContent && document.readyState !== 'loading') {
      done([document.title, document.documentElement.outerHTML]);
    } else setTimeout(look, 10);
  };
  look();
})";
/// ChromeDriver gives these to the browsers it starts.
const UNTHROTTLED: [&str; 3] = [
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
];
/// How often a page is asked again when its document was replaced under the question.
const TRIES: u32 = 50;

/// A browser on a DevTools websocket.
pub(crate) struct Raw {
    pub(crate) process: Process,
    devtools: DevTools,
    /// DevTools sessions, one a tab.
    tabs: Vec<String>,
}

impl Raw {
    pub(crate) async fn start(found: &Installation, lanes: usize) -> Result<Self> {
        let (process, url) = Process::start(&found.binary, arguments, announced).await?;
        let devtools = DevTools::connect(&url).await?;
        let mut tabs = Vec::new();
        for _ in 0..lanes {
            tabs.push(open(&devtools).await?);
        }
        Ok(Self {
            process,
            devtools,
            tabs,
        })
    }

    /// Reads all pages, each tab taking the next when it is done.
    pub(crate) async fn read(&self, urls: &[String]) -> Vec<(usize, Result<Seen>)> {
        let next = AtomicUsize::new(0);
        let lanes = self.tabs.iter().map(|tab| self.lane(tab, urls, &next));
        futures::future::join_all(lanes)
            .await
            .into_iter()
            .flatten()
            .collect()
    }

    async fn lane(
        &self,
        tab: &str,
        urls: &[String],
        next: &AtomicUsize,
    ) -> Vec<(usize, Result<Seen>)> {
        let mut read = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(url) = urls.get(at) else {
                return read;
            };
            read.push((at, self.page(tab, url).await));
        }
    }

    async fn page(&self, tab: &str, url: &str) -> Result<Seen> {
        let gone = self
            .devtools
            .call(Some(tab), "Page.navigate", json!({"url": url}))
            .await?;
        if let Some(why) = gone["errorText"].as_str() {
            return Err(anyhow!("{url}: {why}"));
        }
        let question = json!({"expression": WAIT, "awaitPromise": true, "returnByValue": true});
        for _ in 0..TRIES {
            let answer = self
                .devtools
                .call(Some(tab), "Runtime.evaluate", question.clone())
                .await;
            let Ok(answer) = answer else {
                continue;
            };
            return seen(&answer["result"]["value"]);
        }
        Err(anyhow!("{url}: no answer"))
    }
}

async fn open(devtools: &DevTools) -> Result<String> {
    let tab = json!({"url": "about:blank", "background": true, "enableBeginFrameControl": true});
    let made = devtools.call(None, "Target.createTarget", tab).await?;
    let attach = json!({"targetId": made["targetId"], "flatten": true});
    let attached = devtools.call(None, "Target.attachToTarget", attach).await?;
    let session = attached["sessionId"]
        .as_str()
        .context("no DevTools session")?;
    devtools
        .call(Some(session), "Page.enable", json!({}))
        .await?;
    Ok(session.to_owned())
}

fn seen(value: &Value) -> Result<Seen> {
    let [Value::String(title), Value::String(html)] =
        value.as_array().context("no answer")?.as_slice()
    else {
        return Err(anyhow!("not title and HTML: {value}"));
    };
    let (_, after) = html.split_once("id=\"sku\">").context("no sku")?;
    let (sku, _) = after.split_once('<').context("no end of the sku")?;
    Ok(Seen {
        title: title.clone(),
        sku: sku.to_owned(),
    })
}

fn arguments(folder: &Path) -> Vec<String> {
    let mut all = FLAGS.to_vec();
    all.extend(UNTHROTTLED);
    all.extend(["--enable-begin-frame-control", "--remote-debugging-port=0"]);
    let mut all: Vec<String> = all.into_iter().map(str::to_owned).collect();
    all.push(format!(
        "--user-data-dir={}",
        folder.join("profile").display()
    ));
    all
}

fn announced(log: &str) -> Option<String> {
    let (_, rest) = log.split_once("DevTools listening on ")?;
    Some(rest.split_once('\n')?.0.trim().to_owned())
}
