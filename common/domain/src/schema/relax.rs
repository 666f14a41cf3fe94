//! The schema as it counts on a write. Document keywords (conditions, `minItems`, `uniqueItems`,
//! `contains`, `dependent*`) wait for the gate, so that a document may be incomplete while it
//! grows; taking them out must never make the rest stricter.

use serde_json::{Value, json};

use super::graph;

/// Keywords that wait for the gate.
const WAITING: [&str; 9] = [
    "if",
    "then",
    "else",
    "minItems",
    "uniqueItems",
    "contains",
    "minContains",
    "maxContains",
    "dependentRequired",
];

/// A copy of an opened document without its document keywords.
pub(super) fn relax(document: &Value) -> Value {
    let mut relaxed = document.clone();
    let places: Vec<String> = graph::positions(document).into_iter().collect();
    let waiting: Vec<bool> = places.iter().map(|p| waits(document.pointer(p))).collect();
    if !waiting.contains(&true) {
        return relaxed;
    }
    let reach = Reach::new(document, &places, &waiting);
    // Deepest first: a place is changed only after everything inside it.
    for pointer in places.iter().rev() {
        let Some(Value::Object(object)) = relaxed.pointer_mut(pointer) else {
            continue;
        };
        for keyword in WAITING.into_iter().chain(["dependentSchemas"]) {
            object.shift_remove(keyword);
        }
        if reach.from(&format!("{pointer}/not")) {
            object.shift_remove("not");
        }
        loosen_one_of(object, pointer, &reach);
        object.shift_remove("unevaluatedProperties");
        object.shift_remove("unevaluatedItems");
    }
    relaxed
}

/// `oneOf` over loosened branches may match more than one of them, so any of them will do.
fn loosen_one_of(object: &mut serde_json::Map<String, Value>, pointer: &str, reach: &Reach) {
    let branches = object
        .get("oneOf")
        .and_then(Value::as_array)
        .map_or(0, Vec::len);
    if !(0..branches).any(|at| reach.from(&format!("{pointer}/oneOf/{at}"))) {
        return;
    }
    let Some(branches) = object.shift_remove("oneOf") else {
        return;
    };
    let both = json!({ "anyOf": branches });
    match object.get_mut("allOf").and_then(Value::as_array_mut) {
        Some(all) => all.push(both),
        None => {
            object.insert("allOf".into(), json!([both]));
        }
    }
}

fn waits(schema: Option<&Value>) -> bool {
    let has = |keyword: &str| schema.is_some_and(|s| s.get(keyword).is_some());
    has("dependentSchemas") || WAITING.into_iter().any(has)
}

/// From which places a document keyword is reached.
struct Reach(std::collections::BTreeSet<String>);

impl Reach {
    /// Walks the edges backwards from the places that hold one.
    fn new(document: &Value, places: &[String], waiting: &[bool]) -> Self {
        let mut parents = std::collections::BTreeMap::<String, Vec<&String>>::new();
        for place in places {
            let Some(schema) = document.pointer(place) else {
                continue;
            };
            let inside = graph::children(schema, place)
                .into_iter()
                .map(|c| c.pointer);
            for next in inside.chain(graph::local_target(schema)) {
                parents.entry(next).or_default().push(place);
            }
        }
        let marked = places.iter().zip(waiting).filter(|(_, waits)| **waits);
        let mut open: Vec<&String> = marked.map(|(place, _)| place).collect();
        let mut reached = std::collections::BTreeSet::new();
        while let Some(place) = open.pop() {
            if reached.insert(place.clone()) {
                open.extend(parents.get(place).into_iter().flatten());
            }
        }
        Self(reached)
    }

    fn from(&self, place: &str) -> bool {
        self.0.contains(place)
    }
}
