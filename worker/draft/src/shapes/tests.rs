//! Lists and nested objects in the schema's own shape.

use serde_json::{Value, json};

use crate::tests::{draft, text};

fn list(items: &Value) -> Value {
    json!({"type": ["array", "null"], "items": items})
}

fn check(field: &Value, html: &str, expect: &Value) {
    let name = field["name"].as_str().expect("name");
    let got = draft(&json!({name: field["schema"]}), html);
    assert_eq!(got.row[name], *expect, "{html}");
}

fn field(name: &str, schema: &Value) -> Value {
    json!({"name": name, "schema": schema})
}

fn block(value: &Value) -> String {
    format!("<script type=application/ld+json>{value}</script><h1>Weir Hall</h1>")
}

#[test]
fn an_address_goes_into_the_shape_that_the_schema_has() {
    let place = json!({"@type": "Place", "name": "Weir Hall", "address": {
        "@type": "PostalAddress", "streetAddress": "3 Mill Lane", "addressLocality": "Galway",
        "postalCode": "H91 X0X0", "addressCountry": {"@type": "Country", "name": "Ireland"}}});
    let shape = json!({"type": ["object", "null"], "properties":
        {"street": text(), "city": text(), "zip": text(), "country": text(), "region": text()}});
    check(
        &field("address", &shape),
        &block(&place),
        &json!({
        "street": "3 Mill Lane", "city": "Galway", "zip": "H91 X0X0", "country": "Ireland", "region": null}),
    );
    check(
        &field("address", &text()),
        &block(&place),
        &json!("3 Mill Lane, Galway, H91 X0X0, Ireland"),
    );
}

#[test]
fn lists_come_whole_and_in_order() {
    let item = json!({"@type": "Recipe", "name": "Weir Hall", "recipeIngredient": ["2 eggs", "1 leek"],
        "keywords": "soup, green", "recipeInstructions": [{"@type": "HowToStep", "text": "Chop."},
        {"@type": "HowToSection", "itemListElement": [{"@type": "HowToStep", "text": "Boil."}]}]});
    let texts = list(&json!({"type": "string"}));
    check(
        &field("ingredients", &texts),
        &block(&item),
        &json!(["2 eggs", "1 leek"]),
    );
    check(
        &field("keywords", &texts),
        &block(&item),
        &json!(["soup", "green"]),
    );
    check(
        &field("instructions", &texts),
        &block(&item),
        &json!(["Chop.", "Boil."]),
    );
    check(
        &field("ingredients", &texts),
        "<dl><dt>Ingredients<dd><ul><li>2 eggs<li>1 leek</ul></dl>",
        &json!(["2 eggs", "1 leek"]),
    );
    let numbers = list(&json!({"type": "number"}));
    check(
        &field("depths", &numbers),
        "<dl><dt>Depths<dd>3.5, 7</dl>",
        &json!([3.5, 7]),
    );
}

#[test]
fn a_list_of_objects_holds_every_described_thing() {
    let event = json!({"@type": "Event", "name": "Weir Hall", "performer": [
        {"@type": "Person", "name": "Tove Lind", "url": "https://tove.example/"}, {"@type": "Person", "name": "Bo Rask"}]});
    let people = list(&json!({"type": "object", "properties": {"name": text(), "url": text()}}));
    check(
        &field("performers", &people),
        &block(&event),
        &json!([
        {"name": "Tove Lind", "url": "https://tove.example/"}, {"name": "Bo Rask", "url": null}]),
    );
    let one = json!({"type": ["object", "null"], "properties": {"name": text()}});
    check(&field("performer", &one), &block(&event), &Value::Null);
}
