//! What a site calls itself.

use super::{Site, own_label};

#[test]
fn the_label_that_its_owner_chose() {
    let check = |address: &str, expect: Option<&str>| {
        assert_eq!(own_label(address).as_deref(), expect, "{address}");
    };
    check("https://www.shop.example/p/1", Some("shop"));
    check("https://edition.post.co.uk/", Some("post"));
    check("https://com.example/", Some("com"));
    check("https://shop/", None);
    check("http://127.0.0.1:80/", None);
    check("no address", None);
}

#[test]
fn a_site_s_name_is_taken_off_at_either_end() {
    let site = Site::called("Harbour Post");
    let check = |text: &str, expect: Option<&str>| {
        assert_eq!(site.without(text), expect, "{text}");
    };
    check("Eels are back | Harbour Post", Some("Eels are back"));
    check("Eels are back| HARBOUR POST", Some("Eels are back"));
    check("Harbour Post - Eels - a story", Some("Eels - a story"));
    check("Harbour Post – Eels – Harbour Post", Some("Eels"));
    check("Eels are back | Harbour", None);
    check("Eels-Harbour Post", None);
    check("Harbour Post", None);
    check("Harbour Post | Harbour Post", Some("Harbour Post"));
}
