//! Which of the described entities the page is about: by its address, its name, `mainEntity`, and
//! how many of the wanted fields it answers. Site furniture is not it.

mod roles;

use serde_json::Value;

use self::roles::Roles;
use crate::addresses::{Addresses, Whose};
use crate::entity::{Entity, Graph, types};
use crate::vocabulary::{Concept, Kind};
use crate::words::{phrase, squash};

/// Types that describe the site or the frame around the content.
const FURNITURE: [&str; 20] = [
    "WebSite",
    "WebPage",
    "ItemPage",
    "CollectionPage",
    "SearchResultsPage",
    "AboutPage",
    "ContactPage",
    "ProfilePage",
    "BreadcrumbList",
    "SearchAction",
    "ItemList",
    "ListItem",
    "ImageObject",
    "SiteNavigationElement",
    "WPHeader",
    "WPFooter",
    "WPSideBar",
    "ImageGallery",
    "OfferCatalog",
    "SpeakableSpecification",
];
/// Types that are furniture unless the wanted fields say otherwise.
const WEAK: [&str; 5] = [
    "Organization",
    "Corporation",
    "NewsMediaOrganization",
    "OnlineStore",
    "Brand",
];
/// Types of what one visitor says.
const SAID: [&str; 6] = [
    "Review",
    "UserReview",
    "EmployerReview",
    "Comment",
    "Answer",
    "UserComments",
];

/// Properties that hold a code of one variant.
pub(crate) const CODES: [&str; 12] = [
    "sku",
    "productID",
    "mpn",
    "gtin",
    "gtin8",
    "gtin12",
    "gtin13",
    "gtin14",
    "isbn",
    "identifier",
    "id",
    "@id",
];
/// No more variants are looked at.
const MOST: usize = 64;

/// Whether a type describes the site or the frame around the content.
pub(crate) fn is_of_site(kind: &str) -> bool {
    FURNITURE.contains(&kind) || WEAK.contains(&kind)
}

/// What is known of the page when the choice is made.
#[derive(Debug, Default)]
pub(crate) struct Hints {
    /// Addresses of the page.
    pub addresses: Addresses,
    /// Headings and titles, squashed.
    pub titles: Vec<String>,
}

/// The entities the page is about: the chosen one first, then others that describe the same thing. `row` are
/// folded words for what a row is; `strange`: whether an entity is none of the page's own.
pub(crate) fn choose<'a>(
    graph: &'a Graph,
    wanted: &[&Concept],
    names: &[String],
    row: &[String],
    hints: &Hints,
    strange: impl Fn(&Entity) -> bool,
) -> Vec<&'a Entity> {
    let reviews = wants_reviews(names, row);
    let roles = Roles::of(graph);
    let mut best: Option<(i32, &Entity)> = None;
    for entity in &graph.entities {
        if is_anothers(entity, reviews, hints) || roles.holds(entity, hints) {
            continue;
        }
        let Some(score) = score(graph, entity, wanted, names, hints) else {
            continue;
        };
        if best.is_none_or(|(top, _)| score > top) && !strange(entity) {
            best = Some((score, entity));
        }
    }
    let Some((_, chosen)) = best else {
        return Vec::new();
    };
    let mut found = vec![chosen];
    let others = graph.entities.iter().filter(|other| {
        !std::ptr::eq(*other, chosen)
            && same_thing(chosen, other)
            && !other_address(other, hints)
            && !roles.holds(other, hints)
    });
    found.extend(others);
    found
}

/// The entities that describe the same thing as the chosen one as well as it does: its variants, say. Those
/// of which the page's address holds a code are the only ones, if there are any.
pub(crate) fn equals<'a>(
    graph: &'a Graph,
    chosen: Option<&'a Entity>,
    hints: &Hints,
) -> Vec<&'a Entity> {
    let Some(chosen) = chosen else {
        return Vec::new();
    };
    let name = name_of(&chosen.value);
    let kinds: Vec<&str> = types(&chosen.value).collect();
    let place = own_address(chosen, hints);
    let equal = |other: &&Entity| {
        other.origin == chosen.origin
            && name_of(&other.value) == name
            && types(&other.value).eq(kinds.iter().copied())
            && own_address(other, hints) == place
    };
    let all: Vec<&Entity> = match name.as_str() {
        "" => vec![chosen],
        _ => graph.entities.iter().filter(equal).take(MOST).collect(),
    };
    let addressed = |entity: &&&Entity| {
        let codes = CODES
            .iter()
            .filter_map(|key| entity.value.get(*key)?.as_str());
        let mut words = codes.filter(|code| code.len() > 3);
        words.any(|code| hints.addresses.iter().any(|address| holds(address, code)))
    };
    let told: Vec<&Entity> = all.iter().filter(addressed).copied().collect();
    if told.is_empty() { all } else { told }
}

/// Whether an address holds a code as a whole word.
fn holds(address: &str, code: &str) -> bool {
    let edge = |ch: Option<char>| ch.is_none_or(|ch| !ch.is_alphanumeric());
    address.match_indices(code).any(|(at, _)| {
        edge(address[..at].chars().next_back()) && edge(address[at + code.len()..].chars().next())
    })
}

fn score(
    graph: &Graph,
    entity: &Entity,
    wanted: &[&Concept],
    names: &[String],
    hints: &Hints,
) -> Option<i32> {
    let answers = |concept: &&&Concept| {
        concept
            .paths
            .iter()
            .any(|path| !graph.walk(&entity.value, path).is_empty())
    };
    let (titles, facts): (Vec<&&Concept>, Vec<&&Concept>) = wanted
        .iter()
        .filter(answers)
        .partition(|concept| concept.kind == Kind::Title);
    let generic = names
        .iter()
        .filter(|name| entity.value.get(name.as_str()).is_some())
        .count();
    let facts = i32::try_from(facts.len() + generic).unwrap_or(i32::MAX / 8);
    let speaks_name = hints
        .titles
        .iter()
        .any(|title| *title == name_of(&entity.value));
    let furniture = types(&entity.value).any(|kind| FURNITURE.contains(&kind));
    let weak = types(&entity.value).any(|kind| WEAK.contains(&kind));
    if furniture && !(facts >= 2 && speaks_name) {
        return None;
    }
    if weak && !speaks_name && (facts < 1 || !entity.main && is_of_thing(wanted)) {
        return None;
    }
    let mut score = facts * 4 + i32::from(!titles.is_empty()) + i32::from(entity.main) * 6;
    score += i32::from(speaks_name) * 8;
    score += match own_address(entity, hints) {
        Some(true) => 8,
        Some(false) => -8,
        None => 0,
    };
    score -= i32::from(furniture) * 12 + i32::from(weak) * 6;
    Some(score)
}

/// Whether the wanted fields are those of a thing for sale, of a text or of a job: no organization has them.
fn is_of_thing(wanted: &[&Concept]) -> bool {
    const OF_THINGS: [&str; 6] = [
        "sku",
        "gtin",
        "availability",
        "datePosted",
        "isbn",
        "salary",
    ];
    let has = |id: &str| wanted.iter().any(|concept| concept.id == id);
    OF_THINGS.into_iter().any(has) || has("price") && (has("brand") || has("color"))
}

/// The squashed name of an entity.
pub(crate) fn name_of(value: &Value) -> String {
    let name = ["headline", "title", "name"]
        .iter()
        .find_map(|key| value.get(*key)?.as_str());
    name.map(|text| squash(&crate::text::plain(text)))
        .unwrap_or_default()
}

/// Whether the entity states this page's address, another one of its host, or none.
fn own_address(entity: &Entity, hints: &Hints) -> Option<bool> {
    match hints.addresses.whose(&entity.value) {
        Whose::Own => Some(true),
        Whose::Near | Whose::Other => Some(false),
        Whose::Unknown => None,
    }
}

/// Whether an entity is none the page is about: another page's by its address, or what one visitor says,
/// unless the page's own titles name it.
fn is_anothers(entity: &Entity, reviews: bool, hints: &Hints) -> bool {
    let place = hints.addresses.whose(&entity.value);
    let mut kinds = types(&entity.value);
    let of_site = types(&entity.value).any(is_of_site);
    let said =
        !reviews && !entity.main && place != Whose::Own && kinds.any(|kind| SAID.contains(&kind));
    (said || place == Whose::Other && !of_site) && !is_titled(entity, hints)
}

/// Whether a title of the page holds the entity's name, or the name holds one of several words.
fn is_titled(entity: &Entity, hints: &Hints) -> bool {
    let name = name_of(&entity.value);
    let within = |whole: &str, part: &str| format!(" {whole} ").contains(&format!(" {part} "));
    let of = |title: &String| within(title, &name) || title.contains(' ') && within(&name, title);
    !name.is_empty() && hints.titles.iter().any(of)
}

/// Whether the wanted fields are those of what a visitor says.
fn wants_reviews(names: &[String], row: &[String]) -> bool {
    const FIGURES: [&str; 6] = ["count", "score", "rating", "number", "star", "average"];
    let of_review = |name: &String| {
        let words = phrase(name);
        let named = words
            .iter()
            .any(|word| matches!(word.as_str(), "reviewer" | "reviewed"));
        let part = words.len() > 1 && words[0] == "review";
        named || part && !words.iter().any(|word| FIGURES.contains(&word.as_str()))
    };
    let row = row
        .iter()
        .any(|noun| matches!(noun.as_str(), "review" | "comment" | "testimonial"));
    row || names.iter().any(of_review)
}

fn other_address(entity: &Entity, hints: &Hints) -> bool {
    own_address(entity, hints) == Some(false)
}

/// Whether two entities describe one thing: a type in common and no contradicting name.
fn same_thing(one: &Entity, other: &Entity) -> bool {
    let shared = types(&one.value).any(|kind| types(&other.value).any(|that| that == kind));
    let bare = types(&other.value).next().is_none() && types(&one.value).next().is_none();
    let (left, right) = (name_of(&one.value), name_of(&other.value));
    let equal = left == right && !left.is_empty();
    let silent = left.is_empty() || right.is_empty();
    let id = one
        .value
        .get("@id")
        .filter(|id| Some(*id) == other.value.get("@id"));
    id.is_some()
        || (shared || bare || one.origin != other.origin) && equal
        || shared && silent && one.origin != other.origin
}
