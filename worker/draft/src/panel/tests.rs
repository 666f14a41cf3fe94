//! Pages with frames: which document holds the content.

use domain::panel::Wish;
use domain::snapshot::{Snapshot, parse_html};

use super::{Sought, content_of};

const PAGE: &str = "https://a.example/jobs/41190";
const LONG: &str = "The boat is built of larch on oak and wants a builder who can read its lines. ";

/// A page with frames of 900 by 600 pixels: address and HTML.
fn page(html: &str, frames: &[(&str, &str)]) -> Snapshot {
    let boxes = frames
        .iter()
        .map(|(url, _)| format!("<iframe src='{url}' width=900 height=600></iframe>"));
    let boxes: Vec<String> = boxes.collect();
    let mut page = parse_html(&format!("{html}{}", boxes.concat()), PAGE);
    for (frame, (url, html)) in page.frames.iter_mut().zip(frames) {
        // The static parser sees no frame.
        frame.visible = true;
        if !html.is_empty() {
            frame.document = Some(Box::new(parse_html(html, url)));
        }
    }
    page
}

fn chosen(page: Snapshot, wish: Wish) -> Option<String> {
    content_of(page, wish, Sought::Detail).panel
}

#[test]
fn the_panel_that_holds_the_content_is_chosen() {
    let job = format!("<h1>Builder</h1><p>{}</p>", LONG.repeat(9));
    let about = format!("<h1>Careers</h1><p>{}</p>", LONG.repeat(12));
    let thing =
        r#"<script type='application/ld+json'>{"@type": "JobPosting", "title": "x"}</script>"#;
    let board = "https://b.example/embed";
    let own = "https://b.example/embed/41190";
    let other = "https://b.example/embed/41191";
    let consent =
        "<p>We use cookies. We and our partners store them.</p><button>Accept all</button>";
    let check = |html: &str, frames: &[(&str, &str)], wish: Wish, expect: Option<&str>| {
        let got = chosen(page(html, frames), wish);
        assert_eq!(got.as_deref(), expect, "{html} {frames:?} {wish:?}");
    };
    // Thin around it, named by it, or much more in it.
    check(
        "<h1>Careers</h1>",
        &[(board, &job)],
        Wish::Auto,
        Some(board),
    );
    check(&about, &[(board, &job)], Wish::Auto, None);
    check(&about, &[(own, &job)], Wish::Auto, Some(own));
    check(
        "<h1>Careers</h1>",
        &[(board, &job), (own, &job)],
        Wish::Auto,
        Some(own),
    );
    let data = format!("{thing}{job}");
    check(&about, &[(board, &data)], Wish::Auto, Some(board));
    check(&about, &[(board, &job)], Wish::Required, Some(board));
    // Never these.
    check("<h1>Careers</h1>", &[(other, &job)], Wish::Required, None);
    check(
        "<h1>Careers</h1>",
        &[(board, consent)],
        Wish::Required,
        None,
    );
    check(
        "<h1>Careers</h1>",
        &[("https://ads.example/x", &job)],
        Wish::Auto,
        None,
    );
    check("<h1>Careers</h1>", &[(board, "")], Wish::Required, None);
    check(
        "<h1>Careers</h1>",
        &[(board, "<p>Hi</p>")],
        Wish::Required,
        None,
    );
    let own_data = format!("{thing}{about}");
    check(&own_data, &[(own, &job)], Wish::Auto, None);
}

#[test]
fn a_panel_may_be_nested() {
    let job = format!("<h1>Builder</h1><p>{}</p>", LONG.repeat(9));
    let mut outer = page("<p>Apply here</p>", &[("https://c.example/41190", &job)]);
    outer.requested_url = "https://b.example/wrap".to_owned();
    let mut top = page("<h1>Careers</h1>", &[("https://b.example/wrap", "x")]);
    top.frames[0].document = Some(Box::new(outer));
    let reading = content_of(top, Wish::Auto, Sought::Detail);
    assert_eq!(reading.panel.as_deref(), Some("https://c.example/41190"));
    assert_eq!(reading.snapshot.requested_url, PAGE);
    assert_eq!(reading.snapshot.final_url, PAGE);
    assert_eq!(reading.snapshot.base_url, "https://c.example/41190");
}

#[test]
fn a_list_is_where_the_links_are() {
    let links = "<a href='/1'>one</a><a href='/2'>two</a><a href='/3'>three</a>";
    let chrome = "<nav><a href=/a>a</a><a href=/b>b</a><a href=/c>c</a><a href=/d>d</a></nav>";
    let check = |html: &str, inner: &str, expect: bool| {
        let page = page(html, &[("https://b.example/board", inner)]);
        let reading = content_of(page, Wish::Auto, Sought::List);
        assert_eq!(reading.panel.is_some(), expect, "{html} {inner}");
        assert_eq!(reading.beside, !expect);
    };
    check(chrome, links, true);
    check(&format!("{chrome}{links}{links}"), links, false);
    check(chrome, "<a href=/1>one</a>", false);
}
