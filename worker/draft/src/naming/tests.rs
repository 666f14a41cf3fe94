//! The name of a thing, beside what stands around it in a heading or behind it in metadata.

use serde_json::json;

use crate::tests::{draft, text};

fn check(html: &str, expect: &str) {
    let got = draft(&json!({"name": text()}), html);
    assert_eq!(got.row["name"], json!(expect), "{html}");
}

#[test]
fn what_a_heading_holds_beside_the_name() {
    let page = |heading: &str| {
        format!("<title>Eel trap of willow | Shop</title><h1>{heading}</h1><p>It catches eels.</p>")
    };
    let check = |heading: &str, expect: &str| check(&page(heading), expect);
    check("Eel trap of willow", "Eel trap of willow");
    check("\u{f004} Eel trap of willow", "Eel trap of willow");
    check(
        "<span>About </span>Eel trap of willow<span><i>-</i> <a href='#'>show the original</a></span>",
        "Eel trap of willow",
    );
    check(
        "<a href=/fav>\u{f004}</a> <a href=/login>Log in first</a> $60 · Eel trap of willow",
        "Eel trap of willow",
    );
    check("60 € | Eel trap of willow", "Eel trap of willow");
    // What no title repeats may be a part of the name.
    check(
        "Eel trap of willow <small>XL</small>",
        "Eel trap of willow XL",
    );
    check("No. 5 · Eel trap of willow", "No. 5 · Eel trap of willow");
    check("<a href=/e>Eel trap</a> of willow", "Eel trap of willow");
}

#[test]
fn what_a_page_shares_ends_before_an_element_of_its_own() {
    let page = |heading: &str| {
        format!(
            "<title>Eel traps</title><meta property=og:title content='Eel traps'><h1>{heading}</h1>\
             <p>They catch eels.</p>"
        )
    };
    let check = |heading: &str, expect: &str| check(&page(heading), expect);
    check("Eel traps <span>Editor Jane Roe</span>", "Eel traps");
    check("Eel traps <i class=label>Abonnés</i>", "Eel traps");
    check("Eel traps of <b>willow</b>", "Eel traps of willow");
    check("<b>Eel</b> traps", "Eel traps");
    check("<b>Eel traps</b> <i>Editor Jane Roe</i>", "Eel traps");
    check("<b>Eel traps</b> of willow", "Eel traps of willow");
    check("Eel traps <b>and</b> nets", "Eel traps and nets");
}

#[test]
fn what_only_marks_or_counts_a_name() {
    let check = |heading: &str, expect: &str| {
        check(
            &format!("<title>Page | Shop</title><h1>{heading}</h1><p>Eels.</p>"),
            expect,
        );
    };
    check("Oak table <span class='badge new'>New</span>", "Oak table");
    check(
        "Oak table<a class=headerlink href='#oak'>¶</a>",
        "Oak table",
    );
    check("Oak table <small>(12 reviews)</small>", "Oak table");
    check(
        "Oak table <small>(12 chairs)</small>",
        "Oak table (12 chairs)",
    );
    check("Oak table <span>New</span>", "Oak table New");
    check(
        "<span>Title:</span>Fast sorting of slow lists",
        "Fast sorting of slow lists",
    );
    check(
        "<span>Berlin:</span> a city of lakes",
        "Berlin: a city of lakes",
    );
}

#[test]
fn a_price_that_the_titles_repeat_is_part_of_the_name() {
    check(
        "<title>$25 · Gift card</title><h1>$25 · Gift card</h1><p>For eels.</p>",
        "$25 · Gift card",
    );
}

#[test]
fn the_site_s_name_is_no_part_of_a_name_in_metadata() {
    let site = "<meta property=og:site_name content='Eel Shop'><p>It catches eels.</p>";
    let check = |html: &str, expect: &str| check(&format!("{site}{html}"), expect);
    check(
        "<meta property=og:title content='Eel Shop - Trap of willow'>",
        "Trap of willow",
    );
    check(
        "<meta property=og:title content='Trap of willow | Eel Shop'>",
        "Trap of willow",
    );
    check(
        "<title>Trap - of willow | Eel Shop</title>",
        "Trap - of willow",
    );
    check(
        "<script type=application/ld+json>{\"@type\":\"Product\",\"name\":\"Trap of willow | Eel Shop\",\
         \"sku\":\"7\"}</script>",
        "Trap of willow",
    );
    let fields = json!({"name": text(), "brand": text()});
    let page = "<script type=application/ld+json>[{\"@type\":\"WebSite\",\"name\":\"Eel Shop | All for eels\"},\
                {\"@type\":\"Product\",\"name\":\"Trap\",\"brand\":{\"name\":\"Weir | Eel Shop\"}}]</script><h1>Trap</h1>";
    let got = draft(&fields, page);
    assert_eq!(got.row["brand"], json!("Weir"));
    assert_eq!(got.receipts["/brand"].quote, "Weir | Eel Shop");
}

#[test]
fn a_heading_that_names_the_maker_gives_way_to_the_lower_one_that_names_the_thing() {
    let page = |brand: &str, lower: &str| {
        format!(
            "<script type=application/ld+json>{{\"@type\":\"Product\",\"name\":\"Trap of willow\",\
             \"brand\":{{\"name\":\"{brand}\"}}}}</script><h1>Weir of Oslo</h1>{lower}<p>It catches eels.</p>"
        )
    };
    check(
        &page("Weir of Oslo", "<h2><i>-20%</i> Trap of willow</h2>"),
        "Trap of willow",
    );
    check(
        &page("Weir of Oslo", "<h2>Other things</h2>"),
        "Weir of Oslo",
    );
    check(&page("Another", "<h2>Trap of willow</h2>"), "Weir of Oslo");
}

#[test]
fn a_page_of_a_site_about_itself_names_nothing() {
    let check = |field: &str, heading: &str, expect: Option<&str>| {
        let html = format!("<title>{heading}</title><h1>{heading}</h1><p>Holzwerk Brandt GmbH</p>");
        let got = draft(&json!({field: text()}), &html);
        assert_eq!(got.row[field], json!(expect), "{field}: {heading}");
    };
    check("name", "Impressum", None);
    check("companyName", "Contact us", None);
    check("title", "Impressum", Some("Impressum"));
    check("name", "Contact lens case", Some("Contact lens case"));
    let html =
        "<meta property=og:title content='Über uns | Holzwerk'><h1>Über uns</h1><p>Holz.</p>";
    let got = draft(&json!({"name": text()}), html);
    assert_eq!(got.row["name"], json!(null));
}

#[test]
fn a_mark_of_which_the_title_tells_is_part_of_the_name() {
    let page = |title: &str, heading: &str| {
        format!("<title>{title}</title><h1>{heading}</h1><p>It is a thing of its own.</p>")
    };
    let brand = "<span class=badge>Nikon</span> Z6";
    check(&page("Buy the Z6 from Nikon", brand), "Nikon Z6");
    check(&page("Z6 camera", brand), "Z6");
    let size = "Oak table <span class=badge>XL</span>";
    check(&page("Oak table size XL", size), "Oak table XL");
}
