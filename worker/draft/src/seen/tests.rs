//! What labels, bylines and share cards show, against what metadata says.

use serde_json::{Value, json};

use crate::tests::{draft, text};

fn check(field: &str, html: &str, expect: impl Into<Value>) {
    let expect: Value = expect.into();
    let got = draft(&json!({field: text()}), html);
    assert_eq!(got.row[field], expect, "{html}");
}

#[test]
fn an_address_field_takes_the_picture_or_link_and_never_a_word() {
    check(
        "image",
        "<p>Photo: <a href=/ifixit>iFixit</a></p>",
        Value::Null,
    );
    check(
        "image",
        "<dl><dt>Photo<dd><img src=/a.jpg></dl>",
        json!("https://shop.example/a.jpg"),
    );
    check(
        "website",
        "<dl><dt>Website<dd><a href='https://lind.example/'>lind.example</a></dl>",
        json!("https://lind.example/"),
    );
    check("website", "<p>Website: lind.example</p>", Value::Null);
    check(
        "website",
        "<p>Website: https://lind.example/</p>",
        json!("https://lind.example/"),
    );
}

#[test]
fn a_byline_gives_the_name_that_markup_sets_apart() {
    check(
        "author",
        "<h1>x</h1><div><span>By</span><div><b itemprop=name>Tove Lind</b> Oslo @tove</div></div>",
        json!("Tove Lind"),
    );
    check(
        "author",
        "<p>By: Tove Lind and Bo Rask</p>",
        json!("Tove Lind and Bo Rask"),
    );
    check(
        "author",
        "<h1>x</h1><p><a rel='author nofollow' href=/tove>Tove Lind</a> 2 min</p>",
        json!("Tove Lind"),
    );
    check(
        "author",
        "<h1>x</h1><p><a rel=author href=/1>Tove Lind</a><a rel=author href=/2>Bo Rask</a></p>",
        Value::Null,
    );
}

#[test]
fn a_list_of_links_is_no_value() {
    let menu = |links: &str| format!("<h1>x</h1><div><div>Brand</div><ul>{links}</ul></div>");
    let (one, other) = (
        "<li><a href=/l>Lind</a></li>",
        "<li><a href=/r>Rask</a></li>",
    );
    check("brand", &menu(&format!("{one}{other}")), Value::Null);
    check("brand", &menu(one), json!("Lind"));
    check("brand", &menu("<li>Lind</li>"), json!("Lind"));
}

#[test]
fn metadata_may_tell_the_hour_of_the_day_that_is_shown() {
    let page = |seen: &str, stated: &str| {
        format!(
            "<script type=application/ld+json>{{\"@type\":\"NewsArticle\",\"headline\":\"x\",\
             \"datePublished\":\"{stated}\"}}</script><h1>x</h1><p>Published: {seen}</p>"
        )
    };
    let check = |seen: &str, stated: &str, expect: &str| {
        check("publishedAt", &page(seen, stated), json!(expect));
    };
    let instant = "2019-11-18T20:11:06.000Z";
    check("18 Nov 2019 8:11 pm", instant, instant);
    check("3 hours ago", instant, instant);
    check("vor 3 Stunden", instant, instant);
    check("18 Nov 2019", instant, "18 Nov 2019");
    check("18 Nov 2019 8:11 pm", "2019-11-18", "18 Nov 2019 8:11 pm");
    check("19 Nov 2019", instant, "19 Nov 2019");
    check("spring 2019", instant, "spring 2019");
}

#[test]
fn a_share_card_names_the_one_price_of_several_offers() {
    let fields = json!({"price": {"type": ["number", "null"]}, "color": text()});
    let page = |label: &str| {
        format!(
            "<meta name=twitter:data1 content='€70.50'><meta name=twitter:label1 content={label}>\
             <meta name=twitter:label2 content=Colour><meta name=twitter:data2 content=graphite>\
             <script type=application/ld+json>{{\"@type\":\"Product\",\"name\":\"Boot\",\"offers\":\
             [{{\"price\":\"70.5\"}},{{\"price\":\"80.5\"}}]}}</script><h1>Boot</h1>"
        )
    };
    let got = draft(&fields, &page("Price"));
    assert_eq!(
        (&got.row["price"], &got.row["color"]),
        (&json!(70.5), &json!("graphite"))
    );
    assert_eq!(got.receipts["/price"].path, "meta[twitter:data1]");
    assert_eq!(got.receipts["/price"].quote, "€70.50");
    assert_eq!(draft(&fields, &page("Savings")).row["price"], Value::Null);
}

#[test]
fn the_name_of_the_site_is_no_title() {
    let page = |heading: &str| {
        format!("<title>Split | Isle News</title><meta property=og:title content=Split>{heading}")
    };
    let check = |heading: &str, expect: &str| check("title", &page(heading), json!(expect));
    check("<h1><a href=/>Isle News</a></h1>", "Split");
    check(
        "<meta property=og:site_name content='Isle News'><h1>Isle News</h1>",
        "Split",
    );
    check("<h1>How it split</h1>", "How it split");
}

#[test]
fn a_blog_that_holds_one_post_is_about_the_post() {
    check(
        "author",
        "<main itemscope itemtype=https://schema.org/Blog><article itemprop=blogPost itemscope \
         itemtype=https://schema.org/BlogPosting><h1 itemprop=headline>Scent of fall</h1><span hidden \
         itemprop=author itemscope itemtype=https://schema.org/Person><span itemprop=name>Tove</span>\
         </span></article></main>",
        json!("Tove"),
    );
}

#[test]
fn machine_values_speak_where_what_is_shown_cannot_be_read() {
    let fields = json!({
        "closing_date": {"type": ["string", "null"], "format": "date"},
        "crew": {"type": ["integer", "null"]},
        "rating": {"type": ["number", "null"]},
    });
    let check = |html: &str, field: &str, expect: Value, path: &str| {
        let got = draft(&fields, html);
        assert_eq!(got.row[field], expect, "{html}");
        let receipt = got.receipts.get(&format!("/{field}"));
        assert_eq!(receipt.map_or("", |one| one.path.as_str()), path, "{html}");
    };
    check(
        "<dl><dt>Closing date<dd><time datetime=2026-04-03>03/04/2026</time></dl>",
        "closing_date",
        json!("2026-04-03"),
        "Closing date: time[datetime]",
    );
    check(
        "<dl><dt>Closing date<dd><time datetime=2026-04-03>5 April 2026</time></dl>",
        "closing_date",
        json!("2026-04-05"),
        "Closing date",
    );
    check(
        "<dl><dt>Crew<dd><data value=12>a dozen</data></dl>",
        "crew",
        json!(12),
        "Crew: data[value]",
    );
    check(
        "<dl><dt>Rating<dd><meter value=4.5 max=5>very good</meter></dl>",
        "rating",
        json!(4.5),
        "Rating: meter[value]",
    );
}

#[test]
fn words_before_a_name_that_the_title_leaves_out_are_no_part_of_it() {
    let page = |title: &str| {
        format!("<title>{title}</title><h1><span class=x>Details about </span>Red Lamp 12</h1>")
    };
    check("name", &page("Red Lamp 12 | Lamps"), json!("Red Lamp 12"));
    check(
        "name",
        &page("Details about Red Lamp 12"),
        json!("Details about Red Lamp 12"),
    );
    check("name", &page("Lamps"), json!("Details about Red Lamp 12"));
}

#[test]
fn labels_in_links_and_rows_of_several_pairs() {
    check(
        "brand",
        "<h1>x</h1><div><a href=/k>Brand : Kiln & Row</a></div>",
        json!("Kiln & Row"),
    );
    check(
        "brand",
        "<h1>x</h1><p>See <a href=/k>Brand: Kiln</a> or else</p>",
        Value::Null,
    );
    let row = |cells: &str| format!("<h1>x</h1><table><tr>{cells}</tr></table>");
    check(
        "brand",
        &row("<td>Theme:<td>Music<td>Brand:<td>Kiln Row"),
        json!("Kiln Row"),
    );
    check(
        "brand",
        &row("<td>Theme<td>Music<td>Brand<td>Kiln Row"),
        Value::Null,
    );
    check(
        "brand",
        &row("<td>Brand:<td>Kiln Row<td>&nbsp;<td>&nbsp;"),
        json!("Kiln Row"),
    );
}

#[test]
fn choices_and_switches_beside_a_value_are_none_of_it() {
    check(
        "category",
        "<dl><dt>Category<dd><select><option>All<option>Nets</select></dl>",
        Value::Null,
    );
    check("servings", "<p>Yield: <b>24</b> <i>1x</i></p>", "24");
    let list = crate::tests::draft(
        &json!({"instructions": {"type": ["array", "null"], "items": text()}}),
        "<p>Method: Baking</p>",
    );
    assert_eq!(list.row["instructions"], Value::Null);
    check(
        "description",
        "<meta name=description content='A net.'><h1>Net</h1><h2>Product details</h2><p>Binding: hard Size: 13 cm Weight: 459 g</p>",
        "A net.",
    );
}

#[test]
fn what_asks_for_something_is_no_value() {
    let check = |html: &str, expect: Value| {
        let fields = json!({"phone": text(), "color": text(), "brand": text()});
        let got = draft(&fields, &format!("<h1>Quarry Cafe</h1>{html}"));
        for (field, value) in expect.as_object().expect("an object") {
            assert_eq!(got.row[field], *value, "{field} of {html}");
        }
    };
    check(
        "<p>Phone: <a href=#>Show number</a></p>",
        json!({"phone": null}),
    );
    check(
        "<dl><dt>Phone</dt><dd><button>Unlock phone</button></dd></dl>",
        json!({"phone": null}),
    );
    check(
        "<p>Phone: <a href='tel:+441434000000'>Call us</a></p>",
        json!({"phone": "+441434000000"}),
    );
    check(
        "<p>Phone: <a href='TEL:+44%201434%20000000;ext=2'>Call us</a></p>",
        json!({"phone": "+44 1434 000000"}),
    );
    check(
        "<p>Phone: <a href='tel://+441434000000'>Call us</a></p>",
        json!({"phone": "+441434000000"}),
    );
    check(
        "<p>Colour: Choose an option</p><p>Colour: Red</p>",
        json!({"color": "Red"}),
    );
    check("<p>Colour: Honey (change)</p>", json!({"color": "Honey"}));
    check(
        "<p>Brand: <a href='/b'>See by Chloé</a></p>",
        json!({"brand": "See by Chloé"}),
    );
    check("<p>The brand: what makes it?</p>", json!({"brand": null}));
    check(
        "<p>Brand: <a href='/b'>Visit the Lumo Store</a></p>",
        json!({"brand": null}),
    );
}

#[test]
fn a_link_behind_a_text_and_one_within_its_last_sentence() {
    let text = |said: &str, expect: Value| {
        let html = format!("<h1>Coat</h1><dl><dt>Description</dt><dd>{said}</dd></dl>");
        check("description", &html, expect);
    };
    text(
        "A warm coat. <a href=#>Read more</a>",
        json!("A warm coat."),
    );
    text("A warm coat with… <a href=#>Read more</a>", Value::Null);
    let within = "Of the rules of this coat, <a href=/c>contact us</a>";
    text(within, json!("Of the rules of this coat, contact us"));
}

#[test]
fn a_word_that_may_be_a_control_is_a_name_where_none_is() {
    let check = |value: &str, expect: Option<&str>| {
        let html = format!("<h1>Curler</h1><p>Brand: {value}</p><p>Colour: black</p>");
        let got = draft(&json!({"brand": {"type": ["string", "null"]}}), &html);
        assert_eq!(got.row["brand"], json!(expect), "{value}");
    };
    check("Edit", Some("Edit"));
    check("Lumo (change)", Some("Lumo"));
    check("edit", None);
    check("<a href=/edit>Edit</a>", None);
    check("<button>Edit</button>", None);
    check("<span role=button>Edit</span>", None);
    check("<span class=btn-small>Change</span>", None);
}

#[test]
fn a_day_in_brackets_is_no_part_of_a_publishers_name() {
    let check = |said: &str, expect: &str| {
        let html = format!("<h1>The Salt Road</h1><ul><li>Publisher: {said}<li>Pages: 312</ul>");
        let got = draft(&json!({"publisher": {"type": ["string", "null"]}}), &html);
        assert_eq!(got.row["publisher"], json!(expect), "{said}");
    };
    check("North Press (3 May 2021)", "North Press");
    check("North Press (Oslo)", "North Press (Oslo)");
}

#[test]
fn what_one_presses_behind_a_value_is_no_part_of_it() {
    let check = |said: &str, expect: &str| {
        let html = format!("<h1>Watch</h1><p>Location: {said}</p><p>Colour: black</p>");
        let got = draft(&json!({"location": text()}), &html);
        assert_eq!(got.row["location"], json!(expect), "{said}");
    };
    check("Leeds <a href=#>Change</a>", "Leeds");
    check("Leeds <button>View map</button>", "Leeds");
    check(
        "Leeds <a href=/leeds>Change Alley</a>",
        "Leeds Change Alley",
    );
}
