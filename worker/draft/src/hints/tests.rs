//! A field of which the page states something is hinted at, however the page states it.

use domain::frontier::Listing;
use domain::job::JobFile;
use domain::schema::AnswerSchema;
use domain::snapshot::parse_html;
use serde_json::json;

use crate::{DraftInput, draft_row};

fn check(field: &str, html: &str, expect: bool) {
    let types = json!({"type": ["integer", "null"], "minimum": 100_000_000});
    let source = json!({"type": "object", "properties": {
        "rows": {"type": "array", "items": {"type": "object", "properties": {field: types}}},
    }});
    let schema = AnswerSchema::compile(&source, None, None).expect("schema");
    let draft = draft_row(DraftInput {
        snapshot: &parse_html(html, "https://a.example/1"),
        url: "https://a.example/1",
        listing: &Listing::default(),
        schema: &schema,
        job: &JobFile::default(),
    });
    assert_eq!(
        !draft.hinted.is_empty(),
        expect,
        "{field} in {html}: {:?}",
        draft.reasons
    );
}

#[test]
fn statements_outside_labels_are_seen() {
    check("author", "<h1>Eels</h1><p>By Orla Keane</p>", true);
    check(
        "author",
        "<h1>Eels</h1><span class=byline>Orla Keane</span>",
        true,
    );
    check("datePublished", "<h1>Eels</h1><time>yesterday</time>", true);
    check(
        "datePublished",
        "<h1>Eels</h1><p>Cork, 3 March: eels.</p>",
        true,
    );
    check("datePublished", "<h1>Eels</h1><p>03/04/2026</p>", true);
    check("currency", "<h1>Kettle</h1><p>$12</p>", true);
    check(
        "warranty",
        "<h1>Kettle</h1><p>Comes with a two year warranty.</p>",
        true,
    );
    check(
        "owner",
        "<h1>Boats</h1><table><tr><th>Boat<th>Owner<tr><td>A<td>B<tr><td>C<td>D</table>",
        true,
    );
    check(
        "email",
        "<h1>Eels</h1><p>Write to orla@eels.example</p>",
        true,
    );
    check("telephone", "<h1>Eels</h1><p>Call 021 555 0142</p>", true);
    check("image", "<h1>Eels</h1><img src=a.png>", true);
}

#[test]
fn what_nothing_speaks_of_is_not_seen() {
    for field in [
        "author",
        "datePublished",
        "currency",
        "warranty",
        "owner",
        "email",
        "telephone",
    ] {
        check(field, "<h1>Eels</h1><p>They run in spring.</p>", false);
        check(
            field,
            "<h1>Eels</h1><nav>By 3 May: $3 warranty, owner a@b.example</nav>",
            false,
        );
    }
}
