//! Bylines and datelines near the heading, against what metadata says.

use domain::evidence::Source;
use serde_json::{Value, json};

use crate::tests::{draft, text};

mod lists;
mod markup;

fn check(field: &str, html: &str, expect: impl Into<Value>) {
    let expect: Value = expect.into();
    let got = draft(&json!({field: text()}), html);
    assert_eq!(got.row[field], expect, "{html}");
}

fn both(html: &str, author: impl Into<Value>, day: impl Into<Value>) {
    let (author, day): (Value, Value) = (author.into(), day.into());
    let fields = json!({"author": text(), "publishedAt": text()});
    let page = format!(
        "<main><h1>Storm</h1>{html}<p>{}</p></main>",
        "It blew. ".repeat(80)
    );
    let got = draft(&fields, &page);
    let found = (&got.row["author"], &got.row["publishedAt"]);
    assert_eq!(found, (&author, &day), "{html}");
}

#[test]
fn a_byline_without_a_link_and_the_day_behind_it() {
    let (lind, day) = (json!("Tove Lind"), json!("May 5, 2019"));
    both("<p>By Tove Lind</p>", lind.clone(), Value::Null);
    both(
        "<p>By Tove Lind, May 5, 2019</p>",
        lind.clone(),
        day.clone(),
    );
    both(
        "<p>By Tove Lind | May 5, 2019</p>",
        lind.clone(),
        day.clone(),
    );
    both(
        "<div><span>By Tove Lind</span><span>May 5, 2019 8:03 am ET</span></div>",
        lind.clone(),
        json!("May 5, 2019 8:03 am ET"),
    );
    both(
        "<p>By <a href=/t>Tove Lind</a> on Sunday, May 5, 2019</p>",
        lind.clone(),
        day.clone(),
    );
    both(
        "<p>Posted on May 5, 2019 by Tove Lind</p>",
        lind.clone(),
        day.clone(),
    );
    both(
        "<p>Von Tove Lind, 5. Mai 2019</p>",
        lind.clone(),
        json!("5. Mai 2019"),
    );
    both(
        "<p>Publié le 5 mai 2019 par Tove Lind</p>",
        lind.clone(),
        json!("5 mai 2019"),
    );
    both("<p class=byline>Tove Lind</p>", lind.clone(), Value::Null);
}

#[test]
fn lines_that_tell_another_day_or_nobody() {
    let day = json!("May 5, 2019");
    both("<p>Updated May 6, 2019</p>", Value::Null, Value::Null);
    both(
        "<p>Published May 5, 2019 | Updated May 6, 2019</p>",
        Value::Null,
        day.clone(),
    );
    both(
        "<p>By May 5, 2019 it was over.</p>",
        Value::Null,
        Value::Null,
    );
    both("<p>May 5, 2019</p>", Value::Null, Value::Null);
    both(
        "<meta property=og:type content=article><p>May 5, 2019</p>",
        Value::Null,
        day.clone(),
    );
    both("<h2>By Popular Demand</h2>", Value::Null, Value::Null);
    both(
        "<time class='entry-date published updated' datetime=2019-05-05>May 5, 2019</time>",
        Value::Null,
        json!("2019-05-05"),
    );
    both(
        "<time class='entry-date updated' datetime=2019-05-06>May 6, 2019</time>",
        Value::Null,
        Value::Null,
    );
}

#[test]
fn an_author_who_is_the_paper_gives_way_to_the_byline_and_more_of_a_name_to_metadata() {
    let page = |author: &str, line: &str| {
        format!(
            "<script type=application/ld+json>{{\"@type\":\"NewsArticle\",\"headline\":\"Eels\",\
             \"author\":{{\"@type\":\"Organization\",\"name\":\"{author}\"}}}}</script><h1>Eels</h1>{line}"
        )
    };
    let check = |author: &str, line: &str, expect: &str| {
        check("author", &page(author, line), json!(expect));
    };
    check("The Harbour Post", "<p>By Tove Lind</p>", "Tove Lind");
    check(
        "The Harbour Post",
        "<p>By Tove Lind and Bo Rask</p>",
        "Tove Lind and Bo Rask",
    );
    check(
        "The Harbour Post",
        "<p class=byline>Tove Lind</p>",
        "The Harbour Post",
    );
    check("Tove Lind", "<p>BY TOVE LIND</p>", "Tove Lind");
    check("Tove Lind Ek", "<p>By Tove Lind</p>", "Tove Lind Ek");
    check("The Harbour Post", "<p>No line</p>", "The Harbour Post");
}

#[test]
fn the_day_of_the_last_change_is_told_by_its_own_words() {
    let page = |line: &str| format!("<h1>Storm</h1>{line}");
    let check = |line: &str, expect: Value| check("updatedAt", &page(line), expect);
    check("<p>Last updated May 6, 2019</p>", json!("May 6, 2019"));
    check(
        "<p>Published May 5, 2019 | Updated May 6, 2019</p>",
        json!("May 6, 2019"),
    );
    check("<p>Zaktualizowano 6 maja 2019</p>", json!("6 maja 2019"));
    check("<p>Published May 5, 2019</p>", Value::Null);
}

#[test]
fn a_lower_heading_that_a_title_repeats_names_a_page_without_an_h1() {
    check(
        "author",
        "<title>Storm over the sound - The Post</title><h2>Storm over the sound</h2><p>By Tove Lind</p>",
        json!("Tove Lind"),
    );
}
#[test]
fn a_byline_word_gives_the_link_that_follows_it() {
    let page = |line: &str| {
        format!(
            "<script type=application/ld+json>{{\"@type\":\"NewsArticle\",\"headline\":\"Eels\",\
             \"author\":\"The Harbour Post\"}}</script><h1>Eels</h1>{line}"
        )
    };
    let check = |line: &str, expect: &str| check("author", &page(line), json!(expect));
    check(
        "<p>By <a href=/t>Tove Lind</a> on Monday, November 18th, 2019</p>",
        "Tove Lind",
    );
    check(
        "<p>Von <a href=/t>Tove Lind</a><br><span>Montag</span></p>",
        "Tove Lind",
    );
    check(
        "<p><span>Von</span> <span><a href=/t>Tove Lind</a></span> <span>am Montag</span></p>",
        "Tove Lind",
    );
    let paper = "The Harbour Post";
    check(
        "<p>By <a href=/t>Tove Lind</a> and <a href=/b>Bo Rask</a></p>",
        "Tove Lind and Bo Rask",
    );
    check(
        "<p>By <a href=/t>Tove Lind</a>, <a href=/b>Bo Rask</a></p>",
        paper,
    );
    check(
        "<p>By <a href=/staff/t/>Tove Lind</a> , <a href=/staff/b/>Bo Rask</a> <span>on Monday</span></p>",
        "Tove Lind, Bo Rask",
    );
    check(
        "<p>By <a href=/staff/t>Tove Lind</a>, <a href=/about/us>Isle News</a></p>",
        paper,
    );
    check(
        "<p>By <a href=/t>Lind</a>.</p><p>By <a href=/r>Rask</a>.",
        paper,
    );
    check(
        "<p>Down by <a href=/lake>the lake</a> they fish.</p>",
        paper,
    );
    let far = format!("<p>{}</p><p>By <a href=/t>Lind</a>.", "eel ".repeat(200));
    check(&far, paper);
}

#[test]
fn a_dateline_near_the_heading_tells_the_day_of_publication() {
    let check = |html: &str, expect: Value| {
        check(
            "publishedAt",
            &format!("<main><h1>Storm</h1>{html}</main>"),
            expect,
        );
    };
    check(
        "<p><time datetime='2019-11-18T08:00:00Z'>Monday</time></p>",
        json!("2019-11-18T08:00:00Z"),
    );
    check(
        "<span class=post-date>19 NOV 2019</span>",
        json!("19 NOV 2019"),
    );
    check("<span class=post-date>yesterday</span>", Value::Null);
    check(
        "<p class=updated><time datetime=2019-11-18>Monday</time></p>",
        Value::Null,
    );
    check(
        "<time datetime=2019-11-18>Monday</time><time datetime=2019-11-19>Tuesday</time>",
        Value::Null,
    );
    let far = format!(
        "<p>{}</p><time datetime=2019-11-18>Monday</time>",
        "word ".repeat(200)
    );
    check(&far, Value::Null);
}

#[test]
fn a_dateline_beside_a_byline_gives_the_day_alone() {
    check(
        "publishedAt",
        "<h1>Eels</h1><div class=byline><p>By <a href=/t>Tove Lind</a></p><p><em>May 5, 2019</em>\
         </p></div>",
        json!("May 5, 2019"),
    );
}

#[test]
fn an_author_in_metadata_loses_the_wording_around_the_name() {
    let fields = json!({"author": text()});
    let check = |author: &str, line: &str, expect: &str| {
        let page = format!(
            "<meta property=og:site_name content='Harbour Post'><div itemscope \
             itemtype=https://schema.org/NewsArticle><meta itemprop=headline content=Eels>\
             <meta itemprop=author content='{author}'><h1>Eels</h1>{line}</div>"
        );
        let got = draft(&fields, &page);
        assert_eq!(got.row["author"], json!(expect), "{author} {line}");
        let receipt = &got.receipts["/author"];
        assert!(
            receipt.quote == author || receipt.source == Source::Text,
            "{receipt:?}"
        );
    };
    check("Текст: Вера Лин", "", "Вера Лин");
    check("By Tove Lind", "", "Tove Lind");
    check("Analysis by Tove Lind, editor-at-large", "", "Tove Lind");
    check("Tove Lind, Harbour Post", "", "Tove Lind");
    check("Tove Lind, Oslo", "", "Tove Lind, Oslo");
    check(
        "Tove Lind, Oslo",
        "<p><b>Tove Lind</b>, Oslo</p>",
        "Tove Lind",
    );
    check("Tove Lind, Oslo", "<p><b>Tove Lind</b></p>", "Tove Lind");
    check(
        "Tove Lind, Bo Rask",
        "<p><a href=/t>Tove Lind</a>, <a href=/b>Bo Rask</a></p>",
        "Tove Lind, Bo Rask",
    );
    check("Tove Lind", "", "Tove Lind");
    // What is shown near the heading is the name alone.
    check(
        "Analysis by Tove Lind, editor-at-large",
        "<p>Analysis by <a href=/t>Tove Lind</a>, editor-at-large</p>",
        "Tove Lind",
    );
    check(
        "Tove Lind, Harbour Post",
        "<p>By Tove Lind, <a href=/>Harbour Post</a></p>",
        "Tove Lind",
    );
}

#[test]
fn letters_not_bytes_tell_how_near_a_byline_is() {
    let check = |letter: &str, times: usize, author: Value| {
        let between = letter.repeat(times);
        let page = format!("<h1>{letter}{letter}</h1><p>{between}</p><p>By Tove Lind</p>");
        check("author", &page, author);
    };
    check("ж", 300, json!("Tove Lind"));
    check("魚", 300, json!("Tove Lind"));
    check("e", 300, json!("Tove Lind"));
    check("e", 600, Value::Null);
    check("ж", 600, Value::Null);
}

#[test]
fn a_byline_in_a_script_without_spaces() {
    // A word alone in a byline's box may be a name or a heading.
    let alone = "<h1>Eels</h1><p class=byline>最新消息</p>";
    check("author", alone, Value::Null);
    let check = |line: &str, expect: &str| {
        check("author", &format!("<h1>Eels</h1>{line}"), json!(expect));
    };
    check("<p>by 港の法律事務所 ／ 2016.12.01</p>", "港の法律事務所");
    check("<p>文／林美麗</p>", "林美麗");
    check("<p class=author>山田太郎</p>", "山田太郎");
    check("<p class=author>山田太郎 記者</p>", "山田太郎");
}

#[test]
fn several_linked_names_are_several_authors() {
    let fields = json!({"authors": {"type": ["array", "null"], "items": {"type": "string"}}});
    let html =
        "<h1>Eels</h1><p>By <a href=/staff/t>Tove Lind</a>, <a href=/staff/b>Bo Rask</a></p>";
    assert_eq!(
        draft(&fields, html).row["authors"],
        json!(["Tove Lind", "Bo Rask"])
    );
}

#[test]
fn what_stands_beside_a_name_is_left_away() {
    let check = |line: &str, expect: Value| {
        check(
            "author",
            &format!("<h1>Eels</h1>{line}<p>They swim.</p>"),
            expect,
        );
    };
    check("<p>By Tove Lind, Marine Editor</p>", json!("Tove Lind"));
    check("<p>By Tove Lind, Harbour Post</p>", Value::Null);
    check("<p>Redacción: Lucía Prats</p>", json!("Lucía Prats"));
    check(
        "<p>Written by: Hal Dunn | Reviewed by: Dr Ina Rao, RHS | Fact checked by Lee</p>",
        json!("Hal Dunn"),
    );
    check(
        "<div class=author><a href=/a/r>Rita Vale</a><span>Chess correspondent</span><a>Follow</a></div>",
        json!("Rita Vale"),
    );
}
