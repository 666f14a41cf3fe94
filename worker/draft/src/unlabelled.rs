//! What a page shows without a label, by the kind of field: its price, whether the thing can be had, who
//! wrote it and when, its main text.

use domain::evidence::Source;
use domain::schema::{Field, JsonType};
use domain::snapshot::NodeId;
use serde_json::Value;

use crate::claims::of_cards;
use crate::dom::Page;
use crate::figures::{self, Rated};
use crate::fill::{Filler, Verdict, is_of};
use crate::link_claims::of_links;
use crate::loose::of_loose;
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::values::is_address;
use crate::vocabulary::Kind;
use crate::words::{says, squash};
use crate::{brands, bylines, datelines, main_text, pictures, prices, stock};

impl Filler<'_> {
    /// The price that the page shows as its own, the button by which a thing is had, the byline: they
    /// outrank metadata as a label does.
    pub(crate) fn prominent(&self, field: &Field, wanted: &Wanted) -> Vec<Claim> {
        let evidence = self.evidence;
        if is_of(wanted, "price") && evidence.open_price().is_some() {
            return Vec::new();
        }
        if is_of(wanted, "rent") {
            return self.rents();
        }
        if is_of(wanted, "price") {
            return prices::prominent(evidence.page, evidence.title_node(), evidence.price());
        }
        match (&field.closed_set, wanted.kind) {
            (Some(set), Kind::Availability) => {
                let told = stock::told(evidence, set);
                if told.is_empty() {
                    stock::pressable(evidence, set)
                } else {
                    told
                }
            }
            (Some(set), _) if is_of(wanted, "eventStatus") => stock::told(evidence, set),
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
            (None, _) if is_of(wanted, "reviewCount") && is_number(field) => {
                let style = evidence.reading.style;
                let claims = figures::counted(evidence.page, evidence.title_node(), style, wanted);
                // Different counts near the title are not all of the page's thing.
                let one = claims.iter().all(|other| other.value == claims[0].value);
                claims.into_iter().take(usize::from(one)).collect()
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

    /// The people of the byline where metadata names none of them, but the site perhaps: a list of authors and
    /// a single one are of the same page.
    pub(crate) fn bylined(&self, wanted: &Wanted, stated: &[Vec<Claim>]) -> Option<Vec<Claim>> {
        if !is_of(wanted, "author") || wanted.kind != Kind::Text {
            return None;
        }
        let evidence = self.evidence;
        let mut claims = bylines::shown(evidence, evidence.title_node());
        if claims.is_empty() && self.names_site(wanted) {
            claims = bylines::named(evidence, evidence.title_node());
        }
        let people = bylines::apart(evidence, claims);
        let first = stated.iter().find(|group| !group.is_empty());
        let named = |claim: &Claim| {
            let name = claim.value.get("name").unwrap_or(&claim.value);
            squash(name.as_str().unwrap_or(""))
        };
        let stated: Vec<String> = first.into_iter().flatten().map(named).collect();
        let told = |claim: &Claim| {
            let shown = named(claim);
            let one = |name: &String| says(name, &shown) || says(&shown, name);
            stated.iter().any(one)
        };
        (!people.is_empty() && !people.iter().any(told)).then_some(people)
    }

    /// The one author of markup, the share card or a link, each where it names only one.
    pub(crate) fn credited_alone(&self, element: &Field, wanted: &Wanted) -> Vec<Vec<Claim>> {
        let mut groups = vec![
            of_loose(self.evidence, wanted),
            of_cards(self.evidence, wanted),
            of_links(self.evidence, element, wanted, self.chosen),
        ];
        let one = |group: &Vec<Claim>| {
            matches!(self.settle(element, wanted, group), Verdict::Accepted(..))
        };
        groups.retain(one);
        groups
    }

    /// What the page shows without a label: its price, whether it can be had.
    pub(crate) fn shown(&self, field: &Field, wanted: &Wanted) -> Vec<Claim> {
        let evidence = self.evidence;
        let concept = wanted.concept.map(|concept| concept.id.as_str());
        match (&field.closed_set, concept) {
            (Some(set), Some("availability" | "eventStatus")) => stock::shown(evidence, set),
            (None, Some("sku" | "identifier")) => {
                crate::codes::of_address(evidence.page, &evidence.page.snapshot.final_url)
            }
            // What cannot be had has no price of its own: what is shown is another thing's.
            (None, Some("price")) if stock::is_out(evidence) => prices::usual(evidence),
            (None, Some("price")) if evidence.open_price().is_some() => Vec::new(),
            (None, Some("price")) => prices::shown(evidence.page, evidence.price()),
            // The code beside the price; a symbol gives none.
            (_, Some("priceCurrency")) => prices::coded(evidence.page, evidence.price()),
            (None, Some("lowPrice" | "highPrice")) => {
                evidence.open_price().into_iter().cloned().collect()
            }
            (None, Some("oldPrice")) => {
                let reading = self.reading(wanted, false);
                let how = (reading.style, reading.scales());
                prices::former(evidence.page, evidence.title_node(), how, evidence.price())
            }
            (None, Some("unitPrice")) => {
                let style = evidence.reading.style;
                prices::per_unit(evidence.page, evidence.title_node(), style, None)
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
            (None, Some("audio")) => played(evidence.page),
            (None, Some("brand")) => brands::named(evidence, evidence.title_node()),
            (None, Some("dateModified")) => datelines::updated(evidence, evidence.title_node()),
            (None, Some("datePosted")) => datelines::shown(evidence, evidence.title_node()),
            (None, Some("description" | "articleBody")) if !wanted.is_brief() => {
                let text = main_text::main_text(evidence.page);
                let claim = |text: String| Claim::seen(&text, Source::Text, "main text".to_owned());
                text.map(claim).into_iter().collect()
            }
            (None, None) if wanted.kind == Kind::Price => {
                let style = evidence.reading.style;
                let measure = prices::measure(wanted);
                let claims = measure.map(|measure| {
                    prices::per_unit(evidence.page, evidence.title_node(), style, Some(&measure))
                });
                claims.unwrap_or_default()
            }
            (None, _) if wanted.kind == Kind::Text && is_number(field) => {
                let style = evidence.reading.style;
                figures::counted(evidence.page, evidence.title_node(), style, wanted)
            }
            _ => Vec::new(),
        }
    }
}

/// The address that the page's only player plays: `<audio src>`, or its first source.
fn played(page: &Page<'_>) -> Vec<Claim> {
    let players = (0..page.dom.nodes.len()).filter(|id| page.dom.tag(*id) == "audio");
    let mut found: Vec<Claim> = Vec::new();
    // A player is nothing to read itself: it is seen where it stands.
    let stands = |id: &NodeId| page.dom.nodes[*id].parent.is_some_and(|up| page.is_own(up));
    for player in players.filter(stands) {
        let mut inner = std::iter::once(player).chain(page.dom.descendants(player));
        let address = inner.find_map(|at| page.dom.attr(at, "src"));
        let claim =
            |address: &str| Claim::machine(Value::from(address), Source::Link, page.place(player));
        found.extend(address.map(claim));
    }
    // Of several players none is the page's for certain.
    if found.iter().any(|other| other.value != found[0].value) {
        found.clear();
    }
    found
}

/// Whether a field takes numbers and no text.
fn is_number(field: &Field) -> bool {
    let takes = |kind: &JsonType| field.types.contains(kind);
    (takes(&JsonType::Integer) || takes(&JsonType::Number)) && !takes(&JsonType::String)
}
