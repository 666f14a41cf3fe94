//! Spans of days, written out.

use super::days;
use crate::values::date::Style;

#[test]
fn a_span_tells_its_first_and_its_last_day() {
    let check = |text: &str, lang: &str, expect: Option<(&str, &str)>| {
        let got = days(text, Style::of(Some(lang)));
        let expect = expect.map(|(from, to)| (from.to_owned(), to.to_owned()));
        assert_eq!(got, expect, "{text}");
    };
    let july = Some(("2026-07-03", "2026-07-05"));
    check("3–5 July 2026", "en", july);
    check("July 3-5, 2026", "en", july);
    check("Fri 3 to Sun 5 July 2026", "en", july);
    check("3. bis 5. Juli 2026", "de", july);
    check("du 3 au 5 juillet 2026", "fr", july);
    check("03.07.2026 – 05.07.2026", "de", july);
    check("2026-07-03 to 2026-07-05", "en", july);
    check("2026-07-03/2026-07-05", "en", july);
    check(
        "28 June – 5 July 2026",
        "en",
        Some(("2026-06-28", "2026-07-05")),
    );
    check(
        "28 December 2026 – 3 January 2027",
        "en",
        Some(("2026-12-28", "2027-01-03")),
    );
    check("03.07.–05.07.2026", "de", july);
    check("3.–5.7.2026", "de", july);
    check("2026年7月3日～7月5日", "ja", july);
    check("2026年7月3日～5日", "ja", july);
    check("10.00–18.00", "de", None);
    check("3.07–5.07", "de", None);
    check("1.2–3.4.2026 MB", "en", None);
    check("28 December – 3 January 2027", "en", None);
    check("5–3 July 2026", "en", None);
    check("3 and 5 July 2026, 10:00 – 18:00", "en", None);
    check("5 July 2026, 10:00 – 18:00", "en", None);
    check("3–5 July", "en", None);
    check("3, 5 and 7 July 2026", "en", None);
    check("tickets from 3 to 5 July 2026", "en", None);
    check("5 July 2026", "en", None);
}
