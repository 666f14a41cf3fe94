//! Jobs come, are told about, and are cancelled.

use std::hash::{BuildHasher as _, RandomState};

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use common::api::{JobStatus, Jobs, Submission};
use common::jobs::{JobRecord, JobState, Submitted, compile};
use domain::ids::JobId;
use domain::job::{JobFile, parse_job};
use domain::schema::Finding;
use serde::Deserialize;
use serde_json::Value;

use super::Parts;
use super::answer::open;
use super::problem::Failure;

/// `POST /v1/jobs`
pub(super) async fn submit(
    State(parts): State<Parts>,
    body: Result<Json<Submission>, JsonRejection>,
) -> Result<Response, Failure> {
    let Json(submission) = body?;
    let file = check(&submission.job, &parts)?;
    let id = match submission.id {
        Some(id) => JobId::parse(&id).ok_or_else(|| {
            let message = format!("{id:?} is no job id: 1 to 64 characters of a-z 0-9 - _ .");
            Failure::new(StatusCode::BAD_REQUEST, "bad_request", message)
        })?,
        None => fresh_id(&file.name, parts.clock.now_ms()),
    };
    let weight = submission.weight.unwrap_or(1);
    let record = JobRecord::new(id, file, weight, parts.clock.now_ms());
    let (status, told) = match parts.registry.submit(&record).await? {
        Submitted::New => (StatusCode::CREATED, record),
        Submitted::Known(known) => (StatusCode::OK, *known),
        Submitted::Taken => {
            let message = format!("Another job has the id {}: choose one.", record.id.0);
            return Err(Failure::new(StatusCode::CONFLICT, "taken", message));
        }
    };
    parts.wake.notify_one();
    let place = HeaderValue::try_from(format!("/v1/jobs/{}", told.id.0));
    let mut headers = HeaderMap::new();
    if let Ok(place) = place {
        headers.insert(LOCATION, place);
    }
    Ok((status, headers, Json(JobStatus::new(&told, None))).into_response())
}

/// The job as the rules for job files have it, and its schema as one that compiles.
fn check(job: &Value, parts: &Parts) -> Result<JobFile, Failure> {
    let refused = |findings| Failure::refused("The job is refused.", findings);
    let file = parse_job(&job.to_string(), &parts.allow_ranges).map_err(refused)?;
    let inline = |pointer: &str, message: &str| {
        refused(vec![Finding {
            pointer: pointer.to_owned(),
            code: "bad_value".to_owned(),
            message: message.to_owned(),
        }])
    };
    if file.schema.is_string() {
        let message = "a path means nothing to the coordinator: put the schema itself here";
        return Err(inline("/schema", message));
    }
    if file.pages_file.is_some() {
        let message = "a path means nothing to the coordinator: put the addresses into `pages`";
        return Err(inline("/pages_file", message));
    }
    compile(&file)
        .map_err(|findings| Failure::refused("The job's schema is refused.", findings))?;
    Ok(file)
}

/// An id that begins with the job's name.
fn fresh_id(name: &str, now: u64) -> JobId {
    let salt = RandomState::new().hash_one(now);
    let name: String = name.chars().take(40).collect();
    JobId(format!("{name}-{salt:016x}"))
}

/// `GET /v1/jobs`
pub(super) async fn list(State(parts): State<Parts>) -> Result<Json<Jobs>, Failure> {
    let mut records = parts.registry.all().await?;
    records.sort_by(|a, b| (b.submitted_at, &b.id).cmp(&(a.submitted_at, &a.id)));
    let jobs = records.iter().map(|record| JobStatus::new(record, None));
    Ok(Json(Jobs {
        jobs: jobs.collect(),
    }))
}

/// `GET /v1/jobs/{id}`
pub(super) async fn status(
    State(parts): State<Parts>,
    Path(id): Path<String>,
) -> Result<Json<JobStatus>, Failure> {
    let (record, job) = open(&parts, &id).await?;
    let progress = job.store.progress().await?;
    Ok(Json(JobStatus::new(&record, Some(&progress))))
}

#[derive(Deserialize)]
pub(super) struct Cancel {
    #[serde(default)]
    forget: bool,
}

/// `DELETE /v1/jobs/{id}`: asks for the job's end. `?forget=true` deletes a job that came to its end.
pub(super) async fn cancel(
    State(parts): State<Parts>,
    Path(id): Path<String>,
    how: Result<Query<Cancel>, QueryRejection>,
) -> Result<(StatusCode, Json<JobStatus>), Failure> {
    let Query(how) = how?;
    let job = JobId::parse(&id).ok_or_else(|| Failure::no_job(&id))?;
    let now = parts.clock.now_ms();
    let before = parts.registry.get(&job).await?;
    let was_over = before.is_some_and(|record| record.state.is_terminal());
    let end = move |record: &mut JobRecord| match record.state {
        JobState::Running | JobState::Waiting => record.cancel = true,
        JobState::Held => {
            record.cancel = true;
            record.state = JobState::Cancelled;
            record.ended_at = Some(now);
        }
        _ => {}
    };
    let record = parts.registry.change(&job, end).await?;
    let record = record.ok_or_else(|| Failure::no_job(&id))?;
    let told = Json(JobStatus::new(&record, None));
    if !record.state.is_terminal() {
        parts.wake.notify_one();
        return Ok((StatusCode::ACCEPTED, told));
    }
    if how.forget && was_over {
        parts.registry.forget(&job).await?;
    }
    Ok((StatusCode::OK, told))
}
