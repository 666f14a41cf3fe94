//! Which part of a document plays which role: the root object, the answer array, its item.

use std::collections::BTreeSet;

use super::node::{Arena, Node, NodeId};
use super::source::refused;
use super::{Finding, ItemKind, JsonType, document::ROOT_LIST, graph};

/// The roles of a compiled schema.
#[derive(Debug, Clone, Default)]
pub(super) struct Roles {
    /// The root, or the list at the root.
    pub(super) root: NodeId,
    /// Names from the root object to the answer array, its node and its item's.
    pub(super) answer: Option<Answer>,
    /// The root is a list.
    pub(super) wrapped: bool,
}

/// The answer array.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub(super) path: Vec<String>,
    pub(super) list: NodeId,
    /// Absent where items are not described.
    pub(super) item: Option<NodeId>,
    pub(super) kind: ItemKind,
}

/// Finds the roles; `named` is the answer array the job names.
///
/// # Errors
/// A root that is neither an object with properties nor a list; a named array that is none.
pub(super) fn find(arena: &Arena, named: Option<&str>) -> Result<Roles, Finding> {
    let root = arena.node(0);
    let wrapped = is_list(root);
    if wrapped {
        let path = vec![ROOT_LIST.to_owned()];
        let fits = named.is_none_or(|name| name.is_empty() || name == ROOT_LIST);
        let answer = Some(answer_at(arena, 0, path));
        return if fits {
            Ok(Roles {
                root: 0,
                answer,
                wrapped,
            })
        } else {
            Err(no_such_array(named.unwrap_or_default(), &[]))
        };
    }
    if !root.only(JsonType::Object) {
        let message = "the root must be an object with properties, or a list";
        return Err(refused(graph::step("", "type"), message));
    }
    if root.properties.is_empty() {
        return Err(refused(
            "",
            "declares no properties: there is nothing to fill",
        ));
    }
    let lists = lists(arena);
    let answer = match named {
        Some(name) => Some(by_name(&lists, name)?),
        None => lists
            .iter()
            .find(|a| a.kind == ItemKind::Object)
            .or(lists.first())
            .cloned(),
    };
    Ok(Roles {
        root: 0,
        answer,
        wrapped,
    })
}

/// Whether a value of this shape is a list.
pub(super) fn is_list(node: &Node) -> bool {
    node.only(JsonType::Array)
}

/// Every list below the root that is reached through objects only, in document order.
fn lists(arena: &Arena) -> Vec<Answer> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let mut open: Vec<(NodeId, Vec<String>)> = vec![(0, Vec::new())];
    while let Some((id, path)) = open.pop() {
        let node = arena.node(id);
        if !path.is_empty() && is_list(node) {
            found.push(answer_at(arena, id, path));
            continue;
        }
        if !node.only(JsonType::Object) || !seen.insert(id) {
            continue;
        }
        for (name, next) in node.properties.iter().rev() {
            let mut deeper = path.clone();
            deeper.push(name.clone());
            open.push((*next, deeper));
        }
    }
    found
}

fn answer_at(arena: &Arena, list: NodeId, path: Vec<String>) -> Answer {
    let item = arena.node(list).element;
    Answer {
        path,
        list,
        item,
        kind: item.map_or(ItemKind::Untyped, |id| kind_of(arena.node(id))),
    }
}

fn kind_of(item: &Node) -> ItemKind {
    if item.only(JsonType::Object) {
        ItemKind::Object
    } else if item.types.is_empty() || item.types.contains(&JsonType::Object) {
        ItemKind::Untyped
    } else {
        ItemKind::Scalar
    }
}

/// A list named by its property, its path with dots, or its JSON pointer in the document.
fn by_name(lists: &[Answer], name: &str) -> Result<Answer, Finding> {
    let spelled = |answer: &&Answer| {
        let pointer = answer
            .path
            .iter()
            .fold(String::new(), |p, s| graph::step(&p, s));
        answer.path.join(".") == name || pointer == name
    };
    let by_last = |answer: &&Answer| answer.path.last().is_some_and(|last| last == name);
    let found = lists
        .iter()
        .find(spelled)
        .or_else(|| lists.iter().find(by_last));
    found.cloned().ok_or_else(|| no_such_array(name, lists))
}

fn no_such_array(name: &str, lists: &[Answer]) -> Finding {
    let known: Vec<String> = lists.iter().map(|a| a.path.join(".")).collect();
    let known = if known.is_empty() {
        "none".to_owned()
    } else {
        known.join(", ")
    };
    Finding {
        pointer: "/answer".into(),
        code: "unknown_answer".into(),
        message: format!(
            "the schema has no array `{}`; its arrays are: {known}",
            super::clip(name, 100)
        ),
    }
}
