//! Whether a short page in which words of a stand-in occur is one: the words are its title or its heading, or
//! it says them of itself, and nothing on it is content. Which words those are is in `vocabulary`.

use domain::evidence::Source;
use domain::snapshot::{NodeId, text};

use crate::about::is_of_site;
use crate::dom::{Page, STRUCK, is_heading};
use crate::headlines::OwnNames;
use crate::jsonld::last_segment;
use crate::labels::{self, Pair};
use crate::opengraph::{contents, metas};
use crate::tables;
use crate::text::{Heading, headings};
use crate::values::number::{self, Style};
use crate::values::price::is_marked;
use crate::vocabulary::{Kind, concept, phrases};
use crate::words::{says, squash};

/// What stands beside a sentence that says the page is gone is no more than this many bytes.
const BESIDE: usize = 200;
/// Whole sentences of more than this, in bytes, are content.
const PROSE: usize = 300;
/// A line of this many bytes is prose.
const SENTENCE: usize = 80;
/// Beside no more than this, a heading decides alone.
const BARE: usize = 60;
/// Marks that set the name of a site apart in a title.
const MARKS: [&str; 8] = [" | ", " - ", " – ", " — ", " · ", ": ", " « ", " » "];
/// Words after "no longer available" that say for which part or in what sense.
const PART: [&str; 20] = [
    "in", "im", "en", "for", "fur", "as", "als", "with", "mit", "from", "when", "if", "until",
    "pour", "para", "per", "como", "avec", "con", "by",
];

/// A short page, and what it says.
pub(crate) struct Standin<'a> {
    page: &'a Page<'a>,
    /// The title's parts and the headings, squashed; the first line where there is no heading.
    heads: Vec<String>,
    /// The visible headings, squashed.
    shown: Vec<String>,
    /// The page's own lines without its headings.
    lines: Vec<String>,
}

impl<'a> Standin<'a> {
    /// Looks at what the page says.
    pub(crate) fn of(page: &'a Page<'a>) -> Self {
        let dom = page.dom;
        let visible: Vec<NodeId> = (0..dom.nodes.len())
            .filter(|id| is_heading(dom.tag(*id)) && page.is_own(*id))
            .collect();
        let shown: Vec<String> = visible.iter().map(|id| squash(&page.text(*id))).collect();
        let own = |id: NodeId| {
            let frame = matches!(dom.tag(id), "header" | "aside") && !page.holds_title(id);
            page.is_own(id) && !frame && !is_heading(dom.tag(id))
        };
        let said = if dom.nodes.is_empty() {
            String::new()
        } else {
            text::lines(dom, 0, own)
        };
        let lines: Vec<String> = said.lines().map(str::to_owned).collect();
        let mut heads = parts(&page.snapshot.title);
        heads.extend(visible.iter().flat_map(|id| parts(&page.text(*id))));
        if shown.is_empty() {
            heads.extend(lines.first().map(|line| squash(line)));
        }
        Self {
            page,
            heads,
            shown,
            lines,
        }
    }

    /// Whether the phrase of a challenge is what the page is there to say.
    pub(crate) fn challenges(&self, phrase: &str) -> bool {
        if self.states(false) {
            return false;
        }
        let gates = self.gates(phrase);
        let rest = self.rest(|_| false);
        if self.is_headed(phrase) {
            return rest <= BARE || gates >= if rest <= PROSE { 1 } else { 3 };
        }
        let titled = self.shown.iter().any(|head| !self.is_address(head));
        gates >= 1 && (!titled || gates >= 2 && rest <= PROSE)
    }

    /// Whether the page says of itself or of the one thing on it that it is gone.
    pub(crate) fn is_gone(&self, phrase: &str) -> bool {
        let tells = |line: &str| says(&squash(line), phrase);
        if self.is_headed(phrase) {
            return !self.states(true) && self.prose(tells) <= PROSE;
        }
        let told = self
            .lines
            .iter()
            .any(|line| self.tells_of_page(line, phrase));
        told && !self.states(false) && self.rest(tells) <= BESIDE
    }

    /// Whether the page shows what no stand-in does: a price, labelled facts, the time of an article, markup
    /// about a thing. A page that is gone may offer other things: then one price alone counts.
    pub(crate) fn states(&self, offers: bool) -> bool {
        let prices = self.prices();
        let priced = if offers { prices == 1 } else { prices > 0 };
        priced || self.is_described() || self.is_labelled()
    }

    /// The number of amounts of money that stand alone.
    fn prices(&self) -> usize {
        let page = self.page;
        let texts = (0..page.dom.nodes.len())
            .filter(|id| page.is_own(*id) && page.zone(*id) & STRUCK == 0)
            .filter_map(|id| page.dom.nodes[id].parent.zip(page.dom.text(id)));
        let digits = texts.filter(|(_, text)| text.contains(|ch: char| ch.is_ascii_digit()));
        let marked = |text: &str| {
            let found = number::find(text, Style::default());
            found.iter().any(|one| is_marked(text, one))
        };
        digits
            .filter(|(up, text)| {
                let around = page.is_small(*up, 60).then(|| page.text(*up));
                text.len() <= 60 && (marked(text) || around.is_some_and(|text| marked(&text)))
            })
            .count()
    }

    /// Whether markup says that the page is about a thing or is an article.
    fn is_described(&self) -> bool {
        let page = self.page;
        let thing = |id: NodeId| {
            let kinds = page.dom.attr(id, "itemtype").unwrap_or("");
            let mut kinds = kinds.split_whitespace();
            page.dom.tag(id) == "time" && page.is_own(id)
                || kinds.any(|kind| !is_of_site(last_segment(kind)))
        };
        let metas = metas(page);
        let kinds = contents(&metas, "og:type").chain(contents(&metas, "article:published_time"));
        let plain = |kind: &str| matches!(kind, "website" | "object" | "profile" | "blog");
        kinds.into_iter().any(|kind| !plain(kind)) || (0..page.dom.nodes.len()).any(thing)
    }

    /// Whether labels name what is known of a thing: two by markup, or one that means a field.
    fn is_labelled(&self) -> bool {
        let page = self.page;
        let heading: Option<Heading> = headings(page).into_iter().next();
        let mut pairs = labels::pairs(page, &OwnNames::of(page, heading.as_ref(), &metas(page)));
        pairs.extend(tables::tables(page).pairs);
        let filled = |pair: &&Pair| !pair.value.trim().is_empty() && pair.sure > 0;
        let listed = |pair: &&Pair| pair.source == Source::Table || pair.sure > 1;
        let means = |pair: &&Pair| {
            let code = |kind| matches!(kind, Kind::Code | Kind::Date | Kind::Link);
            concept(&pair.words).is_some_and(|concept| !code(concept.kind))
        };
        let pairs: Vec<&Pair> = pairs.iter().filter(filled).collect();
        pairs.iter().any(means) || pairs.iter().filter(|pair| listed(pair)).count() > 1
    }

    /// Whether a title or heading says the phrase, and nothing but small words beside it.
    fn is_headed(&self, phrase: &str) -> bool {
        let only = |head: &String| {
            let rest = head.split_once(phrase).filter(|_| says(head, phrase));
            rest.is_some_and(|(before, after)| is_of_page(before) && is_of_page(after))
        };
        self.heads.iter().any(only)
    }

    /// Whether a sentence of a line says the phrase of the page, of the thing on it by a general word or by the
    /// name in a heading, and of no part of it.
    fn tells_of_page(&self, line: &str, phrase: &str) -> bool {
        let sentences = line
            .split(['.', '!', '?', ':', ';', '–', '—', '。', '！'])
            .map(squash);
        let named = |word: &str| self.shown.iter().any(|head| says(head, word));
        sentences.filter(|said| says(said, phrase)).any(|said| {
            let (before, after) = said.split_once(phrase).unwrap_or_default();
            let mut words = before.split_whitespace();
            let part = after
                .split_whitespace()
                .next()
                .is_some_and(|word| PART.contains(&word));
            !part && words.all(|word| is_of_page(word) || named(word))
        })
    }

    /// How many different words of what guards a site the page says, the phrase itself included.
    fn gates(&self, phrase: &str) -> usize {
        let all = [&self.heads[..], &self.lines[..]].concat().join(" ");
        let said = squash(&all);
        let words: Vec<&str> = said.split(' ').chain(phrase.split(' ')).collect();
        let said = |gate: &&String| words.contains(&gate.as_str());
        phrases().gate.iter().filter(said).count()
    }

    /// Bytes of the lines that do not tell.
    fn rest(&self, tells: impl Fn(&str) -> bool) -> usize {
        let rest = self.lines.iter().filter(|line| !tells(line));
        rest.map(String::len).sum()
    }

    fn prose(&self, tells: impl Fn(&str) -> bool) -> usize {
        self.rest(|line| line.len() < SENTENCE || tells(line))
    }

    /// Whether a heading is the host's name: that of a site, of nothing on the page.
    fn is_address(&self, head: &str) -> bool {
        let host = self.page.snapshot.final_url.split('/').nth(2).unwrap_or("");
        squash(host).ends_with(head)
    }
}

fn parts(title: &str) -> Vec<String> {
    let mut parts = vec![squash(title)];
    for mark in MARKS {
        if title.contains(mark) {
            parts.extend(title.split(mark).map(squash));
        }
    }
    parts
}

/// Whether words say no more than "this page", "sorry", "error 404".
fn is_of_page(words: &str) -> bool {
    let mut words = words.split_whitespace();
    words.all(|word| phrases().of_page.iter().any(|known| known == word))
}

#[cfg(test)]
mod tests;
