//! Ratings and counts without a label.

use serde_json::{Value, json};

use crate::tests::draft;

fn check(fields: &[&str], body: &str, expect: &Value) {
    let number = json!({"type": ["number", "null"]});
    let fields: serde_json::Map<String, Value> = fields
        .iter()
        .map(|field| ((*field).to_owned(), number.clone()))
        .collect();
    let html = format!("<title>Letterpress</title><h1>Letterpress</h1>{body}");
    let row = draft(&Value::Object(fields), &html).row;
    assert_eq!(&Value::Object(row), expect, "{body}");
}

#[test]
fn a_rating_says_of_which_scale_it_is() {
    let check = |body: &str, rating: Value, best: Value| {
        check(
            &["rating", "bestRating"],
            body,
            &json!({"rating": rating, "bestRating": best}),
        );
    };
    check("<span>4.5 out of 5</span>", json!(4.5), json!(5));
    check(
        "<span aria-label='Note : 4,6 sur 5'></span>",
        json!(4.6),
        json!(5),
    );
    check(
        "<html lang=de><i title='8,2 von 10'></i>",
        json!(8.2),
        json!(10),
    );
    check("<span>4.5/5 stars</span>", json!(4.5), json!(5));
    // No scale, no rating: a day, a page, a share.
    check("<span>4/5</span>", Value::Null, Value::Null);
    check("<span>3 of 12</span>", Value::Null, Value::Null);
    check("<span>5 of 4</span>", Value::Null, Value::Null);
    // Several ratings: whose the page's is, it does not say.
    check(
        "<i title='5 out of 5'></i><i title='3 out of 5'></i>",
        Value::Null,
        json!(5),
    );
    // What others are rated is not the page's.
    check(
        "<aside><h3>Related</h3><span>4.5 out of 5</span></aside>",
        Value::Null,
        Value::Null,
    );
}

#[test]
fn a_small_box_sums_up_a_rating() {
    let check = |body: &str, rating: Value| check(&["rating"], body, &json!({ "rating": rating }));
    check(
        "<p><b>4.8</b> <i>Average</i> <i>41 Reviews</i></p>",
        json!(4.8),
    );
    check(
        "<div><span>average rating</span> <b>4.6</b> <span>out of 5</span></div>",
        json!(4.6),
    );
    check("<div><b>5</b> <a href=#r>1 Review</a></div>", json!(5));
    check("<span class=sr-only>4.3 star rating</span>", json!(4.3));
    check(
        "<div class=product-rating><span>4,7</span></div>",
        json!(4.7),
    );
    check(
        "<div class=reviews-stars><span>4.8 (178)</span></div>",
        json!(4.8),
    );
    for called in [
        "starRating",
        "averageRating",
        "rating-number",
        "rating-content",
        "'product-rating size-l'",
        "customer-rating-total",
    ] {
        check(
            &format!("<div class={called}><span>4.8</span></div>"),
            json!(4.8),
        );
    }
    // What counts, a chart's row, a size, another thing's figure, a price in such a box.
    check("<p>3 Reviews</p>", Value::Null);
    check("<p>5 stars 71</p>", Value::Null);
    check("<p>4.8 cm</p>", Value::Null);
    check("<p><b>Version 4.8</b> 41 reviews</p>", Value::Null);
    for other in [
        "video-preview",
        "operating-hours",
        "review-date",
        "reviewDate",
        "ageRating",
        "heart-rate",
    ] {
        check(
            &format!("<div class={other}><span>4.8</span></div>"),
            Value::Null,
        );
    }
    check("<a class=review-link>1.2k reviews</a>", Value::Null);
    let one = "<div class=rating>2.0</div><p>Bad chair.</p>";
    check(
        &format!("<div class=reviews><h2>Reviews</h2><div class=review>{one}</div></div>"),
        Value::Null,
    );
    check("<div class=start><span>4.8</span></div>", Value::Null);
    check(
        "<div class=product-rating><span>$4.80</span></div>",
        Value::Null,
    );
}

#[test]
fn ratings_are_counted_and_a_rating_is_not_their_count() {
    let check = |body: &str, count: Value| {
        check(&["ratingCount"], body, &json!({"ratingCount": count}));
    };
    check(
        "<span>4.5 out of 5</span> <span>(212 ratings)</span>",
        json!(212),
    );
    check("<dl><dt>Rating<dd>4.5</dl>", Value::Null);
}

#[test]
fn a_number_before_the_fields_own_words_counts_them() {
    let check = |body: &str, replies: Value, reviews: Value| {
        let expect = json!({"replies": replies, "reviewCount": reviews});
        check(&["replies", "reviewCount"], body, &expect);
    };
    check(
        "<p><span>3 replies</span> · <span>1,204 views</span>",
        json!(3),
        Value::Null,
    );
    check("<span>(212 reviews)</span>", Value::Null, json!(212));
    check(
        "<html lang=fr><span>(38 avis)</span>",
        Value::Null,
        json!(38),
    );
    check("<span>1.2k reviews</span>", Value::Null, Value::Null);
    // A bound, another thing, part of a sentence.
    check("<span>over 50 reviews</span>", Value::Null, Value::Null);
    check("<span>3 new replies</span>", Value::Null, Value::Null);
    check(
        "<p>Users wrote 3 replies in May</p>",
        Value::Null,
        Value::Null,
    );
}

#[test]
fn a_count_on_a_link_to_a_category_is_none_of_the_page() {
    let check = |html: &str, expect: Value| {
        let fields = json!({"reviewCount": {"type": ["integer", "null"]}});
        let html = format!("<h1>Lute</h1><p>$40</p><p>It is made of maple.</p>{html}");
        assert_eq!(draft(&fields, &html).row["reviewCount"], expect, "{html}");
    };
    check(
        "<p>Tags: <a href=/c/1>Product Reviews (576)</a></p>",
        Value::Null,
    );
    check(
        "<ul><li><a href=/c/1>Product Reviews</a> (576)<li><a href=/c/2>News</a> (12)</ul>",
        Value::Null,
    );
    check(
        "<ul><li><a href=/c/1>Product Reviews (576)</a><li><a href=/c/2>News (12)</a></ul>",
        Value::Null,
    );
    // Of this page, or beside its address.
    check("<a href=#reviews>Product Reviews (57)</a>", json!(57));
    check("<a href=/p/7/reviews>Product Reviews (57)</a>", json!(57));
    check("<p>Product Reviews (57)</p>", json!(57));
}
