//! Pairs in boxes that belong to others: of visitors' words those count that sum them up, of a box about the
//! page's writer those that credit the page.

use domain::snapshot::NodeId;

use super::Pair;
use crate::dom::{Page, WRITER};
use crate::values::date;
use crate::vocabulary::{Kind, concept, is_person, rating_of};

/// What sums up the ratings of visitors has no more words.
const MOST_WORDS: usize = 14;

/// Whether a pair at a node states something of the page's subject.
pub(crate) fn counts(page: &Page<'_>, at: NodeId, pair: &Pair) -> bool {
    (page.speaks(at) || sums_up(page, pair)) && (page.zone(at) & WRITER == 0 || is_credit(pair))
}

/// Whether a pair tells who wrote the page or when, as one in a box about its writer may.
fn is_credit(pair: &Pair) -> bool {
    let own = concept(&pair.words);
    is_person(own) || own.is_some_and(|own| own.kind == Kind::Date)
}

/// Whether a pair in a box of visitors' words sums up what they say: how many they are, how they rate on
/// average, or a rating that stands nearly alone.
fn sums_up(page: &Page<'_>, pair: &Pair) -> bool {
    let mean = |word: &String| matches!(word.as_str(), "average" | "overall" | "mean");
    match rating_of(&pair.words) {
        Some("ratingValue") => pair.words.iter().any(mean) || is_summary(page, pair.node),
        found => found.is_some(),
    }
}

/// Whether a node in a box of visitors' words stands beside few words and no day: they sum up what the visitors
/// say.
pub(crate) fn is_summary(page: &Page<'_>, id: NodeId) -> bool {
    let of_visitors = |at: &NodeId| page.is_own(*at) && !page.speaks(*at);
    let boxes = std::iter::once(id).chain(page.dom.ancestors(id));
    let Some(around) = boxes.take_while(of_visitors).last() else {
        return false;
    };
    let up = page.dom.nodes[around].parent.unwrap_or(around);
    let mut words = 0;
    for part in page.dom.children(up).filter(of_visitors) {
        if page.ink(part) > 200 {
            return false;
        }
        let text = page.text(part);
        let inside = page.dom.descendants(part).chain([part]);
        let dated = inside.into_iter().any(|at| page.dom.tag(at) == "time");
        // "Out of" also abbreviates a month.
        if dated || date::mentions(&text.replace(" out of ", " ")) {
            return false;
        }
        let alphabetic = |word: &&str| word.starts_with(char::is_alphabetic);
        words += text.split_whitespace().filter(alphabetic).count();
        if words > MOST_WORDS {
            return false;
        }
    }
    true
}
