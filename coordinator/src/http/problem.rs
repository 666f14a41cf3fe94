//! Responses that are no success: a refusal in JSON, with its code, its place and what to do.

use axum::Json;
use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use common::api::Problem;
use common::store::StoreError;
use domain::disposition::ErrorClass;
use domain::schema::Finding;
use serde_json::Value;

/// A response that is no success.
pub(super) struct Failure {
    status: StatusCode,
    problem: Box<Problem>,
}

impl Failure {
    pub(super) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Self {
        let problem = Problem {
            code: code.to_owned(),
            message: message.into(),
            ..Problem::default()
        };
        let problem = Box::new(problem);
        Self { status, problem }
    }

    /// No job has this id; `like` are ids that may have been meant.
    pub(super) fn no_job(id: &str, like: &[String]) -> Self {
        let hint = match like {
            [] => "GET /v1/jobs (windrow status) lists those there are.".to_owned(),
            like => format!("Did you mean {}?", like.join(" or ")),
        };
        let message = format!("There is no job {id}.");
        let failure = Self::new(StatusCode::NOT_FOUND, "not_found", message);
        failure.got(id.into()).allowed(like).hint(hint)
    }

    /// A job is refused for these places in it.
    pub(super) fn refused(message: &str, findings: Vec<Finding>) -> Self {
        let mut failure = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", message);
        if let Some(first) = findings.first() {
            failure.problem.pointer.clone_from(&first.pointer);
        }
        failure.problem.refusals = findings;
        failure
    }

    /// With the places in what was sent, each of which is to blame.
    pub(super) fn because(mut self, findings: Vec<Finding>) -> Self {
        self.problem.refusals = findings;
        self
    }

    pub(super) fn at(mut self, pointer: impl Into<String>) -> Self {
        self.problem.pointer = pointer.into();
        self
    }

    pub(super) fn got(mut self, got: Value) -> Self {
        self.problem.got = got;
        self
    }

    pub(super) fn allowed(mut self, allowed: &[impl AsRef<str>]) -> Self {
        let allowed = allowed.iter().map(|one| one.as_ref().into());
        self.problem.allowed = allowed.collect();
        self
    }

    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.problem.hint = hint.into();
        self
    }

    /// What the body says.
    pub(super) fn problem(self) -> Problem {
        *self.problem
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = self.status;
        let mut response = (status, Json(self.problem)).into_response();
        let headers = response.headers_mut();
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        if error.class() == ErrorClass::Transient {
            let message = format!("The store is out of reach: {error}.");
            let failure = Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message);
            return failure.hint("Try again.");
        }
        let message = error.to_string();
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", message)
    }
}

pub(super) async fn no_route() -> Failure {
    let message = "There is nothing here; the API is below /v1/jobs.";
    Failure::new(StatusCode::NOT_FOUND, "not_found", message)
}

pub(super) async fn no_method() -> Failure {
    let message = "This method is not offered here.";
    let status = StatusCode::METHOD_NOT_ALLOWED;
    Failure::new(status, "method_not_allowed", message)
        .hint("The header Allow names those that are.")
}
