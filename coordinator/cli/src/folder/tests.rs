//! Run folders: locked, not overwritten unasked, continued only with the same job.

use std::path::Path;

use common::clock::Clock;
use domain::job::JobFile;
use domain::schema::AnswerSchema;
use serde_json::json;

use super::{ErrorKind, Failure, Manifest, RunFolder, failed};
use crate::exit::Exit;

fn job() -> (JobFile, AnswerSchema) {
    let schema = json!({"type": "object", "properties": {"jobs": {"type": "array", "items": {
        "type": "object", "properties": {"title": {"type": "string"}}}}}});
    let compiled = AnswerSchema::compile(&schema, None, None).expect("compiles");
    let job = JobFile {
        name: "x".to_owned(),
        start: vec!["https://a.test/".to_owned()],
        schema,
        ..JobFile::default()
    };
    (job, compiled)
}

fn started(path: &Path) -> RunFolder {
    let folder = RunFolder::claim(path, false).expect("created");
    let (job, schema) = job();
    let manifest = Manifest::new(&job, &schema, &Clock::manual());
    folder.write_manifest(&manifest).expect("written");
    folder
}

#[test]
fn a_folder_is_locked_until_it_is_dropped() {
    let at = tempfile::tempdir().expect("a folder");
    let first = started(at.path());
    let second = RunFolder::open(at.path()).expect_err("locked");
    assert_eq!(second.exit, Exit::Failed);
    drop(first);
    RunFolder::open(at.path()).expect("free");
}

#[test]
fn a_folder_without_a_run_is_not_opened() {
    let at = tempfile::tempdir().expect("a folder");
    let refused = RunFolder::open(at.path()).expect_err("no run");
    assert_eq!(refused.exit, Exit::Usage);
    assert!(!at.path().join(".lock").exists(), "nothing is written");
}

#[test]
fn a_run_is_replaced_only_when_asked() {
    let at = tempfile::tempdir().expect("a folder");
    drop(started(at.path()));
    std::fs::create_dir(at.path().join("store")).expect("made");
    std::fs::write(at.path().join("mine.txt"), "kept").expect("written");
    let refused = RunFolder::claim(at.path(), false).expect_err("holds a run");
    assert!(refused.message.contains("--resume"), "{}", refused.message);
    let folder = RunFolder::claim(at.path(), true).expect("to be replaced");
    assert!(RunFolder::holds_run(at.path()), "replaced before its time");
    folder.clear().expect("replaced");
    assert!(!RunFolder::holds_run(at.path()));
    assert!(!at.path().join("store").exists());
    assert!(at.path().join("mine.txt").exists());
}

#[test]
fn the_end_of_a_killed_line_is_cut_off() {
    let at = tempfile::tempdir().expect("a folder");
    let folder = started(at.path());
    let name = "events.ndjson";
    for (left, kept) in [
        ("", ""),
        ("{}\n", "{}\n"),
        ("{}\n{\"a", "{}\n"),
        ("{\"a", ""),
    ] {
        std::fs::write(at.path().join(name), left).expect("written");
        let mut file = folder.append_file(name).expect("opened");
        std::io::Write::write_all(&mut file, b"[]\n").expect("appended");
        let text = std::fs::read_to_string(at.path().join(name)).expect("read");
        assert_eq!(text, format!("{kept}[]\n"));
    }
}

#[test]
fn only_the_same_job_continues_a_run() {
    let (job, schema) = job();
    let manifest = Manifest::new(&job, &schema, &Clock::manual());
    let back: Manifest =
        serde_json::from_value(serde_json::to_value(&manifest).expect("written")).expect("read");
    let check = |changed: &JobFile, at: Option<&str>| match (back.same(changed, &schema), at) {
        (Ok(()), None) => {}
        (Err(refused), Some(at)) => assert!(refused.message.contains(at), "{}", refused.message),
        (same, at) => panic!("{same:?}, not {at:?}"),
    };
    check(&job, None);
    let mut other = job.clone();
    other.read.wave = 3;
    other.limits.pages = 7;
    check(&other, None);
    other.read.attempts = 9;
    check(&other, Some("/read/attempts"));
    other = job.clone();
    other.links.href_contains = Some("/jobs/".to_owned());
    check(&other, Some("/links/href_contains"));
    let wider = json!({"type": "object", "properties": {"total": {"type": "integer"}}});
    let wider = AnswerSchema::compile(&wider, None, None).expect("compiles");
    assert!(back.same(&job, &wider).is_err());
}

#[test]
fn what_cannot_be_used_says_what_to_do() {
    let at = tempfile::tempdir().expect("a folder");
    let check = |failure: Failure, words: &[&str]| {
        for word in words {
            assert!(failure.message.contains(word), "{}", failure.message);
        }
    };
    let none = RunFolder::open(at.path()).expect_err("no run");
    check(none, &["it has no job.json", "Name a folder"]);
    let file = at.path().join("file");
    std::fs::write(&file, "").expect("written");
    let beneath = RunFolder::open(&file.join("run")).expect_err("no folder");
    check(beneath, &["cannot read", "Name a folder, not a file"]);
    let taken = RunFolder::claim(&file, false).expect_err("no folder");
    check(taken, &["cannot create", "Name a folder, not a file"]);
    let full = std::io::Error::from(ErrorKind::StorageFull);
    check(failed("write", &file, &full), &["Make room", "--resume"]);
    let closed = std::io::Error::from(ErrorKind::PermissionDenied);
    check(failed("create", &file, &closed), &["able to write"]);
}

#[test]
fn a_run_that_lost_its_store_is_not_taken_for_an_empty_one() {
    let at = tempfile::tempdir().expect("a folder");
    let folder = started(at.path());
    folder.whole().expect("killed before it read anything");
    std::fs::write(at.path().join("pages.ndjson"), "").expect("written");
    folder.whole().expect("nothing read yet");
    std::fs::write(at.path().join("pages.ndjson"), "{}\n").expect("written");
    let check = || {
        let lost = folder.whole().expect_err("is refused");
        assert!(
            lost.message.contains("answer.redb is missing"),
            "{}",
            lost.message
        );
        assert!(lost.message.contains("--replace"), "{}", lost.message);
    };
    check();
    std::fs::create_dir(at.path().join("store")).expect("made");
    std::fs::write(folder.store(), "").expect("written");
    check();
    std::fs::write(folder.store(), "x").expect("written");
    folder.whole().expect("the store itself tells");
}
