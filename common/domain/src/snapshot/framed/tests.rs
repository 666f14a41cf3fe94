//! Documents in attributes, from source to text.

use crate::snapshot::{FlatDom, parse_html, parse_saved, text, to_html};

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

#[test]
fn a_frame_that_was_saved_is_read_in_its_place() {
    let saved = |src: &str, place: &str| {
        let html = match (src, place) {
            ("f/a.html", "") => "<p>Frame</p><iframe src=b.html></iframe>",
            ("b.html", "f") => "<p>Inner</p><iframe src=b.html></iframe>",
            _ => return None,
        };
        Some(("f".to_owned(), html.to_owned()))
    };
    let check = |html: &str, expect: &str, frames: usize| {
        let page = parse_saved(html, "https://a.example/", &saved);
        whole(&page.dom);
        assert_eq!(text::page_text(&page.dom), expect, "{html}");
        assert_eq!(page.frames.len(), frames, "{html}");
    };
    let frame = "<p>Page</p><iframe src=' f/a.html '>none</iframe><p>After";
    // The one that lies too deep is left.
    check(frame, "Page\nFrame\nInner\nInner\nAfter", 1);
    check("<p>Page</p><iframe src=c.html></iframe>", "Page", 1);
    check("<iframe src=f/a.html srcdoc='<p>Own'></iframe>", "Own", 0);
    check(
        "<p>Page</p><iframe src=f/a.html width=0></iframe>",
        "Page",
        1,
    );
}
