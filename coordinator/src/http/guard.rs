//! Who may ask: the bearer of the token (RFC 6750), or, where there is none, whoever addresses this
//! machine as itself. A page in somebody's browser that names another host does not.

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, HOST};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Parts;
use super::problem::Failure;

/// Lets a request through, or refuses it.
pub(super) async fn guard(State(parts): State<Parts>, request: Request, next: Next) -> Response {
    let failure = match &parts.token {
        Some(token) if bears(request.headers(), token) => return next.run(request).await,
        None if is_local(&request) => return next.run(request).await,
        Some(_) => {
            let message = "The coordinator asks for its token.";
            let failure = Failure::new(StatusCode::UNAUTHORIZED, "unauthorized", message);
            failure.hint("Send Authorization: Bearer <token>.")
        }
        None => {
            let message = "Without a token the coordinator answers only to localhost.";
            let failure = Failure::new(StatusCode::FORBIDDEN, "forbidden", message);
            failure.hint("Address it as localhost, or set its coordinator.token.")
        }
    };
    failure.into_response()
}

fn bears(headers: &HeaderMap, token: &str) -> bool {
    let given = headers.get(AUTHORIZATION).and_then(|v| v.to_str().ok());
    let given = given.and_then(|value| {
        let (scheme, rest) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| rest.trim())
    });
    given.is_some_and(|given| same(given.as_bytes(), token.as_bytes()))
}

/// Compares in a time that depends on the lengths only.
fn same(one: &[u8], other: &[u8]) -> bool {
    let differs = one.iter().zip(other).fold(0, |seen, (a, b)| seen | (a ^ b));
    one.len() == other.len() && std::hint::black_box(differs) == 0
}

/// Whether a request names this machine as where it goes. One that names nothing (HTTP/1.0) does not.
fn is_local(request: &Request) -> bool {
    let named = request.headers().get(HOST);
    let named = named.map_or(request.uri().authority().map(Authority::as_str), |host| {
        host.to_str().ok()
    });
    named.is_some_and(|host| {
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => host.split(':').next().unwrap_or_default(),
        };
        let address = name.parse::<std::net::IpAddr>();
        name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
    })
}
