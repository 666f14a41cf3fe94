//! The zone of an instant that one place on a page states with it and another without: the former says
//! strictly more, if all that do agree. Days without an hour are left alone.

use domain::evidence::Source;
use domain::schema::Field;
use domain::snapshot::NodeId;
use serde_json::Value;

use crate::fill::{Filled, Filler};
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::values::{Read, hours};
use crate::vocabulary::Kind;

impl Filler<'_> {
    /// A filled date with the zone that the page states for the same instant elsewhere.
    pub(crate) fn zoned(&self, field: &Field, wanted: &Wanted, filled: Filled) -> Filled {
        let Filled::Value(Value::String(text), _) = &filled else {
            return filled;
        };
        let bare = wanted.kind == Kind::Date && !wanted.wording && hours::is_instant(text);
        let clock = hours::clock(text).filter(|clock| bare && clock.zone.is_empty());
        let Some(clock) = clock else {
            return filled;
        };
        let more = |claim: &Claim| {
            let stated = claim.value.as_str().and_then(hours::clock);
            stated.is_some_and(|stated| stated.extends(&clock))
        };
        let described = self.metadata(wanted).into_iter().flatten();
        let marked = (0..self.evidence.page.dom.nodes.len()).filter_map(|at| self.instant(at));
        let found: Vec<Claim> = described.chain(marked).filter(more).collect();
        // Where sources tell different zones nobody knows which of them it is.
        let one = found.iter().all(|other| zone(other) == zone(&found[0]));
        let found = found.into_iter().next().filter(|_| one);
        let zoned = found.map(|claim| (self.checked(field, &claim.value), claim));
        match zoned {
            Some((Read::Value(value), claim)) => {
                Filled::Value(value, claim.receipt(&self.evidence.page.snapshot.final_url))
            }
            _ => filled,
        }
    }

    /// What an element states of the page in machine form: a `<time>`, or a meta tag that is no property
    /// of another thing.
    fn instant(&self, at: NodeId) -> Option<Claim> {
        let page = self.evidence.page;
        let attr = |name| page.dom.attr(at, name).map(str::trim);
        let (stated, source, path) = match page.dom.tag(at) {
            "time" if page.speaks(at) => {
                let path = || format!("{}[datetime]", page.place(at));
                let stated = attr("datetime").filter(|text| hours::is_instant(text))?;
                (stated, Source::Text, path())
            }
            "meta" if attr("itemprop").is_none() => {
                let name = attr("property").or_else(|| attr("name"))?;
                (attr("content")?, Source::Opengraph, format!("meta[{name}]"))
            }
            _ => return None,
        };
        Some(Claim::machine(Value::from(stated), source, path))
    }
}

/// The zone that a claim tells, UTC in one way.
fn zone(claim: &Claim) -> Option<&str> {
    let told = claim.value.as_str().and_then(hours::clock)?.zone;
    Some(match told {
        "UTC" | "GMT" | "+00:00" | "+0000" | "+00" | "-00:00" => "Z",
        other => other,
    })
}

#[cfg(test)]
mod tests;
