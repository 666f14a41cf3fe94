//! Walls, and pages that only look like one.

use domain::page_class::PageClass;
use domain::snapshot::{Snapshot, parse_html, text};

use crate::{classify, refusal};

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

const ASKS: &str = "<h2>We value your privacy</h2><p>We and our partners store data.</p>\
                    <button>Accept all</button><button>Reject all</button>";
const STORY: &str = "The ferry leaves at nine and comes back at noon, weather permitting. ";

/// A page with frames that a person sees and that were read.
fn page(html: &str, frames: &[Snapshot]) -> Snapshot {
    let boxes =
        "<iframe src='https://b.example/x' width=900 height=600></iframe>".repeat(frames.len());
    let mut page = parse_html(&format!("{html}{boxes}"), "https://a.example/x");
    for (frame, document) in page.frames.iter_mut().zip(frames) {
        frame.visible = true;
        frame.document = Some(Box::new(document.clone()));
    }
    page
}

fn plain(html: &str) -> Snapshot {
    parse_html(html, "https://b.example/x")
}

/// The class, and what the control says by which consent is refused, with the frames on the way to it.
fn framed(page: &Snapshot, class: PageClass, control: Option<(&[usize], &str)>) {
    let got = classify(page);
    assert_eq!(got.0, class, "{}", got.1);
    let pressed = refusal(page).map(|control| {
        let mut at = page;
        for &number in &control.frames {
            at = at.frames[number].document.as_deref().expect("read");
        }
        (control.frames, text::text_of(&at.dom, control.node))
    });
    let pressed = pressed
        .as_ref()
        .map(|(frames, said)| (frames.as_slice(), said.as_str()));
    assert_eq!(pressed, control);
}

#[test]
fn a_request_for_consent_in_a_frame_is_refused_there() {
    let ask = plain(ASKS);
    let wall = Some((&[0][..], "Reject all"));
    framed(
        &page("", std::slice::from_ref(&ask)),
        PageClass::Challenge,
        wall,
    );
    framed(
        &page("<nav>Home</nav><p>Offers</p>", std::slice::from_ref(&ask)),
        PageClass::Challenge,
        wall,
    );
    let wrapped = page("", std::slice::from_ref(&ask));
    framed(
        &page("", &[plain("<p>.</p>"), wrapped]),
        PageClass::Challenge,
        Some((&[1, 0], "Reject all")),
    );
    // One that can only be agreed to, and one that nobody sees.
    let only = plain(&ASKS.replace("<button>Reject all</button>", ""));
    framed(&page("", &[only]), PageClass::Challenge, None);
    let mut hidden = page("<p>Kettle, $12</p>", &[ask]);
    hidden.frames[0].visible = false;
    framed(&hidden, PageClass::Content, None);
}

#[test]
fn content_that_can_be_read_behind_a_frame_that_asks_stays_untouched() {
    let ask = plain(ASKS);
    let story = STORY.repeat(9);
    framed(
        &page(&format!("<p>{story}</p>"), std::slice::from_ref(&ask)),
        PageClass::Content,
        None,
    );
    framed(
        &page(
            "<h1>Heron kettle</h1><p>$12</p>",
            std::slice::from_ref(&ask),
        ),
        PageClass::Content,
        None,
    );
    // The content is in a frame beside it.
    let panel = plain(&format!("<h1>Ferry</h1><p>{story}</p>"));
    framed(
        &page("<p>Ferries</p>", &[ask, panel]),
        PageClass::Content,
        None,
    );
}
