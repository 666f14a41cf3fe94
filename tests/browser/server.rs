//! A server of nasty pages on a free port of this machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use crate::{frame_pages, pages};

/// What the server saw, and what it waits for.
#[derive(Debug)]
pub(crate) struct Seen {
    /// Pages of `/held` being asked for at the same time.
    pub(crate) held: AtomicUsize,
    /// A permit lets one `/held` page go.
    pub(crate) gate: Semaphore,
    /// How often `/counted` was asked for.
    counted: AtomicUsize,
}

pub(crate) struct Site {
    address: std::net::SocketAddr,
    pub(crate) seen: Arc<Seen>,
    task: JoinHandle<()>,
}

impl Site {
    pub(crate) async fn start() -> Self {
        let seen = Arc::new(Seen {
            held: AtomicUsize::new(0),
            gate: Semaphore::new(0),
            counted: AtomicUsize::new(0),
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = router(Arc::clone(&seen));
        let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self {
            address,
            seen,
            task,
        }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The same server under a name, which is another site to a browser.
    pub(crate) fn named_url(&self, path: &str) -> String {
        self.url_at("localhost", path)
    }

    /// The same server under any name that ends with `localhost`.
    pub(crate) fn url_at(&self, host: &str, path: &str) -> String {
        format!("http://{host}:{}{path}", self.address.port())
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn router(seen: Arc<Seen>) -> Router {
    Router::new()
        .route("/p/{name}", get(page))
        .route("/n/{number}", get(numbered))
        .route("/status/{code}", get(status))
        .route("/empty/{code}", get(empty))
        .route("/slow/{ms}", get(slow))
        .route("/slowdata/{ms}", get(slow_data))
        .route("/hop/{left}", get(hop))
        .route("/download", get(download))
        .route("/headers", get(headers))
        .route("/held/{name}", get(held))
        .route("/counted", get(counted))
        .route("/worker.js", get(worker))
        .with_state(seen)
}

async fn page(headers: HeaderMap, Path(name): Path<String>) -> Response {
    let port = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok()?.rsplit_once(':')?.1.parse().ok());
    match pages::named(&name).or_else(|| frame_pages::named(&name, port?)) {
        Some(html) => Html(html).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn numbered(Path(number): Path<String>) -> Html<String> {
    Html(pages::article(&number))
}

async fn status(Path(code): Path<u16>) -> Response {
    let status = StatusCode::from_u16(code).unwrap();
    (
        status,
        Html(format!("<title>s</title><p>status {code}</p>")),
    )
        .into_response()
}

async fn empty(Path(code): Path<u16>) -> Response {
    StatusCode::from_u16(code).unwrap().into_response()
}

async fn slow(Path(ms): Path<u64>) -> Html<String> {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    Html(pages::article(&format!("slow {ms}")))
}

async fn slow_data(Path(ms): Path<u64>) -> String {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    format!("the late words after {ms}")
}

async fn hop(Path(left): Path<u32>) -> Redirect {
    match left {
        0 => Redirect::to("/n/landed"),
        left => Redirect::to(&format!("/hop/{}", left - 1)),
    }
}

async fn download() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::CONTENT_DISPOSITION, "attachment; filename=a.bin"),
    ];
    (headers, vec![0_u8; 100]).into_response()
}

async fn headers(headers: HeaderMap) -> Html<String> {
    let get = |name: &str| {
        let value = headers.get(name).map(|value| value.to_str().unwrap());
        value.unwrap_or("none").to_owned()
    };
    Html(format!(
        "<p>token={}; language={};</p>",
        get("x-token"),
        get("accept-language")
    ))
}

/// Answers when the test lets it.
async fn held(State(seen): State<Arc<Seen>>, Path(name): Path<String>) -> Html<String> {
    seen.held.fetch_add(1, Ordering::SeqCst);
    if let Ok(permit) = seen.gate.acquire().await {
        permit.forget();
    }
    seen.held.fetch_sub(1, Ordering::SeqCst);
    Html(pages::article(&name))
}

/// A new number each time, which a browser keeps.
async fn counted(State(seen): State<Arc<Seen>>) -> Response {
    let number = seen.counted.fetch_add(1, Ordering::SeqCst);
    ([(header::CACHE_CONTROL, "max-age=600")], number.to_string()).into_response()
}

async fn worker() -> Response {
    ([(header::CONTENT_TYPE, "text/javascript")], "").into_response()
}
