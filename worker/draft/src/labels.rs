//! Visible label/value pairs: definition lists, two-part rows, "Label: value" lines. Headlines with a
//! colon are none (`headlines`); tables are in `tables`; which field a label means is in `match_fields`.

mod others;
mod turns;

pub(crate) use others::{counts, is_summary};

use domain::evidence::Source;
use domain::snapshot::NodeId;

use crate::boxes;
use crate::dom::{Page, STRUCK, WRITER, begins, is_heading};
use crate::headlines::{OwnNames, is_in_link, is_linked};
use crate::statements::statements;
use crate::vocabulary::phrases;
use crate::words::{Phrase, phrase, squash};

/// The longest label, in bytes, and the longest short value.
const LABEL: u32 = 60;
const VALUE: u32 = 400;
/// Brackets and quotes, within which a colon ends no label. German quotes close with what opens English
/// ones, and French ones are turned around in some languages.
const BRACKETS: [(char, char); 17] = [
    ('(', ')'),
    ('[', ']'),
    ('<', '>'),
    ('"', '"'),
    ('«', '»'),
    ('»', '«'),
    ('‹', '›'),
    ('„', '“'),
    ('“', '”'),
    ('‚', '‘'),
    ('（', '）'),
    ('《', '》'),
    ('〈', '〉'),
    ('「', '」'),
    ('『', '』'),
    ('【', '】'),
    ('〝', '〟'),
];

/// A label and what the page says under it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pair {
    /// The label as written.
    pub label: String,
    /// Its folded words.
    pub words: Phrase,
    /// The folded names that a slash sets side by side in it, if there are several.
    pub parts: Vec<Phrase>,
    /// The value as written; empty if the cell is.
    pub value: String,
    /// Where the value is.
    pub node: NodeId,
    /// [`Source::Label`] or [`Source::Table`].
    pub source: Source,
    /// The value is struck.
    pub struck: bool,
    /// How sure the pairing is: 2 by markup, 1 by a colon, 0 by standing side by side or within a link
    /// to another page, which may as well be the headline of that page.
    pub sure: u8,
}

/// Builds a pair, or `None` if the label is no label.
pub(crate) fn pair(
    page: &Page<'_>,
    label: &str,
    value: NodeId,
    source: Source,
    sure: u8,
) -> Option<Pair> {
    let text = value_text(page, value);
    let struck = page.zone(value) & STRUCK != 0 || all_struck(page, value);
    of_text(label, text, value, source, sure).map(|pair| Pair { struck, ..pair })
}

fn of_text(label: &str, value: String, node: NodeId, source: Source, sure: u8) -> Option<Pair> {
    let label = label.trim().trim_end_matches([':', '：']).trim();
    let words = phrase(label);
    let quoted = label.starts_with(['"', '“', '„', '«', '»', '‘', '‹', '‚']);
    let fits = !words.is_empty()
        && !quoted
        && words.len() <= 8
        && label.len() <= LABEL as usize
        && (!leads_on(label) || is_plain(&value));
    fits.then(|| Pair {
        label: label.to_owned(),
        words,
        parts: alternatives(label),
        value,
        node,
        source,
        struck: false,
        sure,
    })
}

/// The names in a label that gives several: "make / manufacturer".
fn alternatives(label: &str) -> Vec<Phrase> {
    let mut parts: Vec<Phrase> = Vec::new();
    if label.contains(['/', '／']) {
        parts.extend(label.split(['/', '／']).map(phrase));
    }
    if parts.iter().any(Vec::is_empty) {
        parts.clear();
    }
    parts
}

/// Whether a label only leads to other items, or asks to pass the page on.
fn leads_on(label: &str) -> bool {
    let said = squash(label);
    let mut share = phrases().share.iter();
    boxes::is_related(&said) || share.any(|phrase| begins(&said, phrase))
}

/// Whether a value is a truth or a figure: "Recommended: yes" states something, and leads to nothing.
fn is_plain(value: &str) -> bool {
    let said = squash(value);
    let truth = |words: &[String]| words.contains(&said);
    let figure = value.len() <= 12 && value.starts_with(|ch: char| ch.is_ascii_digit());
    truth(&phrases().yes) || truth(&phrases().no) || figure
}

/// The text of a value, footnote marks and what is struck beside it left out.
pub(crate) fn value_text(page: &Page<'_>, id: NodeId) -> String {
    let struck = page.zone(id) & STRUCK != 0 || all_struck(page, id);
    let kept = |at: NodeId| struck || page.zone(at) & STRUCK == 0;
    domain::snapshot::text::text_where(page.dom, id, |at| kept(at) && !is_footnote(page, at))
}

/// A raised "[1]" or a raised link to a note on the same page.
fn is_footnote(page: &Page<'_>, id: NodeId) -> bool {
    if page.dom.tag(id) != "sup" || !page.is_small(id, 12) {
        return false;
    }
    let text = page.text(id);
    let bracketed = text.starts_with('[') && text.ends_with(']');
    let note = page.dom.descendants(id).any(|at| {
        page.dom.tag(at) == "a"
            && page
                .dom
                .attr(at, "href")
                .is_some_and(|to| to.starts_with('#'))
    });
    bracketed || note || (!text.is_empty() && text.chars().all(|ch| "*†‡".contains(ch)))
}

/// Every word below is struck.
fn all_struck(page: &Page<'_>, id: NodeId) -> bool {
    page.ink(id) > 0
        && page.dom.descendants(id).all(|at| {
            let blank = page.dom.text(at).is_none_or(|text| text.trim().is_empty());
            blank || page.zone(at) & STRUCK != 0
        })
}

/// All pairs of a page's own content, in page order, tables and the page's titles left out.
pub(crate) fn pairs(page: &Page<'_>, titles: &OwnNames) -> Vec<Pair> {
    let mut found = Vec::new();
    for id in 0..page.dom.nodes.len() {
        let tag = page.dom.tag(id);
        if tag.is_empty() || !page.is_own(id) || titles.holds(id) {
            continue;
        }
        let known = found.len();
        match tag {
            "dl" => definition_list(page, id, &mut found),
            // A link may be a whole line, label and all.
            "a" if page.dom.nodes[id]
                .parent
                .is_some_and(|up| page.ink(up) == page.ink(id)) =>
            {
                lines(page, id, titles, &mut found);
            }
            "table" | "tbody" | "thead" | "tr" | "select" | "option" | "button" | "a" => {}
            _ => {
                two_parts(page, id, &mut found);
                lines(page, id, titles, &mut found);
            }
        }
        let others = !page.speaks(id) || page.zone(id) & WRITER != 0;
        if others && found.len() > known {
            let new = found.split_off(known);
            found.extend(new.into_iter().filter(|pair| counts(page, id, pair)));
        }
    }
    found
}

fn definition_list(page: &Page<'_>, list: NodeId, found: &mut Vec<Pair>) {
    let mut label: Option<String> = None;
    let mut at = list + 1;
    while at < page.dom.nodes[list].end {
        match page.dom.tag(at) {
            "dt" if page.is_small(at, LABEL) => label = Some(page.text(at)),
            "dt" => label = None,
            "dd" => {
                let made = label
                    .as_deref()
                    .filter(|_| page.is_own(at))
                    .and_then(|label| pair(page, label, at, Source::Label, 2));
                found.extend(made);
            }
            "div" => {
                at += 1;
                continue;
            }
            _ => {}
        }
        at = page.dom.nodes[at].end;
    }
}

/// An element whose text is exactly that of two children: a short one and its value.
fn two_parts(page: &Page<'_>, id: NodeId, found: &mut Vec<Pair>) {
    if page.has_own_text(id) || !page.is_small(id, LABEL + VALUE) {
        return;
    }
    let with_text = |at: &NodeId| page.ink(*at) > 0;
    let mut parts = page.dom.children(id).filter(with_text);
    let (Some(first), Some(second)) = (parts.next(), parts.next()) else {
        return;
    };
    if let Some(third) = parts.next() {
        if [first, second, third]
            .iter()
            .all(|at| page.dom.tag(*at) == "span")
        {
            turns::pairs(page, id, found);
        }
        return;
    }
    // What stands beside a control of a form helps to fill it in.
    if page.dom.tag(first) == "label" && page.dom.children(id).any(|at| is_control(page, at)) {
        return;
    }
    if is_heading(page.dom.tag(first)) && is_teaser(page, second) {
        return;
    }
    if page.ink(first) > LABEL || is_heading(page.dom.tag(second)) || holds_parts(page, second) {
        return;
    }
    let label = page.text(first);
    let colon = label.trim_end().ends_with([':', '：']);
    let sure = u8::from(colon && !is_in_link(page, id));
    // Two labels side by side, each with a value of its own or none that a person sees.
    let labels = [first, second]
        .into_iter()
        .all(|at| page.dom.tag(at) == "label");
    if !labels {
        found.extend(pair(page, &label, second, Source::Label, sure));
    }
}

/// Whether an element is a list of one link of many words: another page's title.
fn is_teaser(page: &Page<'_>, id: NodeId) -> bool {
    let whole = |tag: &str| {
        let mut below = page.dom.descendants(id);
        below.any(|at| page.dom.tag(at) == tag && page.ink(at) == page.ink(id))
    };
    let words = || page.text(id).split_whitespace().count();
    matches!(page.dom.tag(id), "ul" | "ol")
        && page.is_small(id, VALUE)
        && whole("li")
        && whole("a")
        && words() > 3
}

/// Whether a person fills an element in.
fn is_control(page: &Page<'_>, id: NodeId) -> bool {
    match page.dom.tag(id) {
        "input" => page.dom.attr(id, "type") != Some("hidden"),
        "select" | "textarea" => true,
        _ => false,
    }
}

/// Whether a value is a definition list of several parts: no one of them is the value, nor all joined.
fn holds_parts(page: &Page<'_>, id: NodeId) -> bool {
    page.dom.tag(id) == "dl"
        && page
            .dom
            .children(id)
            .filter(|at| page.ink(*at) > 0)
            .nth(1)
            .is_some()
}

/// "Label: value" on a line of its own, also with the label or the value in an element.
fn lines(page: &Page<'_>, id: NodeId, titles: &OwnNames, found: &mut Vec<Pair>) {
    if !page.has_own_text(id) && !starts_bold(page, id) {
        return;
    }
    if !page.is_small(id, LABEL + VALUE) || !page.is_line(id) {
        return;
    }
    let text = domain::snapshot::text::lines(page.dom, id, |at| !is_footnote(page, at));
    if let Some((label, value)) = stacked(page, id, &text) {
        found.extend(of_text(label, value.to_owned(), id, Source::Label, 1));
        return;
    }
    for line in text.lines().flat_map(statements) {
        let Some((label, value)) = split_label(line).or_else(|| dashed(page, id, line)) else {
            continue;
        };
        if titles.are(line) {
            continue;
        }
        let sure = u8::from(!is_linked(page, id, label, value));
        found.extend(of_text(label, value.to_owned(), id, Source::Label, sure));
    }
}

fn starts_bold(page: &Page<'_>, id: NodeId) -> bool {
    let first = page.dom.children(id).find(|at| page.ink(*at) > 0);
    first.is_some_and(|at| matches!(page.dom.tag(at), "b" | "strong" | "label"))
}

/// A label alone on the first of two lines, where nothing else stands out, and its value on the second.
fn stacked<'a>(page: &Page<'_>, id: NodeId, text: &'a str) -> Option<(&'a str, &'a str)> {
    let (label, value) = text.split_once('\n')?;
    let value = value.trim();
    let mut strong = page.dom.children(id).filter(|at| page.ink(*at) > 0);
    let first = strong.next()?;
    let alone = matches!(page.dom.tag(first), "b" | "strong" | "label")
        && page.text(first).trim() == label.trim()
        && !strong.any(|at| matches!(page.dom.tag(at), "b" | "strong" | "label"));
    let plain = !label.contains([':', '：']) && !value.contains('\n');
    let brief = value.len() <= LABEL as usize && !value.ends_with(['.', '?', '!', '。']);
    (alone && plain && brief && !value.is_empty()).then_some((label.trim(), value))
}

/// "Label - value", where the first words alone stand out and end in the dash.
fn dashed<'a>(page: &Page<'_>, id: NodeId, line: &'a str) -> Option<(&'a str, &'a str)> {
    let first = page.dom.children(id).find(|at| page.ink(*at) > 0)?;
    if !matches!(page.dom.tag(first), "b" | "strong" | "label") {
        return None;
    }
    let strong = page.text(first);
    let label = strong.trim_end().strip_suffix(['-', '–', '—'])?.trim_end();
    let value = line.strip_prefix(strong.trim())?.trim();
    (!label.is_empty() && !value.is_empty()).then(|| (&line[..label.len()], value))
}

/// Splits "Label: value" at the first colon that is no part of a time, of an address or of words in
/// brackets.
pub(crate) fn split_label(line: &str) -> Option<(&str, &str)> {
    let at = line.find([':', '：'])?;
    let width = line[at..].chars().next().map_or(1, char::len_utf8);
    let (label, value) = (line[..at].trim(), line[at + width..].trim());
    let time = label.ends_with(|ch: char| ch.is_ascii_digit())
        && value.starts_with(|ch: char| ch.is_ascii_digit());
    let ok = !label.is_empty() && !value.is_empty() && label.len() <= LABEL as usize;
    (ok && !time && !value.starts_with("//") && !is_open(label)).then_some((label, value))
}

/// Whether a text ends within brackets or quotes. Some marks open in one language and close in another.
fn is_open(text: &str) -> bool {
    if text.is_ascii() && !text.contains(['(', '[', '<', '"']) {
        return false;
    }
    let mut open: Vec<char> = Vec::new();
    let mut before = ' ';
    for ch in text.chars() {
        if ch.is_alphanumeric() {
            before = ch;
            continue;
        }
        let starts = !before.is_alphanumeric() || !before.is_ascii();
        if open.last() == Some(&ch) {
            open.pop();
        } else if let Some((_, closing)) = BRACKETS.iter().find(|(opening, _)| *opening == ch)
            && (ch != '"' || starts)
        {
            open.push(*closing);
        }
        before = ch;
    }
    !open.is_empty()
}

#[cfg(test)]
mod tests;
