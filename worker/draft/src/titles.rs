//! The heading that names what a page is about: the h1 whose words its titles share most, or a lower
//! heading that a title repeats where no h1 names more than the site or a part of the page. The name
//! itself is read in `naming`.

use url::Url;

use crate::addresses::Place;
use crate::dom::Page;
use crate::opengraph::{Meta, contents};
use crate::site::{domain, is_mark, own_label};
use crate::text::Heading;
use crate::words::{says, squash};

/// What separates the parts of a title.
const MARKS: [char; 12] = ['|', '｜', '丨', '·', '•', '»', '«', '›', '‹', '-', '–', '—'];
/// Words of ids and class names of a site's own name.
const SITE_NAMES: [&str; 4] = ["logo", "sitetitle", "blogtitle", "sitename"];
/// A page has no more titles, and a title no more parts, than this.
const MOST: usize = 12;
/// So many headings that are links make a list.
const LISTED: usize = 3;
/// A shorter text, in letters, may be told by chance.
const SHORT: usize = 8;
/// So much may stand before a title in its heading, a day perhaps, where the title is as long as that.
const BEFORE: usize = 12;
const LONG: usize = 20;

/// What a page's titles say, squashed.
struct Titles {
    /// `og:title`, and the document's title without the site's name or with it.
    shared: Vec<String>,
    document: String,
    /// Beginnings and ends of them that a mark sets apart.
    starts: Vec<String>,
    ends: Vec<String>,
    /// The site's own names.
    site: Vec<String>,
    /// Its host.
    host: String,
    /// The label of the host that is its own.
    label: String,
    /// The page is its site's first.
    front: bool,
    /// The words of its address, behind the last stroke.
    slug: String,
}

impl Titles {
    fn of(page: &Page<'_>, metas: &[Meta]) -> Self {
        let document = page.snapshot.title.as_str();
        let shared = || contents(metas, "og:title").take(MOST);
        let (mut starts, mut ends) = (Vec::new(), Vec::new());
        for title in shared().chain([document]) {
            let marks = title.match_indices(|ch| MARKS.contains(&ch) || ch == ':');
            for (at, mark) in marks.take(MOST) {
                if mark == ":" || is_mark(title, at) {
                    starts.push(squash(&title[..at]));
                    ends.push(squash(&title[at + mark.len()..]));
                }
            }
        }
        let host = domain(&page.snapshot.final_url);
        let label = own_label(&page.snapshot.final_url).unwrap_or_default();
        let named = contents(metas, "og:site_name").map(squash);
        Self {
            shared: shared().map(squash).collect(),
            document: squash(document),
            starts,
            ends,
            site: named.chain([host.clone(), label.clone()]).collect(),
            host,
            label,
            front: is_front(page),
            slug: slug(&page.snapshot.final_url),
        }
    }

    /// Whether a squashed text is a whole title, or the beginning of one up to a mark.
    fn begin(&self, text: &str) -> bool {
        let mut known = self.shared.iter().chain([&self.document]);
        known.any(|title| title == text)
            || self.starts.iter().any(|start| start == text)
            || self.shared.iter().any(|title| {
                let before = text.strip_suffix(title.as_str());
                title.len() >= LONG && before.is_some_and(|before| before.len() <= BEFORE)
            })
    }

    /// Whether a squashed text only ends a title, behind a mark.
    fn is_last(&self, text: &str) -> bool {
        self.ends.iter().any(|end| end == text) && !self.begin(text)
    }

    /// Whether a title has a squashed text within one of its parts: "GitHub on Twitter".
    fn hold_within(&self, text: &str) -> bool {
        let ends = |title: &str| self.ends.iter().any(|end| end == title);
        self.shared.iter().any(|title| says(title, text)) && !self.begin(text) && !ends(text)
    }

    /// How many of a heading's words the titles share, and how many it has.
    fn shares(&self, heading: &Heading) -> (usize, usize) {
        let text = squash(&heading.text);
        let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        let told = |word: &&&str| {
            let mut titles = self.shared.iter().chain([&self.document]);
            titles.any(|title| says(title, word))
        };
        (words.iter().filter(told).count(), words.len())
    }
}

/// The last segment of an address as words, if it has several: "eels-are-back".
fn slug(address: &str) -> String {
    let url = Url::parse(address).ok();
    let last = url
        .as_ref()
        .and_then(|url| url.path_segments()?.rfind(|one| !one.is_empty()));
    let words = squash(last.unwrap_or(""));
    if words.split(' ').nth(2).is_some() {
        words
    } else {
        String::new()
    }
}

/// Whether a text, or what stands before the site's name in it, is what sites call a page about themselves: it
/// names nothing else.
pub(crate) fn names_part(text: &str) -> bool {
    const PARTS: [&str; 24] = [
        "impressum",
        "imprint",
        "legal notice",
        "legal information",
        "mentions legales",
        "aviso legal",
        "note legali",
        "contact",
        "contact us",
        "kontakt",
        "contacto",
        "contatti",
        "contatto",
        "contato",
        "nous contacter",
        "about us",
        "uber uns",
        "a propos",
        "qui sommes nous",
        "quienes somos",
        "chi siamo",
        "over ons",
        "om oss",
        "o nas",
    ];
    let ends = [" | ", " - ", " – ", " — ", " · ", " » "];
    let end = ends.iter().filter_map(|mark| text.find(mark)).min();
    let first = &text[..end.unwrap_or(text.len())];
    first.len() <= 24 && PARTS.contains(&squash(first).as_str())
}

/// Whether a page is its site's first: what it shows of one article is a listed one's.
pub(crate) fn is_front(page: &Page<'_>) -> bool {
    let url = Url::parse(&page.snapshot.final_url).ok();
    url.is_some_and(|url| url.path() == "/" && url.query().is_none())
}

/// The heading that names what the page is about, if one does.
pub(crate) fn subject(page: &Page<'_>, headings: &[Heading], metas: &[Meta]) -> Option<Heading> {
    let titles = Titles::of(page, metas);
    let of_site = |heading: &&Heading| names_site(page, heading, &titles);
    let firsts: Vec<&Heading> = headings.iter().filter(|one| one.tag == "h1").collect();
    let own: Vec<&Heading> = firsts.iter().copied().filter(|one| !of_site(one)).collect();
    let best = best(page, if own.is_empty() { &firsts } else { &own }, &titles);
    let Some(best) = best else {
        let begins = lower(headings, &titles, &of_site, false);
        let ends = || lower(headings, &titles, &of_site, true);
        let addressed = || {
            let mut lower = headings
                .iter()
                .filter(|one| squash(&one.text) == titles.slug);
            lower.find(|one| !of_site(one))
        };
        return begins.or_else(ends).or_else(addressed).cloned();
    };
    let (shared, all) = titles.shares(best);
    if titles.front && shared < all && is_list(page, headings) {
        return None;
    }
    if let Some(post) = post(page, headings, &titles, best) {
        return Some(post.clone());
    }
    let weak = own.is_empty() || shared * 10 < all * 6;
    let last = titles.is_last(&squash(&best.text));
    let lower = (weak || last).then(|| lower(headings, &titles, &of_site, own.is_empty()));
    // What stands first in the title and further down on the page, in several words, is no site's name.
    let told = |other: &&Heading| {
        weak || other.node > best.node && other.text.split_whitespace().nth(3).is_some()
    };
    let otherwise = || {
        let text = squash(&best.text);
        let told = |title: &String| title.contains(&text);
        if titles.shared.is_empty() {
            // The way home, while the page's title says something else.
            return !titles.document.is_empty()
                && !told(&titles.document)
                && leads_home(page, best);
        }
        let within = !titles.front && titles.hold_within(&text);
        within || !titles.shared.iter().any(told)
    };
    match lower.flatten().filter(told) {
        Some(lower) => Some(lower.clone()),
        None if own.is_empty() && otherwise() => None,
        None => Some(best.clone()),
    }
}

/// The only heading that leads to the page itself and that a title repeats, as a blog's post has one below the name
/// of the blog.
fn post<'h>(
    page: &Page<'_>,
    headings: &'h [Heading],
    titles: &Titles,
    best: &Heading,
) -> Option<&'h Heading> {
    let first = squash(&best.text);
    if titles.shared.contains(&first) || titles.document == first || leads_to(page, best, is_own) {
        return None;
    }
    let of_page = |heading: &&Heading| {
        let text = squash(&heading.text);
        let told = titles.begin(&text) || titles.ends.contains(&text);
        told && text != first && heading.node > best.node && leads_to(page, heading, is_own)
    };
    let mut found = headings.iter().filter(of_page);
    found.next().filter(|_| found.next().is_none())
}

/// Whether headings lead to other pages, as those of listed articles do.
fn is_list(page: &Page<'_>, headings: &[Heading]) -> bool {
    let linked = headings.iter().filter(|heading| {
        let around = page.dom.ancestors(heading.node).take(3);
        let mut near = around.chain(page.dom.descendants(heading.node));
        near.any(|at| page.dom.tag(at) == "a" && page.dom.attr(at, "href").is_some())
    });
    linked.take(LISTED).count() == LISTED
}

/// The h1 whose words the titles share most; the longest, first of those in `main`, where no title speaks for
/// any of them.
fn best<'h>(page: &Page<'_>, firsts: &[&'h Heading], titles: &Titles) -> Option<&'h Heading> {
    // The site's name in a heading tells it from no other page of the site.
    let telling = |heading: &Heading| {
        let (shared, all) = titles.shares(heading);
        let text = squash(&heading.text);
        let named = text.split(' ').filter(|word| *word == titles.label).count();
        (
            if shared == all {
                shared
            } else {
                shared.saturating_sub(named)
            },
            all,
        )
    };
    let best = firsts.iter().max_by_key(|heading| {
        let (shared, all) = telling(heading);
        (shared * 100 / all.max(1), shared, usize::MAX - heading.node)
    })?;
    if firsts.len() == 1 || telling(best).0 > 0 {
        return Some(best);
    }
    let inside = |heading: &Heading| {
        let mut around = page.dom.ancestors(heading.node);
        around.any(|at| page.dom.tag(at) == "main")
    };
    firsts
        .iter()
        .max_by_key(|heading| (inside(heading), heading.text.len()))
        .copied()
}

/// The first heading that is a title of the page, or what stands before a mark in one; `any` also takes
/// what stands behind the site's name there.
fn lower<'h>(
    headings: &'h [Heading],
    titles: &Titles,
    of_site: &impl Fn(&&Heading) -> bool,
    any: bool,
) -> Option<&'h Heading> {
    let long = |heading: &&Heading| heading.text.chars().count() >= SHORT;
    let behind = |text: &str| titles.ends.iter().any(|end| end == text);
    let titled = |heading: &&Heading| {
        let text = squash(&heading.text);
        titles.begin(&text) || any && behind(&text)
    };
    headings
        .iter()
        .filter(long)
        .find(|heading| titled(heading) && !of_site(heading))
}

/// Whether a heading is the site's name: it is called so, leads to the site's root, or markup calls it that
/// while a title has more to say.
fn names_site(page: &Page<'_>, heading: &Heading, titles: &Titles) -> bool {
    let text = squash(&heading.text);
    let domain = text.contains(' ') && titles.host.ends_with(&format!(" {text}"));
    domain || titles.site.contains(&text) || leads_home(page, heading) || is_marked(page, heading)
}

/// Whether the element or one close around it is called the site's name.
fn is_marked(page: &Page<'_>, heading: &Heading) -> bool {
    let around = page.dom.ancestors(heading.node).take(2);
    let mut near = std::iter::once(heading.node).chain(around);
    near.any(|at| {
        let mut names = ["class", "id"]
            .iter()
            .filter_map(|name| page.dom.attr(at, name));
        names.any(|name| {
            let plain = name.to_lowercase().replace(['-', '_'], "");
            let mut words = plain.split_whitespace();
            words.any(|word| SITE_NAMES.contains(&word))
        })
    })
}

/// Whether a heading is a link to the root of its own site.
fn leads_home(page: &Page<'_>, heading: &Heading) -> bool {
    leads_to(page, heading, |own, to| {
        own.path() != "/" && to.path() == "/" && to.host_str() == own.host_str()
    })
}

/// Whether an address is the page's own.
fn is_own(own: &Url, to: &Url) -> bool {
    to.fragment().is_none() && Place::of(own.as_str()) == Place::of(to.as_str())
}

/// Whether all of a heading is a link to such an address; `fits` gets the page's and the link's.
fn leads_to(page: &Page<'_>, heading: &Heading, fits: impl Fn(&Url, &Url) -> bool) -> bool {
    let Ok(own) = Url::parse(&page.snapshot.final_url) else {
        return false;
    };
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
        to.is_some_and(|to| fits(&own, &to))
    })
}

#[cfg(test)]
mod tests;
