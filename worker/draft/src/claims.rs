//! The claims that each kind of source makes for one field.

use domain::evidence::Source;
use serde_json::Value;

use crate::entity::{Graph, each, types};
use crate::evidence::Evidence;
use crate::jsonld::last_segment;
use crate::labels::Pair;
use crate::match_fields::Wanted;
use crate::opengraph::{card_pairs, contents};
use crate::receipt::Claim;
use crate::text::passage;
use crate::vocabulary::{Kind, is_person};
use crate::words::{covers, phrase};

/// Relations that lead to other things than the one described.
const AWAY: [&str; 22] = [
    "about",
    "mentions",
    "isPartOf",
    "hasPart",
    "isRelatedTo",
    "isSimilarTo",
    "isAccessoryOrSparePartFor",
    "review",
    "reviews",
    "comment",
    "department",
    "subOrganization",
    "parentOrganization",
    "member",
    "employee",
    "itemListElement",
    "breadcrumb",
    "publisher",
    "author",
    "potentialAction",
    "hasVariant",
    "workExample",
];
/// Properties whose name and value are the key and the value of a fact.
const FACTS: [&str; 3] = [
    "additionalProperty",
    "additionalProperties",
    "amenityFeature",
];

/// Text with a label every so many bytes is a list of facts.
const FACT: usize = 40;
/// No more values of an entity are looked at for a field without a concept: references multiply them.
const MOST: usize = 20_000;

/// The label pairs that fit a field best.
pub(crate) fn labelled<'a>(evidence: &'a Evidence<'_>, wanted: &Wanted) -> Vec<&'a Pair> {
    let fits = evidence.labels.fits(wanted).into_iter();
    let fits = fits.filter_map(|(place, fit)| {
        let pair = &evidence.pairs[place];
        // Two words side by side are a pair only where the label is exactly what is wanted.
        (pair.sure > 0 || fit >= 2 && wanted.kind != Kind::Title).then_some((
            fit,
            pair.sure.min(1),
            pair,
        ))
    });
    let fits: Vec<_> = fits.collect();
    let best = fits.iter().map(|(fit, sure, _)| (*fit, *sure)).max();
    let chosen = fits
        .into_iter()
        .filter(|(fit, sure, _)| Some((*fit, *sure)) == best);
    let chosen: Vec<&Pair> = chosen.map(|(_, _, pair)| pair).collect();
    let (Kind::Code, Some(concept)) = (wanted.kind, wanted.concept) else {
        return chosen;
    };
    // A thing has several codes: the label that the vocabulary names first means it best.
    let mut ranked = chosen;
    ranked.sort_by_key(|pair| {
        concept
            .phrases
            .iter()
            .position(|words| *words == pair.words || pair.parts.contains(words))
    });
    ranked
}

/// Claims of one entity for a field, by its own name, its concept's paths, named facts and, where no
/// concept is known, by all its words along a path. The first that speaks is taken.
pub(crate) fn of_entity(
    graph: &Graph,
    entity: &Value,
    at: (&str, Source),
    wanted: &Wanted,
) -> Vec<Claim> {
    let own = || own_key(entity, wanted).map(|key| walk(graph, entity, &key, at));
    // An abstract is not the description, where the page has both.
    if wanted.kind == Kind::Description
        && let Some(found) = own().filter(|found| found.iter().any(|one| one.value.is_string()))
    {
        return found;
    }
    let concept_paths = wanted.concept.map_or(&[][..], |concept| &concept.paths);
    let by_concept = concept_paths
        .iter()
        .map(|path| on_offer(graph, entity, walk(graph, entity, path, at)));
    if let Some(found) = by_concept.into_iter().find(|found| !found.is_empty()) {
        return found;
    }
    if let Some(found) = own().filter(|found| !found.is_empty()) {
        return found;
    }
    let facts = facts(graph, entity, at, wanted);
    if !facts.is_empty() || wanted.concept.is_some() {
        return facts;
    }
    by_words(graph, entity, at, wanted)
}

fn walk(graph: &Graph, entity: &Value, path: &str, at: (&str, Source)) -> Vec<Claim> {
    let leaves = graph
        .walk(entity, path)
        .into_iter()
        .filter(|leaf| speaks(leaf.value));
    let claim = |leaf: crate::entity::Leaf<'_>| {
        Claim::machine(leaf.value.clone(), at.1, format!("{}.{}", at.0, leaf.path))
    };
    leaves.map(claim).collect()
}

/// Of several offers, those that can be had: what cannot be bought has no current price, and a thing
/// can be had if one of its offers can.
fn on_offer(graph: &Graph, entity: &Value, claims: Vec<Claim>) -> Vec<Claim> {
    let of_offer = |claim: &Claim| {
        let ends = ["price", "availability"];
        claim.path.contains("offers[") && ends.iter().any(|end| claim.path.ends_with(end))
    };
    if claims.len() < 2 || !claims.iter().all(of_offer) {
        return claims;
    }
    let offers: Vec<&Value> = each(entity.get("offers"))
        .map(|offer| graph.resolve(offer))
        .collect();
    let out = |claim: &Claim| {
        let place = claim
            .path
            .split("offers[")
            .nth(1)
            .and_then(|rest| rest.split(']').next());
        let offer = place.and_then(|place| offers.get(place.parse::<usize>().ok()?));
        offer
            .and_then(|offer| offer.get("availability")?.as_str())
            .is_some_and(is_out)
    };
    let kept: Vec<Claim> = claims.iter().filter(|claim| !out(claim)).cloned().collect();
    if kept.is_empty() { claims } else { kept }
}

/// A schema.org availability that says it cannot be had.
pub(crate) fn is_out(availability: &str) -> bool {
    matches!(
        last_segment(availability),
        "OutOfStock" | "SoldOut" | "Discontinued"
    )
}

fn speaks(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => true,
    }
}

/// A property that is named like the field.
fn own_key(entity: &Value, wanted: &Wanted) -> Option<String> {
    let map = entity.as_object()?;
    let keys = map.keys().filter(|key| !key.starts_with('@'));
    let named = |key: &&String| wanted.own.first() == Some(&phrase(key));
    keys.into_iter().find(named).cloned()
}

/// Facts stated as name and value (schema.org `PropertyValue`).
fn facts(graph: &Graph, entity: &Value, at: (&str, Source), wanted: &Wanted) -> Vec<Claim> {
    let mut best: Vec<(u8, Claim)> = Vec::new();
    for key in FACTS {
        for (place, fact) in each(entity.get(key)).enumerate() {
            let fact = graph.resolve(fact);
            let name = fact.get("name").or_else(|| fact.get("propertyID"));
            let name = name.and_then(Value::as_str).map(phrase).unwrap_or_default();
            let Some(value) = fact.get("value").filter(|value| speaks(value)) else {
                continue;
            };
            if let Some(fit) = wanted.label_fit(&name) {
                let path = format!("{}.{key}[{place}].value", at.0);
                best.push((fit, Claim::machine(value.clone(), at.1, path)));
            }
        }
    }
    let top = best.iter().map(|(fit, _)| *fit).max();
    best.into_iter()
        .filter(|(fit, _)| Some(*fit) == top)
        .map(|(_, claim)| claim)
        .collect()
}

/// Paths of at most three steps whose keys and types hold all words of the field's name; the one
/// with the fewest other words.
fn by_words(graph: &Graph, entity: &Value, at: (&str, Source), wanted: &Wanted) -> Vec<Claim> {
    let Some(name) = wanted.own.first() else {
        return Vec::new();
    };
    let mut found: Vec<(usize, Claim)> = Vec::new();
    let mut left = MOST;
    let mut stack = vec![(entity, Vec::<String>::new(), at.0.to_owned(), 0usize)];
    while let Some((value, words, path, depth)) = stack.pop() {
        let value = graph.resolve(value);
        let Some(map) = value.as_object() else {
            continue;
        };
        for (key, inner) in map.iter().rev() {
            let words_here: Vec<String> = words.iter().cloned().chain(phrase(key)).collect();
            let away = AWAY.contains(&key.as_str())
                && !covers(name, &phrase(key))
                && !words.contains(&"reverse".to_owned());
            if (key.starts_with('@') && key != "@reverse") || away {
                continue;
            }
            for (place, item) in each(Some(inner)).take(left).enumerate() {
                left -= 1;
                let path = format!("{path}.{key}[{place}]");
                let item = graph.resolve(item);
                if item.is_object() && depth < 3 {
                    let kinds = types(item).flat_map(phrase);
                    let deeper = words_here.iter().cloned().chain(kinds).collect();
                    stack.push((item, deeper, path, depth + 1));
                } else if speaks(item) && covers(&synonyms(&words_here), name) {
                    let extra = words_here.len();
                    found.push((extra, Claim::machine(item.clone(), at.1, path)));
                }
            }
        }
    }
    let fewest = found.iter().map(|(extra, _)| *extra).min();
    let mut best: Vec<Claim> = found
        .into_iter()
        .filter(|(extra, _)| Some(*extra) == fewest)
        .map(|(_, claim)| claim)
        .collect();
    best.reverse();
    best
}

/// Words of a path and the words that names use for them.
fn synonyms(words: &[String]) -> Vec<String> {
    let mut all = words.to_vec();
    for word in words {
        let more: &[&str] = match word.as_str() {
            "name" | "headline" => &["title", "name"],
            "value" => &["amount"],
            "organization" => &["company"],
            "locality" => &["city", "town"],
            _ => &[],
        };
        all.extend(more.iter().map(|word| (*word).to_owned()));
    }
    all
}

/// Claims of meta tags, the best named one only.
pub(crate) fn of_metas(evidence: &Evidence<'_>, wanted: &Wanted) -> Vec<Claim> {
    let names = wanted.concept.map_or(&[][..], |concept| &concept.meta);
    let addressed = matches!(wanted.kind, Kind::Image | Kind::Link | Kind::Description);
    let running = matches!(wanted.kind, Kind::Title | Kind::Description);
    let named = running || is_person(wanted.concept);
    let spoken = names.iter().map(|name| {
        // Some tags hold a profile's address where a name is wanted: it names nobody.
        let all = contents(&evidence.metas, name).filter(|text| addressed || !text.contains("://"));
        // A template that nobody filled in holds the field's own name.
        let all = all.filter(|text| !named || !is_own_name(text, wanted));
        let claim = |text: &str| {
            Claim::machine(
                Value::from(text),
                Source::Opengraph,
                format!("meta[{name}]"),
            )
        };
        all.map(claim).collect::<Vec<_>>()
    });
    spoken
        .into_iter()
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

/// Whether a text is a name of the field itself: "Description".
fn is_own_name(text: &str, wanted: &Wanted) -> bool {
    let names = wanted.concept.map_or(&[][..], |concept| &concept.phrases);
    text.len() <= 40 && names.contains(&phrase(text))
}

/// What the page's share card says under a label that names the field.
pub(crate) fn of_cards(evidence: &Evidence<'_>, wanted: &Wanted) -> Vec<Claim> {
    let pairs = card_pairs(&evidence.metas).into_iter();
    let named =
        pairs.filter(|(label, ..)| wanted.label_fit(&phrase(label)).is_some_and(|fit| fit >= 2));
    named
        .map(|(_, value, tag)| Claim::seen(value, Source::Opengraph, format!("meta[{tag}]")))
        .collect()
}

/// The passage under a heading that names the field, or the text under it on one line.
pub(crate) fn of_headings(evidence: &Evidence<'_>, wanted: &Wanted) -> Vec<Claim> {
    let named = evidence
        .headings
        .iter()
        .filter(|heading| heading.tag != "h1");
    let fits = named.filter(|heading| {
        wanted
            .label_fit(&phrase(&heading.text))
            .is_some_and(|fit| fit >= 2)
    });
    fits.filter_map(|heading| {
        let (_, text) = passage(evidence.page, heading.node)?;
        // A list of facts describes nothing.
        if text.len() < text.matches(": ").count() * FACT {
            return None;
        }
        let path = format!("{}: {}", heading.tag, heading.text);
        Some(Claim::seen(&text, Source::Text, path))
    })
    .take(1)
    .collect()
}
