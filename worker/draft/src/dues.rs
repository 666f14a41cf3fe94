//! What is due for each of some time: the rent that a page asks, and pay by the hour, month or year. Which of several
//! amounts on a line is meant is in `values::dues`.

use domain::schema::Field;
use serde_json::Value;

use crate::dom::Page;
use crate::entity::has_type;
use crate::fill::{Filled, Filler, is_of};
use crate::labels::Pair;
use crate::match_fields::Wanted;
use crate::prices;
use crate::receipt::Claim;
use crate::strangers::GOODS;
use crate::values::Reading;
use crate::values::dues::of_period;
use crate::values::price::amount;
use crate::values::told::{period_of, periods};
use crate::vocabulary::concept_of_id;

/// Where markup says for how long an offer's amount is.
const TERMS: [&str; 4] = [
    "offers.priceSpecification.unitText",
    "offers.priceSpecification.unitCode",
    "offers.priceSpecification.referenceQuantity.unitCode",
    "offers.priceSpecification.referenceQuantity.unitText",
];
/// Where markup says for how long pay is.
const PAY: [&str; 4] = [
    "baseSalary.value.unitText",
    "baseSalary.unitText",
    "estimatedSalary.value.unitText",
    "estimatedSalary.unitText",
];

/// What a labelled value tells of pay, for a field that is of one period: all of it, or its part for that period.
/// `None` if the field's name asks for a period that neither value nor label say.
pub(crate) fn pay<'p>(
    page: &Page<'_>,
    pair: &'p Pair,
    field: &Field,
    wanted: &Wanted,
) -> Option<&'p str> {
    let style = Reading::of(page.snapshot).style;
    let Some(period) = wanted.period else {
        // What a description says of the period only chooses.
        let salary = wanted.concept.is_some_and(|own| is_pay(&own.id));
        let part = || of_period(&pair.value, style, period_of(field)?);
        return Some(salary.then(part).flatten().unwrap_or(&pair.value));
    };
    if let Some(part) = of_period(&pair.value, style, period) {
        return Some(part);
    }
    let unsaid = periods(&pair.value).is_empty();
    (unsaid && periods(&pair.label) == [period]).then_some(&pair.value)
}

/// Whether a concept is what is paid for work, or an end of it.
pub(crate) fn is_pay(id: &str) -> bool {
    matches!(id, "salary" | "salaryMin" | "salaryMax")
}

impl Filler<'_> {
    /// Whether an amount that markup states of an entity is for the time that a field is of: a rent of what is let,
    /// pay of the period in its name.
    pub(crate) fn is_for_its_time(&self, entity: &Value, wanted: &Wanted) -> bool {
        let said = |paths: &[&str], is: &dyn Fn(&str) -> bool| {
            let graph = &self.evidence.graph;
            let mut leaves = paths.iter().flat_map(|path| graph.walk(entity, path));
            leaves.any(|leaf| leaf.value.as_str().is_some_and(is))
        };
        if is_of(wanted, "rent") {
            // What is sold has a price.
            let sold = GOODS.iter().any(|kind| has_type(entity, kind));
            let month = |unit: &str| unit == "MON" || periods(unit).contains(&"month");
            let lease = |kind: &str| kind.ends_with("LeaseOut");
            return !sold || said(&TERMS, &month) || said(&["offers.businessFunction"], &lease);
        }
        let pay = |period| said(&PAY, &|unit| periods(unit).contains(&period));
        wanted.period.is_none_or(pay)
    }

    /// What the page asks each month, under a label of prices or shown as its price.
    pub(crate) fn rents(&self) -> Vec<Claim> {
        let evidence = self.evidence;
        let style = evidence.reading.style;
        let names = concept_of_id("price").map_or(&[][..], |price| &price.phrases);
        let pairs = evidence.pairs.iter().filter(|pair| {
            let priced = pair.sure > 0 && !pair.struck;
            priced && names.contains(&pair.words)
        });
        let labelled = pairs.filter_map(|pair| {
            let part = of_period(&pair.value, style, "month")?;
            Some(Claim::seen(part, pair.source, pair.label.clone()))
        });
        let labelled: Vec<Claim> = labelled.collect();
        if !labelled.is_empty() {
            return labelled;
        }
        let shown = prices::led_on(evidence.page, evidence.title_node(), evidence.price());
        let part = |claim: &Claim| {
            let text = claim.value.as_str().unwrap_or("");
            of_period(text, style, "month").is_some()
        };
        shown.into_iter().find(part).into_iter().collect()
    }

    /// A filled price, unless it is the rent and the schema has a field for that.
    pub(crate) fn unless_rent(&self, wanted: &Wanted, filled: Filled) -> Filled {
        let Filled::Value(Value::Number(value), _) = &filled else {
            return filled;
        };
        if !is_of(wanted, "price") || !self.fields().iter().any(|field| self.is_rent(field)) {
            return filled;
        }
        let (style, how) = (
            self.evidence.reading.style,
            self.reading(wanted, false).scales(),
        );
        let is_same = |claim: &Claim| {
            let text = claim.value.as_str().unwrap_or("");
            let due = amount(text, style, None, how).and_then(|due| due.parse::<f64>().ok());
            due.is_some() && due == value.as_f64()
        };
        if self.rents().iter().any(is_same) {
            return Filled::Empty(domain::evidence::Reason::NotStated);
        }
        filled
    }

    fn fields(&self) -> &[Field] {
        let answer = self.schema.answer.as_ref();
        answer.map_or(&self.schema.top, |answer| &answer.fields)
    }

    fn is_rent(&self, field: &Field) -> bool {
        is_of(&Wanted::of(field, self.nouns), "rent")
    }
}

#[cfg(test)]
mod tests;
