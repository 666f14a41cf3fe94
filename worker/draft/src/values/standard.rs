//! Codes with a standard behind them: GTIN and its kin (GS1 General Specifications), ISBN (ISO 2108). Digits of
//! another length or with a wrong check digit are another code, whatever stands before them.

use crate::match_fields::Wanted;
use crate::vocabulary::Kind;

/// What a code has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Standard {
    /// Lengths it may have.
    lengths: &'static [usize],
    /// It is a book's.
    book: bool,
}

/// The standard of a field's code, by its concept and the length in its name.
pub(crate) fn of(wanted: &Wanted) -> Option<Standard> {
    let id = wanted.concept.map(|concept| concept.id.as_str())?;
    if wanted.kind != Kind::Code || !matches!(id, "gtin" | "isbn") {
        return None;
    }
    let name = wanted
        .own
        .first()
        .map(|words| words.concat())
        .unwrap_or_default();
    let lengths: &[usize] = match id {
        _ if name.ends_with("13") => &[13],
        "gtin" if name.ends_with("14") => &[14],
        "gtin" if name.ends_with("12") || name.starts_with("upc") => &[12],
        "gtin" if name.ends_with('8') => &[8],
        "gtin" if name.starts_with("ean") => &[8, 13],
        "gtin" => &[8, 12, 13, 14],
        "isbn" if name.ends_with("10") => &[10],
        _ => &[10, 13],
    };
    Some(Standard {
        lengths,
        book: id == "isbn",
    })
}

impl Standard {
    /// The code in a text that is one, its own name before it left out.
    pub(crate) fn read<'t>(&self, text: &'t str) -> Option<&'t str> {
        const NAMES: [&str; 7] = [
            "ISBN-13",
            "ISBN-10",
            "ISBN",
            "urn:isbn:",
            "GTIN",
            "EAN",
            "UPC",
        ];
        let named = NAMES.iter().find_map(|name| text.strip_prefix(name));
        let bare = named.unwrap_or(text).trim_start_matches([':', ' ']);
        self.is_met(bare).then_some(bare)
    }

    /// Whether a text is such a code, blanks and hyphens between its digits left out.
    fn is_met(&self, text: &str) -> bool {
        let code: Vec<u8> = text
            .bytes()
            .filter(|byte| !matches!(byte, b' ' | b'-'))
            .collect();
        if !self.lengths.contains(&code.len()) {
            return false;
        }
        if code.len() == 10 {
            return is_isbn10(&code);
        }
        let book = code.starts_with(b"978") || code.starts_with(b"979");
        (!self.book || book) && code.iter().all(u8::is_ascii_digit) && sums_up(&code)
    }
}

/// The GS1 check: weights 3 and 1 from the right.
fn sums_up(code: &[u8]) -> bool {
    let weighted = code.iter().rev().enumerate();
    let sum: u32 = weighted
        .map(|(at, byte)| u32::from(byte - b'0') * if at % 2 == 0 { 1 } else { 3 })
        .sum();
    sum.is_multiple_of(10)
}

/// The check of ten digits: weights 10 to 1, X for ten at the end.
fn is_isbn10(code: &[u8]) -> bool {
    let mut sum = 0;
    for (at, byte) in code.iter().enumerate() {
        let value = match byte {
            b'0'..=b'9' => usize::from(byte - b'0'),
            b'X' | b'x' if at == 9 => 10,
            _ => return false,
        };
        sum += value * (10 - at);
    }
    sum.is_multiple_of(11)
}
