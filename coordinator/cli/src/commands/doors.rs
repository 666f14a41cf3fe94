//! The door of a fleet's program: open from its first moment on, so that those who watch over it learn
//! what it waits for; what the program serves is let in once it is there.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use common::api::Problem;
use common::health::{Health, Standing};
use common::telemetry::metrics;
use prometheus::Registry;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use crate::exit::{Exit, Failure};
use crate::output;

/// How long the last answers may take once the program has ended.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// How often a request looks whether the program is there, and the pause in between.
const LOOKS: u32 = 100;
const LOOK: Duration = Duration::from_millis(100);

/// An open door.
pub(super) struct Door {
    inside: Arc<OnceLock<Router>>,
    closed: CancellationToken,
    task: JoinHandle<std::io::Result<()>>,
}

/// What the door itself answers from.
#[derive(Clone)]
struct Porch {
    health: Health,
    registry: Registry,
    inside: Arc<OnceLock<Router>>,
}

impl Door {
    /// Listens, and says where. `key` is the setting that names the address.
    pub(super) async fn open(
        key: &str,
        address: SocketAddr,
        health: &Health,
        registry: &Registry,
    ) -> Result<Self, Failure> {
        let listener = bind(key, address).await?;
        let porch = Porch {
            health: health.clone(),
            registry: registry.clone(),
            inside: Arc::default(),
        };
        let inside = Arc::clone(&porch.inside);
        let closed = CancellationToken::new();
        let asked = closed.clone().cancelled_owned();
        let served = axum::serve(listener, porch.router()).with_graceful_shutdown(asked);
        Ok(Self {
            inside,
            closed,
            task: tokio::spawn(served.into_future()),
        })
    }

    /// Lets requests through to what the program serves: all but `/healthz`, and `/readyz` while the
    /// program serves.
    pub(super) fn lead_to(&self, inside: Router) {
        // The first one stays; a program serves one thing.
        self.inside.get_or_init(|| inside);
    }

    /// Closes it. A watcher that holds its connection open must not hold the process.
    pub(super) async fn close(mut self) {
        self.closed.cancel();
        if tokio::time::timeout(LAST_WORDS, &mut self.task)
            .await
            .is_err()
        {
            self.task.abort();
        }
    }
}

impl Porch {
    fn router(self) -> Router {
        Router::new()
            .route("/healthz", get(alive))
            .route("/readyz", get(ready))
            .fallback(inside)
            .with_state(self)
    }
}

/// `GET /healthz`: whether the program's task turns.
async fn alive(State(porch): State<Porch>) -> Response {
    match porch.health.alive() {
        Ok(()) => "alive\n".into_response(),
        Err(why) => not_now(format!("not alive: {why}\n")),
    }
}

/// `GET /readyz`: whether the program can do its work.
async fn ready(State(porch): State<Porch>, request: Request) -> Response {
    match porch.health.standing() {
        Standing::Starting(what) => not_now(format!("starting: waits for {what}\n")),
        Standing::Draining => not_now("draining: it was asked to stop\n".to_owned()),
        Standing::Ended => not_now("ended\n".to_owned()),
        Standing::Serving => inside(State(porch), request).await,
    }
}

/// All else is for what is inside; before that is there, only the metrics can be told.
async fn inside(State(porch): State<Porch>, request: Request) -> Response {
    let told = request.uri().path() == "/metrics";
    let mut looks = if told { 0 } else { LOOKS };
    // A request that comes a little early is answered a little late.
    while porch.inside.get().is_none() && looks > 0 {
        tokio::time::sleep(LOOK).await;
        looks -= 1;
    }
    if let Some(inside) = porch.inside.get() {
        let Ok(answer) = inside.clone().oneshot(request).await;
        return answer;
    }
    if told {
        return match metrics::text(&porch.registry) {
            Ok(text) => ([(CONTENT_TYPE, metrics::TEXT)], text).into_response(),
            Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
        };
    }
    let problem = Problem {
        code: "unavailable".to_owned(),
        message: "The program is starting.".to_owned(),
        hint: "Ask again in a moment; GET /readyz says what it waits for.".to_owned(),
        ..Problem::default()
    };
    let again = [(RETRY_AFTER, "1")];
    (StatusCode::SERVICE_UNAVAILABLE, again, Json(problem)).into_response()
}

fn not_now(why: String) -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, why).into_response()
}

async fn bind(key: &str, address: SocketAddr) -> Result<TcpListener, Failure> {
    let bound = TcpListener::bind(address).await;
    let listener = bound.map_err(|error| {
        let message = format!("cannot listen on {address} ({key}): {error}");
        Failure::new(Exit::Failed, message)
    })?;
    let at = listener.local_addr().map_err(failed)?;
    output::note(&format!("listening on http://{at}"));
    Ok(listener)
}

/// An end that names its cause.
pub(super) fn failed(error: impl std::error::Error) -> Failure {
    Failure::new(Exit::Failed, error.to_string())
}
