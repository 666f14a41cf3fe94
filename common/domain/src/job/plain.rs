//! What a value of the wrong type is told as: a parser's words name types of the program, an operator
//! reads what stands there and what to write.

/// A parser's message in an operator's words. What is not known is left as it is.
pub(super) fn plain(message: &str) -> String {
    let wrong = ["invalid type: ", "invalid value: "];
    let told = wrong.iter().find_map(|start| message.strip_prefix(start));
    let parts = told.and_then(|told| told.rsplit_once(", expected "));
    match parts {
        Some((got, expected)) => format!("is {}, not {}", given(got), wanted(expected)),
        None => message.to_owned(),
    }
}

fn given(got: &str) -> String {
    let kinds = [
        ("string", "text"),
        ("integer", "the number"),
        ("floating point", "the number"),
        ("boolean", "the truth value"),
        ("sequence", "a list"),
        ("map", "a mapping"),
    ];
    let known = kinds
        .iter()
        .find_map(|(kind, word)| Some((word, got.strip_prefix(kind)?)));
    known.map_or_else(|| got.to_owned(), |(word, rest)| format!("{word}{rest}"))
}

fn wanted(expected: &str) -> &str {
    match expected {
        "a sequence" => "a list: write [one] or [one, two]",
        "a string" => "text: put it in quotes",
        "a boolean" => "true or false",
        "u32" => "a whole number from 0",
        "a map" => "a mapping of keys to values: write {key: value}",
        kind if kind.starts_with("struct ") => "a mapping of keys to values: write {key: value}",
        other => other,
    }
}

/// A reader's message about the text itself, with what to do about it.
pub(super) fn plain_yaml(message: &str) -> String {
    let twice = message.strip_prefix("duplicate mapping key: ");
    if let Some((key, place)) = twice.and_then(|rest| rest.split_once(", set DuplicateKeyPolicy")) {
        let place = place.rsplit_once(" at ").map_or("", |(_, place)| place);
        return format!("the key `{key}` stands twice: leave one (the second is at {place})");
    }
    if message.contains("found a tab") {
        return format!("{message}: indent with blanks");
    }
    message.to_owned()
}
