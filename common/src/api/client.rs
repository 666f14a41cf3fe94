//! The client of the coordinator's API.

mod error;
mod rows;
#[cfg(test)]
mod tests;

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use url::Url;

use super::{JobStatus, Jobs, NDJSON, Problem, RowWindow, Rows, Submission};
use crate::address::without_credentials;
use crate::store::Verified;
use error::quoted;

pub use error::ClientError;
pub use rows::RowStream;

/// How long one request may take, and each step of one whose answer is a stream.
const WITHIN: Duration = Duration::from_mins(1);

/// How long a coordinator may take to take the call.
const CONNECT: Duration = Duration::from_secs(10);

/// A coordinator to talk to. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    base: Url,
    token: Option<String>,
    http: reqwest::Client,
}

impl Client {
    /// A client of the coordinator at an http(s) address; nothing is sent yet.
    ///
    /// # Errors
    /// TLS could not be set up.
    pub fn new(mut base: Url, token: Option<String>) -> Result<Self, ClientError> {
        crate::tls::install_provider();
        // One header says who asks: a user in the address would make a second one.
        if token.is_some() && base.set_username("").is_ok() {
            base.set_password(None).unwrap_or_default();
        }
        // A redirected POST would become a GET, and a token would travel to whoever is named.
        let builder = reqwest::Client::builder().redirect(Policy::none());
        let http = builder
            .read_timeout(WITHIN)
            .connect_timeout(CONNECT)
            .build();
        let http = http.map_err(|error| ClientError::Unreachable {
            base: without_credentials(base.as_str()),
            reason: error.without_url().to_string(),
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

    /// Jobs, the newest first: at most `limit` ([`super::JOBS_AT_ONCE`] if not given), after the `cursor`
    /// that an earlier answer gave as [`Jobs::next`].
    ///
    /// # Errors
    /// See [`ClientError`].
    pub async fn jobs(
        &self,
        cursor: Option<&str>,
        limit: Option<usize>,
    ) -> Result<Jobs, ClientError> {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        if let Some(limit) = limit {
            query.append_pair("limit", &limit.to_string());
        }
        if let Some(cursor) = cursor {
            query.append_pair("cursor", cursor);
        }
        let path = format!("v1/jobs?{}", query.finish());
        self.json(Method::GET, &path, None::<&()>).await
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

    /// A window on a job's rows, as many as the coordinator tells at once.
    ///
    /// # Errors
    /// See [`ClientError`].
    pub async fn rows(&self, id: &str, window: &RowWindow) -> Result<Rows, ClientError> {
        let path = of(id, &format!("/rows?{}", window.query()));
        self.json(Method::GET, &path, None::<&()>).await
    }

    /// All rows of a window, one after the other.
    ///
    /// # Errors
    /// See [`ClientError`].
    pub async fn stream(&self, id: &str, window: &RowWindow) -> Result<RowStream, ClientError> {
        let path = of(id, &format!("/rows?{}", window.query()));
        let request = self.request(Method::GET, &path).header("accept", NDJSON);
        let response = request.send().await.map_err(|error| self.lost(error))?;
        let kind = response.headers().get("content-type");
        if response.status().is_success() && kind.is_some_and(|kind| kind == NDJSON) {
            return Ok(RowStream::new(self.clone(), response));
        }
        let (status, to) = head(&response);
        let text = response.text().await.map_err(|error| self.lost(error))?;
        Err(self.no(status, to, &text))
    }

    async fn json<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&(impl Serialize + Sync)>,
    ) -> Result<T, ClientError> {
        let mut request = self.request(method, path).timeout(WITHIN);
        if let Some(body) = body {
            let text = serde_json::to_string(body).unwrap_or_default();
            request = request
                .header("content-type", "application/json")
                .body(text);
        }
        let response = request.send().await.map_err(|error| self.lost(error))?;
        let (status, to) = head(&response);
        let text = response.text().await.map_err(|error| self.lost(error))?;
        match serde_json::from_str(&text) {
            Ok(value) if status.is_success() => Ok(value),
            _ => Err(self.no(status, to, &text)),
        }
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let base = self.base.as_str().trim_end_matches('/');
        let request = self.http.request(method, format!("{base}/{path}"));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    /// What an answer that is no success says.
    fn no(&self, status: StatusCode, to: Option<String>, text: &str) -> ClientError {
        if let Ok(mut problem) = serde_json::from_str::<Problem>(text) {
            if status == StatusCode::UNAUTHORIZED {
                problem.hint = match &self.token {
                    Some(_) => "WINDROW_TOKEN is not its coordinator.token.".to_owned(),
                    None => "Set WINDROW_TOKEN to its coordinator.token.".to_owned(),
                };
            }
            return ClientError::Refused(Box::new(problem));
        }
        let text = match to {
            Some(to) => {
                format!("it points to {to}; set WINDROW_URL to the coordinator's own address")
            }
            None => text.to_owned(),
        };
        ClientError::Strange {
            base: self.place(),
            status: status.as_u16(),
            text: quoted(&text, self.token.as_deref()),
        }
    }

    fn lost(&self, error: reqwest::Error) -> ClientError {
        let error = error.without_url();
        let mut reason = error.to_string();
        let mut source = std::error::Error::source(&error);
        while let Some(deeper) = source {
            reason = deeper.to_string();
            source = deeper.source();
        }
        if reason.to_lowercase().contains("certificate") {
            reason.push_str(" (SSL_CERT_FILE names a file of authorities to trust)");
        }
        ClientError::Unreachable {
            base: self.place(),
            reason,
        }
    }

    /// Where the coordinator is, as it may be said aloud.
    fn place(&self) -> String {
        without_credentials(self.base.as_str())
    }
}

/// Status, and where a redirect points to.
fn head(response: &Response) -> (StatusCode, Option<String>) {
    let status = response.status();
    let to = response.headers().get("location");
    let to = to.filter(|_| status.is_redirection());
    let to = to.and_then(|to| Url::parse(to.to_str().ok()?).ok());
    (
        status,
        to.as_ref().map(|to| without_credentials(to.as_str())),
    )
}

fn of(id: &str, rest: &str) -> String {
    let id: String = url::form_urlencoded::byte_serialize(id.as_bytes()).collect();
    format!("v1/jobs/{id}{rest}")
}
