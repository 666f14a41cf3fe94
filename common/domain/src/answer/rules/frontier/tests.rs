//! The table of a page's way: each transition from each state.

use std::slice::from_ref;

use serde_json::{Value, json};

use crate::answer::commit::Space;
use crate::answer::rules::tests::{Scene, check, found, id, read, settled, started, url};

fn publish(until: u64) -> Value {
    json!({"do": "publish", "page": url(1), "until": until})
}

fn with_lease(what: &str, lease: u64, more: &Value) -> Value {
    let mut command = json!({"do": what, "page": url(1), "lease": lease});
    for (key, value) in more.as_object().into_iter().flatten() {
        command[key] = value.clone();
    }
    command
}

fn start(lease: u64) -> Value {
    with_lease("start", lease, &Value::Null)
}

fn fail(lease: u64, class: &str, due_at: Option<u64>) -> Value {
    with_lease(
        "fail",
        lease,
        &json!({"class": class, "note": "n", "due_at": due_at}),
    )
}

fn postpone(lease: u64) -> Value {
    with_lease("postpone", lease, &json!({"due_at": 3_000}))
}

fn reopen() -> Value {
    json!({"do": "reopen", "page": url(1), "at": 0})
}

fn skip() -> Value {
    json!({"do": "skip", "page": url(1), "note": "robots"})
}

#[test]
fn each_command_in_each_state() {
    let queued = [found(1), vec![publish(2_000)]].concat();
    let going = [found(1), started(1, 1)].concat();
    let states = [vec![], found(1), queued, going, read(1, "content", &[])];
    let commands = [
        publish(2_000),
        start(1),
        postpone(1),
        fail(1, "failed", None),
        skip(),
        reopen(),
    ];
    // States downwards: unknown, due, queued, started, content. Commands across, as above.
    let table = "
        unknown_page unknown_page unknown_page unknown_page unknown_page unknown_page
        accepted     stale_lease  stale_lease  stale_lease  accepted     unchanged
        unchanged    accepted     accepted     accepted     accepted     unchanged
        unchanged    unchanged    unchanged    accepted     accepted     unchanged
        unchanged    stale_lease  unchanged    unchanged    unchanged    accepted";
    for (steps, row) in states.iter().zip(table.trim().lines()) {
        for (command, expect) in commands.iter().zip(row.split_whitespace()) {
            check(from_ref(steps), command, expect);
        }
    }
}

#[test]
fn an_older_lease_is_refused() {
    let again = [found(1), vec![publish(0), publish(2_000)]].concat();
    for command in [
        start(1),
        postpone(1),
        fail(1, "failed", Some(0)),
        settled(1, 1, "gone", &[]),
    ] {
        check(from_ref(&again), &command, "stale_lease");
    }
    check(&[again], &start(2), "accepted");
}

#[test]
fn a_page_is_published_when_it_is_due() {
    let later = [found(1), vec![publish(2_000), postpone(1)]].concat();
    check(&[later], &publish(4_000), "unchanged");
    check(&[found(1), vec![publish(0)]], &publish(2_000), "accepted");
    let closed = vec![json!({"do": "done"}), json!({"do": "done"})];
    check(&[found(1), closed], &publish(2_000), "closed");
}

#[test]
fn discovering() {
    let mut known = found(1).remove(0);
    check(&[], &known, "accepted");
    check(&[found(1)], &known, "unchanged");
    known["pages"][0]["listing"]["text"] = json!("Boat 1");
    check(&[found(1)], &known, "accepted");
    check(&[vec![known.clone()]], &known, "unchanged");
    check(&[read(1, "content", &[])], &known, "unchanged");
    let second = known["pages"][0].clone();
    known["pages"][0]["url"] = json!("ftp://s.test/1");
    check(&[], &known, "partly bad_url");
    known["pages"].as_array_mut().expect("a list").push(second);
    check(&[], &known, "partly bad_url");
}

#[test]
fn where_a_page_ends_that_is_given_up() {
    let end = |steps: &[Vec<Value>], lease: u64, class: &str, expect: &str| {
        let mut scene = Scene::after(steps);
        scene.play(&[vec![fail(lease, class, None)]]);
        assert_eq!(
            scene.body(Space::Page, &id(1))["state"]["state"],
            expect,
            "{class}"
        );
    };
    let going = [found(1), started(1, 1)].concat();
    for class in ["shell", "panel_missing", "challenge"] {
        end(from_ref(&going), 1, class, "blocked");
    }
    end(&[going], 1, "failed", "failed");
    for (class, state) in [("content", "content"), ("gone", "gone")] {
        let again = [read(1, class, &[]), vec![reopen()], started(1, 2)];
        end(&again, 2, "challenge", state);
    }
}
