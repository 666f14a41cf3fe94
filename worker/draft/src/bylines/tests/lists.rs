//! Lists of authors: of bylines, labels and metadata.

use serde_json::{Value, json};

use crate::tests::{draft, text};

#[test]
fn a_list_of_authors_takes_the_names_of_a_byline_apart() {
    let fields = json!({"authors": {"type": ["array", "null"], "items": {"type": "string"}}});
    let check = |line: &str, expect: Value| {
        let got = draft(&fields, &format!("<h1>Storm</h1>{line}"));
        assert_eq!(got.row["authors"], expect, "{line}");
    };
    check(
        "<p>By Tove Lind and Bo Rask</p>",
        json!(["Tove Lind", "Bo Rask"]),
    );
    check(
        "<p>Von Tove Lind, Bo Rask und Kim Ek</p>",
        json!(["Tove Lind", "Bo Rask", "Kim Ek"]),
    );
    check("<p>By Tove Lind</p>", json!(["Tove Lind"]));
    check("<p>By Tove Lind, Harbour Post</p>", Value::Null);
    let two = || json!(["Tove Lind", "Bo Rask"]);
    check("<p>By Tove Lind and Bo Rask, Harbour Post</p>", two());
    check("<p>Author: Lind, Tove</p>", json!(["Lind, Tove"]));
    check(
        "<p>Authors: Lind, Tove; Rask, Bo</p>",
        json!(["Lind, Tove", "Rask, Bo"]),
    );
    check("<p>Authors: Tove Lind, Bo Rask</p>", two());
}

#[test]
fn a_list_of_authors_takes_all_that_metadata_names_once_and_in_order() {
    let fields = json!({"authors": {"type": ["array", "null"], "items": {"type": "string"}}});
    let check = |authors: Value, expect: Value| {
        let graph = json!({"@type": "NewsArticle", "headline": "Storm", "author": authors});
        let html = format!("<script type=application/ld+json>{graph}</script><h1>Storm</h1>");
        assert_eq!(draft(&fields, &html).row["authors"], expect, "{graph}");
    };
    let (lind, rask) = (json!({"name": "Tove Lind"}), json!({"name": "Bo Rask"}));
    check(json!([lind, rask, lind]), json!(["Tove Lind", "Bo Rask"]));
    check(
        json!(["Tove Lind", "Bo Rask", "TOVE LIND"]),
        json!(["Tove Lind", "Bo Rask"]),
    );
    let three = "Tove Lind, Bo Rask and Kim Ek";
    check(
        json!({"name": three}),
        json!(["Tove Lind", "Bo Rask", "Kim Ek"]),
    );
    check(json!("Lind, Tove"), json!(["Lind, Tove"]));
    let firm = json!({"@type": "Organization", "name": "Lind Rask and Ek Holm"});
    check(firm, json!(["Lind Rask and Ek Holm"]));
}

fn agree(html: &str, author: impl Into<Value>, authors: impl Into<Value>) {
    let list = json!({"type": ["array", "null"], "items": {"type": "string"}});
    let page = format!("{html}<p>{}</p>", "It blew. ".repeat(40));
    let got = draft(&json!({"author": text(), "authors": list}), &page);
    assert_eq!(got.row["author"], author.into(), "{html}");
    assert_eq!(got.row["authors"], authors.into(), "{html}");
}

#[test]
fn a_list_ends_at_the_bar_where_a_single_author_does() {
    let kin = |rest: &str| format!("<h1>Storm</h1><p>Autor: {rest}</p>");
    let marked = "<span class='author vcard'><a rel=author href=/a>kinra</a></span>";
    let day = "Artikel veröffentlicht am <abbr class=published>16.12.2012</abbr>";
    agree(
        &kin(&format!("{marked} | {day}")),
        "kinra",
        json!(["kinra"]),
    );
    agree(
        &kin("kinra | Artikel vom 16.12.2012"),
        "kinra",
        json!(["kinra"]),
    );
    agree(
        &kin("<a href=/k>kinra</a> | Rubrik: <a href=/n>News</a>"),
        "kinra",
        json!(["kinra"]),
    );
    agree(
        &kin("Tove Lind | Bo Rask (1962)"),
        "Tove Lind | Bo Rask (1962)",
        json!(["Tove Lind | Bo Rask (1962)"]),
    );
    agree(
        &kin("Smith | Jones"),
        "Smith | Jones",
        json!(["Smith | Jones"]),
    );
}

#[test]
fn what_somebody_does_is_no_second_person() {
    agree(
        "<h1>Storm</h1><p>By <a href=/author/tl rel=external>TOVE LIND, Executive Editor</a></p>",
        "TOVE LIND",
        json!(["TOVE LIND"]),
    );
    agree(
        "<h1>Storm</h1><p>By <a href=/author/tl>Tove Lind</a> and <a href=/author/br>Bo Rask</a></p>",
        "Tove Lind and Bo Rask",
        json!(["Tove Lind", "Bo Rask"]),
    );
    // A name that holds the site's is one.
    agree(
        "<meta property=og:site_name content=Lind><h1>Storm</h1><p>By Tove Lind and Bo Lind</p>",
        "Tove Lind and Bo Lind",
        json!(["Tove Lind", "Bo Lind"]),
    );
}

#[test]
fn the_people_of_a_byline_outrank_metadata_that_names_none_of_them() {
    let page = |meta: &str, line: &str| {
        format!(
            "<meta property=og:site_name content=Weltpost><meta name=author content='{meta}'>\
             <h1>Storm</h1><p>{line}</p>"
        )
    };
    let both = "By Tove Lind and Bo Rask";
    let names = || json!(["Tove Lind", "Bo Rask"]);
    agree(&page("Weltpost", both), "Tove Lind and Bo Rask", names());
    agree(&page("admin", both), "Tove Lind and Bo Rask", names());
    // Metadata that names one of them may name more of them.
    let all = "Tove Lind and Bo Rask";
    agree(&page(all, "By Tove Lind"), "Tove Lind", names());
    agree(
        &page("Weltpost", "It blew."),
        "Weltpost",
        json!(["Weltpost"]),
    );
}

#[test]
fn a_paper_behind_the_last_of_several_is_nobody() {
    let page = |meta: &str| format!("<meta name=author content='{meta}'><h1>Storm</h1>");
    let several = "Tove A. Lind, Bo Rask, and Kim Ek, CNN";
    let three = json!(["Tove A. Lind", "Bo Rask", "Kim Ek"]);
    let people = "Tove A. Lind, Bo Rask, and Kim Ek";
    agree(&page(several), people, three.clone());
    let shown = "<p>By <b>Tove A. Lind</b>, <b>Bo Rask</b>, and <b>Kim Ek, </b>CNN</p>";
    let html = format!("{}{shown}", page(several));
    agree(&html, people, three);
    let html = page("Tove Lind, News and Views") + "<p>By <b>Tove Lind</b></p>";
    agree(&html, "Tove Lind", json!(["Tove Lind"]));
    let whole = "Lind, Rask and Ek";
    agree(&page(whole), whole, json!([whole]));
    let firm = "Lind and Rask, Ltd";
    agree(&page(firm), firm, json!([firm]));
}

#[test]
fn a_list_holds_the_one_author_of_a_link() {
    let link = |name: &str, href: &str| format!("<p><a rel=author href={href}>{name}</a></p>");
    let (lind, rask) = (link("Tove Lind", "/lind"), link("Bo Rask", "/rask"));
    let page = |links: &str| format!("<h1>Storm</h1><p>{}</p>{links}", "It blew. ".repeat(90));
    agree(&page(&lind), "Tove Lind", json!(["Tove Lind"]));
    agree(&page(&format!("{lind}{rask}")), Value::Null, Value::Null);
}

#[test]
fn a_firm_with_its_address_made_the_pages_and_wrote_none() {
    let page = |meta: &str| format!("<meta name=author content='{meta}'><h1>Storm</h1>");
    agree(
        &page("Lind Ltd - www.lind.example"),
        Value::Null,
        Value::Null,
    );
    agree(&page("Lind Ltd"), "Lind Ltd", json!(["Lind Ltd"]));
}

#[test]
fn a_link_that_is_a_name_is_what_it_says() {
    let person = |name: &str, href: &str| {
        format!(
            "<span itemscope itemtype=http://schema.org/Person itemprop=author>\
             <a itemprop=name href={href}>{name}</a></span>"
        )
    };
    let page = |people: &str| {
        format!(
            "<div itemscope itemtype=http://schema.org/NewsArticle><h1 itemprop=headline>Storm</h1>\
             <ul><li>Par {people}</ul></div>"
        )
    };
    let lind = person("Tove Lind", "#auteur");
    agree(&page(&lind), "Tove Lind", json!(["Tove Lind"]));
    let rask = person("Bo Rask", "/people/bo");
    agree(
        &page(&format!("{lind}, {rask}")),
        Value::Null,
        json!(["Tove Lind", "Bo Rask"]),
    );
    // An address is still where a link leads.
    let fields = json!({"url": {"type": ["string", "null"], "format": "uri"}, "name": text()});
    let html = "<div itemscope itemtype=http://schema.org/Product><h1>Anvil</h1>\
                <a itemprop='url name' href=/p/7>Anvil</a></div>";
    let got = draft(&fields, html);
    assert_eq!(got.row["url"], json!("https://shop.example/p/7"));
    assert_eq!(got.row["name"], json!("Anvil"));
}
