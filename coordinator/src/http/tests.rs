//! The routes over memory backends, request by request, and the client against a bound server.

mod fickle;
mod jobs;
mod refusals;
mod rows;

use std::net::SocketAddr;
use std::sync::Arc;

use common::api::{Client, Submission};
use common::clock::Clock;
use common::jobs::Registry;
use common::queue::MemoryQueue;
use common::telemetry::metrics::CoordinatorMetrics;
use domain::ids::JobId;
use reqwest::Response;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use url::Url;

use super::{Parts, router};
use fickle::Fickle;

struct World {
    at: SocketAddr,
    registry: Registry,
    store: Arc<Fickle>,
}

impl World {
    async fn start(token: Option<&str>) -> Self {
        let store = Arc::new(Fickle::default());
        let registry = Registry::new(store.clone(), store.clone());
        let (_, active) = watch::channel(true);
        let router = router(Parts {
            registry: registry.clone(),
            queue: Arc::new(MemoryQueue::default()),
            clock: Clock::manual(),
            token: token.map(str::to_owned),
            allow_ranges: Vec::new(),
            metrics: CoordinatorMetrics::new(prometheus::Registry::new()).unwrap(),
            active,
            wake: Arc::new(Notify::new()),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self {
            at,
            registry,
            store,
        }
    }

    fn client(&self, token: Option<&str>) -> Client {
        let base = Url::parse(&format!("http://{}", self.at)).unwrap();
        Client::new(base, token.map(str::to_owned)).unwrap()
    }

    /// Sends a request: its status and body, as JSON where it is JSON.
    async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&Value>,
    ) -> (u16, Value) {
        let mut headers = headers.to_vec();
        let body = body.map(Value::to_string);
        if body.is_some() {
            headers.push(("content-type", "application/json"));
        }
        let response = self.ask(method, path, &headers, body).await;
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        (
            status,
            serde_json::from_str(&text).unwrap_or(Value::String(text)),
        )
    }

    /// Sends a request as it is given: its response.
    async fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<String>,
    ) -> Response {
        let url = format!("http://{}{path}", self.at);
        common::tls::install_provider();
        let mut request = reqwest::Client::new().request(method.parse().unwrap(), url);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.body(body);
        }
        request.send().await.unwrap()
    }

    /// Submits a job under an id.
    async fn submit(&self, id: &str) {
        let submission = Submission {
            id: Some(id.to_owned()),
            weight: None,
            job: job("careers"),
        };
        self.client(None).submit(&submission).await.unwrap();
    }
}

fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    let value = response.headers().get(name);
    value.map_or("", |value| value.to_str().unwrap())
}

fn job(name: &str) -> Value {
    json!({
        "name": name, "start": ["https://example.com/jobs"],
        "schema": { "type": "object", "properties": { "jobs": { "type": "array", "items": {
            "type": "object", "additionalProperties": false, "properties": {
                "title": { "type": ["string", "null"] }, "note": { "type": ["string", "null"] } } } } } }
    })
}

#[tokio::test]
async fn the_token_is_asked_for_where_there_is_one() {
    let world = World::start(Some("sesame")).await;
    for (headers, expect) in [
        (vec![], 401),
        (vec![("authorization", "Bearer wrong!")], 401),
        (vec![("authorization", "Basic sesame")], 401),
        (vec![("authorization", "Bearer sesame")], 200),
        (
            vec![
                ("authorization", "bearer sesame"),
                ("host", "fleet.example"),
            ],
            200,
        ),
    ] {
        let (status, _) = world.send("GET", "/v1/jobs", &headers, None).await;
        assert_eq!(status, expect, "{headers:?}");
    }
    let response = world.ask("GET", "/v1/jobs", &[], None).await;
    assert_eq!(header(&response, "www-authenticate"), "Bearer");
    let told = world
        .client(None)
        .jobs(None, None)
        .await
        .unwrap_err()
        .to_string();
    assert!(told.contains("WINDROW_TOKEN"), "{told}");
    for path in ["/readyz", "/metrics"] {
        assert_eq!(world.send("GET", path, &[], None).await.0, 200, "{path}");
    }
}

#[tokio::test]
async fn without_a_token_only_this_machine_is_answered() {
    let world = World::start(None).await;
    for (host, expect) in [
        ("localhost:7700", 200),
        ("LocalHost", 200),
        ("127.0.0.1", 200),
        ("[::1]:7700", 200),
        ("attacker.example", 403),
        ("127.0.0.1.attacker.example", 403),
    ] {
        let (status, told) = world.send("GET", "/v1/jobs", &[("host", host)], None).await;
        assert_eq!(status, expect, "{host}");
        assert_eq!(told["code"] == "forbidden", expect == 403, "{told}");
    }
    // HTTP/1.0 lets a request name nobody: who follows an address without a name is not known.
    let mut socket = TcpStream::connect(world.at).await.unwrap();
    socket
        .write_all(b"GET /v1/jobs HTTP/1.0\r\n\r\n")
        .await
        .unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.0 403"), "{answer}");
}

#[tokio::test]
async fn a_job_is_measured_until_it_is_forgotten() {
    let world = World::start(None).await;
    world.submit("one").await;
    let metrics = || async { world.send("GET", "/metrics", &[], None).await.1.to_string() };
    let text = metrics().await;
    assert!(
        text.contains("windrow_job_state{job=\\\"one\\\",state=\\\"waiting\\\"} 1"),
        "{text}"
    );
    assert!(
        text.contains("windrow_job_rows{job=\\\"one\\\"} 0"),
        "{text}"
    );
    world
        .registry
        .forget(&JobId("one".to_owned()))
        .await
        .unwrap();
    assert!(!metrics().await.contains("job=\\\"one\\\""));
}

#[tokio::test]
async fn nobody_there_is_said_with_the_address() {
    let base = Url::parse("http://me:secret@127.0.0.1:9").unwrap();
    let told = Client::new(base, None)
        .unwrap()
        .jobs(None, None)
        .await
        .unwrap_err();
    let told = told.to_string();
    assert!(
        told.contains("127.0.0.1:9") && told.contains("WINDROW_URL"),
        "{told}"
    );
    assert!(!told.contains("secret"), "{told}");
}
