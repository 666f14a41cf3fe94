//! Repair and expansion of the JSON-LD that pages publish.

use serde_json::json;

use super::expand::{Terms, expand};
use super::repair::documents;

#[test]
fn what_people_write_is_read_and_what_is_cut_off_is_not_completed() {
    let check = |text: &str, expect: serde_json::Value| {
        assert_eq!(serde_json::Value::Array(documents(text)), expect, "{text}");
    };
    check("{\"a\":1}", json!([{"a": 1}]));
    check("\u{feff}{\"a\":1}", json!([{"a": 1}]));
    check("// <![CDATA[\n{\"a\":1}\n// ]]&gt;", json!([{"a": 1}]));
    check(
        "/* x */ {\"a\": \"b, }\", // y\n \"u\": \"http://x//y\",}",
        json!([{"a": "b, }", "u": "http://x//y"}]),
    );
    check("{\"a\":[1,2,],};", json!([{"a": [1, 2]}]));
    check("{\"a\":\"x\ny\"}", json!([{"a": "x\ny"}]));
    check("{\"a\":\"it\\'s\"}", json!([{"a": "it's"}]));
    check("{\"a\":1}{\"b\":2}", json!([{"a": 1}, {"b": 2}]));
    check(
        "{&quot;a&quot;:&quot;R&amp;amp;D&quot;}",
        json!([{"a": "R&amp;D"}]),
    );
    check("<!-- {\"a\":1} -->", json!([{"a": 1}]));
    check("{\"a\":1} {\"b\":", json!([{"a": 1}]));
    check("{\"a\":\"39.", json!([]));
}

#[test]
fn terms_lose_their_prefixes_and_values_their_wrappers() {
    let node = json!({
        "@context": {"s": "https://schema.org/"},
        "@type": "s:Event",
        "s:name": [{"@value": "Fair", "@language": "en"}, {"@value": "Messe", "@language": "de"}],
        "http://schema.org/keywords": {"@set": ["a", "b"]},
    });
    let got = expand(&node, &Terms::default(), Some("de-AT"));
    assert_eq!(
        got,
        json!({"@type": ["Event"], "name": "Messe", "keywords": ["a", "b"]})
    );
}
