//! Tests of the class that a read ends in.

use domain::snapshot::{FlatDom, Node, NodeKind, Visibility};

use super::*;

/// A page with some words on it.
fn dom() -> FlatDom {
    let node = |parent, kind| Node {
        parent,
        end: 2,
        kind,
        visibility: Visibility::Visible,
    };
    let body = NodeKind::Element {
        tag: "body".to_owned(),
        attrs: Vec::new(),
    };
    let words = NodeKind::Text("Plain words that fill the page. ".repeat(40));
    FlatDom {
        nodes: vec![node(None, body), node(Some(0), words)],
    }
}

#[test]
fn what_never_came_is_not_read_and_what_was_cut_is_said() {
    let check = |status, wait_for, (settled, truncated), expect: PageClass| {
        let snapshot = Snapshot {
            status: Some(status),
            settled,
            truncated,
            dom: dom(),
            ..Snapshot::default()
        };
        let reading = draft::content_of(snapshot, Wish::Auto, Sought::Detail);
        let (class, note) = class_of(wait_for, Wish::Auto, &reading);
        assert_eq!(
            class, expect,
            "{status} {wait_for:?} {settled} {truncated}: {note}"
        );
        let content = class == PageClass::Content;
        assert_eq!(note.contains("too large"), content && truncated, "{note}");
    };
    check(200, None, (true, false), PageClass::Content);
    check(200, None, (false, false), PageClass::Content);
    check(200, Some(".x"), (false, false), PageClass::Failed);
    check(200, Some(".x"), (true, false), PageClass::Content);
    check(200, None, (true, true), PageClass::Content);
    check(200, Some(".x"), (true, true), PageClass::Content);
    check(200, Some(".x"), (false, true), PageClass::Failed);
    // What the status says was not cut.
    check(404, None, (true, true), PageClass::Gone);
    check(429, None, (true, true), PageClass::Challenge);
}
