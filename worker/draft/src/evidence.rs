//! Everything a page states, gathered once before any field is looked at.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use domain::schema::ClosedSet;
use domain::snapshot::{NodeId, Snapshot};
use url::Url;

use crate::about::Hints;
use crate::dom::Page;
use crate::entity::Graph;
use crate::headlines::Titles;
use crate::hints::Seen;
use crate::label_index::LabelIndex;
use crate::labels::{self, Pair};
use crate::links::{Link, links};
use crate::opengraph::{Meta, contents, metas};
use crate::receipt::Claim;
use crate::site::{Site, own_label};
use crate::text::{Heading, headings};
use crate::values::Reading;
use crate::words::{Phrase, squash};
use crate::{jsonld, loose, microdata, prices, rdfa, reasons, state, stock, tables};

/// A page states its own address once or twice; further statements are none of it.
const MOST_STATED: usize = 64;

/// What a page states.
#[derive(Debug)]
pub(crate) struct Evidence<'a> {
    /// The page.
    pub page: &'a Page<'a>,
    /// Visible label/value pairs, in page order.
    pub pairs: Vec<Pair>,
    /// Their labels by words.
    pub labels: LabelIndex,
    /// Described entities.
    pub graph: Graph,
    /// Meta tags.
    pub metas: Vec<Meta>,
    /// Headings of the page's own content.
    pub headings: Vec<Heading>,
    /// Links.
    pub links: Vec<Link>,
    /// Addresses and titles of the page.
    pub hints: Hints,
    /// The heading that names what the page is about, if one does.
    pub title: Option<Heading>,
    /// How the page writes numbers and dates.
    pub reading: Reading<'a>,
    site: OnceCell<Site>,
    seen: OnceCell<Seen>,
    unseen: OnceCell<LabelIndex>,
    keys: OnceCell<Vec<(String, Phrase)>>,
    price: OnceCell<Option<prices::Candidate>>,
    open: OnceCell<Option<Claim>>,
    loose: OnceCell<Vec<NodeId>>,
    said: RefCell<HashMap<String, Vec<Claim>>>,
}

impl<'a> Evidence<'a> {
    /// Gathers. `url` is the address as found.
    pub(crate) fn of(page: &'a Page<'a>, url: &str) -> Self {
        let metas = metas(page);
        let headings = headings(page);
        let title = own_title(page, &headings, &metas);
        let mut pairs = labels::pairs(page, &Titles::of(page, title.as_ref(), &metas));
        pairs.extend(tables::pairs(page));
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
            graph,
            links: links(page),
            hints,
            title,
            reading: Reading::of(page.snapshot),
            metas,
            headings,
            page,
            site: OnceCell::new(),
            seen: OnceCell::new(),
            unseen: OnceCell::new(),
            keys: OnceCell::new(),
            price: OnceCell::new(),
            open: OnceCell::new(),
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

    /// The element that most likely shows the price.
    pub(crate) fn price(&self) -> Option<&prices::Candidate> {
        let best = || prices::best(self.page, self.title_node(), self.reading.style);
        self.price.get_or_init(best).as_ref()
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
    pub(crate) fn worded(&self, set: &ClosedSet) -> Vec<Claim> {
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
    let og = contents(metas, "og:title").map(squash);
    let titles = title.map(|heading| squash(&heading.text)).into_iter();
    Hints {
        addresses,
        titles: titles.chain(og).chain([squash(&snapshot.title)]).collect(),
    }
}

/// The heading that names the page's subject: no h1 that only names the site, but the lower one that the
/// document's title repeats beside it.
fn own_title(page: &Page<'_>, headings: &[Heading], metas: &[Meta]) -> Option<Heading> {
    let title = title(headings, &page.snapshot.title, metas)?;
    if names_site(page, &title, metas) {
        return None;
    }
    let lower = (title.tag == "h1").then(|| below_site(page, &title, headings, metas));
    Some(lower.flatten().unwrap_or(title))
}

/// The lower heading that is a piece of the document's title, where the h1 is another and the site's name.
fn below_site(
    page: &Page<'_>,
    title: &Heading,
    headings: &[Heading],
    metas: &[Meta],
) -> Option<Heading> {
    let name = squash(&title.text);
    let document = &page.snapshot.title;
    let mut pieces = document
        .split(['|', '–', '—', '·', '•', '»', ':'])
        .flat_map(|part| part.split(" - "));
    let pieces: Vec<String> = pieces.by_ref().map(squash).collect();
    if pieces.len() < 2 || !pieces.contains(&name) {
        return None;
    }
    let of_site = contents(metas, "og:site_name").any(|site| squash(site) == name)
        || own_label(&page.snapshot.final_url).is_some_and(|label| label == name.replace(' ', ""))
        || leads_home(page, title);
    let named = |heading: &&Heading| {
        let text = squash(&heading.text);
        heading.tag != "h1" && text != name && text.len() > 2 && pieces.contains(&text)
    };
    headings.iter().filter(|_| of_site).find(named).cloned()
}

/// The h1 that names the page's subject: the one whose words the document title or `og:title`
/// shares most; a lone h1 that shares none is kept only where no title says otherwise.
fn title(headings: &[Heading], document: &str, metas: &[Meta]) -> Option<Heading> {
    let firsts: Vec<&Heading> = headings
        .iter()
        .filter(|heading| heading.tag == "h1")
        .collect();
    let stated = format!(
        " {} {} ",
        squash(document),
        contents(metas, "og:title")
            .map(squash)
            .collect::<Vec<_>>()
            .join(" ")
    );
    let share = |heading: &Heading| {
        let text = squash(&heading.text);
        let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        let shared = words
            .iter()
            .filter(|word| stated.contains(&format!(" {word} ")))
            .count();
        (shared, words.len())
    };
    if firsts.is_empty() {
        return lower_title(headings, document, metas);
    }
    let best = firsts.iter().max_by_key(|heading| {
        let (shared, all) = share(heading);
        (shared * 100 / all.max(1), shared, usize::MAX - heading.node)
    })?;
    if firsts.len() == 1 || share(best).0 > 0 {
        return Some((*best).clone());
    }
    // No title speaks for any of them: the most telling one.
    let longest = firsts.iter().max_by_key(|heading| heading.text.len())?;
    Some((*longest).clone())
}

/// On a page without an h1, the first lower heading that a title of the page repeats.
fn lower_title(headings: &[Heading], document: &str, metas: &[Meta]) -> Option<Heading> {
    let document = format!("{} ", squash(document));
    let titled = |heading: &&Heading| {
        let text = squash(&heading.text);
        let told = contents(metas, "og:title").any(|title| squash(title) == text);
        text.chars().count() >= 8 && (told || document.starts_with(&format!("{text} ")))
    };
    headings.iter().find(titled).cloned()
}

/// Whether a heading is the site's name while metadata titles the page otherwise: it says so itself
/// (`og:site_name`) or leads to the site's root.
fn names_site(page: &Page<'_>, heading: &Heading, metas: &[Meta]) -> bool {
    let text = squash(&heading.text);
    let mut titles = contents(metas, "og:title").map(squash);
    let otherwise =
        titles.all(|title| !title.contains(&text)) && contents(metas, "og:title").next().is_some();
    let mut names = contents(metas, "og:site_name").map(squash);
    otherwise && (names.any(|name| name == text) || leads_home(page, heading))
}

/// Whether a heading is a link to the root of its own site.
fn leads_home(page: &Page<'_>, heading: &Heading) -> bool {
    let own = Url::parse(&page.snapshot.final_url).ok();
    let own_path = own.as_ref().map_or("", Url::path);
    let near = page.dom.ancestors(heading.node).take(3);
    let mut links = near
        .chain(page.dom.descendants(heading.node))
        .filter(|at| page.dom.tag(*at) == "a" && page.ink(*at) >= page.ink(heading.node));
    links.any(|at| {
        let to = page
            .dom
            .attr(at, "href")
            .and_then(|to| page.snapshot.resolve(to));
        let to = to.and_then(|to| Url::parse(&to).ok());
        to.is_some_and(|to| {
            to.path() == "/" && to.host_str() == own.as_ref().and_then(Url::host_str)
        }) && own_path != "/"
    })
}
