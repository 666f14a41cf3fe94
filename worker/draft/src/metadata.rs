//! What entities and meta tags say for one field: people and things by their names alone, codes of all
//! variants together. Which of it counts is decided in `fill`.

use crate::bylines;
use crate::claims::{of_entity, of_metas};
use crate::entity::Entity;
use crate::fill::{Filler, is_of};
use crate::match_fields::Wanted;
use crate::naming::asks_name;
use crate::receipt::Claim;
use crate::titles::names_part;
use crate::vocabulary::{Kind, is_person};

/// Whether what metadata calls a person names nobody: an address, a firm with its own (who made the pages), or the
/// first account of a system.
fn is_nobody(name: &str) -> bool {
    let name = name.trim();
    let account = ["super user", "superuser", "administrator"];
    let addressed = || {
        name.split_whitespace()
            .skip(1)
            .any(|word| word.starts_with("www."))
    };
    name.starts_with(['/', '#']) && !name.contains(' ')
        || addressed()
        || account.iter().any(|one| name.eq_ignore_ascii_case(one))
}

impl Filler<'_> {
    /// What entities say: facts of all together, texts of the first that speaks.
    pub(crate) fn metadata(&self, wanted: &Wanted) -> Vec<Vec<Claim>> {
        let groups = self.stated(wanted).into_iter();
        groups.map(|group| self.credited(wanted, group)).collect()
    }

    /// What meta tags say.
    pub(crate) fn metas(&self, wanted: &Wanted) -> Vec<Claim> {
        self.credited(wanted, of_metas(self.evidence, wanted))
    }

    /// People and things by their names alone.
    fn credited(&self, wanted: &Wanted, claims: Vec<Claim>) -> Vec<Claim> {
        let evidence = self.evidence;
        let claims = claims.into_iter();
        if is_person(wanted.concept) {
            let address = wanted.kind == Kind::Link;
            return claims
                .filter(|claim| address || !claim.value.as_str().is_some_and(is_nobody))
                .map(|claim| bylines::credited(evidence, claim))
                .collect();
        }
        if wanted.kind == Kind::Title || is_of(wanted, "brand") {
            let site = evidence.site();
            let part = |name: &str| asks_name(wanted) && names_part(name);
            // Some templates name every page by the site's address.
            let told = |claim: &Claim| {
                let name = claim.value.as_str();
                !name.is_some_and(|name| site.is_domain(name) || part(name))
            };
            return claims
                .filter(told)
                .map(|claim| claim.renamed(|name| site.without(name).map(str::to_owned)))
                .collect();
        }
        claims.collect()
    }

    /// What entities say, word for word.
    pub(crate) fn stated(&self, wanted: &Wanted) -> Vec<Vec<Claim>> {
        let graph = &self.evidence.graph;
        let of = |entity: &&Entity| {
            let chosen = self.as_chosen(&entity.value, wanted);
            let value = chosen.as_ref().unwrap_or(&entity.value);
            of_entity(graph, value, (&entity.path, entity.origin.source()), wanted)
        };
        let timely = |entity: &&&Entity| self.is_for_its_time(&entity.value, wanted);
        let groups = self
            .chosen
            .iter()
            .filter(timely)
            .map(of)
            .filter(|claims| !claims.is_empty());
        groups.collect()
    }

    /// What entities say; of a code what all variants of the thing say together: none of them is more the
    /// page's than the others.
    pub(crate) fn of_variants(&self, wanted: &Wanted) -> Vec<Vec<Claim>> {
        let mut groups = self.metadata(wanted);
        if wanted.kind != Kind::Code || self.equals.len() < 2 {
            return groups;
        }
        let graph = &self.evidence.graph;
        let of = |entity: &&Entity| {
            let at = (entity.path.as_str(), entity.origin.source());
            of_entity(graph, &entity.value, at, wanted)
        };
        let all: Vec<Claim> = self.equals.iter().flat_map(of).collect();
        groups.insert(0, all);
        groups
    }
}
