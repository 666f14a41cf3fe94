//! Whether a row's currency was stated with its amount. Two sources may name two: the one beside the amount
//! counts, and where that is a symbol only, none does.

use domain::evidence::{Receipt, Source};
use domain::schema::Field;
use serde_json::Value;

use crate::Draft;
use crate::fill::{Filler, is_of};
use crate::match_fields::Wanted;
use crate::prices;
use crate::values::Read;
use crate::values::currency::{codes, contradicts, is_code};
use crate::vocabulary::Kind;

/// What the statement of the amount says of a currency from another.
#[derive(Debug, PartialEq)]
pub(crate) enum Told {
    /// It names another one: the value, its receipt, and the words of both.
    Another(Value, Receipt, Vec<String>),
    /// It rules the currency out and names none: the words of both.
    None(Vec<String>),
    /// The amount is from where the currency is; what the page shows contradicts both.
    Same(Vec<String>),
}

/// A field of the row that holds a currency, and what is to become of it.
pub(crate) fn told<'f>(
    filler: &Filler<'_>,
    draft: &Draft,
    fields: &[&'f Field],
) -> Option<(&'f Field, Told)> {
    let wanted = |field: &Field| Wanted::of(field, filler.nouns);
    let held = |field: &Field| {
        let at = domain::pointer::of(&field.name);
        draft.receipts.get(&at).cloned()
    };
    let code_of = |field: &Field| {
        draft
            .row
            .get(&field.name)?
            .as_str()
            .filter(|code| is_code(code))
    };
    let field = fields
        .iter()
        .find(|field| code_of(field).is_some() && is_of(&wanted(field), "priceCurrency"))?;
    let (code, from) = (code_of(field)?, held(field)?);
    let mut amounts = fields
        .iter()
        .filter(|field| wanted(field).kind == Kind::Price);
    let amount = amounts.find_map(|field| held(field))?;
    if is_seen(from.source) {
        return None;
    }
    if is_seen(amount.source) {
        let said = words(&amount);
        if !contradicts(&said, code) {
            return None;
        }
        let both = vec![amount.quote.clone(), from.quote.clone()];
        let named = codes(&said);
        let one = (named.len() == 1).then(|| filler.checked(field, &Value::from(&*named[0])));
        let told = match one {
            Some(Read::Value(value)) => Told::Another(value, amount, both),
            _ => Told::None(both),
        };
        return Some((*field, told));
    }
    let shown = prices::shown(filler.evidence.page, filler.evidence.price());
    let shown = shown.first()?.quote();
    let told = contradicts(&shown, code).then(|| Told::Same(vec![from.quote, shown]));
    told.map(|told| (*field, told))
}

fn is_seen(source: Source) -> bool {
    matches!(source, Source::Label | Source::Table | Source::Text)
}

/// What a visible statement of an amount says: its value, and its label, which may name the currency.
fn words(amount: &Receipt) -> String {
    if matches!(amount.source, Source::Label | Source::Table) {
        return format!("{} {}", amount.path, amount.quote);
    }
    amount.quote.clone()
}

#[cfg(test)]
mod tests;
