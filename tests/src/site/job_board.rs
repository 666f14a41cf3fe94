//! The sample job board: numbered list pages and postings with JSON-LD in several forms.

mod detail;
mod metadata;

use std::fmt::Write;

use serde::Deserialize;

use super::Page;
use super::html::escape;

#[derive(Debug, Clone, Deserialize)]
pub(super) struct JobBoard {
    board: String,
    updated: String,
    per_page: usize,
    postings: Vec<Posting>,
}

#[derive(Debug, Clone, Deserialize)]
struct Posting {
    slug: String,
    title: String,
    company: String,
    company_labelled: bool,
    location: Option<String>,
    employment: String,
    employment_code: String,
    seniority: Option<String>,
    salary: Option<String>,
    pay: Option<Pay>,
    reference: String,
    posted: String,
    until: Option<String>,
    layout: Layout,
    metadata: Metadata,
    gone: bool,
    intro: String,
    duties: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
struct Pay {
    min: f64,
    max: f64,
    currency: String,
    unit: String,
}

/// How a posting shows its facts.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Layout {
    Dl,
    Table,
    Lines,
}

/// How a posting carries its JSON-LD.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Metadata {
    None,
    Plain,
    Graph,
    Array,
    Blocks,
}

impl JobBoard {
    pub(super) fn bundled() -> Result<Self, serde_json::Error> {
        serde_json::from_str(include_str!("../../site/job-board/board.json"))
    }

    /// The list page that `page=N` names.
    pub(super) fn list(&self, query: &str) -> Page {
        let number = query
            .split('&')
            .find_map(|pair| pair.strip_prefix("page=")?.parse::<usize>().ok())
            .unwrap_or(1)
            .max(1);
        let first = (number - 1) * self.per_page;
        let shown = self.postings.iter().skip(first).take(self.per_page);
        let cards: String = shown.map(card).collect();
        let total = self.postings.len();
        let last = (first + self.per_page).min(total);
        let body = format!(
            "<div class=\"cols\"><section><h1>Open positions</h1>\n\
             <dl class=\"facts\"><dt>Board</dt><dd>{board}</dd><dt>Total positions</dt><dd>{total}</dd>\
             <dt>Updated</dt><dd><time datetime=\"{updated}\">{updated}</time></dd></dl>\n\
             <p class=\"meta\">Showing {from}–{last} of {total} positions</p>\n\
             <div class=\"jobs\">\n{cards}</div>\n{pager}</section>\n{side}</div>",
            board = escape(&self.board),
            updated = self.updated,
            from = first + 1,
            pager = self.pager(number),
            side = self.side(),
        );
        Page::html(frame(
            &format!("Open positions · {}", self.board),
            "",
            &body,
        ))
    }

    /// The posting at a path.
    pub(super) fn detail(&self, path: &str) -> Option<Page> {
        let slug = path.strip_prefix("/jobs/")?;
        let at = self.postings.iter().position(|p| p.slug == slug)?;
        let posting = &self.postings[at];
        if posting.gone {
            return Some(Page::html(detail::gone()).with_status(410));
        }
        let count = self.postings.len();
        let related = [at + 5, at + 11, at + 17].map(|other| &self.postings[other % count]);
        Some(Page::html(detail::page(&self.board, posting, &related)))
    }

    fn pager(&self, number: usize) -> String {
        let pages = self.postings.len().div_ceil(self.per_page);
        let mut out = String::from("<nav class=\"pages\" aria-label=\"Pages\">");
        if number > 1 {
            write!(
                out,
                "<a href=\"{}\">‹ Previous</a>",
                list_address(number - 1)
            )
            .ok();
        }
        for other in 1..=pages {
            let written = if other == number {
                write!(
                    out,
                    "<span class=\"now\" aria-current=\"page\">{other}</span>"
                )
            } else {
                write!(out, "<a href=\"{}\">{other}</a>", list_address(other))
            };
            written.ok();
        }
        if number < pages {
            let next = list_address(number + 1);
            write!(out, "<a rel=\"next\" href=\"{next}\">Next ›</a>").ok();
        }
        out + "</nav>\n"
    }

    /// The companies that hire, as a column beside the list.
    fn side(&self) -> String {
        let mut names: Vec<&str> = self.postings.iter().map(|p| p.company.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let mut out = String::from("<aside><h2>Who is hiring</h2><ul>");
        for name in names {
            let slug = name.to_lowercase().replace([' ', '&'], "-");
            let name = escape(name);
            write!(out, "<li><a href=\"/companies/{slug}\">{name}</a></li>").ok();
        }
        out + "</ul></aside>"
    }
}

fn list_address(number: usize) -> String {
    match number {
        1 => "/jobs".to_owned(),
        n => format!("/jobs?page={n}"),
    }
}

/// A posting on the list: two links to its page and one to its kind.
fn card(posting: &Posting) -> String {
    let place = posting.location.as_deref().unwrap_or("Anywhere");
    format!(
        "<article class=\"card\"><h2><a href=\"/jobs/{slug}\">{title}</a></h2>\
         <p class=\"meta\"><span>{company}</span><span> · {place}</span></p>\
         <p class=\"tags\"><a href=\"/kinds/{kind_slug}\">{kind}</a></p>\
         <a href=\"/jobs/{slug}\">View position</a></article>\n",
        slug = posting.slug,
        title = escape(&posting.title),
        company = escape(&posting.company),
        place = escape(place),
        kind = escape(&posting.employment),
        kind_slug = posting.employment.to_lowercase(),
    )
}

/// A page of the board around its body; `head` goes into the head.
fn frame(title: &str, head: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\
         <title>{title}</title><link rel=\"stylesheet\" href=\"/style.css\">{head}</head>\n\
         <body>\n<header class=\"top\"><p class=\"brand\"><a href=\"/jobs\">Larkfold Jobs</a></p>\
         <nav><ul><li><a href=\"/jobs\">Positions</a></li><li><a href=\"/companies\">Companies</a></li>\
         <li><a href=\"/advice\">Advice</a></li><li><a href=\"/account/login\">Sign in</a></li>\
         <li><a href=\"/account/register\">Register</a></li></ul></nav></header>\n\
         <main>{body}</main>\n\
         <footer><ul><li><a href=\"/about\">About us</a></li><li><a href=\"/imprint\">Imprint</a></li>\
         <li><a href=\"/privacy\">Privacy</a></li><li><a href=\"https://social.example/larkfold\">Follow us</a></li>\
         </ul></footer>\n\
         <div class=\"cookies\">This site keeps a cookie to remember what you searched for. \
         <button>Accept</button> <button>Decline</button></div>\n</body></html>\n",
        title = escape(title),
    )
}
