//! Jobs come, are told about, and end.

use common::api::{ClientError, Submission};
use common::jobs::{JobEnd, JobRecord, JobState};
use domain::ids::JobId;
use domain::job::JobFile;
use serde_json::json;

use super::{World, header, job};

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
    assert!(taken.to_string().contains("/job/name"), "{taken}");
    let told = client.status("one").await.unwrap();
    assert_eq!(told.pages.unwrap().discovered, 0);
    assert_eq!(client.jobs(None, None).await.unwrap().jobs.len(), 1);
    assert_eq!(client.output("one").await.unwrap(), json!({ "jobs": [] }));
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
    assert!(missing.contains("no job one."), "{missing}");
}

#[tokio::test]
async fn what_was_not_over_is_not_forgotten() {
    let world = World::start(None).await;
    world.submit("held").await;
    let id = JobId("held".to_owned());
    let hold = |record: &mut JobRecord| {
        record.state = JobState::Held;
        record.end = Some(JobEnd {
            successful: true,
            schema_valid: true,
            rows: 7,
            ..JobEnd::default()
        });
    };
    world.registry.change(&id, hold).await.unwrap();
    let forget = "/v1/jobs/held?forget=true";
    let (status, told) = world.send("DELETE", forget, &[], None).await;
    assert_eq!((status, &told["state"]), (200, &json!("cancelled")));
    let kept = world.registry.get(&id).await.unwrap().unwrap();
    let end = kept.end.unwrap();
    assert_eq!((end.rows, end.successful), (7, false));
    assert!(end.why.contains("operator"), "{}", end.why);
    assert!(kept.ended_at.is_some());
    assert_eq!(world.send("DELETE", forget, &[], None).await.0, 200);
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
async fn a_new_job_is_created_and_one_that_is_known_is_not() {
    let world = World::start(None).await;
    let json = [("content-type", "application/json")];
    let body = json!({ "id": "one", "job": job("careers") }).to_string();
    for expect in [201, 200] {
        let response = world
            .ask("POST", "/v1/jobs", &json, Some(body.clone()))
            .await;
        assert_eq!(response.status().as_u16(), expect);
        assert_eq!(header(&response, "location"), "/v1/jobs/one");
    }
    let unnamed = json!({ "job": job("careers") }).to_string();
    let response = world.ask("POST", "/v1/jobs", &json, Some(unnamed)).await;
    assert_eq!(response.status().as_u16(), 201);
    let place = header(&response, "location").to_owned();
    assert!(place.starts_with("/v1/jobs/careers-"), "{place}");
    assert_eq!(world.send("GET", &place, &[], None).await.0, 200);
}

#[tokio::test]
async fn what_differs_under_a_known_id_is_named_and_not_told() {
    let world = World::start(None).await;
    let with = |weight: u32, agent: &str| {
        let mut job = job("careers");
        job["read"] = json!({ "headers": { "X-Key": agent } });
        json!({ "id": "one", "weight": weight, "job": job })
    };
    let post = async |body| world.send("POST", "/v1/jobs", &[], Some(&body)).await;
    assert_eq!(post(with(2, "secret-1")).await.0, 201);
    assert_eq!(post(with(2, "secret-1")).await.0, 200);
    for (body, place) in [
        (with(3, "secret-1"), "/weight"),
        (with(2, "secret-2"), "/job/read/headers/X-Key"),
    ] {
        let (status, told) = post(body).await;
        assert_eq!((status, &told["code"]), (409, &json!("taken")), "{told}");
        assert_eq!(told["pointer"], place);
        assert_eq!(told["refusals"][0]["pointer"], place);
        assert!(told["message"].as_str().unwrap().contains(place), "{told}");
        assert!(!told.to_string().contains("secret"), "{told}");
    }
    let (status, told) = post(with(0, "secret-1")).await;
    let seen = (status, &told["code"], &told["pointer"]);
    assert_eq!(seen, (422, &json!("refused"), &json!("/weight")), "{told}");
}

#[tokio::test]
async fn jobs_are_told_page_by_page_the_newest_first() {
    let world = World::start(None).await;
    for n in 0..130 {
        let mut record = JobRecord::new(JobId(format!("j{n:03}")), JobFile::default(), 1, n);
        record.file.name = "careers".to_owned();
        world.registry.submit(&record).await.unwrap();
    }
    let client = world.client(None);
    let first = client.jobs(None, None).await.unwrap();
    assert_eq!((first.jobs.len(), first.jobs[0].id.as_str()), (100, "j129"));
    let rest = client.jobs(first.next.as_deref(), None).await.unwrap();
    assert_eq!((rest.jobs.len(), rest.next), (30, None));
    assert_eq!(rest.jobs[29].id, "j000");
    let all = client.jobs(None, Some(130)).await.unwrap();
    assert_eq!((all.jobs.len(), all.next), (130, None));
    let (_, told) = world.send("GET", "/v1/jobs?limit=1", &[], None).await;
    assert_eq!(told["jobs"].as_array().unwrap().len(), 1);
    assert!(told["next"].is_string());
}

#[tokio::test]
async fn a_job_that_is_over_is_not_ended_again() {
    let world = World::start(None).await;
    world.submit("one").await;
    let id = JobId("one".to_owned());
    let deliver = |record: &mut JobRecord| {
        record.state = JobState::Delivered;
        record.ended_at = Some(5);
    };
    world.registry.change(&id, deliver).await.unwrap();
    let (status, told) = world.send("DELETE", "/v1/jobs/one", &[], None).await;
    assert_eq!((status, &told["state"]), (200, &json!("delivered")));
    assert_eq!(
        (&told["cancel"], &told["ended_at"]),
        (&json!(false), &json!(5))
    );
}
