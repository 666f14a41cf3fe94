//! Receipts of an operator's edits. A member of a closed set is quoted from the page that states it.

use std::collections::BTreeMap;

use common::store::{AnswerStore, RowEntry};
use domain::answer::record::PageRecord;
use domain::evidence::{Receipt, Source};
use domain::schema::AnswerSchema;
use serde_json::{Value, json};

use crate::exit::Failure;
use crate::opened::broken;

/// A receipt of an edit that no page earned.
pub(super) fn operator(op: &str) -> Receipt {
    Receipt {
        page: String::new(),
        source: Source::Operator,
        path: op.to_owned(),
        quote: String::new(),
    }
}

/// Receipts of a new row's fields.
pub(super) fn of_item(item: &Value) -> BTreeMap<String, Receipt> {
    let fields = item.as_object().into_iter().flatten();
    fields
        .filter(|(_, value)| !value.is_null())
        .map(|(name, _)| (pointer(name), operator("add_item")))
        .collect()
}

/// Receipts of the fields that an update changes.
pub(super) async fn of(
    store: &AnswerStore,
    entry: &RowEntry,
    fields: &Value,
) -> Result<BTreeMap<String, Receipt>, Failure> {
    let page = match &entry.row.page {
        Some(key) => store.page(key).await.map_err(|error| broken(&error))?,
        None => None,
    };
    let given = fields.as_object().into_iter().flatten();
    let changed = given.filter(|(name, value)| {
        let old = entry.row.item.get(name.as_str());
        !value.is_null() && !old.is_some_and(|old| is_same(store.schema(), name, old, value))
    });
    Ok(changed
        .map(|(name, value)| {
            let receipt = match &page {
                Some(page) => on_page(store.schema(), page, name, value),
                None => operator("update_item"),
            };
            (pointer(name), receipt)
        })
        .collect())
}

/// Whether a value is stored as the one that is there: members of closed sets in any case.
fn is_same(schema: &AnswerSchema, name: &str, old: &Value, new: &Value) -> bool {
    let members = |value: &Value| schema.members_in_row(&json!({ name: value }));
    let used = members(new);
    old == new || (!used.is_empty() && used == members(old))
}

/// The receipt of a value that the operator gives to a row of a page.
fn on_page(schema: &AnswerSchema, page: &PageRecord, name: &str, value: &Value) -> Receipt {
    let used = schema.members_in_row(&json!({ name: value }));
    let stated = page.read.iter().flat_map(|read| &read.stated);
    let quotes: Vec<&str> = stated
        .filter(|stated| {
            used.iter().any(|used| {
                used.pointer == stated.pointer && used.member.eq_ignore_ascii_case(&stated.member)
            })
        })
        .map(|stated| stated.quote.as_str())
        .collect();
    Receipt {
        page: page.url.clone(),
        quote: quotes.join(" … "),
        ..operator("update_item")
    }
}

fn pointer(name: &str) -> String {
    domain::pointer::of(name)
}
