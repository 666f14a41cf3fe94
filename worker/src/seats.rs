//! The seats of a wave, one for each tab, and the deliveries that wait for one. A free seat gets a page of
//! the job and the site it had before, so that the reader finds a tab for it that need not change. A
//! delivery that waits holds no host's turn and counts as not begun.

use std::collections::VecDeque;

use common::browser::{Assignment, Place};

/// Seats, and what waits for them.
pub(crate) struct Seats<T> {
    count: usize,
    /// What the free seats had last, the longest free first; `None` had nothing yet.
    free: VecDeque<Option<Place<String>>>,
    waiting: VecDeque<(Place<String>, T)>,
    assignment: Assignment,
}

impl<T> Seats<T> {
    /// So many seats, at least one, all free.
    pub(crate) fn new(count: usize) -> Self {
        let count = count.max(1);
        Self {
            count,
            free: std::iter::repeat_n(None, count).collect(),
            waiting: VecDeque::new(),
            assignment: Assignment::default(),
        }
    }

    /// How many pages to hold: one a seat, and half as many to choose from. With four sites evenly mixed
    /// that keeps five pages of six on their site; twice as many would keep eleven of twelve, but hold
    /// back what other workers could read.
    pub(crate) fn in_hand(&self) -> usize {
        self.count + self.count.div_ceil(2)
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Something waits for a seat.
    pub(crate) fn queue(&mut self, place: Place<String>, item: T) {
        self.waiting.push_back((place, item));
    }

    /// Takes a seat for one of those that wait, as long as there are both.
    pub(crate) fn next(&mut self) -> Option<(Place<String>, T)> {
        let tabs: Vec<_> = self.free.iter().map(Option::as_ref).collect();
        let pages: Vec<_> = self
            .waiting
            .iter()
            .map(|(place, _)| place.clone())
            .collect();
        let pick = self.assignment.pick(&tabs, &pages)?;
        self.free.remove(pick.tab)?;
        self.waiting.remove(pick.page)
    }

    /// A seat is free again after a page at this place.
    pub(crate) fn leave(&mut self, place: Place<String>) {
        self.free.push_back(Some(place));
    }
}

#[cfg(test)]
mod tests;
