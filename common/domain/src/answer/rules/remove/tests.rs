//! The table of removing rows.

use serde_json::{Value, json};

use crate::answer::cells;
use crate::answer::commit::Space;
use crate::answer::rules::tests::{Scene, add, check, found, id, read};

fn remove(rows: &[String]) -> Value {
    json!({"do": "remove_items", "rows": rows, "reason": "sold"})
}

#[test]
fn removing_rows() {
    let two = [vec![add(1, &json!({})), add(2, &json!({}))]];
    check(&two, &remove(&[]), "empty_argument");
    check(&two, &remove(&[id(1)]), "accepted");
    check(&two, &remove(&[id(1), id(1)]), "accepted");
    check(&two, &remove(&[id(1), id(3)]), "index_out_of_range");
    check(&[], &remove(&["none".to_owned()]), "index_out_of_range");
}

#[test]
fn a_page_whose_row_was_removed_is_no_gap() {
    let with_rows = |n: u32| {
        let mut steps = read(n, "content", &[]);
        steps.push(add(n, &json!({})));
        steps
    };
    let mut scene = Scene::after(&[with_rows(1), with_rows(2), found(3)]);
    assert_eq!(scene.cell(cells::UNLINKED), 1);
    scene.play(&[vec![remove(&[id(1)])]]);
    assert_eq!(scene.cell(cells::UNLINKED), 1, "its row was taken out");
    scene.play(&[vec![add(1, &json!({}))]]);
    scene.play(&[vec![remove(&[id(1), id(2)])]]);
    assert_eq!(scene.cell(cells::UNLINKED), 1);
}

#[test]
fn the_reason_and_the_row_are_kept() {
    let mut scene = Scene::after(&[vec![add(1, &json!({}))]]);
    scene.play(&[vec![remove(&[id(1)])]]);
    let note = scene.body(Space::Job, &format!("removed/{}", id(1)));
    assert_eq!(
        (&note["reason"], &note["row"]["item"]["name"]),
        (&json!("sold"), &json!("Boat"))
    );
    assert_eq!((scene.cell(cells::ROWS), scene.cell(cells::STUBS)), (0, 0));
    scene.play(&[vec![add(1, &json!({}))]]);
    assert_eq!(scene.cell(cells::ROWS), 1, "it may come back");
}
