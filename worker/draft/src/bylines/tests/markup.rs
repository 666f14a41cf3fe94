//! Names that markup sets apart, and what stands behind a "by" and is none.

use serde_json::{Value, json};

use super::both;
use crate::tests::{draft, text};

#[test]
fn names_in_the_markup_of_cards_and_bylines() {
    let lind = || json!("Tove Lind");
    let none = || Value::Null;
    both(
        "<p><span class=author><a href=/t>Tove Lind</a></span> / 3 comments</p>",
        lind(),
        none(),
    );
    both(
        "<meta name=author content=shop><p class=produktautor><a href=/t>Tove Lind</a></p>",
        lind(),
        none(),
    );
    both(
        "<p>by <span class=auteurs>Tove Lind</span>, Oslo</p>",
        lind(),
        none(),
    );
    both(
        "<p>By <a href=/t>Tove Lind (Author)</a></p>",
        lind(),
        none(),
    );
    both("<p>von <a href=/t>Autor: Tove Lind</a></p>", lind(), none());
    both(
        "<p>By <b>Tove Lind</b>, <b>Bo Rask</b>, and <b>Kim Ek</b>, CNN</p>",
        json!("Tove Lind, Bo Rask, and Kim Ek"),
        none(),
    );
    both(
        "<p class=authors>By <a href=/team/t>Tove Lind</a>, <a href=/guests/b>Bo Rask</a></p>",
        json!("Tove Lind, Bo Rask"),
        none(),
    );
    both(
        "<p>By <a href=/team/t>Tove Lind</a>, <a href=/team/b>Bo Rask</a> and <a href=/team/k>Kim Ek</a></p>",
        json!("Tove Lind, Bo Rask and Kim Ek"),
        none(),
    );
    both(
        "<p>By <a href=/team/t>Tove Lind</a>, <a href=/team/b>Bo Rask</a> and Kim Ek</p>",
        json!("Tove Lind, Bo Rask and Kim Ek"),
        none(),
    );
}

#[test]
fn bylines_far_from_the_heading_need_markup() {
    let lind = || json!("Tove Lind");
    let none = || Value::Null;
    let lead = |byline: &str| format!("<p>{}</p>{byline}", "It blew. ".repeat(60));
    both(&lead("<p class=author>By Tove Lind</p>"), lind(), none());
    both(&lead("<p>By Tove Lind</p>"), none(), none());
    let far = |card: &str| format!("<p>{}</p>{card}", "It blew. ".repeat(90));
    both(
        &far("<p class='post-author vcard'>Posted by <span class=fn>tove</span></p>"),
        json!("tove"),
        none(),
    );
    both(
        &far("<p class='comment-author vcard'><b class=fn>Bo Rask</b></p>"),
        none(),
        none(),
    );
    both(
        &far("<a rel=author href=/t>View all posts by Tove Lind</a>"),
        lind(),
        none(),
    );
}

#[test]
fn a_link_to_a_profile_elsewhere_is_no_byline_unless_it_names_somebody() {
    let far = |link: &str| format!("<p>{}</p>{link}", "It blew. ".repeat(90));
    let link = |text: &str| {
        far(&format!(
            "<a rel=author href=https://plus.example/1>{text}</a>"
        ))
    };
    both(
        &link("tove<i>on</i><img src=g.png>"),
        Value::Null,
        Value::Null,
    );
    both(&link("Tove Lind"), json!("Tove Lind"), Value::Null);
    both(
        &far("<a rel=author href=/authors/tove>tove</a>"),
        json!("tove"),
        Value::Null,
    );
}

#[test]
fn a_person_that_is_shown_outranks_who_publishes() {
    let publisher = "<meta name=dc.creator content='Tove Lind'>\
        <script type=application/ld+json>{\"@type\":\"Article\",\"headline\":\"Storm\",\
        \"author\":{\"@type\":\"Organization\",\"name\":\"Harbour Desk\"}}</script>";
    let shown = format!("{publisher}<h3>Tove Lind</h3>");
    both(&shown, json!("Tove Lind"), Value::Null);
    both(publisher, json!("Harbour Desk"), Value::Null);
    let person = shown.replace("Organization", "Person");
    both(&person, json!("Harbour Desk"), Value::Null);
}

#[test]
fn the_footer_of_the_article_tells_who_wrote_it_and_when() {
    let footer = "<footer><span class='author vcard'>Author <a class='url fn' href=/t>tove</a></span>\
        <time class='entry-date published updated' datetime=2019-05-05>May 5, 2019</time></footer>";
    let fields = json!({"author": text(), "publishedAt": text()});
    let blew = "It blew. ".repeat(90);
    let own = format!("<main><article><h1>Storm</h1><p>{blew}</p>{footer}</article></main>");
    let got = draft(&fields, &own);
    assert_eq!(got.row["author"], json!("tove"));
    assert_eq!(got.row["publishedAt"], json!("2019-05-05"));
    let other =
        format!("<main><h1>Storm</h1><p>{blew}</p><article><p>Sand</p>{footer}</article></main>");
    let got = draft(&fields, &other);
    assert_eq!(got.row["author"], Value::Null);
    assert_eq!(got.row["publishedAt"], Value::Null);
}

#[test]
fn what_stands_behind_a_by_and_is_no_author() {
    let far = |text: &str| format!("<p>{}</p>{text}", "It blew. ".repeat(90));
    let none = Value::Null;
    both(
        &far("<dl><dt>BY<dd>Attribution</dl>"),
        none.clone(),
        none.clone(),
    );
    both(
        "<form><label>Von</label> <span>nach</span></form>",
        none.clone(),
        none.clone(),
    );
    let bio = "Tove Lind Tove is the founder of a firm and an organizer of the fair that is held there each year in May";
    both(
        &far(&format!("<dl><dt>Author<dd>{bio}</dl>")),
        none.clone(),
        none.clone(),
    );
    both(
        "<meta name=author content='Super User'>",
        none.clone(),
        none.clone(),
    );
    both(
        "<div itemscope itemtype=https://schema.org/Article><b itemprop=name>Storm</b><a itemprop=author href=/people/t.html>T. L.</a></div>",
        json!("T. L."),
        none,
    );
}

#[test]
fn a_name_turned_round_is_given_as_the_page_shows_it() {
    let check = |stated: &str, shown: &str, expect: &str| {
        let html = format!(
            "<meta name=citation_author content='{stated}'><h1>Moss</h1><ul><li><a>{shown}</a><sup>1</sup></ul>"
        );
        let got = draft(&json!({"author": text()}), &html);
        assert_eq!(got.row["author"], json!(expect), "{stated}: {shown}");
    };
    check("Ito, Ren", "Ren Ito", "Ren Ito");
    check("Salas, P.", "P. Salas", "P. Salas");
    check("Ito, Ren", "R. Ito", "Ito, Ren");
    check("Ito, Ren", "Ito, Ren", "Ito, Ren");
}

#[test]
fn the_name_before_a_bar_in_a_line_called_its_author() {
    let check = |class: &str, line: &str, expect: Value| {
        let html = format!("<h1>Storm</h1><p class={class}>{line}</p><p>It blew.</p>");
        let got = draft(&json!({"author": text()}), &html);
        assert_eq!(got.row["author"], expect, "{class}: {line}");
    };
    check(
        "author",
        "Tove Lind | Palma de Mallorca | 08/01/2014",
        json!("Tove Lind"),
    );
    check("author", "08/01/2014 | Palma de Mallorca", Value::Null);
    check("place", "Tove Lind | Palma de Mallorca", Value::Null);
}

#[test]
fn the_first_link_of_a_byline_may_be_a_section() {
    let check = |line: &str, expect: Value| {
        let html = format!("<h1>Storm</h1>{line}<p>It blew.</p>");
        let got = draft(&json!({"author": text()}), &html);
        assert_eq!(got.row["author"], expect, "{line}");
    };
    let lind = || json!("Tove Lind");
    for to in ["/author/lind", "/people/lind", "/lind rel=author"] {
        check(
            &format!("<p class=byline><a href={to}>Tove Lind</a> | May 5, 2024</p>"),
            lind(),
        );
    }
    check(
        "<p class=author><a href=/lind>Tove Lind</a> | May 5, 2024</p>",
        lind(),
    );
    for line in [
        "<p class=byline><a href=/politics>Middle East</a> | May 5, 2024</p>",
        "<div class=post-byline><a href=/world>World News</a> <span>May 5, 2024</span></div>",
        "<div class=author><a href=/a/x>About The Author</a><span>x y z</span></div>",
        "<p class=byline><a href=/by/l>Tove Lind</a> mit <a href=/by/r>Bo Rask</a></p>",
    ] {
        check(line, Value::Null);
    }
}

#[test]
fn what_stands_where_a_name_could_is_none() {
    let check = |line: &str, expect: Value| {
        let html = format!("<h1>Storm</h1><p class=author>{line}</p><p>It blew.</p>");
        let got = draft(&json!({"author": text()}), &html);
        assert_eq!(got.row["author"], expect, "{line}");
    };
    for line in [
        "Read More",
        "View Profile",
        "Follow Us",
        "Guest Post",
        "Press Release",
        "Staff Writer",
        "Written By",
        "最新消息",
        "编辑部",
    ] {
        check(line, Value::Null);
    }
    check("Tove Lind", json!("Tove Lind"));
    check("王小明", json!("王小明"));
}

#[test]
fn a_section_in_a_byline_is_nobody_and_the_person_behind_it_is_its_author() {
    let fields = json!({"author": text(), "authors": {"type": ["array", "null"], "items": {"type": "string"}}});
    let check = |line: &str, expect: Option<&str>| {
        let html = format!("<h1>Storm over the sound</h1>{line}<p>It blew hard and long.</p>");
        let got = draft(&fields, &html);
        assert_eq!(got.row["author"], json!(expect), "{line}");
        assert_eq!(
            got.row["authors"],
            json!(expect.map(|name| [name])),
            "{line}"
        );
    };
    let lind = "<a href=/people/lind>Tove Lind</a>";
    let one = Some("Tove Lind");
    check(
        &format!("<p class=byline><a href=/news>News</a> | {lind}</p>"),
        one,
    );
    check(
        &format!("<p class=author><a href=/l>Local News</a> | {lind}</p>"),
        one,
    );
    check(
        &format!("<p class=byline>By <a href=/news>News</a> {lind}</p>"),
        one,
    );
    check(
        "<p class=byline>By <a href=/news>News</a> <a href=/lind>Tove Lind</a></p>",
        None,
    );
    check(
        "<p class=byline>By <a href=/news>News</a> | Tove Lind</p>",
        None,
    );
    check(
        "<p>By <a href=/news>News</a> | May 5, 2019 | <a href=/lind>Tove Lind</a></p>",
        None,
    );
    let two = format!(
        "<p class=byline><a href=/news>News</a> | {lind} | <a href=/people/r>Bo Rask</a></p>"
    );
    check(&two, None);
    check(
        "<p>By <a href=/tove>Tove</a> | May 5, 2019</p>",
        Some("Tove"),
    );
}

#[test]
fn who_stands_in_a_byline_without_a_link_wrote_the_page_too() {
    let check = |line: &str, expect: &str| {
        let html = format!("<h1>Storm over the sound</h1>{line}<p>It blew hard and long.</p>");
        let got = draft(&json!({"author": text()}), &html);
        assert_eq!(got.row["author"], json!(expect), "{line}");
    };
    let lind = "<a href=/people/lind>Tove Lind</a>";
    check(
        &format!("<p>By {lind} and Bo Rask</p>"),
        "Tove Lind and Bo Rask",
    );
    check(
        &format!("<p>Von {lind} und Bo Rask</p>"),
        "Tove Lind und Bo Rask",
    );
    check(
        &format!("<p>By {lind} & Bo Rask | May 5, 2019</p>"),
        "Tove Lind & Bo Rask",
    );
    check(
        &format!("<p>By <b>{lind}</b> <b>and Bo Rask</b></p>"),
        "Tove Lind and Bo Rask",
    );
    let three = format!("<p>By {lind}, Bo Rask and <a href=/people/ek>Kim Ek</a></p>");
    check(&three, "Tove Lind, Bo Rask and Kim Ek");
    check(
        &format!("<p class=byline>{lind} and Bo Rask</p>"),
        "Tove Lind and Bo Rask",
    );
    check(&format!("<p>By {lind} and agencies</p>"), "Tove Lind");
    check(&format!("<p>By {lind} and Reuters</p>"), "Tove Lind");
    check(&format!("<p>By {lind} in Oslo and Bergen</p>"), "Tove Lind");
}
