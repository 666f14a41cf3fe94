//! What a site calls itself.

use super::own_label;

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
