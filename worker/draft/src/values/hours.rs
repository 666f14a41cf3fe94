//! Times of day in what texts tell of days: "10:55", "10:55:50.5", ISO 8601 instants. A figure before a colon and a
//! space is none: "Week 19: 5 May". The days themselves are in `date`.

use domain::schema::Field;

use super::date::{Part, Style, iso, parts};
use crate::words::{phrase, squash};

/// Whether a word begins as an hour and its minutes do: "10:55", "9:30pm".
pub(crate) fn is_hour(word: &str) -> bool {
    let Some((hour, minutes)) = word.split_once(':') else {
        return false;
    };
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    matches!(hour.len(), 1 | 2) && digits(hour) == hour.len() && digits(minutes) == 2
}

/// Whether a field asks for the time of day at which something begins or ends.
pub(super) fn are_asked(field: &Field) -> bool {
    let name = phrase(&field.name);
    let end = |word: &String| matches!(word.as_str(), "start" | "begin" | "end" | "finish");
    name.last().is_some_and(|last| last == "time") && name.iter().any(end)
}

/// Whether a text tells a time of day, with minutes or without: "7 pm", "19 Uhr", "19h".
pub(super) fn are_told(text: &str) -> bool {
    const MARKS: [&str; 6] = ["am", "pm", "uhr", "h", "kl", "noon"];
    let words = squash(text);
    let mut words = words.split(' ');
    let marked =
        |word: &str| MARKS.contains(&word.trim_start_matches(|ch: char| ch.is_ascii_digit()));
    tells_hour(text)
        || is_instant(text)
        || words.any(marked)
        || text.contains(['時', '点', '點', '시'])
}

/// Whether a text tells an hour and a minute.
pub(crate) fn tells_hour(text: &str) -> bool {
    let parts = parts(text, Style::default());
    let clock = |window: &[Part]| {
        matches!(window, [Part::Number(hour, _), Part::Mark(':'), Part::Number(minute, 2)]
            if *hour < 24 && *minute < 60)
    };
    parts.windows(3).any(clock)
}

/// Whether a text is an ISO 8601 date with a time of day, its zone perhaps left out.
pub(crate) fn is_instant(text: &str) -> bool {
    let text = text.trim();
    let clock = |rest: &str| {
        let mut bytes = rest.bytes();
        matches!(bytes.next(), Some(b'T' | b't' | b' '))
            && bytes.next().is_some_and(|byte| byte.is_ascii_digit())
            && rest.contains(':')
    };
    iso(text).is_some() && text.get(10..).is_some_and(clock)
}

/// The parts of an ISO 8601 instant.
#[derive(Debug, PartialEq)]
pub(crate) struct Clock<'t> {
    day: &'t str,
    /// Hour, minute and what is told of the second.
    time: &'t str,
    /// As written; empty if it is left out.
    pub zone: &'t str,
}

impl Clock<'_> {
    /// Whether this is the other instant with a zone.
    pub(crate) fn extends(&self, other: &Self) -> bool {
        let whole = |time: &str| {
            let time = time.trim_end_matches(['0', '.']).trim_end_matches(':');
            time.to_owned()
        };
        let minute = |time: &str| time.get(..5).map(str::to_owned);
        let same = minute(self.time).is_some()
            && minute(self.time) == minute(other.time)
            && whole(self.time) == whole(other.time);
        !self.zone.is_empty() && other.zone.is_empty() && self.day == other.day && same
    }
}

/// Takes an ISO 8601 instant apart.
pub(crate) fn clock(text: &str) -> Option<Clock<'_>> {
    let text = text.trim();
    if !is_instant(text) {
        return None;
    }
    let (day, rest) = (&text[..10], &text[11..]);
    let end = rest.find(|ch: char| !ch.is_ascii_digit() && ch != ':' && ch != '.');
    let (time, zone) = rest.split_at(end.unwrap_or(rest.len()));
    let zone = zone.trim();
    let known = zone.is_empty()
        || zone.starts_with(['+', '-', '−'])
        || zone.len() <= 5 && zone.chars().all(|ch| ch.is_ascii_uppercase());
    known.then_some(Clock { day, time, zone })
}

/// The parts of a date without a time of day among them: "10:55", "10:55:50", "10:55:50.5".
pub(super) fn without_time(parts: &[Part]) -> Vec<Part> {
    let colon = |at: usize| parts.get(at) == Some(&Part::Mark(':'));
    let number = |at: usize| matches!(parts.get(at), Some(Part::Number(..)));
    let minute = |at: usize| matches!(parts.get(at), Some(Part::Number(_, 2)));
    let mut kept = Vec::with_capacity(parts.len());
    let mut at = 0;
    while at < parts.len() {
        let timed = number(at) && colon(at + 1) && minute(at + 2);
        if !timed {
            kept.push(parts[at].clone());
            at += 1;
            continue;
        }
        at += 3;
        while (colon(at) || parts.get(at) == Some(&Part::Mark('.'))) && number(at + 1) {
            at += 2;
        }
    }
    kept
}
