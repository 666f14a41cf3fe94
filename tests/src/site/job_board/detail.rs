//! One posting's page, and the page of a posting that is gone.

use std::fmt::Write;

use super::{Layout, Posting, frame, metadata};
use crate::site::html::escape;

pub(super) fn page(board: &str, posting: &Posting, related: &[&Posting]) -> String {
    let mut duties = String::new();
    for duty in &posting.duties {
        write!(duties, "<li>{}</li>", escape(duty)).ok();
    }
    let body = format!(
        "<article><h1>{title}</h1>\n{facts}\n<h2>About the position</h2><p>{intro}</p>\n\
         <h2>What you will do</h2><ul>{duties}</ul>\n\
         <p><a href=\"/apply/{slug}\">Apply for this position</a></p></article>\n{related}",
        title = escape(&posting.title),
        facts = facts(posting),
        intro = escape(&posting.intro),
        slug = posting.slug,
        related = related_box(related),
    );
    let title = format!("{} · {board}", posting.title);
    frame(&title, &metadata::blocks(posting), &body)
}

pub(super) fn gone() -> String {
    frame(
        "Position closed",
        "",
        "<h1>This position is no longer available</h1>\
         <p>The company has closed it. <a href=\"/jobs\">See the open positions</a>.</p>",
    )
}

/// The label/value pairs, in the posting's own layout.
fn facts(posting: &Posting) -> String {
    let company = posting.company_labelled.then_some(posting.company.as_str());
    let pairs = [
        ("Company", company),
        ("Location", posting.location.as_deref()),
        ("Employment type", Some(posting.employment.as_str())),
        ("Seniority", posting.seniority.as_deref()),
        ("Salary", posting.salary.as_deref()),
        ("Reference", Some(posting.reference.as_str())),
    ];
    let mut rows = String::new();
    for (label, value) in pairs {
        let Some(value) = value.map(escape) else {
            continue;
        };
        let written = match posting.layout {
            Layout::Dl => write!(rows, "<dt>{label}</dt><dd>{value}</dd>"),
            Layout::Table => write!(rows, "<tr><th>{label}</th><td>{value}</td></tr>"),
            Layout::Lines => write!(rows, "<p><strong>{label}:</strong> {value}</p>"),
        };
        written.ok();
    }
    match posting.layout {
        Layout::Dl => format!("<dl class=\"facts\">{rows}</dl>"),
        Layout::Table => format!("<table class=\"specs\"><tbody>{rows}</tbody></table>"),
        Layout::Lines => rows,
    }
}

fn related_box(related: &[&Posting]) -> String {
    let mut out = String::from("<aside><h2>Similar positions</h2><ul>");
    for other in related {
        write!(
            out,
            "<li><a href=\"/jobs/{}\">{}</a> <span>{}</span> <span>{}</span></li>",
            other.slug,
            escape(&other.title),
            escape(other.seniority.as_deref().unwrap_or_default()),
            escape(other.salary.as_deref().unwrap_or_default()),
        )
        .ok();
    }
    out + "</ul></aside>"
}
