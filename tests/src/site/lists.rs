//! The sample site's lists: each goes on in its own way. The tests' README says what each holds.

use std::fmt::Write;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;

use super::Page;

/// Lists that are one page with a script: name, page.
const SCRIPTED: [(&str, &str); 18] = [
    ("tall", include_str!("../../site/lists/tall.html")),
    ("inner", include_str!("../../site/lists/inner.html")),
    ("infinite", include_str!("../../site/lists/infinite.html")),
    ("fetched", include_str!("../../site/lists/fetched.html")),
    ("virtual", include_str!("../../site/lists/virtual.html")),
    ("recycled", include_str!("../../site/lists/recycled.html")),
    ("windowed", include_str!("../../site/lists/windowed.html")),
    ("sections", include_str!("../../site/lists/sections.html")),
    ("load-more", include_str!("../../site/lists/load-more.html")),
    (
        "load-more-stays",
        include_str!("../../site/lists/load-more-stays.html"),
    ),
    (
        "next-button",
        include_str!("../../site/lists/next-button.html"),
    ),
    (
        "number-buttons",
        include_str!("../../site/lists/number-buttons.html"),
    ),
    (
        "next-loops",
        include_str!("../../site/lists/next-loops.html"),
    ),
    ("expand", include_str!("../../site/lists/expand.html")),
    ("shadow", include_str!("../../site/lists/shadow.html")),
    ("asks", include_str!("../../site/lists/asks.html")),
    ("around", include_str!("../../site/lists/around.html")),
    ("board", include_str!("../../site/lists/board.html")),
];

/// Rows of one part of the fetched list, and its parts.
const PART: usize = 20;
const PARTS: usize = 4;

/// The site's `robots.txt`: where its sitemaps are.
pub(super) const ROBOTS: &str = "User-agent: *\nAllow: /\nSitemap: /lists/sitemap-index.xml\n";

/// Sitemaps and a feed: addresses relative to the site, which every reader resolves.
fn source(name: &str) -> Option<Page> {
    let loc = |n: usize| format!("<url><loc>/lists/item/{n}</loc></url>");
    let urls = |range: std::ops::Range<usize>| -> String {
        let all: String = range.map(loc).collect();
        format!(
            "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\
             <url><loc>/about</loc></url>{all}</urlset>"
        )
    };
    match name {
        "sitemap-index.xml" => Some(xml(
            "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\
             <sitemap><loc>/lists/sitemap-1.xml</loc></sitemap>\
             <sitemap><loc><![CDATA[/lists/sitemap-2.xml.gz]]></loc></sitemap></sitemapindex>",
        )),
        "sitemap-1.xml" => Some(xml(&urls(0..20))),
        "sitemap-2.xml.gz" => {
            let mut packed = GzEncoder::new(Vec::new(), Compression::default());
            packed.write_all(urls(15..40).as_bytes()).ok()?;
            Some(Page::new(200, "application/gzip", packed.finish().ok()?))
        }
        "feed.xml" => Some(xml(
            "<rss version=\"2.0\"><channel><title>Ropes</title><item><title>Item 41</title>\
             <link>/lists/item/41</link></item><item><title>About</title><link>/about</link></item>\
             </channel></rss>",
        )),
        _ => None,
    }
}

fn xml(text: &str) -> Page {
    Page::new(200, "application/xml", text)
}

/// Thirty items, ten a page; from the moment `moved` is set another one stands at the top.
pub(super) fn moves(query: &str, moved: &AtomicBool) -> Page {
    let at = number(query, "page").unwrap_or(1).max(1);
    if at == 2 {
        moved.store(true, Ordering::Relaxed);
    }
    let mut all: Vec<usize> = (0..30).collect();
    if moved.load(Ordering::Relaxed) {
        all.insert(0, 30);
    }
    let pages = all.len().div_ceil(10);
    let mut pager = String::from("<div class=\"pager\">");
    for n in 1..=pages {
        if n == at {
            write!(pager, "<b>{n}</b> ").ok();
        } else {
            write!(pager, "<a href=\"/lists/moves?page={n}\">{n}</a> ").ok();
        }
    }
    pager.push_str("</div>");
    list("Tide", all.into_iter().skip((at - 1) * 10).take(10), &pager)
}

/// A list that shows its newest items only and names a feed.
fn newest() -> Page {
    let list = list("Rope", 0..4, "");
    let html = String::from_utf8_lossy(&list.body).replace(
        "<head>",
        "<head><link rel=\"alternate\" type=\"application/rss+xml\" href=\"/lists/feed.xml\">",
    );
    Page::html(html)
}

/// The page at a path below `/lists/`.
pub(super) fn page(path: &str, query: &str) -> Option<Page> {
    let name = path.strip_prefix("/lists/")?;
    if let Some((_, html)) = SCRIPTED.iter().find(|(known, _)| *known == name) {
        return Some(Page::html(*html));
    }
    if let Some(number) = name.strip_prefix("item/") {
        return item(number);
    }
    if let Some(part) = name.strip_prefix("part/") {
        let part: usize = part.parse().ok().filter(|part| *part < PARTS)?;
        let rows: Vec<usize> = (part * PART..(part + 1) * PART).collect();
        return Some(Page::json(&json!(rows)));
    }
    source(name).or_else(|| paged(name, query))
}

fn item(number: &str) -> Option<Page> {
    let number: usize = number.parse().ok()?;
    Some(Page::html(format!(
        "<!doctype html><html lang=\"en\"><head><title>Item {number}</title></head><body><main>\
         <h1>Item {number}</h1><p>This is the page of item {number}, which lies in the harbour.</p>\
         </main></body></html>"
    )))
}

/// The number that a query gives a key.
fn number(query: &str, key: &str) -> Option<usize> {
    let mut pairs = url::form_urlencoded::parse(query.as_bytes());
    let (_, value) = pairs.find(|(name, _)| name == key)?;
    value.parse().ok()
}

/// Lists of several pages without a script.
fn paged(name: &str, query: &str) -> Option<Page> {
    let at = number(query, "page").unwrap_or(1);
    match name {
        "numbered" => (1..=300).contains(&at).then(|| numbered(at)),
        "cursor" => Some(cursor(number(query, "after").unwrap_or(0))),
        "template" => (1..=9).contains(&at).then(|| template(at)),
        "circle" => (1..=3).contains(&at).then(|| circle(at)),
        "to-itself" => (1..=2).contains(&at).then(|| to_itself(at)),
        "newest" => Some(newest()),
        "ends-empty" => (1..=2).contains(&at).then(|| ends(name, at, EMPTY)),
        "ends-unloaded" => (1..=2).contains(&at).then(|| ends(name, at, UNLOADED)),
        "ends-blank" => (1..=2).contains(&at).then(|| ends(name, at, "")),
        "too-long" => Some(too_long()),
        "short-data" => Some(list("Splice", 0..8, SHORT_DATA)),
        "short-pages" => (1..=3).contains(&at).then(|| short_pages(at)),
        "short" => Some(list("Short", 0..20, "<p>Showing 20 of 1,240 results</p>")),
        _ => None,
    }
}

/// A list page of these items and what stands below them.
fn list(title: &str, items: impl Iterator<Item = usize>, below: &str) -> Page {
    let mut rows = String::new();
    for n in items {
        writeln!(
            rows,
            "<li><a href=\"/lists/item/{n}\">{title} number {n}</a> <span>in stock</span></li>"
        )
        .ok();
    }
    Page::html(format!(
        "<!doctype html><html lang=\"en\"><head><title>{title}</title></head><body><main>\
         <h1>{title}</h1><ul>{rows}</ul>{below}</main></body></html>"
    ))
}

/// `1 … 6 7 8 … 300`, seven items a page.
fn numbered(at: usize) -> Page {
    let mut pager = String::from("<nav class=\"pagination\">");
    let shown = |n: &usize| *n == 1 || *n == 300 || n.abs_diff(at) < 2;
    let mut last = 0;
    for n in (1..=300).filter(shown) {
        if n > last + 1 {
            pager.push_str("<span>…</span>");
        }
        last = n;
        if n == at {
            write!(pager, "<span class=\"current\">{n}</span>").ok();
        } else {
            write!(pager, "<a href=\"/lists/numbered?page={n}\">{n}</a>").ok();
        }
    }
    pager.push_str("</nav>");
    list("Block", (at - 1) * 7..at * 7, &pager)
}

/// Each page says where the next begins, and nothing else.
fn cursor(after: usize) -> Page {
    let end = (after + 10).min(64);
    let next = format!("<p><a href=\"/lists/cursor?after={end}\">Older entries</a></p>");
    let below = if end < 64 { next.as_str() } else { "" };
    list("Cleat", after..end, below)
}

/// Only the first and the last page are linked.
fn template(at: usize) -> Page {
    let below = format!(
        "<div class=\"pager\"><a href=\"/lists/template?page=1\">1</a> <b>{at}</b> … \
         <a href=\"/lists/template?page=9\">9</a></div>"
    );
    list("Pulley", (at - 1) * 5..at * 5, &below)
}

/// The last page's "next" leads to the first.
fn circle(at: usize) -> Page {
    let next = at % 3 + 1;
    let below = format!("<p><a rel=\"next\" href=\"/lists/circle?page={next}\">Next</a></p>");
    list("Hook", (at - 1) * 6..at * 6, &below)
}

/// Data about a list that is longer than what is shown of it.
const SHORT_DATA: &str = "<script type=\"application/ld+json\">{\"@context\": \"https://schema.org\", \
    \"@type\": \"ItemList\", \"numberOfItems\": 12}</script>";

/// Says that it has five pages and has three.
fn short_pages(at: usize) -> Page {
    let next = format!(" <a href=\"/lists/short-pages?page={}\">Next</a>", at + 1);
    let next = if at < 3 { next.as_str() } else { "" };
    list(
        "Block",
        (at - 1) * 5..at * 5,
        &format!("<p>Page {at} of 5{next}</p>"),
    )
}

/// How a list page says that it holds nothing.
const EMPTY: &str = "<p>No results found.</p>";
/// The same, put in place before its rows failed to come.
const UNLOADED: &str =
    "<p>0 results</p><p role=\"alert\">Something went wrong. Please try again later.</p>";

/// Six items on the first of two pages, and on the second what is given.
fn ends(name: &str, at: usize, last: &str) -> Page {
    if at == 2 {
        return list("Fender", 0..0, last);
    }
    let next = format!("<p><a rel=\"next\" href=\"/lists/{name}?page=2\">Next</a></p>");
    list("Fender", 0..6, &next)
}

/// Twenty items, and below them more nodes than a read takes. Nobody sees them, so that they are not laid out.
fn too_long() -> Page {
    let chain = "<i>.</i>".repeat(320_000);
    list("Chain", 0..20, &format!("<div hidden>{chain}</div>"))
}

/// The last page's "next" leads to itself, and another one to its top.
fn to_itself(at: usize) -> Page {
    let below = format!(
        "<p><a href=\"/lists/to-itself?page=2\">Next</a> <a href=\"#\">Next page</a></p><p>Page {at}</p>"
    );
    list("Shackle", (at - 1) * 6..at * 6, &below)
}
