//! The trail to a page: the places above it, outermost first, as its breadcrumbs name them (WAI-ARIA
//! Authoring Practices: Breadcrumb; schema.org `BreadcrumbList`). What a person sees is read in `crumbs`.

mod crumbs;
mod names;
mod parted;
mod steps;

use domain::evidence::{Reason, Receipt, Source};
use domain::schema::{Field, JsonType};
use serde_json::{Value, json};

use crate::entity::{each, has_type};
use crate::evidence::Evidence;
use crate::fill::{Filled, Filler};
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::shapes::{is_nested, shape};
use crate::values::{Read, read};
use crate::words::squash;

/// Between the steps of a trail that is wanted as one text.
const BETWEEN: &str = " > ";

/// One place of a trail.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Step {
    /// What it is called.
    pub name: String,
    /// Its address, absolute.
    pub url: Option<String>,
}

/// A trail and where it is stated.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Trail {
    /// Its places, at least one.
    pub steps: Vec<Step>,
    /// Where it stands, and its words.
    pub receipt: Receipt,
}

impl Trail {
    /// Whether it names all places of another in a row, and more.
    fn extends(&self, other: &Self) -> bool {
        let names = |trail: &Self| -> Vec<String> {
            trail.steps.iter().map(|step| squash(&step.name)).collect()
        };
        let (own, other) = (names(self), names(other));
        own.len() > other.len() && own.windows(other.len()).any(|part| part == other)
    }
}

impl Filler<'_> {
    /// The page's trail in the shape that a field wants; `None` where the page states none.
    pub(crate) fn trail(&self, field: &Field, wanted: &Wanted) -> Option<Filled> {
        let Trail { steps, receipt } = trail(self.evidence)?;
        let value = match field.element.as_deref() {
            None if field.types.contains(&JsonType::String) => {
                let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
                Value::from(names.join(BETWEEN))
            }
            None => return None,
            Some(element) if !is_nested(field) => {
                let style = self.reading(wanted, true);
                let names = steps.iter().map(|step| Value::from(step.name.as_str()));
                let names = names.filter_map(|name| match read(element, &name, style) {
                    Read::Value(value) => Some(value),
                    _ => None,
                });
                names.collect()
            }
            Some(_) => {
                let place = |(at, step): (usize, &Step)| {
                    let path = format!("{}[{at}]", receipt.path);
                    let claim = Claim::machine(described(at + 1, step), receipt.source, path);
                    self.object(shape(field), &claim)
                };
                steps.iter().enumerate().filter_map(place).collect()
            }
        };
        Some(match self.checked(field, &value) {
            Read::Value(value) => Filled::Value(value, receipt),
            Read::Refused { code, got } => {
                let got = got.chars().take(200).collect();
                Filled::Empty(Reason::Refused { code, got })
            }
            Read::Nothing => return None,
        })
    }
}

/// A step under the names that schemas use for its parts, counted from 1 (schema.org `ListItem`).
fn described(position: usize, step: &Step) -> Value {
    json!({
        "@type": ["ListItem"], "position": position, "name": step.name,
        "text": step.name, "label": step.name,
        "url": step.url, "link": step.url, "href": step.url, "item": step.url,
    })
}

/// The trail that a person sees, unless metadata states a longer one that holds it.
fn trail(evidence: &Evidence<'_>) -> Option<Trail> {
    let mut stated = stated(evidence).into_iter();
    match crumbs::seen(evidence) {
        Some(seen) => Some(stated.find(|one| one.extends(&seen)).unwrap_or(seen)),
        None => stated.next(),
    }
}

/// The trails that metadata states, in page order.
fn stated(evidence: &Evidence<'_>) -> Vec<Trail> {
    let graph = &evidence.graph;
    let mut found = Vec::new();
    for entity in &graph.entities {
        let (source, path) = (entity.origin.source(), &entity.path);
        if has_type(&entity.value, "BreadcrumbList") {
            found.extend(listed(evidence, &entity.value, source, path));
        }
        for inner in each(entity.value.get("breadcrumb")) {
            let inner = graph.resolve(inner);
            let path = format!("{path}.breadcrumb");
            found.extend(listed(evidence, inner, source, &path));
        }
    }
    found
}

/// The steps of a `BreadcrumbList`, in the order of their positions.
fn listed(evidence: &Evidence<'_>, list: &Value, source: Source, path: &str) -> Option<Trail> {
    let items = each(list.get("itemListElement"));
    let items = items.map(|item| evidence.graph.resolve(item));
    let mut items: Vec<&Value> = items.take(steps::MOST).collect();
    items.sort_by(|one, other| {
        let place = |item| position(item).unwrap_or(f64::MAX);
        place(one).total_cmp(&place(other))
    });
    let steps = items.into_iter().filter_map(|item| step(evidence, item));
    let steps: Vec<Step> = steps.collect();
    let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
    let receipt = Receipt {
        page: evidence.page.snapshot.final_url.clone(),
        source,
        path: format!("{path}.itemListElement"),
        quote: names.join(BETWEEN).chars().take(300).collect(),
    };
    (!steps.is_empty()).then_some(Trail { steps, receipt })
}

fn position(item: &Value) -> Option<f64> {
    let stated = item.get("position")?;
    stated
        .as_f64()
        .or_else(|| stated.as_str()?.trim().parse().ok())
}

fn step(evidence: &Evidence<'_>, item: &Value) -> Option<Step> {
    let inner = item.get("item").map(|item| evidence.graph.resolve(item));
    let text = |value: Option<&Value>| {
        let text = value?.as_str()?.split_whitespace().collect::<Vec<_>>();
        Some(text.join(" ")).filter(|text| !text.is_empty())
    };
    let name = text(item.get("name")).or_else(|| text(inner?.get("name")));
    let url = inner.and_then(address);
    let url = url.or_else(|| item.get("url")?.as_str());
    let url = url.and_then(|url| evidence.page.snapshot.resolve(url));
    Some(Step { name: name?, url })
}

fn address(item: &Value) -> Option<&str> {
    let stated = item.as_str();
    stated.or_else(|| item.get("@id").or_else(|| item.get("url"))?.as_str())
}

#[cfg(test)]
mod tests;
