//! Why a coordinator did not do it, in words that hold no secret.

use crate::api::Problem;

/// Why a coordinator did not do it.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// Nobody answered.
    #[error(
        "no coordinator answers at {base}: {reason}. Is it running, and is WINDROW_URL its address?"
    )]
    Unreachable {
        /// Where, without credentials.
        base: String,
        /// Why, as far as it is known.
        reason: String,
    },
    /// The coordinator said no.
    #[error("{}", .0.said())]
    Refused(Box<Problem>),
    /// The coordinator answered something else.
    #[error("{base} answered {status}, which is no answer of a coordinator: {text}")]
    Strange {
        /// Where, without credentials.
        base: String,
        /// The HTTP status.
        status: u16,
        /// The beginning of the body.
        text: String,
    },
    /// The rows ended without the line that says so.
    #[error("the rows of {base} were cut off after {rows}: ask again")]
    Cut {
        /// Where, without credentials.
        base: String,
        /// Rows that came whole.
        rows: usize,
    },
}

impl ClientError {
    /// Whether asking again may help. A request without an answer may have been carried out.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::Cut { .. } => true,
            Self::Refused(problem) => problem.code == "unavailable",
            Self::Strange { status, .. } => *status >= 500,
        }
    }
}

/// Words of another program on one line, cut short, without control characters and without the token.
pub(super) fn quoted(text: &str, token: Option<&str>) -> String {
    let text = match token {
        Some(token) if !token.is_empty() => text.replace(token, "***"),
        _ => text.to_owned(),
    };
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(200).collect()
}
