//! Closed sets (enum and const): membership, the sets of a schema, and the members a value uses.

use std::collections::BTreeSet;

use caseless::default_case_fold_str;
use serde_json::Value;

use super::node::NodeId;
use super::{AnswerSchema, ClosedSet, JsonType, graph, joined};

/// A closed set of a schema, for evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct ClosedSetPlace {
    /// Pointer of the field (or list element) in the schema.
    pub pointer: String,
    /// The property's name.
    pub name: String,
    /// Whether it belongs to a row; else to a top-level field.
    pub row: bool,
    /// Its text members, in schema order: only texts need evidence.
    pub members: Vec<String>,
    /// Titles of members: member to its further spelling.
    pub titles: Vec<(String, String)>,
    /// Members that mean "not stated" and need no evidence.
    pub not_stated: Vec<String>,
}

/// A member of a closed set that a value uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedMember {
    /// Pointer of the closed set's field in the schema, as in [`ClosedSetPlace::pointer`].
    pub pointer: String,
    /// The member.
    pub member: String,
    /// Pointer of the text within the value.
    pub place: String,
}

/// Whether a member means that nothing is stated, so that it needs no evidence and counts as empty.
#[must_use]
pub fn is_not_stated(member: &str) -> bool {
    const WORDS: [&str; 12] = [
        "unknown",
        "na",
        "unspecified",
        "unstated",
        "notstated",
        "notspecified",
        "notgiven",
        "notprovided",
        "notavailable",
        "notdisclosed",
        "undisclosed",
        "notknown",
    ];
    WORDS.contains(&joined(member).as_str())
}

/// What a closed set says to a value.
pub(super) enum Settled {
    /// The set does not speak of values of this type.
    Open,
    /// The member, as the schema writes it.
    Member(Value),
    /// It is none.
    No,
}

/// Finds the member a value stands for: equal, or equal but for case if only one is.
pub(super) fn settle(set: Option<&ClosedSet>, value: &Value) -> Settled {
    let (Some(set), Some(kind)) = (set, JsonType::of(value)) else {
        return Settled::Open;
    };
    let equal = |member: &&Value| {
        *member == value || (member.is_number() && member.as_f64() == value.as_f64())
    };
    if set.members.iter().any(|m| equal(&m)) {
        return Settled::Member(value.clone());
    }
    if let Some(text) = value.as_str() {
        let folded = default_case_fold_str(text);
        let alike = |m: &&Value| {
            m.as_str()
                .is_some_and(|m| default_case_fold_str(m) == folded)
        };
        let mut found = set.members.iter().filter(alike);
        if let (Some(member), None) = (found.next(), found.next()) {
            return Settled::Member(member.clone());
        }
    }
    let number = |kind| matches!(kind, JsonType::Integer | JsonType::Number);
    let spoken =
        |m: &Value| JsonType::of(m).is_some_and(|k| k == kind || (number(k) && number(kind)));
    if set.members.is_empty() || set.members.iter().any(spoken) {
        Settled::No
    } else {
        Settled::Open
    }
}

impl AnswerSchema {
    /// Every closed set of texts in the schema, each place once, in schema order.
    #[must_use]
    pub fn closed_sets(&self) -> Vec<ClosedSetPlace> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        let item = self.roles.answer.as_ref().and_then(|a| a.item);
        let list = self.roles.answer.as_ref().map(|a| a.list);
        // The answer array's own subtree belongs to rows; a shape both share counts for both.
        let starts = [(Some(self.roles.root), false), (item, true)];
        for (start, row) in starts {
            let mut open: Vec<(NodeId, String)> =
                start.into_iter().map(|id| (id, String::new())).collect();
            while let Some((id, name)) = open.pop() {
                if (!row && Some(id) == list) || !seen.insert((id, row)) {
                    continue;
                }
                found.extend(self.place(id, &name, row));
                open.extend(self.inside(id, &name).into_iter().rev());
            }
        }
        found
    }

    fn place(&self, id: NodeId, name: &str, row: bool) -> Option<ClosedSetPlace> {
        let node = self.arena.node(id);
        let set = node.closed_set.as_ref()?;
        let texts = set.members.iter().filter_map(Value::as_str);
        let members: Vec<String> = texts.map(str::to_owned).collect();
        let not_stated = members
            .iter()
            .filter(|m| is_not_stated(m))
            .cloned()
            .collect();
        (!members.is_empty()).then(|| ClosedSetPlace {
            pointer: node.pointer().to_owned(),
            name: name.to_owned(),
            row,
            members,
            titles: [set.titles.clone(), self.alias_titles(name)].concat(),
            not_stated,
        })
    }

    fn inside(&self, id: NodeId, name: &str) -> Vec<(NodeId, String)> {
        let node = self.arena.node(id);
        let items = node
            .prefix
            .iter()
            .copied()
            .chain(node.element)
            .chain(node.extra);
        let named = node.properties.iter().map(|(name, id)| (*id, name.clone()));
        named.chain(items.map(|id| (id, name.to_owned()))).collect()
    }

    /// Members of closed sets that a stored row uses, at any depth.
    pub fn members_in_row(&self, row: &Value) -> Vec<UsedMember> {
        let item = self.roles.answer.as_ref().and_then(|a| a.item);
        item.map_or_else(Vec::new, |id| self.members_of(id, row))
    }

    /// Members of closed sets that the value of a top-level field uses, at any depth. Rows inside
    /// it are left out.
    pub fn members_in_top(&self, name: &str, value: &Value) -> Vec<UsedMember> {
        let id = self.arena.property(self.roles.root, name);
        id.map_or_else(Vec::new, |id| self.members_of(id, value))
    }

    fn members_of(&self, id: NodeId, value: &Value) -> Vec<UsedMember> {
        let rows = self.roles.answer.as_ref().map(|a| a.list);
        let mut found = Vec::new();
        let mut open = vec![(id, value, String::new())];
        while let Some((id, value, place)) = open.pop() {
            let node = self.arena.node(id);
            match value {
                Value::String(_) => {
                    if let Settled::Member(Value::String(member)) =
                        settle(node.closed_set.as_ref(), value)
                    {
                        found.push(UsedMember {
                            pointer: node.pointer().to_owned(),
                            member,
                            place,
                        });
                    }
                }
                Value::Array(list) if Some(id) != rows => {
                    let inner = list.iter().enumerate().rev();
                    open.extend(inner.filter_map(|(at, value)| {
                        let shape = node.prefix.get(at).copied().or(node.element)?;
                        Some((shape, value, format!("{place}/{at}")))
                    }));
                }
                Value::Object(map) => open.extend(map.iter().rev().filter_map(|(name, value)| {
                    let shape = self.arena.property(id, name).or(node.extra)?;
                    Some((shape, value, graph::step(&place, name)))
                })),
                _ => {}
            }
        }
        found
    }
}
