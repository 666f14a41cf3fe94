//! The names in a byline that holds no link: what follows "By" as long as it reads as names of people,
//! up to a date, a separator or a word that no name has. A line that may mean several things gives none.

mod leads;

pub(crate) use leads::{before_comma, is_role, lead, led};

use domain::evidence;
use unicode_normalization::char::is_combining_mark;

use crate::datelines::is_of_day;
use crate::nearby::Line;
use crate::site::Site;
use crate::values::date;
use crate::values::weekdays::is_weekday;
use crate::vocabulary::bylines;
use crate::words::fold;
use leads::bare;

/// A word of a line.
#[derive(Debug, Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    /// A comma follows.
    comma: bool,
    /// It is the last of its piece of markup.
    last: bool,
}

/// The names that a byline gives, as written; `marked` if markup calls the line a byline, too.
pub(crate) fn of_line(line: &Line<'_>, marked: impl Fn() -> bool, site: &Site) -> Option<String> {
    let mut words = words(line);
    let texts: Vec<&str> = words.iter().map(|word| word.text).collect();
    let start = match lead(&texts) {
        Some((start, None)) => start,
        Some((after, Some(name))) => {
            words[after - 1].text = name;
            after - 1
        }
        // "Posted on May 5, 2019 by Tove Lind".
        None if bylines().is_lead(&bare(texts.first()?)) => {
            let day = texts[1..].iter().take_while(|word| is_of_day(word)).count();
            let by = texts.get(day + 1).filter(|_| day > 0);
            by.filter(|word| bylines().is_by(&bare(word)))
                .map(|_| day + 2)?
        }
        None => return None,
    };
    people(&words[start..], marked, site)
}

/// The single names that a byline's names are put together from.
pub(crate) fn apart(names: &str) -> Vec<String> {
    let mut found: Vec<Vec<&str>> = vec![Vec::new()];
    for word in names.split(' ') {
        let bare = word.trim_end_matches(',');
        let joiner = joins(word);
        if let (Some(name), false) = (found.last_mut(), joiner) {
            name.push(bare);
        }
        if joiner || bare.len() < word.len() {
            found.push(Vec::new());
        }
    }
    found.retain(|name| !name.is_empty());
    found.iter().map(|name| name.join(" ")).collect()
}

/// The names that a word joins ("Tove Lind and Bo Rask"), if each is a whole one; else the text as it is.
pub(crate) fn each_of(text: &str) -> Vec<String> {
    let names = apart(text);
    let whole = |name: &String| {
        let words = name.split(' ');
        words.clone().count() > 1 && words.clone().count() <= 5 && words.clone().all(is_of_name)
    };
    if names.iter().all(whole) {
        names
    } else {
        vec![text.to_owned()]
    }
}

/// Whether a word joins two names in a text. A comma alone may stand before a paper or a first name.
pub(crate) fn are_joined(text: &str) -> bool {
    text.split(' ').any(joins)
}

/// The name that a line of its own is, where markup calls it one.
pub(crate) fn alone(line: &Line<'_>) -> Option<String> {
    let words = words(line);
    if words.iter().any(|word| is_dense(word.text)) {
        return beside_role(&words).map(str::to_owned);
    }
    let plain = words.len() <= 5
        && words
            .iter()
            .all(|word| is_of_name(word.text) && !word.comma);
    (plain && count(&words) >= 2 && is_capital(words[0].text))
        .then(|| line.text())
        .filter(|name| !has_day(name))
}

/// The name before what its bearer does ("王小明 记者"). Where a script has no capitals and puts no space
/// between words, a name looks like any other word: alone it is none.
fn beside_role<'a>(words: &[Word<'a>]) -> Option<&'a str> {
    let [name, role] = words else {
        return None;
    };
    let named = is_dense(name.text) && name.text.chars().count() <= 6;
    let told = is_dense(role.text) && bylines().is_credit(&fold(role.text));
    (named && told && !name.comma).then_some(name.text)
}

/// A text that is one name and no more, where markup calls nothing but this a name: that tells what
/// cannot be seen of words without capitals.
pub(crate) fn plain(text: &str) -> Option<String> {
    let line = Line {
        node: 0,
        runs: vec![text],
    };
    let words = words(&line);
    if !words.iter().any(|word| is_dense(word.text)) {
        return alone(&line);
    }
    let named = |word: &Word<'_>| is_dense(word.text) && !word.comma && !is_said(word.text);
    (words.len() <= 2 && words.iter().all(named)).then(|| line.text())
}

/// Whether a word joins two names.
pub(crate) fn joins(word: &str) -> bool {
    bylines().is_joiner(&fold(word))
}

/// Whether a word without spaces is too long for a name, or holds a word of bylines: "about the author".
fn is_said(word: &str) -> bool {
    let mut credits = bylines().credit.iter().filter(|credit| is_dense(credit));
    word.chars().count() > 6 || credits.any(|credit| word.contains(credit.as_str()))
}

fn words<'a>(line: &Line<'a>) -> Vec<Word<'a>> {
    let mut words: Vec<Word<'a>> = Vec::new();
    for run in &line.runs {
        for text in run.split_whitespace() {
            let bare = text.trim_end_matches([',', '，', '、']);
            let comma = bare.len() < text.len();
            match words.last_mut() {
                Some(word) if bare.is_empty() => word.comma = true,
                _ => words.push(Word {
                    text: bare,
                    comma,
                    last: false,
                }),
            }
        }
        if let Some(word) = words.last_mut() {
            word.last = true;
        }
    }
    words
}

fn people(words: &[Word<'_>], marked: impl Fn() -> bool, site: &Site) -> Option<String> {
    let (mut told, mut from, mut commas, mut joined) = (String::new(), 0, 0, false);
    let mut at = 0;
    while at < words.len() {
        let name = &words[from..at];
        let complete = count(name) >= 2;
        let text = words[at].text;
        if ends(&words[at..]) || complete && text.ends_with(':') {
            break;
        }
        if name.is_empty() && commas > 0 && !joined && joins(text) {
            // "Tove Lind, Bo Rask, and Kim Ek".
            told.push_str(text);
            told.push(' ');
            joined = true;
            at += 1;
            from = at;
            continue;
        }
        let role = name.is_empty() && commas > 0 && !joined;
        if role && is_role_at(words, at) {
            return Some(told.trim_end_matches(", ").to_owned());
        }
        if complete && joins(text) {
            push(&mut told, name, &format!(" {text} "));
            joined = true;
            from = at + 1;
        } else if complete && stops(&words[at..]) {
            break;
        } else if !is_of_name(text) {
            // "Tove Lind, staff writer": what she is, no further name.
            return role.then_some(told.trim_end_matches(", ").to_owned());
        } else if words[at].comma {
            let name = &words[from..=at];
            if count(name) < 2 {
                return None;
            }
            if joined && !told.ends_with(", ") && is_last(&words[at + 1..]) {
                push(&mut told, name, "");
                return Some(told);
            }
            push(&mut told, name, ", ");
            commas += 1;
            from = at + 1;
        } else if words[at].last && count(&words[from..=at]) >= 2 && !continues(words.get(at + 1)) {
            at += 1;
            break;
        }
        at += 1;
    }
    let whole = words
        .get(at..)
        .is_none_or(|rest| rest.is_empty() || ends(rest));
    let listed = commas > 0 && !joined;
    if commas == 1 && listed && from < at && site.is_named_in(&text_of(&words[from..at])) {
        return told.strip_suffix(", ").map(str::to_owned);
    }
    finish(&told, &words[from..at], listed, || whole && marked())
}

/// Whether no further name is joined to those before a comma: what stands there is a paper or a place.
fn is_last(rest: &[Word<'_>]) -> bool {
    let mut rest = rest.iter().take_while(|word| word.text != "|");
    !rest.any(|word| word.comma || joins(word.text))
}

/// Whether what begins at a word is what somebody does: "staff writer", "Marine Editor".
fn is_role_at(words: &[Word<'_>], at: usize) -> bool {
    if bylines().is_role(&fold(words[at].text)) {
        return true;
    }
    let rest = &words[at..];
    let end = rest.iter().position(|word| word.comma || word.last);
    let last = end.filter(|end| (1..3).contains(end) && at + end + 1 == words.len());
    last.is_some_and(|end| bylines().is_role(&fold(rest[end].text)))
}

/// Puts the last name to those before it.
fn finish(
    told: &str,
    name: &[Word<'_>],
    listed: bool,
    single: impl Fn() -> bool,
) -> Option<String> {
    if name.is_empty() {
        let told = told.strip_suffix(", ")?;
        return (!listed || !told.contains(", ")).then(|| told.to_owned());
    }
    // "Tove Lind, Oslo" and "Tove Lind and Bo Rask, CNN": a place or a paper, for people have two names.
    if let (Some(told), [word]) = (told.strip_suffix(", "), name)
        && !is_dense(word.text)
        && (!listed || !told.contains(", "))
    {
        return Some(told.to_owned());
    }
    // "Tove Lind, Harbour Post" may be two people or one and her paper.
    let enough = count(name) >= 2 || told.is_empty() && name.len() == 1 && single();
    let fits = enough
        && (count(name) <= 4 || name.len() == 1)
        && name.len() <= 6
        && is_capital(name[0].text);
    (fits && !listed).then(|| {
        let mut told = told.to_owned();
        push(&mut told, name, "");
        told
    })
}

fn push(told: &mut String, name: &[Word<'_>], then: &str) {
    told.push_str(&text_of(name));
    told.push_str(then);
}

fn text_of(words: &[Word<'_>]) -> String {
    let texts: Vec<&str> = words.iter().map(|word| word.text).collect();
    texts.join(" ")
}

/// How many words of a name are more than small words. Where a script puts no space between them one may
/// be a whole name.
fn count(name: &[Word<'_>]) -> usize {
    let words = name.iter().filter(|word| !bylines().is_particle(word.text));
    words
        .map(|word| if is_dense(word.text) { 2 } else { 1 })
        .sum()
}

/// Whether a word is of a script that writes names without a space in them: one without spaces between words,
/// or Hangul.
fn is_dense(word: &str) -> bool {
    let hangul = |ch| matches!(ch, '\u{ac00}'..='\u{d7a3}');
    let dense = |ch| evidence::is_dense(ch) || hangul(ch) || is_combining_mark(ch);
    word.chars().nth(1).is_some() && word.chars().all(dense)
}

/// Whether names end here: at a separator, a handle, a number, or a date's first word.
fn ends(rest: &[Word<'_>]) -> bool {
    let text = rest[0].text;
    let dated = || {
        rest[1..]
            .iter()
            .any(|word| word.text.contains(|ch: char| ch.is_ascii_digit()))
    };
    let word = fold(text.trim_end_matches('.'));
    let next = rest
        .get(1)
        .is_some_and(|word| word.text.starts_with(|ch: char| ch.is_ascii_digit()));
    !text.starts_with(|ch: char| ch.is_alphabetic() || ch == '&')
        || text.contains(|ch: char| ch.is_ascii_digit())
        || next && date::is_month(&word)
        || dated() && is_weekday(&word)
}

/// Whether names end at a word that no name holds; a small word of names only ends them before a day.
fn stops(rest: &[Word<'_>]) -> bool {
    let word = fold(rest[0].text);
    let small = bylines().is_particle(&word);
    let day = |next: &Word<'_>| {
        next.text.starts_with(|ch: char| ch.is_ascii_digit()) || is_weekday(&fold(next.text))
    };
    bylines().is_stop(&word) && (!small || rest.get(1).is_some_and(day))
}

/// Whether a piece of markup goes on with the names before it.
fn continues(next: Option<&Word<'_>>) -> bool {
    next.is_some_and(|word| joins(word.text))
}

fn is_capital(word: &str) -> bool {
    let first = word.chars().next();
    first.is_some_and(|ch| ch.is_alphabetic() && !ch.is_lowercase())
}

/// Whether a word may be part of a name: letters with a capital first, or one of the small words.
pub(crate) fn is_of_name(word: &str) -> bool {
    let letters =
        |ch: char| ch.is_alphabetic() || matches!(ch, '\'' | '’' | '-' | '.' | '\u{2011}');
    word.chars().all(letters) && (is_capital(word) || bylines().is_particle(word))
}

fn has_day(text: &str) -> bool {
    let mut words = text.split_whitespace().map(fold);
    words.any(|word| date::is_month(&word) || is_weekday(&word))
}

#[cfg(test)]
mod tests;
