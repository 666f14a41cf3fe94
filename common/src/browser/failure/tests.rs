//! Tests of what network errors mean.

use ErrorClass::{Permanent, Transient};

use super::*;

#[test]
fn network_errors_have_their_layer() {
    let check = |code, layer, class| {
        let error = network(code, "http://a.example/");
        assert_eq!((error.layer, error.class), (layer, class), "{code}");
        assert!(error.message.contains("http://a.example/"), "{error}");
    };
    check("net::ERR_NAME_NOT_RESOLVED", Layer::Dns, Transient);
    check("net::ERR_CONNECTION_REFUSED", Layer::Connect, Transient);
    check("net::ERR_CONNECTION_RESET", Layer::Connect, Transient);
    check("net::ERR_CERT_DATE_INVALID", Layer::Tls, Permanent);
    check("net::ERR_SSL_PROTOCOL_ERROR", Layer::Tls, Permanent);
    check("net::ERR_CONNECTION_TIMED_OUT", Layer::Timeout, Transient);
    check("net::ERR_UNSAFE_PORT", Layer::Address, Permanent);
    check("net::ERR_TOO_MANY_REDIRECTS", Layer::Http, Permanent);
    check("net::ERR_EMPTY_RESPONSE", Layer::Http, Transient);
}
