//! The scripts under `deploy`, judged by `shellcheck`.

use crate::tools::{command, fetched, root, said};

#[test]
fn shellcheck_has_no_remark() {
    let mut scripts = vec![root().join(".ci/run")];
    for folder in ["deploy", "deploy/tools"] {
        for entry in std::fs::read_dir(root().join(folder)).expect("a folder") {
            let path = entry.expect("a file").path();
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let first = text.lines().next().unwrap_or_default();
            if first.starts_with("#!") && first.ends_with("bash") {
                scripts.push(path);
            }
        }
    }
    assert!(scripts.len() > 5, "{scripts:?}");
    let mut shellcheck = command(fetched("shellcheck", "linters"));
    said(shellcheck.args(scripts)).unwrap_or_else(|error| panic!("{error}"));
}
