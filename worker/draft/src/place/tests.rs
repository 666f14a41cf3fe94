//! Places that the inspector of a browser finds again.

use domain::snapshot::{Selectable, parse_html};

use crate::dom::Page;

/// The place of the element that holds `here`, which is the only one that its selector finds.
fn check(html: &str, expect: &str) {
    let snapshot = parse_html(html, "https://a.example/1");
    let page = Page::new(&snapshot);
    let text = (0..page.dom.nodes.len()).find(|id| page.dom.text(*id) == Some("here"));
    let node = text
        .and_then(|id| page.dom.nodes[id].parent)
        .expect("an element");
    let place = page.place(node);
    assert_eq!(place, expect, "{html}");
    let found = Selectable::new(page.dom)
        .select(&place)
        .expect("a selector");
    assert_eq!(found, [node], "{html}");
}

#[test]
fn a_place_is_a_selector_that_finds_the_element_alone() {
    check("<h1>here</h1>", "body > h1");
    check(
        "<div id=price><b>a</b><b class='amount x'>here</b></div>",
        "div#price > b.amount:nth-of-type(2)",
    );
    check("<p>a</p><p>b</p><div><p>here</p></div>", "body > div > p");
    check("<p>here</p><i>a</i><p>b</p>", "body > p:nth-of-type(1)");
    check("<div id='a b:c'><p>here</p></div>", "body > div > p");
    check(
        "<div id=':r1:'><span class='9x [y] z'>here</span></div>",
        "body > div > span.z",
    );
}

#[test]
fn a_place_is_short_however_deep_the_element_is() {
    let deep = format!(
        "{}<p class={}>here</p>",
        "<div>".repeat(50),
        "x".repeat(300)
    );
    let snapshot = parse_html(&deep, "https://a.example/1");
    let page = Page::new(&snapshot);
    let node = (0..page.dom.nodes.len()).find(|id| page.dom.tag(*id) == "p");
    let place = page.place(node.expect("an element"));
    assert_eq!(place, "div > div > div > div > div > p");
}
