//! Whole drafts of small pages: sources, order of authority, reasons, robustness.

use domain::evidence::{Reason, Source};
use domain::frontier::Listing;
use domain::job::JobFile;
use domain::page_class::PageClass;
use domain::schema::AnswerSchema;
use domain::snapshot::parse_html;
use serde_json::{Value, json};

use crate::{Draft, DraftInput, classify, draft_row, draft_top};

mod amounts;
mod answers;
mod apart;
mod days;
mod kinds;
mod parts;
mod subjects;
mod templates;
mod tongues;

pub(crate) const URL: &str = "https://shop.example/p/7";

pub(crate) fn schema(fields: &Value) -> AnswerSchema {
    let source = json!({"type": "object", "properties": {
        "total": {"type": ["integer", "null"]},
        "rows": {"type": "array", "items": {"type": "object", "properties": fields}},
    }});
    AnswerSchema::compile(&source, None, None).expect("schema")
}

pub(crate) fn draft(fields: &Value, html: &str) -> Draft {
    draft_at(URL, fields, html)
}

pub(crate) fn draft_at(url: &str, fields: &Value, html: &str) -> Draft {
    draft_row(DraftInput {
        snapshot: &parse_html(html, url),
        url,
        listing: &Listing::default(),
        schema: &schema(fields),
        job: &JobFile::default(),
    })
}

pub(crate) fn text() -> Value {
    json!({"type": ["string", "null"]})
}

#[test]
fn a_visible_label_outranks_metadata_and_a_longer_metadata_text_extends_it() {
    let fields = json!({"location": text(), "price": {"type": ["number", "null"]}});
    let got = draft(
        &fields,
        "<script type='application/ld+json'>{\"@type\":\"Product\",\"location\":\"Cork, Ireland\",\
         \"offers\":{\"price\":\"49\"}}</script><dl><dt>Price<dd>44.00<dt>Location<dd>Cork</dl>",
    );
    assert_eq!(got.row["price"], json!(44));
    assert_eq!(got.receipts["/price"].source, Source::Label);
    assert_eq!(got.row["location"], json!("Cork, Ireland"));
    assert_eq!(got.receipts["/location"].source, Source::Jsonld);
}

#[test]
fn empty_fields_say_why() {
    let check = |field: Value, html: &str, expect: Reason| {
        let got = draft(&field, html);
        let (pointer, reason) = got.reasons.iter().next().expect("a reason");
        assert_eq!(*reason, expect, "{pointer}: {html}");
    };
    let rent = json!({"rent": {"type": ["number", "null"]}});
    check(rent.clone(), "<p>Hello</p>", Reason::NotStated);
    check(
        rent.clone(),
        "<dl><dt>Rent<dd>On request</dl>",
        Reason::Undisclosed {
            quote: "On request".to_owned(),
        },
    );
    check(
        rent.clone(),
        "<dl><dt>Rent<dd>100<dt>Rent<dd>200</dl>",
        Reason::Conflict {
            values: vec!["100".to_owned(), "200".to_owned()],
        },
    );
    check(
        rent.clone(),
        "<dl><dt>Rent<dd>ask</dl>",
        Reason::Refused {
            code: "type_mismatch".to_owned(),
            got: "ask".to_owned(),
        },
    );
    check(
        rent.clone(),
        "<dl><dt>Cold rent<dd>100</dl>",
        Reason::NotRecognised {
            seen: "Cold rent".to_owned(),
        },
    );
    check(
        rent,
        "<h1>Flat</h1><p hidden>Rent: 100</p>",
        Reason::Dropped {
            by: "hidden".to_owned(),
        },
    );
}

#[test]
fn tables_by_header_cells_spans_and_transposed() {
    let fields = json!({"flag": text(), "owner": text()});
    let check = |html: &str| {
        let got = draft(&fields, html);
        assert_eq!(
            (&got.row["flag"], &got.row["owner"]),
            (&json!("Malta"), &json!("Lind")),
            "{html}"
        );
    };
    check("<table><tr><th>Flag<td>Malta<tr><th>Owner<td>Lind</table>");
    check("<table><tr><th>Flag<td>Malta<th>Owner<td>Lind</table>");
    check("<table><tr><th>Flag<th>Owner<tr><td>Malta<td>Lind</table>");
    check("<table><tr><td>Flag:<td>Malta<tr><td>Owner:<td>Lind</table>");
    check("<table><tr><th rowspan=2>Ship<th>Flag<td>Malta<tr><th>Owner<td>Lind</table>");
}

#[test]
fn lines_and_blocks_of_two() {
    let fields = json!({"owner": text()});
    let check = |html: &str, expect: Value| {
        assert_eq!(draft(&fields, html).row["owner"], expect, "{html}");
    };
    check("<ul><li>Owner: Lind</ul>", json!("Lind"));
    check("<p><b>Owner:</b> Lind</p>", json!("Lind"));
    check(
        "<div><span>Owner</span><span>Lind</span></div>",
        json!("Lind"),
    );
    check("<p>x<br>Owner: Lind<br>y</p>", json!("Lind"));
    check(
        "<aside><h2>Similar ships</h2><p>Owner: Lind</p></aside>",
        Value::Null,
    );
    check("<nav><p>Owner: Lind</p></nav>", Value::Null);
}

#[test]
fn the_own_page_address_is_the_address_as_found() {
    let fields = json!({"url": text()});
    let got = draft(&fields, "<h1>x</h1>");
    assert_eq!(got.row["url"], json!(URL));
    assert_eq!(got.receipts["/url"].source, Source::Url);
}

/// The class of a page that was answered with a status.
#[track_caller]
fn check_class(status: Option<u16>, html: &str, expect: PageClass) {
    let mut snapshot = parse_html(html, URL);
    snapshot.status = status;
    assert_eq!(classify(&snapshot).0, expect, "{status:?} {html}");
}

/// How class and note of a page begin that was answered with a status.
#[track_caller]
fn check_note(status: u16, html: &str, expect: &str) {
    let mut snapshot = parse_html(html, URL);
    snapshot.status = Some(status);
    let (class, note) = classify(&snapshot);
    let told = format!("{class:?} {note}");
    assert!(told.starts_with(expect), "{html}: {told}");
}

#[test]
fn pages_that_are_no_content() {
    let check = check_class;
    check(Some(404), "<h1>x</h1>", PageClass::Gone);
    check(
        Some(200),
        "<title>App</title><div id=root></div>",
        PageClass::Failed,
    );
    check(Some(200), "<img src=/plan.png>", PageClass::Content);
    check(Some(503), "<h1>x</h1>", PageClass::Failed);
    check(Some(429), "<h1>x</h1>", PageClass::Challenge);
    check(
        Some(200),
        "<title>Just a moment...</title>",
        PageClass::Challenge,
    );
    check(
        None,
        "<h1>This job is no longer available</h1>",
        PageClass::Gone,
    );
    let long = format!(
        "<h1>Lamp</h1><p>no longer available in red</p>{}",
        "<p>A fine lamp.</p>".repeat(200)
    );
    check(Some(200), &long, PageClass::Content);
}

#[test]
fn lists_that_say_they_are_empty() {
    let menu = "<nav>Home Shop Kettles Pans Contact About</nav>".repeat(9);
    for (html, expect) in [
        (
            format!("{menu}<h1>Kettles</h1><p>No results found.</p>"),
            PageClass::EmptyList,
        ),
        (
            "<h1>Stellen</h1><p>Keine Treffer</p>".to_owned(),
            PageClass::EmptyList,
        ),
        (
            "<h1>Kettles</h1><p>0 results</p><p>Something went wrong.</p>".to_owned(),
            PageClass::Content,
        ),
        (
            format!(
                "<h1>Kettle</h1><p>{}</p><p>No offers</p>",
                "It boils. ".repeat(30)
            ),
            PageClass::Content,
        ),
    ] {
        check_class(None, &html, expect);
    }
}

#[test]
fn why_a_page_gives_nothing() {
    let noted = check_note;
    noted(401, "<h1>x</h1>", "Challenge login wall: HTTP status 401");
    noted(
        403,
        "<h1>x</h1>",
        "Challenge access denied: HTTP status 403",
    );
    noted(429, "<h1>x</h1>", "Challenge rate limit: HTTP status 429");
    noted(500, "<h1>x</h1>", "Failed http: HTTP status 500");
    noted(503, "<title>Just a moment...</title>", "Challenge captcha");
    noted(200, "<h1>Too many requests</h1>", "Challenge rate limit");
    noted(200, "<h1>Please sign in</h1>", "Challenge login wall");
    noted(
        200,
        "<iframe src='https://c.example/recaptcha/x'></iframe>",
        "Challenge captcha: a frame",
    );
    noted(200, "<h1>Chart</h1><div><canvas></canvas></div>", "Content");
}

#[test]
fn top_level_fields_come_from_the_list_page() {
    let snapshot = parse_html("<dl><dt>Total<dd>40</dl>", URL);
    let got = draft_top(DraftInput {
        snapshot: &snapshot,
        url: URL,
        listing: &Listing::default(),
        schema: &schema(&json!({"name": text()})),
        job: &JobFile::default(),
    });
    assert_eq!(Value::Object(got.row), json!({"total": 40}));
}

#[test]
fn depth_and_giant_tables_are_read() {
    let fields = json!({"owner": text()});
    let deep = format!("{}<p>Owner: Lind</p>", "<div>".repeat(1500));
    assert_eq!(draft(&fields, &deep).row["owner"], json!("Lind"));
    let rows = "<tr><td>a<td>b<td>c</tr>".repeat(20_000);
    let table = format!("<p>Owner: Lind</p><table>{rows}</table>");
    assert_eq!(draft(&fields, &table).row["owner"], json!("Lind"));
}

#[test]
fn a_rating_is_no_count_of_ratings() {
    let fields = json!({
        "rating": {"type": ["number", "null"]},
        "review_count": {"type": ["integer", "null"]},
    });
    let check = |html: &str, rating: Value, count: Value| {
        let got = draft(&fields, html);
        assert_eq!(got.row["rating"], rating, "{html}");
        assert_eq!(got.row["review_count"], count, "{html}");
    };
    check("<p>Rating: 3 out of 5</p>", json!(3), json!(null));
    check("<p>Number of ratings: 12</p>", json!(null), json!(12));
    check(
        "<p>Rating: 4.5</p><p>Reviews: 12</p>",
        json!(4.5),
        json!(12),
    );
}

#[test]
fn what_is_no_value_fills_nothing() {
    let check = |html: &str| {
        let got = draft(&json!({"salary": text()}), html);
        assert_eq!(got.row["salary"], json!(null), "{html}");
    };
    check("<p>Salary: {{ job.salary }}</p>");
    check("<p>Salary: ${job.salary}</p>");
    check("<p>Salary: [object Object]</p>");
    check("<p>Salary: $salary</p>");
    check("<p>Salary: %SALARY_TEXT%</p>");
    check("<p>Salary: {job.salary}</p>");
    check("<blockquote>\u{201c}Salary: a joke\u{201d}, said one of them</blockquote>");
    check(
        "<form><label>Salary: <input></label><label>City: <select><option>Cork</select></label></form>",
    );
}

#[test]
fn a_closed_set_that_the_listing_states_is_not_called_unpublished() {
    let schema = schema(&json!({"region": {"enum": ["North", "South", null]}}));
    let check = |heading: &str, hinted: bool| {
        let listing = Listing {
            headings: vec![heading.to_owned()],
            ..Listing::default()
        };
        let got = draft_row(DraftInput {
            snapshot: &parse_html("<h1>Clinic A</h1>", URL),
            url: URL,
            listing: &listing,
            schema: &schema,
            job: &JobFile::default(),
        });
        assert_eq!(got.row["region"], json!(null));
        assert_eq!(
            got.hinted.iter().any(|name| name == "region"),
            hinted,
            "{heading}"
        );
    };
    check("North", true);
    check("Clinics", false);
}

#[test]
fn a_page_that_was_cut_leaves_nothing_out() {
    let schema = schema(&json!({"rent": text(), "name": text()}));
    let check = |truncated: bool, reason: Reason, hinted: &[&str]| {
        let mut snapshot = parse_html("<h1>Flat 7</h1><p>Name: The Loft</p>", URL);
        snapshot.truncated = truncated;
        let got = draft_row(DraftInput {
            snapshot: &snapshot,
            url: URL,
            listing: &Listing::default(),
            schema: &schema,
            job: &JobFile::default(),
        });
        assert_eq!(got.row["name"], json!("The Loft"));
        assert_eq!(got.reasons["/rent"], reason);
        assert_eq!(got.hinted, hinted);
    };
    check(false, Reason::NotStated, &[]);
    check(true, Reason::PageUnread, &["rent"]);
}

#[test]
fn properties_of_items_lose_their_labels_and_codes_of_nothing() {
    let fields = json!({"brand": text(), "gtin": text(), "sku": text()});
    let got = draft(
        &fields,
        "<div itemscope itemtype=https://schema.org/Product><h1 itemprop=name>Jar</h1>\
         <p itemprop=brand><span>More of the brand: </span><a href=/x>Kiln Row</a></p>\
         <p itemprop=sku><b>SKU:</b> KR-17</p><meta itemprop=gtin13 content=0000000000000></div>",
    );
    assert_eq!(got.row["brand"], json!("Kiln Row"));
    assert_eq!(got.row["sku"], json!("KR-17"));
    assert_eq!(got.row["gtin"], Value::Null);
}
