//! A tab's navigation history, which the browser answers for even while a page is on its way: the
//! one way to see that a navigation committed without touching the page.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::session::{Fault, Session};

/// How often, and how long after another, a tab that swaps its frame is asked.
const SWAP_POLLS: u32 = 200;
const SWAP_POLL: Duration = Duration::from_millis(5);

/// `Page.getNavigationHistory`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct History {
    current_index: usize,
    entries: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
struct Entry {
    id: i64,
    url: String,
    #[serde(rename = "userTypedURL")]
    typed: String,
}

impl History {
    /// Asks for the current tab's history. While a tab swaps its frame there is no answer for some
    /// milliseconds.
    pub(super) async fn of(session: &Session) -> Result<Self, Fault> {
        let mut answer = Err(Fault::Unloaded(String::new()));
        for _ in 0..SWAP_POLLS {
            answer = session
                .devtools("Page.getNavigationHistory", json!({}))
                .await;
            let Err(Fault::Unloaded(_)) = answer else {
                break;
            };
            tokio::time::sleep(SWAP_POLL).await;
        }
        let answer = answer?;
        serde_json::from_value(answer).map_err(|error| Fault::Command(error.to_string()))
    }

    /// The id of the committed entry; each navigation that commits has a new one.
    pub(super) fn current(&self) -> i64 {
        self.entry().map_or(-1, |entry| entry.id)
    }

    /// The committed address.
    pub(super) fn url(&self) -> &str {
        self.entry().map_or("", |entry| &entry.url)
    }

    /// Whether an entry later than `before` was asked for by this address.
    pub(super) fn asked(&self, url: &str, before: i64) -> bool {
        self.entries
            .iter()
            .any(|entry| entry.id > before && same_document(&entry.typed, url))
    }

    fn entry(&self) -> Option<&Entry> {
        self.entries.get(self.current_index)
    }
}

/// Whether two addresses name one document: equal but for spelling and fragment.
pub(super) fn same_document(a: &str, b: &str) -> bool {
    let plain = |text: &str| {
        url::Url::parse(text).ok().map(|mut url| {
            url.set_fragment(None);
            url
        })
    };
    a == b || plain(a).is_some_and(|a| plain(b) == Some(a))
}

/// The addresses of all tabs by handle, as `Target.getTargets` tells them. A tab on its way shows
/// the address it goes to.
pub(super) async fn tabs(session: &Session) -> Result<Vec<(String, String)>, Fault> {
    let answer = session.devtools("Target.getTargets", json!({})).await?;
    let text = |target: &Value, key: &str| target[key].as_str().unwrap_or_default().to_owned();
    let targets = answer["targetInfos"].as_array().cloned();
    Ok(targets
        .unwrap_or_default()
        .iter()
        .filter(|target| target["type"] == "page")
        .map(|target| (text(target, "targetId"), text(target, "url")))
        .collect())
}

#[cfg(test)]
mod tests;
