//! Which document of a read holds the page's content: the page itself, or a panel in one of its frames,
//! which then is read in its place. Addresses and boxes are judged in `domain::panel`, contents here.

#[cfg(test)]
mod tests;

use domain::panel::{Bearing, Wish, bearing, may_hold_content, promising};
use domain::snapshot::{Frame, NodeId, Snapshot, Visibility, text};

use crate::page_class::has_data;
use crate::page_facts::fingerprint;
use crate::walls::wall;

/// What is looked for on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sought {
    /// One thing, described.
    Detail,
    /// Links to many.
    List,
}

/// The document that holds a page's content.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reading {
    /// It, under the page's address; its links resolve against its own.
    pub snapshot: Snapshot,
    /// The panel's address, if the content is in one.
    pub panel: Option<String>,
    /// Fingerprint of the page around the panel, if the content is in one.
    pub shell: Option<String>,
    /// The page has a frame that may hold content and was not taken for it.
    pub beside: bool,
    /// The address of such a frame whose document could not be read.
    pub unread: Option<String>,
}

/// A page that says less than this many bytes of its own is thin.
const THIN: usize = 400;
/// A panel says at least so much.
const LEAST: usize = 40;
/// A panel that says so much, and this many times what the page says, holds the content.
const MUCH: usize = 600;
const TIMES: usize = 3;
/// A list has at least so many links.
const LINKS: usize = 2;
/// Frames in frames are followed so deep.
const DEEPEST: usize = 3;

/// Chooses the document that holds the content.
pub fn content_of(mut page: Snapshot, wish: Wish, sought: Sought) -> Reading {
    let address = page.requested_url.clone();
    let path = panel(&page, &address, wish, sought, 0);
    let Some(path) = path else {
        let beside = has_beside(&page, wish);
        let unread = unread(&page, wish);
        return Reading {
            snapshot: page,
            beside,
            unread,
            ..Reading::default()
        };
    };
    let shell = fingerprint(&page);
    let (final_url, status) = (page.final_url.clone(), page.status);
    let screenshot = page.screenshot.take();
    let Some(mut document) = take(page, &path) else {
        return Reading::default();
    };
    let panel = std::mem::replace(&mut document.final_url, final_url);
    document.requested_url = address;
    document.panel = Some(panel.clone());
    document.screenshot = screenshot;
    document.status = document.status.or(status);
    Reading {
        snapshot: document,
        panel: Some(panel),
        shell: Some(shell),
        beside: false,
        unread: None,
    }
}

/// Whether the content of a page is in one of its frames.
pub(crate) fn holds_panel(page: &Snapshot, wish: Wish, sought: Sought) -> bool {
    panel(page, &page.requested_url, wish, sought, 0).is_some()
}

/// Whether a page has a frame that may hold content.
pub(crate) fn has_beside(page: &Snapshot, wish: Wish) -> bool {
    let holds = |frame: &Frame| may_hold_content(&page.requested_url, frame, wish != Wish::Auto);
    page.frames.iter().any(holds)
}

/// The largest frame that may hold content and did not show it.
fn unread(page: &Snapshot, wish: Wish) -> Option<String> {
    let showed = |frame: &Frame| {
        let document = frame.document.as_deref();
        document.is_some_and(|inner| {
            inner.status.is_none_or(|status| status < 400)
                && (own_text(inner) >= LEAST || own_links(inner) >= LINKS)
        })
    };
    let frames = promising(&page.requested_url, &page.frames, wish != Wish::Auto);
    let mut frames = frames.into_iter().map(|number| &page.frames[number]);
    let frame = frames.find(|frame| !showed(frame))?;
    Some(frame.url.clone()).filter(|url| !url.is_empty())
}

fn take(page: Snapshot, path: &[usize]) -> Option<Snapshot> {
    let mut at = page;
    for &number in path {
        at = *at.frames.get_mut(number)?.document.take()?;
    }
    Some(at)
}

/// A frame's document as a candidate.
struct Candidate {
    path: Vec<usize>,
    named: bool,
    said: usize,
    links: usize,
    data: bool,
}

/// The path to the panel that holds the content, or `None` if the document itself does.
fn panel(
    document: &Snapshot,
    address: &str,
    wish: Wish,
    sought: Sought,
    depth: usize,
) -> Option<Vec<usize>> {
    if depth >= DEEPEST {
        return None;
    }
    let found = (0..document.frames.len())
        .filter_map(|number| candidate(document, number, address, (wish, sought), depth));
    let best = found.max_by_key(|one| match sought {
        Sought::Detail => (one.named, one.said),
        Sought::List => (false, one.links * MUCH + one.said),
    })?;
    holds_content(document, &best, wish, sought).then_some(best.path)
}

fn candidate(
    document: &Snapshot,
    number: usize,
    address: &str,
    (wish, sought): (Wish, Sought),
    depth: usize,
) -> Option<Candidate> {
    let frame = &document.frames[number];
    let inner = frame.document.as_deref()?;
    let failed = inner.status.is_some_and(|status| status >= 400);
    if failed || !may_hold_content(address, frame, wish != Wish::Auto) || wall(inner).is_some() {
        return None;
    }
    let mut path = vec![number];
    let mut named = bearing(address, &frame.url) == Bearing::Own;
    let mut holder = inner;
    for deeper in panel(inner, address, Wish::Auto, sought, depth + 1).unwrap_or_default() {
        named |= bearing(address, &holder.frames[deeper].url) == Bearing::Own;
        holder = holder.frames[deeper].document.as_deref()?;
        path.push(deeper);
    }
    let said = own_text(holder);
    let links = own_links(holder);
    (said >= LEAST || links >= LINKS).then(|| Candidate {
        path,
        named,
        said,
        links,
        data: has_data(holder),
    })
}

fn holds_content(document: &Snapshot, best: &Candidate, wish: Wish, sought: Sought) -> bool {
    if sought == Sought::List {
        return best.links >= LINKS && best.links > own_links(document);
    }
    if wish == Wish::Required {
        return true;
    }
    let own = own_text(document);
    if has_data(document) {
        return best.data && best.named && best.said > own;
    }
    best.named
        || (own < THIN && best.said > own)
        || (best.said >= MUCH && best.said >= own * TIMES)
        || (best.data && best.said * 2 >= own)
}

/// Bytes of what the document says itself, without what pages of a site share.
fn own_text(snapshot: &Snapshot) -> usize {
    if snapshot.dom.nodes.is_empty() {
        return 0;
    }
    text::text_where(&snapshot.dom, 0, |id| is_own(snapshot, id)).len()
}

fn is_own(snapshot: &Snapshot, id: NodeId) -> bool {
    !matches!(snapshot.dom.tag(id), "nav" | "header" | "footer" | "aside")
}

/// Links that a person sees outside of what pages of a site share.
fn own_links(snapshot: &Snapshot) -> usize {
    let dom = &snapshot.dom;
    let own = |id: NodeId| dom.ancestors(id).all(|up| is_own(snapshot, up));
    (0..dom.nodes.len())
        .filter(|&id| dom.tag(id) == "a" && dom.attr(id, "href").is_some())
        .filter(|&id| dom.nodes[id].visibility == Visibility::Visible && own(id))
        .count()
}
