//! What applies to one value: a schema with its references, `allOf`, `anyOf` and `oneOf` laid out
//! as alternatives, each a list of schema objects that all hold.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;

use super::graph;

/// Pointers of schema objects that all apply.
pub(super) type Conjunction = Vec<String>;

/// The most alternatives of one value that are laid out.
const MAX_ALTERNATIVES: usize = 2_000;
/// The most combinations of two unions that both apply to one value.
const MAX_COMBINATIONS: usize = 64;

/// Alternatives of one value.
#[derive(Debug, Clone, Default)]
pub(super) struct Alternatives {
    /// Each admits the value; none means nothing is admitted.
    pub(super) list: Vec<Conjunction>,
    /// There were too many to lay out: only the whole-schema validator judges the rest.
    pub(super) cut: bool,
}

/// Lays out schemas of one document, each once. The document must have passed
/// [`super::source::open`], which bounds the recursion here.
pub(super) struct Expander<'a> {
    root: &'a Value,
    done: BTreeMap<String, Rc<Alternatives>>,
}

impl<'a> Expander<'a> {
    pub(super) fn new(root: &'a Value) -> Self {
        Self {
            root,
            done: BTreeMap::new(),
        }
    }

    /// The schema object at a pointer; a boolean schema has none.
    pub(super) fn at(&self, pointer: &str) -> &'a Value {
        self.root.pointer(pointer).unwrap_or(&Value::Null)
    }

    /// Alternatives of a value that any of several conjunctions of schemas admits.
    pub(super) fn of_key(&mut self, key: &[Conjunction]) -> Alternatives {
        let mut all = Alternatives::default();
        for conjunction in key {
            let mut one = Alternatives {
                list: vec![Vec::new()],
                cut: false,
            };
            for pointer in conjunction {
                let next = self.of(pointer);
                one = both(&one, &next);
            }
            all.cut |= one.cut;
            all.list.extend(one.list);
        }
        all.cut |= all.list.len() > MAX_ALTERNATIVES;
        all.list.truncate(MAX_ALTERNATIVES);
        all
    }

    fn of(&mut self, pointer: &str) -> Rc<Alternatives> {
        if let Some(done) = self.done.get(pointer) {
            return Rc::clone(done);
        }
        let found = Rc::new(self.lay_out(pointer));
        self.done.insert(pointer.to_owned(), Rc::clone(&found));
        found
    }

    fn lay_out(&mut self, pointer: &str) -> Alternatives {
        let schema = self.at(pointer);
        let object = match schema {
            Value::Object(object) => object,
            Value::Bool(false) => return Alternatives::default(),
            _ => return open(Vec::new()),
        };
        let mut all = open(vec![pointer.to_owned()]);
        if let Some(target) = graph::local_target(schema) {
            all = both(&all, &self.of(&target));
        }
        let parts = |keyword: &str| object.get(keyword).and_then(Value::as_array);
        for at in 0..parts("allOf").map_or(0, Vec::len) {
            all = both(&all, &self.of(&format!("{pointer}/allOf/{at}")));
        }
        for keyword in ["anyOf", "oneOf"] {
            let Some(branches) = parts(keyword) else {
                continue;
            };
            let mut either = Alternatives::default();
            for at in 0..branches.len() {
                let branch = self.of(&format!("{pointer}/{keyword}/{at}"));
                either.cut |= branch.cut;
                either.list.extend(branch.list.iter().cloned());
            }
            all = both(&all, &either);
        }
        all
    }
}

fn open(conjunction: Conjunction) -> Alternatives {
    Alternatives {
        list: vec![conjunction],
        cut: false,
    }
}

/// Alternatives that satisfy both; over the limit only the left side is kept.
fn both(left: &Alternatives, right: &Alternatives) -> Alternatives {
    let combined = left.list.len() > 1 && right.list.len() > 1;
    if combined && left.list.len() * right.list.len() > MAX_COMBINATIONS {
        return Alternatives {
            list: left.list.clone(),
            cut: true,
        };
    }
    let pairs = left
        .list
        .iter()
        .flat_map(|a| right.list.iter().map(move |b| (a, b)));
    Alternatives {
        list: pairs.map(|(a, b)| merged(a, b)).collect(),
        cut: left.cut || right.cut,
    }
}

fn merged(a: &Conjunction, b: &Conjunction) -> Conjunction {
    let mut all = a.clone();
    all.extend(b.iter().filter(|pointer| !a.contains(pointer)).cloned());
    all
}
