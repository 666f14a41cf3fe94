//! The job's `map:`: one field from the one place that the operator names. What stands there is read and
//! guarded like every statement; no other source fills the field then.

use std::cell::OnceCell;

use domain::evidence::{Reason, Source};
use domain::job::MapRule;
use domain::pointer;
use domain::schema::Field;
use domain::snapshot::{NodeId, Selectable, Visibility, text};
use regex::RegexBuilder;
use serde_json::Value;

use crate::dom::Page;
use crate::entity::each;
use crate::evidence::Evidence;
use crate::fill::{Filled, Filler, Verdict};
use crate::labels::{Pair, value_text};
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::sense::withheld;
use crate::shapes::{is_list, is_nested};
use crate::state;
use crate::values::is_address;
use crate::words::phrase;

/// Attributes in which a person or a machine is told a value; others prove no member of a closed set.
const STATING: [&str; 7] = [
    "alt",
    "title",
    "aria-label",
    "content",
    "datetime",
    "href",
    "resource",
];
/// Attributes that hold the address an element leads to or shows.
const TARGETS: [&str; 3] = ["href", "src", "data"];
/// The most places of one page that one rule takes.
const MOST: usize = 1000;

/// A page made ready for the rules of a job.
pub(crate) struct Mapper<'a> {
    filler: &'a Filler<'a>,
    selectable: OnceCell<Selectable>,
}

/// What a rule found.
#[derive(Default)]
struct Found<'a> {
    claims: Vec<Claim>,
    /// Labels, with what stands under them.
    pairs: Vec<&'a Pair>,
    /// Something is there that a person does not see.
    unseen: bool,
    /// Something is there that is no evidence for a member of a closed set.
    unproven: Option<String>,
}

impl<'a> Mapper<'a> {
    /// A mapper of what this filler fills from.
    pub(crate) fn new(filler: &'a Filler<'a>) -> Self {
        Self {
            filler,
            selectable: OnceCell::new(),
        }
    }

    /// Fills a field by its rule.
    pub(crate) fn field(&self, field: &Field, rule: &MapRule) -> Filled {
        let wanted = Wanted::of(field, self.filler.nouns);
        let found = self.found(field, &wanted, rule);
        if let Some(quote) = withheld(&found.pairs, &wanted) {
            return Filled::Empty(Reason::Undisclosed { quote });
        }
        if found.claims.is_empty() {
            return Filled::Empty(nothing(found));
        }
        if is_nested(field) {
            return self.objects(field, &found.claims);
        }
        if is_list(field) {
            return self.list(field, &wanted, &found);
        }
        match self.filler.settle(field, &wanted, &found.claims) {
            Verdict::Accepted(value, claim) => self.filler.whole(field, &value, &claim),
            Verdict::Conflict(values) => Filled::Empty(Reason::Conflict { values }),
            Verdict::Refused(code, got) => Filled::Empty(Reason::Refused { code, got }),
            Verdict::Silent => Filled::Empty(Reason::NotStated),
        }
    }

    fn found(&self, field: &Field, wanted: &Wanted, rule: &MapRule) -> Found<'a> {
        let evidence = self.filler.evidence;
        if let Some(selector) = &rule.css {
            let takes = Takes::of(field, wanted, rule);
            return self.selected(selector, &takes);
        }
        if let Some(regex) = &rule.regex {
            return matched(evidence.page, regex);
        }
        if let Some(to) = &rule.json {
            return pointed(evidence.page, to);
        }
        labelled(evidence, &rule.label)
    }

    /// What the selected elements say. Those of the page's own content count before those of boxes about
    /// other things.
    fn selected(&self, selector: &str, takes: &Takes<'_>) -> Found<'a> {
        let page = self.filler.evidence.page;
        let ready = self
            .selectable
            .get_or_init(|| Selectable::new(page.dom))
            .select(selector);
        let nodes: Vec<NodeId> = ready.unwrap_or_default();
        let own: Vec<NodeId> = nodes
            .iter()
            .copied()
            .filter(|id| page.is_own(*id))
            .collect();
        let nodes = if own.is_empty() { nodes } else { own };
        let mut found = Found::default();
        for id in nodes.into_iter().take(MOST) {
            takes.value(page, id, selector, &mut found);
        }
        found
    }

    /// Each statement is an item; what a label says may be several.
    fn list(&self, field: &Field, wanted: &Wanted, found: &Found<'_>) -> Filled {
        let parts = found.pairs.iter().flat_map(|pair| {
            let parts = self.filler.parts(pair, wanted).into_iter();
            parts.map(|part| Claim {
                source: Source::Selector,
                path: of_label(&pair.label),
                ..part
            })
        });
        let parts: Vec<Claim> = parts.collect();
        let claims = if parts.is_empty() {
            &found.claims
        } else {
            &parts
        };
        let each: Vec<Claim> = claims.iter().flat_map(items).collect();
        let Some(first) = each.first() else {
            return Filled::Empty(Reason::NotStated);
        };
        match self.filler.items(field, wanted, &each) {
            Some(items) => self.filler.whole(field, &items, first),
            None => Filled::Empty(Reason::Refused {
                code: "type_mismatch".to_owned(),
                got: first.quote(),
            }),
        }
    }

    /// Objects in the schema's own shape as they are; others mapped into it.
    fn objects(&self, field: &Field, claims: &[Claim]) -> Filled {
        let element = field.element.as_deref();
        let shape = element.map_or(&field.children, |element| &element.children);
        let each: Vec<Claim> = claims.iter().flat_map(items).collect();
        let made = each
            .iter()
            .filter_map(|claim| self.filler.object(shape, claim));
        let made: Vec<Value> = made.collect();
        let (Some(claim), Some(first)) = (each.first(), made.first()) else {
            let got = each.first().map(Claim::quote).unwrap_or_default();
            let code = "type_mismatch".to_owned();
            return Filled::Empty(Reason::Refused { code, got });
        };
        if element.is_some() {
            return self.filler.whole(field, &Value::Array(made), claim);
        }
        if made.iter().any(|one| one != first) {
            let values = made.iter().map(Value::to_string).collect();
            return Filled::Empty(Reason::Conflict { values });
        }
        self.filler.whole(field, first, claim)
    }
}

/// What of a selected element is the value.
struct Takes<'r> {
    attr: Option<&'r str>,
    /// The field holds addresses: a link's is its target.
    address: bool,
    /// The field has a closed set, of which only evidence proves a member.
    closed: bool,
}

impl<'r> Takes<'r> {
    fn of(field: &Field, wanted: &Wanted, rule: &'r MapRule) -> Self {
        let element = field.element.as_deref();
        Self {
            attr: rule.attr.as_deref(),
            address: is_address(element.unwrap_or(field), wanted.kind),
            closed: field.closed_set.is_some()
                || element.is_some_and(|element| element.closed_set.is_some()),
        }
    }

    fn value(&self, page: &Page<'_>, id: NodeId, selector: &str, found: &mut Found<'_>) {
        let target = || {
            let mut targets = TARGETS.iter().copied().filter(|_| self.address);
            targets.find(|name| page.dom.attr(id, name).is_some())
        };
        let stated = || (page.dom.tag(id) == "meta").then_some("content");
        let Some(name) = self.attr.or_else(target).or_else(stated) else {
            let text = value_text(page, id);
            if text.is_empty() {
                found.unseen |= has_text(page, id);
            } else {
                let path = format!("css {selector}");
                found
                    .claims
                    .push(Claim::seen(&text, Source::Selector, path));
            }
            return;
        };
        let Some(value) = page
            .dom
            .attr(id, name)
            .filter(|value| !value.trim().is_empty())
        else {
            return;
        };
        if self.closed && !STATING.contains(&name) {
            found.unproven.get_or_insert_with(|| value.to_owned());
            return;
        }
        let path = format!("css {selector} @{name}");
        let value = Value::from(value.trim());
        found
            .claims
            .push(Claim::machine(value, Source::Selector, path));
    }
}

fn has_text(page: &Page<'_>, id: NodeId) -> bool {
    let mut below = id..page.dom.nodes[id].end;
    below.any(|at| {
        page.dom.nodes[at].visibility != Visibility::Visible
            && page
                .dom
                .text(at)
                .is_some_and(|text| !text.trim().is_empty())
    })
}

/// Why a rule that found nothing to read did not.
fn nothing(found: Found<'_>) -> Reason {
    match found.unproven {
        Some(got) => Reason::Refused {
            code: "enum_not_evidenced".to_owned(),
            got,
        },
        None if found.unseen => Reason::Dropped {
            by: "hidden".to_owned(),
        },
        None => Reason::NotStated,
    }
}

/// What a pattern finds in the visible text, boxes about other things left out.
fn matched<'a>(page: &Page<'_>, pattern: &str) -> Found<'a> {
    let mut found = Found::default();
    let Ok(regex) = RegexBuilder::new(pattern).build() else {
        return found;
    };
    if page.dom.nodes.is_empty() {
        return found;
    }
    let text = text::lines(page.dom, 0, |id| page.is_told_here(id));
    for groups in regex.captures_iter(&text).take(MOST) {
        let part = groups.get(1).or_else(|| groups.get(0));
        let part = part.map_or("", |part| part.as_str().trim());
        if !part.is_empty() {
            let path = format!("regex {pattern}");
            found.claims.push(Claim::seen(part, Source::Selector, path));
        }
    }
    found
}

/// What stands at a pointer in the page's metadata and state: of the first document, in page order, that
/// has something there.
fn pointed<'a>(page: &Page<'_>, to: &str) -> Found<'a> {
    let blocks = page.data().all().enumerate();
    let blocks = blocks.map(|(at, block)| (format!("ld+json[{at}]"), block));
    let mut claim = None;
    let mut look = |name: &str, document: &Value| {
        let states = |value: &&Value| match value {
            Value::Null => false,
            Value::String(text) => !text.trim().is_empty(),
            _ => true,
        };
        let there = document.pointer(to).filter(states);
        if let (None, Some(value)) = (&claim, there) {
            let path = format!("json {name}{to}");
            claim = Some(Claim::machine(value.clone(), Source::Selector, path));
        }
    };
    for (name, document) in blocks {
        look(&name, document);
    }
    state::documents(page, look);
    Found {
        claims: claim.into_iter().collect(),
        ..Found::default()
    }
}

/// What stands under visible labels with one of these wordings.
fn labelled<'a>(evidence: &'a Evidence<'_>, labels: &[String]) -> Found<'a> {
    let labels: Vec<_> = labels.iter().map(|label| phrase(label)).collect();
    let pairs = evidence.pairs.iter();
    let pairs: Vec<&Pair> = pairs
        .filter(|pair| !pair.struck && labels.contains(&pair.words))
        .collect();
    let claims = pairs.iter().filter(|pair| !pair.value.is_empty());
    let claims =
        claims.map(|pair| Claim::seen(&pair.value, Source::Selector, of_label(&pair.label)));
    Found {
        claims: claims.collect(),
        pairs: pairs.clone(),
        ..Found::default()
    }
}

fn of_label(label: &str) -> String {
    format!("label {label}")
}

/// The items of a claim that is a list, or the claim.
fn items(claim: &Claim) -> Vec<Claim> {
    let items = each(Some(&claim.value)).enumerate();
    let many = claim.value.is_array();
    items
        .map(|(at, value)| Claim {
            value: value.clone(),
            path: if many {
                pointer::below(&claim.path, &at.to_string())
            } else {
                claim.path.clone()
            },
            ..claim.clone()
        })
        .collect()
}

#[cfg(test)]
mod tests;
