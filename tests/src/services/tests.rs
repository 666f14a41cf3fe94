//! What is on the machine is found; what is not names its package.

use super::*;

#[test]
fn finds_what_is_there() {
    let cargo = Program {
        names: &["no-such-cargo", "cargo"],
        package: "cargo",
    };
    assert_eq!(cargo.find().unwrap(), "cargo");
}

#[test]
fn names_the_package_of_what_is_missing() {
    let missing = Program {
        names: &["no-such-program-here"],
        package: "some-package",
    };
    let message = missing.find().unwrap_err().to_string();
    assert!(message.contains("apt-get install -y some-package"));
}
