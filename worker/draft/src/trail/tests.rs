//! Trails as pages show them and as metadata states them.

use serde_json::{Value, json};

use crate::tests::draft;

const BODY: &str = "<title>Axe</title><h1>Axe</h1><p>A tool to chop wood with, and much more.</p>";

fn of_field(field: &Value, html: &str) -> Value {
    draft(&json!({ "breadcrumbs": field }), html).row["breadcrumbs"].clone()
}

/// The names of a page's trail.
#[track_caller]
fn check(html: &str, names: &[&str]) {
    let list = json!({"type": ["array", "null"], "items": {"type": "string"}});
    let names = if names.is_empty() {
        Value::Null
    } else {
        json!(names)
    };
    assert_eq!(of_field(&list, html), names, "{html}");
}

#[track_caller]
fn seen(trail: &str, names: &[&str]) {
    check(&format!("{trail}{BODY}"), names);
}

#[test]
fn a_box_that_markup_calls_a_trail_is_one() {
    let two = "<li><a href=/>Home</a><li><a href=/t>Tools</a>";
    let three = ["Home", "Tools", "Axe"];
    seen(
        &format!("<nav aria-label=Breadcrumb><ol>{two}<li aria-current=page>Axe</ol></nav>"),
        &three,
    );
    seen(
        &format!("<ul class='page-breadcrumbs'>{two}</ul>"),
        &three[..2],
    );
    // A menu that opens at a step, a picture for the first, what leads in, a figure, a copy.
    seen(
        &format!("<ul id=crumbs>{two}<ul><li><a href=/s>Saws</a></ul><li>Axe</ul>"),
        &three,
    );
    seen(
        "<p class=breadcrumb><a href=/><img src=h.png alt=Home></a> / <a href=/t>Tools</a> (12)",
        &three[..2],
    );
    seen(
        "<div class=breadcrumb>You are here: <a href=/>Home</a> » <a href=/t>Tools</a> » Axe</div>",
        &three,
    );
    seen(
        "<div class=breadcrumb><a href=/t>‹ Back</a><a href=/>Home</a><a href=/t>Tools</a></div>",
        &three[..2],
    );
    let both = format!("<ul>{two}</ul><ul>{two}</ul>");
    seen(&format!("<div class=breadcrumbs>{both}</div>"), &three[..2]);
    // Steps that are called so one by one; what leads back; words in quotation marks.
    let step = |name| {
        format!(
            "<span itemscope itemtype=http://data-vocabulary.org/Breadcrumb><a href=/{name}>{name}</a></span>"
        )
    };
    seen(
        &format!("<div>{} › {} › Axe</div>", step("Home"), step("Tools")),
        &three,
    );
    seen(
        "<div class=breadcrumb><a href=/>Home</a><a href=/t>Tools</a><a href=/>« Back</a></div>",
        &three[..2],
    );
    seen(
        "<div class=breadcrumb><a href=/>Home</a> » Футболка «Люди»</div>",
        &["Home", "Футболка «Люди»"],
    );
    // A page that has one, one that is hidden, one of other items, one that leads nowhere.
    check(
        &format!(
            "<body class=has-breadcrumbs><a href=/>Home</a>{BODY}{}",
            "<p>More of it.".repeat(200)
        ),
        &[],
    );
    seen(&format!("<ul class=breadcrumb hidden>{two}</ul>"), &[]);
    seen(
        &format!("<div class=related><ul class=breadcrumb>{two}</ul></div>"),
        &[],
    );
    seen("<div class=breadcrumb>Axe</div>", &[]);
}

#[test]
fn arrows_between_links_make_a_trail() {
    let three = ["Home", "Tools & more", "Axe"];
    seen(
        "<div><a href=/>Home</a> &gt; <a href=/t>Tools &amp; more</a> &gt; Axe</div>",
        &three,
    );
    seen(
        "<p><a href=/>Home</a> <i>›</i> <a href=/t>Tools &amp; more</a></p>",
        &three[..2],
    );
    seen(
        "<p><a href=/>Home</a> / <a href=/t>Tools &amp; more</a> / Axe</p>",
        &three,
    );
    let menu = [
        "<a href=/>Home</a> <a href=/n>News</a> <a href=/c>Contact</a>",
        "<a href=/de>DE</a> / <a href=/en>EN</a>",
        "<a href=/p1>1</a> <a href=/p2>2</a> <a href=/p2>»</a>",
        "Read <a href=/more>more ›</a>",
        "<a href=/>Home</a> | <a href=/v>Video</a> | <a href=/w>World</a>",
        "» <a href=/v>Video</a> » <a href=/w>World</a> » <a href=/f>Forum</a>",
        "<a href=/s>Settings</a> &gt; <a href=/p>Privacy</a>",
        "← <a href=/p>Saws</a> → <a href=/n>Planes</a>",
        "<a href=/p>‹ Previous</a> <a href=/n>Next ›</a>",
    ];
    for other in menu {
        seen(&format!("<div>{other}</div>"), &[]);
    }
}

#[test]
fn links_that_lead_to_the_page_itself_make_a_trail() {
    let list = |last| format!("<ul><li><a href=/>Home</a><li><a href=/t>Tools</a><li>{last}</ul>");
    seen(&list("Axe"), &["Home", "Tools", "Axe"]);
    seen(&list("Contact"), &[]);
}

#[test]
fn what_stands_beside_the_steps_of_a_trail_is_none() {
    let boxed = |inner: &str, names: &[&str]| {
        seen(&format!("<div class=breadcrumb>{inner}</div>"), names);
    };
    let (home, tools) = ("<a href=/>Home</a>", "<a href=/t>Tools</a>");
    let three = ["Home", "Tools", "Axe"];
    let trail = format!("{home} › {tools} › Axe");
    boxed(&trail, &three);
    // A tag above the heading.
    seen("<div><p><a href=/t>#Tools</a></p><h1>Axe</h1></div>", &[]);
    // A part of a site whose home is elsewhere.
    boxed(
        &format!("<a href=https://www.example/>Home</a> › <a href=/>News</a> › {tools} › Axe"),
        &["Home", "News", "Tools", "Axe"],
    );
    // Ways back, with a bar behind or in a list.
    boxed(
        &format!("‹ <a href='javascript:history.back()'>Tilbage</a> | {trail}"),
        &three,
    );
    boxed(&format!("<a href=/t>Tilbage</a> | {trail}"), &three);
    boxed(
        &format!("<ul><li><a href=/t>Return</a><li>{home}<li>{tools}<li>Axe</ul>"),
        &three,
    );
    // A chat, neighbours, the first step as a picture too, the last one twice.
    boxed(
        &format!("{trail} <a href=# class=chat><span>Questions?</span></a>"),
        &three,
    );
    let next = "<a href=/1><img src=p.png alt='Next - Saw'></a>";
    boxed(&format!("{trail} {next} {next}"), &three);
    boxed(
        &format!("<a href=/><img src=h.png alt=Home></a> {trail}"),
        &three,
    );
    boxed(
        &format!("{home} / {tools} / <a href=/p/7>Axe</a> / Axe"),
        &three,
    );
    boxed(
        &format!("{home} <i></i> {tools} <a href=/x>Axe</a> <b>Axe</b>"),
        &three,
    );
    // Steps without a sign, one that is called as the one above, a last one that leads to the page itself.
    boxed(&format!("<ul><li>{home}<li>{tools}<li>Axe</ul>"), &three);
    boxed(
        &format!("{home} › <a href=/a>Axe</a> › Axe"),
        &["Home", "Axe", "Axe"],
    );
    boxed(&format!("{home} › {tools} › <a href=#>Axe</a>"), &three);
}

#[test]
fn two_links_below_the_heading_lead_elsewhere() {
    let below = |trail: &str, names: &[&str]| check(&format!("{BODY}<p>{trail}</p>"), names);
    below("<a href=/>Home</a> › <a href=/contact>Contact us</a>", &[]);
    below(
        "<a href=/>Home</a> › <a href=/p>Saws</a>",
        &["Home", "Saws"],
    );
    below("<a href=/>Home</a> › Axe", &["Home", "Axe"]);
    let language = "<p><a href=/en/>Home</a> › <a href=/en/t>Tools</a></p>";
    check(
        &BODY.replace("</h1>", &format!("</h1>{language}")),
        &["Home", "Tools"],
    );
    seen(language, &["Home", "Tools"]);
    seen("<p><a href=/de>DE</a> / EN</p>", &[]);
}

#[test]
fn markup_calls_a_trail_so_in_many_languages() {
    let links = "<a href=/>Home</a> <a href=/v>Tools</a>";
    let calls = [
        "aria-label=Brødkrumme",
        "aria-label=Brödsmulor",
        "aria-label=Brødsmulesti",
        "aria-label='Migas de pan'",
        "aria-label='Percorso di navigazione'",
        "aria-label=\"Fil d'Ariane\"",
        "class=filariane",
        "class=kruimelpad",
        "class=crumbTrail",
        "class=pageCrumbs",
        "id=filAriane",
        "class=okruszki",
        "class=drobečková-navigace",
    ];
    for call in calls {
        seen(&format!("<nav {call}>{links}</nav>"), &["Home", "Tools"]);
    }
    seen(&format!("<nav class=crumble-topping>{links}</nav>"), &[]);
}

#[test]
fn metadata_states_a_trail_and_outranks_a_seen_one_that_it_holds() {
    let item = |at: u8, name: &str| json!({"@type": "ListItem", "position": at, "item": {"@id": format!("/{at}"), "name": name}});
    let ld = |items: &[Value]| {
        let list = json!({"@type": "BreadcrumbList", "itemListElement": items});
        format!("<script type=application/ld+json>{list}</script>")
    };
    let three = ld(&[item(2, "Tools"), item(1, "Home"), item(3, "Axe")]);
    seen(&three, &["Home", "Tools", "Axe"]);
    let shown = |name| format!("<p class=breadcrumb><a href=/>Home</a> <a href=/t>{name}</a>");
    seen(
        &format!("{three}{}", shown("Tools")),
        &["Home", "Tools", "Axe"],
    );
    seen(&format!("{three}{}", shown("Woods")), &["Home", "Woods"]);
    let page = json!({"@type": "WebPage", "name": "Axe", "breadcrumb":
        {"@type": "BreadcrumbList", "itemListElement": [{"position": "1", "name": "Shop", "item": "/"}]}});
    seen(
        &format!("<script type=application/ld+json>{page}</script>"),
        &["Shop"],
    );
}

#[test]
fn a_trail_takes_the_shape_that_its_field_has() {
    let html = format!("<ol class=breadcrumb><li><a href=/>Home</a><li>Axe</ol>{BODY}");
    let text = json!({"type": ["string", "null"]});
    let of = |properties: Value| json!({"type": ["array", "null"], "items": {"type": "object", "properties": properties}});
    let named = of(json!({"name": text, "url": text}));
    let (home, none) = ("https://shop.example/", Value::Null);
    assert_eq!(
        of_field(&named, &html),
        json!([{"name": "Home", "url": home}, {"name": "Axe", "url": none}])
    );
    let labelled = of(json!({"label": text, "link": text, "position": {"type": "integer"}}));
    assert_eq!(
        of_field(&labelled, &html)[0],
        json!({"label": "Home", "link": home, "position": 1})
    );
    assert_eq!(of_field(&text, &html), json!("Home > Axe"));
    // One that is too long for its field is refused.
    let short = json!({"type": ["string", "null"], "maxLength": 4});
    assert_eq!(of_field(&short, &html), none);
}
