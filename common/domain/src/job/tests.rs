//! Tests of job files, addresses and spans.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::{AllowRange, JobFile, Span, parse_job, special_range};

const GOOD: &str =
    "name: careers\nstart: [https://example.com/jobs]\nschema: careers.schema.json\n";

/// `extra` is appended to a good file; `expect` is the pointer and code of the first finding and a
/// part of its message, or nothing.
fn check(extra: &str, expect: Option<(&str, &str, &str)>) {
    let parsed = parse_job(&format!("{GOOD}{extra}"), &[]);
    match (parsed, expect) {
        (Ok(_), None) => {}
        (Err(found), Some((pointer, code, part))) => {
            let first = &found[0];
            assert_eq!(
                (first.pointer.as_str(), first.code.as_str()),
                (pointer, code),
                "{extra}: {found:?}"
            );
            assert!(first.message.contains(part), "{extra}: {}", first.message);
        }
        (parsed, expect) => panic!("{extra}: {parsed:?}, expected {expect:?}"),
    }
}

#[test]
fn unknown_keys_name_the_likely_one() {
    check(
        "lnks: {}\n",
        Some(("/lnks", "unknown_key", "did you mean `links`?")),
    );
    check(
        "read: {wafe: 3}\n",
        Some(("/read/wafe", "unknown_key", "`wave`")),
    );
    check(
        "manners: {per_host: {lane: 3}}\n",
        Some(("/manners/per_host/lane", "unknown_key", "`lanes`")),
    );
    check(
        "wapppp: {}\n",
        Some(("/wapppp", "unknown_key", "Known here: name, start")),
    );
    check(
        "links: {attr: {data-x: y}}\nread: {headers: {X-A: b}}\n",
        None,
    );
}

#[test]
fn what_is_no_yaml_says_what_to_do() {
    let check = |text: &str, part: &str| {
        let found = parse_job(text, &[]).expect_err(text);
        assert_eq!(found[0].code, "bad_yaml", "{found:?}");
        assert!(found[0].message.contains(part), "{found:?}");
    };
    check(
        "name: a\nname: b\n",
        "the key `name` stands twice: leave one (the second is at line 2",
    );
    check(
        "name: a\n\tstart: x\n",
        "line 1, column 7: indent with blanks",
    );
}

#[test]
fn wrong_types_say_what_to_write() {
    let types = [
        ("read: {wave: many}", "/read/wave", "not a whole number"),
        ("limits: {pages: -1}", "/limits/pages", "not a whole number"),
        (
            "read: {expand: .x}",
            "/read/expand",
            "is text \".x\", not a list: write [one]",
        ),
        ("links: a.job", "/links", "not a mapping of keys to values"),
        ("map: {a: .x}", "/map/a", "not a mapping of keys to values"),
        (
            "links: {visible_only: 1}",
            "/links/visible_only",
            "not true or false",
        ),
        (
            "read: {language: 1}",
            "/read/language",
            "is the number `1`, not text",
        ),
        (
            "limits: {time: 7200}",
            "/limits/time",
            "write 7200s for seconds",
        ),
        ("limits: {time: [1h]}", "/limits/time", "write 500ms, 25s"),
        ("own_url: foud", "/own_url", "`found`"),
    ];
    for (extra, pointer, part) in types {
        check(&format!("{extra}\n"), Some((pointer, "bad_type", part)));
    }
}

#[test]
fn wrong_types_and_values_name_their_place() {
    check(
        "read: {wave: 49}\n",
        Some(("/read/wave", "bad_value", "1 to 48")),
    );
    check(
        "read: {attempts: 0}\n",
        Some(("/read/attempts", "bad_value", "")),
    );
    check(
        "read: {timeout: 25}\n",
        Some(("/read/timeout", "bad_type", "write 25s for seconds")),
    );
    check(
        "read: {timeout: \"25\"}\n",
        Some(("/read/timeout", "bad_type", "25s")),
    );
    check(
        "read: {timeout: 1m}\nfollow: {scroll: off, next: auto}\n",
        None,
    );
    check("evidence: page\n", Some(("/evidence", "bad_type", "row")));
    check(
        "links: {href_regex: \"(\"}\n",
        Some(("/links/href_regex", "bad_value", "regular expression")),
    );
    check(
        "links: {selector: \"a[\"}\n",
        Some(("/links/selector", "bad_value", "selector")),
    );
    check(
        "pages: [/relative]\n",
        Some(("/pages/0", "bad_value", "absolute")),
    );
    check(
        "pages: [\"http://127.0.0.1:8080/x\"]\n",
        Some(("/pages/0", "special_address", "loopback")),
    );
    check(
        "read: {headers: {\"a b\": c}}\n",
        Some(("/read/headers/a b", "bad_value", "")),
    );
}

#[test]
fn a_job_needs_a_name_a_place_and_a_schema() {
    let found = parse_job("{}", &[]).expect_err("an empty job");
    let at: Vec<&str> = found.iter().map(|f| f.pointer.as_str()).collect();
    assert_eq!(at, ["/name", "", "/schema"]);
}

#[test]
fn json_is_a_job_file_and_defaults_hold() {
    let text = r#"{"name": "a", "pages": ["https://e.com/"], "schema": {"type": "object"}}"#;
    let job = parse_job(text, &[]).expect("parses");
    assert_eq!(job.read.wave, JobFile::default().read.wave);
    let again = serde_json::to_string(&job).expect("serialises");
    assert_eq!(parse_job(&again, &[]).expect("its own output parses"), job);
}

#[test]
fn hostile_yaml_is_refused() {
    let bomb = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\ng: [*f,*f,*f,*f,*f,*f,*f,*f,*f]\n";
    let deep = format!("schema: {}", "[".repeat(100_000));
    let block: Vec<String> = (0..2000).map(|n| " ".repeat(n) + "a:").collect();
    let block = block.join(
        "
",
    );
    for text in [
        bomb,
        &deep,
        &block,
        "a: 1\na: 2\n",
        "- 1",
        "a: [",
        "\u{0}",
        "",
    ] {
        assert!(
            parse_job(text, &[]).is_err(),
            "{}",
            &text[..text.len().min(40)]
        );
    }
}

#[test]
fn a_file_that_is_nested_too_deep_is_told_where_and_what_helps() {
    let nested = |levels: usize| {
        let (open, close) = ("{a: ".repeat(levels), "}".repeat(levels));
        format!("map: {open}1{close}\n")
    };
    // The file itself is the first level.
    let deepest = parse_job(&format!("{GOOD}{}", nested(47)), &[]).expect_err("no such map");
    assert_ne!(deepest[0].code, "too_deep");
    for text in [nested(48), nested(3_000)] {
        let found = parse_job(&format!("{GOOD}{text}"), &[]).expect_err("too deep");
        let [finding] = found.as_slice() else {
            panic!("{found:?}")
        };
        assert_eq!(
            (finding.code.as_str(), finding.pointer.as_str()),
            ("too_deep", "")
        );
        for part in ["48 levels at line 4, column ", "`$ref`"] {
            assert!(finding.message.contains(part), "{}", finding.message);
        }
    }
}

#[test]
fn special_addresses_in_every_spelling() {
    let cases = [
        ("127.0.0.1", Some("loopback")),
        ("2130706433", Some("loopback")),
        ("0x7f.1", Some("loopback")),
        ("0177.0.0.1", Some("loopback")),
        ("LOCALHOST.", Some("loopback")),
        ("app.localhost", Some("loopback")),
        ("[::1]", Some("loopback")),
        ("::ffff:10.0.0.1", Some("private")),
        ("[::ffff:169.254.169.254]", Some("metadata")),
        ("64:ff9b::7f00:1", Some("loopback")),
        ("10.1.2.3", Some("private")),
        ("100.64.0.1", Some("private")),
        ("169.254.0.9", Some("link-local")),
        ("fe80::1", Some("link-local")),
        ("fd12::1", Some("unique-local")),
        ("0.0.0.0", Some("unspecified")),
        ("::", Some("unspecified")),
        ("224.0.0.1", Some("multicast")),
        ("ff02::1", Some("multicast")),
        ("192.0.2.7", Some("documentation")),
        ("2001:db8::1", Some("documentation")),
        ("255.255.255.255", Some("reserved")),
        ("93.184.215.14", None),
        ("2606:4700::1111", None),
        ("example.com", None),
    ];
    for (host, expect) in cases {
        assert_eq!(special_range(host), expect, "{host}");
    }
}

#[test]
fn ranges_are_opened_by_name_or_block() {
    let opens = |range: &str, host: &str| {
        let open: AllowRange = range.parse().expect("a range");
        special_range(host).is_some_and(|special| open.opens(host, special))
    };
    assert!(opens("loopback", "localhost"));
    assert!(opens("127.0.0.0/8", "127.9.9.9"));
    assert!(opens("127.0.0.0/8", "localhost"));
    assert!(opens("10.0.0.0/8", "::ffff:10.2.3.4"));
    assert!(opens("fd00::/8", "[fd12::1]"));
    assert!(!opens("10.0.0.0/8", "127.0.0.1"));
    assert!(!opens("loopback", "10.0.0.1"));
    assert!(!opens("private", "169.254.169.254"));
    assert!(opens("0.0.0.0/0", "10.0.0.1"));
    for bad in ["", "10.0.0.0/33", "loop", "a/8"] {
        assert!(bad.parse::<AllowRange>().is_err(), "{bad}");
    }
}

#[test]
fn spans_read_back() {
    for (text, ms) in [
        ("500ms", 500),
        ("25s", 25_000),
        ("2m", 120_000),
        ("1h", 3_600_000),
        ("0s", 0),
        ("90s", 90_000),
    ] {
        let span = Span::try_from(text.to_owned()).expect(text);
        assert_eq!(span.0.as_millis(), ms, "{text}");
        assert_eq!(Span::try_from(String::from(span)), Ok(span), "{text}");
    }
    for text in [
        "",
        "s",
        "25",
        "-1s",
        "1.5s",
        "99999999999999999999h",
        "1w",
        "1 day",
        "9999999999h",
    ] {
        assert!(Span::try_from(text.to_owned()).is_err(), "{text}");
    }
}

/// The same inputs each time, so that a change is what fails them.
fn same_each_time() -> ProptestConfig {
    ProptestConfig {
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(same_each_time())]

    #[test]
    fn no_text_panics(text in "\\PC{0,200}") {
        let _parsed = parse_job(&text, &[]);
        let _range = special_range(&text);
    }
}

#[test]
fn a_map_names_one_place_for_each_field() {
    let ok = [
        "map: {a: {css: .pay}, b: {css: a, attr: href}, c: {label: [Ref, Reference]}}\n",
        "map: {a: {label: Ref}, b: {json: /props/x~1y/0}, c: {regex: 'since (\\d{4})'}}\n",
        "map: {a: {css: .pay, attr: null}}\n",
    ];
    for good in ok {
        check(good, None);
    }
    let bad = [
        ("{css: 'a['}", "/map/a/css", "`a[` is no CSS selector"),
        (
            "{css: 'a[['}",
            "/map/a/css",
            "no qualified name in attribute selector",
        ),
        ("{regex: 'a('}", "/map/a/regex", "no regular expression"),
        (
            "{regex: '(a{1000}){1000}'}",
            "/map/a/regex",
            "no regular expression",
        ),
        ("{json: props}", "/map/a/json", "begins with `/`"),
        ("{json: /a~2}", "/map/a/json", "JSON pointer"),
        ("{label: ' '}", "/map/a/label", "words"),
        ("{css: a, json: /b}", "/map/a", "exactly one"),
        ("{}", "/map/a", "exactly one"),
        ("{label: b, attr: c}", "/map/a/attr", "goes with `css`"),
    ];
    for (rule, pointer, part) in bad {
        check(
            &format!("map: {{a: {rule}}}\n"),
            Some((pointer, "bad_value", part)),
        );
    }
    check(
        "map: {a: {cs: x}}\n",
        Some(("/map/a/cs", "unknown_key", "did you mean `css`?")),
    );
}
