//! What a page shows that is none of its own: consent, dialogs, what stands beside the content.

use serde_json::{Value, json};

use super::{draft, text};

/// Whose it is according to a page, and how many of its texts were dropped for a reason.
#[track_caller]
fn check(html: &str, owner: &Value, dropped: Option<&str>) {
    let got = draft(&json!({"owner": text()}), html);
    assert_eq!(got.row["owner"], *owner, "{html}");
    let reasons: Vec<&str> = got.ledger.dropped.keys().copied().collect();
    assert_eq!(reasons.first().copied(), dropped, "{html}");
}

#[test]
fn what_asks_for_consent_states_nothing_of_the_page() {
    let none = |html: &str| check(html, &Value::Null, Some("dialog"));
    let facts = "<table><tr><th>Owner<td>_ga</table>";
    none(&format!(
        "<h1>Ship</h1><div class=cookie-banner>{facts}</div>"
    ));
    none(&format!(
        "<h1>Ship</h1><section id=CookieNotice>{facts}</section>"
    ));
    none(&format!(
        "<h1>Ship</h1><div class='gdpr modal'>{facts}</div>"
    ));
    none(&format!(
        "<h1>Ship</h1><div role=region aria-label='Cookie preferences'>{facts}</div>"
    ));
    let some = |html: &str| check(html, &json!("_ga"), None);
    // The page itself, a wrapper around it, a page about cookies, a tin of them.
    some(&format!(
        "<body class=cookie-banner-open><h1>Ship</h1>{facts}"
    ));
    some(&format!(
        "<div class='has-cookie-notice'><h1>Ship</h1>{facts}</div>"
    ));
    some(&format!(
        "<div class=cookie-settings><h2>Ship</h2>{facts}</div>"
    ));
    some(&format!(
        "<h1>Ship</h1><div class=cookie-policy>{facts}</div>"
    ));
    some(&format!(
        "<h1>Tin</h1><div class='cookie card'>{facts}</div>"
    ));
}

#[test]
fn dialogs_state_nothing_of_the_page_below_them() {
    let check = |html: &str, expect: Value| {
        let dropped = expect.is_null().then_some("dialog");
        check(html, &expect, dropped);
    };
    let facts = "<p>Owner: Lind</p>";
    check(
        &format!("<h1>Ship</h1><div role=dialog>{facts}</div>"),
        json!(null),
    );
    check(
        &format!("<h1>Ship</h1><div role=alertdialog>{facts}</div>"),
        json!(null),
    );
    check(
        &format!("<h1>Ship</h1><div aria-modal=true>{facts}</div>"),
        json!(null),
    );
    check(
        &format!("<h1>Ship</h1><dialog open>{facts}</dialog>"),
        json!(null),
    );
    check(
        &format!("<div role=dialog><h1>Ship</h1>{facts}</div>"),
        json!("Lind"),
    );
    check(
        &format!("<div role=dialog><h2>Ship</h2>{facts}</div>"),
        json!("Lind"),
    );
}

#[test]
fn what_stands_beside_the_content_is_none_of_it() {
    let check = |html: &str, expect: Value| {
        let dropped = expect.is_null().then_some("aside");
        check(html, &expect, dropped);
    };
    let aside = "<aside><p>Owner: Lind</p></aside>";
    let words = "<p>A ship of the line, built of oak and larch.</p>";
    check(&format!("<main><h1>Ship</h1></main>{aside}"), json!(null));
    check(
        &format!("{aside}<div role=main><h1>Ship</h1></div>"),
        json!(null),
    );
    check(
        &format!("<article><h1>Ship</h1>{words}</article>{aside}"),
        json!(null),
    );
    check(
        "<main><h1>Ship</h1></main><div role=complementary><p>Owner: Lind</p></div>",
        json!(null),
    );
    // The facts of the article, of the page, of what a title card only heads.
    check(&format!("<main><h1>Ship</h1>{aside}</main>"), json!("Lind"));
    check(
        &format!("<article><h1>Ship</h1>{aside}</article>"),
        json!("Lind"),
    );
    check(&format!("<h1>Ship</h1>{words}{aside}"), json!("Lind"));
    check(
        &format!("<article><h1>Ship</h1></article>{words}{aside}"),
        json!("Lind"),
    );
    check(
        &format!("<main><article><h1>Ship</h1>{words}</article>{aside}</main>"),
        json!("Lind"),
    );
}
