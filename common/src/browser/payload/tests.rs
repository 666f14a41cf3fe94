//! Tests of taking a harvest over.

use super::*;

fn body(text: &str) -> Result<Snapshot, String> {
    Body::parse(text)?.into_snapshot(Head::default(), "http://a.example/".to_owned(), None)
}

#[test]
fn parents_become_ranges() {
    let text = r#"{"parents":[-1,0,1,0],"sights":[0,1,2,3],"tags":["html","p",null,"b"],
        "attrs":[["lang","en"],[],["words"],[]]}"#;
    let dom = body(text).unwrap().dom;
    let ends: Vec<usize> = dom.nodes.iter().map(|node| node.end).collect();
    assert_eq!(ends, [4, 3, 3, 4]);
    assert_eq!(dom.attr(0, "lang"), Some("en"));
    assert_eq!(dom.text(2), Some("words"));
    assert_eq!(dom.nodes[3].visibility, Visibility::Machine);
}

#[test]
fn what_does_not_add_up_is_an_error() {
    let check = |parents: &str, sights: &str| {
        let text = format!(
            r#"{{"parents":{parents},"sights":{sights},"tags":["a","b"],"attrs":[[],[]]}}"#
        );
        assert!(body(&text).is_err(), "{text}");
    };
    check("[-1,1]", "[0,0]");
    check("[-1,-1]", "[0,0]");
    check("[-1,5]", "[0,0]");
    check("[-1,0]", "[0,9]");
    check("[-1]", "[0,0]");
    assert!(body(r#"{"parents":[],"sights":[],"tags":[],"attrs":[],"x":1}"#).is_err());
}
