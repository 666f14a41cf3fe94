//! Whether a thing can be had, where the page and its metadata disagree.

use serde_json::{Value, json};

use crate::tests::draft;

#[track_caller]
fn check(kind: &str, html: &str, expect: &str, conflict: &[&str]) {
    let fields = json!({
        "availability": {"enum": ["InStock", "OutOfStock", null]},
        "event_status": {"enum": ["EventScheduled", "EventCancelled", null]},
    });
    let data = match kind {
        "Event" => "\"eventStatus\":\"https://schema.org/EventScheduled\"",
        _ => "\"offers\":{\"price\":\"5\",\"availability\":\"https://schema.org/InStock\"}",
    };
    let head = format!(
        "<script type=application/ld+json>{{\"@type\":\"{kind}\",\"name\":\"Lute\",{data}}}</script>\
         <h1>Lute</h1>"
    );
    let got = draft(
        &fields,
        &format!("{head}{html}<p>It is made of maple and spruce.</p>"),
    );
    let name = if kind == "Event" {
        "event_status"
    } else {
        "availability"
    };
    assert_eq!(got.row[name], Value::from(expect), "{html}");
    let told = got.conflicts.get(&format!("/{name}"));
    let told = told.cloned().unwrap_or_default();
    let said = "https://schema.org/InStock";
    let metadata = match kind {
        "Event" => "https://schema.org/EventScheduled",
        _ => said,
    };
    let conflict: Vec<&str> = conflict
        .iter()
        .map(|one| if *one == "data" { metadata } else { one })
        .collect();
    assert_eq!(told, conflict, "{html}");
}

#[test]
fn a_statement_of_the_pages_own_outranks_metadata() {
    let check = |html: &str| check("Product", html, "OutOfStock", &["Sold out", "data"]);
    check("<p>Sold out</p>");
    check("<p>€5</p><div><span class=badge>Sold out</span></div>");
    check("<button disabled>Sold out</button>");
}

#[test]
fn a_statement_that_may_be_about_a_choice_is_only_kept() {
    let check = |html: &str, conflict: &[&str]| check("Product", html, "InStock", conflict);
    check("<ul><li>Large <b>Sold out</b></ul>", &["data", "Sold out"]);
    check(
        "<table><tr><td>Large<td>Sold out</table>",
        &["data", "Sold out"],
    );
    check(
        "<div class=variant><b>Sold out</b></div>",
        &["data", "Sold out"],
    );
    check("<p>The red one: <b>Sold out</b></p>", &["data", "Sold out"]);
    check("<p>Sold out</p><p>In stock</p>", &["data", "Sold out"]);
    check("<p>In stock</p>", &[]);
    check(
        "<section><h2>Related products</h2><p>Sold out</p></section>",
        &[],
    );
}

#[test]
fn an_event_that_is_called_off_on_its_page_is() {
    check(
        "Event",
        "<p>Cancelled</p>",
        "EventCancelled",
        &["Cancelled", "data"],
    );
    check("Event", "<p>Doors at nine</p>", "EventScheduled", &[]);
}

#[test]
fn a_sentence_or_a_line_of_facts_states_it() {
    let check = |kept: &str, html: &str| {
        let fields = json!({"availability": {"enum": ["InStock", "OutOfStock", null]}});
        let got = draft(&fields, &format!("<h1>Lute</h1><p>$40</p>{html}"));
        let kept = Some(kept).filter(|kept| !kept.is_empty());
        assert_eq!(got.row["availability"], json!(kept), "{html}");
    };
    check(
        "OutOfStock",
        "<p>This product is currently out of stock.</p>",
    );
    check("OutOfStock", "<p>Derzeit nicht auf Lager</p>");
    check("OutOfStock", "<p>Prodotto esaurito</p>");
    check("OutOfStock", "<p>Produkt niedostępny</p>");
    check("OutOfStock", "<p>暂时缺货</p>");
    check("InStock", "<p>В наличии: 3 шт.</p>");
    check("InStock", "<p>Only 3 left in stock - order soon.</p>");
    check(
        "InStock",
        "<p>SKU: AB-1234 | EAN: 4006381333931 | In stock</p>",
    );
    check("InStock", "<p>Skladem 5 ks</p>");
    for sent in [
        "In stock. Delivered in 2 days.",
        "In stock, ready to ship",
        "Auf Lager – Lieferung in 2 Tagen",
        "En stock (expédié sous 24h)",
        "Op voorraad, morgen in huis",
        "Skladem, odesíláme zítra",
    ] {
        check("InStock", &format!("<p>{sent}</p>"));
    }
    check("OutOfStock", "<p>Sold out - back in May</p>");
    check("OutOfStock", "<p>Out of stock. Notify me!</p>");
    check(
        "OutOfStock",
        "<p>Currently out of stock (more on the way)</p>",
    );
    check(
        "OutOfStock",
        "<p>Nicht auf Lager, Lieferung in 3 Wochen</p>",
    );
    // Remarks that limit it, say another thing, or nothing known.
    check("", "<p>In stock, ships only to selected stores</p>");
    check("", "<p>In stock, delivered if ordered by noon</p>");
    check("", "<p>In stock. Delivery currently unavailable</p>");
    check("", "<p>Sold out. The story of a band</p>");
    check("", "<p>В наличии: 0 шт.</p>");
    check("", "<p>В наличии: 0</p>");
    check("", "<p>0 in stock</p>");
    check("", "<p>Is this item in stock?</p>");
    check("", "<p>Est-ce en stock ?</p>");
    check("", "<p>Show all | In stock | On sale</p>");
    check("OutOfStock", "<p>Auf Lager: Nein</p>");
    check("", "<p>Plus en stock</p>");
    check("InStock", "<p>Plus que 3 en stock</p>");
    check("", "<p>We tell you if this product is out of stock.</p>");
    check("", "<p>The strings are currently out of stock.</p>");
    check(
        "InStock",
        "<ul class=sizes><li>38<li>39 <span>Out of stock</span></ul><button>Add to cart</button>",
    );
}

#[test]
fn capitals_before_a_dash_stand_for_themselves() {
    let postponed = "<p><b>CANCELLED</b> – see you next year</p>";
    check("Event", postponed, "EventCancelled", &["CANCELLED", "data"]);
    let fields = json!({"event_status": {"enum": ["EventScheduled", "EventCancelled", null]}});
    let status = |html: &str| draft(&fields, html).row["event_status"].clone();
    let told = "<h1>CANCELLED: Kite Festival</h1><p>Where: Northshore Park</p>";
    assert_eq!(status(told), "EventCancelled");
    let named = "<h1>Cancelled: a play</h1><p>Where: Northshore Park</p>";
    assert_eq!(status(named), Value::Null);
}
