//! Claims that links make: addresses by the words or the host of a link, mail and telephone numbers
//! by their scheme.

use domain::evidence::Source;
use domain::schema::Field;
use serde_json::Value;

use crate::bylines;
use crate::entity::{Entity, each};
use crate::evidence::Evidence;
use crate::links::{Link, host};
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::values::is_address;
use crate::vocabulary::Kind;
use crate::words::{Phrase, covers};

/// Links that a field of addresses, mail or telephone numbers may mean.
pub(crate) fn of_links(
    evidence: &Evidence<'_>,
    field: &Field,
    wanted: &Wanted,
    chosen: &[&Entity],
) -> Vec<Claim> {
    match wanted.concept.map_or("", |concept| concept.id.as_str()) {
        "email" => return of_scheme(evidence, "mailto:"),
        "telephone" => return of_scheme(evidence, "tel:"),
        "author" if !is_address(field, wanted.kind) => return of_authors(evidence),
        _ => {}
    }
    if !is_address(field, wanted.kind) || wanted.kind == Kind::Image {
        return Vec::new();
    }
    let by_host = of_profiles(wanted, chosen);
    if by_host.is_empty() {
        of_words(evidence, wanted)
    } else {
        by_host
    }
}

fn claim(link: &Link) -> Claim {
    let path = format!("a: {}", link.text);
    Claim::machine(Value::from(link.href.as_str()), Source::Link, path)
}

fn of_scheme(evidence: &Evidence<'_>, scheme: &str) -> Vec<Claim> {
    let own = evidence
        .links()
        .iter()
        .filter(|link| link.own && link.href.starts_with(scheme));
    own.map(claim).collect()
}

/// The names of the links that lead to who wrote the page.
fn of_authors(evidence: &Evidence<'_>) -> Vec<Claim> {
    let links = evidence.links().iter();
    let own = host(&evidence.page.snapshot.final_url);
    // What leads to a profile elsewhere is a badge more often than a byline.
    let told = |link: &Link| {
        let to = evidence.page.snapshot.resolve(&link.href);
        to.is_none_or(|to| host(&to) == own) || bylines::is_name(&link.text)
    };
    let named = links.filter(|link| link.author && link.own && !link.words.is_empty());
    let named = named.filter(|link| told(link));
    let mut names: Vec<String> = named.map(|link| bylines::all_of(&link.text)).collect();
    let shortest = names.iter().min_by_key(|name| name.len()).cloned();
    // "All articles of Tove Lind" names nobody else.
    for name in &mut names {
        if let Some(short) = shortest
            .as_ref()
            .filter(|short| name.ends_with(short.as_str()))
        {
            name.clone_from(short);
        }
    }
    let claim = |name: &String| Claim::seen(name, Source::Link, "a[rel=author]".to_owned());
    names.iter().map(claim).collect()
}

/// Whether a field is named after the site an address leads to.
fn is_site(core: &Phrase, address: &str) -> bool {
    let host = host(address).unwrap_or_default();
    core.len() == 1 && host.split('.').any(|label| label == core[0])
}

/// Profiles that metadata lists (schema.org `sameAs`), by their host.
fn of_profiles(wanted: &Wanted, chosen: &[&Entity]) -> Vec<Claim> {
    let Some(core) = wanted.own.last() else {
        return Vec::new();
    };
    let stated = chosen.iter().flat_map(|entity| {
        let same = each(entity.value.get("sameAs")).filter_map(Value::as_str);
        let path = format!("{}.sameAs", entity.path);
        let profile = same.filter(|text| is_site(core, text));
        profile.map(move |text| {
            Claim::machine(Value::from(text), entity.origin.source(), path.clone())
        })
    });
    stated.collect()
}

fn of_words(evidence: &Evidence<'_>, wanted: &Wanted) -> Vec<Claim> {
    let Some(core) = wanted.own.last() else {
        return Vec::new();
    };
    let website = wanted
        .concept
        .is_some_and(|concept| concept.id == "website");
    let named = |link: &&Link| {
        let short = !link.words.is_empty() && link.words.len() <= 5;
        let fits = wanted.label_fit(&link.words).is_some();
        let leads = evidence
            .page
            .snapshot
            .resolve(&link.href)
            .is_some_and(|to| is_site(core, &to));
        short && (fits || !website && covers(&link.words, core)) || leads
    };
    evidence
        .links()
        .iter()
        .filter(|link| link.own)
        .filter(named)
        .map(claim)
        .collect()
}
