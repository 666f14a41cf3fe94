//! How a coverage becomes labelled numbers.

use domain::answer::standing::Coverage;

use super::field_rows;

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn every_row_of_a_field_has_one_standing() {
    let coverage = Coverage {
        items: 10,
        filled_on_all: names(&["title"]),
        partial: vec![("salary".to_owned(), 4, 10)],
        empty_on_all: names(&["grade"]),
        marked_absent: names(&["fax"]),
        not_applicable: names(&["city"]),
        top_unset: names(&["company"]),
    };
    let expect = [
        (("city", "not_applicable"), 10),
        (("fax", "absent"), 10),
        (("grade", "empty"), 10),
        (("salary", "empty"), 6),
        (("salary", "partial"), 4),
        (("title", "filled"), 10),
    ];
    let expect = expect.map(|((name, standing), rows)| ((name.to_owned(), standing), rows));
    assert_eq!(field_rows(&coverage), expect.into());
}

#[test]
fn a_wide_schema_does_not_make_a_label_of_every_field() {
    let wide: Vec<String> = (0..80).map(|n| format!("f{n}")).collect();
    let coverage = Coverage {
        items: 2,
        filled_on_all: wide,
        ..Coverage::default()
    };
    let rows = field_rows(&coverage);
    assert_eq!(rows.len(), 51);
    assert_eq!(rows[&("other".to_owned(), "filled")], 60);
}
