//! Every text is kept or dropped for a reason, once.

use domain::snapshot::parse_html;

use super::ledger;
use crate::dom::Page;
use crate::tables::tables;

#[test]
fn every_text_is_counted_once() {
    let check = |html: &str, kept: usize, dropped: &[(&str, usize)]| {
        let snapshot = parse_html(html, "https://a.example/1");
        let got = ledger(&Page::new(&snapshot), &[]);
        let named: Vec<(&str, usize)> = got.dropped.iter().map(|(a, b)| (*a, *b)).collect();
        assert_eq!((got.kept, named.as_slice()), (kept, dropped), "{html}");
        assert_eq!(
            got.seen,
            kept + got.dropped.values().sum::<usize>(),
            "{html}"
        );
    };
    check("<h1>a</h1> <p>b</p>", 2, &[]);
    check(
        "<p>a<p hidden>b<script>c</script>",
        1,
        &[("hidden", 1), ("script", 1)],
    );
    check(
        "<details><summary>a</summary>b</details>",
        1,
        &[("closed", 1)],
    );
    check(
        "<nav>a</nav><p>b<s>c</s>",
        1,
        &[("chrome", 1), ("struck", 1)],
    );
    check(
        "<h1>a</h1><div><h2>Related</h2><p>b</div>",
        1,
        &[("related", 2)],
    );
    check("<nav hidden>a</nav>", 0, &[("hidden", 1)]);
    check("", 0, &[]);
}

#[test]
fn what_is_left_off_of_a_table_is_counted() {
    let check = |rows: usize, cut: usize| {
        let table = "<tr><td>k<td>v".repeat(rows);
        let snapshot = parse_html(&format!("<h1>a</h1><table>{table}</table>"), "");
        let page = Page::new(&snapshot);
        let got = ledger(&page, &tables(&page).cut);
        assert_eq!(got.dropped.get("cut").copied().unwrap_or(0), cut, "{rows}");
        assert_eq!(got.is_cut(), cut > 0);
        assert_eq!((got.seen, got.kept), (2 * rows + 1, 2 * rows + 1 - cut));
    };
    check(10, 0);
    check(10_000, 0);
    check(10_003, 6);
}
