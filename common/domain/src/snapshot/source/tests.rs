//! Tests of writing a DOM: reading it again gives the same one.

use super::to_html;
use crate::snapshot::parse_html;

fn check(html: &str) {
    let first = parse_html(html, "https://a.example/");
    let again = parse_html(&to_html(&first.dom), "https://a.example/");
    assert!(again.dom == first.dom, "{html:.80}");
}

#[test]
fn the_same_tree_comes_back() {
    check("<!doctype html><title>a &lt; b</title><p class='x \"y\" & z'>1 &amp; 2&nbsp;3<br>4");
    check("<script>if (a < b && c) { x = '<p>' }</script><style>a > b {}</style>");
    check(
        "<table><tr><td>1<td>2</table><ul><li>a<li>b</ul><svg viewBox='0 0'><path d='M0'/></svg>",
    );
    check("<pre>\n\n a\n</pre><textarea>\n x</textarea><p hidden>no");
    check("");
    // Beyond the depth too, since the bound never takes an element for less deep than it is.
    for html in [
        "<div>",
        "<body><div>",
        "<div><span>a</span><p>b",
        "<ul><li>a",
        "<dl><dt>a<dd>b",
        "<table><tr><td>a",
        "<table><td>a",
        "<section><h2>a</h2><a href=x>b</a>",
    ] {
        check(&html.repeat(600));
    }
}
