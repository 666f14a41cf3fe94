//! The server itself: axum on a loopback port, stopped with its last connection.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use anyhow::{Context, Result};
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, Response, StatusCode};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::{Content, Fault, Faults, Gate, Page, RequestLog};

/// A running server. Dropping it stops it.
pub struct SiteServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    stop: CancellationToken,
    task: Option<JoinHandle<std::io::Result<()>>>,
}

struct Shared {
    content: Box<dyn Content>,
    log: RequestLog,
    faults: Faults,
    gate: Gate,
}

impl SiteServer {
    /// Serves on a free loopback port.
    ///
    /// # Errors
    /// No port can be had.
    pub async fn start(content: impl Content) -> Result<Self> {
        Self::start_on(0, content).await
    }

    /// Serves on this loopback port (0: a free one).
    ///
    /// # Errors
    /// The port cannot be had.
    pub async fn start_on(port: u16, content: impl Content) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .await
            .with_context(|| format!("cannot listen on 127.0.0.1:{port}"))?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            content: Box::new(content),
            log: RequestLog::default(),
            faults: Faults::default(),
            gate: Gate::default(),
        });
        let stop = CancellationToken::new();
        let router = Router::new()
            .fallback(respond)
            .with_state(Arc::clone(&shared));
        let serve =
            axum::serve(listener, router).with_graceful_shutdown(stop.clone().cancelled_owned());
        Ok(Self {
            address,
            shared,
            stop,
            task: Some(tokio::spawn(async move { serve.await })),
        })
    }

    /// Scheme, host and port, without a slash at the end.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The absolute address of a path with its query.
    pub fn url(&self, target: &str) -> String {
        format!("{}{target}", self.origin())
    }

    /// What was asked for so far.
    pub fn log(&self) -> &RequestLog {
        &self.shared.log
    }

    /// The faults to inject.
    pub fn faults(&self) -> &Faults {
        &self.shared.faults
    }

    /// The gate before the pages.
    pub fn gate(&self) -> &Gate {
        &self.shared.gate
    }

    /// Takes no new connection and waits up to two seconds for the open ones.
    pub async fn stop(mut self) {
        self.stop.cancel();
        if let Some(mut task) = self.task.take()
            && tokio::time::timeout(std::time::Duration::from_secs(2), &mut task)
                .await
                .is_err()
        {
            task.abort();
        }
    }
}

impl Drop for SiteServer {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

async fn respond(State(shared): State<Arc<Shared>>, request: Request<Body>) -> Response<Body> {
    let target = request
        .uri()
        .path_and_query()
        .map_or("/", |target| target.as_str())
        .to_owned();
    shared.log.note(&target);
    shared.gate.pass(&target).await;
    match shared.faults.take(&target) {
        Some(Fault::Drop) => return dropped(),
        Some(Fault::Status(status)) => {
            return response(Page::html("<h1>Fault</h1>").with_status(status));
        }
        Some(Fault::Delay(time)) => tokio::time::sleep(time).await,
        None => {}
    }
    response(shared.content.page(&target).unwrap_or_else(not_found))
}

fn not_found() -> Page {
    Page::html("<!doctype html><title>Not found</title><h1>Page not found</h1>").with_status(404)
}

fn response(page: Page) -> Response<Body> {
    let mut builder = Response::builder().status(page.status);
    for (name, value) in &page.headers {
        builder = builder.header(name, value);
    }
    builder.body(Body::from(page.body)).unwrap_or_else(|_| {
        let mut broken = Response::new(Body::empty());
        *broken.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
        broken
    })
}

/// A body that fails at once: the connection ends before anything useful was sent.
fn dropped() -> Response<Body> {
    let failure = futures::stream::once(async {
        Err::<axum::body::Bytes, _>(std::io::Error::other("dropped on demand"))
    });
    Response::new(Body::from_stream(failure))
}
