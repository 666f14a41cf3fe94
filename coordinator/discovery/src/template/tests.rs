//! Pages and the address of another one.

use super::*;

#[test]
fn addresses_between() {
    let check = |pages: &[(u64, &str)], number: u64, expect: Option<&str>| {
        let found = Template::of(pages).and_then(|template| template.page(number));
        assert_eq!(found.as_deref(), expect, "{pages:?}");
    };
    check(
        &[
            (2, "https://a.example/l?page=2"),
            (9, "https://a.example/l?page=9"),
        ],
        5,
        Some("https://a.example/l?page=5"),
    );
    check(
        &[
            (1, "https://a.example/l"),
            (9, "https://a.example/l?q=x%202&page=9"),
        ],
        5,
        Some("https://a.example/l?q=x%202&page=5"),
    );
    check(
        &[
            (2, "https://a.example/l?start=20&n=20"),
            (4, "https://a.example/l?start=60&n=20"),
        ],
        3,
        Some("https://a.example/l?start=40&n=20"),
    );
    check(
        &[
            (2, "https://a.example/l?p=1"),
            (3, "https://a.example/l?p=2"),
        ],
        7,
        Some("https://a.example/l?p=6"),
    );
    check(
        &[
            (2, "https://a9.example/l/page-002.html"),
            (12, "https://a9.example/l/page-012.html"),
        ],
        3,
        Some("https://a9.example/l/page-003.html"),
    );
}

#[test]
fn no_address_between() {
    let check = |pages: &[(u64, &str)], number: u64| {
        let found = Template::of(pages).and_then(|template| template.page(number));
        assert_eq!(found, None, "{pages:?}");
    };
    // Two addresses of one page: nothing tells them apart as pages.
    check(
        &[
            (3, "https://a.example/l?page=3&v=1"),
            (3, "https://a.example/l?page=3&v=7"),
        ],
        5,
    );
    // One link alone that does not state its number, numbers that follow no line, words.
    check(&[(9, "https://a.example/l?start=160")], 2);
    check(
        &[
            (2, "https://a.example/l?t=17"),
            (3, "https://a.example/l?t=19"),
            (9, "https://a.example/l?t=71"),
        ],
        4,
    );
    check(
        &[(2, "https://a.example/two"), (9, "https://a.example/nine")],
        3,
    );
    // Two runs that could be the number.
    check(&[(9, "https://a.example/9?page=9")], 3);
    check(&[], 3);
}
