//! Why a row says what it says: each value with the page's own words, each empty field with its
//! reason.

use common::store::Explained;
use domain::answer::record::{MarkRecord, PageRecord};
use domain::answer::rules::empty;
use domain::evidence::{Reason, Receipt};
use domain::schema::AnswerSchema;
use serde::Serialize;
use serde_json::Value;

use super::{line, word};

/// Longer values are cut for people; JSON has them whole.
const SHOWN: usize = 120;

/// A row with its provenance.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Row {
    pub(crate) index: usize,
    /// The row's own page, as found.
    pub(crate) url: Option<String>,
    /// Whether that page was read.
    pub(crate) read: bool,
    pub(crate) fields: Vec<Field>,
}

/// A field of a row.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) value: Value,
    /// Where it came from: pointers in the row with their receipts.
    pub(crate) receipts: Vec<(String, Receipt)>,
    /// Why it is empty.
    pub(crate) reason: Option<Reason>,
    /// The same in words.
    pub(crate) why: Option<String>,
    /// The mark that declares it absent on all rows.
    pub(crate) mark: Option<MarkRecord>,
}

impl Row {
    /// What is known of a row.
    pub(crate) fn of(
        schema: &AnswerSchema,
        explained: &Explained,
        page: Option<&PageRecord>,
        marks: &[(String, MarkRecord)],
    ) -> Self {
        let row = &explained.entry.row;
        let declared = schema.answer.iter().flat_map(|answer| &answer.fields);
        let mut names: Vec<String> = declared.map(|field| field.name.clone()).collect();
        let kept = row.item.as_object().into_iter().flatten();
        for (name, _) in kept {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        let fields = names.into_iter();
        Self {
            index: explained.entry.index,
            url: page
                .map(|page| page.url.clone())
                .or_else(|| row.page.clone()),
            read: explained.entry.read,
            fields: fields
                .map(|name| field(schema, name, explained, marks))
                .collect(),
        }
    }

    /// The row with one field only.
    pub(crate) fn only(mut self, name: &str) -> Option<Self> {
        self.fields.retain(|field| field.name == name);
        (!self.fields.is_empty()).then_some(self)
    }
}

fn field(
    schema: &AnswerSchema,
    name: String,
    explained: &Explained,
    marks: &[(String, MarkRecord)],
) -> Field {
    let value = explained.entry.row.item.get(&name).cloned();
    let at = domain::pointer::of(&name);
    let within = format!("{at}/");
    let receipts = explained.receipts.iter();
    let receipts = receipts.filter(|(place, _)| **place == at || place.starts_with(&within));
    let empty = empty::is_empty(schema.row_field(&name), value.as_ref());
    let reason = empty.then(|| explained.reasons.get(&at).cloned());
    let reason = reason.map(|reason| reason.unwrap_or(Reason::NotStated));
    let mark = marks.iter().find(|(id, _)| *id == format!("row/{name}"));
    Field {
        receipts: receipts
            .map(|(at, one)| (at.clone(), one.clone()))
            .collect(),
        why: reason.as_ref().map(|reason| why(schema, &name, reason)),
        reason,
        mark: mark.filter(|_| empty).map(|(_, mark)| mark.clone()),
        value: value.unwrap_or_default(),
        name,
    }
}

/// A reason in words; what was refused by the schema with the schema's own.
fn why(schema: &AnswerSchema, name: &str, reason: &Reason) -> String {
    let said = words(reason);
    let Reason::Refused { code, got } = reason else {
        return said;
    };
    let field = schema.row_field(name);
    let refused = field.and_then(|field| schema.check_field(field, &got.as_str().into()).err());
    match refused {
        Some(refusal) if refusal.code.as_str() == *code => format!("{said}; {}", refusal.message),
        _ => said,
    }
}

/// A reason in words.
pub(crate) fn words(reason: &Reason) -> String {
    match reason {
        Reason::NotStated => "not stated: the row's page says nothing of it".to_owned(),
        Reason::Dropped { by } if by == "cut" => {
            "not known: a table of the page is too large to be read to its end".to_owned()
        }
        Reason::Dropped { by } => format!("stated only in hidden or dropped content ({by})"),
        Reason::Refused { code, got } => format!("refused ({code}): the page says {got:?}"),
        Reason::NotRecognised { seen } => {
            format!("not recognised: the page has something like it, {seen:?}")
        }
        Reason::Undisclosed { quote } => format!("the page does not disclose it: {quote:?}"),
        Reason::Conflict { values } => {
            let values: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
            format!("the page states several: {}", values.join(", "))
        }
        Reason::PageUnread => "the row's own page was not read, or could not be".to_owned(),
        Reason::Cleared => "an edit took out the value that was there".to_owned(),
        Reason::Excused => "not applicable: the schema's condition excuses it".to_owned(),
    }
}

/// Prints the row.
pub(crate) fn print(row: &Row) {
    let url = row.url.as_deref().unwrap_or("no page of its own");
    let read = if row.read { "read" } else { "not read" };
    line(&format!("row {}: {url} ({read})", row.index));
    for field in &row.fields {
        match &field.why {
            None => line(&format!("{}: {}", field.name, short(&field.value))),
            Some(why) => line(&format!("{}: empty: {why}", field.name)),
        }
        for (at, receipt) in &field.receipts {
            line(&format!("    {}", from(&field.name, at, receipt)));
        }
        if let Some(mark) = &field.mark {
            line(&format!(
                "    absent on all rows: {} ({} pages read, by the {})",
                mark.reason, mark.read, mark.by
            ));
        }
    }
}

/// Where a value came from, in words; `at` is its place in the row.
pub(super) fn from(name: &str, at: &str, receipt: &Receipt) -> String {
    let place = match at.strip_prefix(&domain::pointer::of(name)) {
        Some("") | None => String::new(),
        Some(inner) => format!("{inner}: "),
    };
    let path = match receipt.path.as_str() {
        "" => String::new(),
        path => format!(" {path}"),
    };
    let page = match receipt.page.as_str() {
        "" => String::new(),
        page => format!(" on {page}"),
    };
    let quote = match receipt.quote.as_str() {
        "" => String::new(),
        quote => format!(": {quote:?}"),
    };
    format!("{place}{}{path}{page}{quote}", word(&receipt.source))
}

/// A value cut to what a line holds.
pub(super) fn short(value: &Value) -> String {
    let text = value.to_string();
    let mut cut: String = text.chars().take(SHOWN).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    cut
}

#[cfg(test)]
mod tests;
