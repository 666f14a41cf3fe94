//! The static parser, the text view and selectors on small documents.

use super::text::page_text;
use super::{FlatDom, NodeId, Snapshot, Visibility, parse_html, select};

const URL: &str = "https://shop.example/a/b";

fn page(body: &str) -> Snapshot {
    parse_html(body, URL)
}

fn check_text(html: &str, expect: &str) {
    assert_eq!(page_text(&page(html).dom), expect, "{html}");
}

#[test]
fn words_are_never_fused_and_inline_words_never_split() {
    check_text("<p>one<b>two</b></p><p>three</p>", "onetwo\nthree");
    check_text("<span>one</span> <span>two</span>", "one two");
    check_text("<div>one<div>two</div>three</div>", "one\ntwo\nthree");
    check_text("<table><tr><td>a</td><td>b</td></tr></table>", "a b");
    check_text("a<br>b", "a\nb");
    check_text("$19<sup>99</sup> and 58 m<sup>2</sup>", "$19^99 and 58 m2");
    check_text("soft&shy;ly", "softly");
}

#[test]
fn what_a_person_does_not_see_is_no_text() {
    check_text("<p hidden>a</p>b", "b");
    check_text("<p style='color:red; DISPLAY : none'>a</p>b", "b");
    check_text(
        "<script>a</script><style>c</style><template>d</template>b",
        "b",
    );
    check_text("<details><summary>s</summary>a</details>b", "s\nb");
    check_text("<details open><summary>s</summary>a</details>", "s\na");
    check_text("<dialog>a</dialog>b<!-- c -->", "b");
    check_text("<p aria-hidden=true>a</p>", "a");
}

#[test]
fn an_open_declarative_shadow_root_replaces_its_hosts_children() {
    check_text(
        "<x-a><template shadowrootmode=open><p>in <slot name=s>fallback</slot></p><slot></slot></template>\
         <i slot=s>named</i><i slot=none>lost</i>rest</x-a>",
        "in named\nrest",
    );
    check_text(
        "<x-a><template shadowrootmode=closed>a</template>b</x-a>",
        "b",
    );
}

#[test]
fn attributes_stand_as_they_are_written_and_each_once() {
    let check = |html: &str, tag: &str, expect: &[(&str, &str)]| {
        let dom = page(html).dom;
        let id = (0..dom.nodes.len()).find(|id| dom.tag(*id) == tag);
        let super::NodeKind::Element { attrs, .. } = &dom.nodes[id.expect("there")].kind else {
            panic!("{tag} is an element");
        };
        let pairs = attrs.iter().map(|(name, value)| (&**name, &**value));
        assert_eq!(pairs.collect::<Vec<_>>(), expect, "{html}");
    };
    check("<p z=1 A=2 a=3>", "p", &[("z", "1"), ("a", "2")]);
    check(
        "<body b=1><body a=2 b=3>",
        "body",
        &[("b", "1"), ("a", "2")],
    );
    check(
        "<svg viewBox=0><use xlink:href=x href=y></svg>",
        "use",
        &[("xlink:href", "x"), ("href", "y")],
    );
    check("<svg viewBox=0></svg>", "svg", &[("viewbox", "0")]);
}

#[test]
fn misplaced_tags_end_where_a_browser_puts_them() {
    check_text("<b>one<p>two</b>three", "one\ntwothree");
    check_text("<table>one<tr><td>two</table>three", "one\ntwo\nthree");
    check_text("<a>one<div><a>two</a></div>three", "one\ntwo\nthree");
    check_text("<table><b>x<tr><td>y</b>z</table>", "x\nyz");
    check_text("<p>a<!-- b -->c<select><option>d<p>e</select>", "ac\nd\ne");
}

#[test]
fn facts_of_the_document() {
    let snapshot = page(
        "<html lang=de><title> A\n B </title><base href='/x/'><svg><title>no</title></svg>\
         <iframe src=f width=20></iframe>",
    );
    assert_eq!(snapshot.title, "A B");
    assert_eq!(snapshot.lang.as_deref(), Some("de"));
    assert_eq!(snapshot.base_url, "https://shop.example/x/");
    assert_eq!(snapshot.frames[0].url, "https://shop.example/x/f");
    assert_eq!(snapshot.frames[0].width, 20);
}

fn well_formed(dom: &FlatDom) {
    for (id, node) in dom.nodes.iter().enumerate() {
        assert!(node.end > id && node.end <= dom.nodes.len());
        if let Some(up) = node.parent {
            assert!(up < id && dom.nodes[up].end >= node.end, "node {id}");
        }
    }
}

#[test]
fn depth_and_size_cost_no_stack() {
    let deep = format!("{}x{}", "<div>".repeat(4_000), "</div>".repeat(4_000));
    let snapshot = page(&deep);
    well_formed(&snapshot.dom);
    assert_eq!(page_text(&snapshot.dom), "x");
    let found = select(&snapshot.dom, "body > div").expect("selector");
    assert_eq!(found.len(), 1);
}

#[test]
fn what_stands_deep_keeps_its_labels() {
    let check = |html: &str, selector: &str, expect: usize| {
        let deep = "<div><span>".repeat(1_500);
        let snapshot = page(&format!("{deep}{html}"));
        let found = select(&snapshot.dom, selector).expect("selector");
        assert_eq!(found.len(), expect, "{html} {selector}");
    };
    let list = "<dl><div><dt>Weight</dt><dd>9 kg</dd></div><dt>Price<dd>12</dl>";
    check(list, "dl > dt", 2);
    check(list, "dl > dd", 2);
    let table = "<table><tr><th>Weight<td><b>9</b> kg<tr><th>Price<td>12</table>";
    check(table, "tr > th + td", 2);
    check(table, "td > b", 0);
    check(
        "<div><h2>Weight</h2></div><div><p>9 <a href=/kg>kg</a></div>",
        "h2 ~ p > a",
        1,
    );
    check("<div hidden><p>9 kg</p></div>", "p", 0);
}

#[test]
fn depth_is_bounded_and_loses_no_text() {
    let deepest = |dom: &FlatDom| {
        (0..dom.nodes.len())
            .map(|id| dom.ancestors(id).count())
            .max()
    };
    let check = |html: &str, expect: &str| {
        let snapshot = page(html);
        well_formed(&snapshot.dom);
        assert!(
            deepest(&snapshot.dom) <= Some(520),
            "{:?}",
            deepest(&snapshot.dom)
        );
        assert_eq!(page_text(&snapshot.dom), expect);
    };
    let deep = "<div>".repeat(1_500);
    check(&format!("{deep}a{}<p>b", "</div>".repeat(1_500)), "a\nb");
    check(&format!("{deep}a<p hidden>b</p><i>c</i>"), "ac");
    check(&format!("{deep}<template>a<b>b</b></template>c"), "c");
    check(&format!("{deep}<script>a</script>c"), "c");
    check(&format!("{}a", "<div/>".repeat(1_500)), "a");
    check(
        &format!("{deep}<div>a</div><div>b</div>c<b>d</b>"),
        "a\nb\ncd",
    );
    // Unclosed elements that tell what a text is nest no deeper either.
    let open = "<div><dl><dt>a<dd>b</div>".repeat(1_500);
    check(&format!("{deep}{open}"), "a\nb\n".repeat(1_500).trim_end());
    let items = "<li>x".repeat(2_000);
    let snapshot = page(&format!("<ul>{items}</ul>"));
    let found = select(&snapshot.dom, "ul > li").expect("selector");
    assert_eq!(found.len(), 2_000);
    let rows = "<tr><td><p>x<td>y".repeat(1_000);
    let snapshot = page(&format!("<table>{rows}</table>"));
    assert_eq!(select(&snapshot.dom, "tr").expect("selector").len(), 1_000);
}

#[test]
fn selectors_name_nodes_of_the_flat_dom() {
    let snapshot = page("<ul class='a b'><li>1<li data-x=y>2</ul>");
    let check = |selector: &str, tags: &[&str]| {
        let found: Vec<NodeId> = select(&snapshot.dom, selector).expect("selector");
        let got: Vec<&str> = found.iter().map(|&id| snapshot.dom.tag(id)).collect();
        assert_eq!(got, tags, "{selector}");
    };
    check("ul.b", &["ul"]);
    check("li", &["li", "li"]);
    check("li[data-x=y]", &["li"]);
    check("ul > li:first-child", &["li"]);
    assert!(select(&snapshot.dom, "li[").is_err());
}

#[test]
fn machine_text_is_kept_but_marked() {
    let snapshot = page("<script type='application/ld+json'>{\"a\":1}</script>");
    let found = (0..snapshot.dom.nodes.len())
        .find(|&id| snapshot.dom.text(id) == Some("{\"a\":1}"))
        .expect("script text");
    assert_eq!(snapshot.dom.nodes[found].visibility, Visibility::Machine);
}
