//! A row and the page it was read from: they share one id, are loaded together and written together,
//! with the counters, the due index, the evidence flags and the aliases that follow from them.

use serde_json::Value;

use super::Ctx;
use super::cells::{self, Sum};
use super::commit::{RecordKey, Space};
use super::record::{MarkRecord, PageRecord, RefusedRecord, RowRecord};
use super::rules::{absence, empty};
use super::view::{Halt, View};
use crate::frontier::PageState;
use crate::ids::{PageKey, RowId};

/// A row id or page id with what the shard holds under it.
#[derive(Debug, Clone)]
pub struct Pair {
    /// The id both share.
    pub id: String,
    /// The row.
    pub row: Option<RowRecord>,
    /// The page.
    pub page: Option<PageRecord>,
    before: Sum,
    before_due: Option<RecordKey>,
    before_members: Vec<(String, String)>,
    before_content: Option<String>,
}

/// The id of the page with this key, and of the row whose own page it is.
pub fn id_of_key(key: &str) -> String {
    RowId::of_content(key).as_str().to_owned()
}

/// The key of an address, if it has one.
pub fn key_of(address: &str) -> Option<String> {
    PageKey::parse(address).map(|key| key.as_str().to_owned())
}

impl Pair {
    /// Loads both.
    ///
    /// # Errors
    /// See [`View::record`].
    pub fn load(view: &mut View<'_>, ctx: Ctx<'_>, id: &str) -> Result<Self, Halt> {
        let page: Option<PageRecord> = view.record(&RecordKey::new(Space::Page, id))?;
        let row: Option<RowRecord> = view.record(&RecordKey::new(Space::Row, id))?;
        Ok(Self {
            id: id.to_owned(),
            before: cells::of_pair(ctx, row.as_ref(), page.as_ref()),
            before_due: page.as_ref().and_then(|page| due_key(id, page)),
            before_members: page.as_ref().map(owned_members).unwrap_or_default(),
            before_content: row.as_ref().and_then(|row| content_alias(ctx, row)),
            row,
            page,
        })
    }

    /// Whether the page was read.
    pub fn is_read(&self) -> bool {
        self.page.as_ref().is_some_and(PageRecord::is_read)
    }

    /// Writes both with everything that follows.
    ///
    /// # Errors
    /// See [`View::record`].
    pub fn save(mut self, view: &mut View<'_>, ctx: Ctx<'_>) -> Result<(), Halt> {
        if let (Some(page), Some(_)) = (&mut self.page, &self.row) {
            page.removed = false;
        }
        let after = cells::of_pair(ctx, self.row.as_ref(), self.page.as_ref());
        cells::change(view, &self.before, &after);
        self.save_page(view)?;
        self.save_row(view, ctx)
    }

    fn save_page(&self, view: &mut View<'_>) -> Result<(), Halt> {
        let Some(page) = &self.page else {
            return Ok(());
        };
        let due = due_key(&self.id, page);
        if due != self.before_due {
            if let Some(old) = &self.before_due {
                view.delete(old.clone());
            }
            if let Some(new) = due {
                view.put(new, &key_of(&page.url))?;
            }
        }
        self.save_flags(view, page)?;
        view.put(RecordKey::new(Space::Page, &*self.id), page)
    }

    /// A flag record says that at least one read page states a member: it changes rarely, so rules
    /// may guard it where a count would collide with every read.
    fn save_flags(&self, view: &mut View<'_>, page: &PageRecord) -> Result<(), Halt> {
        let after = owned_members(page);
        for member in after.iter().filter(|m| !self.before_members.contains(m)) {
            let flag = flag_key(&member.0, &member.1);
            if view.record::<Value>(&flag)?.is_none() {
                view.put(flag, &Value::Bool(true))?;
            }
        }
        for member in self.before_members.iter().filter(|m| !after.contains(m)) {
            if view.cell(&cells::stated(&member.0, &member.1))? <= 0 {
                view.delete(flag_key(&member.0, &member.1));
            }
        }
        Ok(())
    }

    fn save_row(&self, view: &mut View<'_>, ctx: Ctx<'_>) -> Result<(), Halt> {
        let key = RecordKey::new(Space::Row, &*self.id);
        let content = self.row.as_ref().and_then(|row| content_alias(ctx, row));
        if content != self.before_content {
            if let Some(old) = &self.before_content {
                view.delete(RecordKey::new(Space::Alias, &**old));
            }
            if let Some(new) = content {
                view.put(RecordKey::new(Space::Alias, new), &self.id)?;
            }
        }
        let Some(row) = &self.row else {
            if view.record::<Value>(&key)?.is_some() {
                view.delete(key);
            }
            return Ok(());
        };
        clear_marks(view, ctx, row)?;
        forget_refused(view, &self.id)?;
        view.put(key, row)
    }
}

/// Under which alias a row is found by its content: only rows without a page of their own, and all
/// rows of a schema that has no own-page field. Elsewhere the content holds the address.
pub fn content_alias(ctx: Ctx<'_>, row: &RowRecord) -> Option<String> {
    let by_content = row.page.is_none() || ctx.own_field().is_none();
    by_content.then(|| content_id(&row.item))
}

/// The alias id of a content.
pub fn content_id(item: &Value) -> String {
    format!("content/{}", id_of_key(&item.to_string()))
}

/// Whether another row has this row's content, where rows are known by it.
///
/// # Errors
/// See [`View::record`].
pub fn is_content_taken(
    view: &mut View<'_>,
    ctx: Ctx<'_>,
    row: &RowRecord,
    id: &str,
) -> Result<bool, Halt> {
    let Some(content) = content_alias(ctx, row) else {
        return Ok(false);
    };
    let holder: Option<String> = view.record(&RecordKey::new(Space::Alias, content))?;
    Ok(holder.is_some_and(|holder| holder != id))
}

/// The alias id of a page key.
pub fn page_alias(key: &str) -> RecordKey {
    RecordKey::new(Space::Alias, format!("page/{key}"))
}

/// The record that says that some read page states a member.
pub fn flag_key(pointer: &str, member: &str) -> RecordKey {
    RecordKey::new(Space::Alias, cells::stated(pointer, member))
}

/// Remembers a refused item until it is stored.
///
/// # Errors
/// See [`View::record`].
pub fn remember(view: &mut View<'_>, id: &str, refused: &RefusedRecord) -> Result<(), Halt> {
    let key = RecordKey::new(Space::Refused, id);
    let known: Option<RefusedRecord> = view.record(&key)?;
    if known.as_ref() == Some(refused) {
        return Ok(());
    }
    view.add(cells::REFUSED, i64::from(known.is_none()));
    view.put(key, refused)
}

/// Forgets a refused item.
///
/// # Errors
/// See [`View::record`].
pub fn forget_refused(view: &mut View<'_>, id: &str) -> Result<(), Halt> {
    let key = RecordKey::new(Space::Refused, id);
    if view.record::<Value>(&key)?.is_some() {
        view.add(cells::REFUSED, -1);
        view.delete(key);
    }
    Ok(())
}

/// A later value clears the mark of its field. Without marks one cell is all that is read.
fn clear_marks(view: &mut View<'_>, ctx: Ctx<'_>, row: &RowRecord) -> Result<(), Halt> {
    if view.cell(cells::MARKS)? == 0 {
        return Ok(());
    }
    for field in ctx.row_fields() {
        if empty::is_empty(Some(field), row.item.get(&field.name)) {
            continue;
        }
        clear_mark(view, absence::row_mark(&field.name))?;
    }
    Ok(())
}

/// Clears one mark, if it is there.
///
/// # Errors
/// See [`View::record`].
pub fn clear_mark(view: &mut View<'_>, key: RecordKey) -> Result<(), Halt> {
    if view.record::<MarkRecord>(&key)?.is_some() {
        view.add(cells::MARKS, -1);
        view.delete(key);
    }
    Ok(())
}

/// The place of an open page in the due index: its time, then in list order. List pages have none: no
/// worker reads them.
fn due_key(id: &str, page: &PageRecord) -> Option<RecordKey> {
    if page.list {
        return None;
    }
    let at = match page.state {
        PageState::Due { at } => at,
        PageState::Queued { until } | PageState::Started { until } => until,
        _ => return None,
    };
    let (list, index) = (page.place.list, page.place.index);
    let id = format!("{at:020}/{list:010}/{index:010}/{id}");
    Some(RecordKey::new(Space::Due, id))
}

fn owned_members(page: &PageRecord) -> Vec<(String, String)> {
    cells::members(page)
        .into_iter()
        .map(|(pointer, member)| (pointer.to_owned(), member.to_owned()))
        .collect()
}
