//! The course through one list: step down, wait where something is on its way, press what loads more,
//! stop when nothing has grown for long enough. Pure: it sees reports and gives orders.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use serde::Serialize;

use super::ListRead;
use super::buttons::{self, Means};
use super::seen::Seen;

/// Milliseconds at the end of a list without growth after which it is over: where it never grew and
/// leads on by links, where it never grew, where it did.
const STILL_PAGED: f64 = 700.0;
const STILL: f64 = 3_000.0;
const STILL_GROWN: f64 = 4_500.0;
/// The same before a button is pressed that is there.
const STILL_BUTTON: f64 = 400.0;
/// The most a request at the end of the list is waited for, and a spinner without one.
const PENDING: f64 = 20_000.0;
const SPINNER: f64 = 6_000.0;
const SPINNER_PAGED: f64 = 2_000.0;
/// Into the wait at the end: when the list is nudged.
const NUDGES: [f64; 2] = [0.0, 1_200.0];
/// A page that does not come to rest after a move is taken as it is.
const UNCALM: f64 = 2_500.0;
/// Pixels that count as growth, and how often they do without a new link.
const TALLER: f64 = 40.0;
const MOST_BARREN: u32 = 12;

/// What the page's script is told to do in its next slice.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(in super::super) struct Order {
    /// `step`, `nudge`, `look` or `press`.
    pub act: &'static str,
    /// Which button.
    pub button: usize,
    /// Harvest before the move.
    pub body: bool,
    /// Harvest after it at so many links.
    pub grow: u64,
}

/// Where the reading of one list is.
#[derive(Debug)]
pub(in super::super) struct Roll {
    read: ListRead,
    doc: u64,
    /// The most that was seen.
    links: u64,
    height: f64,
    /// Links at the last harvest.
    harvested: u64,
    /// Different addresses that the harvests hold.
    known: u64,
    /// The list grew after a move or a press.
    grew: bool,
    /// The page leads on by links.
    paged: bool,
    /// Growth without a new link, in a row.
    barren: u32,
    /// Since when nothing grew at the end.
    end_since: Option<f64>,
    nudged: usize,
    /// Since when the page has not come to rest.
    uncalm_since: Option<f64>,
    pressed: Option<Pressed>,
    /// Presses without effect, by name.
    spent: HashMap<String, u32>,
    /// A press had an effect: its button need not be waited for.
    presses: bool,
    /// The page that numbered buttons count from.
    page: u64,
    order: Order,
}

/// A press whose effect is awaited.
#[derive(Debug)]
struct Pressed {
    name: String,
    means: Means,
    at: f64,
    known: u64,
    links: u64,
}

impl Roll {
    pub(in super::super) fn new(read: ListRead) -> Self {
        let first = if read.scroll { "step" } else { "look" };
        Self {
            read,
            doc: 0,
            links: 0,
            height: 0.0,
            harvested: 0,
            known: 0,
            grew: false,
            paged: false,
            barren: 0,
            end_since: None,
            nudged: 0,
            uncalm_since: None,
            pressed: None,
            spent: HashMap::new(),
            presses: false,
            page: 1,
            order: Order {
                act: first,
                button: 0,
                body: true,
                grow: u64::MAX,
            },
        }
    }

    /// The order for the next slice.
    pub(in super::super) fn order(&self) -> Order {
        self.order
    }

    /// The first harvest is in: whether the page leads on by links.
    pub(in super::super) fn paged(&mut self, dom: &domain::snapshot::FlatDom) {
        self.paged = super::pager::leads_on(dom);
    }

    /// Takes a report; `known` is how many different addresses were gathered, if a harvest came with
    /// it. Gives the next order, or `None` when the list is at its end.
    pub(in super::super) fn judge(&mut self, seen: &Seen, known: Option<u64>) -> Option<Order> {
        if seen.doc != self.doc {
            self.new_document(seen);
        }
        let fresh = known.is_some_and(|known| known > self.known);
        self.known = known.unwrap_or(0).max(self.known);
        if known.is_some() {
            self.harvested = seen.links;
        }
        self.note_growth(seen, fresh);
        let act = self.next_act(seen)?;
        self.order = Order {
            act: act.0,
            button: act.1,
            // A press may put the next page in the place of this one.
            body: self.pressed.is_some(),
            grow: self.harvested + self.harvested / 2 + 20,
        };
        Some(self.order)
    }

    fn new_document(&mut self, seen: &Seen) {
        // The first report counts as no growth: it is what was there.
        self.grew |= self.doc > 0;
        self.doc = seen.doc;
        self.links = seen.links;
        self.height = seen.height;
        self.end_since = None;
        self.nudged = 0;
        self.uncalm_since = None;
    }

    fn note_growth(&mut self, seen: &Seen, fresh: bool) {
        let linked = fresh || seen.links > self.links;
        let taller = seen.height > self.height + TALLER;
        self.links = self.links.max(seen.links);
        self.height = self.height.max(seen.height);
        if linked {
            self.barren = 0;
        } else if taller {
            self.barren += 1;
        }
        let grown = linked && self.known > 0 || taller && self.barren <= MOST_BARREN;
        // What the first harvest holds was there before.
        if grown && !seen.first {
            self.grew = true;
            self.end_since = None;
            self.nudged = 0;
        }
        self.note_effect(seen);
    }

    /// Whether the last press did anything: more links, or others.
    fn note_effect(&mut self, seen: &Seen) {
        let Some(pressed) = &self.pressed else { return };
        let other = self.known > pressed.known;
        let more = seen.links > pressed.links && pressed.means == Means::More;
        if !other && !more {
            return;
        }
        self.spent.remove(&pressed.name);
        self.page += u64::from(pressed.means == Means::Next);
        self.presses = true;
        self.pressed = None;
        self.end_since = None;
        self.nudged = 0;
    }

    fn next_act(&mut self, seen: &Seen) -> Option<(&'static str, usize)> {
        if self.known.max(self.links) > u64::from(self.read.max_links) {
            return None;
        }
        if !seen.calm && self.still_moving(seen.now) {
            return Some(("look", 0));
        }
        if seen.calm {
            self.uncalm_since = None;
        }
        if let Some(pressed) = &self.pressed {
            let waited = seen.now - pressed.at;
            if waited < STILL_GROWN || self.pending(seen, waited) {
                return Some(("look", 0));
            }
            *self.spent.entry(pressed.name.clone()).or_insert(0) += 2;
            self.pressed = None;
        }
        if self.read.scroll && !seen.ended {
            self.end_since = None;
            return Some(("step", 0));
        }
        self.at_end(seen)
    }

    fn still_moving(&mut self, now: f64) -> bool {
        now - *self.uncalm_since.get_or_insert(now) < UNCALM
    }

    fn at_end(&mut self, seen: &Seen) -> Option<(&'static str, usize)> {
        let waited = seen.now - *self.end_since.get_or_insert(seen.now);
        let button = self.button(seen);
        let patience = match &button {
            Some(_) if self.presses => 0.0,
            Some(_) => STILL_BUTTON,
            None if !self.read.scroll && !self.presses => 0.0,
            None if self.grew => STILL_GROWN,
            None if self.paged => STILL_PAGED,
            None => STILL,
        };
        let pending = self.pending(seen, waited);
        if waited < patience || pending {
            let due = NUDGES.get(self.nudged).is_some_and(|at| waited >= *at);
            if due && self.read.scroll && !pending {
                self.nudged += 1;
                return Some(("nudge", 0));
            }
            return Some(("look", 0));
        }
        let choice = button?;
        self.pressed = Some(Pressed {
            name: choice.name,
            means: choice.means,
            at: seen.now,
            known: self.known,
            links: seen.links,
        });
        Some(("press", choice.button))
    }

    fn button(&self, seen: &Seen) -> Option<buttons::Choice> {
        let all = seen.buttons.as_ref().filter(|_| self.read.load_more)?;
        buttons::choose(all, self.page, &self.spent)
    }

    /// Something is on its way, and worth the wait.
    fn pending(&self, seen: &Seen, waited: f64) -> bool {
        let spinner = if self.paged && !self.grew {
            SPINNER_PAGED
        } else {
            SPINNER
        };
        seen.open > 0 && waited < PENDING || seen.busy && waited < spinner
    }
}
