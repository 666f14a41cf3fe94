//! The table of suggestions.

use super::meant;

fn check(word: &str, expect: Option<&str>) {
    let known = ["string", "required", "properties", "not", "enum"];
    assert_eq!(meant(word, known), expect, "{word}");
}

#[test]
fn near_words_are_suggested() {
    check("strng", Some("string"));
    check("String", Some("string"));
    check("requred", Some("required"));
    check("propertys", Some("properties"));
    check("enumm", Some("enum"));
    check("note", None);
    check("no", None);
    check("wholly other", None);
    check("", None);
}
