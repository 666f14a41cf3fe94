//! The words around the names in a byline: what leads up to them ("Analysis by") and what follows behind
//! a comma (what somebody does, or for whom). The names themselves are read in `names`.

use super::{is_capital, is_of_name, joins};
use crate::site::Site;
use crate::vocabulary::bylines;
use crate::words::fold;

/// No more words than this stand before the one that a name follows.
const LEAD: usize = 4;
/// What stands between a credit and its name.
const COLONS: [char; 6] = [':', '：', '/', '／', '|', '｜'];

/// How many words lead up to a name ("By", "Analysis by", "Text:"), and the rest of the last of them where
/// no space follows its colon.
pub(crate) fn lead<'a>(words: &[&'a str]) -> Option<(usize, Option<&'a str>)> {
    let vocabulary = bylines();
    let first = words.first()?;
    let article = usize::from(vocabulary.is_article(&bare(first)));
    let leads = words[article..].iter().take(LEAD);
    let leads = leads.take_while(|word| vocabulary.is_lead(&bare(word)));
    // The word that a name follows may be one of the others, too.
    let ends = (0..=leads.count())
        .rev()
        .filter(|led| *led > 0 || article == 0);
    let follows = |at: &usize| {
        words
            .get(*at)
            .is_some_and(|word| vocabulary.is_by(&bare(word)))
    };
    if let Some(at) = ends.map(|led| led + article).find(follows) {
        return Some((at + 1, None));
    }
    let (credit, name) = first.split_once(COLONS)?;
    let known = vocabulary.is_credit(&fold(credit));
    known.then(|| (1, Some(name).filter(|name| !name.is_empty())))
}

/// A word folded, without its colon.
pub(super) fn bare(word: &str) -> String {
    fold(word.trim_end_matches([':', '：']))
}

/// The name in what metadata calls an author, without the words that lead up to it; `None` if none do.
pub(crate) fn led(stated: &str) -> Option<String> {
    let words: Vec<&str> = stated.split_whitespace().collect();
    let (after, cut) = lead(&words)?;
    let name: Vec<&str> = cut
        .into_iter()
        .chain(words[after..].iter().copied())
        .collect();
    // "Von Trapp" and "Pär Erik Lind" are names.
    let word = bare(words[0]);
    let accented = words[0].to_lowercase().trim_end_matches([':', '：']) != word;
    let unsure = after == 1 && bylines().is_unsure(&word) && (name.len() < 2 || accented);
    let first = name.first()?;
    (!unsure && (is_capital(first) || after == 1)).then(|| name.join(" "))
}

/// A name before a comma, and what stands behind it.
pub(crate) fn before_comma(stated: &str) -> Option<(&str, &str)> {
    let (name, rest) = stated.split_once([',', '，', '、'])?;
    let (name, rest) = (name.trim(), rest.trim());
    let words = name.split_whitespace().filter(|word| is_of_name(word));
    let named = words.count() == name.split_whitespace().count() && is_capital(name);
    (named && !rest.is_empty()).then_some((name, rest))
}

/// Whether words say what somebody does, or for whom, and name nobody else.
pub(crate) fn is_role(text: &str, site: &Site) -> bool {
    let several = text.contains([',', '，', '、', '&']) || text.split_whitespace().any(joins);
    let mut words = text.split(|ch: char| !ch.is_alphanumeric()).map(fold);
    !several && (words.any(|word| bylines().is_role(&word)) || site.is_named_in(text))
}
