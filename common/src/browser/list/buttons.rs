//! Which of a page's buttons goes on with the list: more of it, its next page, or the page with the
//! next number. Words decide, and the boxes around; never a place on the screen.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use domain::paging;

use super::seen::Buttons;

/// What a button does to the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Means {
    /// Adds to it.
    More,
    /// Shows its next page in its place.
    Next,
}

/// A button to press.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    /// Its place among the buttons.
    pub(super) button: usize,
    /// What it does.
    pub(super) means: Means,
    /// What it is called: known again by this.
    pub(super) name: String,
}

/// Words of boxes whose buttons are about something else, besides moving pictures.
const ELSEWHERE: [&str; 11] = [
    "calendar",
    "datepicker",
    "facet",
    "facets",
    "filter",
    "filters",
    "cookie",
    "consent",
    "testimonials",
    "dialog",
    "lightbox",
];

/// The best button that is not spent.
pub(super) fn choose(buttons: &Buttons, page: u64, spent: &HashMap<String, u32>) -> Option<Choice> {
    let usable = |at: &usize| {
        !buttons.off.get(*at).copied().unwrap_or(true)
            && buttons
                .around
                .get(*at)
                .is_some_and(|around| !elsewhere(around))
    };
    let all: Vec<usize> = (0..buttons.labels.len()).filter(usable).collect();
    let fresh = |choice: &Choice| spent.get(&choice.name).copied().unwrap_or(0) < 2;
    let more = all.iter().rev().filter_map(|&at| more(buttons, at));
    let next = all.iter().rev().filter_map(|&at| next(buttons, at));
    let number = all.iter().filter_map(|&at| numbered(buttons, at, page));
    more.chain(next).chain(number).find(fresh)
}

fn more(buttons: &Buttons, at: usize) -> Option<Choice> {
    let in_row = buttons.in_row.get(at).copied().unwrap_or(true);
    let says = |text: &&str| paging::means_more(text);
    let name = said(buttons, at).into_iter().find(says)?;
    let furniture = paging::name_words(&buttons.around[at]).iter().any(|word| {
        matches!(
            word.as_str(),
            "nav" | "header" | "aside" | "menu" | "navigation"
        )
    });
    (!in_row && !furniture).then(|| Choice {
        button: at,
        means: Means::More,
        name: without_digits(name),
    })
}

fn next(buttons: &Buttons, at: usize) -> Option<Choice> {
    let [label, name] = said(buttons, at);
    let by_word = [label, name].into_iter().any(paging::means_next);
    // A lone arrow means the next page only in a pager.
    let by_arrow = paging::is_arrow(label) && name.is_empty() && in_pager(&buttons.around[at]);
    let named = [label, name].into_iter().any(str::is_empty) && by_class(&buttons.around[at]);
    (by_word || by_arrow || named).then(|| Choice {
        button: at,
        means: Means::Next,
        name: "next".to_owned(),
    })
}

/// An icon without a word, called next by its own class, in a pager.
fn by_class(around: &str) -> bool {
    let own = around.split('|').next().unwrap_or_default();
    in_pager(around) && paging::name_words(own).iter().any(|word| word == "next")
}

fn numbered(buttons: &Buttons, at: usize, page: u64) -> Option<Choice> {
    let label = said(buttons, at)
        .into_iter()
        .find_map(paging::page_number)?;
    let pager = in_pager(&buttons.around[at]) || has_neighbour(buttons, at, label);
    (label == page + 1 && pager && !buttons.current.get(at).copied().unwrap_or(false)).then(|| {
        Choice {
            button: at,
            means: Means::Next,
            name: format!("page {label}"),
        }
    })
}

/// The button before it is the page before.
fn has_neighbour(buttons: &Buttons, at: usize, number: u64) -> bool {
    let before = at.checked_sub(1).and_then(|at| buttons.labels.get(at));
    before.and_then(|label| paging::page_number(label)) == Some(number.saturating_sub(1))
}

fn said(buttons: &Buttons, at: usize) -> [&str; 2] {
    let text = |list: &'_ [String]| -> usize { list.get(at).map_or(0, String::len) };
    let label = if text(&buttons.labels) > 0 {
        buttons.labels[at].as_str()
    } else {
        ""
    };
    let name = if text(&buttons.names) > 0 {
        buttons.names[at].as_str()
    } else {
        ""
    };
    [label, name]
}

fn without_digits(label: &str) -> String {
    label
        .chars()
        .filter(|c| c.is_alphabetic())
        .collect::<String>()
        .to_lowercase()
}

fn elsewhere(around: &str) -> bool {
    let names = |word: &String| ELSEWHERE.contains(&word.as_str()) || paging::names_carousel(word);
    paging::name_words(around).iter().any(names)
}

fn in_pager(around: &str) -> bool {
    let words = paging::name_words(around);
    words.iter().any(|word| paging::names_pager(word))
}
