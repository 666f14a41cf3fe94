//! What other sources of a page say instead of the value that counts: metadata that a visible statement
//! outranks, and a dateline that metadata outranks. The row stays as it is; the disagreement is kept.

use domain::evidence::{Receipt, Source};
use domain::schema::Field;
use serde_json::Value;

use crate::fill::{Filler, is_of, same};
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::shapes::{is_list, is_nested};
use crate::values::{Read, date, read};
use crate::vocabulary::Kind;
use crate::words::{says, squash};
use crate::{prices, stock};

/// No more statements of one field are kept.
const MOST: usize = 8;

impl Filler<'_> {
    /// The words of the value's receipt and those of the sources that disagree; empty if none does.
    pub(crate) fn overruled(&self, field: &Field, value: &Value, receipt: &Receipt) -> Vec<String> {
        let wanted = Wanted::of(field, self.nouns);
        let mut words = vec![receipt.quote.clone()];
        for claim in self.others(field, &wanted, receipt.source) {
            let stated = read(field, &claim.value, self.reading(&wanted, claim.machine));
            let Read::Value(stated) = stated else {
                continue;
            };
            // Of a described thing its name is quoted.
            let name = stated.as_str().filter(|_| claim.value.is_object());
            let quote = name.map_or_else(|| claim.quote(), str::to_owned);
            let told = self.agree(&wanted, value, &stated) || words.contains(&quote);
            if !told && words.len() < MOST {
                words.push(quote);
            }
        }
        if words.len() == 1 {
            words.clear();
        }
        words
    }

    /// The claims of sources that the value's source outranks.
    fn others(&self, field: &Field, wanted: &Wanted, source: Source) -> Vec<Claim> {
        let several = is_list(field) || is_nested(field) || wanted.wording;
        let one = matches!(
            wanted.kind,
            Kind::Text | Kind::Price | Kind::Code | Kind::Date | Kind::Availability
        );
        if several || !one || wanted.concept.is_none() {
            return Vec::new();
        }
        match source {
            Source::Label | Source::Table | Source::Text | Source::Link => {
                let stated = self.metadata(wanted).into_iter().flatten();
                stated.chain(self.metas(wanted)).collect()
            }
            Source::Jsonld | Source::Microdata | Source::Rdfa | Source::Opengraph
                if is_of(wanted, "datePosted") =>
            {
                self.shown(field, wanted)
            }
            Source::Jsonld | Source::Microdata | Source::Rdfa | Source::Opengraph
                if is_of(wanted, "availability") || is_of(wanted, "eventStatus") =>
            {
                let set = field.closed_set.as_ref();
                set.map_or_else(Vec::new, |set| stock::near(self.evidence, set))
            }
            Source::Jsonld | Source::Microdata | Source::Rdfa if is_of(wanted, "price") => {
                let evidence = self.evidence;
                prices::near(evidence.page, evidence.title_node(), evidence.price())
            }
            _ => Vec::new(),
        }
    }

    /// Whether two values say the same, one of them perhaps less of it.
    fn agree(&self, wanted: &Wanted, one: &Value, other: &Value) -> bool {
        let (Some(left), Some(right)) = (one.as_str(), other.as_str()) else {
            return same(one, other);
        };
        if wanted.kind == Kind::Date {
            let order = self.evidence.reading.dates;
            let (left, right) = (date::day(left, order), date::day(right, order));
            return left.is_none() || right.is_none() || left == right;
        }
        let (left, right) = (squash(left), squash(right));
        let text = wanted.kind == Kind::Text;
        left == right || text && (says(&left, &right) || says(&right, &left))
    }
}

#[cfg(test)]
mod tests;
