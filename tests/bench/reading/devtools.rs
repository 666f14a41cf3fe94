//! A DevTools connection: commands with numbers over one websocket, answers back to whoever asked.
//! Events are dropped.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result, anyhow};
use futures::stream::{SplitSink, SplitStream};
use futures::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::{Mutex as AsyncMutex, oneshot};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;
type Asked = Arc<Mutex<HashMap<u64, oneshot::Sender<Value>>>>;

/// An open connection.
pub(crate) struct DevTools {
    out: AsyncMutex<SplitSink<Socket, Message>>,
    asked: Asked,
    next: AtomicU64,
    task: JoinHandle<()>,
}

impl DevTools {
    pub(crate) async fn connect(url: &str) -> Result<Self> {
        let config = WebSocketConfig::default();
        let (socket, _) =
            tokio_tungstenite::connect_async_with_config(url, Some(config), true).await?;
        let (out, answers) = socket.split();
        let asked = Asked::default();
        let task = tokio::spawn(listen(answers, Arc::clone(&asked)));
        Ok(Self {
            out: AsyncMutex::new(out),
            asked,
            next: AtomicU64::new(1),
            task,
        })
    }

    /// Sends a command to a session, or to the browser, and waits for its answer.
    pub(crate) async fn call(
        &self,
        session: Option<&str>,
        method: &str,
        params: Value,
    ) -> Result<Value> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let mut command = json!({"id": id, "method": method, "params": params});
        if let Some(session) = session {
            command["sessionId"] = json!(session);
        }
        let (answer, answered) = oneshot::channel();
        self.asked
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(id, answer);
        self.out
            .lock()
            .await
            .send(Message::text(command.to_string()))
            .await?;
        let mut answer = answered.await.context("the browser hung up")?;
        match answer.get("error") {
            Some(error) => Err(anyhow!("{method}: {error}")),
            None => Ok(answer["result"].take()),
        }
    }
}

impl Drop for DevTools {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn listen(mut answers: SplitStream<Socket>, asked: Asked) {
    while let Some(Ok(message)) = answers.next().await {
        let text = message.to_text().unwrap_or_default();
        let Ok(answer) = serde_json::from_str::<Value>(text) else {
            continue;
        };
        let waiting = answer["id"].as_u64().and_then(|id| {
            asked
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .remove(&id)
        });
        if let Some(waiting) = waiting {
            waiting.send(answer).ok();
        }
    }
    asked.lock().unwrap_or_else(PoisonError::into_inner).clear();
}
