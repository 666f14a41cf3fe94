//! Documents of frames are put into their places, whatever their number and depth.

use std::collections::BTreeMap;

use super::{Doc, Path, assemble};
use crate::browser::ListRead;
use crate::browser::lane::Progress;
use crate::browser::payload::{HarvestFrame, Head};

fn document(title: &str, frames: usize) -> Doc {
    let head = Head {
        url: format!("https://a.example/{title}"),
        title: title.to_owned(),
        frames: vec![HarvestFrame::default(); frames],
        ..Head::default()
    };
    let body = r#"{"parents": [-1], "sights": [0], "tags": ["html"], "attrs": [[]]}"#;
    Doc::new(head, body.to_owned())
}

#[test]
fn frames_are_nested_as_they_were_found() {
    let mut docs: BTreeMap<Path, Doc> = BTreeMap::from([
        (vec![], document("page", 12)),
        (vec![2], document("second", 1)),
        (vec![10], document("tenth", 0)),
        (vec![2, 0], document("inner", 0)),
    ]);
    docs.insert(vec![3], Doc::new(Head::default(), "not JSON".to_owned()));
    let page = assemble("https://a.example/asked", docs).expect("a page");
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
    let broken = BTreeMap::from([(vec![], Doc::new(Head::default(), "not JSON".to_owned()))]);
    assert!(assemble("https://a.example/", broken).is_err());
}

#[test]
fn a_list_that_was_cut_off_is_not_whole() {
    let check = |over: bool, cut: bool, expect: (bool, bool)| {
        let mut doc = document("page", 0);
        doc.head.settled = true;
        let mut list = Box::new(Progress::new(ListRead::default()));
        list.cut = cut;
        if over {
            list.roll = None;
        }
        doc.list = Some(list);
        let page = assemble("https://a.example/", BTreeMap::from([(vec![], doc)])).expect("a page");
        assert_eq!((page.settled, page.truncated), expect, "{over} {cut}");
    };
    check(true, false, (true, false));
    check(false, false, (false, true));
    check(true, true, (true, true));
}
