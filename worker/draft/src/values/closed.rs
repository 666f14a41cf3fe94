//! Members of closed sets that a text states, read by the matcher that the store checks with: what one
//! reads the other accepts.

use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;

use domain::evidence::{Hit, Matcher};
use domain::schema::{ClosedSet, ClosedSetPlace};
use serde_json::Value;

use super::qualified::is_qualified;
use crate::matchers;
use crate::words::squash;

/// A closed set, ready to be looked for in text after text.
#[derive(Debug)]
pub(crate) struct Members<'a> {
    set: &'a ClosedSet,
    /// The set's text members, in the matcher's order.
    texts: Vec<&'a Value>,
    /// The members' letters and digits.
    joined: Vec<String>,
    /// Built when a text is first searched: most are a member as they stand.
    matcher: OnceCell<Rc<Matcher>>,
}

impl<'a> Members<'a> {
    /// Prepares a set.
    pub(crate) fn new(set: &'a ClosedSet) -> Self {
        let stated = |member: &&Value| {
            let text = member.as_str();
            text.is_some_and(|text| !domain::schema::is_not_stated(text))
        };
        let texts: Vec<&Value> = set.members.iter().filter(stated).collect();
        let members = set.members.iter();
        Self {
            set,
            texts,
            joined: members.map(|member| joined(&spelled(member))).collect(),
            matcher: OnceCell::new(),
        }
    }

    fn matcher(&self) -> &Matcher {
        self.matcher.get_or_init(|| {
            let place = ClosedSetPlace {
                pointer: String::new(),
                name: String::new(),
                row: true,
                members: self.texts.iter().map(|member| spelled(member)).collect(),
                titles: self.set.titles.clone(),
                not_stated: Vec::new(),
            };
            matchers::of_values(&[place])
        })
    }

    /// Where a text states members, and means no other thing with the words beside them.
    fn hits<'t>(&self, text: &'t str) -> Vec<Hit<'t>> {
        let text = text.trim();
        let mut hits = self.matcher().hits(text);
        // The places in an address are those in its last segment.
        let term = text.starts_with("http");
        if term {
            return hits;
        }
        // "Medium-large": of two that a hyphen joins, none is meant alone.
        let ends: Vec<_> = hits.iter().map(|hit| hit.range.clone()).collect();
        let joined = |one: &Range<usize>, other: &Range<usize>| {
            let between = text.get(one.end..other.start).unwrap_or("");
            matches!(between, "-" | "\u{2010}" | "\u{2011}")
        };
        let paired = |at: &Range<usize>| ends.iter().any(|one| joined(one, at) || joined(at, one));
        hits.retain(|hit| !is_qualified(text, &hit.range) && !paired(&hit.range));
        hits
    }

    /// The one member a text states; several or none give nothing.
    pub(crate) fn member(&self, text: &str) -> Option<Value> {
        match self.stated(text).as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        }
    }

    /// The members a text states.
    pub(crate) fn stated(&self, text: &str) -> Vec<Value> {
        if let Some(member) = self.exact(text) {
            return vec![member.clone()];
        }
        let mut found: Vec<Value> = Vec::new();
        for hit in self.hits(text) {
            let member = self.texts[hit.member];
            if !found.contains(member) {
                found.push(member.clone());
            }
        }
        found
    }

    /// How much of a text the wording of the one member it states makes up, in percent.
    pub(crate) fn coverage(&self, text: &str) -> Option<usize> {
        if self.exact(text).is_some() {
            return Some(100);
        }
        let hits = self.hits(text);
        let first = hits.first()?;
        let one = hits.iter().all(|hit| hit.member == first.member);
        let longest = hits.iter().map(|hit: &Hit<'_>| hit.range.len()).max()?;
        one.then_some(longest * 100 / text.trim().len().max(1))
    }

    /// What a text says beside the wording of the one member that it states.
    pub(crate) fn beside(&self, text: &str) -> Option<String> {
        let text = text.trim();
        let hits = self.hits(text);
        let first = hits.first()?;
        let one = hits.iter().all(|hit| hit.member == first.member);
        let said = |at: &usize| hits.iter().any(|hit| hit.range.contains(at));
        let rest = text.char_indices();
        let rest = rest.map(|(at, letter)| if said(&at) { ' ' } else { letter });
        one.then(|| rest.collect())
    }

    /// The member that a text is, letters and digits compared.
    fn exact(&self, text: &str) -> Option<&'a Value> {
        let at = if text.is_ascii() {
            let letters = || text.bytes().filter(u8::is_ascii_alphanumeric);
            let is = |one: &String| {
                !one.is_empty()
                    && letters()
                        .map(|byte| byte.to_ascii_lowercase())
                        .eq(one.bytes())
            };
            self.joined.iter().position(is)?
        } else {
            let whole = joined(text);
            let is = |one: &String| !one.is_empty() && *one == whole;
            self.joined.iter().position(is)?
        };
        self.set.members.get(at)
    }
}

fn spelled(member: &Value) -> String {
    member
        .as_str()
        .map_or_else(|| member.to_string(), str::to_owned)
}

/// Letters and digits only.
fn joined(text: &str) -> String {
    squash(text).replace(' ', "")
}
