//! Everything a page states, gathered once before any field is looked at.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::ops::Range;

use domain::schema::ClosedSet;
use domain::snapshot::{NodeId, Snapshot};
use url::Url;

use crate::about::Hints;
use crate::addresses::Addresses;
use crate::dom::Page;
use crate::entity::Graph;
use crate::headlines::OwnNames;
use crate::hints::Seen;
use crate::label_index::LabelIndex;
use crate::labels::{self, Pair};
use crate::links::{Link, links};
use crate::opengraph::{Meta, contents, metas};
use crate::receipt::Claim;
use crate::site::Site;
use crate::stock::Said;
use crate::text::{Heading, headings};
use crate::values::Reading;
use crate::words::{Phrase, squash};
use crate::{jsonld, loose, microdata, prices, rdfa, reasons, state, stock, tables, titles};

/// A page states its own address once or twice; further statements are none of it.
const MOST_STATED: usize = 64;

/// It has no more titles to share itself by.
const MOST_TITLES: usize = 8;

/// What a page states.
#[derive(Debug)]
pub(crate) struct Evidence<'a> {
    /// The page.
    pub page: &'a Page<'a>,
    /// Visible label/value pairs, in page order.
    pub pairs: Vec<Pair>,
    /// Their labels by words.
    pub labels: LabelIndex,
    /// Nodes in which no pairs were looked for, since their table is too large.
    pub cut: Vec<Range<NodeId>>,
    /// Described entities.
    pub graph: Graph,
    /// Meta tags.
    pub metas: Vec<Meta>,
    /// Headings of the page's own content.
    pub headings: Vec<Heading>,
    /// Addresses and titles of the page.
    pub hints: Hints,
    /// The heading that names what the page is about, if one does.
    pub title: Option<Heading>,
    /// How the page writes numbers and dates.
    pub reading: Reading<'a>,
    site: OnceCell<Site>,
    links: OnceCell<Vec<Link>>,
    seen: OnceCell<Seen>,
    unseen: OnceCell<LabelIndex>,
    keys: OnceCell<Vec<(String, Phrase)>>,
    price: OnceCell<Option<prices::Candidate>>,
    open: OnceCell<Option<Claim>>,
    votes: OnceCell<Option<u64>>,
    loose: OnceCell<Vec<NodeId>>,
    said: RefCell<HashMap<String, Said>>,
}

impl<'a> Evidence<'a> {
    /// Gathers. `url` is the address as found.
    pub(crate) fn of(page: &'a Page<'a>, url: &str) -> Self {
        let metas = metas(page);
        let headings = headings(page);
        let title = titles::subject(page, &headings, &metas);
        let mut pairs = labels::pairs(page, &OwnNames::of(page, title.as_ref(), &metas));
        let tables = tables::tables(page);
        pairs.extend(tables.pairs);
        pairs.sort_by_key(|pair| pair.node);
        let mut graph = Graph::default();
        jsonld::collect(page, &mut graph);
        microdata::collect(page, &mut graph);
        rdfa::collect(page, &mut graph);
        if let Some(title) = &title {
            state::collect(page, &title.text, &mut graph);
        }
        let hints = hints(page.snapshot, url, &metas, title.as_ref());
        Self {
            labels: LabelIndex::of(
                pairs
                    .iter()
                    .map(|pair| (&pair.words, pair.parts.as_slice())),
            ),
            pairs,
            cut: tables.cut,
            graph,
            hints,
            title,
            reading: Reading::of(page.snapshot),
            metas,
            headings,
            page,
            site: OnceCell::new(),
            links: OnceCell::new(),
            seen: OnceCell::new(),
            unseen: OnceCell::new(),
            keys: OnceCell::new(),
            price: OnceCell::new(),
            open: OnceCell::new(),
            votes: OnceCell::new(),
            loose: OnceCell::new(),
            said: RefCell::default(),
        }
    }

    /// The heading's place.
    pub(crate) fn title_node(&self) -> Option<NodeId> {
        self.title.as_ref().map(|heading| heading.node)
    }

    /// What the page says of its site.
    pub(crate) fn site(&self) -> &Site {
        let address = &self.page.snapshot.final_url;
        self.site
            .get_or_init(|| Site::of(&self.metas, &self.graph, address))
    }

    /// The page's links, in page order; looked for when a field first asks for an address.
    pub(crate) fn links(&self) -> &[Link] {
        self.links.get_or_init(|| links(self.page))
    }

    /// The element that most likely shows the price.
    pub(crate) fn price(&self) -> Option<&prices::Candidate> {
        let best = || prices::best(self.page, self.title_node(), self.reading.style);
        self.price.get_or_init(best).as_ref()
    }

    /// How many rated what the page is about, counted once.
    pub(crate) fn votes(&self, count: impl FnOnce() -> Option<u64>) -> Option<u64> {
        *self.votes.get_or_init(count)
    }

    /// The first amount that the page shows, if it only bounds the price.
    pub(crate) fn open_price(&self) -> Option<&Claim> {
        let style = self.reading.style;
        let open = || prices::open(self.page, self.title_node(), style, self.price());
        self.open.get_or_init(open).as_ref()
    }

    /// The elements of the page's own that markup names properties of, and of no item.
    pub(crate) fn loose(&self) -> &[NodeId] {
        self.loose.get_or_init(|| loose::nodes(self.page))
    }

    /// The wording near the heading that states a member of a set; looked for once for each set.
    pub(crate) fn said(&self, set: &ClosedSet) -> Said {
        let texts = set.members.iter().filter(|member| member.is_string());
        let key = format!("{:?}", texts.collect::<Vec<_>>());
        if let Some(known) = self.said.borrow().get(&key) {
            return known.clone();
        }
        let found = stock::worded(self.page, self.title_node(), set);
        self.said.borrow_mut().insert(key, found.clone());
        found
    }

    /// The labels that stand in text which a person does not see.
    pub(crate) fn unseen(&self) -> &LabelIndex {
        self.unseen.get_or_init(|| reasons::unseen(self.page))
    }

    /// The keys of all metadata, each once, with their words.
    pub(crate) fn keys(&self) -> &[(String, Phrase)] {
        self.keys.get_or_init(|| reasons::keys(&self.graph))
    }

    /// What the page visibly states, by kind; looked for when a field first stays empty.
    pub(crate) fn seen(&self) -> &Seen {
        self.seen
            .get_or_init(|| Seen::of(self.page, self.reading.style))
    }
}

fn hints(snapshot: &Snapshot, url: &str, metas: &[Meta], title: Option<&Heading>) -> Hints {
    let mut addresses: Vec<String> = Vec::new();
    let stated = contents(metas, "link:canonical").chain(contents(metas, "og:url"));
    let stated = stated
        .take(MOST_STATED)
        .filter_map(|address| snapshot.resolve(address));
    let own = [url, &snapshot.final_url, &snapshot.requested_url].map(str::to_owned);
    for address in own.into_iter().chain(stated) {
        let bare = address
            .split('#')
            .next()
            .unwrap_or("")
            .trim_end_matches('/')
            .to_owned();
        // A canonical link to the site's root says nothing about the page.
        let root = Url::parse(&bare).is_ok_and(|url| url.path() == "/" && url.query().is_none());
        let asked = Url::parse(url).is_ok_and(|url| url.path() == "/");
        if !bare.is_empty() && (!root || asked) && !addresses.contains(&bare) {
            addresses.push(bare);
        }
    }
    let og = contents(metas, "og:title").take(MOST_TITLES).map(squash);
    let titles = title.map(|heading| squash(&heading.text)).into_iter();
    Hints {
        addresses: Addresses::new(addresses),
        titles: titles.chain(og).chain([squash(&snapshot.title)]).collect(),
    }
}
