//! Harvests laid over each other.

use super::*;
use domain::snapshot::text;

/// A page of rows; each is an element's number, its link's number, where that leads and its words.
fn harvest(rows: &[(u64, u64, &str)]) -> (FlatDom, Vec<u64>) {
    let mut dom = FlatDom::default();
    let mut ids = Vec::new();
    let mut open = |dom: &mut FlatDom, parent, tag: &str, attrs: &[(&str, &str)], id| {
        let attrs = attrs
            .iter()
            .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()));
        let kind = NodeKind::Element {
            tag: tag.to_owned(),
            attrs: attrs.collect(),
        };
        ids.push(id);
        dom.open(parent, kind, Visibility::Visible)
    };
    let html = open(&mut dom, None, "html", &[], 1);
    let body = open(&mut dom, Some(html), "body", &[], 2);
    let menu = open(&mut dom, Some(body), "a", &[("href", "/about")], 3);
    dom.close(menu);
    let list = open(&mut dom, Some(body), "ul", &[], 4);
    for (row, link, href) in rows {
        let item = open(&mut dom, Some(list), "li", &[], *row);
        let anchor = open(&mut dom, Some(item), "a", &[("href", href)], *link);
        dom.close(anchor);
        dom.close(item);
    }
    let spinner = open(&mut dom, Some(list), "i", &[], 900 + rows.len() as u64);
    for id in [spinner, list, body, html] {
        dom.close(id);
    }
    (dom, ids)
}

/// Where the links of the gathered page lead, each row's in brackets.
fn rows(gathered: Gathered) -> String {
    let dom = gathered.into_dom();
    let hrefs = |id: usize| {
        let links = dom.descendants(id).filter(|&below| dom.tag(below) == "a");
        links
            .filter_map(|a| dom.attr(a, "href"))
            .collect::<Vec<_>>()
            .join("+")
    };
    let items = (0..dom.nodes.len()).filter(|&id| dom.tag(id) == "li");
    let spinners = (0..dom.nodes.len())
        .filter(|&id| dom.tag(id) == "i")
        .count();
    assert_eq!(spinners, 1, "what leads nowhere is not kept");
    assert_eq!(text::text_of(&dom, 0), "");
    items.map(hrefs).collect::<Vec<_>>().join(" ")
}

fn check(harvests: &[&[(u64, u64, &str)]], expect: &str) {
    let mut gathered = Gathered::default();
    for rows in harvests {
        let (dom, ids) = harvest(rows);
        gathered.add(dom, ids, 7);
    }
    assert_eq!(rows(gathered), expect, "{harvests:?}");
}

#[test]
fn rows_that_the_page_drops_stay_in_their_places() {
    check(&[&[(10, 11, "a"), (20, 21, "b")]], "a b");
    check(
        &[
            &[(10, 11, "a"), (20, 21, "b")],
            &[(20, 21, "b"), (30, 31, "c")],
            &[(30, 31, "c"), (40, 41, "d")],
        ],
        "a b c d",
    );
    // Nothing in common, and nothing left.
    let first = [
        (10, 11, "a"),
        (12, 13, "b"),
        (14, 15, "c"),
        (16, 17, "d"),
        (18, 19, "e"),
    ];
    check(&[&first, &[(30, 31, "f")], &[]], "a b c d e f");
}

#[test]
fn a_row_that_is_filled_anew_is_another_row() {
    check(
        &[
            &[(10, 11, "a"), (20, 21, "b")],
            &[(10, 11, "c"), (20, 21, "b")],
            &[(10, 11, "c"), (20, 21, "d")],
        ],
        "a c b d",
    );
    // Its link was replaced with it.
    check(
        &[
            &[(10, 11, "a"), (20, 21, "b")],
            &[(10, 12, "c"), (20, 21, "b")],
        ],
        "a c b",
    );
}

#[test]
fn a_row_that_comes_back_is_there_once() {
    check(
        &[
            &[(10, 11, "a"), (20, 21, "b")],
            &[(20, 21, "b")],
            &[(50, 51, "a"), (20, 21, "b")],
            &[(20, 21, "b"), (30, 31, "c")],
        ],
        "a b c",
    );
    // The list was drawn anew.
    check(
        &[
            &[(10, 11, "a"), (20, 21, "b")],
            &[(30, 31, "a"), (40, 41, "b")],
        ],
        "a b",
    );
}

#[test]
fn another_document_goes_on_in_the_same_body() {
    let mut gathered = Gathered::default();
    for (rows, doc) in [([(10, 11, "a")], 1), ([(10, 11, "b")], 2)] {
        let (dom, ids) = harvest(&rows);
        gathered.add(dom, ids, doc);
    }
    assert_eq!(gathered.known(), 3);
    let dom = gathered.into_dom();
    let links = (0..dom.nodes.len()).filter_map(|id| dom.attr(id, "href"));
    let links: Vec<&str> = links.collect();
    assert!(links.contains(&"a") && links.contains(&"b"), "{links:?}");
    let bodies = (0..dom.nodes.len()).filter(|&id| dom.tag(id) == "body");
    assert_eq!(bodies.count(), 1);
}

#[test]
fn dropped_nodes_make_room() {
    let mut gathered = Gathered::default();
    for n in 0..200_u64 {
        let (dom, ids) = harvest(&[(10, 11, "a")]);
        let mut ids = ids;
        if let Some(last) = ids.last_mut() {
            *last = 1_000 + n;
        }
        gathered.add(dom, ids, 1);
    }
    assert!(gathered.held.len() < 20, "{}", gathered.held.len());
}
