//! A parsed document into a flat DOM: declarative shadow roots take the place of their hosts'
//! children, slots take in what is assigned to them, and nothing recurses.

use std::collections::HashMap;

use scraper::{ElementRef, Html, Node};

use super::visible::{Place, judge};
use super::{FlatDom, NodeId, NodeKind, Visibility};

/// What waits on the stack.
enum Step<'a> {
    Visit(Visit<'a>),
    Close(NodeId),
}

/// A node of the parsed tree and where it goes.
#[derive(Clone, Copy)]
struct Visit<'a> {
    node: Ref<'a>,
    parent: Option<NodeId>,
    scope: Option<usize>,
}

/// A node of the parsed tree.
type Ref<'a> = <ElementRef<'a> as std::ops::Deref>::Target;

/// A shadow host: its light children by slot name, and the scope it stands in itself.
struct Scope<'a> {
    light: HashMap<String, Vec<Ref<'a>>>,
    outer: Option<usize>,
}

/// Flattens a document in linear time.
pub(super) fn flatten(html: &Html) -> FlatDom {
    let mut walk = Walk {
        dom: FlatDom::default(),
        stack: Vec::new(),
        scopes: Vec::new(),
    };
    walk.push_all(vec![*html.root_element()], None, None);
    while let Some(step) = walk.stack.pop() {
        match step {
            Step::Close(id) => walk.dom.close(id),
            Step::Visit(visit) => walk.enter(visit),
        }
    }
    walk.dom
}

struct Walk<'a> {
    dom: FlatDom,
    stack: Vec<Step<'a>>,
    scopes: Vec<Scope<'a>>,
}

impl<'a> Walk<'a> {
    fn push_all(&mut self, nodes: Vec<Ref<'a>>, parent: Option<NodeId>, scope: Option<usize>) {
        let visits = nodes.into_iter().rev().map(|node| Visit {
            node,
            parent,
            scope,
        });
        self.stack.extend(visits.map(Step::Visit));
    }

    fn enter(&mut self, visit: Visit<'a>) {
        match visit.node.value() {
            Node::Text(text) => {
                let inherited = self.inherited(visit.parent);
                let visibility = match visit.parent {
                    Some(parent) => judge(&self.dom, inherited, Place::text(parent)),
                    None => inherited,
                };
                let kind = NodeKind::Text(text.text.to_string());
                self.dom.open(visit.parent, kind, visibility);
            }
            Node::Element(_) => self.element(visit),
            Node::Fragment => {
                let children = visit.node.children().collect();
                self.push_all(children, visit.parent, visit.scope);
            }
            _ => {}
        }
    }

    fn inherited(&self, parent: Option<NodeId>) -> Visibility {
        parent.map_or(Visibility::Visible, |id| self.dom.nodes[id].visibility)
    }

    fn element(&mut self, visit: Visit<'a>) {
        let Some(element) = visit.node.value().as_element() else {
            return;
        };
        let tag = element.name().to_ascii_lowercase();
        let attrs: Vec<(String, String)> = element
            .attrs()
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let inherited = self.inherited(visit.parent);
        let place = Place::element(visit.parent, &tag, &attrs);
        let visibility = judge(&self.dom, inherited, place);
        let kind = NodeKind::Element { tag, attrs };
        let id = self.dom.open(visit.parent, kind, visibility);
        self.stack.push(Step::Close(id));
        self.children(visit, id);
    }

    /// Queues what stands inside an element in the flattened tree.
    fn children(&mut self, visit: Visit<'a>, id: NodeId) {
        if let Some(root) = shadow_root(visit.node) {
            self.scopes.push(Scope {
                light: by_slot(visit.node),
                outer: visit.scope,
            });
            let scope = Some(self.scopes.len() - 1);
            self.push_all(root.children().collect(), Some(id), scope);
            return;
        }
        if self.dom.tag(id) == "slot"
            && let Some(scope) = visit.scope
        {
            let name = self.dom.attr(id, "name").unwrap_or("").to_owned();
            if let Some(assigned) = self.scopes[scope].light.remove(&name) {
                let outer = self.scopes[scope].outer;
                self.push_all(assigned, Some(id), outer);
                return;
            }
        }
        self.push_all(visit.node.children().collect(), Some(id), visit.scope);
    }
}

/// The first child template that declares an open shadow root (HTML standard, declarative shadow
/// trees).
fn shadow_root(host: Ref<'_>) -> Option<Ref<'_>> {
    host.children().find(|child| is_shadow_root(*child))
}

fn is_shadow_root(node: Ref<'_>) -> bool {
    node.value().as_element().is_some_and(|element| {
        let mode = element.attr("shadowrootmode");
        element.name() == "template" && mode.is_some_and(|mode| mode.eq_ignore_ascii_case("open"))
    })
}

fn by_slot(host: Ref<'_>) -> HashMap<String, Vec<Ref<'_>>> {
    let mut light: HashMap<String, Vec<Ref<'_>>> = HashMap::new();
    for child in host.children().filter(|child| !is_shadow_root(*child)) {
        let name = match child.value() {
            Node::Element(element) => element.attr("slot").unwrap_or(""),
            Node::Text(text) if !text.text.trim().is_empty() => "",
            _ => continue,
        };
        light.entry(name.to_owned()).or_default().push(child);
    }
    light
}
