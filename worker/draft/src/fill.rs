//! Decides one field: which claims count, in which order, and what it means when they disagree.

use domain::answer::verdict::Code;
use domain::evidence::{Reason, Receipt, Source};
use domain::schema::{AnswerSchema, Field, JsonType};
use serde_json::{Map, Value};

use crate::claims::{is_out, labelled, of_entity, of_headings, of_links, of_metas};
use crate::entity::{Entity, each, has_type, types};
use crate::evidence::Evidence;
use crate::labels::Pair;
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::values::number::Style;
use crate::values::{Read, Reading, price, read};
use crate::vocabulary::{Kind, is_placeholder, is_undisclosed};
use crate::words::squash;
use crate::{prices, stock};

/// What became of a field.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Filled {
    /// A value and where it came from.
    Value(Value, Receipt),
    /// None, and why.
    Empty(Reason),
}

/// What fields are filled from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Filler<'a> {
    /// The page's statements.
    pub evidence: &'a Evidence<'a>,
    /// The entities the page is about, best first.
    pub chosen: &'a [&'a Entity],
    /// The compiled schema, for the last word on a value.
    pub schema: &'a AnswerSchema,
    /// Folded words for what a row is.
    pub nouns: &'a [String],
}

/// The outcome of one group of claims.
enum Verdict {
    Accepted(Value, Claim),
    Conflict(Vec<String>),
    Refused(String, String),
    Silent,
}

impl Filler<'_> {
    /// Fills a field from the page.
    pub(crate) fn field(&self, field: &Field) -> Filled {
        let wanted = Wanted::of(field, self.nouns);
        if is_nested(field) {
            return self.nested(field, &wanted);
        }
        if is_list(field) {
            return self.list(field, &wanted);
        }
        self.scalar(field, &wanted)
    }

    fn scalar(&self, field: &Field, wanted: &Wanted) -> Filled {
        let mut refusal = None;
        let pairs = self.current(wanted);
        if let Some(quote) = withheld(&pairs, wanted) {
            return Filled::Empty(Reason::Undisclosed { quote });
        }
        let seen: Vec<Claim> = pairs.iter().map(|pair| claim_of(pair)).collect();
        // Codes come ranked: the first that reads as one counts. Other labels must agree.
        let size = if wanted.kind == Kind::Code { 1 } else { seen.len().max(1) };
        let mut visible = Verdict::Silent;
        for group in seen.chunks(size) {
            match self.settle(field, wanted, group) {
                Verdict::Silent => {}
                Verdict::Refused(..) if matches!(visible, Verdict::Refused(..)) => {}
                verdict => visible = verdict,
            }
            if matches!(visible, Verdict::Accepted(..) | Verdict::Conflict(_)) {
                break;
            }
        }
        if let Verdict::Accepted(value, claim) = visible {
            return self.extended(field, wanted, value, claim);
        }
        if let Some(empty) = note(visible, &mut refusal) {
            return empty;
        }
        if wanted.wording {
            return self.empty(refusal);
        }
        for group in self.groups(field, wanted) {
            let mut verdict = self.settle(field, wanted, &group);
            if matches!(verdict, Verdict::Conflict(_)) {
                verdict = self.arbitrate(field, wanted, &group, verdict);
            }
            if let Verdict::Accepted(value, claim) = verdict {
                return Filled::Value(value, claim.receipt(&self.evidence.page.snapshot.final_url));
            }
            if let Some(empty) = note(verdict, &mut refusal) {
                return empty;
            }
        }
        self.empty(refusal)
    }

    fn empty(&self, refusal: Option<Reason>) -> Filled {
        Filled::Empty(refusal.unwrap_or(Reason::NotStated))
    }

    /// The label pairs of a field that speak of now: struck ones only count for old prices.
    fn current(&self, wanted: &Wanted) -> Vec<&Pair> {
        let old = wanted
            .concept
            .is_some_and(|concept| concept.id == "oldPrice");
        let mut pairs = labelled(self.evidence, wanted);
        pairs.retain(|pair| old || !pair.struck);
        if wanted
            .concept
            .is_some_and(|concept| concept.id == "priceCurrency")
            && pairs.is_empty()
        {
            if let Some(price) = crate::vocabulary::concept_of_id("price") {
                let priced = self.evidence.pairs.iter().filter(|pair| {
                    pair.sure > 0 && !pair.struck && price.phrases.contains(&pair.words)
                });
                pairs = priced
                    .filter(|pair| !price::codes(&pair.value).is_empty())
                    .collect();
            }
        }
        pairs
    }

    /// Claims beside the labels, in the order in which they count.
    fn groups(&self, field: &Field, wanted: &Wanted) -> Vec<Vec<Claim>> {
        let mut groups = Vec::new();
        let heading = self.heading(wanted);
        groups.extend(heading.clone().map(|claim| vec![claim]));
        if wanted.concept.is_some_and(|concept| concept.id == "price") {
            groups.push(self.prominent());
        }
        let facts = self.metadata(wanted);
        groups.extend(facts);
        if matches!(wanted.kind, Kind::Description) {
            groups.push(of_headings(self.evidence, wanted));
        }
        groups.push(of_metas(self.evidence, wanted));
        groups.push(self.shown(field, wanted));
        groups.push(of_links(self.evidence, field, wanted, self.chosen));
        if wanted.kind == Kind::Title && heading.is_none() {
            groups.push(self.document_title(wanted));
        }
        groups
    }

    /// The price that the page shows as its own: it outranks metadata as a label does.
    fn prominent(&self) -> Vec<Claim> {
        let title = self.evidence.title.as_ref().map(|heading| heading.node);
        prices::prominent(self.evidence.page, title, self.evidence.reading.style)
    }

    /// What the page shows without a label: its price, whether it can be had.
    fn shown(&self, field: &Field, wanted: &Wanted) -> Vec<Claim> {
        let evidence = self.evidence;
        let title = evidence.title.as_ref().map(|heading| heading.node);
        match (
            &field.closed_set,
            wanted.concept.map(|concept| concept.id.as_str()),
        ) {
            (Some(set), Some("availability")) => stock::shown(evidence.page, title, set),
            (None, Some("sku" | "identifier")) => {
                crate::codes::of_address(evidence.page, &evidence.page.snapshot.final_url)
            }
            (None, Some("price")) => prices::shown(evidence.page, title, evidence.reading.style),
            _ => Vec::new(),
        }
    }

    /// What entities say: facts of all together, texts of the first that speaks.
    fn metadata(&self, wanted: &Wanted) -> Vec<Vec<Claim>> {
        let graph = &self.evidence.graph;
        let of = |entity: &&Entity| {
            of_entity(
                graph,
                &entity.value,
                (&entity.path, entity.origin.source()),
                wanted,
            )
        };
        let groups = self
            .chosen
            .iter()
            .map(of)
            .filter(|claims| !claims.is_empty());
        groups.collect()
    }

    /// The page's heading for a field that names its subject, unless metadata strictly extends it.
    fn heading(&self, wanted: &Wanted) -> Option<Claim> {
        let job_title = wanted
            .concept
            .is_some_and(|concept| concept.id == "jobTitle");
        let person = self
            .chosen
            .first()
            .is_some_and(|entity| has_type(&entity.value, "Person"));
        if wanted.kind != Kind::Title || job_title && person {
            return None;
        }
        let heading = self.evidence.title.as_ref()?;
        let text = crate::labels::value_text(self.evidence.page, heading.node);
        let seen = squash(&text);
        let document = squash(&self.evidence.page.snapshot.title);
        // Decoration around the name ("Details about ...") and headings about something else give
        // way where the document's own title speaks for the metadata.
        let better = |stated: &str| {
            extends(stated, &seen)
                || stated.len() > 3
                    && within(&document, stated)
                    && !within(&document, &seen)
                    && (within(&seen, stated) || !shares_word(&seen, stated))
        };
        let more = self.metadata(wanted).into_iter().flatten().find(|claim| {
            let stated = claim.value.as_str().map(crate::text::plain).unwrap_or_default();
            better(&squash(&stated))
        });
        Some(more.unwrap_or_else(|| Claim::seen(&text, Source::Text, "h1".to_owned())))
    }

    /// The document title without the site's name, as the last resort for a name.
    fn document_title(&self, wanted: &Wanted) -> Vec<Claim> {
        let title = &self.evidence.page.snapshot.title;
        let named = wanted.concept.is_some_and(|concept| concept.id == "name");
        let part = title.split(" | ").next().unwrap_or("");
        let part = part
            .split(" – ")
            .next()
            .unwrap_or("")
            .split(" — ")
            .next()
            .unwrap_or("");
        if !named
            || part.trim().is_empty()
            || !self.chosen.is_empty()
                && self.evidence.headings.is_empty()
                && self.evidence.page.ink(0) == 0
        {
            return Vec::new();
        }
        vec![Claim::seen(part, Source::Text, "title".to_owned())]
    }

    fn reading(&self, wanted: &Wanted, machine: bool) -> Reading<'_> {
        let style = self.evidence.reading.style;
        Reading {
            kind: wanted.kind,
            bound: wanted.bound,
            currency: wanted.concept.is_some_and(|concept| {
                matches!(concept.id.as_str(), "priceCurrency" | "salaryCurrency")
            }),
            style: Style { machine, ..style },
            ..self.evidence.reading
        }
    }

    /// Reads every claim of a group; one value is accepted, several are a conflict.
    fn settle(&self, field: &Field, wanted: &Wanted, claims: &[Claim]) -> Verdict {
        let mut found: Vec<(Value, &Claim)> = Vec::new();
        let mut refused = None;
        for claim in claims {
            let outcome = match read(field, &claim.value, self.reading(wanted, claim.machine)) {
                Read::Value(value) => self.checked(field, value),
                other => other,
            };
            match outcome {
                Read::Value(value) if self.is_empty_price(wanted, claim, &value) => {}
                Read::Value(value) => {
                    if !found.iter().any(|(known, _)| same(known, &value)) {
                        found.push((value, claim));
                    }
                }
                Read::Refused { code, got } => {
                    refused.get_or_insert((code, got));
                }
                Read::Nothing => {}
            }
        }
        let first_counts = matches!(wanted.kind, Kind::Image | Kind::Link | Kind::Description);
        match found.len() {
            0 => match refused {
                Some((code, got)) => Verdict::Refused(code, got),
                None => Verdict::Silent,
            },
            1 => Verdict::Accepted(found[0].0.clone(), found[0].1.clone()),
            _ if first_counts => Verdict::Accepted(found[0].0.clone(), found[0].1.clone()),
            _ => Verdict::Conflict(found.iter().map(|(_, claim)| claim.quote()).collect()),
        }
    }

    /// A price of nothing beside an offer that cannot be had fills a required slot, no more.
    fn is_empty_price(&self, wanted: &Wanted, claim: &Claim, value: &Value) -> bool {
        let zero = wanted.kind == Kind::Price && claim.machine && value.as_f64() == Some(0.0);
        let out = |entity: &&&Entity| {
            let stated = self.evidence.graph.walk(&entity.value, "offers.availability");
            stated.iter().any(|leaf| leaf.value.as_str().is_some_and(is_out))
        };
        zero && self.chosen.iter().any(|entity| out(&entity))
    }

    /// Several values in metadata: the one that the page shows, if it shows one of them.
    fn arbitrate(
        &self,
        field: &Field,
        wanted: &Wanted,
        group: &[Claim],
        verdict: Verdict,
    ) -> Verdict {
        let shown = self.settle(field, wanted, &self.shown(field, wanted));
        let Verdict::Accepted(value, claim) = shown else {
            return verdict;
        };
        let stated = group.iter().any(|claim| {
            let one = read(field, &claim.value, self.reading(wanted, claim.machine));
            matches!(one, Read::Value(one) if same(&one, &value))
        });
        if stated {
            Verdict::Accepted(value, claim)
        } else {
            verdict
        }
    }

    /// The schema's own word on a value.
    fn checked(&self, field: &Field, value: Value) -> Read {
        match self.schema.check_field(field, &value) {
            Ok(stored) => Read::Value(stored),
            Err(refusal) => Read::Refused {
                code: code_name(refusal.code),
                got: value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned),
            },
        }
    }

    /// A visible value, or metadata that says the same and more.
    fn extended(&self, field: &Field, wanted: &Wanted, value: Value, claim: Claim) -> Filled {
        let page = &self.evidence.page.snapshot.final_url;
        let textual = value.is_string() && field.closed_set.is_none() && !wanted.wording;
        if let Value::String(seen) = &value
            && textual
        {
            let seen = squash(seen);
            for more in self.metadata(wanted).into_iter().flatten() {
                let Read::Value(Value::String(stated)) =
                    read(field, &more.value, self.reading(wanted, true))
                else {
                    continue;
                };
                if extends(&squash(&stated), &seen)
                    && let Read::Value(stated) = self.checked(field, Value::String(stated))
                {
                    return Filled::Value(stated, more.receipt(page));
                }
            }
        }
        Filled::Value(value, claim.receipt(page))
    }

    /// A list field: every statement of the first source that makes any.
    fn list(&self, field: &Field, wanted: &Wanted) -> Filled {
        let Some(element) = field.element.as_deref() else {
            return Filled::Empty(Reason::NotStated);
        };
        let pairs = self.current(wanted);
        if let Some(quote) = withheld(&pairs, wanted) {
            return Filled::Empty(Reason::Undisclosed { quote });
        }
        let seen: Vec<Claim> = pairs.iter().flat_map(|pair| self.parts(pair)).collect();
        let mut groups = vec![seen];
        groups.extend(self.metadata(wanted));
        groups.push(of_metas(self.evidence, wanted));
        let mut refusal = None;
        for group in groups {
            let mut items: Vec<Value> = Vec::new();
            let mut first = None;
            for claim in group
                .iter()
                .flat_map(flattened)
                .flat_map(|claim| split(claim, wanted))
            {
                match read(element, &claim.value, self.reading(wanted, claim.machine)) {
                    Read::Value(value) if !items.contains(&value) => {
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
                return self.whole(field, Value::Array(items), &first);
            }
        }
        Filled::Empty(refusal.unwrap_or(Reason::NotStated))
    }

    /// A list or object, if the schema takes it as a whole.
    fn whole(&self, field: &Field, value: Value, claim: &Claim) -> Filled {
        match self.checked(field, value) {
            Read::Value(value) => {
                Filled::Value(value, claim.receipt(&self.evidence.page.snapshot.final_url))
            }
            Read::Refused { code, got } => Filled::Empty(Reason::Refused {
                code,
                got: got.chars().take(200).collect(),
            }),
            Read::Nothing => Filled::Empty(Reason::NotStated),
        }
    }

    /// The items of a labelled list: its list items or links, else what commas separate.
    fn parts(&self, pair: &Pair) -> Vec<Claim> {
        let page = self.evidence.page;
        let below = page.dom.descendants(pair.node);
        for tag in ["li", "a"] {
            let items: Vec<_> = below
                .clone()
                .filter(|id| page.dom.tag(*id) == tag && page.ink(*id) > 0)
                .collect();
            if items.len() > 1 || tag == "li" && !items.is_empty() {
                return items
                    .iter()
                    .map(|id| Claim::seen(&page.text(*id), pair.source, pair.label.clone()))
                    .collect();
            }
        }
        let parts = pair
            .value
            .split([',', ';', '、', '，'])
            .map(str::trim)
            .filter(|part| !part.is_empty());
        parts
            .map(|part| Claim::seen(part, pair.source, pair.label.clone()))
            .collect()
    }

    /// An object or a list of objects: each described thing mapped into the schema's own shape.
    fn nested(&self, field: &Field, wanted: &Wanted) -> Filled {
        let element = field.element.as_deref();
        let shape = element.map_or(&field.children, |element| &element.children);
        let shape = if shape.is_empty() { &field.children } else { shape };
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
            return Filled::Empty(Reason::NotStated);
        };
        if element.is_some() {
            let items = made.into_iter().map(|(object, _)| object).collect();
            return self.whole(field, Value::Array(items), &first);
        }
        if made.iter().any(|(object, _)| *object != made[0].0) {
            let values = made.iter().map(|(object, _)| object.to_string()).collect();
            return Filled::Empty(Reason::Conflict { values });
        }
        self.whole(field, made.remove(0).0, &first)
    }

    /// One object in the schema's shape; `None` if nothing of it is stated.
    fn object(&self, shape: &[Field], from: &Claim) -> Option<Value> {
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

    fn items(&self, field: &Field, wanted: &Wanted, claims: &[Claim]) -> Option<Value> {
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

/// A refusal code as the store writes it.
fn code_name(code: Code) -> String {
    let name = serde_json::to_value(code).ok();
    name.and_then(|name| name.as_str().map(str::to_owned))
        .unwrap_or_default()
}

/// Turns a verdict that is no value into the field's end, or remembers the refusal.
fn note(verdict: Verdict, refusal: &mut Option<Reason>) -> Option<Filled> {
    match verdict {
        Verdict::Conflict(values) => Some(Filled::Empty(Reason::Conflict { values })),
        Verdict::Refused(code, got) => {
            refusal.get_or_insert(Reason::Refused { code, got });
            None
        }
        _ => None,
    }
}

fn claim_of(pair: &Pair) -> Claim {
    Claim::seen(&pair.value, pair.source, pair.label.clone())
}

/// The page's words if every fitting label says that there is no value.
fn withheld(pairs: &[&Pair], wanted: &Wanted) -> Option<String> {
    let none = |pair: &&&Pair| {
        is_placeholder(&pair.value) || is_undisclosed(&pair.value) && !wanted.wording
    };
    let all = !pairs.is_empty() && pairs.iter().all(|pair| none(&pair));
    all.then(|| pairs[0].value.clone())
}

/// Whether `more` says everything that `less` says, and more.
fn extends(more: &str, less: &str) -> bool {
    more.len() > less.len()
        && !less.is_empty()
        && format!("{more} ").starts_with(&format!("{less} "))
        && !more.contains(" com")
}

/// Whether a squashed text holds another as whole words.
fn within(whole: &str, part: &str) -> bool {
    !part.is_empty() && format!(" {whole} ").contains(&format!(" {part} "))
}

fn shares_word(one: &str, other: &str) -> bool {
    one.split(' ').any(|word| word.len() > 2 && within(other, word))
}

/// Whether two values are equal, numbers by amount and texts by letters and digits.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::String(one), Value::String(other)) => {
            one == other || !one.contains("://") && squash(one) == squash(other)
        }
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        _ => one == other,
    }
}

/// Whether a field is a list of plain values.
fn is_list(field: &Field) -> bool {
    field.types.contains(&JsonType::Array) && !field.types.contains(&JsonType::String)
}

/// Whether a field is an object or a list of objects with declared properties.
fn is_nested(field: &Field) -> bool {
    let element = field.element.as_deref();
    element.is_some_and(|element| !element.children.is_empty()) || !field.children.is_empty()
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

/// Keywords written as one text are several.
fn split(claim: Claim, wanted: &Wanted) -> Vec<Claim> {
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
