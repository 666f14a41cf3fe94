//! Nodes that others name as who wrote, published or made them: what those say of themselves is not said of the
//! page's thing.

use std::collections::HashSet;

use serde_json::Value;

use crate::about::{Hints, is_of_site, name_of};
use crate::addresses::Whose;
use crate::entity::{Entity, Graph, each, has_type, types};

/// Properties that name who stands behind a thing, or its sign.
const ROLES: [&str; 9] = [
    "author",
    "creator",
    "editor",
    "contributor",
    "reviewedBy",
    "publisher",
    "brand",
    "manufacturer",
    "logo",
];

/// The nodes of a page, by `@id`, that another node names so.
#[derive(Debug, Default)]
pub(super) struct Roles<'a> {
    /// By a thing, and by a page or the site: a company is a site's publisher, and what its page is about.
    of_thing: HashSet<&'a str>,
    of_site: HashSet<&'a str>,
}

impl<'a> Roles<'a> {
    /// Looks through all metadata once.
    pub(super) fn of(graph: &'a Graph) -> Self {
        let mut found = Self::default();
        let mut open: Vec<&Value> = graph.entities.iter().map(|entity| &entity.value).collect();
        while let Some(value) = open.pop() {
            match value {
                Value::Array(items) => open.extend(items),
                Value::Object(map) => {
                    let named = ROLES.iter().flat_map(|role| each(map.get(*role)));
                    let ids = named.filter_map(|node| node.get("@id")?.as_str());
                    if types(value).any(is_of_site) {
                        found.of_site.extend(ids);
                    } else {
                        found.of_thing.extend(ids);
                    }
                    open.extend(map.values());
                }
                _ => {}
            }
        }
        found
    }

    /// Whether a node stands behind another and is not what the page is about by its own name, address or markup.
    pub(super) fn holds(&self, entity: &Entity, hints: &Hints) -> bool {
        let Some(id) = entity.value.get("@id").and_then(Value::as_str) else {
            return false;
        };
        let of_site = || has_type(&entity.value, "Person") && self.of_site.contains(id);
        let name = name_of(&entity.value);
        let own = || {
            entity.main
                || hints.addresses.whose(&entity.value) == Whose::Own
                || hints.titles.contains(&name)
        };
        (self.of_thing.contains(id) || of_site()) && !own()
    }
}

#[cfg(test)]
mod tests;
