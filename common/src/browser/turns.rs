//! Whose pages a session reads that cannot keep profiles apart: one profile's, until it has none left
//! or had its turn; then the session must be replaced. It issues no commands.

use super::lane::Profile;

/// The most pages of one profile that are read while pages of others wait. A new session takes 0.2 to
/// 0.4 seconds, about what 8 light pages take.
const MOST: u32 = 64;

/// One session's turn.
#[derive(Debug, Default)]
pub(super) struct Turn {
    profile: Option<Profile>,
    pages: u32,
}

impl Turn {
    /// Which of the waiting pages is read next, or `None` if this session reads none of them. The
    /// first session after this one begins with the page that has waited longest.
    pub(super) fn take(&mut self, waiting: &[&Profile]) -> Option<usize> {
        if self.profile.is_none() {
            self.profile = waiting.first().map(|first| (*first).clone());
        }
        let owner = self.profile.as_ref()?;
        let own = waiting.iter().position(|profile| *profile == owner)?;
        let others = waiting.iter().any(|profile| *profile != owner);
        if others && self.pages >= MOST {
            return None;
        }
        self.pages += 1;
        Some(own)
    }
}

#[cfg(test)]
mod tests;
