//! What a failure of the server means: words for people, and whether trying again may help.

use domain::disposition::ErrorClass;
use redis::{ErrorKind, RedisError, ServerError};

use crate::store::ShardError;

const LOGIN: &str = "; check the user and the password in the URL";

/// The codes of errors that pass by themselves, or by what an operator does to the server.
const PASSES: [&str; 10] = [
    "BUSY",
    "CLUSTERDOWN",
    "LOADING",
    "MASTERDOWN",
    "MISCONF",
    "NOREPLICAS",
    "NOSCRIPT",
    "OOM",
    "READONLY",
    "TRYAGAIN",
];

/// A failure of a server that was asked something, by its address without credentials.
pub(super) fn explain(address: &str, error: &RedisError) -> ShardError {
    let said = said(error);
    let code = said.as_ref().map_or("", ServerError::code);
    let words = said
        .as_ref()
        .map_or_else(|| error.to_string(), ToString::to_string);
    let remedy = match code {
        "OOM" => "; it has no memory left: raise maxmemory, or delete jobs",
        "MISCONF" => "; it cannot write to its disk",
        "NOPERM" => "; give the user in the URL this permission (ACL SETUSER)",
        "NOAUTH" | "WRONGPASS" => LOGIN,
        _ if error.kind() == ErrorKind::AuthenticationFailed => LOGIN,
        _ if is_of_database(&words) => "; check the number of the database at the end of the URL",
        _ if error.is_connection_refusal() => "; nothing listens there: check that it runs",
        _ => "",
    };
    ShardError {
        message: format!("{address}: {words}{remedy}"),
        class: class(error, code),
        full: false,
    }
}

/// The server, or the library on its behalf, refused the database of the URL.
fn is_of_database(words: &str) -> bool {
    [
        "DB index is out of range",
        "switch database",
        "database number",
    ]
    .iter()
    .any(|said| words.contains(said))
}

/// What the server itself said first: the cause, where it gave up a transaction for it.
fn said(error: &RedisError) -> Option<ServerError> {
    let all = error.clone().into_server_errors()?;
    let cause = all.iter().find(|(_, said)| said.code() != "EXECABORT");
    cause.or(all.first()).map(|(_, said)| said.clone())
}

/// A record that does not hold what this program writes.
pub(super) fn damaged(what: &str) -> ShardError {
    permanent(format!("the answer in Redis is damaged: {what}"))
}

/// A failure that stays.
pub(super) fn permanent(message: String) -> ShardError {
    ShardError {
        message,
        class: ErrorClass::Permanent,
        full: false,
    }
}

/// A failure that may pass.
pub(super) fn transient(message: String) -> ShardError {
    ShardError {
        message,
        class: ErrorClass::Transient,
        full: false,
    }
}

/// Networks, restarts, failovers and a full memory pass; a refused login and a wrong request stay.
fn class(error: &RedisError, code: &str) -> ErrorClass {
    if error.is_io_error() || PASSES.contains(&code) {
        ErrorClass::Transient
    } else {
        ErrorClass::Permanent
    }
}
