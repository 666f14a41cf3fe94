//! Main text for fields that describe the page's subject.

use serde_json::{Value, json};

use crate::tests::{draft, text};

const WORDS: &str = "The weir was built of oak, in the spring of that year, and holds the river, \
                     which rises in the hills, back from the lower town. ";

fn page(more: &str) -> String {
    let paragraph = format!("<p>{}</p>", WORDS.repeat(3));
    format!(
        "<nav><a href=/>Home</a><a href=/a>All weirs of the river, by name</a></nav><main><h1>Weir</h1>\
         <article>{paragraph}{paragraph}<p>It <b>st</b>ands.</p></article></main>{more}\
         <section class=comments><p>{}</p></section><footer>Imprint</footer>",
        "A visitor says that it is fine, and more, and more. ".repeat(20)
    )
}

fn of(field: &str, html: &str) -> Value {
    let got = draft(&json!({ field: text() }), html);
    got.row[field].clone()
}

#[test]
fn the_text_and_nothing_around_it() {
    let side = "<aside><h2>Related weirs</h2><p>Another weir, of stone, and another.</p></aside>";
    let body = of("article_body", &page(side));
    let body = body.as_str().expect("a text");
    assert!(body.starts_with("The weir was built of oak"), "{body}");
    assert!(body.ends_with("It stands."), "{body}");
    for other in ["Home", "visitor", "Imprint", "stone"] {
        assert!(!body.contains(other), "{other}: {body}");
    }
    assert_eq!(of("description", &page("")), json!(body));
}

#[test]
fn what_the_page_calls_its_description_comes_first() {
    let stated = page("<meta name=description content='A weir of oak.'>");
    assert_eq!(of("description", &stated), json!("A weir of oak."));
    assert!(of("article_body", &stated).is_string());
}

#[test]
fn no_main_text_is_made_up() {
    let check = |field: &str, html: &str| assert_eq!(of(field, html), Value::Null, "{html}");
    check("summary", &page(""));
    check("description", "<h1>Weir</h1><p>A short remark.</p>");
    let hidden = page("").replace("<article>", "<article hidden>");
    check("description", &hidden);
    let links = "<li><a href=/x>Another weir, of stone, and one more</a>".repeat(40);
    check("description", &format!("<h1>Weirs</h1><ul>{links}</ul>"));
}
