//! What became of an operator's edits: refusals with what is allowed and what to do, gaps, and the
//! coverage as one line.

use domain::answer::standing::{Coverage, Gap, Gaps};
use domain::answer::verdict::{Refusal, Verdict};
use serde_json::{Value, json};

use super::{line, note, word};
use crate::edits::Edited;

/// Members that are named; the rest are counted.
const NAMED: usize = 20;

/// How an edit ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The answer says so now, or said so before.
    Holds,
    /// Some part was refused, or the gate sent `done` back.
    Refused,
}

/// How an edit ended.
pub(crate) fn end(edited: &Edited) -> End {
    match &edited.verdict {
        Verdict::Accepted { refused, .. } if !refused.is_empty() => End::Refused,
        Verdict::Accepted { stored, .. } if stored["accepted"] == false => End::Refused,
        Verdict::Refused(_) => End::Refused,
        _ => End::Holds,
    }
}

/// Prints the refusals, each with its remedy.
pub(crate) fn refusals(edited: &Edited) {
    match &edited.verdict {
        Verdict::Refused(refusal) => one(edited, refusal),
        Verdict::Accepted { refused, .. } => {
            for refusal in refused {
                one(edited, refusal);
            }
        }
        Verdict::Unchanged => {}
    }
}

fn one(edited: &Edited, refusal: &Refusal) {
    let place = match refusal.pointer.as_str() {
        "" => String::new(),
        pointer => format!(" at {pointer}"),
    };
    let about = match edited.about.as_str() {
        "" => String::new(),
        about => format!(" {about}"),
    };
    note(&format!(
        "refused: {}{about}: {}{place}: {}",
        edited.op,
        word(&refusal.code),
        refusal.message
    ));
    if !refusal.got.is_null() {
        note(&format!("  got: {}", refusal.got));
    }
    if !refusal.allowed.is_empty() {
        note(&format!("  allowed: {}", members(&refusal.allowed)));
    }
    if !refusal.hint.is_empty() {
        note(&format!("  {}", refusal.hint));
    }
}

fn members(members: &[Value]) -> String {
    let named: Vec<String> = members.iter().take(NAMED).map(Value::to_string).collect();
    match members.len().saturating_sub(NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// One edit as JSON. What is stored is told only for the rows and fields themselves.
pub(crate) fn as_json(edited: &Edited) -> Value {
    let mut told = json!({ "op": edited.op, "about": edited.about });
    if let (Some(told), Ok(Value::Object(verdict))) =
        (told.as_object_mut(), serde_json::to_value(&edited.verdict))
    {
        told.extend(verdict);
    }
    told
}

/// The gaps that sent `done` back.
pub(crate) fn gaps(edited: &Edited) -> Option<Gaps> {
    match &edited.verdict {
        Verdict::Accepted { stored, .. } if stored["accepted"] == false => {
            serde_json::from_value(stored["gaps"].clone()).ok()
        }
        _ => None,
    }
}

/// The gaps, one a line.
pub(crate) fn print_gaps(gaps: &Gaps) {
    for gap in phrases(gaps) {
        line(&format!("gap: {gap}"));
    }
    line("not delivered: close the gaps, or say `windrow done` again to deliver with them");
}

/// The gaps as short phrases.
pub(crate) fn phrases(gaps: &Gaps) -> Vec<String> {
    let fields = gaps.deficiencies.iter().map(|gap| match gap.gap {
        Gap::NotSet => format!("{} is not set", gap.field),
        Gap::ListEmpty => format!("{} has no rows", gap.field),
        Gap::EmptyOn { missing, total } => {
            format!("{} is empty on {missing} of {total} rows", gap.field)
        }
    });
    let counts = [
        (gaps.links_without_row, "links without a row"),
        (
            gaps.refused_items,
            "refused rows that were not stored since",
        ),
        (gaps.given_up, "pages given up"),
        (
            gaps.list_short_by,
            "items that the lists state and that were not found",
        ),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    fields
        .chain(counts.map(|(count, what)| format!("{what}: {count}")))
        .collect()
}

/// The coverage as JSON, with its line.
pub(crate) fn coverage_json(coverage: &Coverage) -> Value {
    let mut told = serde_json::to_value(coverage).unwrap_or_default();
    if let Some(told) = told.as_object_mut() {
        told.insert("summary".to_owned(), coverage.line().into());
    }
    told
}
