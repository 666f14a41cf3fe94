//! Opening a run: the schema's hash is remembered and its defaults go through the same writer as
//! every value. A default that is refused is skipped and reported.

#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use super::field;
use crate::answer::Ctx;
use crate::answer::commit::{RecordKey, Space};
use crate::answer::verdict::{Code, Refusal, Verdict};
use crate::answer::view::{Halt, View};
use crate::evidence::{Receipt, Source};

/// Where the schema's hash lies.
pub fn schema_key() -> RecordKey {
    RecordKey::new(Space::Job, "schema")
}

/// Opens a run.
///
/// # Errors
/// See [`View::record`].
pub fn open(view: &mut View<'_>, ctx: Ctx<'_>) -> Result<Verdict, Halt> {
    match view.record::<String>(&schema_key())? {
        Some(hash) if hash == ctx.schema.hash => return Ok(Verdict::Unchanged),
        Some(hash) => {
            let message = "This run was opened with another schema.";
            let refusal = Refusal::new(Code::SchemaRefused, "", message).got(json!(hash));
            return Ok(refusal.hint("Start a new run.").into());
        }
        None => view.put(schema_key(), &ctx.schema.hash)?,
    }
    let mut refused = Vec::new();
    for top in ctx.top_fields() {
        let Some(seed) = &top.default else { continue };
        let receipt = Receipt {
            page: String::new(),
            source: Source::Default,
            path: top.pointer.clone(),
            quote: String::new(),
        };
        if let Verdict::Refused(refusal) = field::set(view, ctx, (&top.name, seed), Some(&receipt))?
        {
            refused.push(refusal);
        }
    }
    Ok(Verdict::Accepted {
        stored: Value::Null,
        row: None,
        missing: Vec::new(),
        refused,
    })
}
