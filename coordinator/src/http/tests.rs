//! The routes over memory backends, request by request, and the client against a bound server.

use std::net::SocketAddr;
use std::sync::Arc;

use common::api::{Client, ClientError, Submission};
use common::clock::Clock;
use common::jobs::{JobRecord, JobState, Registry};
use common::queue::MemoryQueue;
use common::store::MemoryStore;
use common::telemetry::metrics::CoordinatorMetrics;
use domain::ids::JobId;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::{Notify, watch};
use url::Url;

use super::{Parts, router};

struct World {
    at: SocketAddr,
    registry: Registry,
}

impl World {
    async fn start(token: Option<&str>) -> Self {
        let shards = Arc::new(MemoryStore::default());
        let registry = Registry::new(shards.clone(), shards);
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
        Self { at, registry }
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
        let url = format!("http://{}{path}", self.at);
        common::tls::install_provider();
        let mut request = reqwest::Client::new().request(method.parse().unwrap(), url);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request
                .header("content-type", "application/json")
                .body(body.to_string());
        }
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        (
            status,
            serde_json::from_str(&text).unwrap_or(Value::String(text)),
        )
    }
}

fn job(name: &str) -> Value {
    json!({
        "name": name, "start": ["https://example.com/jobs"],
        "schema": { "type": "object", "properties": { "jobs": { "type": "array", "items": {
            "type": "object", "properties": { "title": { "type": ["string", "null"] } } } } } }
    })
}

/// Posts a body and compares status and code, and the pointer of the first refusal.
async fn refused(world: &World, body: Value, expect: (u16, &str, &str)) {
    let (status, told) = world.send("POST", "/v1/jobs", &[], Some(&body)).await;
    let pointer = told["refusals"][0]["pointer"].as_str().unwrap_or_default();
    let code = told["code"].as_str().unwrap_or_default();
    assert_eq!((status, code, pointer), expect, "{told}");
    assert!(!told["message"].as_str().unwrap().is_empty());
}

#[tokio::test]
async fn a_job_that_cannot_be_honoured_is_refused_with_the_place() {
    let world = World::start(None).await;
    let with = |change: Value| {
        let mut job = job("careers");
        let object = job.as_object_mut().unwrap();
        object.extend(change.as_object().unwrap().clone());
        json!({ "job": job })
    };
    refused(&world, json!({}), (422, "bad_request", "")).await;
    refused(
        &world,
        json!({ "job": {}, "idd": "a" }),
        (422, "bad_request", ""),
    )
    .await;
    refused(
        &world,
        with(json!({ "strat": [] })),
        (422, "refused", "/strat"),
    )
    .await;
    refused(
        &world,
        with(json!({ "schema": "a.json" })),
        (422, "refused", "/schema"),
    )
    .await;
    refused(
        &world,
        with(json!({ "pages_file": "p" })),
        (422, "refused", "/pages_file"),
    )
    .await;
    let dangling = with(json!({ "schema": { "$ref": "#/gone" } }));
    refused(&world, dangling, (422, "refused", "/$ref")).await;
    let inside = with(json!({ "start": ["http://127.0.0.1/jobs"] }));
    refused(&world, inside, (422, "refused", "/start/0")).await;
    let mut named = json!({ "job": job("careers") });
    named["id"] = json!("Not An Id");
    refused(&world, named, (400, "bad_request", "")).await;
    assert!(world.registry.all().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_job_comes_once_is_told_about_and_ends_when_asked() {
    let world = World::start(None).await;
    let client = world.client(None);
    let submission = |id: &str, name: &str| Submission {
        id: Some(id.to_owned()),
        weight: Some(3),
        job: job(name),
    };
    let status = client.submit(&submission("one", "careers")).await.unwrap();
    assert_eq!((status.state, status.weight), (JobState::Waiting, 3));
    let again = client.submit(&submission("one", "careers")).await.unwrap();
    assert_eq!(again, status);
    let taken = client
        .submit(&submission("one", "other"))
        .await
        .unwrap_err();
    assert!(
        matches!(&taken, ClientError::Refused(p) if p.code == "taken"),
        "{taken}"
    );
    let told = client.status("one").await.unwrap();
    assert_eq!(told.pages.unwrap().discovered, 0);
    assert_eq!(client.jobs().await.unwrap().jobs.len(), 1);
    assert_eq!(client.output("one").await.unwrap(), json!({ "jobs": [] }));
    assert_eq!(client.rows("one", 0, None, &[]).await.unwrap().total, 0);
    assert!(client.coverage("one").await.unwrap()["summary"].is_string());
    let (status, told) = world.send("DELETE", "/v1/jobs/one", &[], None).await;
    assert_eq!((status, &told["cancel"]), (202, &json!(true)));
    let id = JobId("one".to_owned());
    let end = |record: &mut JobRecord| {
        record.state = JobState::Cancelled;
        record.ended_at = Some(1);
    };
    world.registry.change(&id, end).await.unwrap();
    let (status, _) = world
        .send("DELETE", "/v1/jobs/one?forget=true", &[], None)
        .await;
    assert_eq!(status, 200);
    let missing = client.status("one").await.unwrap_err().to_string();
    assert!(missing.contains("no job one"), "{missing}");
}

#[tokio::test]
async fn what_was_not_over_is_not_forgotten() {
    let world = World::start(None).await;
    let client = world.client(None);
    let submission = Submission {
        id: Some("held".to_owned()),
        weight: None,
        job: job("careers"),
    };
    client.submit(&submission).await.unwrap();
    let id = JobId("held".to_owned());
    let hold = |record: &mut JobRecord| record.state = JobState::Held;
    world.registry.change(&id, hold).await.unwrap();
    let forget = "/v1/jobs/held?forget=true";
    let (status, told) = world.send("DELETE", forget, &[], None).await;
    assert_eq!((status, &told["state"]), (200, &json!("cancelled")));
    assert!(world.registry.get(&id).await.unwrap().is_some());
    world.send("DELETE", forget, &[], None).await;
    assert!(world.registry.get(&id).await.unwrap().is_none());
}

#[tokio::test]
async fn a_list_is_delivered_where_the_schema_is_a_list() {
    let world = World::start(None).await;
    let mut job = job("careers");
    job["schema"] = job["schema"]["properties"]["jobs"].clone();
    let submission = Submission {
        id: Some("list".to_owned()),
        weight: None,
        job,
    };
    let client = world.client(None);
    client.submit(&submission).await.unwrap();
    assert_eq!(client.output("list").await.unwrap(), json!([]));
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
    let told = world.client(None).jobs().await.unwrap_err().to_string();
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
        ("127.0.0.1", 200),
        ("[::1]:7700", 200),
        ("attacker.example", 403),
        ("127.0.0.1.attacker.example", 403),
    ] {
        let (status, _) = world.send("GET", "/v1/jobs", &[("host", host)], None).await;
        assert_eq!(status, expect, "{host}");
    }
}

#[tokio::test]
async fn what_is_not_offered_is_said_in_json() {
    let world = World::start(None).await;
    for (method, path, expect) in [
        ("GET", "/v2", (404, "not_found")),
        ("PUT", "/v1/jobs", (405, "bad_request")),
        ("GET", "/v1/jobs/none", (404, "not_found")),
        ("GET", "/v1/jobs/none/rows", (404, "not_found")),
        ("DELETE", "/v1/jobs/none", (404, "not_found")),
        ("GET", "/v1/jobs/none/rows?offset=x", (400, "bad_request")),
        ("DELETE", "/v1/jobs/none?forget=x", (400, "bad_request")),
    ] {
        let (status, told) = world.send(method, path, &[], None).await;
        assert_eq!(
            (status, told["code"].as_str().unwrap()),
            expect,
            "{method} {path}"
        );
    }
}

#[tokio::test]
async fn a_job_is_measured_until_it_is_forgotten() {
    let world = World::start(None).await;
    let submission = Submission {
        id: Some("one".to_owned()),
        weight: None,
        job: job("careers"),
    };
    world.client(None).submit(&submission).await.unwrap();
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
    let told = Client::new(base, None).unwrap().jobs().await.unwrap_err();
    let told = told.to_string();
    assert!(
        told.contains("127.0.0.1:9") && told.contains("WINDROW_URL"),
        "{told}"
    );
    assert!(!told.contains("secret"), "{told}");
}
