//! Spans of time as an operator writes them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A span of time, written as a whole number and a unit: `500ms`, `25s`, `2m`, `1h`. A number
/// without unit is refused: nobody should have to guess whether it means seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "Written")]
pub struct Span(pub Duration);

impl Span {
    /// Whole seconds.
    #[must_use]
    pub const fn seconds(n: u64) -> Self {
        Self(Duration::from_secs(n))
    }
}

impl From<Span> for String {
    fn from(span: Span) -> Self {
        let ms = span.0.as_millis();
        match ms {
            0 => "0s".to_owned(),
            _ if ms.is_multiple_of(3_600_000) => format!("{}h", ms / 3_600_000),
            _ if ms.is_multiple_of(60_000) => format!("{}m", ms / 60_000),
            _ if ms.is_multiple_of(1000) => format!("{}s", ms / 1000),
            _ => format!("{ms}ms"),
        }
    }
}

/// A span as it stands in a file: a number without a unit is told what it lacks.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a span of time: write 500ms, 25s, 2m or 1h")]
enum Written {
    Text(String),
    Number(u64),
}

impl TryFrom<Written> for Span {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        match written {
            Written::Text(text) => text.try_into(),
            Written::Number(number) => number.to_string().try_into(),
        }
    }
}

impl TryFrom<String> for Span {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let given = text.trim();
        let unit_at = given
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(given.len());
        let (number, unit) = given.split_at(unit_at);
        let scale: u64 = match unit.trim() {
            "ms" => 1,
            "s" => 1000,
            "m" => 60_000,
            "h" => 3_600_000,
            "" => {
                return Err(format!(
                    "`{given}` has no unit: write {number}s for seconds (units: ms, s, m, h)"
                ));
            }
            _ => {
                return Err(format!(
                    "`{given}` is no span of time: write 500ms, 25s, 2m or 1h"
                ));
            }
        };
        let number: u64 = number
            .parse()
            .map_err(|_| format!("`{given}` is no span of time: write 500ms, 25s, 2m or 1h"))?;
        let ms = number
            .checked_mul(scale)
            .filter(|ms| *ms <= 365 * 24 * 3_600_000);
        let ms = ms.ok_or_else(|| format!("`{given}` is longer than a year"))?;
        Ok(Self(Duration::from_millis(ms)))
    }
}
