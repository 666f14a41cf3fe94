//! Page classes: every read ends in exactly one. Blocked is not empty.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

/// RFC 6585: the host asks for fewer requests.
pub const TOO_MANY_REQUESTS: u16 = 429;

/// How a read ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageClass {
    /// The page's own content was rendered.
    Content,
    /// 404 or 410, or a page that says it is no longer there.
    Gone,
    /// A list that says it is empty.
    EmptyList,
    /// The embedding page was read, not the panel that holds the content.
    Shell,
    /// The embed never attached.
    PanelMissing,
    /// Captcha, consent wall or rate-limit page in place of content.
    Challenge,
    /// Timeout, crash, network, 5xx.
    Failed,
}

impl PageClass {
    /// Every class.
    pub const ALL: [Self; 7] = [
        Self::Content,
        Self::Gone,
        Self::EmptyList,
        Self::Shell,
        Self::PanelMissing,
        Self::Challenge,
        Self::Failed,
    ];

    /// The class that an HTTP status decides by itself: that of an error (RFC 9110, RFC 6585).
    pub fn of_status(status: u16) -> Option<Self> {
        match status {
            404 | 410 => Some(Self::Gone),
            401 | 403 | 407 | TOO_MANY_REQUESTS => Some(Self::Challenge),
            400.. => Some(Self::Failed),
            _ => None,
        }
    }

    /// Whether a read of this class counts as having read the page.
    pub fn earns_absence(self) -> bool {
        matches!(self, Self::Content | Self::Gone)
    }
}
