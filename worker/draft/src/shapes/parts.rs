//! Objects whose parts a page states apart from each other: by which names a part is looked for, if it is one
//! that cannot be another thing's.

use domain::schema::Field;

use crate::vocabulary::concept;
use crate::words::phrase;

/// Concepts that are parts of an address and of nothing else.
const ADDRESS: [&str; 5] = [
    "streetAddress",
    "addressLocality",
    "addressRegion",
    "postalCode",
    "addressCountry",
];
/// Names of parts of a rating, and those by which the part is looked for.
const RATING: [(&str, &[&str]); 8] = [
    ("value", &["rating value"]),
    ("rating", &["rating value"]),
    ("score", &["rating value"]),
    ("average", &["rating value"]),
    ("stars", &["rating value"]),
    ("count", &["rating count", "review count"]),
    ("best", &["best rating"]),
    ("scale", &["best rating"]),
];

/// The names that a part of an object is looked for by; none if alone it may be anything's.
pub(super) fn names(object: &Field, part: &Field) -> Vec<String> {
    let whole = phrase(&object.name);
    let own = phrase(&part.name);
    let has = |word: &str| whole.iter().any(|one| one == word);
    let known = concept(&own).map(|concept| concept.id.as_str());
    if has("address") || has("location") {
        let part_of = known.is_some_and(|id| ADDRESS.contains(&id));
        return Vec::from_iter(part_of.then(|| part.name.clone()));
    }
    if !has("rating") && !has("review") {
        return Vec::new();
    }
    if matches!(known, Some("ratingCount" | "reviewCount" | "bestRating")) {
        return vec![part.name.clone()];
    }
    let listed = RATING.iter().find(|(name, _)| phrase(name) == own);
    let names = listed.map_or(&[][..], |(_, names)| *names);
    names.iter().map(|name| (*name).to_owned()).collect()
}
