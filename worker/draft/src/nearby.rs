//! The lines of text close to a page's heading, as the runs of text that stand in them: bylines and
//! datelines are among them. What a line says is judged by who asks.

use domain::snapshot::text::is_block;
use domain::snapshot::{NodeId, Visibility};

use crate::dom::{Page, RELATED, VISITORS, is_heading};
use crate::words::is_blank;

/// So many letters of text lie between the heading and a line about it at most.
const NEAR: usize = 400;
/// Such a line is no longer than this.
const LINE: u32 = 200;

/// One line: the texts in it, one for each piece of markup.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    /// The element that holds it.
    pub node: NodeId,
    /// Its texts, in order.
    pub runs: Vec<&'a str>,
}

impl Line<'_> {
    /// The whole line, its runs one space apart.
    pub(crate) fn text(&self) -> String {
        self.runs.join(" ")
    }
}

/// How many bytes of text lie between the heading and a line about it at most: other scripts take more
/// bytes for a letter than Latin.
pub(crate) fn reach(page: &Page<'_>, title: NodeId) -> u32 {
    let text = page.text(title);
    let bytes = NEAR * text.len() / text.chars().count().max(1);
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

/// The lines near the heading, in page order, headings and buttons left out.
pub(crate) fn lines<'a>(page: &Page<'a>, title: NodeId) -> Vec<Line<'a>> {
    within(page, title, reach(page, title))
}

/// The lines that may stand behind a first paragraph below the heading.
pub(crate) fn further<'a>(page: &Page<'a>, title: NodeId) -> Vec<Line<'a>> {
    within(page, title, reach(page, title).saturating_mul(2))
}

/// Whether a node is the page's own content, or in the footer of the article that the heading names: there
/// stands who wrote it and when (HTML standard).
pub(crate) fn is_of_entry(page: &Page<'_>, title: Option<NodeId>, id: NodeId) -> bool {
    if page.is_own(id) {
        return true;
    }
    let seen = page.dom.nodes[id].visibility == Visibility::Visible;
    if !seen || page.zone(id) & (RELATED | VISITORS) != 0 {
        return false;
    }
    let footer = page
        .dom
        .ancestors(id)
        .find(|at| page.dom.tag(*at) == "footer");
    let article = footer.and_then(|footer| {
        let mut around = page.dom.ancestors(footer);
        around.find(|at| page.dom.tag(*at) == "article")
    });
    article
        .zip(title)
        .is_some_and(|(article, title)| (article..page.dom.nodes[article].end).contains(&title))
}

fn within<'a>(page: &Page<'a>, title: NodeId, reach: u32) -> Vec<Line<'a>> {
    let about = page.ink_before(title);
    let mut found = Vec::new();
    let mut at = 0;
    while at < page.dom.nodes.len() {
        let near = page.ink_before(at).abs_diff(about) <= reach;
        let said = || page.dom.text(at).is_some_and(|text| !is_blank(text));
        let top = (near && said()).then(|| top(page, at)).flatten();
        let Some(top) = top else {
            at += 1;
            continue;
        };
        read(page, top, &mut found);
        at = page.dom.nodes[top].end.max(at + 1);
    }
    found
}

/// The widest element around a text that starts no other line and is short.
fn top(page: &Page<'_>, text: NodeId) -> Option<NodeId> {
    let mut top = page.dom.nodes[text].parent?;
    let fits = |id: NodeId| page.is_small(id, LINE) && page.is_line(id);
    if !fits(top) || !page.speaks(text) {
        return None;
    }
    for up in page.dom.ancestors(top) {
        if !fits(up) {
            break;
        }
        top = up;
    }
    // A piece of a longer line, a link in running text perhaps, is no line.
    let parent = page.dom.nodes[top].parent;
    if !is_block(page.dom.tag(top)) && parent.is_some_and(|up| page.is_line(up)) {
        return None;
    }
    let apart = |id: NodeId| is_heading(page.dom.tag(id)) || page.dom.tag(id) == "button";
    let inside = page.dom.ancestors(top).take(4).any(apart);
    (!apart(top) && !inside).then_some(top)
}

fn read<'a>(page: &Page<'a>, node: NodeId, found: &mut Vec<Line<'a>>) {
    let mut runs = Vec::new();
    for at in page.dom.descendants(node) {
        if page.dom.tag(at) == "br" && !runs.is_empty() {
            found.push(Line {
                node,
                runs: std::mem::take(&mut runs),
            });
        }
        let text = page.dom.text(at).filter(|_| page.is_own(at));
        runs.extend(text.map(str::trim).filter(|text| !text.is_empty()));
    }
    if !runs.is_empty() {
        found.push(Line { node, runs });
    }
}
