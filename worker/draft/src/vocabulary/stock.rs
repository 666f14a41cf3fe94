//! Whole wordings from which it follows that a thing can be had though none says so: how few are left, that it is
//! sent at once, in how many shops it is. Words that state it themselves are in the shared vocabulary (`domain`).

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::words::squash;

/// No such wording is longer than this, in bytes.
const LONGEST: usize = 80;

/// Wordings by what they tell; `#` stands for a figure.
#[derive(Debug, Default, Deserialize)]
struct Wordings {
    /// So many are left.
    some: HashSet<String>,
    /// A few are left.
    few: HashSet<String>,
    /// It is sent at once.
    sent: HashSet<String>,
    /// What follows a statement that it is in stock: in so many shops.
    stores: HashSet<String>,
}

static WORDINGS: LazyLock<Wordings> = LazyLock::new(|| {
    let mut all: Wordings = serde_json::from_str(include_str!("stock.json")).unwrap_or_default();
    for list in [&mut all.some, &mut all.few, &mut all.sent, &mut all.stores] {
        // The sign is no letter: it is set apart from folding.
        let folded = list.iter().map(|text| shape(&text.replace('#', "1")));
        *list = folded.flatten().collect();
    }
    all
});

/// Whether a text is a wording from which it follows that some are to be had.
pub(crate) fn implies_stock(text: &str) -> bool {
    let lists = [&WORDINGS.some, &WORDINGS.few, &WORDINGS.sent];
    shape(text).is_some_and(|shape| lists.iter().any(|list| list.contains(&shape)))
}

/// Whether words only tell in how many shops it is.
pub(crate) fn counts_stores(text: &str) -> bool {
    shape(text).is_some_and(|shape| WORDINGS.stores.contains(&shape))
}

/// A squashed text with a sign for each figure; `None` if one is nothing, or if it is too long to be a wording.
fn shape(text: &str) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    let squashed = squash(text);
    let digit = |ch: char| ch.is_ascii_digit();
    let figures = squashed.split(|ch| !digit(ch));
    let none = |figure: &str| !figure.is_empty() && figure.bytes().all(|byte| byte == b'0');
    if figures.into_iter().any(none) {
        return None;
    }
    let mut shape = String::with_capacity(squashed.len());
    for ch in squashed.chars() {
        if !digit(ch) {
            shape.push(ch);
        } else if !shape.ends_with('#') {
            shape.push('#');
        }
    }
    Some(shape)
}
