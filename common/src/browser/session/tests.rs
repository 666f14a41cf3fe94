//! Tests of sorting the driver's errors.

use super::*;

#[test]
fn errors_say_what_has_to_be_replaced() {
    let check = |status, message: &str, expect: &str| {
        let error = CmdError::Standard(fantoccini::error::WebDriver::new(
            status,
            message.to_owned(),
        ));
        let debug = format!("{:?}", fault("run", &error));
        assert!(debug.starts_with(expect), "{message}: {debug}");
    };
    check(
        ErrorStatus::InvalidSessionId,
        "invalid session id",
        "Session",
    );
    check(ErrorStatus::ScriptTimeout, "script timeout", "Busy");
    check(
        ErrorStatus::Timeout,
        "timeout\nfrom aborted by navigation",
        "Unloaded",
    );
    check(ErrorStatus::UnknownError, "tab crashed", "Tab");
    check(ErrorStatus::NoSuchWindow, "no such window", "Tab");
    check(
        ErrorStatus::UnexpectedAlertOpen,
        "unexpected alert open",
        "Unloaded",
    );
    check(
        ErrorStatus::JavascriptError,
        "document unloaded",
        "Unloaded",
    );
    check(ErrorStatus::InvalidArgument, "invalid argument", "Argument");
    check(ErrorStatus::UnknownError, "cannot navigate", "Command");
}
