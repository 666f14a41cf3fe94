//! Walls, and pages that only look like one.

use domain::page_class::PageClass;
use domain::snapshot::parse_html;

use crate::classify;

fn check(html: &str, expect: PageClass) {
    let got = classify(&parse_html(html, "https://a.example/x"));
    assert_eq!(got.0, expect, "{html}: {}", got.1);
}

const LOGIN: &str = "<form><h2>Welcome</h2><label>E-mail<input></label>\
                     <input type=password><button>Go</button></form>";

#[test]
fn a_login_in_place_of_content_is_a_wall() {
    let menu = "<nav>Home Shop News Contact About Jobs Press Imprint</nav>".repeat(20);
    for html in [
        LOGIN.to_owned(),
        format!("{menu}{LOGIN}<footer>Terms, privacy and more</footer>"),
        "<title>Site</title><h1>Please sign in</h1><p>You need an account.".to_owned(),
        "<p>You must be logged in to view this page.</p>".to_owned(),
        "<h1>Bitte melden Sie sich an</h1>".to_owned(),
        "<script type='application/ld+json'>{\"@type\":\"WebSite\",\"name\":\"S\"}</script>\
         <p>Please log in to continue</p>"
            .to_owned(),
    ] {
        check(&html, PageClass::Challenge);
    }
}

#[test]
fn a_login_beside_content_is_none() {
    let story = "<p>The ferry leaves at nine and comes back at noon, weather permitting.</p>";
    check(
        &format!("<h1>Ferry</h1>{}{LOGIN}", story.repeat(4)),
        PageClass::Content,
    );
    check(
        &format!("<h1>Kettle</h1><p>$12</p><div hidden>{LOGIN}</div>"),
        PageClass::Content,
    );
    check(
        &format!(
            "<script type='application/ld+json'>{{\"@type\":\"Product\",\"name\":\"K\"}}</script>\
             <h1>K</h1>{LOGIN}"
        ),
        PageClass::Content,
    );
    check(
        "<h1>Kettle</h1><p>$12</p><a href=/in>Sign in</a>",
        PageClass::Content,
    );
}

#[test]
fn a_request_for_consent_in_place_of_content_is_a_wall() {
    for html in [
        "<h1>Before you continue</h1><p>We use cookies and data.</p><button>Accept all</button>\
         <button>Reject all</button>",
        "<nav>Home</nav><div><h2>We value your privacy</h2><p>We and our partners store information \
         on a device.</p><button>I agree</button></div>",
        "<div><p>Wir und unsere Partner verwenden Cookies.</p><button>Alle akzeptieren</button></div>",
    ] {
        check(html, PageClass::Challenge);
    }
}

#[test]
fn a_cookie_banner_beside_content_is_none() {
    let banner = "<div class=b><p>We use cookies.</p><button>Accept all</button></div>";
    check(
        &format!("<h1>Heron Kettle</h1><p>Price: 79.90</p>{banner}"),
        PageClass::Content,
    );
    check(
        &format!(
            "<main><h1>Job</h1><p>{}</p></main>{banner}",
            "We hire people. ".repeat(30)
        ),
        PageClass::Content,
    );
    check(
        &format!("<h1>K</h1><p>Short.</p>{banner}"),
        PageClass::Content,
    );
}
