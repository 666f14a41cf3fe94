//! One snapshot to one row: the page's class first, then every field of the schema.

use std::cell::Cell;

use domain::evidence::{Reason, Receipt, Source};
use domain::job::OwnUrl;
use domain::page_class::PageClass;
use domain::pointer;
use domain::schema::Field;
use serde_json::Value;
use url::Url;

use crate::about::{choose, equals};
use crate::currencies::Told;
use crate::dom::Page;
use crate::entity::{Entity, types};
use crate::evidence::Evidence;
use crate::fill::{Filled, Filler};
use crate::ledger::{CUT, ledger};
use crate::map::Mapper;
use crate::match_fields::{NOUNS, Wanted};
use crate::opengraph::contents;
use crate::page_class::classify_page;
use crate::reasons::explain;
use crate::strangers::is_stranger;
use crate::vocabulary::Kind;
use crate::words::phrase;
use crate::{Draft, DraftInput, currencies, leftovers, stated};

/// Words for places and institutions whose pages name them.
const PLACES: [&str; 16] = [
    "school",
    "university",
    "college",
    "institution",
    "club",
    "church",
    "museum",
    "hospital",
    "clinic",
    "hotel",
    "restaurant",
    "store",
    "park",
    "garden",
    "gallery",
    "theatre",
];

/// Drafts the row of a detail page.
pub fn draft_row(input: DraftInput<'_>) -> Draft {
    let answer = input.schema.answer.as_ref();
    let fields = answer.map_or(&input.schema.top, |answer| &answer.fields);
    let own = answer.and_then(|answer| answer.own_field.as_deref());
    let nouns = answer
        .and_then(|answer| answer.path.last())
        .map(|name| phrase(name));
    let fields: Vec<&Field> = fields.iter().collect();
    draft(input, &fields, own, &nouns.unwrap_or_default())
}

/// Drafts the top-level fields (all but the answer array) from a list page, or the whole document
/// from the start page where the schema has no answer array.
pub fn draft_top(input: DraftInput<'_>) -> Draft {
    let array = input
        .schema
        .answer
        .as_ref()
        .and_then(|answer| answer.path.first());
    let fields: Vec<&Field> = input
        .schema
        .top
        .iter()
        .filter(|field| Some(&field.name) != array)
        .collect();
    draft(input, &fields, None, &[])
}

fn draft(input: DraftInput<'_>, fields: &[&Field], own: Option<&str>, nouns: &[String]) -> Draft {
    let page = Page::new(input.snapshot);
    let (class, _) = classify_page(&page);
    if class != PageClass::Content {
        return nothing(input, fields, own, class);
    }
    let evidence = Evidence::of(&page, input.url);
    let any: Vec<String> = NOUNS.iter().map(|noun| (*noun).to_owned()).collect();
    let any = [any.as_slice(), nouns].concat();
    let chosen = about(&evidence, fields, &any, nouns);
    // With an entity chosen, only its own kind may be repeated in a field's name.
    let nouns = match chosen.first() {
        Some(entity) => nouns_of(&entity.value, nouns),
        None => any,
    };
    let nouns = with_lone_name(fields, nouns, &chosen);
    let equals = equals(&evidence.graph, chosen.first().copied(), &evidence.hints);
    let filler = Filler {
        evidence: &evidence,
        chosen: &chosen,
        equals: &equals,
        schema: input.schema,
        nouns: &nouns,
    };
    let mapper = Mapper::new(&filler);
    let mut draft = Draft {
        stated: stated::members(&page, input.listing, input.schema),
        ledger: ledger(&page, &evidence.cut),
        ..Draft::default()
    };
    for field in fields {
        if Some(field.name.as_str()) == own {
            draft.row.insert(field.name.clone(), Value::Null);
            continue;
        }
        let filled = match input.job.map.get(&field.name) {
            Some(rule) => mapper.field(field, rule),
            None => filler.field(field),
        };
        match filled {
            Filled::Value(value, receipt) => {
                let at = pointer::of(&field.name);
                let overruled = filler.overruled(field, &value, &receipt);
                if !overruled.is_empty() {
                    draft.conflicts.insert(at.clone(), overruled);
                }
                draft.row.insert(field.name.clone(), value);
                draft.receipts.insert(at, receipt);
            }
            Filled::Empty(reason) => unfilled(&mut draft, &filler, field, reason),
        }
    }
    if let Some((field, told)) = currencies::told(&filler, &draft, fields) {
        take_currency(&mut draft, &filler, field, told);
    }
    leftovers::place(&mut draft, &evidence, fields, &nouns, input.schema);
    fill_own(&mut draft, own, input, &canonical(&evidence));
    let as_values = stated::as_values(&draft, fields, input.schema);
    draft.stated.extend(as_values);
    draft
}

/// What becomes of a currency that was not stated with the row's amount.
fn take_currency(draft: &mut Draft, filler: &Filler<'_>, field: &Field, told: Told) {
    let at = pointer::of(&field.name);
    match told {
        Told::Another(value, receipt, words) => {
            draft.row.insert(field.name.clone(), value);
            draft.receipts.insert(at.clone(), receipt);
            draft.conflicts.insert(at, words);
        }
        Told::None(values) => {
            draft.receipts.remove(&at);
            draft.conflicts.remove(&at);
            unfilled(draft, filler, field, Reason::Conflict { values });
        }
        Told::Same(words) => {
            draft.conflicts.insert(at, words);
        }
    }
}

/// The words for what an entity is, and for what a row is: of a part of something larger, an episode of a
/// podcast, it is not what that is called.
fn nouns_of(entity: &Value, row: &[String]) -> Vec<String> {
    const PARTS: [&str; 8] = [
        "episode", "season", "chapter", "issue", "volume", "venue", "clip", "review",
    ];
    let (mut nouns, mut wholes) = (Vec::new(), Vec::new());
    for kind in types(entity) {
        let mut words = phrase(kind);
        let part = words.pop_if(|last| PARTS.contains(&last.as_str()));
        let whole = if part.is_some() {
            &mut wholes
        } else {
            &mut nouns
        };
        whole.extend(words);
        nouns.extend(part);
    }
    nouns.extend(row.iter().filter(|noun| !wholes.contains(noun)).cloned());
    nouns
}

/// The nouns, and the one in the only name that is asked for, where that is the name of a kind of place:
/// nothing else can be the page's subject then.
fn with_lone_name(fields: &[&Field], mut nouns: Vec<String>, chosen: &[&Entity]) -> Vec<String> {
    let titled = |field: &&Field| Wanted::of(field, &nouns).kind == Kind::Title;
    if !chosen.iter().any(|one| !is_place(&one.value)) && !fields.iter().any(titled) {
        let names = fields.iter().map(|field| phrase(&field.name));
        let mut places = names.filter(|name| {
            matches!(&name[..], [of, last]
            if PLACES.contains(&of.as_str()) && (last == "name" || last == "title"))
        });
        if let (Some(mut name), None) = (places.next(), places.next()) {
            nouns.push(name.swap_remove(0));
        }
    }
    nouns
}

/// Whether an entity is of a type of places or organisations in general.
fn is_place(entity: &Value) -> bool {
    const GENERAL: [&str; 4] = ["organization", "business", "place", "corporation"];
    let mut words = types(entity).flat_map(phrase);
    words.any(|word| GENERAL.contains(&word.as_str()))
}

/// Leaves a field empty, and says why.
fn unfilled(draft: &mut Draft, filler: &Filler<'_>, field: &Field, reason: Reason) {
    let evidence = filler.evidence;
    let (reason, hinted) = explain(evidence, &Wanted::of(field, filler.nouns), reason);
    let (reason, hinted) = match stated_of(draft, field) {
        Some(seen) if !hinted => (Reason::NotRecognised { seen }, true),
        // Nobody knows what stands where the page was cut.
        None if !hinted && evidence.page.snapshot.truncated => (Reason::PageUnread, true),
        None if !hinted && draft.ledger.is_cut() => {
            let by = CUT.to_owned();
            (Reason::Dropped { by }, true)
        }
        _ => (reason, hinted),
    };
    draft.hinted.extend(hinted.then(|| field.name.clone()));
    empty(draft, field, reason);
}

/// The words with which the page or its listing states a member of an empty field's closed set: nobody
/// may say then that the page does not publish the field.
fn stated_of(draft: &Draft, field: &Field) -> Option<String> {
    let one = draft.stated.iter().find(|one| one.pointer == field.pointer);
    one.map(|one| one.quote.clone())
}

/// The entities the page is about, for these fields.
fn about<'a>(
    evidence: &'a Evidence<'_>,
    fields: &[&Field],
    nouns: &[String],
    row: &[String],
) -> Vec<&'a Entity> {
    let concepts: Vec<_> = fields
        .iter()
        .filter_map(|field| Wanted::of(field, nouns).concept)
        .collect();
    let names: Vec<String> = fields.iter().map(|field| field.name.clone()).collect();
    let looked = Cell::new(0);
    let strange = |entity: &Entity| is_stranger(evidence, entity, &looked);
    choose(
        &evidence.graph,
        &concepts,
        &names,
        row,
        &evidence.hints,
        strange,
    )
}

/// The row of a page that is not content: what stands in its place says nothing about its fields. A page
/// that is gone was read, as for the store: nobody need read it again.
fn nothing(input: DraftInput<'_>, fields: &[&Field], own: Option<&str>, class: PageClass) -> Draft {
    let reason = if class == PageClass::Gone {
        Reason::NotStated
    } else {
        Reason::PageUnread
    };
    let mut draft = Draft::default();
    for field in fields {
        empty(&mut draft, field, reason.clone());
    }
    fill_own(&mut draft, own, input, &[]);
    draft
}

fn empty(draft: &mut Draft, field: &Field, reason: Reason) {
    draft.row.insert(field.name.clone(), Value::Null);
    draft.reasons.insert(pointer::of(&field.name), reason);
}

fn canonical(evidence: &Evidence<'_>) -> Vec<String> {
    let stated = contents(&evidence.metas, "link:canonical");
    stated
        .chain(contents(&evidence.metas, "og:url"))
        .filter_map(|address| evidence.page.snapshot.resolve(address))
        .collect()
}

/// The address of the row's own page, as the job wants it.
fn fill_own(draft: &mut Draft, own: Option<&str>, input: DraftInput<'_>, canonical: &[String]) {
    let Some(name) = own else {
        return;
    };
    let host = |address: &str| Url::parse(address).ok()?.host_str().map(str::to_owned);
    let within = canonical
        .iter()
        .find(|address| host(address) == host(&input.snapshot.final_url));
    let address = match input.job.own_url {
        OwnUrl::Found => input.url,
        OwnUrl::Final => &input.snapshot.final_url,
        OwnUrl::Canonical => within.map_or(input.url, String::as_str),
    };
    draft.row.insert(name.to_owned(), Value::from(address));
    draft.reasons.remove(&pointer::of(name));
    let receipt = Receipt {
        page: input.snapshot.final_url.clone(),
        source: Source::Url,
        path: format!("{:?}", input.job.own_url).to_lowercase(),
        quote: address.chars().take(300).collect(),
    };
    draft.receipts.insert(pointer::of(name), receipt);
}
