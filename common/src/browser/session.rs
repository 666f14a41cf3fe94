//! One WebDriver session: fantoccini commands, each with a deadline. A session whose deadline was
//! breached is broken for good: dropping it kills its browser. It knows no pages.

use std::time::Duration;

use domain::panel::Control;
use fantoccini::elements::Element;
use fantoccini::error::{CmdError, ErrorStatus};
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand, WindowHandle};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use super::contexts::Contexts;
use super::driver::{Driver, DriverError};
use super::drivers::{Drivers, Leash, Seat};
use super::find::{NotFound, find};
use super::options::BrowserOptions;
use crate::address::without_credentials;

/// How much longer than a script a command may take: the driver must give up first.
const MARGIN: Duration = Duration::from_secs(3);
/// How long a new tab may take: where a machine has much else to do its renderer starts late, and a session
/// that is given up for it costs far more.
const TAB_DEADLINE: Duration = Duration::from_secs(15);
/// How long a new session may take, the start of the browser included.
const START_DEADLINE: Duration = Duration::from_secs(40);
/// The element of a frame that the harvest numbered. Its end is brought into sight: a frame that nobody sees
/// draws nothing, may not load, and its list waits for whoever comes down to its end.
const FRAME: &str = "const state = window[Symbol.for('windrow.watch')];
const frame = state && state.frames[arguments[0]];
if (!frame || !frame.isConnected) return null;
frame.scrollIntoView({ block: 'end', behavior: 'instant' });
return frame;";
/// Presses the control that the harvest numbered. In a frame afterwards, since the frame may go with it.
const PRESS: &str = "const state = window[Symbol.for('windrow.watch')];
const control = state && state.controls && state.controls.get(arguments[0]);
if (!control || !control.isConnected) return false;
if (window === top) control.click(); else setTimeout(() => control.click());
return true;";
/// How long a polite goodbye may take.
const CLOSE_DEADLINE: Duration = Duration::from_secs(2);

/// No session.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Nothing to start.
    #[error(transparent)]
    NotFound(#[from] NotFound),
    /// ChromeDriver does not run.
    #[error(transparent)]
    Driver(#[from] DriverError),
    /// ChromeDriver gives no session.
    #[error("no WebDriver session at {url}: {reason}")]
    Session {
        /// The WebDriver server.
        url: String,
        /// Its words.
        reason: String,
    },
}

/// A command that did not work.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    /// The session is dead or blocked: replace it.
    #[error("the browser session broke: {0}")]
    Session(String),
    /// The tab's renderer is gone: replace the tab.
    #[error("the tab crashed: {0}")]
    Tab(String),
    /// The script did not answer in time, but the session does.
    #[error("the page does not answer: {0}")]
    Busy(String),
    /// The document went away under the script: ask again.
    #[error("the document was replaced: {0}")]
    Unloaded(String),
    /// What was asked for cannot be: an address that a browser does not take.
    #[error("{0}")]
    Argument(String),
    /// Anything else; the session works.
    #[error("{0}")]
    Command(String),
}

/// One browser with its driver.
#[derive(Debug)]
pub(super) struct Session {
    client: Client,
    /// Absent for a WebDriver server that is not ours.
    driver: Option<Leash>,
    /// Absent where the browser's own DevTools is out of reach: one that is not ours.
    contexts: Option<Contexts>,
    /// How long a script may run before the driver gives up on it.
    patience: Duration,
    _seat: Seat,
}

impl Session {
    /// Starts a browser, or opens a session at the given WebDriver server.
    pub(super) async fn start(
        options: &BrowserOptions,
        drivers: &Drivers,
        patience: Duration,
    ) -> Result<Self, StartError> {
        let driver = match &options.webdriver_url {
            Some(_) => None,
            None => Some(Driver::start(&find(options)?, options.folder.as_deref()).await?),
        };
        let url = match (&options.webdriver_url, &driver) {
            (Some(url), _) => url.clone(),
            (None, Some(driver)) => driver.url(),
            (None, None) => String::new(),
        };
        let capabilities = capabilities(options, driver.as_ref(), patience);
        let driver = driver.map(|driver| drivers.keep(driver));
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let connecting = builder.capabilities(capabilities).connect(&url);
        let reason = match tokio::time::timeout(START_DEADLINE, connecting).await {
            Ok(Ok(client)) => {
                let contexts = match driver {
                    Some(_) => Contexts::of(client.capabilities()).await,
                    None => None,
                };
                return Ok(Self {
                    client,
                    driver,
                    contexts,
                    patience,
                    _seat: drivers.seat(),
                });
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => format!("no answer in {START_DEADLINE:?}"),
        };
        let url = without_credentials(&url);
        Err(StartError::Session { url, reason })
    }

    /// How long a harvest may run: most of the script's time, in milliseconds.
    pub(super) fn harvest_budget_ms(&self) -> u64 {
        u64::try_from(self.patience.as_millis() * 3 / 5).unwrap_or(u64::MAX)
    }

    /// The way to browser contexts, if there is one.
    pub(super) fn contexts(&self) -> Option<&Contexts> {
        self.contexts.as_ref()
    }

    /// Ends the session; its processes are gone when this returns.
    pub(super) async fn close(self) {
        // A driver of our own is killed with its browser: faster, and it cannot block.
        if self.driver.is_none() {
            drop(tokio::time::timeout(CLOSE_DEADLINE, self.client.close()).await);
        }
    }

    pub(super) async fn window(&self) -> Result<WindowHandle, Fault> {
        self.within("window", self.client.window()).await
    }

    pub(super) async fn new_tab(&self) -> Result<WindowHandle, Fault> {
        let deadline = TAB_DEADLINE.max(self.patience + MARGIN);
        let opened = answer("new tab", deadline, self.client.new_window(true));
        Ok(opened.await?.handle)
    }

    pub(super) async fn switch(&self, tab: &WindowHandle) -> Result<(), Fault> {
        self.within("switch", self.client.switch_to_window(tab.clone()))
            .await
    }

    /// Starts a navigation of the current tab; Ok says nothing about the page. The client's own command
    /// asks the page that is left for its address first, which may not answer any more.
    pub(super) async fn goto(&self, url: &str) -> Result<(), Fault> {
        let body = json!({"url": url}).to_string();
        self.within("go", self.client.issue_cmd(Post { path: "url", body }))
            .await?;
        Ok(())
    }

    /// Runs a script that calls back, in the current tab.
    pub(super) async fn run(&self, script: &str, args: Vec<Value>) -> Result<Value, Fault> {
        self.within("run", self.client.execute_async(script, args))
            .await
    }

    /// Whether the current tab answers at all.
    pub(super) async fn answers(&self) -> Result<bool, Fault> {
        match self.run("arguments[0](true)", Vec::new()).await {
            Ok(_) | Err(Fault::Unloaded(_)) => Ok(true),
            Err(Fault::Busy(_)) => Ok(false),
            Err(fault) => Err(fault),
        }
    }

    /// Enters a frame of the current document by its number in the harvest; false if it is not
    /// there any more.
    pub(super) async fn enter(&self, number: usize) -> Result<bool, Fault> {
        let found = self.client.execute(FRAME, vec![json!(number)]);
        let found = self.within("find frame", found).await?;
        let Some(id) = found.as_object().and_then(|o| o.values().next()?.as_str()) else {
            return Ok(false);
        };
        let element = Element::from_element_id(self.client.clone(), id.to_owned().into());
        self.within("enter frame", element.enter_frame()).await?;
        Ok(true)
    }

    /// Presses a control of the current page by its place in the harvest; false if it is gone.
    pub(super) async fn press(&self, control: &Control) -> Result<bool, Fault> {
        for number in &control.frames {
            if !self.enter(*number).await? {
                return Ok(false);
            }
        }
        let pressed = self.client.execute(PRESS, vec![json!(control.node)]);
        Ok(self.within("press", pressed).await? == true)
    }

    /// How the current tab looks, as PNG.
    pub(super) async fn screenshot(&self) -> Result<Vec<u8>, Fault> {
        self.within("screenshot", self.client.screenshot()).await
    }

    /// A DevTools command to the current tab.
    pub(super) async fn devtools(&self, cmd: &str, params: Value) -> Result<Value, Fault> {
        let body = json!({"cmd": cmd, "params": params}).to_string();
        let path = "goog/cdp/execute";
        self.within(cmd, self.client.issue_cmd(Post { path, body }))
            .await
    }

    async fn within<T>(
        &self,
        name: &str,
        command: impl Future<Output = Result<T, CmdError>>,
    ) -> Result<T, Fault> {
        answer(name, self.patience + MARGIN, command).await
    }
}

/// A command's answer; a session that gives none in time is blocked.
async fn answer<T>(
    name: &str,
    deadline: Duration,
    command: impl Future<Output = Result<T, CmdError>>,
) -> Result<T, Fault> {
    match tokio::time::timeout(deadline, command).await {
        Ok(result) => result.map_err(|error| fault(name, &error)),
        Err(_) => Err(Fault::Session(format!("{name}: no answer in {deadline:?}"))),
    }
}

/// Sorts a driver's error by what has to be replaced.
fn fault(name: &str, error: &CmdError) -> Fault {
    let CmdError::Standard(inner) = error else {
        return Fault::Session(format!("{name}: {error}"));
    };
    let message = format!("{name}: {}", first_line(&inner.message));
    match inner.error {
        ErrorStatus::InvalidSessionId => Fault::Session(message),
        // Whatever status it comes with: the frame was being swapped just then.
        _ if inner.message.contains("aborted by navigation") => Fault::Unloaded(message),
        ErrorStatus::ScriptTimeout | ErrorStatus::Timeout => Fault::Busy(message),
        // A dialog was open; it is dismissed by now.
        ErrorStatus::UnexpectedAlertOpen => Fault::Unloaded(message),
        ErrorStatus::NoSuchWindow => Fault::Tab(message),
        ErrorStatus::InvalidArgument => Fault::Argument(message),
        _ if message.contains("tab crashed") => Fault::Tab(message),
        _ if inner.message.contains("not connected to DevTools")
            || inner.message.contains("disconnected")
            || inner.message.contains("session deleted") =>
        {
            Fault::Session(message)
        }
        _ if message.contains("unloaded") || message.contains("execution context") => {
            Fault::Unloaded(message)
        }
        _ => Fault::Command(message),
    }
}

fn first_line(message: &str) -> &str {
    message.lines().next().unwrap_or_default()
}

fn capabilities(
    options: &BrowserOptions,
    driver: Option<&Driver>,
    patience: Duration,
) -> Capabilities {
    let mut args = vec![
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
    ];
    if options.no_sandbox {
        args.push("--no-sandbox");
    }
    // Pages shall not open windows of their own, so the driver's switch that lets them goes.
    let mut chrome = json!({"args": args, "excludeSwitches": ["disable-popup-blocking"]});
    if let Some(driver) = driver {
        chrome["binary"] = json!(driver.installation().binary);
    }
    let mut all = Capabilities::new();
    all.insert("pageLoadStrategy".into(), json!("none"));
    all.insert("unhandledPromptBehavior".into(), json!("dismiss"));
    let script = u64::try_from(patience.as_millis()).unwrap_or(u64::MAX);
    all.insert("timeouts".into(), json!({"script": script}));
    all.insert("goog:chromeOptions".into(), chrome);
    all
}

/// A command by its endpoint, below the session's, and its parameters.
#[derive(Debug)]
struct Post {
    path: &'static str,
    body: String,
}

impl WebDriverCompatibleCommand for Post {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        let session = session.unwrap_or_default();
        base.join(&format!("session/{session}/{}", self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.clone()))
    }
}

#[cfg(test)]
mod tests;
