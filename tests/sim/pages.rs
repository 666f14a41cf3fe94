//! The pages of a run: their addresses, which of them list others, and where they stand.

use domain::answer::commit::{RecordKey, Space};
use domain::answer::pair::id_of_key;
use domain::answer::shard::Shard;
use domain::frontier::{FoundPage, Listing, Place};

use super::dice::Dice;

/// Pages of a run; page 0 is a list page. Behind them lie a page that cannot be fetched and a second
/// list page.
pub(super) const PAGES: u64 = 5;
pub(super) const SECOND_LIST: u64 = PAGES + 1;

/// The address of a page. Page `PAGES` has none that could be fetched.
pub(super) fn url(n: u64) -> String {
    match n {
        PAGES => "ftp://s.test/".to_owned(),
        n => format!("https://s.test/p/{n}"),
    }
}

/// A page as a list page names it.
pub(super) fn found(n: u64) -> FoundPage {
    FoundPage {
        url: url(n),
        place: Place {
            list: 0,
            index: u32::try_from(n).unwrap(),
        },
        listing: Listing::default(),
        list: is_list(n),
    }
}

/// Whether a page is a list page.
pub(super) fn is_list(n: u64) -> bool {
    n == 0 || n == SECOND_LIST
}

/// Any page that can be read.
pub(super) fn any(dice: &mut Dice) -> u64 {
    match dice.below(PAGES) {
        0 if dice.chance(50) => SECOND_LIST,
        n => n,
    }
}

/// The lease that a page has now.
pub(super) fn lease(shard: &Shard, n: u64) -> u64 {
    let key = RecordKey::new(Space::Page, id_of_key(&url(n)));
    let record = shard.records().get(&key);
    record.and_then(|r| r.body["lease"].as_u64()).unwrap_or(0)
}
