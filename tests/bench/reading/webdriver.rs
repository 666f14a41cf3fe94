//! Just enough of a WebDriver client (W3C WebDriver, JSON over HTTP) for a contender that the
//! product's own session cannot be: one that opens and closes tabs.

use std::path::Path;

use anyhow::{Error, Result, anyhow};
use serde_json::{Value, json};

/// The flags of Windrow's own sessions.
pub(crate) const FLAGS: [&str; 13] = [
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--mute-audio",
    "--renderer-process-limit=4",
    "--window-size=1280,900",
    "--no-sandbox",
];

/// A session, one command at a time.
pub(crate) struct Session {
    http: reqwest::Client,
    url: String,
    /// The tab the session came with, kept open for the others to be opened from.
    home: String,
}

/// A script that gave no answer.
pub(crate) enum Fault {
    /// The document was replaced under it: ask again.
    Unloaded,
    /// Anything else.
    Other(Error),
}

impl Session {
    pub(crate) async fn start(driver: &str, binary: &Path) -> Result<Self> {
        let capabilities = json!({"capabilities": {"alwaysMatch": {
            "pageLoadStrategy": "none",
            "timeouts": {"script": 5000},
            "goog:chromeOptions": {
                "args": FLAGS, "binary": binary, "excludeSwitches": ["disable-popup-blocking"],
            },
        }}});
        common::tls::install_provider();
        let mut session = Self {
            http: reqwest::Client::builder().no_proxy().build()?,
            url: format!("{driver}/session"),
            home: String::new(),
        };
        let opened = session.post("", &capabilities).await?;
        let id = opened["sessionId"]
            .as_str()
            .ok_or_else(|| anyhow!("no session: {opened}"))?;
        session.url = format!("{}/{id}", session.url);
        let home = session.send(reqwest::Method::GET, "/window", None).await?;
        home.as_str()
            .unwrap_or_default()
            .clone_into(&mut session.home);
        Ok(session)
    }

    /// Opens a tab; the current one stays the current one.
    pub(crate) async fn new_tab(&self) -> Result<String> {
        let opened = self.post("/window/new", &json!({"type": "tab"})).await?;
        let handle = opened["handle"]
            .as_str()
            .ok_or_else(|| anyhow!("no tab: {opened}"))?;
        Ok(handle.to_owned())
    }

    pub(crate) async fn switch(&self, tab: &str) -> Result<()> {
        self.post("/window", &json!({"handle": tab}))
            .await
            .map(drop)
    }

    pub(crate) async fn go_home(&self) -> Result<()> {
        self.switch(&self.home).await
    }

    /// Closes the current tab.
    pub(crate) async fn close_tab(&self) -> Result<()> {
        self.send(reqwest::Method::DELETE, "/window", None)
            .await
            .map(drop)
    }

    pub(crate) async fn go(&self, url: &str) -> Result<()> {
        self.post("/url", &json!({"url": url})).await.map(drop)
    }

    /// Runs a script that calls back.
    pub(crate) async fn run(&self, script: &str, config: Value) -> Result<Value, Fault> {
        let body = json!({"script": script, "args": [config]});
        self.post("/execute/async", &body).await.map_err(|error| {
            let words = error.to_string();
            let unloaded = ["unloaded", "aborted by navigation", "execution context"];
            if unloaded.iter().any(|word| words.contains(word)) {
                Fault::Unloaded
            } else {
                Fault::Other(error)
            }
        })
    }

    async fn post(&self, path: &str, body: &Value) -> Result<Value> {
        self.send(reqwest::Method::POST, path, Some(body)).await
    }

    async fn send(
        &self,
        method: reqwest::Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Value> {
        let mut request = self.http.request(method, format!("{}{path}", self.url));
        if let Some(body) = body {
            request = request
                .header("content-type", "application/json")
                .body(body.to_string());
        }
        let answer = request.send().await?.text().await?;
        let mut answer: Value = serde_json::from_str(&answer)?;
        match answer["value"]["error"].as_str() {
            Some(error) => Err(anyhow!("{path}: {error}: {}", answer["value"]["message"])),
            None => Ok(answer["value"].take()),
        }
    }
}
