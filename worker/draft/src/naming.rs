//! The name of what the page is about: its heading, unless metadata says the same and more, or the
//! document's own title speaks against the heading.

use domain::evidence::Source;
use domain::snapshot::NodeId;

use crate::bylines;
use crate::dom::Page;
use crate::entity::{has_type, types};
use crate::fill::Filler;
use crate::labels::value_text;
use crate::match_fields::Wanted;
use crate::opengraph::contents;
use crate::receipt::Claim;
use crate::text::{Heading, collapse};
use crate::titles::names_part;
use crate::values::{number, price};
use crate::vocabulary::{Kind, concept, rating_of};
use crate::words::{phrase, says, squash};

/// Where metadata names who makes a thing or where it is to be had.
const MAKERS: [&str; 6] = [
    "brand.name",
    "brand",
    "manufacturer.name",
    "offers.seller.name",
    "organizer.name",
    "location.name",
];
/// What separates a price from the name behind it.
const BEFORE_NAME: [char; 4] = ['·', '|', '–', '—'];

impl Filler<'_> {
    /// The page's heading for a field that names its subject, unless metadata strictly extends it.
    pub(crate) fn heading(&self, wanted: &Wanted) -> Option<Claim> {
        let job_title = wanted
            .concept
            .is_some_and(|concept| concept.id == "jobTitle");
        let person = self
            .chosen
            .first()
            .is_some_and(|entity| has_type(&entity.value, "Person"));
        // Beside a field for a name, the heading is the name of who has the job.
        let named = || {
            ["name", "fullName", "full_name"]
                .iter()
                .any(|name| self.has_field(name))
        };
        if wanted.kind != Kind::Title || job_title && (person || named()) {
            return None;
        }
        let heading = self.evidence.title.as_ref()?;
        let text = self.bare(heading.node);
        if asks_name(wanted) && names_part(&text) {
            return None;
        }
        if let Some(lower) = self.lower(wanted, heading, &text) {
            return Some(lower);
        }
        let seen = squash(&text);
        let document = squash(&self.evidence.page.snapshot.title);
        // Decoration around the name ("Details about ...") and headings about something else give
        // way where the document's own title speaks for the metadata.
        let better = |stated: &str| {
            extends(stated, &seen) && stated != document
                || stated.len() > 3
                    && says(&document, stated)
                    && !says(&document, &seen)
                    && (says(&seen, stated) || !shares_word(&seen, stated))
        };
        let more = self.metadata(wanted).into_iter().flatten().find(|claim| {
            let stated = claim
                .value
                .as_str()
                .map(crate::text::plain)
                .unwrap_or_default();
            better(&squash(&stated))
        });
        let shown = || Claim::seen(&text, Source::Text, self.evidence.page.place(heading.node));
        Some(more.unwrap_or_else(shown))
    }

    /// The name of the thing that a lower heading repeats, where the first one only names its maker or
    /// the place where it is to be had.
    fn lower(&self, wanted: &Wanted, heading: &Heading, text: &str) -> Option<Claim> {
        let (graph, site) = (&self.evidence.graph, self.evidence.site());
        let entity = self.chosen.first()?;
        let shown = squash(text);
        let brand = MAKERS
            .iter()
            .flat_map(|path| graph.walk(&entity.value, path));
        let mut brands = brand.filter_map(|leaf| leaf.value.as_str());
        let said = |name: &str| squash(site.without(name).unwrap_or(name)) == shown;
        if !brands.any(said) {
            return None;
        }
        let mut names = self.metadata(wanted).into_iter().flatten();
        names.find(|claim| {
            let name = claim.value.as_str().map(squash).unwrap_or_default();
            let after = |other: &&Heading| other.node > heading.node;
            let mut lower = self.evidence.headings.iter().filter(after);
            name != shown && lower.any(|other| says(&squash(&other.text), &name))
        })
    }

    fn has_field(&self, name: &str) -> bool {
        self.schema
            .row_field(name)
            .or_else(|| self.schema.top_field(name))
            .is_some()
    }

    /// A heading's text without what is no part of the name: characters of icon fonts, links beside the
    /// name, words before it in an element of their own ("Details about"), a price before it. All but the
    /// icons are kept where a title of the page repeats them with the rest.
    fn bare(&self, heading: NodeId) -> String {
        let page = self.evidence.page;
        let titles: Vec<String> = contents(&self.evidence.metas, "og:title")
            .chain([page.snapshot.title.as_str()])
            .map(|title| format!("{} ", squash(&crate::text::plain(title))))
            .collect();
        let told = |text: &str| titles.iter().any(|title| says(title.trim(), &squash(text)));
        let all = iconless(&value_text(page, heading));
        let named = iconless(&unmarked(page, heading, told));
        let marked =
            named.len() > 1 && named != all && (squash(&named) == squash(&all) || !told(&all));
        let whole = if marked { named } else { all };
        if !told(&whole)
            && let Some(before) = self.before_others(heading)
        {
            return before;
        }
        let begins = |text: &str| {
            let text = format!("{} ", squash(text));
            titles.iter().any(|title| title.starts_with(&text))
        };
        let mut parts = page.dom.children(heading).filter(|at| page.ink(*at) > 0);
        let lead = parts.next().filter(|at| page.dom.text(*at).is_none());
        let lead = lead.map(|at| page.text(at).trim().to_owned());
        let led = |text: &str| {
            let rest = text.strip_prefix(lead.as_deref()?)?.trim();
            let label = lead
                .as_deref()
                .is_some_and(|lead| lead.ends_with([':', '：']) && is_title(lead));
            (rest.len() > 3 && (label || begins(rest)) && !begins(text)).then(|| rest.to_owned())
        };
        let unlinked = iconless(&unlinked(page, heading));
        let unpriced = self.unpriced(&unlinked, &titles);
        let named = told(&unlinked) || led(&unlinked).is_some() || unpriced.is_some();
        let text = if unlinked.len() > 3 && !told(&whole) && named {
            unlinked
        } else {
            whole
        };
        let text = self.unpriced(&text, &titles).unwrap_or(&text);
        led(text).unwrap_or_else(|| text.to_owned())
    }

    /// What a heading holds before elements of their own, where it is how the page shares itself, all of it: who wrote
    /// the text may stand behind.
    fn before_others(&self, heading: NodeId) -> Option<String> {
        let page = self.evidence.page;
        let mut parts = page.dom.children(heading).filter(|at| page.ink(*at) > 0);
        let first = collapse(&page.text(parts.next()?));
        let mut shared = contents(&self.evidence.metas, "og:title");
        let is_all = shared.any(|title| squash(&crate::text::plain(title)) == squash(&first));
        let others: Vec<NodeId> = parts.collect();
        let apart = others.iter().all(|at| page.dom.text(*at).is_none());
        (!others.is_empty() && apart && is_all).then(|| iconless(&first))
    }

    /// A name without the price before it ("$60 · Eel trap"), if one of the page's titles begins with it.
    fn unpriced<'t>(&self, text: &'t str, titles: &[String]) -> Option<&'t str> {
        let (price, rest) = text.split_once(BEFORE_NAME)?;
        let style = self.evidence.reading.style;
        let found = number::find(price, style);
        let marked = found.iter().any(|one| price::is_marked(price, one));
        let letters = price.chars().filter(|ch| ch.is_alphabetic()).count();
        let (price_squashed, name) = (squash(price), format!("{} ", squash(rest)));
        let named = titles.iter().any(|title| title.starts_with(&name));
        let all = titles
            .iter()
            .all(|title| title.starts_with(&price_squashed));
        (marked && letters <= 3 && named && !all).then(|| rest.trim())
    }

    /// Whether all that metadata names is the site.
    pub(crate) fn names_site(&self, wanted: &Wanted) -> bool {
        let site = self.evidence.site();
        let mut stated = self
            .metadata(wanted)
            .into_iter()
            .chain([self.metas(wanted)])
            .flatten();
        stated.all(|claim| {
            let name = claim.value.get("name").unwrap_or(&claim.value);
            name.as_str()
                .is_some_and(|name| site.is(name) || site.is_domain(name))
        })
    }

    /// The person that a meta tag names and the page shows, where entities only know who publishes it.
    pub(crate) fn person_in_metas(&self, wanted: &Wanted) -> Vec<Claim> {
        let mut stated = self.metadata(wanted).into_iter().flatten().peekable();
        let publishes =
            |claim: Claim| types(&claim.value).any(|kind| kind.ends_with("Organization"));
        if stated.peek().is_none() || !stated.all(publishes) {
            return Vec::new();
        }
        let page = self.evidence.page;
        let mut named = self.metas(wanted);
        named.retain(|claim| {
            let name = claim.value.as_str().unwrap_or("");
            bylines::is_name(name) && bylines::shows(page, name)
        });
        named
    }

    /// Whether metadata names what is shown, perhaps in other letters or with more to it than the wording
    /// of a byline.
    pub(crate) fn is_told(&self, claim: &Claim, wanted: &Wanted) -> bool {
        let shown = squash(&claim.quote());
        let groups = self.metadata(wanted);
        let first = groups.iter().find(|claims| !claims.is_empty());
        let stated = first.map_or(&[][..], Vec::as_slice);
        matches!(stated, [one] if one.words.is_none() && {
            let name = one.value.get("name").unwrap_or(&one.value);
            let name = squash(name.as_str().unwrap_or(""));
            name == shown || extends(&name, &shown)
        })
    }

    /// The document title without the site's name, as the last resort for a name.
    pub(crate) fn document_title(&self, wanted: &Wanted) -> Vec<Claim> {
        let title = self.evidence.page.snapshot.title.trim();
        let title = self.evidence.site().without(title).unwrap_or(title);
        let named = wanted.concept.is_some_and(|concept| concept.id == "name");
        let part = title.split(" | ").next().unwrap_or("");
        let part = part
            .split(" – ")
            .next()
            .unwrap_or("")
            .split(" — ")
            .next()
            .unwrap_or("");
        if !named
            || part.trim().is_empty()
            || asks_name(wanted) && names_part(part)
            || self.evidence.site().is_domain(part)
            || !self.chosen.is_empty()
                && self.evidence.headings.is_empty()
                && self.evidence.page.ink(0) == 0
        {
            return Vec::new();
        }
        vec![Claim::seen(part, Source::Text, "title".to_owned())]
    }
}

/// Whether a field asks for a name by that word, and not for the title of a page.
pub(crate) fn asks_name(wanted: &Wanted) -> bool {
    let mut words = wanted.own.iter().flatten();
    words.any(|word| word == "name")
}

/// A text without the characters of icon fonts, which Unicode leaves to private use.
fn iconless(text: &str) -> String {
    let private = |ch: char| matches!(ch, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}');
    collapse(&text.replace(private, " "))
}

/// Whether a label means the name of a thing: "Title:".
fn is_title(label: &str) -> bool {
    concept(&phrase(label)).is_some_and(|concept| concept.kind == Kind::Title)
}

/// A heading's text without what marks or counts: badges, links to its own place, "(12 reviews)".
/// A mark of which a title of the page tells is part of the name.
fn unmarked(page: &Page<'_>, heading: NodeId, told: impl Fn(&str) -> bool) -> String {
    let marks = |at: NodeId| is_mark(page, at) && !told(&page.text(at));
    let kept = |at: NodeId| at == heading || page.dom.tag(at).is_empty() || !marks(at);
    domain::snapshot::text::text_where(page.dom, heading, kept)
}

/// Whether an element of a heading is a badge by its class, a link to the heading without words, or a count
/// of what there is of the thing in brackets.
fn is_mark(page: &Page<'_>, id: NodeId) -> bool {
    const BADGES: [&str; 5] = ["badge", "ribbon", "chip", "pill", "permalink"];
    let class = page.dom.attr(id, "class").unwrap_or("");
    let mut words = class.split(|ch: char| !ch.is_ascii_alphanumeric());
    if words.any(|word| BADGES.iter().any(|badge| word.eq_ignore_ascii_case(badge))) {
        return true;
    }
    let text = page.text(id);
    let here = page
        .dom
        .attr(id, "href")
        .is_some_and(|to| to.starts_with('#'));
    let counted = text
        .trim()
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    here && !text.contains(char::is_alphanumeric)
        || counted.is_some_and(|inside| {
            let mut words = inside.split_whitespace();
            let number = words
                .next()
                .is_some_and(|word| word.bytes().all(|ch| ch.is_ascii_digit()));
            number
                && words
                    .next()
                    .is_some_and(|word| rating_of(&phrase(word)).is_some())
        })
}

/// A heading's text without its links, and without the marks that led to them.
fn unlinked(page: &Page<'_>, heading: NodeId) -> String {
    let link = |at: NodeId| page.dom.tag(at) == "a" && page.dom.attr(at, "href").is_some();
    let text = domain::snapshot::text::text_where(page.dom, heading, |at| !link(at));
    let marks = |ch: char| ch.is_whitespace() || "-–—|·•:".contains(ch);
    text.trim_matches(marks).to_owned()
}

/// Whether `more` says everything that `less` says, and more.
pub(crate) fn extends(more: &str, less: &str) -> bool {
    more.len() > less.len()
        && !less.is_empty()
        && format!("{more} ").starts_with(&format!("{less} "))
        && !more.contains(" com")
}

fn shares_word(one: &str, other: &str) -> bool {
    one.split(' ')
        .any(|word| word.len() > 2 && says(other, word))
}

#[cfg(test)]
mod tests;
