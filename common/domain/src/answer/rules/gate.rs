//! The completeness gate: `done` is bounced once with the exact list of gaps; the
//! second one is always accepted. An ask that is repeated is not the second one.

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

/// Asks for the end; `ask` numbers the ask, 0 is always another one. The stored value is `{"accepted", "complete", "gaps"}`.
///
/// # Errors
/// See [`View::record`].
pub fn done(view: &mut View<'_>, ctx: Ctx<'_>, ask: u64) -> Result<Verdict, Halt> {
    let standing = Standing::read(view, ctx)?;
    let gaps = standing.gaps(ctx);
    let before = standing.gate;
    // Once an ask was accepted, one that comes late changes nothing.
    let repeated = before.bounced && !before.done && ask != 0 && ask == before.ask;
    let accepted = gaps.none() || (before.bounced && !repeated);
    let gate = if accepted {
        GateRecord {
            done: true,
            complete: gaps.none(),
            ..before
        }
    } else if repeated {
        before
    } else {
        GateRecord {
            bounced: true,
            ask,
            looks: standing.cell(cells::LOOKS),
            done: false,
            complete: false,
        }
    };
    if gate != before {
        view.put(gate_key(), &gate)?;
    }
    Ok(Verdict::stored(json!({
        "accepted": accepted,
        "complete": gaps.none(),
        "gaps": serde_json::to_value(&gaps).unwrap_or(Value::Null),
    })))
}
