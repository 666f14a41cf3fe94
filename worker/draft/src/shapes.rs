//! Fields that hold more than one value: lists, objects, lists of objects, mapped into the schema's
//! own shape.

mod parts;

use std::collections::HashSet;

use domain::evidence::Reason;
use domain::schema::{Field, JsonType};
use domain::snapshot::NodeId;
use serde_json::{Map, Value};

use crate::bylines::is_name;
use crate::claims::of_entity;
use crate::dom::Page;
use crate::entity::{each, types};
use crate::fill::{Filled, Filler, Verdict, is_of};
use crate::labels::Pair;
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::seen::leads_nowhere;
use crate::sense::withheld;
use crate::values::{Read, read};
use crate::vocabulary::{Kind, is_person};
use crate::words::{says, squash};
use crate::{bylines, headed, link_claims, names};

/// An element that holds several lines with labels has no more text, in bytes.
const LINES: u32 = 1_000;

impl Filler<'_> {
    /// A list field: every statement of the first source that makes any.
    pub(crate) fn list(&self, field: &Field, wanted: &Wanted) -> Filled {
        let Some(element) = field.element.as_deref() else {
            return Filled::Empty(Reason::NotStated);
        };
        let pairs = self.current(wanted);
        if let Some(quote) = withheld(&pairs, wanted) {
            return Filled::Empty(Reason::Undisclosed { quote });
        }
        let seen: Vec<Claim> = pairs
            .iter()
            .flat_map(|pair| self.parts(pair, wanted))
            .collect();
        let mut groups = vec![seen];
        let stated = [self.metadata(wanted), vec![self.metas(wanted)]].concat();
        groups.extend(self.bylined(wanted, &stated));
        if is_of(wanted, "keywords") {
            let tags = link_claims::tags(self.evidence);
            groups.extend([self.metadata(wanted), vec![tags]].concat());
        }
        groups.extend(stated);
        if is_of(wanted, "author") && wanted.kind == Kind::Text {
            groups.push(bylines::each(self.evidence, self.evidence.title_node()));
            groups.extend(self.credited_alone(element, wanted));
        }
        groups.push(headed::items(self.evidence, wanted));
        let mut refusal = None;
        for group in groups {
            let mut items: Vec<Value> = Vec::new();
            let mut known = HashSet::new();
            let mut first = None;
            for claim in group
                .iter()
                .flat_map(flattened)
                .flat_map(|claim| split(claim, wanted))
            {
                match read(element, &claim.value, self.reading(wanted, claim.machine)) {
                    Read::Value(value) if known.insert(key(&value, wanted)) => {
                        first.get_or_insert(claim);
                        items.push(value);
                    }
                    Read::Refused { code, got } => {
                        refusal.get_or_insert(Reason::Refused { code, got });
                    }
                    _ => {}
                }
            }
            if let Some(first) = first {
                return self.whole(field, &Value::Array(items), &first);
            }
        }
        Filled::Empty(refusal.unwrap_or(Reason::NotStated))
    }

    /// The items of a labelled list: its list items or links, else what commas separate.
    pub(crate) fn parts(&self, pair: &Pair, wanted: &Wanted) -> Vec<Claim> {
        let page = self.evidence.page;
        let below = page.dom.descendants(pair.node);
        let people = is_person(wanted.concept);
        let cut = people.then(|| bylines::before_bar(&pair.value)).flatten();
        let stated = cut.unwrap_or(&pair.value);
        // Other lines of the same small element may hold links, too.
        let value = page.is_small(pair.node, LINES).then(|| squash(stated));
        let held = |id: &NodeId| {
            value.as_ref().is_none_or(|value| {
                let item = squash(&page.text(*id));
                item.is_empty() || says(value, &item)
            })
        };
        for tag in ["li", "a"] {
            let mut items: Vec<_> = below
                .clone()
                .filter(|id| page.dom.tag(*id) == tag && page.ink(*id) > 0)
                .filter(held)
                .collect();
            let several = items.len() > 1;
            // Beside links to pages, one that leads nowhere does something: "Get alerts".
            let acts = |id: &NodeId| page.dom.attr(*id, "href").is_some_and(leads_nowhere);
            if tag == "a" && !items.iter().all(acts) {
                items.retain(|id| !acts(id));
            }
            if several || tag == "li" && !items.is_empty() {
                return items
                    .iter()
                    .map(|id| Claim::seen(&page.text(*id), pair.source, pair.label.clone()))
                    .collect();
            }
        }
        let marks = [',', ';', '、', '，'];
        let broken = below.clone().any(|id| page.dom.tag(id) == "br");
        let lines = (broken && !stated.contains(marks)).then(|| lines_of(page, pair.node));
        // The label may stand in the same element.
        let lined =
            lines.filter(|lines| squash(lines) == squash(stated) && are_items(lines, wanted));
        let value = lined.as_deref().unwrap_or(stated);
        let whole = people && is_turned(value);
        let parts = value
            .split(|ch: char| marks.contains(&ch) && !(whole && ch == ',') || ch == '\n')
            .map(str::trim)
            .filter(|part| !part.is_empty());
        parts
            .map(|part| Claim::seen(part, pair.source, pair.label.clone()))
            .collect()
    }

    /// An object or a list of objects: each described thing mapped into the schema's own shape.
    pub(crate) fn nested(&self, field: &Field, wanted: &Wanted) -> Filled {
        let element = field.element.as_deref();
        let shape = shape(field);
        let mut made: Vec<(Value, Claim)> = Vec::new();
        for claim in self
            .metadata(wanted)
            .into_iter()
            .next()
            .into_iter()
            .flatten()
        {
            if claim.value.is_object()
                && let Some(object) = self.object(shape, &claim)
            {
                made.push((object, claim));
            }
        }
        let Some((_, first)) = made.first().cloned() else {
            return if element.is_some() {
                Filled::Empty(Reason::NotStated)
            } else {
                self.apart(field)
            };
        };
        if element.is_some() {
            let items = made.into_iter().map(|(object, _)| object).collect();
            return self.whole(field, &Value::Array(items), &first);
        }
        if made.iter().any(|(object, _)| *object != made[0].0) {
            let values = made.iter().map(|(object, _)| object.to_string()).collect();
            return Filled::Empty(Reason::Conflict { values });
        }
        self.whole(field, &made.remove(0).0, &first)
    }

    /// An object whose parts the page states one by one: an address line under each of its labels, a rating
    /// and how many gave one.
    fn apart(&self, field: &Field) -> Filled {
        let (mut map, mut receipt) = (Map::new(), None);
        for child in &field.children {
            let found = parts::names(field, child).into_iter().find_map(|name| {
                let alone = Field {
                    name,
                    ..child.clone()
                };
                match self.field(&alone) {
                    Filled::Value(value, from) => Some((value, from)),
                    Filled::Empty(_) => None,
                }
            });
            match found {
                Some((value, from)) => {
                    receipt.get_or_insert(from);
                    map.insert(child.name.clone(), value);
                }
                None if child.nullable => {
                    map.insert(child.name.clone(), Value::Null);
                }
                None => {}
            }
        }
        let made = receipt.map(|receipt| (self.checked(field, &Value::Object(map)), receipt));
        match made {
            Some((Read::Value(value), receipt)) => Filled::Value(value, receipt),
            Some((Read::Refused { code, got }, _)) => Filled::Empty(Reason::Refused { code, got }),
            _ => Filled::Empty(Reason::NotStated),
        }
    }

    /// One object in the schema's shape; `None` if nothing of it is stated.
    pub(crate) fn object(&self, shape: &[Field], from: &Claim) -> Option<Value> {
        let mut map = Map::new();
        let mut stated = false;
        for child in shape {
            let wanted = Wanted::of(child, &[]);
            let at = (from.path.as_str(), from.source);
            let claims = of_entity(&self.evidence.graph, &from.value, at, &wanted);
            let value = if is_list(child) {
                self.items(child, &wanted, &claims)
            } else if is_nested(child) {
                claims
                    .iter()
                    .find_map(|claim| self.object(&child.children, claim))
            } else {
                match self.settle(child, &wanted, &claims) {
                    Verdict::Accepted(value, _) => Some(value),
                    _ => None,
                }
            };
            match value {
                Some(value) => {
                    stated = true;
                    map.insert(child.name.clone(), value);
                }
                None if child.nullable => {
                    map.insert(child.name.clone(), Value::Null);
                }
                None => {}
            }
        }
        stated.then_some(Value::Object(map))
    }

    pub(crate) fn items(&self, field: &Field, wanted: &Wanted, claims: &[Claim]) -> Option<Value> {
        let element = field.element.as_deref()?;
        let mut items = Vec::new();
        for claim in claims.iter().flat_map(flattened) {
            if let Read::Value(value) =
                read(element, &claim.value, self.reading(wanted, claim.machine))
            {
                items.push(value);
            }
        }
        (!items.is_empty()).then_some(Value::Array(items))
    }
}

/// The declared properties of an object, or of the objects of a list.
pub(crate) fn shape(field: &Field) -> &[Field] {
    let element = field.element.as_deref();
    let of_items = element.filter(|element| !element.children.is_empty());
    of_items.map_or(&field.children, |element| &element.children)
}

/// Whether a field is a list of plain values.
pub(crate) fn is_list(field: &Field) -> bool {
    field.types.contains(&JsonType::Array) && !field.types.contains(&JsonType::String)
}

/// Whether a field is an object or a list of objects with declared properties.
pub(crate) fn is_nested(field: &Field) -> bool {
    !shape(field).is_empty()
}

/// Sections of steps give their steps (schema.org `HowToSection`), other claims themselves.
fn flattened(claim: &Claim) -> Vec<Claim> {
    let inner = claim.value.get("itemListElement");
    if inner.is_none() || types(&claim.value).all(|kind| kind == "HowToStep") {
        let text = claim
            .value
            .get("text")
            .filter(|_| types(&claim.value).any(|kind| kind.starts_with("HowTo")));
        let value = text.unwrap_or(&claim.value).clone();
        return vec![Claim {
            value,
            ..claim.clone()
        }];
    }
    let steps = each(inner).map(|step| Claim {
        value: step
            .get("text")
            .or_else(|| step.get("item"))
            .unwrap_or(step)
            .clone(),
        ..claim.clone()
    });
    steps.collect()
}

/// Whether commas stand within names whose last parts come first: "Lind, Tove; Rask, Bo".
fn is_turned(names: &str) -> bool {
    let turned = |name: &str| {
        let parts = name.split_once(',');
        parts.is_some_and(|(last, first)| !first.contains(',') && !last.trim().contains(' '))
    };
    names.contains(',') && names.split(';').map(str::trim).all(turned)
}

/// What a node says, one line for each that its line breaks part.
fn lines_of(page: &Page<'_>, node: NodeId) -> String {
    let mut told = String::new();
    for at in page.dom.descendants(node) {
        if page.dom.tag(at) == "br" {
            told.push('\n');
        } else if let Some(text) = page.said(at) {
            let words: Vec<&str> = text.split_whitespace().collect();
            told.push_str(&words.join(" "));
            told.push(' ');
        }
    }
    told
}

/// Whether lines are items of their own: people each by name, else none that goes on with the one before it.
fn are_items(lines: &str, wanted: &Wanted) -> bool {
    let mut each = lines.lines().map(str::trim).filter(|line| !line.is_empty());
    if is_person(wanted.concept) {
        return each.all(is_name);
    }
    let small = lines.trim_start().starts_with(char::is_lowercase);
    let goes_on =
        |line: &str| line.starts_with('(') || !small && line.starts_with(char::is_lowercase);
    !each.any(goes_on)
}

/// What tells the items of a list apart: people by letters and digits, all else as it is written.
fn key(value: &Value, wanted: &Wanted) -> String {
    let name = value.as_str().filter(|_| is_person(wanted.concept));
    name.map_or_else(|| value.to_string(), squash)
}

/// Keywords written as one text are several, and so are the names in "A, B and C".
fn split(claim: Claim, wanted: &Wanted) -> Vec<Claim> {
    let named = claim
        .value
        .as_str()
        .or_else(|| claim.value.get("name")?.as_str());
    let firm = || types(&claim.value).any(|kind| kind.ends_with("Organization"));
    let person = is_person(wanted.concept) && wanted.kind != Kind::Link && !firm();
    if let Some(text) = named.filter(|text| person && (!claim.machine || names::are_joined(text))) {
        let names = names::each_of(bylines::without_paper(text));
        let of = |name: String| Claim {
            value: Value::from(name),
            ..claim.clone()
        };
        if names.len() > 1 {
            return names.into_iter().map(of).collect();
        }
    }
    let listed = wanted.concept.is_some_and(|concept| {
        matches!(
            concept.id.as_str(),
            "keywords" | "skills" | "employmentType" | "category" | "recipeCuisine"
        )
    });
    match claim.value.as_str() {
        Some(text) if listed && text.contains(',') => {
            let parts = text
                .split(',')
                .map(str::trim)
                .filter(|part| !part.is_empty());
            parts
                .map(|part| Claim {
                    value: Value::from(part),
                    ..claim.clone()
                })
                .collect()
        }
        _ => vec![claim],
    }
}

#[cfg(test)]
mod tests;
