//! Whether the thing can be had, as a page shows it without a label: a short statement near the
//! heading, or the button by which it is had. A statement is wording, never a guess from what else
//! the page offers.

use domain::evidence::{Source, is_button};
use domain::schema::ClosedSet;
use domain::snapshot::NodeId;
use serde_json::Value;

use crate::dom::Page;
use crate::evidence::Evidence;
use crate::receipt::Claim;
use crate::values::answers;
use crate::values::closed::Members;
use crate::words::phrase;

mod remarks;
mod sentences;

/// Words of class names and ids that name availability.
const STOCK: [&str; 16] = [
    "stock",
    "availability",
    "available",
    "avail",
    "inventory",
    "dispo",
    "disponibilidad",
    "disponibilite",
    "disponibilita",
    "lager",
    "lieferbar",
    "verfugbarkeit",
    "sklad",
    "dostupnost",
    "soldout",
    "outofstock",
];
/// Words of class names and ids that name choices and services beside it.
const OTHER: [&str; 10] = [
    "size",
    "swatch",
    "variant",
    "variation",
    "option",
    "pickup",
    "store",
    "filter",
    "wishlist",
    "gift",
];

/// A statement so close after the heading, in bytes of text, is the page's own.
const CLOSE: i64 = 600;
/// A button further from the heading than this, in bytes of text, may be another thing's.
const NEAR: u32 = 1500;

/// The claim of the shown availability, if a statement is clear enough; else that of the button.
pub(crate) fn shown(evidence: &Evidence<'_>, set: &ClosedSet) -> Vec<Claim> {
    let (page, title) = (evidence.page, evidence.title_node());
    let said = evidence.said(set);
    if said.claims.is_empty() || said.choice {
        let pressed = button(page, title, set, true);
        if !pressed.is_empty() {
            return pressed;
        }
        if said.claims.is_empty() {
            return said.implied;
        }
    }
    said.claims
}

/// The claim of a statement that is unmistakably the page's own: it stands alone close after the heading, in no
/// choice or list, and nothing said there says another member. It outranks metadata.
pub(crate) fn told(evidence: &Evidence<'_>, set: &ClosedSet) -> Vec<Claim> {
    let said = evidence.said(set);
    said.claims.iter().filter(|_| said.sure).cloned().collect()
}

/// The claim of a statement close after the heading, of whatever on the page.
pub(crate) fn near(evidence: &Evidence<'_>, set: &ClosedSet) -> Vec<Claim> {
    let said = evidence.said(set);
    said.claims.iter().filter(|_| said.near).cloned().collect()
}

/// The claim of the first button near the heading by which the thing is had: what a person can do
/// now outranks metadata, unless words near the heading say something of their own.
pub(crate) fn pressable(evidence: &Evidence<'_>, set: &ClosedSet) -> Vec<Claim> {
    if evidence.said(set).claims.is_empty() {
        return button(evidence.page, evidence.title_node(), set, false);
    }
    Vec::new()
}

/// Whether the page's own content has one button by which a thing is had, and no more.
pub(crate) fn sells_one(evidence: &Evidence<'_>) -> bool {
    let page = evidence.page;
    let set = either();
    let members = Members::new(&set);
    let had = Some(&set.members[0]);
    let labels = (0..page.dom.nodes.len()).filter_map(|id| label_of(page, id, false));
    let buttons = labels.filter(|text| is_button(text) && members.member(text).as_ref() == had);
    buttons.take(2).count() == 1
}

/// The members for what can be had and what cannot.
fn either() -> ClosedSet {
    ClosedSet {
        members: ["InStock", "OutOfStock"].map(Value::from).to_vec(),
        titles: Vec::new(),
    }
}

/// Whether the page shows near its heading that its thing cannot be had.
pub(crate) fn is_out(evidence: &Evidence<'_>) -> bool {
    let set = either();
    let members = Members::new(&set);
    let shown = evidence.said(&set).claims;
    let texts = shown.iter().filter_map(|claim| claim.value.as_str());
    texts
        .into_iter()
        .any(|text| members.member(text).as_ref() == set.members.last())
}

/// The first button near the heading; `links` may look like buttons, too.
fn button(page: &Page<'_>, title: Option<NodeId>, set: &ClosedSet, links: bool) -> Vec<Claim> {
    let Some(title) = title else {
        return Vec::new();
    };
    let members = Members::new(set);
    let near = (title..page.dom.nodes.len())
        .take_while(|id| page.ink_before(*id) - page.ink_before(title) <= NEAR);
    for id in near {
        let Some(text) = label_of(page, id, links) else {
            continue;
        };
        if is_button(&text) && members.member(&text).is_some() {
            return vec![Claim::seen(&text, Source::Text, page.place(id))];
        }
    }
    Vec::new()
}

/// What a button says that can be pressed.
fn label_of(page: &Page<'_>, id: NodeId, links: bool) -> Option<String> {
    let attr = |name| page.dom.attr(id, name);
    let is_one = match page.dom.tag(id) {
        "button" => true,
        "input" => attr("type").is_some_and(|kind| matches!(kind, "submit" | "button")),
        "a" => links || attr("role") == Some("button"),
        "div" | "span" => attr("role") == Some("button"),
        _ => false,
    };
    if !is_one || !page.is_own(id) || is_disabled(page, id) {
        return None;
    }
    let text = if page.is_small(id, 60) {
        page.text(id)
    } else {
        attr("value").or_else(|| attr("aria-label"))?.to_owned()
    };
    let text = text.trim_matches(|ch: char| !ch.is_alphanumeric());
    (!text.is_empty()).then(|| text.to_owned())
}

fn is_disabled(page: &Page<'_>, id: NodeId) -> bool {
    let named = page.dom.attr(id, "class").unwrap_or("");
    page.dom.attr(id, "disabled").is_some()
        || page.dom.attr(id, "aria-disabled") == Some("true")
        || phrase(named).iter().any(|word| word == "disabled")
}

/// What wording near the heading states of a set.
#[derive(Debug, Clone, Default)]
pub(crate) struct Said {
    /// The clearest wording, if there is one.
    pub claims: Vec<Claim>,
    /// A wording close after the heading from which it only follows that the thing can be had.
    pub implied: Vec<Claim>,
    /// It stands close after the heading.
    pub near: bool,
    /// It is unmistakably the page's own.
    pub sure: bool,
    /// It may be about one of several sizes or variants.
    pub choice: bool,
}

/// The clearest wording near the heading.
pub(crate) fn worded(page: &Page<'_>, title: Option<NodeId>, set: &ClosedSet) -> Said {
    let members = Members::new(set);
    let mut best: Option<(i64, NodeId, String)> = None;
    let mut close: Vec<(NodeId, Option<Value>)> = Vec::new();
    let mut implied: Vec<Claim> = Vec::new();
    for id in 0..page.dom.nodes.len() {
        if !page.has_own_text(id) || !page.speaks(id) || !page.is_small(id, 120) {
            continue;
        }
        let heading = matches!(page.dom.tag(id), "option" | "h1" | "h2");
        if heading && title != Some(id) {
            continue;
        }
        let text = page.text(id);
        let Some(stated) = sentences::stated(&members, &text, heading) else {
            if implied.is_empty() {
                implied.extend(implied_by(page, title, (id, &text), set));
            }
            continue;
        };
        let (percent, text) = stated;
        if is_button(&text) {
            continue;
        }
        let (named, other) = names(page, id);
        if percent < 80 && !(named && percent >= 20) {
            continue;
        }
        let distance = title.map_or(0, |title| {
            i64::from(page.ink_before(id)) - i64::from(page.ink_before(title))
        });
        let score = 10 + i64::from(named) * 8
            - i64::from(other) * 8
            - (distance.abs() / 300).min(8)
            - if distance < 0 { 4 } else { 0 };
        if percent >= 80 && title.is_some() && (0..=CLOSE).contains(&distance) {
            close.push((id, members.member(&text).filter(|_| !other)));
        }
        if score > 0 && best.as_ref().is_none_or(|(known, ..)| score > *known) {
            best = Some((score, id, text));
        }
    }
    let held = |node| close.iter().any(|(id, _)| *id == node);
    let near = best.as_ref().is_some_and(|(_, node, _)| held(*node));
    let choice = best.as_ref().is_some_and(|(_, node, text)| {
        names(page, *node).1 || text.contains(|ch: char| ch.is_ascii_digit())
    });
    let sure = best.as_ref().is_some_and(|(_, node, _)| {
        let one = close.iter().all(|(_, member)| *member == close[0].1);
        let first = close.first().is_some_and(|(_, member)| member.is_some());
        near && one && first && !is_choice(page, *node)
    });
    let claim =
        |(_, node, text): (_, _, String)| Claim::seen(&text, Source::Text, page.place(node));
    Said {
        claims: best.map(claim).into_iter().collect(),
        implied,
        near,
        sure,
        choice,
    }
}

/// The claim of a wording close after the heading, of no choice, that tells how few are left or that it is sent at
/// once.
fn implied_by(
    page: &Page<'_>,
    title: Option<NodeId>,
    (id, text): (NodeId, &str),
    set: &ClosedSet,
) -> Option<Claim> {
    let value = answers::implied(set, text)?;
    let start = title.filter(|title| *title < id)?;
    let near = i64::from(page.ink_before(id) - page.ink_before(start)) <= CLOSE;
    (near && !is_choice(page, id) && !names(page, id).1).then(|| Claim {
        value,
        words: Some(text.to_owned()),
        ..Claim::seen("", Source::Text, page.place(id))
    })
}

/// Whether an element is in a list, a table or a control of choices, or only a part of a line.
fn is_choice(page: &Page<'_>, id: NodeId) -> bool {
    let inline = page.dom.nodes[id]
        .parent
        .is_some_and(|up| page.has_own_text(up) && !sentences::is_headed(&page.text(up)));
    let held = |up: NodeId| {
        let role = page.dom.attr(up, "role").unwrap_or("");
        matches!(
            page.dom.tag(up),
            "li" | "td" | "th" | "label" | "select" | "option" | "fieldset" | "a" | "dialog"
        ) || matches!(
            role,
            "radio" | "option" | "listbox" | "radiogroup" | "listitem" | "dialog"
        )
    };
    inline || held(id) || page.dom.ancestors(id).take(8).any(held)
}

fn names(page: &Page<'_>, id: NodeId) -> (bool, bool) {
    let (mut named, mut other) = (false, false);
    for at in [id].into_iter().chain(page.dom.ancestors(id).take(3)) {
        for name in ["class", "id", "itemprop"] {
            let words = phrase(page.dom.attr(at, name).unwrap_or(""));
            named |= words.iter().any(|word| STOCK.contains(&word.as_str()));
            other |= words.iter().any(|word| OTHER.contains(&word.as_str()));
        }
    }
    (named, other)
}

#[cfg(test)]
mod tests;
