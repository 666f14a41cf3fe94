//! A real Prometheus that scrapes what a test runs, once a second, with its data in a folder of its
//! own; and `promtool` on one page of metrics. It ends with its value.

use std::fmt::Write as _;
use std::io::Write as _;
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use tempfile::TempDir;

use crate::patience::eventually;
use crate::ports::Port;
use crate::services::Program;

/// The server.
pub const PROMETHEUS: Program = Program {
    names: &["prometheus"],
    package: "prometheus",
};

/// Its tool, which comes with it.
pub const PROMTOOL: Program = Program {
    names: &["promtool"],
    package: "prometheus",
};

/// A group of processes that are scraped under one name. Labels of their own win (`honor_labels`).
#[derive(Debug, Clone)]
pub struct Job {
    /// The label `job`.
    pub name: String,
    /// Who is asked for `/metrics`.
    pub targets: Vec<SocketAddr>,
}

/// One line of a range query's answer.
#[derive(Debug, Clone)]
pub struct Series {
    /// Its labels.
    pub labels: Value,
    /// Its values, oldest first, as Prometheus writes them (`NaN` and `+Inf`, too).
    pub values: Vec<String>,
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    child: Child,
    port: Port,
    folder: TempDir,
}

impl Server {
    /// Starts a server that scrapes these processes, and waits until it is ready.
    ///
    /// # Errors
    /// It is not on this machine (with the command that installs it), or it does not start.
    ///
    /// # Panics
    /// It is not ready in time.
    pub async fn start(jobs: &[Job]) -> Result<Self> {
        let program = PROMETHEUS.find()?;
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join("prometheus.yml"), configuration(jobs))?;
        let port = Port::free()?;
        let log = std::fs::File::create(folder.path().join("prometheus.log"))?;
        let child = Command::new(program)
            .current_dir(folder.path())
            .args(["--config.file", "prometheus.yml", "--log.level", "warn"])
            .args(["--storage.tsdb.path", "data"])
            .arg(format!("--web.listen-address={}", port.address()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()?;
        let server = Self {
            child,
            port,
            folder,
        };
        let ready = || async { server.get("/-/ready").await.ok() };
        eventually(&format!("Prometheus to be ready; {}", server.log()), ready).await;
        Ok(server)
    }

    /// What `query_range` gives for an expression, one value a second, between two times in seconds
    /// since 1970.
    ///
    /// # Errors
    /// The expression does not parse, or the server is gone.
    pub async fn query_range(&self, expression: &str, from: u64, to: u64) -> Result<Vec<Series>> {
        let query = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("query", expression)
            .append_pair("start", &from.to_string())
            .append_pair("end", &to.to_string())
            .append_pair("step", "1")
            .finish();
        let answer = self.get(&format!("/api/v1/query_range?{query}")).await?;
        ensure!(answer["status"] == "success", "{expression}: {answer}");
        let lines = answer["data"]["result"].as_array().context("no result")?;
        Ok(lines.iter().map(series).collect())
    }

    /// Every target's address with what its last scrape came to (`up`, or the error).
    ///
    /// # Errors
    /// The server is gone.
    pub async fn targets(&self) -> Result<Vec<(String, String)>> {
        let answer = self.get("/api/v1/targets").await?;
        let targets = answer["data"]["activeTargets"].as_array();
        let state = |target: &Value| {
            let address = target["labels"]["instance"].as_str().unwrap_or_default();
            let error = target["lastError"].as_str().unwrap_or_default();
            let health = target["health"].as_str().unwrap_or_default();
            let state = if error.is_empty() { health } else { error };
            (address.to_owned(), state.to_owned())
        };
        Ok(targets.into_iter().flatten().map(state).collect())
    }

    /// What the server logged.
    pub fn log(&self) -> String {
        let path = self.folder.path().join("prometheus.log");
        std::fs::read_to_string(path).unwrap_or_default()
    }

    /// An answer of its interface; text that is no JSON is a string.
    async fn get(&self, target: &str) -> Result<Value> {
        let url = format!("http://{}{target}", self.port.address());
        common::tls::install_provider();
        let answer = reqwest::get(url).await?;
        let status = answer.status();
        let text = answer.text().await?;
        ensure!(status.is_success(), "{target}: {status}: {text}");
        Ok(serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Has `promtool` judge a page of metrics.
///
/// # Errors
/// It has something to say, or it is not on this machine.
pub fn check_metrics(page: &str) -> Result<()> {
    let mut child = Command::new(PROMTOOL.find()?)
        .args(["check", "metrics"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().context("no input")?;
    input.write_all(page.as_bytes())?;
    drop(input);
    let output = child.wait_with_output()?;
    let said = [output.stdout, output.stderr].concat();
    if output.status.success() && said.is_empty() {
        return Ok(());
    }
    bail!("promtool says: {}", String::from_utf8_lossy(&said));
}

fn configuration(jobs: &[Job]) -> String {
    let mut text = String::from("global: {scrape_interval: 1s, scrape_timeout: 1s}\n");
    text += "scrape_configs:\n";
    for job in jobs {
        let targets: Vec<_> = job.targets.iter().map(ToString::to_string).collect();
        // A string with quotes is YAML as well as Rust.
        let line = format!(
            "- {{job_name: {:?}, honor_labels: true, static_configs: [{{targets: {targets:?}}}]}}",
            job.name
        );
        writeln!(text, "{line}").ok();
    }
    text
}

fn series(line: &Value) -> Series {
    let points = line["values"].as_array().into_iter().flatten();
    let value = |point: &Value| point[1].as_str().unwrap_or_default().to_owned();
    Series {
        labels: line["metric"].clone(),
        values: points.map(value).collect(),
    }
}

#[cfg(test)]
mod tests;
