//! Compiled shapes as the fields other rooms see.

use super::node::{Arena, NodeId};
use super::{AnswerSchema, Field, Guard};

/// How many levels of nested fields a field carries; deeper ones come from
/// [`AnswerSchema::field_at`].
const LEVELS: usize = 1;
/// How many levels of lists in lists a field carries.
const LISTS: usize = 2;

/// A property as a field.
pub(super) fn of(arena: &Arena, id: NodeId, name: &str, required: bool) -> Field {
    with_levels(arena, id, name, required, (LEVELS, LISTS))
}

/// The properties of an object as fields.
pub(super) fn all(arena: &Arena, id: NodeId) -> Vec<Field> {
    fields(arena, id, LEVELS)
}

fn fields(arena: &Arena, id: NodeId, levels: usize) -> Vec<Field> {
    let node = arena.node(id);
    let properties = node.properties.iter();
    properties
        .map(|(name, id)| {
            with_levels(
                arena,
                *id,
                name,
                node.required.contains(name),
                (levels, LISTS),
            )
        })
        .collect()
}

fn with_levels(
    arena: &Arena,
    id: NodeId,
    name: &str,
    required: bool,
    (levels, lists): (usize, usize),
) -> Field {
    let node = arena.node(id);
    let inner = node.element.unwrap_or(id);
    let below = levels.checked_sub(1);
    Field {
        name: name.to_owned(),
        pointer: node.pointer().to_owned(),
        title: node.title.clone(),
        description: node.description.clone(),
        types: node.types.clone(),
        nullable: node.nullable,
        required,
        guard: Guard::on(name, node),
        format: node.format.clone(),
        closed_set: node.closed_set.clone(),
        default: node.default.clone(),
        children: below.map_or_else(Vec::new, |below| fields(arena, inner, below)),
        element: node
            .element
            .filter(|_| lists > 0)
            .map(|element| Box::new(with_levels(arena, element, name, false, (0, lists - 1)))),
    }
}

impl AnswerSchema {
    /// The field whose sub-schema is at this pointer, however deep or recursive, with one level of
    /// its own nested fields.
    #[must_use]
    pub fn field_at(&self, pointer: &str) -> Option<Field> {
        let nodes = &self.arena.nodes;
        for parent in nodes {
            let found = parent
                .properties
                .iter()
                .find(|(_, id)| nodes[*id].pointer() == pointer);
            if let Some((name, id)) = found {
                return Some(of(&self.arena, *id, name, parent.required.contains(name)));
            }
        }
        let id = nodes.iter().position(|node| node.pointer() == pointer)?;
        Some(of(&self.arena, id, "", false))
    }
}
