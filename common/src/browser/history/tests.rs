//! Tests of addresses that name one document.

use super::*;

#[test]
fn spelling_and_fragments_do_not_make_another_document() {
    let check = |a, b, expect| assert_eq!(same_document(a, b), expect, "{a} {b}");
    check("http://A.example", "http://a.example/", true);
    check("http://a.example/x#1", "http://a.example:80/x", true);
    check("http://a.example/x?a=1", "http://a.example/x?a=2", false);
    check("http://a.example/x", "https://a.example/x", false);
    check("", "http://a.example/", false);
}
