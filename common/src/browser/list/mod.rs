//! Reading a list to its end: the judgement over what the page's script saw. It decides whether to
//! move on, wait, press or stop, and keeps the rows that a page shows and takes away again. It issues
//! no commands.

mod buttons;
mod gather;
mod pager;
mod roll;
mod seen;

pub(super) use gather::Gathered;
pub(super) use roll::{Order, Roll};
pub(super) use seen::Seen;

/// How a list page is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListRead {
    /// Scroll until the list stops growing.
    pub scroll: bool,
    /// Press the buttons that load more of the list, and those to its next page that are no links.
    pub load_more: bool,
    /// Stop at so many links.
    pub max_links: u32,
}

impl Default for ListRead {
    fn default() -> Self {
        Self {
            scroll: true,
            load_more: true,
            max_links: 100_000,
        }
    }
}
