//! Addresses of a page, of its variants, and of other pages.

use serde_json::json;

use super::{Addresses, Whose};

#[test]
fn addresses_that_lead_to_the_page_or_away() {
    let own = Addresses::new(vec![
        "https://shop.example/p/lamp-7?color=red".to_owned(),
        "https://shop.example/p/lamp-7".to_owned(),
    ]);
    let check = |key: &str, address: &str, expect: Whose| {
        let entity = json!({key: address});
        assert_eq!(own.whose(&entity), expect, "{key} {address}");
    };
    for address in [
        "https://shop.example/p/lamp-7",
        "http://www.shop.example/p/lamp-7/",
        "https://shop.example/p/lamp-7?utm_source=x&gclid=1#main",
        "/p/lamp-7",
        "//shop.example/p/Lamp-7",
    ] {
        check("url", address, Whose::Own);
        check("@id", address, Whose::Own);
    }
    for address in [
        "https://shop.example/p/lamp-7?size=4",
        "https://shop.example/p/lamp-7/reviews",
        "https://shop.example/en/lamps/lamp-7",
        "https://shop.example/p",
    ] {
        check("url", address, Whose::Near);
    }
    check("url", "https://shop.example/p/lamp-8", Whose::Other);
    check("url", "/p/lamp-8", Whose::Other);
    check("url", "https://shop.example/lamps/stand/oak", Whose::Other);
    check(
        "mainEntityOfPage",
        "https://shop.example/p/lamp-8",
        Whose::Other,
    );
    check("@id", "https://shop.example/p/lamp-8#product", Whose::Other);
    check("@id", "https://shop.example/ids/product/8", Whose::Near);
    for address in [
        "https://shop.example/",
        "https://shop.example/en/",
        "https://shop.example/#product",
        "https://maker.example/lamp-8",
        "urn:lamp:8",
        "lamp-8",
        "",
    ] {
        check("url", address, Whose::Unknown);
    }
}
