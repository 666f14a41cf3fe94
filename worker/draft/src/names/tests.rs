//! Names in bylines, as lines and as the pieces of markup in them.

use super::{alone, of_line};
use crate::nearby::Line;

fn line<'a>(runs: &[&'a str]) -> Line<'a> {
    Line {
        node: 0,
        runs: runs.to_vec(),
    }
}

#[test]
fn names_end_where_something_else_starts() {
    let check = |runs: &[&str], expect: Option<&str>| {
        assert_eq!(of_line(&line(runs), false).as_deref(), expect, "{runs:?}");
    };
    check(&["By Tove Lind"], Some("Tove Lind"));
    check(
        &["By", "Tove Lind", "Monday, May 5, 2019"],
        Some("Tove Lind"),
    );
    check(&["By Tove Lind Monday, May 5, 2019"], Some("Tove Lind"));
    check(&["Von Tove Lind | 5. Mai 2019"], Some("Tove Lind"));
    check(&["By Tove Lind, May 5, 2019"], Some("Tove Lind"));
    check(&["By Tove Lind on May 5, 2019"], Some("Tove Lind"));
    check(&["Par Tove Lind le 5 mai 2019"], Some("Tove Lind"));
    check(
        &["Por Juan Pérez de la Cruz"],
        Some("Juan Pérez de la Cruz"),
    );
    check(&["By Ahmed Ali el Masri"], Some("Ahmed Ali el Masri"));
    check(&["Por Juan Pérez el 5 de mayo"], Some("Juan Pérez"));
    check(&["Written by J. R. O'Neil-Ek"], Some("J. R. O'Neil-Ek"));
    check(
        &["Posted on", "May 5, 2019", "by Tove Lind"],
        Some("Tove Lind"),
    );
    check(&["By Tove Lind, staff writer"], Some("Tove Lind"));
    check(&["By Tove Lind Staff Writer"], Some("Tove Lind"));
    check(&["BY TOVE LIND"], Some("TOVE LIND"));
    check(&["By April Lind"], Some("April Lind"));
    check(&["By Tove Lind and Bo Rask"], Some("Tove Lind and Bo Rask"));
    check(
        &["By Tove Lind", "and", "Bo Rask"],
        Some("Tove Lind and Bo Rask"),
    );
    check(
        &["By Tove Lind, Bo Rask and Kim Ek"],
        Some("Tove Lind, Bo Rask and Kim Ek"),
    );
    check(&["By Tove Lind, Harbour Post"], None);
    check(&["By the lake they fish"], None);
    check(&["By Reuters"], None);
    check(&["By 5 May 2019"], None);
    check(&["Von der Leyen reist nach Kiew"], None);
    check(&["By Tove Lind and others"], None);
    check(&["Down by Tove Lind"], None);
}

#[test]
fn markup_tells_a_name_without_a_word_before_it() {
    assert_eq!(
        of_line(&line(&["By Reuters"]), true).as_deref(),
        Some("Reuters")
    );
    let dated = line(&["by 港の法律事務所 ／ 2016.12.01"]);
    assert_eq!(of_line(&dated, true).as_deref(), Some("港の法律事務所"));
    let check = |runs: &[&str], expect: Option<&str>| {
        assert_eq!(alone(&line(runs)).as_deref(), expect, "{runs:?}");
    };
    check(&["Tove Lind"], Some("Tove Lind"));
    check(&["Share"], None);
    check(&["More of this author"], None);
    check(&["Monday May"], None);
    check(&["Tove Lind, Oslo"], None);
}
