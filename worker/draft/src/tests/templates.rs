//! What templates, widgets and forms show of themselves: none of it is said of the page's subject.

use serde_json::{Value, json};

use super::{draft, text};

const BODY: &str = "<p>The ferry left at dawn with forty people aboard and never came in.</p>";

/// Drafts a page with a heading and one more part, and compares one field.
fn check(name: &str, head: &str, part: &str, expect: &Value) {
    let got = draft(
        &json!({ name: text() }),
        &format!("<title>Ferry lost</title>{head}<main><h1>Ferry lost</h1>{BODY}</main>{part}"),
    );
    assert_eq!(got.row[name], *expect, "{name}: {head}{part}");
}

#[test]
fn a_label_of_a_day_needs_one() {
    let check = |part: &str, expect: Value| check("publishedAt", "", part, &expect);
    check("<p>Posted in: guns, Tech</p>", Value::Null);
    check(
        "<div><h4>Posted!</h4><p>A link has been posted.</p></div>",
        Value::Null,
    );
    check("<p>Posted: 3 days ago</p>", json!("3 days ago"));
    check("<p>Posted: yesterday</p>", json!("yesterday"));
    check("<p>Published: 4 May 2026</p>", json!("4 May 2026"));
    check("<p>Published: 二〇二六年五月</p>", json!("二〇二六年五月"));
}

#[test]
fn a_teaser_with_a_label_is_not_the_picture() {
    let teaser = "<ul><li><a href=/q><img src=q.jpg><br>Photos: East Coast quake</a></li></ul>";
    check("image", "", teaser, &Value::Null);
    let own = "<dl><dt>Photo<dd><img src=q.jpg></dl>";
    check("image", "", own, &json!("https://shop.example/p/q.jpg"));
}

#[test]
fn a_form_explains_what_to_write() {
    let form = "<form><div><label>Description</label><input><span>Under 100 characters</span></div></form>";
    check("description", "", form, &Value::Null);
    let stated = "<div><label>Description</label><span>A ferry and its last day</span></div>";
    check(
        "description",
        "",
        stated,
        &json!("A ferry and its last day"),
    );
}

#[test]
fn a_widget_beside_the_content_is_about_the_site() {
    let widget = |class: &str| {
        format!(
            "<div class='{class}'><h2>About</h2><div>Thoughtful news every day of the year.</div></div>"
        )
    };
    check(
        "description",
        "",
        &widget("widget widget_text"),
        &Value::Null,
    );
    let own = json!("Thoughtful news every day of the year.");
    check("description", "", &widget("text"), &own);
}

#[test]
fn a_template_that_nobody_filled_in_says_nothing() {
    check(
        "description",
        "<meta name=description content=Description>",
        "",
        &Value::Null,
    );
    check(
        "author",
        "<meta name=author content=Author>",
        "",
        &Value::Null,
    );
    let stated = "<meta name=description content='Description of a ferry'>";
    check("description", stated, "", &json!("Description of a ferry"));
}

#[test]
fn the_address_of_a_site_is_no_picture() {
    let card = |address: &str| format!("<meta property=og:image content='{address}'>");
    check("image", &card("https://shop.example"), "", &Value::Null);
    check("image", &card("/"), "", &Value::Null);
    let own = json!("https://shop.example/?image=7");
    check("image", &card("https://shop.example/?image=7"), "", &own);
}

#[test]
fn tags_of_the_page_outrank_keywords_of_the_site() {
    let tags = json!({"tags": {"type": "array", "items": {"type": "string"}}});
    let check = |part: &str, expect: Value| {
        let head = "<meta name=keywords content='news, songs'>";
        let got = draft(&tags, &format!("{head}<h1>Ferry lost</h1>{BODY}{part}"));
        assert_eq!(got.row["tags"], expect, "{part}");
    };
    let links = "<a href=/t/e rel=tag>Economy</a>, <a href=/t/g rel='tag nofollow'>Greece</a>";
    check(&format!("<p>{links}</p>"), json!(["Economy", "Greece"]));
    let two = format!("<article>{links}</article>").repeat(2);
    check(&two, json!(["news", "songs"]));
    check("", json!(["news", "songs"]));
}

#[test]
fn a_link_that_acts_is_no_member_of_a_list() {
    let tags = json!({"tags": {"type": "array", "items": {"type": "string"}}});
    let check = |links: &str, expect: Value| {
        let got = draft(
            &tags,
            &format!("<h1>Ferry lost</h1>{BODY}<p>Tags: {links}</p>"),
        );
        assert_eq!(got.row["tags"], expect, "{links}");
    };
    let alerts = "<a href='#' onclick=x()>Get alerts</a>";
    let economy = "<a href=/e>Economy</a>";
    check(
        &format!("{economy}, <a href=/g>Greece</a> | {alerts}"),
        json!(["Economy", "Greece"]),
    );
    check(&format!("{economy} | {alerts}"), json!(["Economy"]));
    check(
        "<a href='#'>Economy</a>, <a href='#'>Greece</a>",
        json!(["Economy", "Greece"]),
    );
}

#[test]
fn a_button_and_a_remark_rate_nothing() {
    let rating = json!({"rating": {"type": ["number", "null"]}});
    let check = |part: &str, expect: Value| {
        let got = draft(&rating, &format!("<h1>Ferry lost</h1>{BODY}{part}"));
        assert_eq!(got.row["rating"], expect, "{part}");
    };
    check(
        "<ul><li><a href=/login>Star</a> <a href=/stars>668</a></li></ul>",
        Value::Null,
    );
    check("<p>Note : 3 articles de plus sont ici.</p>", Value::Null);
    check("<p><b>Note:</b> 4 people came.</p>", Value::Null);
    check("<p>Note : 4,5 sur 5</p>", json!(4.5));
    check("<p>Note : 4/5</p>", json!(4));
    check("<p>Stars: 4.5</p>", json!(4.5));
}

#[test]
fn boxes_to_tick_are_choices() {
    let choices = "<form><table><tr><th>Color<td><label><input type=checkbox>Red</label> \
                   <label><input type=checkbox>Blue</label></table></form>";
    check("color", "", choices, &Value::Null);
    check(
        "color",
        "",
        "<table><tr><th>Color<td>Red</table>",
        &json!("Red"),
    );
}

#[test]
fn a_heading_over_one_headline_names_no_value() {
    let under = |heading: &str, link: &str| {
        format!("<div><h3>{heading}</h3><ul><li><a href=/a>{link}</a></ul></div>")
    };
    check(
        "publisher",
        "",
        &under("Editorial", "Another tragic blow to Ohio"),
        &Value::Null,
    );
    check(
        "publisher",
        "",
        &under("Publisher", "Harbour Books"),
        &json!("Harbour Books"),
    );
}

#[test]
fn a_message_that_passes_the_page_on_is_to_nobody() {
    let link = |to: &str| format!("<p><a href='mailto:{to}'>Mail</a></p>");
    let own = json!("desk@news.example");
    check(
        "email",
        "",
        &link("friend@mail.example?subject=Look&body=http%3A//a.example/b"),
        &Value::Null,
    );
    check(
        "email",
        "",
        &link("desk@news.example?subject=Tip&body=Dear%20desk"),
        &own,
    );
    let asks = "<p><a href='mailto:friend@mail.example?subject=Look'>Email this</a></p>";
    check("email", "", asks, &Value::Null);
}
