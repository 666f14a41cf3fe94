//! What a page shows that is none of its own: consent, dialogs, what stands beside the content.

use serde_json::{Value, json};

use super::{draft, text};

/// Whose it is according to a page, and how many of its texts were dropped for a reason.
#[track_caller]
fn check(html: &str, owner: &Value, dropped: Option<&str>) {
    let got = draft(&json!({"owner": text()}), html);
    assert_eq!(got.row["owner"], *owner, "{html}");
    let reasons: Vec<&str> = got.ledger.dropped.keys().copied().collect();
    assert_eq!(reasons.first().copied(), dropped, "{html}");
}

#[test]
fn what_asks_for_consent_states_nothing_of_the_page() {
    let none = |html: &str| check(html, &Value::Null, Some("dialog"));
    let facts = "<table><tr><th>Owner<td>_ga</table>";
    none(&format!(
        "<h1>Ship</h1><div class=cookie-banner>{facts}</div>"
    ));
    none(&format!(
        "<h1>Ship</h1><section id=CookieNotice>{facts}</section>"
    ));
    none(&format!(
        "<h1>Ship</h1><div class='gdpr modal'>{facts}</div>"
    ));
    none(&format!(
        "<h1>Ship</h1><div role=region aria-label='Cookie preferences'>{facts}</div>"
    ));
    let some = |html: &str| check(html, &json!("_ga"), None);
    // The page itself, a wrapper around it, a page about cookies, a tin of them.
    some(&format!(
        "<body class=cookie-banner-open><h1>Ship</h1>{facts}"
    ));
    some(&format!(
        "<div class='has-cookie-notice'><h1>Ship</h1>{facts}</div>"
    ));
    some(&format!(
        "<div class=cookie-settings><h2>Ship</h2>{facts}</div>"
    ));
    some(&format!(
        "<h1>Ship</h1><div class=cookie-policy>{facts}</div>"
    ));
    some(&format!(
        "<h1>Tin</h1><div class='cookie card'>{facts}</div>"
    ));
}

#[test]
fn dialogs_state_nothing_of_the_page_below_them() {
    let check = |html: &str, expect: Value| {
        let dropped = expect.is_null().then_some("dialog");
        check(html, &expect, dropped);
    };
    let facts = "<p>Owner: Lind</p>";
    check(
        &format!("<h1>Ship</h1><div role=dialog>{facts}</div>"),
        json!(null),
    );
    check(
        &format!("<h1>Ship</h1><div role=alertdialog>{facts}</div>"),
        json!(null),
    );
    check(
        &format!("<h1>Ship</h1><div aria-modal=true>{facts}</div>"),
        json!(null),
    );
    check(
        &format!("<h1>Ship</h1><dialog open>{facts}</dialog>"),
        json!(null),
    );
    check(
        &format!("<div role=dialog><h1>Ship</h1>{facts}</div>"),
        json!("Lind"),
    );
    check(
        &format!("<div role=dialog><h2>Ship</h2>{facts}</div>"),
        json!("Lind"),
    );
}

#[test]
fn what_stands_beside_the_content_is_none_of_it() {
    let check = |html: &str, expect: Value| {
        let dropped = expect.is_null().then_some("aside");
        check(html, &expect, dropped);
    };
    let aside = "<aside><p>Owner: Lind</p></aside>";
    let words = "<p>A ship of the line, built of oak and larch.</p>";
    check(&format!("<main><h1>Ship</h1></main>{aside}"), json!(null));
    check(
        &format!("{aside}<div role=main><h1>Ship</h1></div>"),
        json!(null),
    );
    check(
        &format!("<article><h1>Ship</h1>{words}</article>{aside}"),
        json!(null),
    );
    check(
        "<main><h1>Ship</h1></main><div role=complementary><p>Owner: Lind</p></div>",
        json!(null),
    );
    // The facts of the article, of the page, of what a title card only heads.
    check(&format!("<main><h1>Ship</h1>{aside}</main>"), json!("Lind"));
    check(
        &format!("<article><h1>Ship</h1>{aside}</article>"),
        json!("Lind"),
    );
    check(&format!("<h1>Ship</h1>{words}{aside}"), json!("Lind"));
    check(
        &format!("<article><h1>Ship</h1></article>{words}{aside}"),
        json!("Lind"),
    );
    check(
        &format!("<main><article><h1>Ship</h1>{words}</article>{aside}</main>"),
        json!("Lind"),
    );
}

#[test]
fn visitors_state_nothing_of_the_thing() {
    let fields = json!({
        "owner": text(), "author": text(), "publishedAt": text(), "rating": {"type": ["number", "null"]},
    });
    let none = |html: &str| {
        let got = draft(&fields, &format!("<h1>Ship</h1>{html}"));
        for field in ["owner", "author", "publishedAt", "rating"] {
            assert_eq!(got.row[field], Value::Null, "{field} {html}");
        }
    };
    let said = "<p>By Tove Lind</p><p><time datetime=2026-05-03>3 May</time></p><p>Owner: me</p>\
                <p>Rating: 5</p>";
    none(&format!("<div class=review>{said}</div>"));
    none(&format!("<section id=comments>{said}</section>"));
    for heading in [
        "Reviews",
        "Customer reviews (12)",
        "12 comments",
        "Kundenbewertungen",
        "Avis clients",
        "Opiniones",
        "Отзывы",
        "レビュー",
        "用户评价",
        "التعليقات",
        "समीक्षाएं",
        "รีวิวสินค้า",
    ] {
        none(&format!("<h2>{heading}</h2>{said}"));
        none(&format!("<div><div><h3>{heading}</h3></div>{said}</div>"));
    }
    let some = |html: &str| {
        let got = draft(&fields, &format!("<h1>Ship</h1>{html}"));
        assert_eq!(got.row["owner"], json!("Lind"), "{html}");
    };
    some("<h2>Reviews</h2><p>Good.</p><h2>Facts</h2><p>Owner: Lind</p>");
    some("<p>Owner: Lind</p><h2>Reviews</h2><p>Owner: me</p>");
    some("<ul><li><h2>Facts</h2><li><h2>Reviews</h2></ul><p>Owner: Lind</p>");
    some("<h2>Review of the facts</h2><p>Owner: Lind</p>");
}

#[test]
fn what_sums_reviews_up_rates_the_thing() {
    let fields = json!({"rating": {"type": ["number", "null"]}, "review_count": {"type": ["integer", "null"]}});
    let check = |html: &str| {
        let got = draft(&fields, &format!("<h1>Ship</h1>{html}"));
        assert_eq!(got.row["rating"], json!(4.5), "{html}");
        assert_eq!(got.row["review_count"], json!(12), "{html}");
    };
    check("<div class=reviews><p>Rating: 4.5</p><p>Reviews: 12</p></div>");
    check("<div class=reviews><p>4.5 out of 5 stars</p><p>12 reviews</p></div>");
    check(
        "<h2>Ratings and reviews</h2><table><tr><th>Average rating<td>4.5<tr><th>Number of reviews<td>12</table>",
    );
}

#[test]
fn tables_of_other_things_state_nothing_of_this_one() {
    let check = |html: &str, expect: Value| {
        let got = draft(&json!({"owner": text()}), &format!("<h1>Ship</h1>{html}"));
        assert_eq!(got.row["owner"], expect, "{html}");
    };
    let none = |html: &str| check(html, Value::Null);
    none(
        "<table><tr><th><th>Ship<th>Boat<tr><th>Owner<td>Lind<td>Holm<tr><th>Flag<td>A<td>B</table>",
    );
    none("<table><tr><th>Name<td>Ship<td>Boat<tr><th>Owner<td>Lind<td>Holm</table>");
    none("<table><caption>Similar ships</caption><tr><th>Owner<td>Lind</table>");
    none("<h2>Recent sales</h2><table><tr><th>Owner<td>Lind</table>");
    none("<h2>Compare with other ships</h2><table><tr><th>Owner<td>Lind</table>");
    none("<table><tr><th>Model<th>Owner<tr><td><a href=/p/8>Boat</a><td>Lind</table>");
    none("<table><tr><td>Owner<td><table><tr><td>a<td>b<td>c</table></table>");
    let some = |html: &str| check(html, json!("Lind"));
    some("<table><tr><th>Model<th>Owner<tr><td>Ship<td>Lind</table>");
    some("<table><tr><th>Owner<td>Lind<td><tr><th>Flag<td>Malta<td></table>");
    some("<table><tr><th>Owner<td>Lind<td>since May<tr><th>Flag<td>Malta</table>");
    some("<table><caption>Facts</caption><tr><th>Owner<td>Lind</table>");
}

#[test]
fn other_items_in_the_languages_of_the_web() {
    for heading in [
        "Similar models",
        "Ähnliche Produkte",
        "Vous pourriez aussi aimer",
        "También te puede gustar",
        "Prodotti correlati",
        "Produtos relacionados",
        "Gerelateerde producten",
        "Liknande produkter",
        "Andre købte også",
        "Les også",
        "Katso myös",
        "Podobne produkty",
        "Související zboží",
        "Súvisiace produkty",
        "Hasonló termékek",
        "Produse recomandate",
        "Slični proizvodi",
        "Podobni izdelki",
        "Productes relacionats",
        "Seotud tooted",
        "Līdzīgi produkti",
        "Susiję straipsniai",
        "Сопутствующие товары",
        "Схожі товари",
        "Подобни продукти",
        "Σχετικά προϊόντα",
        "Benzer ürünler",
        "Sản phẩm liên quan",
        "Produk terkait",
        "Artikel berkaitan",
        "สินค้าที่เกี่ยวข้อง",
        "संबंधित उत्पाद",
        "সম্পর্কিত পণ্য",
        "సంబంధిత ఉత్పత్తులు",
        "தொடர்புடைய தயாரிப்புகள்",
        "સંબંધિત ઉત્પાદનો",
        "ಸಂಬಂಧಿತ ಉತ್ಪನ್ನಗಳು",
        "ബന്ധപ്പെട്ട ഉൽപ്പന്നങ്ങൾ",
        "ਸੰਬੰਧਿਤ ਉਤਪਾਦ",
        "متعلقہ مصنوعات",
        "محصولات مرتبط",
        "منتجات ذات صلة",
        "מוצרים קשורים",
        "あわせて読みたい",
        "同类商品",
        "猜你喜歡",
        "비슷한 상품",
    ] {
        let html = format!("<h1>Ship</h1><section><h2>{heading}</h2><p>Owner: Lind</p></section>");
        check(&html, &Value::Null, Some("related"));
    }
}

#[test]
fn boxes_above_the_title_that_are_named_after_cookies_state_nothing_of_the_page() {
    let facts = "<p>Owner: Lind</p>";
    let cookies = format!("<div class=cookie>{facts}</div>");
    check(
        &format!("{cookies}<h1>Ship</h1>"),
        &Value::Null,
        Some("dialog"),
    );
    check(&format!("<h1>Tin</h1>{cookies}"), &json!("Lind"), None);
    check(
        &format!("<div class=cookie><h1>Tin</h1>{facts}</div>"),
        &json!("Lind"),
        None,
    );
    check(
        &format!("<h1>Ship</h1><div id=CookieDeclaration>{facts}</div>"),
        &Value::Null,
        Some("dialog"),
    );
}

#[test]
fn what_is_announced_beside_the_content_is_another_thing() {
    let facts = "<p>Owner: Lind</p>";
    let aside = |heading: &str| format!("<h1>Choir</h1><aside><h3>{heading}</h3>{facts}</aside>");
    for heading in [
        "Next event",
        "Upcoming concerts",
        "Nächste Termine",
        "Prochain concert",
    ] {
        check(&aside(heading), &Value::Null, Some("related"));
    }
    check(&aside("Facts"), &json!("Lind"), None);
    check(&aside("Nextdoor"), &json!("Lind"), None);
    check(
        &format!("<h1>Choir</h1><section><h2>Next event</h2>{facts}</section>"),
        &json!("Lind"),
        None,
    );
    check(
        &format!("<aside><h1>Next event</h1>{facts}</aside>"),
        &json!("Lind"),
        None,
    );
}

#[test]
fn a_box_about_the_writer_states_nothing_else() {
    let check = |html: &str, owner: Value, author: Value| {
        let got = draft(&json!({"owner": text(), "author": text()}), html);
        assert_eq!(got.row["owner"], owner, "{html}");
        assert_eq!(got.row["author"], author, "{html}");
    };
    let page = |class: &str, title: &str| {
        format!(
            "<h1>{title}</h1><p>It tells of a ship that came back to its harbour after years.</p>\
             <div class='{class}'><p>Kim Lo</p><p>Author: Kim Lo</p><p>Owner: Lind</p></div>"
        )
    };
    for class in ["author-bio", "about-the-author wide", "post_author_box"] {
        check(&page(class, "Ship"), Value::Null, json!("Kim Lo"));
        check(&page(class, "Kim Lo"), json!("Lind"), json!("Kim Lo"));
    }
    let table = "<table><tr><th>Owner<td>Lind</table>";
    let story = "<p>It tells of a ship that came back to its harbour after years at sea.</p>";
    let html = format!("<h1>Ship</h1>{story}<div class=author-box>{table}</div>");
    check(&html, Value::Null, Value::Null);
    for class in ["author", "author-meta", "bio", "authorization-box"] {
        check(&page(class, "Ship"), json!("Lind"), json!("Kim Lo"));
    }
}

#[test]
fn a_request_for_consent_behind_a_footer_leaves_it_one() {
    let footer = "<div class=site-footer><p>Owner: Lind</p></div>";
    let long = "We use cookies to make this site work as you expect it to. ".repeat(5);
    let page = |behind: &str| format!("<h1>Ship</h1><p>It came back.</p>{footer}{behind}");
    check(&page(""), &Value::Null, Some("chrome"));
    let banner = format!("<div class=cookie-banner><p>{long}</p></div>");
    let got = draft(&json!({"owner": text()}), &page(&banner));
    assert_eq!(got.row["owner"], Value::Null);
    check(&page(&format!("<p>{long}</p>")), &json!("Lind"), None);
}
