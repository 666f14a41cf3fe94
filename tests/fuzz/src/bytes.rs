//! Choices out of the fuzzer's bytes. When they run out every choice is the first one, so a shorter
//! input is a simpler one.

use serde_json::{Number, Value};

/// Texts that mean something to a guard, a closed set, an address or a parser.
const TEXTS: [&str; 24] = [
    "",
    " ",
    "a",
    "KETCH",
    "ketch",
    "Unknown",
    "SUMMER",
    "https://s.test/p/1",
    "https://s.test/p/2#x",
    "HTTPS://S.test:443/p/1",
    "/p/3",
    "mailto:a@b.test",
    "a@b.test",
    "550e8400-e29b-41d4-a716-446655440000",
    "2026-03-02",
    "2026-13-99",
    "2026-03-02T10:00:00Z",
    "1e999",
    "12345678901234567890123456789",
    "-0",
    "~0/~1",
    "\u{0}\u{7f}",
    "e\u{301}\u{200f}İß",
    "true",
];

/// Numbers at the edges.
const NUMBERS: [f64; 8] = [
    0.0,
    -0.0,
    0.1,
    1e308,
    -1e308,
    5e-324,
    9_007_199_254_740_993.0,
    1e19,
];

/// A reader of choices.
#[derive(Debug)]
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// Over an input.
    pub fn new(input: &'a [u8]) -> Self {
        Self(input)
    }

    /// Whether all is used up.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is left, as it is.
    pub fn rest(&self) -> &'a [u8] {
        self.0
    }

    /// The next byte, or 0.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    /// A number below `n`, which is 1 to 256.
    pub fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n.max(1)
    }

    /// One of several.
    pub fn pick<'b, T>(&mut self, of: &'b [T]) -> &'b T {
        &of[self.below(of.len())]
    }

    /// A known text, or some bytes of the input as text.
    pub fn text(&mut self) -> String {
        match self.below(TEXTS.len() + 3) {
            at if at < TEXTS.len() => TEXTS[at].to_owned(),
            at if at == TEXTS.len() => "long words ".repeat(self.below(64) + 12),
            _ => {
                let most = self
                    .0
                    .len()
                    .min(self.0.first().map_or(0, |b| usize::from(*b)));
                let (text, rest) = self.0.split_at(most);
                self.0 = rest;
                String::from_utf8_lossy(text).into_owned()
            }
        }
    }

    /// Any JSON value, nested at most `depth` deep.
    pub fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 5 } else { 8 }) {
            0 => Value::Null,
            1 => Value::Bool(self.byte() % 2 == 0),
            2 => self.number(),
            3 | 4 => Value::String(self.text()),
            5 => (0..self.below(4)).map(|_| self.value(depth - 1)).collect(),
            6 => (0..self.below(4))
                .map(|_| (self.text(), self.value(depth - 1)))
                .collect(),
            _ => (0..self.below(128)).fold(Value::Null, |inner, _| Value::Array(vec![inner])),
        }
    }

    fn number(&mut self) -> Value {
        match self.below(NUMBERS.len() + 3) {
            at if at < NUMBERS.len() => {
                Number::from_f64(NUMBERS[at]).map_or(Value::Null, Value::Number)
            }
            at if at == NUMBERS.len() => Value::from(u64::MAX),
            at if at == NUMBERS.len() + 1 => Value::from(i64::MIN),
            _ => Value::from(self.byte()),
        }
    }
}
