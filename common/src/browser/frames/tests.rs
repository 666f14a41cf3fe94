//! Documents of frames are put into their places, whatever their number and depth.

use std::collections::BTreeMap;

use super::assemble;
use crate::browser::payload::{HarvestFrame, Head};

fn document(title: &str, frames: usize) -> (Head, String) {
    let head = Head {
        url: format!("https://a.example/{title}"),
        title: title.to_owned(),
        frames: vec![HarvestFrame::default(); frames],
        ..Head::default()
    };
    let body = r#"{"parents": [-1], "sights": [0], "tags": ["html"], "attrs": [[]]}"#;
    (head, body.to_owned())
}

#[test]
fn frames_are_nested_as_they_were_found() {
    let mut docs = BTreeMap::from([
        (vec![], document("page", 12)),
        (vec![2], document("second", 1)),
        (vec![10], document("tenth", 0)),
        (vec![2, 0], document("inner", 0)),
    ]);
    docs.insert(vec![3], (Head::default(), "not JSON".to_owned()));
    let page = assemble("https://a.example/asked", docs, None).expect("a page");
    assert_eq!(page.requested_url, "https://a.example/asked");
    let title = |at: usize| {
        let document = page.frames[at].document.as_ref();
        document.map(|document| document.title.clone())
    };
    assert_eq!(title(2).as_deref(), Some("second"));
    assert_eq!(title(10).as_deref(), Some("tenth"));
    assert_eq!(title(3), None);
    let second = page.frames[2].document.as_ref().expect("read");
    let inner = second.frames[0].document.as_ref().expect("read");
    assert_eq!(inner.title, "inner");
    let broken = BTreeMap::from([(vec![], (Head::default(), "not JSON".to_owned()))]);
    assert!(assemble("https://a.example/", broken, None).is_err());
}
