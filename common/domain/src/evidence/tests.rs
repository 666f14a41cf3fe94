//! Tables for the matcher of closed-set members.

use super::{Matcher, states};
use crate::schema::ClosedSetPlace;

fn check(text: &str, member: &str, expect: bool) {
    assert_eq!(states(text, member), expect, "{member:?} in {text:?}");
}

#[test]
fn separators_are_interchangeable_and_may_be_missing() {
    for text in [
        "FULL_TIME",
        "full-time",
        "Full time",
        "fulltime",
        "ＦＵＬＬ＿ＴＩＭＥ",
        "full\u{ad}time",
        "full/time",
    ] {
        check(text, "FULL_TIME", true);
        check(text, "fulltime", true);
    }
    check("We are open all-year!", "OPEN_ALL_YEAR", true);
    check("Open all the year", "OPEN_ALL_YEAR", false);
    check("Photo CC BY 4.0", "CC-BY", true);
    check("Part-time (0.5 FTE)", "PART_TIME", true);
}

#[test]
fn only_whole_words_count() {
    check("unused", "USED", false);
    check("sketchy varnish", "KETCH", false);
    check("the bask et chair", "KETCH", false);
    check("k etch", "KETCH", false);
    check("Two quiet beagles", "BEAGLE", false);
    check("gaff KETCH, 1911", "ketch", true);
    check("Hours: full. Time: 3", "FULL_TIME", false);
    check("full\ntime", "FULL_TIME", false);
    check("STRASSE 5", "Straße", true);
}

#[test]
fn scripts_without_spaces_are_read_through() {
    check("状態：新品です", "新品", true);
    check("plain text about nothing", "新品", false);
    check("中古車", "中古", true);
    check("この商品は在庫切れです", "OutOfStock", true);
}

#[test]
fn schema_org_addresses_count_by_their_last_segment() {
    check("https://schema.org/InStock", "IN_STOCK", true);
    check("https://shop.test/used/new-bikes", "NEW", false);
    check("http://purl.org/goodrelations/v1#New", "NEW", true);
    check("In stock", "https://schema.org/InStock", true);
}

#[test]
fn aliases_come_from_the_vocabulary() {
    check("leider ausverkauft", "OutOfStock", true);
    check("sold out", "https://schema.org/OutOfStock", true);
    check("Vollzeit", "FULL_TIME", true);
    check("Not in stock", "InStock", false);
    check("Not in stock", "OutOfStock", true);
    check("sold out", "KETCH", false);
}

#[test]
fn other_names_of_a_term_state_it_and_longer_wordings_may_not() {
    check("https://schema.org/UsedCondition", "used", true);
    check("NewCondition", "new", true);
    check("EventCancelled", "cancelled", true);
    check("Like new", "new", false);
    check("wie neu", "new", false);
    check("Like new, in a new box", "new", true);
    check("new", "new", true);
    check("like new", "LIKE_NEW", true);
    check("a contract of two years", "contractor", false);
    check("no longer in stock", "InStock", false);
    check("没有货", "InStock", false);
    check("有货", "InStock", true);
}

#[test]
fn a_value_is_stated_by_more_words_than_a_text() {
    let set = ClosedSetPlace {
        pointer: "/properties/stock".into(),
        name: "stock".into(),
        row: true,
        members: vec!["InStock".into(), "OutOfStock".into()],
        titles: Vec::new(),
        not_stated: Vec::new(),
    };
    let values = Matcher::of_values(&[set]);
    let check = |text: &str, expect: &[&str]| {
        let found = values.stated([text]);
        let members: Vec<&str> = found.iter().map(|one| one.member.as_str()).collect();
        assert_eq!(members, expect, "{text}");
    };
    check("Available", &["InStock"]);
    check("available now", &["InStock"]);
    check("Available from 1 May", &[]);
    check("Available 1 May", &[]);
    check("Verfügbar ab Mai", &[]);
    check("Derzeit nicht verfügbar", &["OutOfStock"]);
    check("Add to basket", &["InStock"]);
    check("5 available", &["InStock"]);
    check("NOT SOLD", &[]);
}

#[test]
fn titles_are_aliases_and_quotes_are_the_pages_words() {
    let set = ClosedSetPlace {
        pointer: "/properties/grade".into(),
        name: "grade".into(),
        row: true,
        members: vec!["A1".into(), "B2".into()],
        titles: vec![("A1".into(), "First class".into())],
        not_stated: Vec::new(),
    };
    let matcher = Matcher::new(&[set]);
    let found = matcher.stated(["Cabin: First-Class, aisle", "b2"]);
    let pairs: Vec<_> = found.iter().map(|s| (&*s.member, &*s.quote)).collect();
    assert_eq!(pairs, [("A1", "First-Class"), ("B2", "b2")]);
    assert_eq!(found[0].pointer, "/properties/grade");
}

#[test]
fn every_place_of_many_counts_where_no_longer_phrase_holds_it() {
    let set = ClosedSetPlace {
        pointer: "/properties/rig".into(),
        name: "rig".into(),
        row: true,
        members: vec!["Sloop".into(), "Sloop rig".into()],
        titles: Vec::new(),
        not_stated: Vec::new(),
    };
    let matcher = Matcher::new(&[set]);
    let count = |text: &str, member| {
        let hits = matcher.hits(text);
        hits.iter().filter(|hit| hit.member == member).count()
    };
    let text = "sloop, sloop rig; ".repeat(30_000);
    assert_eq!(count(&text, 0), 30_000);
    assert_eq!(count(&text, 1), 30_000);
}

#[test]
fn a_letter_of_one_spelling_folds_to_itself_but_for_its_case() {
    let known = (0..=0x0010_ffff_u32).filter_map(char::from_u32);
    let mut plain = 0;
    for (letter, folded) in known.filter_map(|one| Some((one, super::fold::plain(one)?))) {
        let text = letter.to_string();
        let words = super::fold::words(&text);
        let texts: Vec<&str> = words.iter().map(|word| &*word.text).collect();
        if super::fold::is_word(letter) {
            assert_eq!(texts, [folded.to_string()], "{letter}");
            plain += 1;
        }
    }
    assert!(plain > 30_000, "{plain}");
}

#[test]
fn a_member_is_read_however_its_first_letters_are_spelled_and_parted() {
    for text in [
        "Disponível",
        "DISPONI\u{301}VEL agora",
        "now DISPONÍVEL",
        "Épuisé; DISPONÍVEL",
        "\u{200b}Dispon\u{ad}ível",
        "現貨Disponível",
    ] {
        assert!(states(text, "disponível"), "{text}");
    }
    for text in ["X-L", "size X L", "Größe: ＸＬ", "x/l", "尺寸XL"] {
        assert!(states(text, "x l"), "{text}");
    }
}
