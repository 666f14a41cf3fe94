//! What a request says, from path, query and body; what cannot be read is refused with its place.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts as Head;
use domain::pointer;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::problem::Failure;

/// The id in the path.
pub(super) struct Named(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Failure;

    async fn from_request_parts(head: &mut Head, state: &S) -> Result<Self, Failure> {
        let Path(id) = Path::<String>::from_request_parts(head, state).await?;
        Ok(Self(id))
    }
}

/// The parameters of the query, by name. The last one of a name counts.
pub(super) struct Asked(BTreeMap<String, String>);

impl<S: Send + Sync> FromRequestParts<S> for Asked {
    type Rejection = Failure;

    async fn from_request_parts(head: &mut Head, state: &S) -> Result<Self, Failure> {
        let Query(pairs) = Query::<Vec<(String, String)>>::from_request_parts(head, state).await?;
        Ok(Self(pairs.into_iter().collect()))
    }
}

impl Asked {
    /// The parameters, if there are none but these.
    pub(super) fn only(self, names: &[&str]) -> Result<Self, Failure> {
        let unknown = self.0.keys().find(|name| !names.contains(&name.as_str()));
        match unknown {
            None => Ok(self),
            Some(unknown) => Err(bad_request("This parameter is not known here.")
                .at(format!("/{unknown}"))
                .got(json!(self.0[unknown]))
                .allowed(names)
                .hint("`allowed` names the parameters.")),
        }
    }

    /// A parameter as text; nothing if it is not there or empty.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        let text = self.0.get(name).map(String::as_str);
        text.filter(|text| !text.is_empty())
    }

    /// A parameter as a whole number of at least this.
    pub(super) fn number(&self, name: &str, least: usize) -> Result<Option<usize>, Failure> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        match text.parse() {
            Ok(number) if number >= least => Ok(Some(number)),
            _ => Err(bad_request("This is no number that can be asked for.")
                .at(format!("/{name}"))
                .got(json!(text))
                .hint(format!("Give a whole number of at least {least}."))),
        }
    }

    /// Whether a parameter says `true`.
    pub(super) fn says(&self, name: &str) -> Result<bool, Failure> {
        match self.text(name) {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(other) => Err(bad_request("This is neither true nor false.")
                .at(format!("/{name}"))
                .got(json!(other))
                .allowed(&["true", "false"])),
        }
    }
}

/// A body of JSON.
pub(super) struct Sent<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Sent<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let Json(body) = Json::<Value>::from_request(request, state).await?;
        serde_path_to_error::deserialize(body)
            .map(Self)
            .map_err(|error| misshapen(&error))
    }
}

/// A body that is JSON and not what is asked for.
fn misshapen(error: &serde_path_to_error::Error<serde_json::Error>) -> Failure {
    use serde_path_to_error::Segment;
    let steps = error.path().iter().filter_map(|step| match step {
        Segment::Seq { index } => Some(format!("/{index}")),
        Segment::Map { key } => Some(pointer::of(key)),
        Segment::Enum { .. } | Segment::Unknown => None,
    });
    let message = format!("The body is not what is asked for: {}.", error.inner());
    Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_request", message)
        .at(steps.collect::<String>())
}

pub(super) fn bad_request(message: &str) -> Failure {
    Failure::new(StatusCode::BAD_REQUEST, "bad_request", message)
}

impl From<JsonRejection> for Failure {
    fn from(rejection: JsonRejection) -> Self {
        let status = rejection.status();
        let (code, hint) = match status {
            StatusCode::PAYLOAD_TOO_LARGE => ("too_large", "A body may have 16 MiB."),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                ("bad_request", "Send content-type: application/json.")
            }
            _ => ("bad_request", ""),
        };
        Self::new(status, code, sentence(&rejection.body_text())).hint(hint)
    }
}

impl From<QueryRejection> for Failure {
    fn from(rejection: QueryRejection) -> Self {
        let message = sentence(&rejection.body_text());
        Self::new(rejection.status(), "bad_request", message)
    }
}

impl From<PathRejection> for Failure {
    fn from(rejection: PathRejection) -> Self {
        let message = sentence(&rejection.body_text());
        Self::new(rejection.status(), "bad_request", message)
    }
}

fn sentence(text: &str) -> String {
    format!("{}.", text.trim_end_matches('.'))
}
