//! A folder of saved pages served under one list page: `html/ID.html.gz` (or `pages/`) beside a
//! `truth.json` that gives each id its `url`. Scripts are off and nothing is fetched from outside.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use url::Url;

use crate::site::{Content, Page};

/// Nothing but the document itself and its inline styles.
const POLICY: &str = "default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; \
                      img-src data:; form-action 'none'";

/// Saved pages by the place they are served at.
#[derive(Debug, Clone)]
pub struct SavedPages {
    /// Id and target, in id order.
    order: Vec<(String, String)>,
    /// Target to file.
    files: HashMap<String, PathBuf>,
}

impl SavedPages {
    /// Reads the folder's `truth.json`; pages are read when they are asked for.
    ///
    /// # Errors
    /// The folder holds no such files, an address does not parse, or two pages share one.
    pub fn open(folder: &Path) -> Result<Self> {
        let truth = folder.join("truth.json");
        let text = std::fs::read_to_string(&truth).with_context(|| truth.display().to_string())?;
        let entries: BTreeMap<String, Value> = serde_json::from_str(&text)?;
        let pages = ["pages", "html"]
            .map(|name| folder.join(name))
            .into_iter()
            .find(|path| path.is_dir())
            .with_context(|| format!("no pages or html folder in {}", folder.display()))?;
        let mut saved = Self {
            order: Vec::new(),
            files: HashMap::new(),
        };
        for (id, entry) in entries {
            let url = entry["url"]
                .as_str()
                .with_context(|| format!("{id} has no url"))?;
            let target = target_of(url).with_context(|| format!("{id}: {url}"))?;
            let file = pages.join(format!("{id}.html.gz"));
            if saved.files.insert(target.clone(), file).is_some() {
                bail!("two pages at {target}");
            }
            saved.order.push((id, target));
        }
        Ok(saved)
    }

    /// Id and path with query of every page, in id order.
    pub fn targets(&self) -> &[(String, String)] {
        &self.order
    }

    /// The list page: every page once, in id order.
    fn list(&self) -> Page {
        let mut items = String::new();
        for (id, target) in &self.order {
            let href = target.replace('&', "&amp;").replace('"', "&quot;");
            writeln!(items, "<li><a href=\"{href}\">Saved page {id}</a></li>").ok();
        }
        Page::html(format!(
            "<!doctype html><html><head><meta charset=\"utf-8\"><title>Saved pages</title></head>\n\
             <body><h1>Saved pages</h1>\n<ul>\n{items}</ul></body></html>"
        ))
    }
}

impl Content for SavedPages {
    fn page(&self, target: &str) -> Option<Page> {
        if target == "/" {
            return Some(self.list());
        }
        let body = unpack(self.files.get(target)?).ok()?;
        let kind = if std::str::from_utf8(&body).is_ok() {
            "text/html; charset=utf-8"
        } else {
            "text/html"
        };
        Some(Page::new(200, kind, body).with_header("content-security-policy", POLICY))
    }
}

/// `/<host><path>?<query>` of an address.
fn target_of(url: &str) -> Result<String> {
    let url = Url::parse(url)?;
    let host = url.host_str().context("no host")?;
    let query = url.query().map_or_else(String::new, |q| format!("?{q}"));
    Ok(format!("/{host}{}{query}", url.path()))
}

fn unpack(file: &Path) -> Result<Vec<u8>> {
    let packed = std::fs::File::open(file).with_context(|| file.display().to_string())?;
    let mut body = Vec::new();
    flate2::read::GzDecoder::new(packed).read_to_end(&mut body)?;
    Ok(body)
}

#[cfg(test)]
mod tests;
