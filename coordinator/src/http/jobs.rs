//! Jobs come, are told about, and are cancelled.

use axum::Json;
use axum::extract::State;
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use common::api::{JOBS_AT_ONCE, JobStatus, Jobs, MOST_AT_ONCE, Submission};
use common::jobs::{JobMark, JobRecord, JobState, Submitted, compile, fresh_id};
use domain::ids::JobId;
use domain::job::{JobFile, parse_job};
use domain::schema::Finding;
use serde_json::{Value, json};

use super::answer::{missing, open};
use super::asked::{Asked, Named, Sent, bad_request};
use super::problem::Failure;
use super::{Parts, differ};

/// Places that a message names; the body names all.
const NAMED: usize = 5;

/// `POST /v1/jobs`
pub(super) async fn submit(
    State(parts): State<Parts>,
    Sent(submission): Sent<Submission>,
) -> Result<Response, Failure> {
    let weight = weight(submission.weight)?;
    let file = check(&submission.job, &parts)?;
    let id = match submission.id {
        Some(id) => JobId::parse(&id).ok_or_else(|| {
            bad_request("This is no job id.")
                .at("/id")
                .got(json!(id))
                .hint("Take 1 to 64 characters of a-z 0-9 - _ . that do not begin with - and are not all dots.")
        })?,
        None => fresh_id(&file.name, parts.clock.now_ms()),
    };
    let record = JobRecord::new(id, file, weight, parts.clock.now_ms());
    let (status, told) = match parts.registry.submit(&record).await? {
        Submitted::New => (StatusCode::CREATED, record),
        Submitted::Known(known) => (StatusCode::OK, *known),
        Submitted::Taken(known) => return Err(taken(&known, &record)),
    };
    parts.wake.notify_one();
    let place = HeaderValue::try_from(format!("/v1/jobs/{}", told.id.0));
    let mut headers = HeaderMap::new();
    if let Ok(place) = place {
        headers.insert(LOCATION, place);
    }
    Ok((status, headers, Json(JobStatus::new(&told, None))).into_response())
}

/// The weight that is asked for, 1 where none is.
fn weight(given: Option<u32>) -> Result<u32, Failure> {
    match given {
        Some(0) => Err(
            Failure::refused("A job without a share would never be read.", Vec::new())
                .at("/weight")
                .got(json!(0))
                .hint("Give a weight of at least 1."),
        ),
        given => Ok(given.unwrap_or(1)),
    }
}

/// The id belongs to another job. What differs is named and not told: a job may hold secrets.
fn taken(known: &JobRecord, given: &JobRecord) -> Failure {
    let mut places = differ::places(&json!(known.file), &json!(given.file), "/job");
    if known.weight != given.weight {
        places.push("/weight".to_owned());
    }
    let first = places.first().cloned().unwrap_or_default();
    let named: Vec<_> = places.iter().take(NAMED).map(String::as_str).collect();
    let more = match places.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more places"),
    };
    let message = format!(
        "Another job has the id {}: it differs at {}{more}.",
        known.id.0,
        named.join(", ")
    );
    let finding = |pointer: String| Finding {
        pointer,
        code: "differs".to_owned(),
        message: "the job that has this id says something else here".to_owned(),
    };
    Failure::new(StatusCode::CONFLICT, "taken", message)
        .at(first)
        .hint("Choose another id, or submit exactly what has this one.")
        .because(places.into_iter().map(finding).collect())
}

/// The job as the rules for job files have it, and its schema as one that compiles.
fn check(job: &Value, parts: &Parts) -> Result<JobFile, Failure> {
    let refused = |findings: Vec<Finding>| {
        let special = findings.iter().any(|one| one.code == "special_address");
        let failure = Failure::refused("The job is refused.", findings);
        if special {
            failure.hint("The coordinator opens ranges by its setting browser.allow_ranges.")
        } else {
            failure
        }
    };
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

/// `GET /v1/jobs`: the newest first, `limit` of them (100 if not given, 1,000 at the most) after the
/// `cursor` of an earlier answer.
pub(super) async fn list(State(parts): State<Parts>, asked: Asked) -> Result<Json<Jobs>, Failure> {
    let asked = asked.only(&["limit", "cursor"])?;
    let limit = asked.number("limit", 1)?.unwrap_or(JOBS_AT_ONCE);
    let limit = limit.min(MOST_AT_ONCE);
    let after = match asked.text("cursor") {
        None => None,
        Some(text) => Some(JobMark::parse(text).ok_or_else(|| {
            let failure = bad_request("This is no cursor.").at("/cursor");
            failure.got(json!(text)).hint("Take `next` of an answer.")
        })?),
    };
    let mut records = parts.registry.newest(after.as_ref(), limit + 1).await?;
    let more = records.len() > limit;
    records.truncate(limit);
    let last = records.last().filter(|_| more);
    Ok(Json(Jobs {
        next: last.map(|record| record.mark().to_string()),
        jobs: records
            .iter()
            .map(|job| JobStatus::new(job, None))
            .collect(),
    }))
}

/// `GET /v1/jobs/{id}`
pub(super) async fn status(
    State(parts): State<Parts>,
    Named(id): Named,
) -> Result<Json<JobStatus>, Failure> {
    let (record, job) = open(&parts, &id).await?;
    let progress = job.store.progress().await?;
    Ok(Json(JobStatus::new(&record, Some(&progress))))
}

/// `DELETE /v1/jobs/{id}`: asks for the job's end. `?forget=true` deletes a job that had come to its end
/// before this request.
pub(super) async fn cancel(
    State(parts): State<Parts>,
    Named(id): Named,
    asked: Asked,
) -> Result<(StatusCode, Json<JobStatus>), Failure> {
    let forget = asked.only(&["forget"])?.says("forget")?;
    let job = JobId::parse(&id);
    let before = match &job {
        Some(job) => parts.registry.get(job).await?,
        None => None,
    };
    let (Some(job), Some(before)) = (job, before) else {
        return Err(missing(&parts, &id).await);
    };
    let now = parts.clock.now_ms();
    let record = parts
        .registry
        .change(&job, |record| end(record, now))
        .await?;
    let Some(record) = record else {
        return Err(missing(&parts, &id).await);
    };
    let told = Json(JobStatus::new(&record, None));
    if !record.state.is_terminal() {
        parts.wake.notify_one();
        return Ok((StatusCode::ACCEPTED, told));
    }
    // What this very request ended has an answer that nobody fetched yet.
    if forget && before.state.is_terminal() {
        parts.registry.forget(&job).await?;
    }
    Ok((StatusCode::OK, told))
}

/// Asks for a job's end; a held one, which nobody runs, comes to it here.
fn end(record: &mut JobRecord, now: u64) {
    match record.state {
        JobState::Running | JobState::Waiting => record.cancel = true,
        JobState::Held => {
            record.cancel = true;
            record.state = JobState::Cancelled;
            record.ended_at = Some(now);
            let end = record.end.get_or_insert_default();
            end.successful = false;
            "ended by its operator while it was held".clone_into(&mut end.why);
        }
        _ => {}
    }
}
