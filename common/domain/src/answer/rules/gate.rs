//! The completeness gate (rules.md section 8): `done` is bounced once with the exact list of gaps; the
//! second one is always accepted.

#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use super::frontier::gate_key;
use crate::answer::Ctx;
use crate::answer::cells;
use crate::answer::record::GateRecord;
use crate::answer::standing::Standing;
use crate::answer::verdict::Verdict;
use crate::answer::view::{Halt, View};

/// Asks for the end. The stored value is `{"accepted", "complete", "gaps"}`.
///
/// # Errors
/// See [`View::record`].
pub fn done(view: &mut View<'_>, ctx: Ctx<'_>) -> Result<Verdict, Halt> {
    let standing = Standing::read(view, ctx)?;
    let gaps = standing.gaps(ctx);
    let accepted = gaps.none() || standing.gate.bounced;
    let gate = GateRecord {
        bounced: standing.gate.bounced || !accepted,
        looks: if accepted {
            standing.gate.looks
        } else {
            standing.cell(cells::LOOKS)
        },
        done: accepted,
        complete: gaps.none(),
    };
    if gate != standing.gate {
        view.put(gate_key(), &gate)?;
    }
    Ok(Verdict::stored(json!({
        "accepted": accepted,
        "complete": gaps.none(),
        "gaps": serde_json::to_value(&gaps).unwrap_or(Value::Null),
    })))
}
