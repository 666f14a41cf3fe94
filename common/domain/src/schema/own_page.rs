//! The own-page field and the detail field of a row, chosen by names only.

use super::node::{Arena, Node};
use super::roles::Answer;
use super::{Finding, Guard, JsonType, joined, words};

/// Stems of an own-page field, best first.
const STEMS: [&str; 5] = ["source", "detail", "item", "page", "permalink"];
/// What an address is called.
const ADDRESS: [&str; 3] = ["url", "link", "href"];
/// Words that name a text a row's own page holds, best first.
const DETAIL: [&str; 14] = [
    "description",
    "summary",
    "body",
    "text",
    "content",
    "details",
    "detail",
    "abstract",
    "about",
    "overview",
    "bio",
    "biography",
    "synopsis",
    "excerpt",
];

/// The property that holds a row's own address: the one the job names, else by its name.
///
/// # Errors
/// The job names a property the row does not have.
pub(super) fn own_field(
    arena: &Arena,
    answer: &Answer,
    named: Option<&str>,
) -> Result<Option<String>, Finding> {
    let Some(item) = answer.item.map(|id| arena.node(id)) else {
        return named.map_or(Ok(None), |name| Err(no_fields(name, answer)));
    };
    if item.properties.is_empty()
        && let Some(name) = named
    {
        return Err(no_fields(name, answer));
    }
    let texts = texts(arena, item);
    let Some(named) = named else {
        let stems = stems(item, answer);
        return Ok(choose(&texts, &stems).map(str::to_owned));
    };
    if texts.contains(&named) {
        Ok(Some(named.to_owned()))
    } else {
        Err(unknown(named, &texts))
    }
}

fn unknown(name: &str, known: &[&str]) -> Finding {
    let known = if known.is_empty() {
        "none".to_owned()
    } else {
        known.join(", ")
    };
    let name = super::clip(name, 100);
    let known = super::clip(&known, 500);
    refused(format!(
        "a row has no text field `{name}`; its text fields are: {known}"
    ))
}

/// That a schema without rows has no field of theirs.
pub(super) fn no_rows(name: &str) -> Finding {
    let name = super::clip(name, 100);
    refused(format!(
        "`{name}` cannot be a row's field: the schema has no array of rows. Leave own_field out, or give the \
         schema an array of objects that have that field"
    ))
}

fn no_fields(name: &str, answer: &Answer) -> Finding {
    let name = super::clip(name, 100);
    let array = super::clip(&answer.path.join("."), 100);
    refused(format!(
        "`{name}` cannot be a row's field: the rows of `{array}` are no objects with fields of their own. Leave \
         own_field out, or name the array of rows with answer"
    ))
}

fn refused(message: String) -> Finding {
    Finding {
        pointer: "/own_field".into(),
        code: "unknown_field".into(),
        message,
    }
}

/// Names of the properties that admit text.
fn texts<'a>(arena: &'a Arena, item: &'a Node) -> Vec<&'a str> {
    let admits = |id: usize| {
        let types = &arena.node(id).types;
        types.is_empty() || types.contains(&JsonType::String)
    };
    let named = item.properties.iter().filter(|(_, id)| admits(*id));
    named.map(|(name, _)| name.as_str()).collect()
}

/// Stems in order of preference: the fixed ones, then the names of one item.
fn stems(item: &Node, answer: &Answer) -> Vec<Vec<String>> {
    let mut stems: Vec<Vec<String>> = STEMS.iter().map(|s| vec![(*s).to_owned()]).collect();
    let mut own = answer
        .path
        .last()
        .map_or_else(Vec::new, |name| singulars(&joined(name)));
    for name in [&item.title, &item.definition].into_iter().flatten() {
        own.push(joined(name));
    }
    own.retain(|stem| !stem.is_empty());
    stems.push(own);
    stems
}

fn choose<'a>(names: &[&'a str], stems: &[Vec<String>]) -> Option<&'a str> {
    let stemmed = stems.iter().find_map(|stems| {
        names.iter().find(|name| {
            let whole = joined(name);
            let stem = ADDRESS.iter().find_map(|word| whole.strip_suffix(word));
            let bare = whole == "permalink" && stems.contains(&whole);
            bare || stem.is_some_and(|stem| stems.iter().any(|s| s == stem))
        })
    });
    let bare = || {
        names
            .iter()
            .find(|name| ADDRESS.contains(&joined(name).as_str()))
    };
    stemmed.or_else(bare).copied()
}

/// What one of several may be called in English: candidates, to be compared with what is there.
fn singulars(plural: &str) -> Vec<String> {
    let irregular = [
        ("people", "person"),
        ("children", "child"),
        ("men", "man"),
        ("women", "woman"),
    ];
    let mut found: Vec<String> = irregular
        .iter()
        .filter_map(|(many, one)| Some(format!("{}{one}", plural.strip_suffix(many)?)))
        .collect();
    let mut swap = |ending: &str, with: &str| {
        found.extend(
            plural
                .strip_suffix(ending)
                .map(|stem| format!("{stem}{with}")),
        );
    };
    swap("ies", "y");
    swap("ves", "f");
    swap("es", "");
    swap("s", "");
    if found.is_empty() {
        found.push(plural.to_owned());
    }
    found
}

/// The free-text field that makes a row more than a stub.
pub(super) fn detail_field(arena: &Arena, answer: &Answer) -> Option<String> {
    let item = arena.node(answer.item?);
    let free = |name: &str, id: usize| {
        let node = arena.node(id);
        let open = node.closed_set.is_none() && node.format.is_none();
        open && node.types.contains(&JsonType::String) && Guard::on(name, node).is_none()
    };
    let fields = item.properties.iter().filter(|(name, id)| free(name, *id));
    let texts: Vec<&String> = fields.map(|(name, _)| name).collect();
    let called = |word: &&str| {
        let named = texts.iter().filter(|n| words(n).iter().any(|w| w == word));
        named
            .min_by_key(|name| name.chars().count())
            .copied()
            .cloned()
    };
    DETAIL.iter().find_map(called)
}
