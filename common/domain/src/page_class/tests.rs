//! What an HTTP status says by itself.

use super::PageClass;

#[test]
fn a_status_of_an_error_decides_the_class() {
    let check = |status, expect| assert_eq!(PageClass::of_status(status), expect, "{status}");
    for status in [100, 200, 204, 304, 399] {
        check(status, None);
    }
    for status in [404, 410] {
        check(status, Some(PageClass::Gone));
    }
    for status in [401, 403, 407, 429] {
        check(status, Some(PageClass::Challenge));
    }
    for status in [400, 405, 451, 500, 503, 599] {
        check(status, Some(PageClass::Failed));
    }
}
