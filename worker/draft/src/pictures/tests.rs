//! Lazy pictures, and those named like the heading.

use serde_json::{Value, json};

use crate::tests::draft;

fn check(body: &str, expect: Option<&str>) {
    let fields = json!({"image": {"type": ["string", "null"], "format": "uri"}});
    let html = format!("<title>Dr. Mira Holm</title><h1>Dr. Mira Holm</h1>{body}");
    let row = draft(&fields, &html).row;
    let address = expect.map(|path| format!("https://shop.example{path}"));
    assert_eq!(
        row["image"],
        address.map_or(Value::Null, Value::from),
        "{body}"
    );
}

#[test]
fn a_picture_named_like_the_heading_is_the_pages() {
    check("<img src=/m.jpg alt='Dr. Mira Holm'>", Some("/m.jpg"));
    check(
        "<img src=/m.jpg alt='Portrait of Mira Holm'>",
        Some("/m.jpg"),
    );
    check("<img src=/n.jpg alt='Portrait of Ada Okafor'>", None);
    check("<img src=/n.jpg alt=''>", None);
    check(
        "<aside><h3>Related</h3><img src=/n.jpg alt='Mira Holm'></aside>",
        None,
    );
}

#[test]
fn a_lazy_picture_is_what_it_will_show() {
    let alt = "alt='Mira Holm'";
    check(
        &format!("<img src='data:image/gif;base64,R0' data-src=/m.jpg {alt}>"),
        Some("/m.jpg"),
    );
    check(
        &format!("<img src=/spacer.gif data-original=/m.jpg {alt}>"),
        Some("/m.jpg"),
    );
    check(
        &format!("<img srcset='/m.jpg 1x, /m2.jpg 2x' {alt}>"),
        Some("/m.jpg"),
    );
    let picture = format!("<picture><source srcset=/m.webp><img src=/m.jpg {alt}></picture>");
    check(&picture, Some("/m.jpg"));
    check(&format!("<img src='data:image/gif;base64,R0' {alt}>"), None);
    let item = "<div itemscope itemtype=https://schema.org/Person><b itemprop=name>Dr. Mira Holm</b>\
                <img itemprop=image src='data:image/gif;base64,R0' data-src=/m.jpg></div>";
    check(item, Some("/m.jpg"));
    check(
        "<dl><dt>Photo<dd><img src=/spacer.gif data-src=/m.jpg></dl>",
        Some("/m.jpg"),
    );
}
