//! Members of closed sets that a line states without naming them: whether a thing is in stock, by a label and a plain
//! answer ("In stock: no", "Sold out: no") or by how few are left; and for which period an amount is paid, by its
//! unit ("38 k€ / an").

use domain::schema::ClosedSet;
use serde_json::Value;

use super::closed::Members;
use super::{told, truths};
use crate::labels::split_label;
use crate::vocabulary::implies_stock;

/// Whether a label names that a thing can be had, or that it cannot.
fn side(label: &str) -> Option<bool> {
    let [inside, out] = ["InStock", "OutOfStock"].map(Value::from);
    let set = ClosedSet {
        members: vec![inside.clone(), out],
        titles: Vec::new(),
    };
    let named = Members::new(&set).member(label)?;
    Some(named == inside)
}

/// Whether a label names that a thing cannot be had.
pub(crate) fn names_lack(label: &str) -> bool {
    side(label) == Some(false)
}

/// Whether a label of stock and the plain answer to it say that the thing can be had.
pub(crate) fn is_had(label: &str, answer: &str) -> Option<bool> {
    let yes = truths::answer(answer)?;
    Some(side(label)? == yes)
}

/// Whether the thing of a line "In stock: no" can be had, as a member of the set.
pub(crate) fn stock_answer(set: &ClosedSet, line: &str) -> Option<Value> {
    let (label, answer) = split_label(line)?;
    let had = is_had(label, answer)?;
    let members = Members::new(set);
    if had {
        return members.member("in stock");
    }
    // "Sold out: yes" is in the set's own words where it has them.
    let own = members.member(label).filter(|_| names_lack(label));
    own.or_else(|| members.member("out of stock"))
}

/// The member for what can be had, where a text tells how few are left or that it is sent at once. A set that knows
/// of limited stock may mean that one.
pub(crate) fn implied(set: &ClosedSet, text: &str) -> Option<Value> {
    if !implies_stock(text) {
        return None;
    }
    let members = Members::new(set);
    let limited = members.member("limited stock").is_some();
    members.member("in stock").filter(|_| !limited)
}

/// The member for the one period that an amount is paid by, where no member is named.
pub(crate) fn period(set: &ClosedSet, text: &str) -> Option<Value> {
    let slashed =
        text.contains('/') && text.len() <= 80 && text.contains(|ch: char| ch.is_ascii_digit());
    let members = Members::new(set);
    let silent = slashed && members.stated(text).is_empty();
    let periods = silent.then(|| told::periods(text))?;
    let one = periods
        .first()
        .filter(|first| periods.iter().all(|other| other == *first))?;
    members.member(one)
}

/// Whether a receipt's words state a member so.
pub(crate) fn states(set: &ClosedSet, words: &str, member: &str) -> bool {
    let is = |value: Option<Value>| value.is_some_and(|value| value.as_str() == Some(member));
    is(stock_answer(set, words)) || is(implied(set, words)) || is(period(set, words))
}
