//! The sample moorings: each page has a title and a teaser of its own around a panel of another site, so that no
//! two pages share a text. One panel attaches late, one page has none and is content itself.

use std::fmt::Write;

use super::Page;

/// The quays and what their pages say around the panel.
const QUAYS: [(&str, &str); 6] = [
    (
        "Cooper's Quay",
        "The coopers left it their name and a smell of oak.",
    ),
    (
        "Lantern Steps",
        "Forty steps, of which the lowest nine are under water twice a day.",
    ),
    (
        "Saltgate",
        "Carts once waited here for the tide, and carters for the inn to open.",
    ),
    (
        "North Mole",
        "It takes the swell so that nobody else has to.",
    ),
    (
        "Chandlers' Row",
        "Rope, tar and gossip, in this order and at any hour.",
    ),
    ("Weir Head", "The river arrives here faster than it likes."),
];
/// The number of the first.
const FIRST: usize = 4_100;
/// The one whose panel attaches late, and how late: milliseconds.
const LATE: (usize, u32) = (4, 4_500);
/// The one without a panel.
const PLAIN: usize = 5;

/// The page at a path.
pub(super) fn page(path: &str, query: &str) -> Option<Page> {
    match path {
        "/moorings" => Some(list()),
        "/embed/mooring" => panel(query.strip_prefix("ref=")?.parse().ok()?),
        _ => around(path.strip_prefix("/moorings/")?.parse().ok()?),
    }
}

fn place(number: usize) -> Option<usize> {
    number.checked_sub(FIRST).filter(|at| *at < QUAYS.len())
}

fn list() -> Page {
    let mut rows = String::new();
    for (at, (quay, _)) in QUAYS.iter().enumerate() {
        let number = FIRST + at;
        write!(rows, "<li><a href=\"/moorings/{number}\">{quay}</a></li>").ok();
    }
    Page::html(format!(
        "<!doctype html><html lang=\"en\"><title>Moorings</title><main><h1>Moorings</h1><ul>{rows}</ul></main>"
    ))
}

fn panel(number: usize) -> Option<Page> {
    let at = place(number)?;
    Some(Page::html(format!(
        "<!doctype html><html lang=\"en\"><title>Mooring</title><h1>Mooring {number}</h1><dl><dt>Depth</dt>\
         <dd>{}.5 m</dd></dl><p>It holds a boat of any rig, and has water at all tides.</p>",
        at + 3
    )))
}

fn around(number: usize) -> Option<Page> {
    let at = place(number)?;
    let (quay, teaser) = QUAYS[at];
    if at == PLAIN {
        return Some(Page::html(format!(
            "<!doctype html><html lang=\"en\"><title>{quay}</title><h1>Mooring {number}</h1><p>{teaser}</p>\
             <dl><dt>Depth</dt><dd>1.2 m</dd></dl>"
        )));
    }
    let attach = format!(
        "here.innerHTML = `<iframe src=\"http://localhost:${{location.port}}/embed/mooring?ref={number}\" \
         width=900 height=600></iframe>`"
    );
    let script = if at == LATE.0 {
        format!("setTimeout(() => {{ {attach} }}, {})", LATE.1)
    } else {
        attach
    };
    Some(Page::html(format!(
        "<!doctype html><html lang=\"en\"><title>{quay}</title><h1>{quay}</h1><p>{teaser} The harbour keeps its \
         moorings in one book, and the book is below.</p><dl><dt>Depth</dt><dd>from 2 m</dd></dl>\
         <div id=here></div><script>{script}</script>"
    )))
}
