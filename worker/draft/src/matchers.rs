//! Matchers of closed sets, kept from one use to the next: a job asks for the same few sets on every
//! page. It reads no text itself.

use std::cell::RefCell;
use std::rc::Rc;

use domain::evidence::Matcher;
use domain::schema::ClosedSetPlace;

/// So many matchers are kept for a thread; the oldest goes first.
const MOST: usize = 16;

/// What a matcher is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Running text.
    Texts,
    /// Values of labels and metadata keys.
    Values,
}

/// A matcher and what it was made of.
struct Known {
    use_for: Use,
    sets: Vec<ClosedSetPlace>,
    matcher: Rc<Matcher>,
}

thread_local! {
    static KNOWN: RefCell<Vec<Known>> = const { RefCell::new(Vec::new()) };
}

/// The matcher for running text ([`Matcher::new`]).
pub(crate) fn of_texts(sets: &[ClosedSetPlace]) -> Rc<Matcher> {
    known(Use::Texts, sets)
}

/// The matcher for values ([`Matcher::of_values`]).
pub(crate) fn of_values(sets: &[ClosedSetPlace]) -> Rc<Matcher> {
    known(Use::Values, sets)
}

fn known(use_for: Use, sets: &[ClosedSetPlace]) -> Rc<Matcher> {
    KNOWN.with_borrow_mut(|all| {
        let mut same = all.iter();
        if let Some(one) = same.find(|one| one.use_for == use_for && one.sets == sets) {
            return Rc::clone(&one.matcher);
        }
        let matcher = Rc::new(match use_for {
            Use::Texts => Matcher::new(sets),
            Use::Values => Matcher::of_values(sets),
        });
        if all.len() == MOST {
            all.remove(0);
        }
        all.push(Known {
            use_for,
            sets: sets.to_vec(),
            matcher: Rc::clone(&matcher),
        });
        matcher
    })
}
