//! Names in bylines, as lines and as the pieces of markup in them.

use super::{alone, before_comma, lead, led, of_line};
use crate::nearby::Line;
use crate::site::Site;

fn line<'a>(runs: &[&'a str]) -> Line<'a> {
    Line {
        node: 0,
        runs: runs.to_vec(),
    }
}

#[test]
fn names_end_where_something_else_starts() {
    let check = |runs: &[&str], expect: Option<&str>| {
        assert_eq!(
            of_line(&line(runs), || false, &Site::default()).as_deref(),
            expect,
            "{runs:?}"
        );
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
        of_line(&line(&["By Reuters"]), || true, &Site::default()).as_deref(),
        Some("Reuters")
    );
    let dated = line(&["by 港の法律事務所 ／ 2016.12.01"]);
    assert_eq!(
        of_line(&dated, || false, &Site::default()).as_deref(),
        Some("港の法律事務所")
    );
    let check = |runs: &[&str], expect: Option<&str>| {
        assert_eq!(alone(&line(runs)).as_deref(), expect, "{runs:?}");
    };
    check(&["Tove Lind"], Some("Tove Lind"));
    check(&["Share"], None);
    check(&["More of this author"], None);
    check(&["Monday May"], None);
    check(&["Tove Lind, Oslo"], None);
    // Without a word beside it nobody can tell a name from other words of these scripts.
    check(&["山田太郎"], None);
    check(&["最新消息"], None);
    check(&["编辑推荐"], None);
    check(&["ข่าวล่าสุด"], None);
    check(&["最新", "消息"], None);
    check(&["王小明 记者"], Some("王小明"));
    check(&["김철수", "기자"], Some("김철수"));
    check(&["關於作者"], None);
    check(&["港の法律事務所の人々"], None);
}

#[test]
fn words_that_lead_up_to_a_name() {
    let check = |text: &str, expect: Option<(usize, Option<&str>)>| {
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(lead(&words), expect, "{text}");
    };
    check("By", Some((1, None)));
    check("Analysis by", Some((2, None)));
    check("Ein Kommentar von Tove Lind", Some((3, None)));
    check("A cura di Tove Lind", Some((3, None)));
    check("Propos recueillis par Tove Lind", Some((3, None)));
    check("Текст: Вера Лин", Some((1, None)));
    check("文／林美", Some((1, Some("林美"))));
    check("Ein von Tove Lind gelesenes Buch", None);
    check("Tove Lind", None);
    check("Photo: Tove Lind", None);
}

#[test]
fn names_that_metadata_gives_in_a_byline() {
    let check = |text: &str, expect: Option<&str>| {
        assert_eq!(led(text).as_deref(), expect, "{text}");
    };
    check("By Tove Lind", Some("Tove Lind"));
    check("by admin", Some("admin"));
    check("Analysis by Tove Lind", Some("Tove Lind"));
    check("Von Tove Lind", Some("Tove Lind"));
    check("Texte : Tove Lind", None);
    check("Текст: Вера Лин", Some("Вера Лин"));
    check("Автор:Вера Лин", Some("Вера Лин"));
    check("Von Trapp", None);
    check("Analysis by the desk", None);
    check("Tove Lind", None);
    check("By", None);

    let cut = |text: &str, expect: Option<(&str, &str)>| {
        assert_eq!(before_comma(text), expect, "{text}");
    };
    cut("Tove Lind, editor", Some(("Tove Lind", "editor")));
    cut("lind, tove", None);
    cut("Tove Lind,", None);
}

#[test]
fn what_follows_the_name_is_what_somebody_does_or_for_whom() {
    let post = Site::called("Harbour Post");
    let check = |runs: &[&str], expect: Option<&str>| {
        assert_eq!(
            of_line(&line(runs), || false, &post).as_deref(),
            expect,
            "{runs:?}"
        );
    };
    check(&["By Tove Lind,", "Harbour Post"], Some("Tove Lind"));
    check(
        &["By Tove Lind, The Harbour Post Weekend"],
        Some("Tove Lind"),
    );
    check(&["By Tove Lind, Staff Writer"], Some("Tove Lind"));
    check(&["Von Tove Lind, Chefredakteurin"], Some("Tove Lind"));
    check(&["By Tove Lind, Other Paper"], None);
    check(&["Text: Tove Lind Foto: Bo Rask"], Some("Tove Lind"));
    check(
        &["Analysis by", "Tove Lind", ", Harbour Post editor"],
        Some("Tove Lind"),
    );
}
