//! Tests of what is said when nothing is found.

use super::*;

#[test]
fn what_is_given_and_missing_is_named_with_the_packages() {
    let options = BrowserOptions {
        binary: Some(PathBuf::from("/no/such/browser")),
        ..BrowserOptions::default()
    };
    let message = find(&options).unwrap_err().to_string();
    for words in [
        "/no/such/browser",
        "chromium-headless-shell chromium-driver",
        "WINDROW_WEBDRIVER_URL",
    ] {
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn a_name_that_is_nowhere_is_not_chosen() {
    assert_eq!(
        choose(None, &["no-such-browser"], "/usr/bin"),
        Err(String::new())
    );
    assert_eq!(
        choose(None, &["none", "sh"], "/bin"),
        Ok(PathBuf::from("/usr/bin/sh"))
    );
}
