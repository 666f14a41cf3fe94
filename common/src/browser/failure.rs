//! Read errors: from Chromium's network errors (`net::ERR_...`), from a broken session, from a
//! deadline.

use domain::disposition::ErrorClass;

use super::session::Fault;
use super::{Layer, ReadError};

/// What a network error of Chromium means. The names are those of its `net_error_list.h`.
pub(super) fn network(code: &str, url: &str) -> ReadError {
    let name = code.strip_prefix("net::").unwrap_or(code);
    let (layer, class, words) = sort(name);
    ReadError {
        layer,
        message: format!("{words}: {url} ({name})"),
        class,
        suspect: false,
    }
}

fn sort(name: &str) -> (Layer, ErrorClass, &'static str) {
    use ErrorClass::{Permanent, Transient};
    let any = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if any(&["NAME_NOT_RESOLVED", "NAME_RESOLUTION", "ICANN", "DNS_"]) {
        (Layer::Dns, Transient, "the name does not resolve")
    } else if any(&["CONNECTION_REFUSED"]) {
        (Layer::Connect, Transient, "the connection was refused")
    } else if any(&["ERR_CERT", "ERR_SSL", "ERR_TLS", "ERR_BAD_SSL", "ECH_"]) {
        (Layer::Tls, Permanent, "the secure connection failed")
    } else if any(&["TIMED_OUT"]) {
        (Layer::Timeout, Transient, "the server did not answer")
    } else if any(&[
        "UNSAFE_PORT",
        "INVALID_URL",
        "UNKNOWN_URL_SCHEME",
        "DISALLOWED",
    ]) {
        (Layer::Address, Permanent, "the browser does not go there")
    } else if any(&["TOO_MANY_REDIRECTS"]) {
        (Layer::Http, Permanent, "the redirects have no end")
    } else if any(&["HTTP", "RESPONSE", "CONTENT_", "QUIC"]) {
        (Layer::Http, Transient, "the answer is not a page")
    } else {
        (Layer::Connect, Transient, "the connection failed")
    }
}

/// The deadline passed and nothing had arrived.
pub(super) fn timeout(url: &str) -> ReadError {
    ReadError {
        layer: Layer::Timeout,
        message: format!("nothing arrived in time: {url}"),
        class: ErrorClass::Transient,
        suspect: false,
    }
}

/// The address answers with something that is not shown: a download, or no content.
pub(super) fn not_a_page(url: &str) -> ReadError {
    ReadError {
        layer: Layer::Http,
        message: format!("not a page but a download or an empty answer: {url}"),
        class: ErrorClass::Permanent,
        suspect: false,
    }
}

/// The page's host is one that may not be read.
pub(super) fn address(url: &str, why: &str) -> ReadError {
    ReadError {
        layer: Layer::Address,
        message: format!("{url}: {why}"),
        class: ErrorClass::Permanent,
        suspect: false,
    }
}

/// The tab could not be sent to the address; the session works.
pub(super) fn not_sent(url: &str, why: &str) -> ReadError {
    ReadError {
        layer: Layer::Driver,
        message: format!("{url}: {why}"),
        class: ErrorClass::Transient,
        suspect: false,
    }
}

/// Our script failed in the page.
pub(super) fn script(url: &str, why: &str) -> ReadError {
    ReadError {
        layer: Layer::Script,
        message: format!("{url}: {why}"),
        class: ErrorClass::Transient,
        suspect: false,
    }
}

/// The page is too large to be read while others wait.
pub(super) fn too_large(url: &str) -> ReadError {
    ReadError {
        layer: Layer::Script,
        message: format!("too large to be read beside other pages: {url}"),
        class: ErrorClass::Transient,
        suspect: true,
    }
}

/// The page did not answer, but the tab does since its loading was stopped.
pub(super) fn silent(url: &str) -> ReadError {
    ReadError {
        layer: Layer::Timeout,
        message: format!(
            "too busy, or too long on its way elsewhere, to be read beside other pages: {url}"
        ),
        class: ErrorClass::Transient,
        suspect: true,
    }
}

/// The session or the tab was lost with the page in it.
pub(super) fn lost(url: &str, why: &Fault) -> ReadError {
    ReadError {
        layer: Layer::Driver,
        message: format!("{url}: {why}"),
        class: ErrorClass::Transient,
        suspect: true,
    }
}

/// No browser could be started, or the reader is closed.
pub(super) fn unavailable(why: &str) -> ReadError {
    ReadError {
        layer: Layer::Driver,
        message: why.to_owned(),
        class: ErrorClass::Transient,
        suspect: false,
    }
}

#[cfg(test)]
mod tests;
