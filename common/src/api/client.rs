//! The client of the coordinator's API.

use std::time::Duration;

use reqwest::{Method, Response, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use url::Url;

use super::{JobStatus, Jobs, Problem, Rows, Submission};
use crate::address::without_credentials;
use crate::store::Verified;

/// How long one request may take.
const WITHIN: Duration = Duration::from_mins(1);

/// A coordinator to talk to. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    base: Url,
    token: Option<String>,
    http: reqwest::Client,
}

/// Why a coordinator did not do it.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// Nobody answered.
    #[error(
        "no coordinator answers at {base}: {reason}. Is it running, and is WINDROW_URL its address?"
    )]
    Unreachable {
        /// Where.
        base: String,
        /// Why, as far as it is known.
        reason: String,
    },
    /// The coordinator said no.
    #[error("{}", .0.message)]
    Refused(Problem),
    /// The coordinator answered something else.
    #[error("{base} answered {status}, which is no answer of a coordinator: {text}")]
    Strange {
        /// Where.
        base: String,
        /// The HTTP status.
        status: u16,
        /// The beginning of the body.
        text: String,
    },
}

impl ClientError {
    /// Whether asking again may help. A request without an answer may have been carried out.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Unreachable { .. } => true,
            Self::Refused(problem) => problem.code == "unavailable",
            Self::Strange { status, .. } => *status >= 500,
        }
    }
}

impl Client {
    /// A client of the coordinator at an http(s) address; nothing is sent yet.
    ///
    /// # Errors
    /// TLS could not be set up.
    pub fn new(base: Url, token: Option<String>) -> Result<Self, ClientError> {
        crate::tls::install_provider();
        let http = reqwest::Client::builder().timeout(WITHIN).build();
        let http = http.map_err(|error| ClientError::Unreachable {
            base: without_credentials(base.as_str()),
            reason: error.to_string(),
        })?;
        Ok(Self { base, token, http })
    }

    /// Submits a job. With an id in it, submitting again after an unknown outcome is safe.
    ///
    /// # Errors
    /// See [`ClientError`].
    pub async fn submit(&self, submission: &Submission) -> Result<JobStatus, ClientError> {
        self.json(Method::POST, "v1/jobs", Some(submission)).await
    }

    /// All jobs, the newest first.
    ///
    /// # Errors
    /// See [`ClientError`].
    pub async fn jobs(&self) -> Result<Jobs, ClientError> {
        self.json(Method::GET, "v1/jobs", None::<&()>).await
    }

    /// How a job stands.
    ///
    /// # Errors
    /// See [`ClientError`].
    pub async fn status(&self, id: &str) -> Result<JobStatus, ClientError> {
        self.json(Method::GET, &of(id, ""), None::<&()>).await
    }

    /// Asks for a job's end.
    ///
    /// # Errors
    /// See [`ClientError`].
    pub async fn cancel(&self, id: &str) -> Result<JobStatus, ClientError> {
        self.json(Method::DELETE, &of(id, ""), None::<&()>).await
    }

    /// A job's document: as delivered, or as it would be delivered now.
    ///
    /// # Errors
    /// See [`ClientError`].
    pub async fn output(&self, id: &str) -> Result<Value, ClientError> {
        self.json(Method::GET, &of(id, "/output"), None::<&()>)
            .await
    }

    /// A job's coverage, as [`super::coverage`] tells it.
    ///
    /// # Errors
    /// See [`ClientError`].
    pub async fn coverage(&self, id: &str) -> Result<Value, ClientError> {
        self.json(Method::GET, &of(id, "/coverage"), None::<&()>)
            .await
    }

    /// A job's counters against the records that they count.
    ///
    /// # Errors
    /// See [`ClientError`].
    pub async fn verify(&self, id: &str) -> Result<Verified, ClientError> {
        self.json(Method::GET, &of(id, "/verify"), None::<&()>)
            .await
    }

    /// A window on a job's rows; all fields if none is named.
    ///
    /// # Errors
    /// See [`ClientError`].
    pub async fn rows(
        &self,
        id: &str,
        offset: usize,
        limit: Option<usize>,
        fields: &[String],
    ) -> Result<Rows, ClientError> {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.append_pair("offset", &offset.to_string());
        if let Some(limit) = limit {
            query.append_pair("limit", &limit.to_string());
        }
        if !fields.is_empty() {
            query.append_pair("fields", &fields.join(","));
        }
        let path = of(id, &format!("/rows?{}", query.finish()));
        self.json(Method::GET, &path, None::<&()>).await
    }

    async fn json<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&(impl Serialize + Sync)>,
    ) -> Result<T, ClientError> {
        let base = self.base.as_str().trim_end_matches('/');
        let mut request = self.http.request(method, format!("{base}/{path}"));
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            let text = serde_json::to_string(body).unwrap_or_default();
            request = request
                .header("content-type", "application/json")
                .body(text);
        }
        let response = request.send().await.map_err(|error| self.lost(&error))?;
        self.read(response).await
    }

    async fn read<T: DeserializeOwned>(&self, response: Response) -> Result<T, ClientError> {
        let status = response.status();
        let text = response.text().await.map_err(|error| self.lost(&error))?;
        if status.is_success()
            && let Ok(value) = serde_json::from_str(&text)
        {
            return Ok(value);
        }
        if let Ok(mut problem) = serde_json::from_str::<Problem>(&text) {
            if status == StatusCode::UNAUTHORIZED {
                problem.message.push_str(" Set WINDROW_TOKEN.");
            }
            return Err(ClientError::Refused(problem));
        }
        Err(ClientError::Strange {
            base: without_credentials(self.base.as_str()),
            status: status.as_u16(),
            text: text.chars().take(200).collect(),
        })
    }

    fn lost(&self, error: &reqwest::Error) -> ClientError {
        let mut reason = error.to_string();
        let mut source = std::error::Error::source(error);
        while let Some(deeper) = source {
            reason = deeper.to_string();
            source = deeper.source();
        }
        ClientError::Unreachable {
            base: without_credentials(self.base.as_str()),
            reason,
        }
    }
}

fn of(id: &str, rest: &str) -> String {
    let id: String = url::form_urlencoded::byte_serialize(id.as_bytes()).collect();
    format!("v1/jobs/{id}{rest}")
}
