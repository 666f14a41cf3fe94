//! Days that a page shows, and which of them is its publication's.

use serde_json::{Value, json};

use crate::tests::{draft, draft_at, text};

const POST: &str = "https://www.harbour-post.example/2019/05/storm";

fn check_at(url: &str, html: &str, expect: impl Into<Value>) {
    let page = format!(
        "<main><h1>Storm</h1>{html}<p>{}</p></main>",
        "It blew. ".repeat(80)
    );
    let got = draft_at(url, &json!({"publishedAt": text()}), &page);
    assert_eq!(got.row["publishedAt"], expect.into(), "{html}");
}

fn check(html: &str, expect: impl Into<Value>) {
    check_at("https://www.harbour-post.example/storm", html, expect);
}

#[test]
fn markup_that_calls_a_day_an_entrys() {
    check(
        "<span class='post-info-date post_date date updated'>May 5, 2019</span>",
        "May 5, 2019",
    );
    let far = "It blew. ".repeat(90);
    check(
        &format!("<p>{far}</p><abbr class=published title=x>5 May 2019</abbr>"),
        "5 May 2019",
    );
    check(
        &format!(
            "<p>{far}</p><abbr class=published>5 May 2019</abbr> <abbr class=published>6 May 2019</abbr>"
        ),
        Value::Null,
    );
}

#[test]
fn what_is_written_outranks_what_markup_repeats() {
    check(
        "<time datetime=2019-07-03T10:18:46Z>Posted on May 5, 2019</time>",
        "May 5, 2019",
    );
    check(
        "<time datetime=2019-05-06T00:18:46Z>May 5, 2019</time>",
        "2019-05-06T00:18:46Z",
    );
}

#[test]
fn the_day_shown_outranks_when_a_record_was_made() {
    let made = |name: &str| {
        format!(
            "<script type=application/ld+json>{{\"@type\":\"Article\",\"headline\":\"Storm\",\"{name}\":\"2019-05-07\"}}</script><p class=date>May 5, 2019</p>"
        )
    };
    check(&made("dateCreated"), "May 5, 2019");
    check(&made("datePublished"), "2019-05-07");
}

#[test]
fn lines_that_tell_the_day() {
    check(
        "<p>Submitted on Mon, 2019-05-06 13:49</p>",
        "2019-05-06 13:49",
    );
    check(
        "<p>Von Tove am 5. Mai 2019, 11:51</p>",
        "5. Mai 2019, 11:51",
    );
    check("<p>5. Mai 2019, 16:20 von tove</p>", "5. Mai 2019, 16:20");
    check_at(POST, "<p>May 5, 2019</p>", "May 5, 2019");
    check("<p>May 5, 2019</p>", Value::Null);
    check_at(POST, "<p>May 5, 2017</p>", Value::Null);
}

#[test]
fn days_of_something_else() {
    check("<p class=date>May 5, 2019, 14:45 to 15:45</p>", Value::Null);
    check(
        "<ul class=menu><li class=date><b>Sunday, May 5, 2019</b></li></ul>",
        Value::Null,
    );
    check(
        "<a href=/gales><time datetime=2019-05-05>May 5, 2019</time></a>",
        Value::Null,
    );
    check(
        "<a href=/2019/05/><time datetime=2019-05-05>May 5, 2019</time></a>",
        "2019-05-05",
    );
    check("<p class=date>Week 19: 5 May 2019</p>", "5 May 2019");
    check("<b itemprop=datePublished>9:05 PM</b>", Value::Null);
    let front = "https://www.harbour-post.example/";
    check_at(
        front,
        "<time datetime=2019-05-05>May 5, 2019</time>",
        Value::Null,
    );
}

#[test]
fn a_day_of_the_site_or_of_a_comment_is_not_the_articles() {
    let alone = |html: &str, expect: Value| {
        let got = draft_at(
            "https://www.harbour-post.example/storm",
            &json!({"publishedAt": text()}),
            html,
        );
        assert_eq!(got.row["publishedAt"], expect, "{html}");
    };
    let rest = "<h1>Storm</h1><p>It blew.</p>";
    let site = "<header><div class=date>5 May 2019</div></header>";
    alone(&format!("{site}{rest}"), Value::Null);
    let within = format!(
        "<main><article>{rest}</article><aside><time datetime=2019-05-05>5 May</time> Snow</aside></main>"
    );
    alone(&within, Value::Null);
    let archive = "<aside><ul><li><time datetime=2019-05-05>5 May</time> Snow</ul></aside>";
    alone(&format!("{rest}{archive}"), Value::Null);
    let comment =
        "<ol class=commentlist><li>Pat: <time datetime=2019-05-05>5 May 2019</time> nice</ol>";
    alone(&format!("{rest}{comment}"), Value::Null);
    let own =
        "<article><header><h1>Storm</h1><time datetime=2019-05-05>5 May</time></header></article>";
    alone(own, json!("2019-05-05"));
}

#[test]
fn each_clause_of_a_line_has_its_own_day() {
    let check = |line: &str, published: &str, updated: &str| {
        let fields = json!({"publishedAt": text(), "updatedAt": text()});
        let got = draft_at(
            "https://www.harbour-post.example/storm",
            &fields,
            &format!("<h1>Storm</h1><p>{line}</p><p>It blew.</p>"),
        );
        let told = |day: &str| Some(day.to_owned()).filter(|day| !day.is_empty());
        assert_eq!(got.row["publishedAt"], json!(told(published)), "{line}");
        assert_eq!(got.row["updatedAt"], json!(told(updated)), "{line}");
    };
    check(
        "Publié le 3 mars 2026 à 07h15, mis à jour le 4 mars 2026 à 10h00",
        "3 mars 2026",
        "4 mars 2026",
    );
    check(
        "Published on Jan 10, 2026. Updated on Feb 1, 2026",
        "Jan 10, 2026",
        "Feb 1, 2026",
    );
    check("Stand: 14.02.2026", "", "14.02.2026");
    check("Stand 14.02.2026", "", "14.02.2026");
    check("Mise à jour le 14.02.2026", "", "14.02.2026");
    check("Book stand 5 May 2026", "", "");
    check("Stand 14, 12 March 2026", "", "");
    check("Mis vacaciones, 5 mayo 2026", "", "");
    check(
        "By Ann Lee, Minh Do on Monday, November 18th, 2019 at 11:08 a.m.",
        "November 18th, 2019 at 11:08 a.m.",
        "",
    );
}

#[test]
fn when_something_takes_place_is_not_when_the_page_came_out() {
    let time = "<time datetime=2026-06-02T19:00>2 June 2026, 7pm</time>";
    let alone = |html: &str, expect: Value| {
        let got = draft_at(
            "https://www.harbour-post.example/mill",
            &json!({"publishedAt": text()}),
            html,
        );
        assert_eq!(got.row["publishedAt"], expect, "{html}");
    };
    let day = || json!("2026-06-02T19:00");
    let concert = format!("<h1>Concert at the mill</h1>{time}");
    alone(&concert, day());
    alone(
        &format!("{concert}<p>Tickets on the door.</p>"),
        Value::Null,
    );
    alone(&format!("{concert}<p>Eintritt frei</p>"), Value::Null);
    alone(
        &format!(
            "<h1>Concert at the mill</h1><p class=posted>{time}</p><p>Tickets on the door.</p>"
        ),
        json!("2 June 2026, 7pm"),
    );
    alone(
        &format!("<meta property=og:type content=article>{concert}<p>Tickets on the door.</p>"),
        day(),
    );
    alone(&format!("{concert}<a href=/t>Buy tickets</a>"), Value::Null);
    alone(&format!("{concert}<button>Tickets</button>"), Value::Null);
    alone(
        &format!("{concert}<p>Admission is free for all members, and the venue opens at noon.</p>"),
        Value::Null,
    );
    let story = "<p>A single ticket will cost more from June on, the company said.</p>";
    alone(&format!("{concert}{story}"), day());
    alone(
        &format!("{concert}<a href=/x>Ticket fares to rise</a>"),
        day(),
    );
    let event = |day: &str| {
        format!(
            "{concert}<script type=application/ld+json>{{\"@type\":\"MusicEvent\",\"name\":\"Concert at the mill\",\"startDate\":\"{day}\"}}</script>"
        )
    };
    alone(&event("2026-06-02T19:00"), Value::Null);
    alone(&event("2026-09-09"), day());
    alone(
        &format!("<h1>Summer fair</h1><h2>Deadline</h2>{time}"),
        Value::Null,
    );
    alone(
        &format!("<h1>Carpets</h1><h2>Sale ends</h2>{time}"),
        Value::Null,
    );
    alone(&format!("<h1>Carpets</h1><h2>Wool</h2>{time}"), day());
}

fn of_both(html: &str, published: impl Into<Value>, modified: impl Into<Value>) {
    let page = format!(
        "<meta property=og:type content=article><main><h1>Storm</h1>{html}<p>{}</p></main>",
        "It blew. ".repeat(80)
    );
    let fields = json!({"publishedAt": text(), "modifiedAt": text()});
    let row = draft(&fields, &page).row;
    assert_eq!(row["publishedAt"], published.into(), "{html}");
    assert_eq!(row["modifiedAt"], modified.into(), "{html}");
}

#[test]
fn a_day_behind_the_word_for_a_change_was_no_publication() {
    let updated =
        "on May 5, 2019 at 12:06 PM, updated <span class=updated>May 5, 2019 at 12:10 PM</span>";
    let at = "May 5, 2019 at 12:10 PM";
    for (before, after) in [
        ("<div><a href=/print>Print</a></div>", ""),
        ("", "<div></div>"),
    ] {
        of_both(
            &format!("<div>{before}By Tove Lind<br>{updated}{after}</div>"),
            Value::Null,
            at,
        );
    }
    of_both(
        &format!("<div>By Tove Lind<br>{updated}</div>"),
        "May 5, 2019 at 12:06 PM",
        at,
    );
    let day = "<span>May 5, 2019</span>";
    let boxed = |lead: &str| format!("<div>{lead} {day}<div></div></div>");
    of_both(&boxed("Offer ends"), Value::Null, Value::Null);
    of_both(&boxed("Oslo,"), "May 5, 2019", Value::Null);
    of_both(&boxed("Published"), "May 5, 2019", Value::Null);
}

#[test]
fn a_day_that_markup_calls_a_change() {
    let (day, later) = ("May 5, 2019", "May 6, 2019");
    let called = |class: &str, day: &str| format!("<p class='{class}'>{day}</p>");
    for class in ["last-modified", "date-modified", "dateModified"] {
        of_both(&called(class, day), Value::Null, day);
        of_both(
            &format!("{}{}", called("date", day), called(class, later)),
            day,
            later,
        );
    }
    let both = format!("{}{}", called("x", day), called("updated", later));
    of_both(&both, day, later);
    // Some call an entry's only day so.
    of_both(&called("updated", day), day, Value::Null);
    of_both(&called("date published updated", day), day, Value::Null);
}
