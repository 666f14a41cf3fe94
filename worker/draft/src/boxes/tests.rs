//! Class names and ids, and the zones that they name.

use super::named;
use crate::dom::{CHROME, DIALOG, RELATED, STRUCK, VISITORS};

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
    ] {
        check(name, true);
    }
    for name in [
        "card-footer",
        "article footer-note",
        "modal-footer",
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
