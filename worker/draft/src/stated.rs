//! Which members of the schema's closed sets a page and its listing state (rules.md section 4). Only
//! values count: visible text, texts a person can perceive, metadata values; never keys, and nothing
//! from boxes about other items.

use domain::evidence::StatedMember;
use domain::frontier::Listing;
use domain::pointer;
use domain::schema::{AnswerSchema, Field, UsedMember};
use domain::snapshot::{NodeId, Visibility, text};
use serde_json::Value;

use crate::dom::Page;
use crate::values::answers;
use crate::{Draft, matchers};

/// Attributes whose texts a person can perceive.
const PERCEIVED: [&str; 3] = ["alt", "title", "aria-label"];
/// Attributes that carry metadata values (microdata, RDFa, meta tags).
const METADATA: [&str; 4] = ["content", "datetime", "href", "resource"];

/// The members that the drafted values use and their receipts' own words state, where those words are
/// evidence only as the value of a field ("Condition: new") or together with its label ("In stock: no").
pub(crate) fn as_values(
    draft: &Draft,
    fields: &[&Field],
    schema: &AnswerSchema,
) -> Vec<StatedMember> {
    let sets = schema.closed_sets();
    if sets.is_empty() {
        return Vec::new();
    }
    let used = schema.members_in_row(&Value::Object(draft.row.clone()));
    let uses = |stated: &StatedMember| {
        let same = |one: &UsedMember| one.pointer == stated.pointer && one.member == stated.member;
        used.iter().any(same) && !draft.stated.contains(stated)
    };
    let quotes = draft
        .receipts
        .values()
        .map(|receipt| receipt.quote.as_str());
    let mut stated = matchers::of_values(&sets).stated(quotes);
    stated.retain(uses);
    stated.extend(fields.iter().filter_map(|field| answered(draft, field)));
    stated
}

/// The member of a field that the words of its receipt state without naming it.
fn answered(draft: &Draft, field: &Field) -> Option<StatedMember> {
    let set = field.closed_set.as_ref()?;
    let member = draft.row.get(&field.name)?.as_str()?;
    let quote = &draft.receipts.get(&pointer::of(&field.name))?.quote;
    answers::states(set, quote, member).then(|| StatedMember {
        pointer: field.pointer.clone(),
        member: member.to_owned(),
        quote: quote.clone(),
    })
}

/// The members that are stated, each with the words that state it.
pub(crate) fn members(
    page: &Page<'_>,
    listing: &Listing,
    schema: &AnswerSchema,
) -> Vec<StatedMember> {
    let sets = schema.closed_sets();
    if sets.is_empty() || page.dom.nodes.is_empty() {
        return Vec::new();
    }
    let visible = visible(page);
    let mut texts: Vec<&str> = visible.lines().collect();
    texts.extend(attributes(page));
    for block in page.data().all() {
        strings(block, &mut texts);
    }
    texts.push(&listing.text);
    texts.extend(listing.headings.iter().map(String::as_str));
    matchers::of_texts(&sets).stated(texts)
}

fn visible(page: &Page<'_>) -> String {
    text::lines(page.dom, 0, |id| page.is_told_here(id))
}

fn attributes<'a>(page: &'a Page<'_>) -> impl Iterator<Item = &'a str> {
    let ids = 0..page.dom.nodes.len();
    ids.filter(|&id| page.is_told_here(id)).flat_map(move |id| {
        let attrs = page.dom.attrs(id).iter();
        attrs.filter_map(move |(name, value)| {
            let name = name.as_str();
            let told = PERCEIVED.contains(&name) && is_visible(page, id)
                || METADATA.contains(&name) && is_metadata(page, id);
            told.then_some(value.as_str())
        })
    })
}

fn is_visible(page: &Page<'_>, id: NodeId) -> bool {
    page.dom.nodes[id].visibility == Visibility::Visible
}

fn is_metadata(page: &Page<'_>, id: NodeId) -> bool {
    page.dom.tag(id) == "meta"
        || page.dom.attr(id, "itemprop").is_some()
        || page.dom.attr(id, "property").is_some()
}

/// Every string of a JSON value, keys left out. Iterative: nesting is the page's choice.
fn strings<'a>(value: &'a Value, into: &mut Vec<&'a str>) {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => into.push(text),
            Value::Array(items) => open.extend(items),
            Value::Object(map) => open.extend(map.values()),
            _ => {}
        }
    }
}
