//! The table of shells: what is withdrawn when, and what comes of it.

use serde_json::{Value, json};

use crate::answer::cells;
use crate::answer::commit::Space;
use crate::answer::rules::tests::{Scene, draft, found, id, settled, started};

/// A page is settled under a lease with a text: beside an embed, inside a panel, or as it is.
fn as_read(n: u32, lease: u64, text: &str, how: &str) -> Value {
    let mut command = settled(n, lease, "content", &["KETCH"]);
    match how {
        "plain" => {}
        "beside" => command["read"]["has_embed"] = json!(true),
        "unread" => {
            command["read"]["has_embed"] = json!(true);
            command["read"]["unread"] = json!("https://b.test/panel?other");
        }
        "elsewhere" => {
            command["read"]["has_embed"] = json!(true);
            command["read"]["unread"] = json!("https://c.test/film");
        }
        "inside" => {
            command["read"]["panel"] = json!("https://b.test/panel");
            command["read"]["shell"] = json!(text);
        }
        other => panic!("{other}"),
    }
    let own = if how == "inside" {
        format!("own {n}")
    } else {
        text.to_owned()
    };
    command["read"]["fingerprint"] = json!(own);
    command
}

/// A scene in which pages were read one after the other, each with a row.
fn after(reads: &[(u32, &str, &str)]) -> Scene {
    let mut scene = Scene::after(&[]);
    for (n, text, how) in reads {
        scene.play(&[found(*n), started(*n, 1)]);
        let shell = read_again(&mut scene, (*n, 1), text, how);
        if !shell {
            scene.play(&[vec![draft(*n, &json!({"rig": "KETCH"}))]]);
        }
    }
    scene
}

fn read_again(scene: &mut Scene, (n, lease): (u32, u64), text: &str, how: &str) -> bool {
    let verdict = scene.submit(&as_read(n, lease, text, how));
    assert!(verdict.holds(), "{verdict:?}");
    super::super::settle::is_shell(&verdict)
}

/// State, wish and whether there is a row.
fn stand(scene: &Scene, n: u32) -> String {
    let page = scene.body(Space::Page, &id(n));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let row = scene.body(Space::Row, &id(n));
    let row = if row.is_null() { "no row" } else { "row" };
    format!(
        "{} {} {row}",
        text(&page["state"]["state"]),
        text(&page["wish"])
    )
}

#[test]
fn what_proves_a_text_a_shell() {
    let check = |reads: &[(u32, &str, &str)], expect: &[&str]| {
        let scene = after(reads);
        for (at, (n, ..)) in reads.iter().enumerate() {
            assert_eq!(stand(&scene, *n), expect[at], "{n} of {reads:?}");
        }
        let rows = expect
            .iter()
            .filter(|one| one.ends_with(" row") && !one.ends_with("no row"));
        let rows = i64::try_from(rows.count()).expect("few");
        assert_eq!(scene.cell(cells::ROWS), rows, "{reads:?}");
    };
    let (kept, inside, patient) = (
        "content auto row",
        "due required no row",
        "due awaited no row",
    );
    // Two of a kind may be chance.
    check(&[(1, "x", "beside"), (2, "x", "beside")], &[kept; 2]);
    // The third beside an embed withdraws all; one embed among them is enough.
    check(
        &[(1, "x", "beside"), (2, "x", "beside"), (3, "x", "beside")],
        &[inside; 3],
    );
    check(
        &[(1, "x", "plain"), (2, "x", "plain"), (3, "x", "beside")],
        &[inside; 3],
    );
    check(
        &[
            (1, "x", "beside"),
            (2, "y", "beside"),
            (3, "x", "beside"),
            (4, "x", "plain"),
        ],
        &[inside, kept, inside, inside],
    );
    // Without an embed they are looked at once more with patience.
    check(
        &[(1, "x", "plain"), (2, "x", "plain"), (3, "x", "plain")],
        &[patient; 3],
    );
    // Those that come meanwhile are kept until it shows.
    check(
        &[
            (1, "x", "plain"),
            (2, "x", "plain"),
            (3, "x", "plain"),
            (4, "x", "plain"),
        ],
        &[patient, patient, patient, kept],
    );
    // A sibling inside its panel shows what the lone one is, before and after it.
    check(&[(1, "x", "plain"), (2, "x", "inside")], &[inside, kept]);
    check(&[(1, "x", "inside"), (2, "x", "plain")], &[kept, inside]);
    check(&[(1, "x", "inside"), (2, "y", "plain")], &[kept; 2]);
    check(&[(1, "x", "inside"), (2, "x", "inside")], &[kept; 2]);
    // A page that cannot be a shell has no fingerprint.
    check(
        &[(1, "", "beside"), (2, "", "beside"), (3, "", "beside")],
        &[kept; 3],
    );
}

#[test]
fn what_is_withdrawn_earns_nothing() {
    let scene = after(&[(1, "x", "beside"), (2, "x", "beside"), (3, "x", "beside")]);
    assert_eq!(scene.cell(cells::DETAILS_UNREAD), 3);
    assert_eq!(scene.cell(cells::AGAIN), 3);
    let rig = "/properties/boats/items/properties/rig";
    assert_eq!(scene.cell(&cells::stated(rig, "KETCH")), 0);
    let page = scene.body(Space::Page, &id(1));
    assert_eq!(page["class"], "shell");
    assert_eq!(
        (&page["read"], &page["read_as"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(page["attempts"], 0);
}

#[test]
fn a_withdrawn_page_is_read_again_and_a_late_draft_of_the_shell_is_refused() {
    let mut scene = after(&[(1, "x", "beside"), (2, "x", "beside"), (3, "x", "beside")]);
    scene.play(&[started(1, 2)]);
    assert!(!read_again(&mut scene, (1, 2), "x", "inside"));
    scene.play(&[vec![draft(1, &json!({"rig": "KETCH"}))]]);
    assert_eq!(stand(&scene, 1), "content required row");
    assert_eq!(scene.cell(cells::DETAILS_UNREAD), 2);
    assert_eq!(scene.cell(cells::AGAIN), 2);
}

#[test]
fn a_text_for_which_no_panel_comes_is_a_plain_one() {
    let mut scene = after(&[(1, "x", "plain"), (2, "x", "plain"), (3, "x", "plain")]);
    for n in [1, 2, 3] {
        scene.play(&[started(n, 2)]);
        assert!(!read_again(&mut scene, (n, 2), "x", "plain"), "{n}");
        assert_eq!(stand(&scene, n), "content awaited no row");
    }
    scene.play(&[found(4), started(4, 1)]);
    assert!(!read_again(&mut scene, (4, 1), "x", "plain"));
}

#[test]
fn a_page_that_is_being_read_meanwhile_keeps_its_lease() {
    let mut scene = after(&[(1, "x", "beside"), (2, "x", "beside")]);
    let reopen = json!({"do": "reopen", "page": super::super::tests::url(1), "at": 0});
    scene.play(&[vec![reopen], started(1, 2), found(3), started(3, 1)]);
    assert!(read_again(&mut scene, (3, 1), "x", "beside"));
    assert_eq!(stand(&scene, 1), "started required no row");
    assert!(read_again(&mut scene, (1, 2), "x", "beside"));
    assert_eq!(stand(&scene, 1), "due required no row");
}

#[test]
fn a_page_without_a_panel_among_siblings_that_had_theirs() {
    let check = |reads: &[(u32, &str, &str)], expect: &[&str]| {
        let scene = after(reads);
        for (at, (n, ..)) in reads.iter().enumerate() {
            assert_eq!(stand(&scene, *n), expect[at], "{n} of {reads:?}");
        }
    };
    let (kept, inside, patient) = (
        "content auto row",
        "due required no row",
        "due awaited no row",
    );
    let panels = [(1, "a", "inside"), (2, "b", "inside"), (3, "c", "inside")];
    let with = |how: &'static str, first: bool| {
        let mut reads = panels.to_vec();
        reads.insert(if first { 0 } else { 3 }, (4, "z", how));
        reads
    };
    // After them and before them, whatever its text says.
    check(&with("plain", false), &[kept, kept, kept, patient]);
    check(&with("plain", true), &[patient, kept, kept, kept]);
    check(&with("beside", false), &[kept, kept, kept, patient]);
    check(&with("elsewhere", false), &[kept, kept, kept, patient]);
    // An embed like theirs did not show what it holds.
    check(&with("unread", false), &[kept, kept, kept, inside]);
    check(&with("unread", true), &[inside, kept, kept, kept]);
    // Two panels may be chance, and a page with data about its thing is no shell.
    check(
        &[(1, "a", "inside"), (2, "b", "inside"), (4, "z", "plain")],
        &[kept; 3],
    );
    let mut data = panels.to_vec();
    data.push((4, "", "plain"));
    check(&data, &[kept; 4]);
}

#[test]
fn real_pages_without_a_panel_stay_and_cost_a_second_look_each_for_a_while() {
    let mut scene = after(&[(1, "a", "inside"), (2, "b", "inside"), (3, "c", "inside")]);
    for n in 4..=6 {
        let text = format!("text {n}");
        scene.play(&[found(n), started(n, 1)]);
        assert!(read_again(&mut scene, (n, 1), &text, "plain"), "{n}");
        scene.play(&[started(n, 2)]);
        assert!(!read_again(&mut scene, (n, 2), &text, "plain"), "{n}");
        assert_eq!(stand(&scene, n), "content awaited no row");
    }
    // By now pages of this site may have none.
    scene.play(&[found(7), started(7, 1)]);
    assert!(!read_again(&mut scene, (7, 1), "text 7", "plain"));
    // But one whose embed failed to show what theirs show.
    scene.play(&[found(8), started(8, 1)]);
    assert!(read_again(&mut scene, (8, 1), "text 8", "unread"));
    assert_eq!(stand(&scene, 8), "due required no row");
}
