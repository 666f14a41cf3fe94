//! Decides one field: which claims count, in which order, and what it means when they disagree.

use std::borrow::Cow;

use domain::evidence::{Reason, Receipt};
use domain::schema::{AnswerSchema, Field};
use serde_json::Value;

use crate::bylines;
use crate::claims::{is_out, labelled, of_cards, of_headings};
use crate::codes;
use crate::entity::Entity;
use crate::evidence::Evidence;
use crate::headed;
use crate::labels::Pair;
use crate::link_claims::of_links;
use crate::loose::of_loose;
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::seen::{machine_value, of_pair};
use crate::sense::{asked, is_answered, keep_days, now, suits, withheld};
use crate::servings::Portions;
use crate::shapes::{is_list, is_nested};
use crate::tallies::is_of_count;
use crate::values::number::Style;
use crate::values::units::bracketed;
use crate::values::{self, Read, Reading, currency, periods, read, standard};
use crate::vocabulary::{Kind, concept_of_id};
use crate::words::squash;

/// Different values of a field are told apart up to this many.
const MOST: usize = 64;

/// What became of a field.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Filled {
    /// A value and where it came from.
    Value(Value, Receipt),
    /// None, and why.
    Empty(Reason),
}

/// What fields are filled from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Filler<'a> {
    /// The page's statements.
    pub evidence: &'a Evidence<'a>,
    /// The entities the page is about, best first.
    pub chosen: &'a [&'a Entity],
    /// The first of them and its equals: what they state differently of one thing is its variants'.
    pub equals: &'a [&'a Entity],
    /// The compiled schema, for the last word on a value.
    pub schema: &'a AnswerSchema,
    /// Folded words for what a row is.
    pub nouns: &'a [String],
}

/// Whether a field is of a concept of the vocabulary.
pub(crate) fn is_of(wanted: &Wanted, id: &str) -> bool {
    wanted.concept.is_some_and(|concept| concept.id == id)
}

/// The outcome of one group of claims.
pub(crate) enum Verdict {
    Accepted(Value, Claim),
    Conflict(Vec<String>),
    Refused(String, String),
    Silent,
}

impl Filler<'_> {
    /// Fills a field from the page.
    pub(crate) fn field(&self, field: &Field) -> Filled {
        let wanted = Wanted::of(field, self.nouns);
        if is_of(&wanted, "breadcrumb")
            && let Some(filled) = self.trail(field, &wanted)
        {
            return filled;
        }
        if is_nested(field) {
            return self.nested(field, &wanted);
        }
        if is_list(field) {
            return self.list(field, &wanted);
        }
        let filled = self.unless_rent(&wanted, self.scalar(field, &wanted));
        self.zoned(field, &wanted, filled)
    }

    fn scalar(&self, field: &Field, wanted: &Wanted) -> Filled {
        let mut refusal = None;
        let pairs = self.spanned(field, wanted, self.current(wanted));
        if let Some(quote) = withheld(&pairs, wanted) {
            return Filled::Empty(Reason::Undisclosed { quote });
        }
        let visible = self.labelled(field, wanted, &pairs);
        if let Verdict::Accepted(value, claim) = visible {
            return self.extended(field, wanted, value, &claim);
        }
        if let Some(empty) = note(visible, &mut refusal) {
            return empty;
        }
        if is_answered(wanted, &pairs) {
            return Filled::Empty(refusal.unwrap_or(Reason::NotStated));
        }
        let open = self.open_price(wanted, &pairs).map(|got| Reason::Refused {
            code: "type_mismatch".to_owned(),
            got,
        });
        refusal = refusal.or(open);
        if wanted.wording {
            return Filled::Empty(refusal.unwrap_or(Reason::NotStated));
        }
        let ranks = (0..).map_while(|rank| self.groups(rank, field, wanted));
        for group in ranks.flatten() {
            let mut verdict = self.settle(field, wanted, &group);
            if matches!(verdict, Verdict::Conflict(_)) {
                verdict = self.arbitrate(field, wanted, &group, verdict);
            }
            if let Verdict::Accepted(value, claim) = verdict {
                return Filled::Value(value, claim.receipt(&self.evidence.page.snapshot.final_url));
            }
            if let Some(empty) = note(verdict, &mut refusal) {
                return empty;
            }
        }
        Filled::Empty(refusal.unwrap_or(Reason::NotStated))
    }

    /// What the labels say together. Codes come ranked: the first that reads as one counts.
    fn labelled(&self, field: &Field, wanted: &Wanted, pairs: &[&Pair]) -> Verdict {
        let claims = pairs
            .iter()
            .filter_map(|pair| of_pair(self.evidence.page, pair, field, wanted));
        let seen: Vec<Claim> = claims.collect();
        let ranked = wanted.kind == Kind::Code;
        let mut visible = Verdict::Silent;
        for group in seen.chunks(if ranked { 1 } else { seen.len().max(1) }) {
            match self.settle(field, wanted, group) {
                Verdict::Silent => {}
                Verdict::Refused(..) if matches!(visible, Verdict::Refused(..)) => {}
                verdict => visible = verdict,
            }
            if matches!(visible, Verdict::Accepted(..) | Verdict::Conflict(_)) {
                break;
            }
        }
        if matches!(visible, Verdict::Refused(..)) {
            let machine = pairs
                .iter()
                .filter_map(|pair| machine_value(self.evidence.page, pair, wanted));
            let told = self.settle(field, wanted, &machine.collect::<Vec<_>>());
            if matches!(told, Verdict::Accepted(..)) {
                return told;
            }
        }
        visible
    }

    /// The label pairs of a field that speak of now: struck ones only count for old prices.
    pub(crate) fn current(&self, wanted: &Wanted) -> Vec<&Pair> {
        let old = wanted
            .concept
            .is_some_and(|concept| concept.id == "oldPrice");
        let mut pairs = labelled(self.evidence, wanted);
        pairs.retain(|pair| (old || !pair.struck) && suits(wanted, pair));
        pairs = now(self.evidence, wanted, pairs);
        if is_of(wanted, "author") {
            pairs.retain(|pair| bylines::suits(self.evidence, pair));
        }
        let currency = wanted
            .concept
            .is_some_and(|concept| concept.id == "priceCurrency");
        let price = concept_of_id("price").filter(|_| currency && pairs.is_empty());
        if let Some(price) = price {
            let priced = self.evidence.pairs.iter().filter(|pair| {
                pair.sure > 0 && !pair.struck && price.phrases.contains(&pair.words)
            });
            pairs = priced
                .filter(|pair| !currency::codes(&pair.value).is_empty())
                .collect();
        }
        pairs
    }

    /// The label pairs of a field; for the last day of something where no label names it, those of the day that
    /// tell a span.
    fn spanned<'p>(
        &'p self,
        field: &Field,
        wanted: &Wanted,
        pairs: Vec<&'p Pair>,
    ) -> Vec<&'p Pair> {
        let day = matches!(field.format.as_deref(), None | Some("date"));
        let start = concept_of_id("startDate").filter(|_| day && is_of(wanted, "endDate"));
        let Some(start) = start.filter(|_| pairs.is_empty()) else {
            return pairs;
        };
        let dates = self.evidence.reading.dates;
        let told = self.evidence.pairs.iter().filter(|pair| {
            let named = pair.sure > 0 && !pair.struck && start.phrases.contains(&pair.words);
            named && periods::days(&pair.value, dates).is_some()
        });
        told.collect()
    }

    /// Claims beside the labels by rank, the most telling first; `None` after the last. A rank may
    /// hold several groups; none is gathered before those above it have had their say.
    fn groups(&self, rank: usize, field: &Field, wanted: &Wanted) -> Option<Vec<Vec<Claim>>> {
        let evidence = self.evidence;
        let only = |claims: Vec<Claim>| Some(vec![claims]);
        match rank {
            0 => only(self.heading(wanted).into_iter().collect()),
            1 => only(self.prominent(field, wanted)),
            2 => Some(self.of_variants(wanted)),
            3 if wanted.kind == Kind::Description => only(of_headings(evidence, wanted)),
            3 if wanted.kind == Kind::Date => only(headed::day(evidence, wanted)),
            3 => only(Vec::new()),
            4 => Some(vec![self.metas(wanted), of_loose(evidence, wanted)]),
            5 => only(of_cards(evidence, wanted)),
            6 => only(self.shown(field, wanted)),
            7 if is_of(wanted, "brand") => only(self.of_maker(field, wanted)),
            7 => only(of_links(evidence, field, wanted, self.chosen)),
            8 if wanted.kind == Kind::Title && self.heading(wanted).is_none() => {
                only(self.document_title(wanted))
            }
            _ => None,
        }
    }

    pub(crate) fn reading(&self, wanted: &Wanted, machine: bool) -> Reading<'_> {
        let style = self.evidence.reading.style;
        Reading {
            kind: wanted.kind,
            bound: wanted.bound,
            currency: wanted.concept.is_some_and(|concept| {
                matches!(concept.id.as_str(), "priceCurrency" | "salaryCurrency")
            }),
            style: Style { machine, ..style },
            asked: asked(wanted),
            counts: wanted.counts,
            rated: wanted.rated,
            standard: standard::of(wanted),
            unit: wanted.unit,
            ..self.evidence.reading
        }
    }

    /// Reads every claim of a group; one value is accepted, several are a conflict.
    pub(crate) fn settle(&self, field: &Field, wanted: &Wanted, claims: &[Claim]) -> Verdict {
        let mut found: Vec<(Value, &Claim)> = Vec::new();
        let mut refused = None;
        let portions = Portions::of(field, wanted, claims);
        let other = self.other_count(wanted);
        let of_other = |claim: &Claim| other.is_some_and(|word| is_of_count(word, claim));
        for claim in claims.iter().filter(|claim| !of_other(claim)) {
            let code = codes::before_words(claim).filter(|_| wanted.kind == Kind::Code);
            let stated = code.map_or_else(
                || Cow::Borrowed(&claim.value),
                |code| Cow::Owned(code.into()),
            );
            let labelled = wanted.unit.is_some() && !claim.machine;
            let how = Reading {
                said: labelled.then(|| bracketed(&claim.path)).flatten(),
                ..self.reading(wanted, claim.machine)
            };
            let outcome = match read(field, &stated, how) {
                _ if portions.refuse(claim) => values::refused("type_mismatch", &claim.quote()),
                Read::Value(value) => self.checked(field, &value),
                other => other,
            };
            match outcome {
                Read::Value(value) if self.is_empty_price(wanted, claim, &value) => {}
                // So many different values are a conflict, however many more there are.
                Read::Value(_) if found.len() >= MOST => {}
                Read::Value(value) => {
                    if !found.iter().any(|(known, _)| same(known, &value)) {
                        found.push((value, claim));
                    }
                }
                Read::Refused { code, got } => {
                    refused.get_or_insert((code, got));
                }
                Read::Nothing => {}
            }
        }
        keep_days(wanted, &mut found);
        let limits = self.limits(wanted).filter(|_| !found.is_empty());
        let met = |(value, claim): &(Value, &Claim)| {
            limits.is_some_and(|limits| limits.are_met(value, claim))
        };
        if found.iter().any(met) {
            return Verdict::Silent;
        }
        let first_counts = matches!(wanted.kind, Kind::Image | Kind::Link | Kind::Description);
        match found.len() {
            0 => match refused {
                Some((code, got)) => Verdict::Refused(code, got),
                None => Verdict::Silent,
            },
            1 if self.is_by_nobody(field, wanted, found[0].1) => Verdict::Silent,
            1 => Verdict::Accepted(found[0].0.clone(), found[0].1.clone()),
            _ if first_counts => Verdict::Accepted(found[0].0.clone(), found[0].1.clone()),
            _ => Verdict::Conflict(found.iter().map(|(_, claim)| claim.quote()).collect()),
        }
    }

    /// A price of nothing fills a required slot beside an offer that cannot be had, or where the page tells none.
    fn is_empty_price(&self, wanted: &Wanted, claim: &Claim, value: &Value) -> bool {
        let zero = wanted.kind == Kind::Price && claim.machine && value.as_f64() == Some(0.0);
        let out = |entity: &&&Entity| {
            let stated = self
                .evidence
                .graph
                .walk(&entity.value, "offers.availability");
            stated
                .iter()
                .any(|leaf| leaf.value.as_str().is_some_and(is_out))
        };
        zero && (self.chosen.iter().any(|entity| out(&entity)) || self.is_untold())
    }

    /// Several values in metadata: the one that the page shows, or that its share card names, if that
    /// is one of them.
    fn arbitrate(
        &self,
        field: &Field,
        wanted: &Wanted,
        group: &[Claim],
        verdict: Verdict,
    ) -> Verdict {
        let stated = |value: &Value| {
            group.iter().any(|claim| {
                let one = read(field, &claim.value, self.reading(wanted, claim.machine));
                matches!(one, Read::Value(one) if same(&one, value))
            })
        };
        let seen = [self.shown(field, wanted), of_cards(self.evidence, wanted)];
        let mut settled = seen.iter().map(|one| self.settle(field, wanted, one));
        let named = settled.find(|one| matches!(one, Verdict::Accepted(value, _) if stated(value)));
        named.unwrap_or(verdict)
    }

    /// The schema's own word on a value.
    pub(crate) fn checked(&self, field: &Field, value: &Value) -> Read {
        match self.schema.check_field(field, value) {
            Ok(stored) => Read::Value(stored),
            Err(refusal) => Read::Refused {
                code: refusal.code.as_str(),
                got: value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned),
            },
        }
    }

    /// A list or object, if the schema takes it as a whole.
    pub(crate) fn whole(&self, field: &Field, value: &Value, claim: &Claim) -> Filled {
        match self.checked(field, value) {
            Read::Value(value) => {
                Filled::Value(value, claim.receipt(&self.evidence.page.snapshot.final_url))
            }
            Read::Refused { code, got } => Filled::Empty(Reason::Refused {
                code,
                got: got.chars().take(200).collect(),
            }),
            Read::Nothing => Filled::Empty(Reason::NotStated),
        }
    }
}

/// Turns a verdict that is no value into the field's end, or remembers the refusal.
fn note(verdict: Verdict, refusal: &mut Option<Reason>) -> Option<Filled> {
    match verdict {
        Verdict::Conflict(values) => Some(Filled::Empty(Reason::Conflict { values })),
        Verdict::Refused(code, got) => {
            refusal.get_or_insert(Reason::Refused { code, got });
            None
        }
        _ => None,
    }
}

/// Whether two values are equal, numbers by amount and texts by letters and digits.
pub(crate) fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::String(one), Value::String(other)) => {
            one == other || !one.contains("://") && squash(one) == squash(other)
        }
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        _ => one == other,
    }
}
