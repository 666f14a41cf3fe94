//! Compiled shapes: one for each distinct kind of value a schema speaks of, in an arena, so that
//! recursive schemas are plain loops between ids.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::expand::{Conjunction, Expander};
use super::source::refused;
use super::{ClosedSet, Finding, JsonType, graph, shape};

/// An index into [`Arena::nodes`].
pub(super) type NodeId = usize;

/// The most distinct shapes a schema may have.
const MAX_NODES: usize = 20_000;

/// What a schema says about one kind of value.
#[derive(Debug, Clone, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts of a schema"
)]
pub(super) struct Node {
    pub(super) key: Vec<Conjunction>,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    /// Besides null; empty means any.
    pub(super) types: Vec<JsonType>,
    pub(super) nullable: bool,
    pub(super) format: Option<String>,
    pub(super) closed_set: Option<ClosedSet>,
    pub(super) default: Option<Value>,
    /// Declared properties in schema order.
    pub(super) properties: Vec<(String, NodeId)>,
    /// Keys every alternative requires.
    pub(super) required: BTreeSet<String>,
    /// Undeclared keys are refused.
    pub(super) closed: bool,
    /// Keys may be declared by pattern.
    pub(super) patterned: bool,
    /// The items of a list.
    pub(super) element: Option<NodeId>,
    /// The first items of a list, if they differ (`prefixItems`).
    pub(super) prefix: Vec<NodeId>,
    /// The values of undeclared keys.
    pub(super) extra: Option<NodeId>,
    /// The name of the definition it refers to.
    pub(super) definition: Option<String>,
    /// Alternatives that are not null.
    pub(super) alternatives: usize,
    /// There were too many alternatives to lay out.
    pub(super) cut: bool,
}

impl Node {
    /// Pointer of the place in the schema that introduces it.
    pub(super) fn pointer(&self) -> &str {
        let first = self.key.first().and_then(|all| all.first());
        first.map_or("", String::as_str)
    }

    /// Whether it admits this type and no other but null.
    pub(super) fn only(&self, kind: JsonType) -> bool {
        self.types == [kind]
    }
}

/// All shapes of a schema.
#[derive(Debug, Default)]
pub(super) struct Arena {
    pub(super) nodes: Vec<Node>,
}

impl Arena {
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// The node of a declared property.
    pub(super) fn property(&self, id: NodeId, name: &str) -> Option<NodeId> {
        let found = self.node(id).properties.iter().find(|(n, _)| n == name);
        found.map(|&(_, id)| id)
    }
}

/// Compiles every shape reachable from the root, which gets id 0.
///
/// # Errors
/// Too many shapes.
pub(super) fn compile(root: &Value) -> Result<Arena, Finding> {
    let mut builder = Builder {
        expander: Expander::new(root),
        ids: HashMap::new(),
        keys: Vec::new(),
    };
    builder.id(vec![vec![String::new()]]);
    let mut arena = Arena::default();
    while let Some(key) = builder.keys.get(arena.nodes.len()).cloned() {
        if builder.keys.len() > MAX_NODES {
            return Err(refused(
                "",
                format!("has more than {MAX_NODES} different shapes"),
            ));
        }
        arena.nodes.push(builder.node(key));
    }
    Ok(arena)
}

struct Builder<'a> {
    expander: Expander<'a>,
    ids: HashMap<Vec<Conjunction>, NodeId>,
    keys: Vec<Vec<Conjunction>>,
}

impl Builder<'_> {
    fn id(&mut self, key: Vec<Conjunction>) -> NodeId {
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let id = self.keys.len();
        self.keys.push(key.clone());
        self.ids.insert(key, id);
        id
    }

    fn node(&mut self, key: Vec<Conjunction>) -> Node {
        let alternatives = self.expander.of_key(&key);
        let cut = alternatives.cut;
        let mut node = Node {
            key,
            cut,
            ..Node::default()
        };
        let branches: Vec<shape::Branch> = alternatives
            .list
            .iter()
            .map(|all| shape::Branch::of(&self.expander, all))
            .collect();
        shape::describe(&mut node, &branches);
        let branches: Vec<&shape::Branch> = branches.iter().filter(|b| !b.only_null()).collect();
        node.alternatives = branches.len();
        self.link_properties(&mut node, &branches);
        node.closed = !branches.is_empty() && branches.iter().all(|b| b.closed);
        node.patterned = branches.iter().any(|b| b.patterned);
        node.required = shape::required(&branches);
        node.element = self.link(&branches, |b| &b.items);
        node.extra = self.link(&branches, |b| &b.extra);
        let longest = branches.iter().map(|b| b.prefix.len()).max().unwrap_or(0);
        for at in 0..longest {
            let empty = Conjunction::new();
            let found = self.link(&branches, |b| b.prefix.get(at).unwrap_or(&empty));
            node.prefix.extend(found);
        }
        node
    }

    /// Every branch that declares the property adds an alternative for it.
    fn link_properties(&mut self, node: &mut Node, branches: &[&shape::Branch]) {
        let mut names: Vec<&String> = Vec::new();
        let mut seen = BTreeSet::new();
        for (name, _) in branches.iter().flat_map(|b| &b.properties) {
            if seen.insert(name) {
                names.push(name);
            }
        }
        for property in names {
            let declared = branches.iter().filter_map(|b| b.property(property));
            let mut key: Vec<Conjunction> = Vec::new();
            for all in declared {
                if !key.contains(all) {
                    key.push(all.clone());
                }
            }
            node.properties.push((property.clone(), self.id(key)));
        }
    }

    fn link<'b>(
        &mut self,
        branches: &[&'b shape::Branch],
        part: impl Fn(&'b shape::Branch) -> &'b Conjunction,
    ) -> Option<NodeId> {
        let mut key: Vec<Conjunction> = Vec::new();
        for branch in branches {
            let all = part(branch);
            if !all.is_empty() && !key.contains(all) {
                key.push(all.clone());
            }
        }
        (!key.is_empty()).then(|| self.id(key))
    }
}

/// The name of the definition a schema refers to.
pub(super) fn definition_name(schema: &Value) -> Option<String> {
    let target = graph::local_target(schema)?;
    let parent = target.rsplit_once('/')?.0;
    let named = parent.ends_with("/$defs") || parent.ends_with("/definitions");
    named.then(|| graph::last_step(&target))
}
