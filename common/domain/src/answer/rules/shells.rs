//! Shells (design section 5): pages that were stored as the text around their panel. One transition
//! withdraws what they gave and makes them due again inside the panel; the end waits for them.
//!
//! Each text of read pages has a record under its fingerprint. The third page of one text beside an
//! embed, or a page whose text stands around a sibling's panel, proves the text a shell. A text
//! without an embed is looked at once more with patience: its frame may attach late. So is a page of any
//! text among siblings that had panels.

mod lone;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::absence;
use crate::answer::Ctx;
use crate::answer::cells;
use crate::answer::commit::{RecordKey, Space};
use crate::answer::pair::{Pair, clear_mark, forget_refused, id_of_key, key_of, page_alias};
use crate::answer::record::{PageRead, PageRecord};
use crate::answer::view::{Halt, View};
use crate::frontier::PageState;
use crate::page_class::PageClass;
use crate::panel::Wish;

/// So many pages of one text are no accident.
const KIN: usize = 3;
/// So many pages of one text are remembered.
const MOST: usize = 512;

/// What is known of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Standing {
    /// Pages are counted.
    #[default]
    Open,
    /// Pages of it are read once more with patience.
    Awaited,
    /// It stands around panels.
    Shell,
    /// No panel came: pages may look like that.
    Plain,
}

/// The pages that were read with one text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Text {
    standing: Standing,
    /// Page ids, while the standing is open.
    pages: Vec<String>,
    /// One of them has an embed.
    beside: bool,
}

/// The record of a text.
fn text_key(fingerprint: &str) -> RecordKey {
    RecordKey::new(Space::Alias, format!("text/{fingerprint}"))
}

/// The records that a page's read bears on.
pub fn records(key: &str, read: &PageRead) -> Vec<RecordKey> {
    let own = read.panel.is_none().then_some(read.fingerprint.as_str());
    let texts = own.into_iter().chain(read.shell.as_deref());
    let mut records: Vec<RecordKey> = texts
        .filter(|text| !text.is_empty())
        .map(text_key)
        .collect();
    if read.panel.is_some() || !read.fingerprint.is_empty() {
        records.extend(lone::panels_key(key));
    }
    records
}

/// Judges a page that was read as content, before it is written. True if it is a shell: it is due
/// again then, and so are its siblings.
///
/// # Errors
/// See [`View::record`].
pub fn judge(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    key: &str,
    page: &mut PageRecord,
) -> Result<bool, Halt> {
    let Some(read) = page.read.clone() else {
        return Ok(false);
    };
    let own = id_of_key(key);
    if let (Some(panel), Some(shell)) = (&read.panel, &read.shell) {
        prove(view, ctx, shell, &own)?;
        lone::note_panel(view, ctx, (key, &own), panel)?;
        return Ok(false);
    }
    if read.fingerprint.is_empty() {
        return Ok(false);
    }
    let wish = match by_text(view, ctx, &own, (page, &read))? {
        Some(wish) => Some(wish),
        None => lone::among_panels(view, (key, &own), page.wish, &read)?,
    };
    if let Some(wish) = wish {
        again(page, wish, ctx.now);
    }
    Ok(wish.is_some())
}

/// How a page is read again because of its text, if it is.
fn by_text(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    own: &str,
    (page, read): (&PageRecord, &PageRead),
) -> Result<Option<Wish>, Halt> {
    let record = text_key(&read.fingerprint);
    let mut text: Text = view.record(&record)?.unwrap_or_default();
    Ok(match text.standing {
        Standing::Shell => Some(Wish::Required),
        Standing::Plain => None,
        // It was waited for longer, and no panel came.
        _ if page.wish == Wish::Awaited && !read.has_embed => {
            let plain = Text {
                standing: Standing::Plain,
                ..Text::default()
            };
            view.put(record, &plain)?;
            None
        }
        Standing::Open | Standing::Awaited => {
            let known = text.clone();
            text.beside |= read.has_embed;
            if text.pages.len() < MOST && !text.pages.iter().any(|id| id == own) {
                text.pages.push(own.to_owned());
            }
            let waits = text.standing == Standing::Awaited && !text.beside;
            if text.pages.len() < KIN || waits {
                if text != known {
                    view.put(record, &text)?;
                }
                return Ok(None);
            }
            let wish = if text.beside {
                Wish::Required
            } else {
                Wish::Awaited
            };
            withdraw_all(view, ctx, (&record, text), wish, own)?;
            Some(wish)
        }
    })
}

/// A panel was read inside this text: whoever was stored with it is a shell.
fn prove(view: &mut View<'_>, ctx: Ctx<'_>, shell: &str, own: &str) -> Result<(), Halt> {
    if shell.is_empty() {
        return Ok(());
    }
    let record = text_key(shell);
    let text: Text = view.record(&record)?.unwrap_or_default();
    if text.standing == Standing::Shell {
        return Ok(());
    }
    withdraw_all(view, ctx, (&record, text), Wish::Required, own)
}

fn withdraw_all(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    (record, text): (&RecordKey, Text),
    wish: Wish,
    own: &str,
) -> Result<(), Halt> {
    let pages: Vec<&str> = text.pages.iter().map(String::as_str).collect();
    let others = pages.into_iter().filter(|id| *id != own);
    want_all(view, others.clone())?;
    for id in others {
        withdraw(view, ctx, id, wish)?;
    }
    unmark(view, ctx)?;
    let standing = match wish {
        Wish::Required => Standing::Shell,
        _ => Standing::Awaited,
    };
    view.put(
        record.clone(),
        &Text {
            standing,
            ..Text::default()
        },
    )
}

/// Asks at once for what taking these pages back reads: there may be hundreds.
fn want_all<'a>(
    view: &mut View<'_>,
    ids: impl Iterator<Item = &'a str> + Clone,
) -> Result<(), Halt> {
    const READ: [Space; 3] = [Space::Page, Space::Row, Space::Refused];
    let records = ids.clone();
    view.want(records.flat_map(|id| READ.map(|space| RecordKey::new(space, id))))?;
    let mut addresses = Vec::new();
    for id in ids {
        let page: Option<PageRecord> = view.record(&RecordKey::new(Space::Page, id))?;
        addresses.extend(page.as_ref().and_then(held_address));
    }
    view.want(addresses.iter().map(|address| page_alias(address)))
}

/// Takes back what a page gave: class, row, evidence.
fn withdraw(view: &mut View<'_>, ctx: Ctx<'_>, id: &str, wish: Wish) -> Result<(), Halt> {
    let mut pair = Pair::load(view, ctx, id)?;
    let Some(page) = pair.page.as_mut() else {
        return Ok(());
    };
    let inside = page.read.as_ref().is_some_and(|read| read.panel.is_some());
    if inside || page.read_as != Some(PageClass::Content) {
        return Ok(());
    }
    free_address(view, page)?;
    again(page, wish, ctx.now);
    pair.row = None;
    forget_refused(view, id)?;
    pair.save(view, ctx)
}

/// The key of the address that a read page led to.
fn held_address(page: &PageRecord) -> Option<String> {
    let led = page.read.as_ref().and_then(|read| key_of(&read.final_url));
    led.or_else(|| key_of(&page.url))
}

/// The page no longer holds the address that it led to.
fn free_address(view: &mut View<'_>, page: &PageRecord) -> Result<(), Halt> {
    let own = key_of(&page.url);
    let Some(target) = held_address(page) else {
        return Ok(());
    };
    let alias = page_alias(&target);
    if view.record::<String>(&alias)? == own && own.is_some() {
        view.delete(alias);
    }
    Ok(())
}

fn again(page: &mut PageRecord, wish: Wish, now: u64) {
    page.class = Some(PageClass::Shell);
    let note = match wish {
        Wish::Required => "the text around a panel was read, not the panel",
        _ => "read once more: a panel with its content may attach late",
    };
    note.clone_into(&mut page.note);
    page.read = None;
    page.read_as = None;
    page.twin = None;
    page.wish = wish;
    // One that is being read again ends in its own way.
    if page.state.is_terminal() {
        page.state = PageState::Due { at: now };
        page.attempts = 0;
    }
}

/// What those pages earned is not earned.
fn unmark(view: &mut View<'_>, ctx: Ctx<'_>) -> Result<(), Halt> {
    if view.cell(cells::MARKS)? == 0 {
        return Ok(());
    }
    for field in ctx.row_fields() {
        clear_mark(view, absence::row_mark(&field.name))?;
    }
    Ok(())
}
