//! What a recount found: a line, or each counter that says something else.

use common::store::Verified;
use serde_json::{Value, json};

use super::line;
use crate::args::Global;

/// Prints a recount.
pub(crate) fn print(verified: &Verified, global: &Global) {
    if global.json {
        return super::json(&told(verified));
    }
    for drift in &verified.drift {
        line(&format!(
            "{}: stored {}, recounted {}",
            drift.cell, drift.stored, drift.recounted
        ));
    }
    if verified.drift.is_empty() && global.quiet {
        return;
    }
    line(&format!(
        "{} of {} counters disagree with the {} records they count",
        verified.drift.len(),
        verified.cells,
        verified.records
    ));
}

fn told(verified: &Verified) -> Value {
    let drift = verified.drift.iter().map(|drift| {
        json!({
            "cell": drift.cell,
            "stored": drift.stored,
            "recounted": drift.recounted,
        })
    });
    json!({
        "ok": verified.drift.is_empty(),
        "records": verified.records,
        "cells": verified.cells,
        "drift": drift.collect::<Vec<_>>(),
    })
}
