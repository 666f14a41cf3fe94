//! Which of a broker's refusals stay until somebody acts, by its own words (RabbitMQ 3.10 and 4.1).

use super::*;

#[test]
fn a_refusal_that_stays_is_told_from_one_that_passes() {
    let access = || AMQPErrorKind::Soft(AMQPSoftError::ACCESSREFUSED);
    let allowed = || AMQPErrorKind::Hard(AMQPHardError::NOTALLOWED);
    let failed = || AMQPErrorKind::Soft(AMQPSoftError::PRECONDITIONFAILED);
    let forced = || AMQPErrorKind::Hard(AMQPHardError::CONNECTIONFORCED);
    let check = |kind: AMQPErrorKind, text: &str, stays: bool, word: &str| {
        let (words, permanent) = judge(&kind, text);
        assert_eq!(permanent, stays, "{text}");
        assert!(words.contains(word) && words.contains(text), "{words}");
    };
    check(
        access(),
        "ACCESS_REFUSED - Login was refused using authentication mechanism PLAIN",
        true,
        "password",
    );
    check(
        access(),
        "ACCESS_REFUSED - access to exchange 'windrow' in vhost '/' refused for user 'rake'",
        true,
        "permission",
    );
    check(
        allowed(),
        "NOT_ALLOWED - vhost nowhere not found",
        true,
        "virtual host",
    );
    check(
        allowed(),
        "NOT_ALLOWED - access to vhost '/' refused for user 'rake': connection limit (9) is reached",
        false,
        "now",
    );
    check(
        failed(),
        "PRECONDITION_FAILED - inequivalent arg 'x-queue-type' for queue 'windrow.dead'",
        true,
        "queue.prefix",
    );
    check(
        failed(),
        "PRECONDITION_FAILED - delivery acknowledgement on channel 1 timed out",
        false,
        "timed out",
    );
    check(
        forced(),
        "CONNECTION_FORCED - broker forced connection closure",
        false,
        "forced",
    );
}
