//! A page without a panel among siblings that had theirs, whatever its text: it is read once more with
//! patience, and for its panel where an embed like theirs did not show what it holds. Where some such pages
//! turn out to have none, pages may look like that.

use serde::{Deserialize, Serialize};

use super::{KIN, unmark, want_all, withdraw};
use crate::answer::Ctx;
use crate::answer::commit::{RecordKey, Space};
use crate::answer::record::PageRead;
use crate::answer::view::{Halt, View};
use crate::ids::PageKey;
use crate::panel::Wish;

/// So many pages without a panel are remembered until it shows that their siblings have one: those of a
/// wave, which are read before anything is known.
const MOST: usize = 48;
/// So many hosts of panels are remembered.
const HOSTS: usize = 8;

/// What is known of the panels of one host's pages. It changes for the first pages only.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Panels {
    /// Pages that had one, counted up to [`KIN`].
    read: usize,
    /// Pages that had none when they were read with patience, counted up to [`KIN`].
    plain: usize,
    /// The panels' hosts.
    hosts: Vec<String>,
    /// Pages without a panel, by id, with the host of an embed that did not show what it holds, while nothing is
    /// known.
    lone: Vec<(String, String)>,
}

impl Panels {
    /// How a page without a panel is read again.
    fn wish(&self, unread: &str) -> Option<Wish> {
        if self.read < KIN {
            return None;
        }
        if self.hosts.iter().any(|host| host == unread) {
            return Some(Wish::Required);
        }
        (self.plain < KIN).then_some(Wish::Awaited)
    }
}

/// The record of the panels of a page's host.
pub(super) fn panels_key(page: &str) -> Option<RecordKey> {
    let host = host(page)?;
    Some(RecordKey::new(Space::Alias, format!("panels/{host}")))
}

fn host(url: &str) -> Option<String> {
    PageKey::parse(url).map(|key| key.host().to_owned())
}

/// A page had a panel. With the third, those that had none are read again.
pub(super) fn note_panel(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    (key, own): (&str, &str),
    panel: &str,
) -> Result<(), Halt> {
    let Some(record) = panels_key(key) else {
        return Ok(());
    };
    let mut panels: Panels = view.record(&record)?.unwrap_or_default();
    let known = panels.clone();
    panels.read = (panels.read + 1).min(KIN);
    if let Some(host) = host(panel)
        && panels.hosts.len() < HOSTS
        && !panels.hosts.contains(&host)
    {
        panels.hosts.push(host);
    }
    if panels.read == KIN {
        let lone = std::mem::take(&mut panels.lone);
        let others = lone.iter().filter(|(id, _)| id != own);
        let wished: Vec<(&str, Wish)> = others
            .filter_map(|(id, unread)| Some((id.as_str(), panels.wish(unread)?)))
            .collect();
        want_all(view, wished.iter().map(|(id, _)| *id))?;
        for (id, wish) in wished {
            withdraw(view, ctx, id, wish)?;
        }
        if !lone.is_empty() {
            unmark(view, ctx)?;
        }
    }
    if panels != known {
        view.put(record, &panels)?;
    }
    Ok(())
}

/// How a page without a panel is read again because its siblings had theirs, if it is.
pub(super) fn among_panels(
    view: &mut View<'_>,
    (key, own): (&str, &str),
    wish: Wish,
    read: &PageRead,
) -> Result<Option<Wish>, Halt> {
    let Some(record) = panels_key(key) else {
        return Ok(None);
    };
    let mut panels: Panels = view.record(&record)?.unwrap_or_default();
    let known = panels.clone();
    let unread = read.unread.as_deref().and_then(host).unwrap_or_default();
    let mut again = None;
    match wish {
        Wish::Auto if panels.read < KIN => {
            let new = panels.lone.iter().all(|(id, _)| id != own);
            if new && panels.lone.len() < MOST {
                panels.lone.push((own.to_owned(), unread));
            }
        }
        Wish::Auto => again = panels.wish(&unread),
        Wish::Awaited if panels.read == KIN => panels.plain = (panels.plain + 1).min(KIN),
        Wish::Awaited | Wish::Required => {}
    }
    if panels != known {
        view.put(record, &panels)?;
    }
    Ok(again)
}
