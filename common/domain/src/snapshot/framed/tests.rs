//! Documents in attributes, from source to text.

use crate::snapshot::{FlatDom, parse_html, text, to_html};

fn view(html: &str) -> String {
    let dom = parse_html(html, "https://a.example/").dom;
    whole(&dom);
    // Written out and read again it is the same.
    assert_eq!(
        parse_html(&to_html(&dom), "https://a.example/").dom,
        dom,
        "{html}"
    );
    text::page_text(&dom)
}

/// Every node lies within its parent and after it.
fn whole(dom: &FlatDom) {
    for (id, node) in dom.nodes.iter().enumerate() {
        assert!(node.end > id && node.end <= dom.nodes.len(), "{id}");
        let within = |up: usize| up < id && node.end <= dom.nodes[up].end;
        assert!(node.parent.is_none_or(within), "{id}");
    }
}

#[test]
fn a_document_in_an_attribute_is_read_in_its_place() {
    let check = |html: &str, expect: &str| assert_eq!(view(html), expect, "{html}");
    check(
        "<p>Before</p><iframe srcdoc='<h2>Apply</h2><p>Remote &amp;amp; hybrid'>no frames</iframe><p>After",
        "Before\nApply\nRemote & hybrid\nAfter",
    );
    check("<p>a</p><iframe srcdoc='<p>b</p>' hidden></iframe>", "a");
    check(
        "<p>a</p><iframe srcdoc='<p>b</p>' width=1 height=1></iframe>",
        "a",
    );
    check(
        "<p>a</p><div style='display:none'><iframe srcdoc='<p>b'></iframe></div>",
        "a",
    );
    check(
        "<p>a</p><iframe srcdoc='<p hidden>b</p><p>c'></iframe>",
        "a\nc",
    );
    check("<p>a</p><iframe src=/x></iframe>", "a");
    check("<p>a</p><iframe srcdoc=''></iframe><p>b", "a\nb");
}

#[test]
fn documents_within_documents_end_somewhere() {
    let mut html = String::from("<p>core</p>");
    for depth in (0..6).rev() {
        let given = html.replace('&', "&amp;").replace('"', "&quot;");
        html = format!("<p>{depth}</p><iframe srcdoc=\"{given}\"></iframe>");
    }
    assert_eq!(view(&html), "0\n1\n2\n3");
}

#[test]
fn a_document_that_was_read_is_no_frame_any_more() {
    let page = "<iframe srcdoc='<p>b'></iframe><iframe src=/x></iframe>";
    let frames = parse_html(page, "https://a.example/").frames;
    let urls: Vec<&str> = frames.iter().map(|frame| frame.url.as_str()).collect();
    assert_eq!(urls, ["https://a.example/x"]);
}
