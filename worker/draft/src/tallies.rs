//! Which stated figures count for how something is rated: a rating of nothing that nobody gave is none, and
//! how many rated is not how many wrote, where a schema asks for both.

use domain::schema::{Field, JsonType};
use serde_json::Value;

use crate::fill::{Filled, Filler, is_of};
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::words::phrase;

/// The two counts, each with the last words of the places that state it.
const COUNTS: [(&str, &str); 2] = [("ratingCount", "rating"), ("reviewCount", "review")];

impl Filler<'_> {
    /// For a field of one of the counts the word of the other, if the schema asks for that, too.
    pub(crate) fn other_count(&self, wanted: &Wanted) -> Option<&'static str> {
        let own = COUNTS.iter().position(|(id, _)| is_of(wanted, id))?;
        let (id, word) = COUNTS[1 - own];
        self.asks_for(id).then_some(word)
    }

    /// Whether the schema asks for a concept, as a field of a row or of the whole, or as a part of one.
    fn asks_for(&self, id: &str) -> bool {
        let rows = self.schema.answer.iter().flat_map(|rows| &rows.fields);
        let fields = || rows.clone().chain(&self.schema.top);
        let parts = fields().flat_map(|field| &field.children);
        let mut all = fields().chain(parts);
        all.any(|field| is_of(&Wanted::of(field, self.nouns), id))
    }

    /// Whether a rating is nothing because nobody gave one. A critic's own may be nothing, and so may a score
    /// that a label states.
    pub(crate) fn is_by_nobody(&self, field: &Field, wanted: &Wanted, claim: &Claim) -> bool {
        let nothing = is_of(wanted, "ratingValue") && is_nothing(&claim.value);
        if !nothing || claim.path.contains("reviewRating") {
            return false;
        }
        match self.evidence.votes(|| self.votes(field)) {
            Some(votes) => votes == 0,
            None => claim.machine || !phrase(&claim.path).iter().any(|word| word == "score"),
        }
    }

    /// How many rated, or wrote, by whatever the page states.
    fn votes(&self, rating: &Field) -> Option<u64> {
        let count = |name: &str| Field {
            name: name.to_owned(),
            title: None,
            description: None,
            types: vec![JsonType::Integer],
            closed_set: None,
            ..rating.clone()
        };
        let told = |name: &str| match self.field(&count(name)) {
            Filled::Value(value, _) => value.as_u64(),
            Filled::Empty(_) => None,
        };
        COUNTS.iter().filter_map(|(id, _)| told(id)).max()
    }
}

/// Whether a claim is of the place that states a count: `aggregateRating.ratingCount` for "rating".
pub(crate) fn is_of_count(word: &str, claim: &Claim) -> bool {
    let last = claim.path.rsplit('.').next().unwrap_or("");
    let last = phrase(last.trim_matches(|ch: char| !ch.is_alphabetic()));
    matches!(last.as_slice(), [.., of, count] if of == word && count == "count")
}

/// Whether a rating is 0, whatever its scale.
fn is_nothing(value: &Value) -> bool {
    let Some(text) = value.as_str() else {
        return value.as_f64() == Some(0.0);
    };
    let text = text.trim_start();
    let end = text.find(|ch: char| !matches!(ch, '0' | '.' | ','));
    let (zero, rest) = text.split_at(end.unwrap_or(text.len()));
    zero.starts_with('0') && !rest.starts_with(|ch: char| ch.is_alphanumeric() || ch == '%')
}

#[cfg(test)]
mod tests;
