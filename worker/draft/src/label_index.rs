//! Labels by their words: which labels of a page can mean a field, without asking each of them again
//! for every field.

use std::collections::HashMap;

use crate::match_fields::Wanted;
use crate::words::Phrase;

/// Distinct labels, where each stands, and which of them hold a word.
#[derive(Debug, Default)]
pub(crate) struct LabelIndex {
    labels: Vec<(Phrase, Vec<usize>)>,
    by_word: HashMap<String, Vec<usize>>,
}

impl LabelIndex {
    /// Indexes labels by their place in the order given.
    pub(crate) fn of<'a>(labels: impl Iterator<Item = &'a Phrase>) -> Self {
        let mut index = Self::default();
        let mut known: HashMap<&'a Phrase, usize> = HashMap::new();
        for (place, label) in labels.enumerate() {
            let id = *known.entry(label).or_insert_with(|| {
                index.labels.push((label.clone(), Vec::new()));
                index.labels.len() - 1
            });
            index.labels[id].1.push(place);
        }
        for (id, (label, _)) in index.labels.iter().enumerate() {
            for word in label {
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
            let (label, places) = &self.labels[id];
            if let Some(fit) = wanted.label_fit(label) {
                found.extend(places.iter().map(|place| (*place, fit)));
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
