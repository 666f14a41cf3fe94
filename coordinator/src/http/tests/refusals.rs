//! What is refused comes as JSON in one shape, with its place.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::{World, header, job};

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
async fn what_is_not_offered_is_said_in_json() {
    let world = World::start(None).await;
    for (method, path, expect) in [
        ("GET", "/v2", (404, "not_found", "")),
        ("PUT", "/v1/jobs", (405, "method_not_allowed", "")),
        ("GET", "/v1/jobs/none", (404, "not_found", "")),
        ("GET", "/v1/jobs/%ff", (400, "bad_request", "")),
        ("GET", "/v1/jobs/none/rows", (404, "not_found", "")),
        ("GET", "/v1/jobs/none/output", (404, "not_found", "")),
        ("GET", "/v1/jobs/none/coverage", (404, "not_found", "")),
        ("DELETE", "/v1/jobs/none", (404, "not_found", "")),
        ("DELETE", "/v1/jobs/No%20Id", (404, "not_found", "")),
        (
            "GET",
            "/v1/jobs/none/rows?offset=x",
            (400, "bad_request", "/offset"),
        ),
        (
            "GET",
            "/v1/jobs/none/rows?limit=-1",
            (400, "bad_request", "/limit"),
        ),
        (
            "GET",
            "/v1/jobs/none/rows?ofset=1",
            (400, "bad_request", "/ofset"),
        ),
        (
            "GET",
            "/v1/jobs/none/rows?receipts=on",
            (400, "bad_request", "/receipts"),
        ),
        ("GET", "/v1/jobs?limit=0", (400, "bad_request", "/limit")),
        ("GET", "/v1/jobs?cursor=x", (400, "bad_request", "/cursor")),
        (
            "DELETE",
            "/v1/jobs/none?forget=x",
            (400, "bad_request", "/forget"),
        ),
    ] {
        let (status, told) = world.send(method, path, &[], None).await;
        let text = |key: &str| told[key].as_str().unwrap();
        let seen = (status, text("code"), text("pointer"));
        assert_eq!(seen, expect, "{method} {path}: {told}");
        for key in ["code", "pointer", "message", "got", "allowed", "hint"] {
            assert!(told.get(key).is_some(), "no {key} in {told}");
        }
        assert!(!text("message").is_empty(), "{told}");
    }
    let response = world.ask("PUT", "/v1/jobs", &[], None).await;
    assert_eq!(header(&response, "allow"), "GET,HEAD,POST");
}

#[tokio::test]
async fn a_body_that_cannot_be_read_is_refused() {
    let world = World::start(None).await;
    let json = [("content-type", "application/json")];
    let large = format!("{{\"id\": \"{}\"}}", "a".repeat(17 * 1024 * 1024));
    for (headers, body, expect) in [
        (&json[..], "{", (400, "bad_request")),
        (&[][..], "{}", (415, "bad_request")),
        (
            &[("content-type", "text/plain")][..],
            "{}",
            (415, "bad_request"),
        ),
        (&json[..], &large, (413, "too_large")),
    ] {
        let response = world
            .ask("POST", "/v1/jobs", headers, Some(body.to_owned()))
            .await;
        let status = response.status().as_u16();
        let told: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
        assert_eq!((status, told["code"].as_str().unwrap()), expect, "{told}");
    }
    let body = json!({ "job": job("careers"), "weight": "3" });
    let (status, told) = world.send("POST", "/v1/jobs", &[], Some(&body)).await;
    assert_eq!(
        (status, &told["pointer"]),
        (422, &json!("/weight")),
        "{told}"
    );
    assert!(world.registry.all().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_job_that_is_not_known_is_answered_with_ids_like_it() {
    let world = World::start(None).await;
    world.submit("careers-2026").await;
    for path in ["/v1/jobs/carers-2026", "/v1/jobs/careers/rows"] {
        let (status, told) = world.send("GET", path, &[], None).await;
        assert_eq!((status, &told["allowed"]), (404, &json!(["careers-2026"])));
        assert!(
            told["hint"].as_str().unwrap().contains("careers-2026"),
            "{told}"
        );
    }
}

#[tokio::test]
async fn while_the_store_is_away_it_is_said_when_to_ask_again() {
    let world = World::start(None).await;
    world.submit("one").await;
    world.store.patience.store(0, Ordering::Relaxed);
    for (method, path) in [
        ("GET", "/v1/jobs"),
        ("GET", "/v1/jobs/one"),
        ("GET", "/v1/jobs/one/rows"),
        ("GET", "/v1/jobs/one/output"),
        ("DELETE", "/v1/jobs/one"),
    ] {
        let response = world.ask(method, path, &[], None).await;
        assert_eq!(response.status().as_u16(), 503, "{method} {path}");
        let again: u32 = header(&response, "retry-after").parse().unwrap();
        assert!(again > 0);
        let told: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
        assert_eq!(told["code"], "unavailable", "{told}");
    }
    let (status, told) = world.send("GET", "/readyz", &[], None).await;
    assert_eq!(status, 503);
    assert!(told.as_str().unwrap().contains("store"), "{told}");
    world.store.patience.store(u64::MAX, Ordering::Relaxed);
    assert_eq!(world.send("GET", "/readyz", &[], None).await.0, 200);
    assert_eq!(world.send("GET", "/v1/jobs/one", &[], None).await.0, 200);
}
