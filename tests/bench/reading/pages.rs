//! The pages that are read: static ones of 40 KB with JSON-LD, and shells that fetch their data
//! 150 ms after they ran. Both show the same kind of product, told apart by its number.

use std::fmt::Write;

use fleet_tests::site::{Content, Page};
use serde_json::{Value, json};

/// The size of a static page in bytes, about.
const SIZE: usize = 40_000;
/// How long a shell waits before it asks for its data.
const FETCH_AFTER_MS: u32 = 150;

/// How a page comes to its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It is in the document.
    Static,
    /// A script fetches it.
    Client,
}

impl Kind {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Static => "static, 40 KB with JSON-LD",
            Self::Client => "client-rendered, data fetched after 150 ms",
        }
    }

    /// The path of a page.
    pub(crate) fn target(self, number: usize) -> String {
        match self {
            Self::Static => format!("/static/{number}"),
            Self::Client => format!("/client/{number}"),
        }
    }
}

/// What a reader must find in a page.
pub(crate) fn title(number: usize) -> String {
    format!("Bench product {number}")
}

/// What it must find in the element with the id `sku`.
pub(crate) fn sku(number: usize) -> String {
    format!("SKU-{number:05}")
}

/// Serves any number of both kinds.
pub(crate) struct Shop;

impl Content for Shop {
    fn page(&self, target: &str) -> Option<Page> {
        let (kind, number) = target.strip_prefix('/')?.split_once('/')?;
        let number = number.parse().ok()?;
        match kind {
            "static" => Some(Page::html(statically(number))),
            "client" => Some(Page::html(shell(number))),
            "data" => Some(Page::json(&data(number))),
            _ => None,
        }
    }
}

fn head(number: usize, rest: &str) -> String {
    let title = title(number);
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n\
         <style>body {{ font: 16px sans-serif }} li {{ margin: 4px }} table {{ width: 100% }}</style>\n\
         {rest}</head>\n"
    )
}

fn statically(number: usize) -> String {
    let (title, sku) = (title(number), sku(number));
    let product = json!({
        "@context": "https://schema.org", "@type": "Product", "name": title, "sku": sku,
        "offers": {"@type": "Offer", "price": price(number), "priceCurrency": "EUR"},
    });
    let metadata = format!("<script type=\"application/ld+json\">{product}</script>");
    let mut html = head(number, &metadata);
    let main = format!(
        "<body><main><h1>{title}</h1><p>Article <b id=\"sku\">{sku}</b></p>\n<table>{}</table>\n",
        facts(number)
    );
    html.push_str(&main);
    let mut line = 0;
    while html.len() < SIZE {
        line += 1;
        html.push_str(&paragraph(number, line));
    }
    html.push_str("</main></body></html>\n");
    html
}

fn price(number: usize) -> String {
    format!("{}.50", 10 + number % 90)
}

fn facts(number: usize) -> String {
    (0..20).fold(String::new(), |mut rows, at| {
        writeln!(
            rows,
            "<tr><th>Measure {at}</th><td>{} mm</td></tr>",
            number + at
        )
        .ok();
        rows
    })
}

/// Some ten elements a KB, with classes: denser than most pages of this size are.
fn paragraph(number: usize, line: usize) -> String {
    let title = title(number);
    let words = "It fits all of the others, is sold apart from them as well, and comes with a \
                 sheet that says how it is put together and what has to be kept dry meanwhile. ";
    format!(
        "<section class=\"part part--wide part-{line}\"><h2 class=\"part-title\">Part {line}</h2>\n\
         <p class=\"part-words text-body\">The part with the number {line} belongs to {title}. \
         {words}{words}</p>\n<p class=\"part-more\"><a class=\"link link--quiet\" \
         href=\"/static/{number}?part={line}\">More about part {line}</a></p>\n\
         <ul class=\"part-made\"><li>steel</li><li>wood</li></ul></section>\n"
    )
}

fn shell(number: usize) -> String {
    let script = format!(
        "<script>setTimeout(async () => {{
  const data = await (await fetch('/data/{number}')).json();
  const main = document.querySelector('main');
  main.innerHTML = '<h1></h1><p>Article <b id=\"sku\"></b></p>';
  main.querySelector('h1').textContent = data.title;
  main.querySelector('#sku').textContent = data.sku;
  for (const text of data.parts) {{
    const p = document.createElement('p');
    p.textContent = text;
    main.append(p);
  }}
}}, {FETCH_AFTER_MS});</script>"
    );
    format!(
        "{}<body><main></main>{script}</body></html>\n",
        head(number, "")
    )
}

fn data(number: usize) -> Value {
    let part = |line| {
        format!(
            "Part {line} of {} is made of steel and of wood.",
            title(number)
        )
    };
    let parts: Vec<String> = (0..40).map(part).collect();
    json!({"title": title(number), "sku": sku(number), "parts": parts})
}
