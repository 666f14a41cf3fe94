//! Responses that are no success: JSON with a code and a sentence.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use common::api::Problem;
use common::store::StoreError;
use domain::disposition::ErrorClass;
use domain::schema::Finding;

/// A response that is no success.
pub(super) struct Failure {
    status: StatusCode,
    problem: Problem,
}

impl Failure {
    pub(super) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Self {
        let problem = Problem {
            code: code.to_owned(),
            message: message.into(),
            refusals: Vec::new(),
        };
        Self { status, problem }
    }

    pub(super) fn no_job(id: &str) -> Self {
        let message = format!("There is no job {id}; GET /v1/jobs lists those there are.");
        Self::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    pub(super) fn refused(message: &str, findings: Vec<Finding>) -> Self {
        let mut failure = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", message);
        failure.problem.refusals = findings;
        failure
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
            let message = format!("The store is out of reach: {error}. Try again.");
            return Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message);
        }
        let message = error.to_string();
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", message)
    }
}

impl From<JsonRejection> for Failure {
    fn from(rejection: JsonRejection) -> Self {
        Self::new(rejection.status(), "bad_request", rejection.body_text())
    }
}

impl From<QueryRejection> for Failure {
    fn from(rejection: QueryRejection) -> Self {
        Self::new(rejection.status(), "bad_request", rejection.body_text())
    }
}

pub(super) async fn no_route() -> Failure {
    let message = "There is nothing here; the API is below /v1/jobs.";
    Failure::new(StatusCode::NOT_FOUND, "not_found", message)
}

pub(super) async fn no_method() -> Failure {
    let message = "This method is not offered here.";
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, "bad_request", message)
}
