//! The table of what kind of item a list takes.

use serde_json::{Value, json};

use super::{is_whole, unwrap};
use crate::answer::rules::tests::Scene;
use crate::answer::verdict::{Code, Refusal};

fn check(items: &Value, item: &Value, expect: &Result<Value, Code>) {
    let schema =
        json!({"type": "object", "properties": {"rows": {"type": "array", "items": items}}});
    let scene = Scene::of(&schema);
    let got = unwrap(scene.ctx(), item).map_err(|refusal| refusal.code);
    assert_eq!(&got, expect, "{item} in a list of {items}");
}

#[test]
fn the_kind_of_item() {
    let object = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    check(&object, &json!({"a": "1"}), &Ok(json!({"a": "1"})));
    check(&object, &json!("1"), &Err(Code::NotAnObject));
    check(&object, &json!([]), &Err(Code::NotAnObject));
    let scalar = json!({"type": "string"});
    check(&scalar, &json!("1"), &Ok(json!("1")));
    check(&scalar, &json!({"value": "1"}), &Ok(json!("1")));
    check(
        &scalar,
        &json!({"a": 1, "b": 2}),
        &Err(Code::ScalarListObject),
    );
    check(&scalar, &json!({}), &Err(Code::ScalarListObject));
    for item in [json!(1), json!({"a": 1}), json!(null)] {
        check(&json!(true), &item, &Ok(item.clone()));
    }
    let listless = Scene::of(&json!({"type": "object", "properties": {"a": {"type": "string"}}}));
    let refused = unwrap(listless.ctx(), &json!({})).map_err(|refusal| refusal.code);
    assert_eq!(refused, Err(Code::NoAnswerList));
}

#[test]
fn what_is_heard_last() {
    let check = |code: Code, pointer: &str, expect: bool| {
        assert_eq!(
            is_whole(&Refusal::new(code, pointer, "")),
            expect,
            "{code:?} {pointer}"
        );
    };
    check(Code::MissingRequired, "/name", true);
    check(Code::MissingRequired, "", true);
    check(Code::MissingRequired, "/crew/0/name", false);
    check(Code::TypeMismatch, "/name", false);
}
