//! Tests of what the page text cases do not pin.

use domain::snapshot::parse_html;

use super::{TextOptions, markdown};

fn check(html: &str, expect: &str) {
    let snapshot = parse_html(html, "https://page.example/");
    let got = markdown(&snapshot, TextOptions::default());
    assert_eq!(got.trim_end(), expect, "{html}");
}

#[test]
fn blocks_stand_apart() {
    check("<h1>A</h1>b<p>c</p>d", "# A\n\nb\n\nc\n\nd");
    check("<ul><li>a<li>b</ul><p>c", "- a\n- b\n\nc");
    check(
        "<p>x</p><ol><li><p>a</p><p>b</p><li>c</ol>",
        "x\n\n1. a\n\n   b\n2. c",
    );
    check(
        "<dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl>",
        "a\n: b\n: c\n\nd\n: e",
    );
    check(
        "<blockquote><p>a<p>b<ul><li>c</ul></blockquote><p>d",
        "> a\n>\n> b\n>\n> - c\n\nd",
    );
    check("<pre>a\n\n```\n</pre>", "````\na\n\n```\n````");
}

#[test]
fn tables_keep_their_grid() {
    check(
        "<table><caption>t</caption><tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr><td>3</table>",
        "t\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n| 1 | 3 |",
    );
    check(
        "<table><tr><td rowspan=0>1<td>2<tr><td>3<tr><td>4</table>",
        "|  |  |\n| --- | --- |\n| 1 | 2 |\n| 1 | 3 |\n| 1 | 4 |",
    );
    check("<table><tr><td><h1>a</h1><p>b</table>", "# a\n\nb");
    check("<table></table>x", "x");
}

#[test]
fn numbers_are_kept_apart() {
    check("<p>10<sup>6</sup> and H<sub>2</sub>O", "10^6 and H2O");
    check(
        "<p>1<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> m",
        "1 1/2 m",
    );
}

#[test]
fn what_looks_like_markup_is_escaped() {
    for text in [
        "# a", "- a", "+ a", "* a", "> a", "12. a", "3) a", "|a", "```", "---", "#",
    ] {
        let escaped = match text.find(['.', ')']) {
            Some(at) => format!("{}\\{}", &text[..at], &text[at..]),
            None => format!("\\{text}"),
        };
        check(&format!("<p>{}", text.replace('>', "&gt;")), &escaped);
    }
    for text in ["#a", "-5 degrees", "3.5 m", "a - b", "1999.", "*a*"] {
        let expect = if text == "1999." { "1999\\." } else { text };
        check(&format!("<p>{text}"), expect);
    }
}

#[test]
fn nothing_is_nothing() {
    check("", "");
    check(
        "<p hidden>a</p><details><summary>s</summary>b</details>",
        "s",
    );
    check("<div popover>menu</div>x", "x");
}
