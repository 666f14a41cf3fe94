//! Members of closed sets that a line states without naming them: whether a thing is in stock, by a label and a plain
//! answer ("In stock: no"); and for which period an amount is paid, by its unit ("38 k€ / an").

use domain::schema::ClosedSet;
use serde_json::Value;

use super::closed::Members;
use super::{told, truths};
use crate::labels::split_label;

/// Whether the thing of a line "In stock: no" can be had, as a member of the set.
pub(crate) fn stock_answer(set: &ClosedSet, line: &str) -> Option<Value> {
    let (label, answer) = split_label(line)?;
    let yes = truths::answer(answer)?;
    let members = Members::new(set);
    let named = members.member(label)?;
    let (inside, out) = (members.member("in stock")?, members.member("out of stock")?);
    let (own, other) = match () {
        () if named == inside => (inside, out),
        () if named == out => (out, inside),
        () => return None,
    };
    Some(if yes { own } else { other })
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
    is(stock_answer(set, words)) || is(period(set, words))
}
