//! What the source alone says about visibility: inert elements, `hidden`, inline styles, closed
//! disclosure. It reads no stylesheet.

use super::{FlatDom, NodeId, Visibility};

/// Elements whose content is never rendered.
const MACHINE: [&str; 14] = [
    "head", "script", "style", "template", "noscript", "iframe", "noframes", "noembed", "canvas",
    "audio", "video", "object", "datalist", "title",
];

/// A node about to be appended.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    parent: Option<NodeId>,
    tag: &'a str,
    attrs: &'a [(String, String)],
}

impl<'a> Place<'a> {
    /// An element.
    pub(super) fn element(
        parent: Option<NodeId>,
        tag: &'a str,
        attrs: &'a [(String, String)],
    ) -> Self {
        Self { parent, tag, attrs }
    }

    /// A text node.
    pub(super) fn text(parent: NodeId) -> Self {
        Self {
            parent: Some(parent),
            tag: "",
            attrs: &[],
        }
    }

    fn attr(&self, name: &str) -> Option<&'a str> {
        let found = self.attrs.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// The visibility of a node under a parent of visibility `inherited`.
pub(super) fn judge(dom: &FlatDom, inherited: Visibility, place: Place<'_>) -> Visibility {
    if inherited == Visibility::Machine || MACHINE.contains(&place.tag) {
        return Visibility::Machine;
    }
    if inherited == Visibility::Hidden || hidden(place) || faint(dom, place) {
        return Visibility::Hidden;
    }
    if inherited == Visibility::Closed || closed(dom, place) {
        return Visibility::Closed;
    }
    Visibility::Visible
}

fn hidden(place: Place<'_>) -> bool {
    let input = place.tag == "input"
        && place
            .attr("type")
            .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("hidden"));
    let attribute = place
        .attr("hidden")
        .is_some_and(|value| !value.trim().eq_ignore_ascii_case("until-found"));
    input || attribute || place.attr("style").is_some_and(hides)
}

/// Whether an inline style takes the element off the page.
fn hides(style: &str) -> bool {
    style.split(';').any(|declaration| {
        let Some((name, value)) = declaration.split_once(':') else {
            return false;
        };
        let value = value.trim().trim_end_matches("!important").trim();
        let name = name.trim();
        (name.eq_ignore_ascii_case("display") && value.eq_ignore_ascii_case("none"))
            || (name.eq_ignore_ascii_case("visibility") && value.eq_ignore_ascii_case("hidden"))
    })
}

/// Whether a text stands right in an element that its inline style makes too faint or too small to read. What
/// moves or fades in is shown in the end, and headings are.
fn faint(dom: &FlatDom, place: Place<'_>) -> bool {
    let Some(parent) = place.parent.filter(|_| place.tag.is_empty()) else {
        return false;
    };
    let style = dom
        .attr(parent, "style")
        .filter(|style| style.contains('0'));
    let Some(style) = style.map(str::to_ascii_lowercase) else {
        return false;
    };
    let is_nothing = |name: &str| {
        style
            .split(';')
            .filter_map(|one| one.split_once(':'))
            .any(|(key, value)| {
                let value = value.trim().trim_end_matches("!important").trim();
                let number =
                    value.trim_end_matches(|ch: char| ch.is_ascii_alphabetic() || ch == '%');
                key.trim() == name && number.parse::<f32>().is_ok_and(|number| number == 0.0)
            })
    };
    let moves = [
        "transform",
        "transition",
        "animation",
        "will-change",
        "filter",
    ];
    let shown = moves.iter().any(|name| style.contains(name));
    let heading = matches!(dom.tag(parent), "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
    is_nothing("font-size") || is_nothing("opacity") && !shown && !heading
}

fn closed(dom: &FlatDom, place: Place<'_>) -> bool {
    if place.tag == "dialog" {
        return place.attr("open").is_none();
    }
    if place
        .attr("hidden")
        .is_some_and(|value| value.trim().eq_ignore_ascii_case("until-found"))
    {
        return true;
    }
    if place.attr("popover").is_some() {
        return true;
    }
    let Some(parent) = place.parent else {
        return false;
    };
    place.tag != "summary" && dom.tag(parent) == "details" && dom.attr(parent, "open").is_none()
}
