//! Pages that ask for something before they show anything: a login or consent wall in place of
//! content. A form or a banner beside content is no wall.

use domain::panel::{Control, Wish};
use domain::snapshot::{NodeId, Snapshot, Visibility, text};

use crate::dom::Page;
use crate::page_class::has_data;
use crate::panel::{Sought, holds_panel};
use crate::standin::Standin;
use crate::vocabulary::phrases;
use crate::words::{says, squash};

/// What stands beside a wall is no more than this many bytes.
const REST: usize = 200;
/// A wall that is only words says no more than this.
const WORDS: usize = 700;
/// The box around a consent button is no further up than this.
const DEEP: usize = 12;
/// Frames in frames are looked into so deep.
const FRAMES: usize = 3;

/// What shows that a page is a wall, if it is one.
pub(crate) fn wall(snapshot: &Snapshot) -> Option<String> {
    let states = || Standin::of(&Page::new(snapshot)).states(false);
    (!has_data(snapshot)).then(|| wall_shown(snapshot, states))?
}

/// What shows that a page without data of its own is a wall; `states`: whether it shows what no stand-in does.
pub(crate) fn wall_shown(snapshot: &Snapshot, states: impl FnOnce() -> bool) -> Option<String> {
    let dom = &snapshot.dom;
    if dom.nodes.is_empty() {
        return None;
    }
    let visible = |id: NodeId| shows(snapshot, id);
    let password = (0..dom.nodes.len()).find(|&id| {
        dom.tag(id) == "input"
            && dom
                .attr(id, "type")
                .is_some_and(|kind| kind.eq_ignore_ascii_case("password"))
            && dom.nodes[id].visibility == Visibility::Visible
    });
    if let Some(input) = password {
        let form = dom.ancestors(input).find(|up| dom.tag(*up) == "form");
        let top = form.or(dom.nodes[input].parent).unwrap_or(input);
        let rest = text::text_where(dom, 0, |id| id != top && visible(id));
        if rest.len() <= REST {
            return Some("login wall: a password form in place of content".to_owned());
        }
    }
    let own = text::within(dom, 3 * WORDS, visible)?;
    let said = format!("{} {}", squash(&snapshot.title), squash(&own));
    let asks = |phrase: &&String| says(&said, phrase);
    if own.len() <= WORDS
        && let Some(phrase) = phrases().login.iter().find(asks)
        && !states()
    {
        return Some(format!("login wall: the page says \"{phrase}\""));
    }
    if let Some((_, phrase)) = consent(snapshot, visible) {
        return Some(format!(
            "consent wall: the page only asks for consent: \"{phrase}\""
        ));
    }
    framed(snapshot).map(|asking| {
        format!(
            "consent wall: a frame asks for consent in place of content: \"{}\"",
            asking.phrase
        )
    })
}

/// The control by which a page that only asks for consent is refused it, or closed: its own, and one
/// that a person sees. `None` if content can be read beside the request: then nothing is pressed.
pub fn refusal(snapshot: &Snapshot) -> Option<Control> {
    if snapshot.dom.nodes.is_empty() || has_data(snapshot) {
        return None;
    }
    let own = consent(snapshot, |id| shows(snapshot, id)).map(|(holder, phrase)| Asking {
        frames: Vec::new(),
        document: snapshot,
        holder,
        phrase,
    });
    let Asking {
        frames,
        document,
        holder,
        ..
    } = own.or_else(|| framed(snapshot))?;
    let node = refusing(document, holder)?;
    Some(Control { frames, node })
}

/// The control in a box that refuses what the box asks for, or else closes it.
fn refusing(snapshot: &Snapshot, holder: NodeId) -> Option<NodeId> {
    let dom = &snapshot.dom;
    let controls = || {
        dom.descendants(holder)
            .filter(|&id| is_control(snapshot, id))
    };
    let named = |id: NodeId, list: &[String]| {
        let shown = squash(&text::text_of(dom, id));
        let label = dom
            .attr(id, "aria-label")
            .or(dom.attr(id, "value"))
            .map(squash);
        list.contains(&shown) || label.is_some_and(|label| list.contains(&label))
    };
    controls()
        .find(|&id| named(id, &phrases().refuse))
        .or_else(|| controls().find(|&id| named(id, &phrases().close)))
}

fn is_control(snapshot: &Snapshot, id: NodeId) -> bool {
    let dom = &snapshot.dom;
    let pressed =
        matches!(dom.tag(id), "button" | "a" | "input") || dom.attr(id, "role") == Some("button");
    pressed && dom.nodes[id].visibility == Visibility::Visible
}

fn shows(snapshot: &Snapshot, id: NodeId) -> bool {
    let frame = matches!(snapshot.dom.tag(id), "nav" | "header" | "footer");
    snapshot.dom.nodes[id].visibility == Visibility::Visible && !frame
}

/// A page that holds nothing but a request for consent and the buttons to answer it: the box, and
/// what it says.
fn consent(
    snapshot: &Snapshot,
    visible: impl Fn(NodeId) -> bool,
) -> Option<(NodeId, &'static String)> {
    let dom = &snapshot.dom;
    let speaks = |id: NodeId, list: &'static [String]| {
        let said = squash(&text::text_of(dom, id));
        list.iter().find(|phrase| says(&said, phrase))
    };
    let button = (0..dom.nodes.len()).find(|&id| {
        let pressed =
            matches!(dom.tag(id), "button" | "a") || dom.attr(id, "role") == Some("button");
        pressed
            && dom.nodes[id].visibility == Visibility::Visible
            && dom.nodes[id].end - id < 20
            && speaks(id, &phrases().accept).is_some()
    })?;
    let asks = |up: &NodeId| speaks(*up, &phrases().consent).is_some();
    let holder = dom.ancestors(button).take(DEEP).find(asks)?;
    let phrase = speaks(holder, &phrases().consent)?;
    let rest = text::text_where(dom, 0, |id| id != holder && visible(id));
    let only = rest.len() <= REST / 2 && !titled(snapshot, &visible);
    only.then_some((holder, phrase))
}

/// A request for consent in a document of a page.
struct Asking<'a> {
    /// The frames on the way to it.
    frames: Vec<usize>,
    document: &'a Snapshot,
    holder: NodeId,
    phrase: &'static String,
}

/// A request for consent in a frame of a page that shows no content beside it, and in no other frame.
fn framed(snapshot: &Snapshot) -> Option<Asking<'_>> {
    let visible = |id: NodeId| shows(snapshot, id);
    let read = snapshot.frames.iter().any(|frame| frame.document.is_some());
    let own = || text::text_where(&snapshot.dom, 0, visible).len();
    if !read || own() > REST / 2 || titled(snapshot, visible) {
        return None;
    }
    let asking = asks_inside(snapshot, 0)?;
    (!holds_panel(snapshot, Wish::Auto, Sought::Detail)).then_some(asking)
}

fn asks_inside(snapshot: &Snapshot, depth: usize) -> Option<Asking<'_>> {
    if depth >= FRAMES {
        return None;
    }
    let inside = snapshot.frames.iter().enumerate();
    let mut shown = inside.filter(|(_, frame)| frame.visible);
    shown.find_map(|(number, frame)| {
        let document = frame.document.as_deref()?;
        if document.dom.nodes.is_empty() || has_data(document) {
            return None;
        }
        if let Some((holder, phrase)) = consent(document, |id| shows(document, id)) {
            return Some(Asking {
                frames: vec![number],
                document,
                holder,
                phrase,
            });
        }
        let mut asking = asks_inside(document, depth + 1)?;
        asking.frames.insert(0, number);
        Some(asking)
    })
}

/// Some heading is about something else than consent.
fn titled(snapshot: &Snapshot, visible: impl Fn(NodeId) -> bool) -> bool {
    let dom = &snapshot.dom;
    let headings = (0..dom.nodes.len()).filter(|id| matches!(dom.tag(*id), "h1" | "h2"));
    let mut shown = headings.filter(|id| visible(*id));
    shown.any(|id| {
        let said = squash(&text::text_of(dom, id));
        let asks = |phrase: &String| says(&said, phrase);
        !said.trim().is_empty() && !phrases().consent.iter().any(asks)
    })
}

#[cfg(test)]
mod tests;
