//! What a page shows without a label, by the kind of field: its price, whether the thing can be had, who
//! wrote it and when, its main text.

use domain::evidence::Source;
use domain::schema::{Field, JsonType};

use crate::figures::{self, Rated};
use crate::fill::{Filler, is_of};
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::values::is_address;
use crate::vocabulary::Kind;
use crate::{brands, bylines, datelines, main_text, pictures, prices, stock};

impl Filler<'_> {
    /// The price that the page shows as its own, the button by which a thing is had, the byline: they
    /// outrank metadata as a label does.
    pub(crate) fn prominent(&self, field: &Field, wanted: &Wanted) -> Vec<Claim> {
        let evidence = self.evidence;
        if is_of(wanted, "price") && evidence.open_price().is_some() {
            return Vec::new();
        }
        if is_of(wanted, "price") {
            return prices::prominent(evidence.page, evidence.title_node(), evidence.price());
        }
        match (&field.closed_set, wanted.kind) {
            (Some(set), Kind::Availability) => stock::pressable(evidence, set),
            (None, kind) if is_of(wanted, "author") && !is_address(field, kind) => {
                let mut claims = bylines::shown(evidence, evidence.title_node());
                if claims.is_empty() && self.names_site(wanted) {
                    claims = bylines::named(evidence, evidence.title_node());
                }
                if claims.is_empty() {
                    claims = self.person_in_metas(wanted);
                }
                claims
                    .into_iter()
                    .filter(|claim| !self.is_told(claim, wanted))
                    .collect()
            }
            (None, _) if is_of(wanted, "datePosted") && self.is_only_created(wanted) => {
                datelines::shown(evidence, evidence.title_node())
            }
            _ => Vec::new(),
        }
    }

    /// Whether all that metadata tells of the day is when a record was made: the page knows better.
    fn is_only_created(&self, wanted: &Wanted) -> bool {
        let groups = self.metadata(wanted);
        let mut claims = groups.iter().flatten();
        claims.clone().next().is_some() && claims.all(|claim| claim.path.contains("dateCreated"))
    }

    /// What the page shows without a label: its price, whether it can be had.
    pub(crate) fn shown(&self, field: &Field, wanted: &Wanted) -> Vec<Claim> {
        let evidence = self.evidence;
        match (
            &field.closed_set,
            wanted.concept.map(|concept| concept.id.as_str()),
        ) {
            (Some(set), Some("availability")) => stock::shown(evidence, set),
            (None, Some("sku" | "identifier")) => {
                crate::codes::of_address(evidence.page, &evidence.page.snapshot.final_url)
            }
            // What cannot be had has no price of its own: what is shown is another thing's.
            (None, Some("price")) if stock::is_out(evidence) => Vec::new(),
            (None, Some("price")) if evidence.open_price().is_some() => Vec::new(),
            (None, Some("price")) => prices::shown(evidence.page, evidence.price()),
            (None, Some("lowPrice" | "highPrice")) => {
                evidence.open_price().into_iter().cloned().collect()
            }
            (None, Some("author")) if !is_address(field, wanted.kind) => {
                bylines::named(evidence, evidence.title_node())
            }
            (None, Some("ratingValue")) => {
                let style = evidence.reading.style;
                figures::rated(evidence.page, evidence.title_node(), style, Rated::Value)
            }
            (None, Some("bestRating")) => {
                let style = evidence.reading.style;
                figures::rated(evidence.page, evidence.title_node(), style, Rated::Best)
            }
            (None, Some("image")) => pictures::shown(evidence),
            (None, Some("brand")) => brands::named(evidence, evidence.title_node()),
            (None, Some("dateModified")) => datelines::updated(evidence, evidence.title_node()),
            (None, Some("datePosted")) => datelines::shown(evidence, evidence.title_node()),
            (None, Some("description" | "articleBody")) if !wanted.is_brief() => {
                let text = main_text::main_text(evidence.page);
                let claim = |text: String| Claim::seen(&text, Source::Text, "main text".to_owned());
                text.map(claim).into_iter().collect()
            }
            (None, _) if wanted.kind == Kind::Text && is_number(field) => {
                let style = evidence.reading.style;
                figures::counted(evidence.page, evidence.title_node(), style, wanted)
            }
            _ => Vec::new(),
        }
    }
}

/// Whether a field takes numbers and no text.
fn is_number(field: &Field) -> bool {
    let takes = |kind: &JsonType| field.types.contains(kind);
    (takes(&JsonType::Integer) || takes(&JsonType::Number)) && !takes(&JsonType::String)
}
