//! One element read as a trail: its links and what stands between them, and whether that makes it one.

use domain::snapshot::{NodeId, Visibility};

use super::Step;
use crate::addresses::Place;
use crate::dom::Page;
use crate::words::squash;

/// A trail has no more places; what has is a menu.
pub(super) const MOST: usize = 20;
/// A trail without signs between its places has no more of them.
const LONGEST: usize = 8;
/// Signs that lead from one place to the next, others that part them, and those that lead back.
const ARROWS: [char; 20] = [
    '>', '›', '»', '→', '⟩', '❯', '❭', '〉', '》', '＞', '▸', '▶', '►', '▹', '▷', '➔', '➤', '➜',
    '⇒', '⯈',
];
const MARKS: [char; 8] = ['|', '·', '•', '∙', '-', '–', '—', ':'];
const STROKES: [char; 3] = ['/', '\\', '／'];
const BACK: [char; 4] = ['<', '‹', '«', '←'];
/// How a text begins that leads in to a trail, squashed.
const LEADS: [&str; 20] = [
    "you are here",
    "youre here",
    "sie sind hier",
    "du bist hier",
    "wo bin ich",
    "vous etes ici",
    "estas aqui",
    "usted esta aqui",
    "sei qui",
    "ti trovi qui",
    "voce esta aqui",
    "jestes tutaj",
    "вы здесь",
    "вы находитесь",
    "u bevindt zich",
    "je bent hier",
    "du er her",
    "du ar har",
    "nachazite se",
    "当前位置",
];
/// Names of icons that some fonts show as an arrow.
const ICONS: [&str; 6] = [
    "chevron_right",
    "keyboard_arrow_right",
    "arrow_right",
    "arrow_forward",
    "navigate_next",
    "arrow_forward_ios",
];

/// What parts two steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    None,
    Mark,
    Stroke,
    Arrow,
}

/// A trail as it is read.
pub(super) struct Reading {
    /// The element.
    pub node: NodeId,
    /// Its links and lone words, in order.
    pub steps: Vec<Step>,
    /// What stands before each step.
    pub(super) gaps: Vec<Gap>,
    gap: Gap,
    /// The list item or element that the last step lies in, if it is no link.
    open: Option<NodeId>,
}

/// Reads an element as a trail; `None` if it has no step, or too many.
pub(super) fn read(page: &Page<'_>, node: NodeId) -> Option<Reading> {
    let mut reading = Reading {
        node,
        steps: Vec::new(),
        gaps: Vec::new(),
        gap: Gap::None,
        open: None,
    };
    let mut at = node;
    while at < page.dom.nodes[node].end && reading.steps.len() <= MOST {
        let end = page.dom.nodes[at].end;
        match page.dom.tag(at) {
            "a" => {
                reading.link(page, at);
                at = end;
            }
            "ul" | "ol" if opens(page, at, node) => at = end,
            "select" | "script" | "style" | "template" => at = end,
            _ => {
                let seen = page.dom.nodes[at].visibility == Visibility::Visible;
                if let Some(text) = page.dom.text(at).filter(|_| seen) {
                    reading.text(page, at, text);
                }
                at += 1;
            }
        }
    }
    reading.drop_copy();
    (1..=MOST).contains(&reading.steps.len()).then_some(reading)
}

/// Whether a list is a menu that opens at one step.
fn opens(page: &Page<'_>, at: NodeId, top: NodeId) -> bool {
    let mut above = page.dom.ancestors(at).take_while(|up| *up >= top);
    let class = page.dom.attr(at, "class").unwrap_or_default();
    let menu = ["drop", "menu"].iter().any(|word| class.contains(word));
    above.any(|up| page.dom.tag(up) == "li") || menu && at > top
}

impl Reading {
    fn link(&mut self, page: &Page<'_>, at: NodeId) {
        let text = page.text(at);
        let back = text.starts_with(BACK) && !text.ends_with('»');
        let attr = |id: NodeId, name| page.dom.attr(id, name).map(str::to_owned);
        let called = || {
            let mut below = page.dom.descendants(at);
            let picture = || below.find_map(|id| attr(id, "alt"));
            attr(at, "aria-label")
                .or_else(|| attr(at, "title"))
                .or_else(picture)
        };
        let text = if text.is_empty() {
            called().unwrap_or_default()
        } else {
            text
        };
        let (before, name, after) = trimmed(&text);
        let acts = page.dom.attr(at, "href").unwrap_or_default().trim();
        let back = back || acts.starts_with("javascript:") && acts.contains("history");
        if back || !name.contains(char::is_alphanumeric) {
            return;
        }
        self.drop_lead(page);
        let away = |href: &&str| !href.starts_with('#') && !href.starts_with("javascript:");
        let href = page.dom.attr(at, "href").map(str::trim).filter(away);
        let url = href.and_then(|href| page.snapshot.resolve(href));
        self.gap = self.gap.max(before);
        self.push(name, url);
        self.gap = after;
        self.open = None;
    }

    /// What leads in to the first link is no step: "You are here:".
    fn drop_lead(&mut self, page: &Page<'_>) {
        let listed = |cell: NodeId| page.dom.tag(cell) == "li";
        let [step] = &self.steps[..] else { return };
        let squashed = squash(&step.name);
        let asks = LEADS.iter().any(|lead| squashed.starts_with(lead));
        if step.url.is_none() && (asks || self.gap == Gap::None && !self.open.is_some_and(listed)) {
            self.steps.clear();
            self.gaps.clear();
            self.gap = Gap::None;
        }
    }

    fn text(&mut self, page: &Page<'_>, at: NodeId, text: &str) {
        let mut above = page.dom.ancestors(at).take_while(|up| *up >= self.node);
        let item = above.find(|up| page.dom.tag(*up) == "li");
        let cell = item.or(page.dom.nodes[at].parent);
        for (place, part) in text.split(arrow_of(text)).enumerate() {
            if place > 0 {
                self.gap = Gap::Arrow;
            }
            let (before, name, after) = trimmed(part);
            self.gap = self.gap.max(before);
            if ICONS.contains(&name.as_str()) {
                self.gap = Gap::Arrow;
            } else if name.contains(char::is_alphanumeric) {
                self.word(name, cell);
                self.gap = after;
            } else if !name.is_empty() {
                self.gap = self.gap.max(Gap::Mark);
            } else {
                self.gap = self.gap.max(after);
            }
        }
    }

    /// Words that are no link: more of the last such step if they stand beside it.
    fn word(&mut self, name: String, cell: Option<NodeId>) {
        match self.steps.last_mut() {
            Some(last) if self.gap == Gap::None && self.open.is_some() && self.open == cell => {
                last.name.push(' ');
                last.name.push_str(&name);
            }
            // A figure beside a link counts what it leads to.
            Some(_) if self.gap == Gap::None && !name.contains(char::is_alphabetic) => {}
            _ => {
                self.push(name, None);
                self.open = cell;
            }
        }
    }

    fn push(&mut self, name: String, url: Option<String>) {
        self.gaps.push(self.gap);
        self.steps.push(Step { name, url });
        self.gap = Gap::None;
    }

    /// Leaves out the second of two equal halves: a trail for narrow screens beside that for wide ones.
    fn drop_copy(&mut self) {
        let half = self.steps.len() / 2;
        if half > 1 && self.steps[..half] == self.steps[half..] {
            self.steps.truncate(half);
            self.gaps.truncate(half);
        }
    }

    /// Whether an arrow leads from each step to the next, and all but the last are links; strokes do the same
    /// from the site's own page to the page at hand.
    pub(super) fn is_pointed(&self, page: &Page<'_>) -> bool {
        let Some((last, above)) = self.steps.split_last() else {
            return false;
        };
        let from_home = || {
            let root = page.snapshot.resolve("/");
            root.is_some() && root == above[0].url && last.url.is_none()
        };
        let linked = !above.is_empty() && above.iter().all(|step| step.url.is_some());
        // What leads to the first, too, is the bullet of a list.
        linked
            && self.gaps[0] == Gap::None
            && match self.gaps[1..].iter().min() {
                Some(Gap::Arrow) => true,
                Some(Gap::Stroke) => from_home(),
                _ => false,
            }
    }

    /// Whether the links of an element that nothing calls a trail are one: arrows that lead from the site's own page
    /// or to the page at hand. `title`: the page's, squashed; `heading`: where it stands.
    pub(super) fn leads_here(
        &self,
        page: &Page<'_>,
        title: Option<&str>,
        heading: Option<NodeId>,
    ) -> bool {
        let place = |step: Option<&Step>| Place::of(step?.url.as_deref()?);
        let own = Place::of(&page.snapshot.final_url);
        let first = place(self.steps.first());
        // Two links are a way to elsewhere as well, unless they stand above the page's name or right below it.
        let above = |heading: NodeId| {
            let end = |node: NodeId| page.dom.nodes[node].end;
            end(self.node) <= heading || page.ink_before(self.node) == page.ink_before(end(heading))
        };
        let up = || {
            let last = place(self.steps.last());
            last.zip(own.as_ref())
                .is_none_or(|(last, own)| last.holds(own))
        };
        let home = || {
            let root = first.zip(own.as_ref());
            root.is_some_and(|(first, own)| first.is_home_of(own))
                && (self.steps.len() > 2 || up() || heading.is_some_and(above))
        };
        let here = || {
            self.steps
                .last()
                .is_some_and(|step| title == Some(&squash(&step.name)))
        };
        // A link above the heading in its own box is a section or a tag.
        let inside = |node: NodeId| (self.node..page.dom.nodes[self.node].end).contains(&node);
        self.is_pointed(page) && (home() || here())
            || self.ends_in(title) && !heading.is_some_and(inside)
    }

    /// Whether it has more links than a trail without a sign between them.
    pub(super) fn is_menu(&self) -> bool {
        self.steps.len() > LONGEST && self.gaps.iter().all(|gap| *gap == Gap::None)
    }

    /// Whether links lead to a last step that is the page itself, by its title.
    pub(super) fn ends_in(&self, title: Option<&str>) -> bool {
        let Some((last, above)) = self.steps.split_last() else {
            return false;
        };
        let linked = !above.is_empty() && above.iter().all(|step| step.url.is_some());
        linked && last.url.is_none() && title == Some(squash(&last.name).as_str())
    }
}

/// What is an arrow in a text: a sign that closes a quotation is none.
fn arrow_of(text: &str) -> impl Fn(char) -> bool + Copy + use<> {
    let quotes = text.contains('«');
    move |ch| ARROWS.contains(&ch) && !(quotes && ch == '»')
}

/// A text on one line without the signs at its ends, and what they are.
fn trimmed(text: &str) -> (Gap, String, Gap) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_sign = |word: &&str| {
        word.chars()
            .all(|ch| MARKS.contains(&ch) || STROKES.contains(&ch))
    };
    let from = words.iter().take_while(|word| is_sign(word)).count();
    let until = words.iter().rposition(|word| !is_sign(word));
    let until = until.map_or(from, |at| at + 1);
    let name = words[from..until].join(" ");
    let bare = name.trim_start_matches(ARROWS);
    let inner = bare.trim_end_matches(arrow_of(text));
    let before = gap(&words[..from], bare.len() < name.len());
    let after = gap(&words[until..], inner.len() < bare.len());
    (before, inner.trim().to_owned(), after)
}

/// What lone signs part, with an arrow at the word beside them or without.
fn gap(signs: &[&str], arrow: bool) -> Gap {
    match signs {
        _ if arrow => Gap::Arrow,
        [] => Gap::None,
        signs if signs.iter().any(|sign| sign.contains(STROKES)) => Gap::Stroke,
        _ => Gap::Mark,
    }
}
