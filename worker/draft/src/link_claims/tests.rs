//! Profiles and mailboxes: the page's own, the site's, and links that only pass the page on.

use domain::job::JobFile;
use domain::snapshot::parse_html;
use serde_json::{Value, json};

use crate::tests::{draft, schema, text};
use crate::{DraftInput, draft_row};

fn address() -> Value {
    json!({"type": ["string", "null"], "format": "uri"})
}

#[test]
fn links_that_share_the_page_are_no_profiles() {
    let fields = json!({"facebook": address(), "twitter": address(), "email": text()});
    let check = |links: &str, field: &str, expect: Value| {
        let html = format!("<main><h1>Tove Lind</h1><p>{links}</p></main>");
        assert_eq!(draft(&fields, &html).row[field], expect, "{links}");
    };
    let none = |link: &str, field: &str| check(link, field, Value::Null);
    none(
        "<a href='https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fshop.example'>f</a>",
        "facebook",
    );
    none(
        "<a href='https://facebook.com/sharer.php?u=x'>Facebook</a>",
        "facebook",
    );
    none(
        "<a href='https://facebook.com/dialog/feed?link=https://shop.example/p/7'>f</a>",
        "facebook",
    );
    none("<a href='https://facebook.com/'>Like us</a>", "facebook");
    none(
        "<a href='/go?to=facebook'>Share on Facebook</a>",
        "facebook",
    );
    none(
        "<a href='https://twitter.com/intent/tweet?text=x'>Tweet</a>",
        "twitter",
    );
    none("<a href='twitter://post?message=x'>Twitter</a>", "twitter");
    none(
        "<a href='mailto:?subject=x&body=me@x.example'>E-mail</a>",
        "email",
    );
    check(
        "<a href='https://facebook.com/tove'>f</a>",
        "facebook",
        json!("https://facebook.com/tove"),
    );
    check(
        "<a href='https://twitter.com/tove?lang=en'>t</a>",
        "twitter",
        json!("https://twitter.com/tove?lang=en"),
    );
    check(
        "<a href='mailto:tove@x.example?subject=Hello'>mail</a>",
        "email",
        json!("tove@x.example"),
    );
    // A colon in a path is no scheme, and not every "submit" passes a page on.
    for link in ["/wiki/facebook:tove", "https://facebook.com/submit?id=5"] {
        let html = format!("<main><h1>Tove Lind</h1><p><a href='{link}'>Facebook</a></p></main>");
        assert!(draft(&fields, &html).row["facebook"].is_string(), "{link}");
    }
    // The own one beside one that shares.
    let both = "<a href='https://facebook.com/sharer.php?u=x'>f</a> <a href='https://facebook.com/tove'>f</a>";
    check(both, "facebook", json!("https://facebook.com/tove"));
}

#[test]
fn links_in_the_frame_are_the_sites() {
    let schema = schema(&json!({"facebook": address(), "email": text()}));
    let check = |url: &str, title: &str, told: bool| {
        let html = format!(
            "<meta property=og:site_name content='Lind Tools'><main><h1>{title}</h1><p>Good.</p></main>\
             <footer><a href='https://facebook.com/lindtools'>f</a><a href='mailto:hi@lind.example'>m</a></footer>"
        );
        let got = draft_row(DraftInput {
            snapshot: &parse_html(&html, url),
            url,
            listing: &domain::frontier::Listing::default(),
            schema: &schema,
            job: &JobFile::default(),
        });
        let expect = |value: &str| if told { json!(value) } else { Value::Null };
        assert_eq!(
            got.row["facebook"],
            expect("https://facebook.com/lindtools"),
            "{url} {title}"
        );
        assert_eq!(got.row["email"], expect("hi@lind.example"), "{url} {title}");
    };
    check("https://lind.example/p/7", "Plane", false);
    check("https://lind.example/about", "Lind Tools", true);
    check("https://lind.example/", "Tools that last", true);
}
