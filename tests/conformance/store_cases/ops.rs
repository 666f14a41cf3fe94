//! The operations of the cases that change a job, as commands.

use std::collections::BTreeMap;

use common::store::StoreError;
use domain::answer::command::{Command, Item};
use domain::answer::verdict::{Code, Refusal, Verdict};
use domain::evidence::states;
use domain::ids::PageKey;
use domain::page_class::PageClass;
use domain::schema::Finding;
use serde_json::{Value, json};

use super::reads;
use super::world::World;

/// Operations that need no job.
pub(super) fn pure(op: &Value) -> Option<Value> {
    let text = |key: &str| op[key].as_str().unwrap_or_default();
    match text("do") {
        "url_key" => {
            let key = PageKey::parse(text("url"));
            Some(json!({ "key": key.map(|key| key.as_str().to_owned()) }))
        }
        "grounded" => Some(json!({ "grounded": states(text("corpus"), text("value")) })),
        _ => None,
    }
}

/// The result of every operation on a schema that was refused.
pub(super) fn refused(op: &Value, findings: &[Finding]) -> Value {
    let codes: Vec<&str> = findings.iter().map(|f| f.code.as_str()).collect();
    let mut result = json!({ "ok": false, "mode": "prose", "findings": codes });
    if op["do"] != "compile" {
        result["code"] = json!("schema_refused");
    }
    result
}

/// Runs one operation.
pub(super) async fn run(world: &mut World, op: &Value) -> Result<Value, StoreError> {
    match op["do"].as_str().unwrap_or_default() {
        "add_item" => {
            let verdict = add(world, &op["item"]).await?;
            reads::row_result(world, verdict).await
        }
        "update_item" => {
            let verdict = update(world, &op["index"], op.get("fields")).await?;
            update_result(world, &op["index"], verdict).await
        }
        "update_items" => update_items(world, &op["updates"]).await,
        "set_field" => set_field(world, op).await,
        "remove_items" => remove_items(world, &op["indices"]).await,
        "mark_absent" => mark_absent(world, op).await,
        "done" => reads::done(world).await,
        "save_rows" => {
            let name = op["name"].as_str().unwrap_or_default();
            world.files.insert(stem(name), op["rows"].clone());
            Ok(json!({ "ok": true }))
        }
        "add_items_from_file" => add_from_file(world, op).await,
        "page_read" => world.page_read(op).await.map(|()| json!({})),
        "page_dead" => {
            let lost = world.page_lost(op, PageClass::Failed);
            lost.await.map(|()| json!({}))
        }
        "page_frame_failed" => {
            let lost = world.page_lost(op, PageClass::PanelMissing);
            lost.await.map(|()| json!({}))
        }
        "links_found" => world.links_found(&op["links"]).await.map(|()| json!({})),
        _ => reads::run(world, op).await,
    }
}

fn stem(name: &str) -> String {
    name.trim_end_matches(".json").to_owned()
}

async fn add(world: &World, item: &Value) -> Result<Verdict, StoreError> {
    let item = Item {
        item: item.clone(),
        ..Item::default()
    };
    world
        .store
        .submit_one(Command::AddItem(Box::new(item)))
        .await
}

fn no(code: Code) -> Verdict {
    Refusal::new(code, "", "").into()
}

/// An index as given: a number, or its digits.
fn index(value: &Value) -> Result<usize, Code> {
    let number = match value {
        Value::Number(number) => number.as_i64(),
        Value::String(digits) => digits.trim().parse().ok(),
        _ => None,
    };
    let number = number.ok_or(Code::IndexNotInteger)?;
    usize::try_from(number).map_err(|_| Code::IndexOutOfRange)
}

async fn row_at(world: &World, value: &Value) -> Result<Result<String, Code>, StoreError> {
    let index = match index(value) {
        Ok(index) => index,
        Err(code) => return Ok(Err(code)),
    };
    let entry = world.store.row_by_index(index).await?;
    Ok(entry.map(|entry| entry.id).ok_or(Code::IndexOutOfRange))
}

async fn update(
    world: &World,
    index: &Value,
    fields: Option<&Value>,
) -> Result<Verdict, StoreError> {
    let row = match row_at(world, index).await? {
        Ok(row) => row,
        Err(code) => return Ok(no(code)),
    };
    let Some(fields) = fields else {
        return Ok(no(Code::NotAnObject));
    };
    let update = Command::UpdateItem {
        row,
        fields: fields.clone(),
        receipts: BTreeMap::new(),
    };
    world.store.submit_one(update).await
}

async fn update_result(world: &World, at: &Value, verdict: Verdict) -> Result<Value, StoreError> {
    if verdict == Verdict::Unchanged {
        let entry = world
            .store
            .row_by_index(index(at).unwrap_or_default())
            .await?;
        return Ok(json!({ "ok": true, "stored": entry.map(|entry| entry.row.item) }));
    }
    reads::row_result(world, verdict).await
}

async fn update_items(world: &World, updates: &Value) -> Result<Value, StoreError> {
    let updates = updates.as_array().cloned().unwrap_or_default();
    if updates.is_empty() {
        return Ok(json!({ "ok": false, "code": "empty_argument" }));
    }
    let mut failed = Vec::new();
    for (n, entry) in updates.iter().enumerate() {
        let verdict = update(world, &entry["index"], entry.get("fields")).await?;
        if !verdict.holds() {
            failed.push(n);
        }
    }
    let applied = updates.len() - failed.len();
    Ok(json!({
        "ok": applied > 0,
        "applied": applied,
        "total": updates.len(),
        "failed_entries": failed,
        "items": reads::items(world).await?,
    }))
}

async fn set_field(world: &World, op: &Value) -> Result<Value, StoreError> {
    let key = op["key"].as_str().unwrap_or_default();
    let set = Command::SetField {
        key: key.to_owned(),
        value: op["value"].clone(),
        receipt: None,
    };
    let verdict = world.store.submit_one(set).await?;
    let value = world.store.standing().await?.top.get(key).cloned();
    Ok(json!({
        "ok": verdict.holds(),
        "value": value,
        "code": verdict.refusal().map(|refusal| refusal.code.as_str()),
    }))
}

async fn remove_items(world: &World, indices: &Value) -> Result<Value, StoreError> {
    let mut rows = Vec::new();
    let mut wrong = None;
    for value in indices.as_array().into_iter().flatten() {
        match row_at(world, value).await? {
            Ok(row) => rows.push(row),
            Err(code) => wrong = wrong.or(Some(code)),
        }
    }
    let verdict = if let Some(code) = wrong {
        no(code)
    } else {
        let reason = "asked for".to_owned();
        let remove = Command::RemoveItems { rows, reason };
        world.store.submit_one(remove).await?
    };
    let items = reads::items(world).await?;
    Ok(json!({
        "ok": verdict.holds(),
        "code": verdict.refusal().map(|refusal| refusal.code.as_str()),
        "count": items.len(),
        "items": items,
    }))
}

async fn mark_absent(world: &World, op: &Value) -> Result<Value, StoreError> {
    let fields: Vec<String> = match &op["fields"] {
        Value::String(one) => vec![one.clone()],
        Value::Array(many) => many
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
        _ => Vec::new(),
    };
    let reason = op["reason"].as_str().unwrap_or_default().to_owned();
    let by = "operator".to_owned();
    let mark = Command::MarkAbsent {
        fields: fields.clone(),
        reason,
        by,
    };
    let (settled, refused) = match world.store.submit_one(mark).await? {
        Verdict::Unchanged => (json!(fields), Vec::new()),
        Verdict::Accepted {
            stored, refused, ..
        } => (stored["settled"].clone(), refused),
        Verdict::Refused(refusal) => (json!([]), vec![refusal]),
    };
    let named: serde_json::Map<String, Value> = refused
        .iter()
        .filter(|refusal| !refusal.pointer.is_empty())
        .map(|refusal| (reads::path(&refusal.pointer), json!(refusal.code)))
        .collect();
    let whole = refused.iter().find(|refusal| refusal.pointer.is_empty());
    let ok = settled
        .as_array()
        .is_some_and(|settled| !settled.is_empty());
    Ok(json!({
        "ok": ok,
        "settled": settled,
        "refused": named,
        "code": whole.map(|refusal| refusal.code),
    }))
}

async fn add_from_file(world: &World, op: &Value) -> Result<Value, StoreError> {
    let name = stem(op["name"].as_str().unwrap_or_default());
    let rows = world.files.get(&name).and_then(Value::as_array);
    let rows = rows.cloned().unwrap_or_default();
    let (mut added, mut throttled) = (0, 0);
    let mut rejected = serde_json::Map::new();
    for (n, row) in rows.iter().enumerate() {
        match add(world, row).await? {
            Verdict::Accepted { .. } => added += 1,
            Verdict::Refused(refusal) if refusal.code == Code::StubThrottled => throttled += 1,
            Verdict::Refused(refusal) => {
                rejected.insert(n.to_string(), json!(refusal.code));
            }
            Verdict::Unchanged => {
                rejected.insert(n.to_string(), json!(Code::Duplicate));
            }
        }
    }
    Ok(json!({
        "ok": added > 0,
        "added": added,
        "of": rows.len(),
        "throttled": throttled,
        "rejected": rejected,
        "count": reads::items(world).await?.len(),
    }))
}
