//! What speaks for a day on a page being that of its publication, or against it: the page's address, the
//! link it stands in, the text beside its markup. The days themselves are gathered by `datelines`.

use url::Url;

use domain::snapshot::NodeId;

use super::wording::{tells_change, tells_publication};
use crate::dom::Page;
use crate::values::date::{self, Style};
use crate::words::phrase;

/// Whether an address tells the month of a day: "/2019/05/".
pub(super) fn is_dated(address: &str, text: &str, order: Style) -> bool {
    let Some(day) = date::day(text, order).filter(|day| day.len() >= 7) else {
        return false;
    };
    let month = [day[..7].replace('-', "/"), day[..7].to_owned()];
    month
        .iter()
        .any(|month| address.contains(&format!("/{month}")))
}

/// Whether an element stands in a link to another page than its own or the archive of its year: another
/// article's day, or in a menu: today.
pub(super) fn is_elsewhere(page: &Page<'_>, id: NodeId, day: &str) -> bool {
    let mut around = std::iter::once(id).chain(page.dom.ancestors(id).take(8));
    let link = around.find(|at| page.dom.tag(*at) == "a");
    let to = link.and_then(|link| page.dom.attr(link, "href"));
    let path = |address: &str| {
        Url::parse(address)
            .ok()
            .map(|url| url.path().trim_end_matches('/').to_owned())
    };
    let to = to
        .filter(|to| !to.starts_with('#'))
        .and_then(|to| path(&page.snapshot.resolve(to)?));
    let year = day.get(..4).unwrap_or(day);
    let menu = |at: NodeId| {
        let mut names = ["class", "id"]
            .iter()
            .filter_map(|name| page.dom.attr(at, name));
        names.any(|name| phrase(name).iter().any(|word| word == "menu"))
    };
    if page.dom.ancestors(id).take(4).any(menu) {
        return true;
    }
    to.is_some_and(|to| Some(&to) != path(&page.snapshot.final_url).as_ref() && !to.contains(year))
}

/// Whether the text of an element tells another day than its markup, by more than a time zone can.
pub(super) fn speaks_against(page: &Page<'_>, id: NodeId, day: &str) -> bool {
    let months = |day: &str| {
        let mut parts = day.split('-').map(str::parse::<u32>);
        let (year, month, day) = (
            parts.next()?.ok()?,
            parts.next()?.ok()?,
            parts.next()?.ok()?,
        );
        Some(year * 372 + month * 31 + day)
    };
    let text = page.text(id);
    // A day in figures may be written in either order.
    let written = text.chars().any(char::is_alphabetic);
    let shown = date::day(&text, Style::default()).filter(|_| written);
    let days = shown.as_deref().and_then(months).zip(months(day));
    days.is_some_and(|(shown, stated)| shown.abs_diff(stated) > 4)
}

/// Whether a day stands in a heading of the site, in a box beside the article or in a list of comments, and
/// the page's own heading stands elsewhere.
pub(super) fn is_beside(page: &Page<'_>, title: NodeId, id: NodeId) -> bool {
    let holds = |at: &NodeId| (*at..page.dom.nodes[*at].end).contains(&title);
    let mut around = page.dom.ancestors(id).take_while(|at| !holds(at)).take(8);
    let article = page
        .dom
        .ancestors(id)
        .take_while(|at| !holds(at))
        .any(|at| page.dom.tag(at) == "article");
    let within = |at: NodeId, tags: &[&str]| {
        let mut around = page.dom.ancestors(at);
        around.any(|up| tags.contains(&page.dom.tag(up)))
    };
    around.any(|at| match page.dom.tag(at) {
        "header" => !article && !within(at, &["article", "main"]),
        // Beside the article all may stand in what is the page's main part.
        "aside" => !article && !within(at, &["article"]),
        "ol" | "ul" => page
            .dom
            .attr(at, "class")
            .is_some_and(|class| class.contains("comment")),
        _ => false,
    })
}

/// The clauses of a line of which each but the first begins with the words of a day: "Published May 5, updated
/// May 6".
pub(super) fn clauses(line: &str) -> Vec<&str> {
    let (mut found, mut from) = (Vec::new(), 0);
    for (at, mark) in line.match_indices([',', ';', '.', '(', '–', '—', '-']) {
        let next = line[at + mark.len()..].split_whitespace().take(2);
        let words: Vec<&str> = next.take_while(|word| !is_figure(word)).collect();
        if tells_change(&words) || tells_publication(&words) {
            found.push(&line[from..at]);
            from = at + mark.len();
        }
    }
    found.push(&line[from..]);
    found
}

fn is_figure(word: &str) -> bool {
    word.starts_with(|ch: char| ch.is_ascii_digit())
}
