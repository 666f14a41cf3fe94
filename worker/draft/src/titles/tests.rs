//! Which heading names a page, against its titles and its site.

use domain::snapshot::parse_html;

use super::subject;
use crate::dom::Page;
use crate::opengraph::metas;
use crate::text::headings;

const POST: &str = "https://www.harbour-post.example/news/eels";

fn check_at(url: &str, html: &str, expect: Option<&str>) {
    let snapshot = parse_html(html, url);
    let page = Page::new(&snapshot);
    let subject = subject(&page, &headings(&page), &metas(&page));
    assert_eq!(subject.map(|one| one.text).as_deref(), expect, "{html}");
}

fn check(html: &str, expect: Option<&str>) {
    check_at(POST, html, expect);
}

#[test]
fn a_heading_in_main_comes_before_one_laid_over_it() {
    check(
        "<title>Item</title><div><h1>We value your privacy</h1></div><main><h1>Oak table</h1></main>",
        Some("Oak table"),
    );
}

#[test]
fn a_heading_that_names_the_site_gives_way() {
    let eels = Some("The eels are back in the bay");
    for site in [
        "<h1><a href=/>Tidings</a></h1>",
        "<h1>harbour-post.example</h1>",
        "<h1 class=site-title>Tidings</h1>",
        "<div id=logo><h1>Tidings</h1></div>",
    ] {
        let titles = [
            "The eels are back in the bay | Tidings",
            "Tidings » The eels are back in the bay",
            "Tidings: The eels are back in the bay",
        ];
        for title in titles {
            for tag in ["h1", "h2", "h3"] {
                check(
                    &format!(
                        "<title>{title}</title>{site}<{tag}>The eels are back in the bay</{tag}><p>Text</p>"
                    ),
                    eels,
                );
            }
        }
    }
}

#[test]
fn without_an_h1_a_lower_heading_at_either_end_of_the_title_is_the_subject() {
    for title in ["Eels are back | Tidings", "Tidings | Eels are back"] {
        let html = format!("<title>{title}</title><h2>Tidings</h2><h2>Eels are back</h2>");
        let html = html.replace("<h2>Tidings</h2>", "<h2><a href=/>Tidings</a></h2>");
        check(&html, Some("Eels are back"));
    }
}

#[test]
fn the_name_of_the_site_in_a_heading_tells_nothing() {
    let own = "https://tidings.example/eels";
    let html = "<title>TIDINGS</title><h1>Eels are back in the bay</h1><h1>Tidings Newsletter</h1>";
    check_at(own, html, Some("Eels are back in the bay"));
    let blog = "https://blog.tidings.example/eels";
    let html = "<title>Eels are back — tidings.example blog</title><h1>tidings.example</h1><h2>Eels are back</h2>";
    check_at(blog, html, Some("Eels are back"));
}

#[test]
fn a_motto_at_the_end_of_the_title_gives_way() {
    check(
        "<title>Eels are back again | Tidings - News of the coast</title><h1>News of the coast</h1>\
         <h2>Eels are back again</h2>",
        Some("Eels are back again"),
    );
    check(
        "<title>News of the coast | Eels are back again</title><h2>News of the coast</h2>\
         <h1>Eels are back again</h1>",
        Some("Eels are back again"),
    );
}

#[test]
fn a_heading_within_the_text_gives_way_to_the_title() {
    check(
        "<title>The eels are back | Tidings</title><h1>News</h1><h2>The eels are back</h2>",
        Some("The eels are back"),
    );
    check(
        "<title>Tidings</title><meta property=og:title content='The eels are back in the bay'>\
         <h2>Jun 17 The eels are back in the bay</h2><h1>Where eels sleep</h1><h1>What they eat</h1>",
        Some("Jun 17 The eels are back in the bay"),
    );
}

#[test]
fn what_the_titles_share_stays_the_subject() {
    check(
        "<title>Eel trap, green | Free delivery</title><h1>Eel trap, green</h1><h2>Free delivery</h2>",
        Some("Eel trap, green"),
    );
    check(
        "<title>Buy traps | Free delivery</title><h1>Eel trap, green</h1><h2>Free delivery</h2>",
        Some("Eel trap, green"),
    );
    check("<h1>Eels</h1><h2>Tidings</h2>", Some("Eels"));
    check(
        "<title>Eels | Tidings</title><h1><a href=/>Tidings</a></h1>",
        Some("Tidings"),
    );
}

#[test]
fn a_listed_article_does_not_name_the_front_page() {
    let front = "https://www.harbour-post.example/";
    let listed =
        "<h2><a href=/a>Storm</a></h2><h2><a href=/b>Sand</a></h2><a href=/c><h3>Nets</h3></a>";
    let alone = "<title>The Harbour Post</title><h1>The eels are back</h1>";
    let html = format!("{alone}{listed}");
    check_at(front, &html, None);
    check(&html, Some("The eels are back"));
    check_at(front, alone, Some("The eels are back"));
    check_at(
        front,
        "<title>Eel trap, green</title><h1>Eel trap</h1>",
        Some("Eel trap"),
    );
}

#[test]
fn the_way_home_names_no_page_whose_title_says_something_else() {
    let home = "<h1><a href=/>My Shop</a></h1><h2>Oak table</h2><p>$40.00</p>";
    check(&format!("<title>Item 12</title>{home}"), None);
    check(&format!("<title>My Shop</title>{home}"), Some("My Shop"));
    check(home, Some("My Shop"));
    check(
        "<title>Item 12</title><h1>My Shop</h1><p>$40.00</p>",
        Some("My Shop"),
    );
}

#[test]
fn a_post_that_leads_to_its_own_page_is_named_below_its_blog() {
    let head = "<title>The Film Gang » Blog Archive » Stand Up Guys</title><h1>The Film Gang</h1>";
    let post =
        |to: &str| format!("{head}<h2><a href={to} rel=bookmark>Stand Up Guys</a></h2><p>Text");
    check(&post(POST), Some("Stand Up Guys"));
    check(&post("/news/eels/"), Some("Stand Up Guys"));
    // Another page, a place on this one, a heading that no title repeats.
    check(&post("/news/pikes"), Some("The Film Gang"));
    check(&post("#post"), Some("The Film Gang"));
    let other = "<title>The Film Gang » Eels</title><h1>The Film Gang</h1><h2><a href=/news/eels>Share it</a></h2>";
    check(other, Some("The Film Gang"));
    // A list of other pages that holds this one.
    let listed = "<title>Stand Up Guys | Gang</title><h1>Stand Up Guys</h1><time>2026-05-04</time><p>Text\
        <h3><a href=/news/eels>Stand Up Guys</a></h3>";
    let snapshot = parse_html(listed, POST);
    let page = Page::new(&snapshot);
    let found = subject(&page, &headings(&page), &metas(&page));
    assert_eq!(found.map(|one| one.tag), Some("h1".to_owned()));
    let same = "<title>Eels are back | Pike</title><meta property=og:title content='Eels are back'>\
        <h1>Eels are back</h1><h2><a href=/news/eels>Pike</a></h2>";
    check(same, Some("Eels are back"));
}

#[test]
fn the_name_of_the_site_within_a_title_is_no_title() {
    let page = |title: &str| {
        format!(
            "<title>Pike on Tidings: Look</title><meta property=og:title content='{title}'><h1>Tidings</h1><p>Text"
        )
    };
    let at = |url: &str, title: &str, expect| check_at(url, &page(title), expect);
    at("https://tidings.example/pike/1", "Pike on Tidings", None);
    at(
        "https://tidings.example/",
        "Pike on Tidings",
        Some("Tidings"),
    );
    at(
        "https://tidings.example/pike/1",
        "Pike | Tidings",
        Some("Tidings"),
    );
    at(
        "https://other.example/pike/1",
        "Pike on Tidings",
        Some("Tidings"),
    );
}

#[test]
fn a_lower_heading_in_the_words_of_the_address_is_the_subject() {
    let at = "https://tidings.example/news/eels-are-back/";
    let html = "<title>tidings.example</title><h2>Read on</h2><h2>Eels are: back</h2><p>Text";
    check_at(at, html, Some("Eels are: back"));
    check_at("https://tidings.example/eels", html, None);
}
