//! Labels by their words: which labels of a page can mean a field, without asking each of them again
//! for every field.

use std::collections::HashMap;

use crate::match_fields::Wanted;
use crate::words::Phrase;

/// A label: its words, and the names that it sets side by side.
type Label<'a> = (&'a Phrase, &'a [Phrase]);

/// Distinct labels, where each stands, and which of them hold a word.
#[derive(Debug, Default)]
pub(crate) struct LabelIndex {
    labels: Vec<Held>,
    by_word: HashMap<String, Vec<usize>>,
}

/// One label, wherever it stands.
#[derive(Debug)]
struct Held {
    words: Phrase,
    parts: Vec<Phrase>,
    places: Vec<usize>,
}

impl Held {
    /// How well it fits a field: whole, or by one of the names that it sets side by side if the others are
    /// names of the field or of its kin.
    fn fit(&self, wanted: &Wanted) -> Option<u8> {
        let named = |part: &Phrase| wanted.label_fit(part).filter(|fit| *fit >= 2);
        let fits = |part: &Phrase| named(part).is_some() || wanted.is_kin(part);
        let parts = || {
            let all = self.parts.iter().all(fits);
            self.parts.iter().filter_map(named).min().filter(|_| all)
        };
        wanted.label_fit(&self.words).or_else(parts)
    }
}

impl LabelIndex {
    /// Indexes labels by their place in the order given.
    pub(crate) fn of<'a>(labels: impl Iterator<Item = Label<'a>>) -> Self {
        let mut index = Self::default();
        let mut known: HashMap<Label<'a>, usize> = HashMap::new();
        for (place, label) in labels.enumerate() {
            let id = *known.entry(label).or_insert_with(|| {
                index.labels.push(Held {
                    words: label.0.clone(),
                    parts: label.1.to_vec(),
                    places: Vec::new(),
                });
                index.labels.len() - 1
            });
            index.labels[id].places.push(place);
        }
        for (id, label) in index.labels.iter().enumerate() {
            for word in &label.words {
                let held = index.by_word.entry(word.clone()).or_default();
                if held.last() != Some(&id) {
                    held.push(id);
                }
            }
        }
        index
    }

    /// The places of the labels that fit a field, in order, and how well ([`Wanted::label_fit`]).
    pub(crate) fn fits(&self, wanted: &Wanted) -> Vec<(usize, u8)> {
        let mut found = Vec::new();
        for id in self.candidates(wanted) {
            let label = &self.labels[id];
            if let Some(fit) = label.fit(wanted) {
                found.extend(label.places.iter().map(|place| (*place, fit)));
            }
        }
        found.sort_unstable();
        found
    }

    /// Labels that hold the rarest word of one of a field's names: no other can fit.
    fn candidates(&self, wanted: &Wanted) -> Vec<usize> {
        let concept = wanted.concept.into_iter().flat_map(|one| &one.phrases);
        let mut found = Vec::new();
        for name in wanted.own.iter().chain(concept) {
            let held = |word: &String| self.by_word.get(word).map_or(&[][..], Vec::as_slice);
            let rarest = name.iter().map(held).min_by_key(|held| held.len());
            found.extend_from_slice(rarest.unwrap_or(&[]));
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
