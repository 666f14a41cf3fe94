//! The browser contexts of a session: each has its own cookies, storage, caches, service workers and
//! connections, as if it were another browser. `ChromeDriver` makes none, so this asks the browser
//! itself, over a DevTools connection that lasts for one command.

use std::time::Duration;

use fantoccini::wd::{Capabilities, WindowHandle};
use futures::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use super::session::Fault;

/// How long the browser may take for one command.
const DEADLINE: Duration = Duration::from_secs(8);
/// Where a browser writes the port and the path of its DevTools, in its profile's folder.
const PORT_FILE: &str = "DevToolsActivePort";

/// The way to a browser's own DevTools.
#[derive(Debug)]
pub(super) struct Contexts {
    url: String,
}

impl Contexts {
    /// The way to a browser on this machine, from the capabilities of its session.
    pub(super) async fn of(capabilities: Option<&Capabilities>) -> Option<Self> {
        let folder = capabilities?.get("chrome")?.get("userDataDir")?.as_str()?;
        let file = std::path::Path::new(folder).join(PORT_FILE);
        let text = tokio::fs::read_to_string(file).await.ok()?;
        let (port, path) = text.trim().split_once('\n')?;
        let port: u16 = port.trim().parse().ok()?;
        let url = format!("ws://127.0.0.1:{port}{}", path.trim());
        Some(Self { url })
    }

    /// Makes an empty context.
    pub(super) async fn create(&self) -> Result<String, Fault> {
        let made = self.call("Target.createBrowserContext", json!({})).await?;
        text(&made, "browserContextId")
    }

    /// Opens a tab in a context, or in the one that the session began with.
    pub(super) async fn open_tab(&self, context: Option<&str>) -> Result<WindowHandle, Fault> {
        let mut tab = json!({"url": "about:blank"});
        if let Some(context) = context {
            tab["browserContextId"] = json!(context);
        }
        let opened = self.call("Target.createTarget", tab).await?;
        let handle = text(&opened, "targetId")?;
        WindowHandle::try_from(handle).map_err(|error| Fault::Session(error.to_string()))
    }

    /// Ends a context with its tabs and with everything that is kept in it.
    pub(super) async fn dispose(&self, context: &str) -> Result<(), Fault> {
        let context = json!({"browserContextId": context});
        self.call("Target.disposeBrowserContext", context).await?;
        Ok(())
    }

    async fn call(&self, method: &str, params: Value) -> Result<Value, Fault> {
        let answer = tokio::time::timeout(DEADLINE, ask(&self.url, method, params)).await;
        answer
            .map_err(|_| format!("no answer in {DEADLINE:?}"))
            .and_then(|answer| answer)
            .map_err(|why| Fault::Session(format!("{method}: {why}")))
    }
}

/// One command on a connection of its own: nothing has to be kept in step with the browser.
async fn ask(url: &str, method: &str, params: Value) -> Result<Value, String> {
    let connected = connect_async(url).await;
    let (mut socket, _) = connected.map_err(|error| error.to_string())?;
    let command = json!({"id": 1, "method": method, "params": params}).to_string();
    let sent = socket.send(Message::text(command)).await;
    sent.map_err(|error| error.to_string())?;
    while let Some(message) = socket.next().await {
        let message = message.map_err(|error| error.to_string())?;
        let Ok(mut answer) = serde_json::from_slice::<Value>(&message.into_data()) else {
            continue;
        };
        if answer["id"] == 1 {
            return match answer.get("error") {
                Some(error) => Err(error.to_string()),
                None => Ok(answer["result"].take()),
            };
        }
    }
    Err("the browser hung up".to_owned())
}

fn text(answer: &Value, key: &str) -> Result<String, Fault> {
    let text = answer[key].as_str().map(str::to_owned);
    text.ok_or_else(|| Fault::Session(format!("no {key} in the browser's answer")))
}
