//! What stands among the steps of a trail and is none: a way back, a neighbour, a picture beside its words.

use domain::snapshot::Snapshot;
use url::Url;

use super::Step;
use super::steps::{Gap, Reading};
use crate::addresses::Place;
use crate::words::squash;

impl Reading {
    /// Leaves out what is no step.
    pub(super) fn drop_others(&mut self, page: &Snapshot) {
        self.drop_twins(page);
        self.drop_rest();
        self.drop_before_home(page);
        self.drop_before_mark();
    }

    /// Two steps beside each other that are one: a picture and its words, or the page's own name as a link and as
    /// words.
    fn drop_twins(&mut self, page: &Snapshot) {
        let here = Place::of(&page.final_url);
        let leads_here = |step: &Step| step.url.as_deref().and_then(Place::of) == here;
        let mut at = 1;
        while at < self.steps.len() {
            let (one, other) = (&self.steps[at - 1], &self.steps[at]);
            let beside = self.gaps[at] == Gap::None && (one.url.is_none() || other.url.is_none());
            let same = squash(&one.name) == squash(&other.name)
                && (one.url == other.url || beside || other.url.is_none() && leads_here(one));
            if same {
                self.steps.remove(at);
                self.gaps.remove(at);
            } else {
                at += 1;
            }
        }
    }

    /// A sign leads to the last step, which is no link; nothing parts the rest from it or from each other.
    fn drop_rest(&mut self) {
        let ends = |at: &usize| {
            let last = at - 1;
            self.steps[last].url.is_none()
                && self.gaps[last] >= Gap::Stroke
                && self.gaps[*at..].iter().all(|gap| *gap == Gap::None)
        };
        if let Some(end) = (2..self.steps.len()).find(ends) {
            self.cut(0, end);
        }
    }

    /// A trail begins at the site's own page, if that has more steps behind it, or at another site's.
    fn drop_before_home(&mut self, page: &Snapshot) {
        let Some(root) = page.resolve("/") else {
            return;
        };
        let is_home = |step: &Step| step.url.as_ref() == Some(&root);
        let is_front = |step: &Step| {
            let url = step.url.as_deref().and_then(|url| Url::parse(url).ok());
            url.is_some_and(|url| url.path() == "/")
        };
        let first = self
            .steps
            .iter()
            .position(|step| is_home(step) || is_front(step));
        if let Some(at) = first.filter(|at| *at > 0 && at + 1 < self.steps.len()) {
            self.cut(at, self.steps.len());
        }
    }

    /// Where arrows part the steps, a bar parts the trail from what stands before it.
    fn drop_before_mark(&mut self) {
        let arrow = (1..self.gaps.len()).find(|at| self.gaps[*at] == Gap::Arrow);
        let mark = arrow.and_then(|end| (1..end).rfind(|at| self.gaps[*at] == Gap::Mark));
        if let Some(at) = mark {
            self.cut(at, self.steps.len());
        }
    }

    fn cut(&mut self, from: usize, to: usize) {
        self.steps.truncate(to);
        self.gaps.truncate(to);
        self.steps.drain(..from);
        self.gaps.drain(..from);
        if let Some(first) = self.gaps.first_mut().filter(|_| from > 0) {
            *first = Gap::None;
        }
    }
}
