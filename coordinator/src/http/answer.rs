//! A job's answer: the document and its coverage.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use common::api;
use common::jobs::{JobRecord, OpenJob};
use domain::ids::JobId;

use super::Parts;
use super::asked::Named;
use super::document::Document;
use super::problem::Failure;

/// `yes` if nothing more will happen to the answer.
static FINAL: HeaderName = HeaderName::from_static("windrow-final");

/// A job with its answer, whatever its state.
pub(super) async fn open(parts: &Parts, id: &str) -> Result<(JobRecord, OpenJob), Failure> {
    let record = match JobId::parse(id) {
        Some(id) => parts.registry.get(&id).await?,
        None => None,
    };
    let Some(record) = record else {
        return Err(missing(parts, id).await);
    };
    let job = parts.registry.open_job(&record, &parts.clock);
    let job = job.map_err(|findings| Failure::refused("The job's schema is refused.", findings))?;
    Ok((record, job))
}

/// There is no such job, but perhaps one whose id was meant.
pub(super) async fn missing(parts: &Parts, id: &str) -> Failure {
    match parts.registry.like(id).await {
        Ok(like) => Failure::no_job(id, &like),
        Err(error) => error.into(),
    }
}

pub(super) fn is_final(record: &JobRecord) -> [(HeaderName, &'static str); 1] {
    let told = if record.state.is_terminal() {
        "yes"
    } else {
        "no"
    };
    [(FINAL.clone(), told)]
}

/// `GET /v1/jobs/{id}/output`: the same bytes as `output.json` of a run.
pub(super) async fn output(
    State(parts): State<Parts>,
    Named(id): Named,
) -> Result<Response, Failure> {
    let (record, job) = open(&parts, &id).await?;
    let document = Document::of(job.store).await?;
    let kind = [(CONTENT_TYPE, "application/json")];
    Ok((is_final(&record), kind, document.body()).into_response())
}

/// `GET /v1/jobs/{id}/coverage`
pub(super) async fn coverage(
    State(parts): State<Parts>,
    Named(id): Named,
) -> Result<Response, Failure> {
    let (record, job) = open(&parts, &id).await?;
    let told = api::coverage(&job.store).await?;
    Ok((is_final(&record), Json(told)).into_response())
}

/// `GET /v1/jobs/{id}/verify`
pub(super) async fn verify(
    State(parts): State<Parts>,
    Named(id): Named,
) -> Result<Response, Failure> {
    let (_, job) = open(&parts, &id).await?;
    Ok(Json(job.store.verify().await?).into_response())
}
