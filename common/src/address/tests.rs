//! What is said of an address, and what is not.

use super::*;

#[test]
fn an_address_is_said_without_credentials() {
    let check = |url: &str, expect: &str| assert_eq!(without_credentials(url), expect);
    check("redis://h:1", "redis://h:1");
    check("redis://:secret@h:1/2", "redis://h:1/2");
    check("rediss://me:secret@h", "rediss://h");
    check("redis+unix:///run/r?pass=secret", "redis+unix:///run/r");
    check("https://me:secret@h:4444/wd/hub", "https://h:4444/wd/hub");
    check("me:secret@h:1", "an address that cannot be read");
    check("no url: secret", "an address that cannot be read");
}
