//! Which waiting page goes to which free tab: a page of the job and the site that a tab shows costs
//! least. It knows neither pages nor tabs, and issues no commands.

/// Whose a page is and where it lies. `O` is what tells owners apart: a tab belongs to one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place<O> {
    /// The owner: a job.
    pub owner: O,
    /// Scheme, host and port.
    pub site: String,
}

impl<O> Place<O> {
    /// The place of an address; one that is no address is on a site of its kind.
    pub fn of(owner: O, url: &str) -> Self {
        let site = url::Url::parse(url).map(|url| url.origin().ascii_serialization());
        Self {
            owner,
            site: site.unwrap_or_default(),
        }
    }
}

/// How often the page that waits longest may be passed over by later ones, in a row.
const MOST_PASSED: u32 = 32;

/// What a page's way to a tab costs, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// The tab shows the page's site.
    Stay,
    /// The tab is still to be opened.
    Open,
    /// The tab goes to another site: half to all of a page's CPU more.
    Hop,
    /// The tab is another owner's and makes way for a new one.
    Replace,
}

/// A page and the tab that it goes to, as positions in what was offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pick {
    /// The page.
    pub page: usize,
    /// The tab.
    pub tab: usize,
}

/// Picks one pair after the other.
#[derive(Debug, Default)]
pub struct Assignment {
    passed: u32,
}

impl Assignment {
    /// The next page and its tab: the cheapest pair, of equal ones the page that waits longest and the
    /// tab that comes first. `tabs` are the free ones with what they show, `None` for one that is
    /// still to be opened; `pages` wait, the longest first. The first page is passed over a bounded
    /// number of times, so that each is picked in the end.
    pub fn pick<O: PartialEq>(
        &mut self,
        tabs: &[Option<&Place<O>>],
        pages: &[Place<O>],
    ) -> Option<Pick> {
        let pages = match pages {
            [first, ..] if self.passed >= MOST_PASSED => std::slice::from_ref(first),
            all => all,
        };
        let pairs = pages.iter().enumerate().flat_map(|(page, place)| {
            let steps = tabs.iter().map(move |tab| step(*tab, place)).enumerate();
            steps.map(move |(tab, step)| (step, Pick { page, tab }))
        });
        let (_, pick) = pairs.min_by_key(|(step, _)| *step)?;
        self.passed = if pick.page == 0 { 0 } else { self.passed + 1 };
        Some(pick)
    }
}

fn step<O: PartialEq>(tab: Option<&Place<O>>, page: &Place<O>) -> Step {
    match tab {
        None => Step::Open,
        Some(shown) if shown == page => Step::Stay,
        Some(shown) if shown.owner == page.owner => Step::Hop,
        Some(_) => Step::Replace,
    }
}

#[cfg(test)]
mod tests;
