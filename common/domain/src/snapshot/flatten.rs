//! A parsed document into a flat DOM: declarative shadow roots take the place of their hosts'
//! children, slots take in what is assigned to them, and nothing recurses.

use std::collections::HashMap;

use html5ever::Attribute;

use super::tree::{At, Held, Tree, declares_shadow};
use super::visible::{Place, judge};
use super::{FlatDom, NodeId, NodeKind, Visibility};

/// What waits on the stack.
enum Step {
    Visit(Visit),
    Close(NodeId),
}

/// A node of the parsed tree and where it goes.
#[derive(Clone, Copy)]
struct Visit {
    node: At,
    parent: Option<NodeId>,
    scope: Option<usize>,
}

/// A shadow host: its light children by slot name, and the scope it stands in itself.
struct Scope {
    light: HashMap<String, Vec<At>>,
    outer: Option<usize>,
}

/// Flattens a document in linear time.
pub(super) fn flatten(tree: Tree) -> FlatDom {
    let mut walk = Walk {
        stack: Vec::new(),
        scopes: Vec::new(),
        dom: FlatDom::default(),
        tree,
    };
    let root = walk.tree.root();
    walk.push_all(root.as_slice(), None, None);
    while let Some(step) = walk.stack.pop() {
        match step {
            Step::Close(id) => walk.dom.close(id),
            Step::Visit(visit) => walk.enter(visit),
        }
    }
    walk.dom
}

struct Walk {
    tree: Tree,
    dom: FlatDom,
    stack: Vec<Step>,
    scopes: Vec<Scope>,
}

impl Walk {
    fn push_all(&mut self, nodes: &[At], parent: Option<NodeId>, scope: Option<usize>) {
        let visits = nodes.iter().rev().map(|node| Visit {
            node: *node,
            parent,
            scope,
        });
        self.stack.extend(visits.map(Step::Visit));
    }

    fn push_children(&mut self, of: At, parent: Option<NodeId>, scope: Option<usize>) {
        let visits = self.tree.children(of).rev().map(|node| Visit {
            node,
            parent,
            scope,
        });
        self.stack.extend(visits.map(Step::Visit));
    }

    fn enter(&mut self, visit: Visit) {
        match self.tree.take(visit.node) {
            Held::Text(text) => {
                let inherited = self.inherited(visit.parent);
                let visibility = match visit.parent {
                    Some(parent) => judge(&self.dom, inherited, Place::text(parent)),
                    None => inherited,
                };
                let kind = NodeKind::Text(String::from(text));
                self.dom.open(visit.parent, kind, visibility);
            }
            Held::Element(name, attrs) => self.element(visit, &name, attrs),
            Held::Fragment => self.push_children(visit.node, visit.parent, visit.scope),
            Held::Other => {}
        }
    }

    fn inherited(&self, parent: Option<NodeId>) -> Visibility {
        parent.map_or(Visibility::Visible, |id| self.dom.nodes[id].visibility)
    }

    fn element(&mut self, visit: Visit, name: &str, attrs: Vec<Attribute>) {
        let tag = lower(name);
        let attrs: Vec<(String, String)> = attrs.into_iter().map(named).collect();
        let inherited = self.inherited(visit.parent);
        let place = Place::element(visit.parent, &tag, &attrs);
        let visibility = judge(&self.dom, inherited, place);
        let kind = NodeKind::Element { tag, attrs };
        let id = self.dom.open(visit.parent, kind, visibility);
        self.stack.push(Step::Close(id));
        self.children(visit, id);
    }

    /// Queues what stands inside an element in the flattened tree.
    fn children(&mut self, visit: Visit, id: NodeId) {
        if let Some(root) = self.shadow_root(visit.node) {
            self.scopes.push(Scope {
                light: self.by_slot(visit.node),
                outer: visit.scope,
            });
            let scope = Some(self.scopes.len() - 1);
            self.push_children(root, Some(id), scope);
            return;
        }
        if let Some(scope) = visit.scope
            && self.dom.tag(id) == "slot"
        {
            let name = self.dom.attr(id, "name").unwrap_or("");
            if let Some(assigned) = self.scopes[scope].light.remove(name) {
                let outer = self.scopes[scope].outer;
                self.push_all(&assigned, Some(id), outer);
                return;
            }
        }
        self.push_children(visit.node, Some(id), visit.scope);
    }

    /// The first child template that declares an open shadow root.
    fn shadow_root(&self, host: At) -> Option<At> {
        let mut children = self.tree.children(host);
        self.tree
            .shadows
            .then(|| children.find(|child| self.is_shadow_root(*child)))?
    }

    fn is_shadow_root(&self, node: At) -> bool {
        match self.tree.held(node) {
            Held::Element(name, attrs) => {
                &**name == "template" && attrs.iter().any(declares_shadow)
            }
            _ => false,
        }
    }

    fn by_slot(&self, host: At) -> HashMap<String, Vec<At>> {
        let mut light: HashMap<String, Vec<At>> = HashMap::new();
        for child in self.tree.children(host) {
            let name = match self.tree.held(child) {
                Held::Element(..) if self.is_shadow_root(child) => continue,
                Held::Element(_, attrs) => {
                    let slot = attrs.iter().find(|one| &*one.name.local == "slot");
                    slot.map_or("", |one| &*one.value)
                }
                Held::Text(text) if !text.trim().is_empty() => "",
                _ => continue,
            };
            light.entry(name.to_owned()).or_default().push(child);
        }
        light
    }
}

fn named(attr: Attribute) -> (String, String) {
    let mut name = lower(&attr.name.local);
    if let Some(prefix) = attr.name.prefix {
        name = format!("{prefix}:{name}");
    }
    (name, String::from(attr.value))
}

fn lower(name: &str) -> String {
    name.to_ascii_lowercase()
}
