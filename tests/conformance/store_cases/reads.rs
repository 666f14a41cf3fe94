//! The operations of the cases that only look, and how results are written.

use common::store::StoreError;
use domain::answer::Ctx;
use domain::answer::command::Command;
use domain::answer::hints;
use domain::answer::render::Window;
use domain::answer::standing::Gaps;
use domain::answer::verdict::{Refusal, Verdict};
use domain::page_class::PageClass;
use serde_json::{Map, Value, json};

use super::world::World;

/// Runs one looking operation.
pub(super) async fn run(world: &World, op: &Value) -> Result<Value, StoreError> {
    match op["do"].as_str().unwrap_or_default() {
        "compile" => compile(world).await,
        "check_document" => Ok(check_document(world, &op["value"])),
        "coverage" => coverage(world).await,
        "deficiencies" => {
            let gaps = world.store.deficiencies().await?;
            Ok(json!({ "list": gaps.deficiencies }))
        }
        "hints" => Ok(json!({ "hints": world.store.hints().await? })),
        "final" => deliver(world).await,
        "read_output" => read_output(world, op).await,
        "search_output" => search(world, op).await,
        "own_url_field" => {
            let answer = world.store.schema().answer.as_ref();
            Ok(json!({ "field": answer.and_then(|answer| answer.own_field.clone()) }))
        }
        "detail_field" => {
            let answer = world.store.schema().answer.as_ref();
            Ok(json!({ "field": answer.and_then(|answer| answer.detail_field.clone()) }))
        }
        other => Ok(json!({ "error": format!("unknown operation {other}") })),
    }
}

/// All rows as stored.
pub(super) async fn items(world: &World) -> Result<Vec<Value>, StoreError> {
    let rows = world.store.rows(0, usize::MAX).await?;
    Ok(rows.into_iter().map(|entry| entry.row.item).collect())
}

/// A pointer as the cases write paths: names joined by dots.
pub(super) fn path(pointer: &str) -> String {
    let names = pointer.split('/').skip(1);
    let names: Vec<String> = names
        .map(|token| token.replace("~1", "/").replace("~0", "~"))
        .collect();
    names.join(".")
}

fn paths(refusal: &Refusal) -> Vec<String> {
    let named = !refusal.pointer.is_empty();
    named.then(|| path(&refusal.pointer)).into_iter().collect()
}

/// The result of adding or updating a row.
pub(super) async fn row_result(world: &World, verdict: Verdict) -> Result<Value, StoreError> {
    let rows = world.store.rows(0, usize::MAX).await?;
    let count = rows.len();
    Ok(match verdict {
        Verdict::Accepted {
            stored,
            row,
            missing,
            ..
        } => {
            let index = rows
                .iter()
                .position(|entry| Some(&entry.id) == row.as_ref());
            json!({ "ok": true, "index": index, "count": count, "stored": stored, "missing": missing })
        }
        Verdict::Unchanged => json!({ "ok": false, "code": "duplicate", "count": count }),
        Verdict::Refused(refusal) => {
            let paths = paths(&refusal);
            json!({ "ok": false, "code": refusal.code, "paths": paths, "count": count })
        }
    })
}

async fn compile(world: &World) -> Result<Value, StoreError> {
    let schema = world.store.schema();
    let standing = world.store.standing().await?;
    let mut seed = schema.empty_document();
    for field in &schema.top {
        let set = standing.top.get(&field.name).cloned();
        let untouched = seed.get(&field.name).cloned().unwrap_or_default();
        seed.insert(field.name.clone(), set.unwrap_or(untouched));
    }
    let answer = schema.answer.as_ref();
    Ok(json!({
        "ok": true,
        "mode": "store",
        "answer_field": answer.and_then(|answer| answer.path.last()),
        "item_kind": answer.map_or(json!("none"), |answer| json!(answer.item)),
        "seed": seed,
    }))
}

fn check_document(world: &World, value: &Value) -> Value {
    match world.store.schema().check_document(value) {
        Ok(value) => json!({ "valid": true, "value": value }),
        Err(refusals) => {
            let codes: Vec<_> = refusals.iter().map(|refusal| refusal.code).collect();
            let paths: Vec<_> = refusals.iter().map(|r| path(&r.pointer)).collect();
            json!({ "valid": false, "codes": codes, "paths": paths })
        }
    }
}

async fn coverage(world: &World) -> Result<Value, StoreError> {
    let coverage = world.store.coverage().await?;
    let partial = coverage.partial.iter();
    let partial: Map<String, Value> = partial
        .map(|(name, k, n)| (name.clone(), json!(format!("{k}/{n}"))))
        .collect();
    Ok(json!({
        "items": coverage.items,
        "filled_on_all": coverage.filled_on_all,
        "partial": partial,
        "empty_on_all": coverage.empty_on_all,
        "marked_absent": coverage.marked_absent,
        "not_applicable": coverage.not_applicable,
        "top_unset": coverage.top_unset,
    }))
}

/// Asks for the end.
pub(super) async fn done(world: &World) -> Result<Value, StoreError> {
    let verdict = world.store.submit_one(Command::Done { ask: 0 }).await?;
    let report = match verdict {
        Verdict::Accepted { stored, .. } => stored,
        other => return Ok(json!({ "error": format!("{other:?}") })),
    };
    let gaps: Gaps = serde_json::from_value(report["gaps"].clone()).unwrap_or_default();
    let hints: Vec<Value> = world
        .store
        .hints()
        .await?
        .iter()
        .map(|(key, field, ..)| json!([key, field]))
        .collect();
    let standing = world.store.standing().await?;
    let ctx = Ctx {
        schema: world.store.schema(),
        job: world.store.settings(),
        now: 0,
    };
    let pages = world.store.pages().await?;
    let panel = |class: Option<PageClass>| class == Some(PageClass::PanelMissing);
    let links = gaps.links_without_row;
    Ok(json!({
        "accepted": report["accepted"],
        "deficiencies": gaps.deficiencies,
        "link_deficit": (links > 0).then_some(links),
        "refused_items": gaps.refused_items,
        "hints": hints,
        "date_hint": hints::asks_for_date(ctx, &standing),
        "embed_hint": pages.iter().any(|entry| panel(entry.page.class)),
    }))
}

async fn deliver(world: &World) -> Result<Value, StoreError> {
    let delivery = world.store.deliver(false).await?;
    Ok(json!({
        "from_store": world.store.holds_anything().await?,
        "output": world.store.deliverable(&delivery.output),
        "schema_valid": delivery.schema_valid,
        "complete": delivery.complete,
    }))
}

async fn read_output(world: &World, op: &Value) -> Result<Value, StoreError> {
    let number = |key: &str| op[key].as_u64().and_then(|n| usize::try_from(n).ok());
    let fields = op["fields"].as_array().into_iter().flatten();
    let window = Window {
        offset: number("offset").unwrap_or(0),
        limit: number("limit"),
        index: number("index"),
        fields: fields
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
    };
    let shown = world.store.read_output(&window).await?;
    let place = match window.index {
        Some(index) => json!({ "index": index, "total": shown.total }),
        None => json!({ "from": shown.from, "to": shown.to, "total": shown.total }),
    };
    Ok(json!({
        "output": shown.output,
        "window": place,
        "elided": shown.elided,
        "out_of_range": shown.out_of_range,
    }))
}

async fn search(world: &World, op: &Value) -> Result<Value, StoreError> {
    let query = op["query"].as_str().unwrap_or_default();
    let found = world.store.search_output(query).await?;
    let mut matches = found.fields;
    let rows: Vec<Value> = found
        .rows
        .into_iter()
        .map(|(index, item)| json!({ "index": index, "item": item }))
        .collect();
    let answer = world.store.schema().answer.as_ref();
    if let (Some(name), false) = (answer.and_then(|a| a.path.last()), rows.is_empty()) {
        matches.insert(name.clone(), json!(rows));
    }
    Ok(json!({ "matches": matches }))
}
