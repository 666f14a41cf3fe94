//! Class names and ids, and the zones that they name.

use super::named;
use crate::dom::{CHROME, DIALOG, RELATED, STRUCK, VISITORS, WRITER};

#[test]
fn names_of_boxes() {
    let check = |name: &str, expect: u8| assert_eq!(named(name), expect, "{name}");
    check("card product-card mt-4", 0);
    check("product-related", RELATED);
    check("Reviews", VISITORS);
    check("price strike", STRUCK);
    check("related-reviews", RELATED | VISITORS);
}

#[test]
fn footers_of_pages_and_of_parts() {
    let check = |name: &str, expect: bool| {
        assert_eq!(named(name) & CHROME != 0, expect, "{name}");
    };
    for name in [
        "footer",
        "site-footer",
        "mt-4 Footer",
        "footer__links",
        "footer-contact",
        "siteFooter",
        "Footer_footer__x3Ab2",
        "footer-col-2",
    ] {
        check(name, true);
    }
    for name in [
        "card-footer",
        "article footer-note",
        "modal-footer",
        "cardFooter",
        "footers",
        "foot",
        "page",
    ] {
        check(name, false);
    }
}

#[test]
fn requests_for_consent() {
    let check = |name: &str, expect: bool| {
        assert_eq!(named(name) & DIALOG != 0, expect, "{name}");
    };
    for name in [
        "cookie-banner",
        "cookieBanner",
        "cookies-notice open",
        "js-cookie-consent",
        "CookieConsent",
        "gdpr modal fade",
        "consent-preferences",
        "privacy_popup",
        "GDPRBanner",
    ] {
        check(name, true);
    }
    // A page about them, a recipe, a form, a wrapper.
    for name in [
        "cookie-policy",
        "cookie-recipe card",
        "cookies",
        "consent-form",
        "privacy",
        "banner",
        "settings",
        "cookie",
    ] {
        check(name, false);
    }
}

#[test]
fn boxes_about_writers() {
    let check = |name: &str, expect: bool| {
        assert_eq!(named(name) & WRITER != 0, expect, "{name}");
    };
    for name in ["author-bio", "about-the-author wide", "post_author_box"] {
        check(name, true);
    }
    for name in ["author", "author box", "bio-box", "authors-about"] {
        check(name, false);
    }
}

/// Were each of these words looked at together with all others, this would take minutes.
#[test]
fn names_of_many_words_are_read_once() {
    let check = |word: &str, expect: u8| {
        let name = format!("{word} ").repeat(50_000);
        assert_eq!(named(&name), expect, "{word}");
        let joined = format!("{word}-").repeat(50_000);
        assert_eq!(named(&joined) & !expect, 0, "{word}");
    };
    check("footer-card", 0);
    check("cookie-x", 0);
    check("author-x", 0);
    check("related", RELATED);
}
