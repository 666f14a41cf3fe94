//! Small HTML worlds and what discovery finds in them.

mod choice;
mod filters;
mod listing;
mod pages;
mod statements;

use domain::job::JobFile;
use domain::snapshot::parse_html;

use super::{Found, discover};

const HOST: &str = "https://site.example";

/// Discovers on a page served at a path of the site.
fn found_at(path: &str, html: &str) -> Found {
    found_with(path, html, &JobFile::default())
}

fn found_with(path: &str, html: &str, job: &JobFile) -> Found {
    discover(&parse_html(html, &format!("{HOST}{path}")), job).unwrap()
}

/// Addresses as one line, the site's own without its origin.
fn line<'a>(addresses: impl Iterator<Item = &'a str>) -> String {
    let short = |url: &'a str| url.strip_prefix(HOST).unwrap_or(url);
    addresses.map(short).collect::<Vec<_>>().join(" ")
}

fn links(found: &Found) -> String {
    line(found.links.iter().map(|link| link.url.as_str()))
}

fn next(found: &Found) -> String {
    line(found.next.iter().map(String::as_str))
}

/// Page furniture around a list.
fn page(body: &str) -> String {
    format!(
        "<html><head><title>List</title></head><body>\
         <header><a href='/'>Home</a><nav><ul><li><a href='/about'>About us</a></li>\
         <li><a href='/login'>Sign in</a></li><li><a href='/blog/our-new-office-in-town'>Our new office in town</a></li></ul></nav></header>\
         <main>{body}</main>\
         <footer><ul><li><a href='/imprint'>Imprint</a></li><li><a href='/privacy'>Privacy</a></li>\
         <li><a href='https://twitter.com/site'>Follow</a></li><li><a href='/press/kit-and-logos'>Press kit</a></li></ul></footer>\
         </body></html>"
    )
}
