//! Where a label ends, and what is none.

use super::split_label;
use crate::tests::{draft, text};
use serde_json::{Value, json};

#[test]
fn a_colon_within_quotes_or_brackets_ends_no_label() {
    let check = |line: &str, expect: Option<(&str, &str)>| {
        assert_eq!(split_label(line), expect, "{line}");
    };
    check("Er sagte „Preis: 5“", None);
    check("He said “Price: 5”", None);
    check("She said \"Price: 5\"", None);
    check("Il dit «Prix : 5»", None);
    check("Rekao je »Cijena: 5«", None);
    check("新作「夜：前編」", None);
    check("【注意：返品不可】", None);
    check("Das „Blaue“ Haus: groß", Some(("Das „Blaue“ Haus", "groß")));
    check("Farbe „neu“: rot", Some(("Farbe „neu“", "rot")));
    check("「サイズ」：M", Some(("「サイズ」", "M")));
    check("【品番】: KR-17", Some(("【品番】", "KR-17")));
    check("Screen 24\": matt", Some(("Screen 24\"", "matt")));
    check("Weight (kg): 2", Some(("Weight (kg)", "2")));
    check("(a: b", None);
    check("Titel: „Das Boot“", Some(("Titel", "„Das Boot“")));
}

#[test]
fn labels_that_lead_on_and_labels_that_state() {
    let check = |html: &str, expect: Value| {
        let fields = json!({"recommended": text(), "size": text(), "brand": text()});
        let got = draft(&fields, &format!("<h1>Anvil</h1>{html}"));
        for (field, value) in expect.as_object().expect("an object") {
            assert_eq!(got.row[field], *value, "{field} of {html}");
        }
    };
    check("<p>Recommended: yes</p>", json!({"recommended": "yes"}));
    check(
        "<p>Recommended: Kiln jar, large</p>",
        json!({"recommended": null}),
    );
    check("<p>Size: M, Colour: red</p>", json!({"size": "M"}));
    check("<p>Brand: Acme - Model: X1</p>", json!({"brand": "Acme"}));
    check(
        "<p>Brand: Acme &nbsp; Model: X1</p>",
        json!({"brand": "Acme"}),
    );
}

#[test]
fn a_label_above_its_value() {
    let check = |html: &str, expect: Value| {
        let got = draft(
            &json!({"color": text()}),
            &format!("<h1>Anvil</h1><p>{html}</p>"),
        );
        assert_eq!(got.row["color"], expect, "{html}");
    };
    check("<b>Color</b><br>Red", json!("Red"));
    check("<b>Color</b><br>Which color would you like?", Value::Null);
    check("<b>Color</b><br>We paint it as you like it.", Value::Null);
}

#[test]
fn names_joined_by_turns_are_no_labels() {
    let spans = ["by", "Tove Lind", "and", "Bo Rask"];
    let classes = ["low", "name"].iter().cycle();
    let turns = spans.iter().zip(classes);
    let turns = turns.map(|(text, class)| format!("<span class={class}>{text}</span> "));
    let html = format!(
        "<h1>Eels</h1><p class=byline>{}</p>",
        turns.collect::<String>()
    );
    let got = draft(&json!({"author": text()}), &html);
    assert_ne!(got.row["author"], json!("Tove Lind"), "{html}");
}

#[test]
fn spans_by_turns() {
    let check = |html: &str, expect: Value| {
        let fields = json!({"material": text(), "color": text(), "fit": text()});
        let got = draft(&fields, &format!("<h1>Shirt</h1>{html}"));
        for (field, value) in expect.as_object().expect("an object") {
            assert_eq!(got.row[field], *value, "{field} of {html}");
        }
    };
    check(
        "<div><span>Material</span><span>Cotton</span><span>Colour</span><span>Red</span>\
         <span>Fit</span><span>Slim</span></div>",
        json!({"material": "Cotton", "color": "Red", "fit": "Slim"}),
    );
    check(
        "<div><span class=k>Fit</span> <span class=v>Slim</span><br>\
         <span class=k>Neck</span> <span class=v>Round</span></div>",
        json!({"fit": "Slim"}),
    );
    check(
        "<div><span>Fit</span><span>Slim</span><span>Neck</span><span>Round</span></div>",
        json!({"fit": null}),
    );
    check(
        "<div><span class=k>Material</span><span class=s>/</span><span class=k>Fit</span><span class=s>/</span></div>",
        json!({"material": null, "fit": null}),
    );
}

#[test]
fn a_label_that_stands_out_above_its_value() {
    let check = |html: &str, expect: Option<&str>| {
        let got = draft(
            &json!({"size": text()}),
            &format!("<h1>Staff nurse</h1>{html}"),
        );
        assert_eq!(got.row["size"].as_str(), expect, "{html}");
    };
    check(
        "<div><strong>Size</strong><br>Two wards</div>",
        Some("Two wards"),
    );
    check(
        "<div><strong>Size</strong><br>Two wards<br>One ward</div>",
        None,
    );
}

#[test]
fn a_value_of_several_parts_is_none_and_a_button_beside_one_is_no_part() {
    let check = |html: &str, expect: Option<&str>| {
        let fields = json!({"organizer": text(), "sku": text()});
        let got = draft(&fields, &format!("<h1>Jazz night</h1>{html}"));
        let told = got.row["organizer"].as_str().or(got.row["sku"].as_str());
        assert_eq!(told, expect, "{html}");
    };
    let organizer = |inner: &str| format!("<div><h2>Organizer</h2><dl>{inner}</dl></div>");
    check(&organizer("<dd>Mill Trust<dt>Fax<dd>555-0101"), None);
    check(&organizer("<dd>Mill Trust"), Some("Mill Trust"));
    check(
        "<p>SKU: <span>AB-1234</span> <button>Copy</button></p>",
        Some("AB-1234"),
    );
}

#[test]
fn lines_of_a_cell_are_the_items_of_a_list() {
    let check = |cell: &str, expect: Value| {
        let fields = json!({"founders": {"type": ["array", "null"], "items": {"type": "string"}}});
        let got = draft(
            &fields,
            &format!("<h1>Lind</h1><table><tr><th>Founders<td>{cell}</table>"),
        );
        assert_eq!(got.row["founders"], expect, "{cell}");
    };
    check("Karl Lind<br>Eva Holm", json!(["Karl Lind", "Eva Holm"]));
    check("Karl Lind, Eva Holm<br>", json!(["Karl Lind", "Eva Holm"]));
}
