//! Reads of rows, pages and progress. They take no part in decisions.

use domain::answer::cells;
use domain::answer::commit::{Footprint, RecordKey, Slice, Space, Versioned};
use domain::answer::pair::id_of_key;
use domain::answer::record::{MarkRecord, PageRecord, RefusedRecord, RowRecord};
use domain::answer::standing::{self, Standing};
use domain::answer::view::{Halt, View};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::order::rank;
use super::{AnswerStore, StoreError};

/// Records read in one go.
const CHUNK: usize = 1_000;

/// A row with its address in the store.
#[derive(Debug, Clone, PartialEq)]
pub struct RowEntry {
    /// Its id.
    pub id: String,
    /// Its place in the answer's order.
    pub index: usize,
    /// The row.
    pub row: RowRecord,
    /// Whether its own page was read.
    pub read: bool,
}

/// A page with its key.
#[derive(Debug, Clone, PartialEq)]
pub struct PageEntry {
    /// Its key.
    pub key: String,
    /// The page.
    pub page: PageRecord,
}

/// How far a job is; `finished` is derived, never stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress {
    /// Detail pages by state: `due`, `queued`, `started`, `content`, `gone`, `empty_list`,
    /// `blocked`, `failed`, `skipped`.
    pub details: Vec<(String, u64)>,
    /// List pages by state.
    pub lists: Vec<(String, u64)>,
    /// Detail pages that were read and are being read again, for a panel with their content.
    pub again: u64,
    /// Rows.
    pub rows: u64,
    /// Refused items that are remembered.
    pub refused: u64,
    /// Every discovered page is settled.
    pub finished: bool,
}

impl Progress {
    /// Detail pages that are known.
    pub fn discovered(&self) -> u64 {
        self.details.iter().map(|(_, pages)| pages).sum()
    }

    /// Detail pages that nothing more will happen to.
    pub fn settled(&self) -> u64 {
        self.discovered() - self.unread()
    }

    /// Detail pages that are due, queued or being read.
    pub fn unread(&self) -> u64 {
        self.details[..cells::OPEN_STATES.min(self.details.len())]
            .iter()
            .map(|(_, pages)| pages)
            .sum()
    }
}

impl AnswerStore {
    /// Rows in the answer's order: list page, place on it, then insertion. Skips `after` rows.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn rows(&self, after: usize, limit: usize) -> Result<Vec<RowEntry>, StoreError> {
        let mut keyed = Vec::new();
        let pages: std::collections::BTreeSet<String> = self
            .all::<PageRecord>(Space::Page)
            .await?
            .into_iter()
            .filter(|(_, page, _)| page.is_read())
            .map(|(id, _, _)| id)
            .collect();
        for (id, row, created) in self.all::<RowRecord>(Space::Row).await? {
            keyed.push((rank(row.place, row.born, created, id), row));
        }
        keyed.sort_by(|a, b| a.0.cmp(&b.0));
        let entries = keyed.into_iter().enumerate().skip(after).take(limit);
        Ok(entries
            .map(|(index, ((_, _, id), row))| RowEntry {
                read: pages.contains(&id),
                id,
                index,
                row,
            })
            .collect())
    }

    /// The row at a place in the answer's order.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn row_by_index(&self, index: usize) -> Result<Option<RowEntry>, StoreError> {
        Ok(self.rows(index, 1).await?.pop())
    }

    /// A row by its id.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn row(&self, id: &str) -> Result<Option<RowRecord>, StoreError> {
        self.one(RecordKey::new(Space::Row, id)).await
    }

    /// A page by its key.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn page(&self, key: &str) -> Result<Option<PageRecord>, StoreError> {
        self.one(RecordKey::new(Space::Page, id_of_key(key))).await
    }

    /// All pages, list pages first, then in list order.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn pages(&self) -> Result<Vec<PageEntry>, StoreError> {
        let mut pages: Vec<PageEntry> = self
            .all::<PageRecord>(Space::Page)
            .await?
            .into_iter()
            .filter_map(|(_, page, _)| {
                let key = domain::answer::pair::key_of(&page.url)?;
                Some(PageEntry { key, page })
            })
            .collect();
        pages.sort_by(|a, b| {
            let rank = |e: &PageEntry| (!e.page.list, e.page.place);
            rank(a).cmp(&rank(b)).then_with(|| a.key.cmp(&b.key))
        });
        Ok(pages)
    }

    /// Keys of the detail pages that have to be published now: due ones whose time has come, and queued
    /// or started ones whose lease ran out. Earliest first, then in list order.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn due(&self, now: u64, limit: usize) -> Result<Vec<String>, StoreError> {
        let found = self.shards.scan(&self.job, Space::Due, None, limit).await?;
        let until = format!("{:020}", now.saturating_add(1));
        Ok(found
            .into_iter()
            .take_while(|(id, _)| *id < until)
            .filter_map(|(_, record)| record.body.as_str().map(str::to_owned))
            .collect())
    }

    /// How far the job is.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn progress(&self) -> Result<Progress, StoreError> {
        let mut names = Footprint::default();
        for state in cells::STATES {
            names.cell(cells::in_state(false, state));
            names.cell(cells::in_state(true, state));
        }
        for name in [cells::AGAIN, cells::ROWS, cells::REFUSED] {
            names.cell(name);
        }
        let slice = self.shards.load(&self.job, &names).await?;
        let cell =
            |name: &str| u64::try_from(slice.cells.get(name).copied().unwrap_or(0)).unwrap_or(0);
        let by_state = |list: bool| -> Vec<(String, u64)> {
            let state = |state: &str| (state.to_owned(), cell(&cells::in_state(list, state)));
            cells::STATES.iter().map(|name| state(name)).collect()
        };
        let (details, lists) = (by_state(false), by_state(true));
        let open = details[..cells::OPEN_STATES]
            .iter()
            .chain(&lists[..cells::OPEN_STATES]);
        Ok(Progress {
            finished: open.map(|(_, n)| n).sum::<u64>() == 0,
            details,
            lists,
            again: cell(cells::AGAIN),
            rows: cell(cells::ROWS),
            refused: cell(cells::REFUSED),
        })
    }

    /// How the job stands: coverage, gaps and marks are derived from it.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn standing(&self) -> Result<Standing, StoreError> {
        let names = standing::footprint(self.ctx());
        let slice = self.shards.load(&self.job, &names).await?;
        Ok(Standing::read(&mut View::over(&slice), self.ctx())?)
    }

    /// Items that were refused and not stored since.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn refused_items(&self) -> Result<Vec<RefusedRecord>, StoreError> {
        let all = self.all::<RefusedRecord>(Space::Refused).await?;
        Ok(all.into_iter().map(|(_, record, _)| record).collect())
    }

    /// Absence marks by record id (`row/<field>`, `top/<field>`).
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn marks(&self) -> Result<Vec<(String, MarkRecord)>, StoreError> {
        let all = self.all::<MarkRecord>(Space::Mark).await?;
        Ok(all
            .into_iter()
            .map(|(id, record, _)| (id, record))
            .collect())
    }

    /// On how many pages something shares a strong word with a row field, by field.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn hinted(&self) -> Result<Vec<(String, u64)>, StoreError> {
        let mut names = Footprint::default();
        for field in self.ctx().row_fields() {
            names.cell(cells::hinted(&field.name));
        }
        let slice = self.shards.load(&self.job, &names).await?;
        let count = |name: &str| slice.cells.get(&cells::hinted(name)).copied().unwrap_or(0);
        Ok(self
            .ctx()
            .row_fields()
            .iter()
            .map(|f| (f.name.clone(), u64::try_from(count(&f.name)).unwrap_or(0)))
            .collect())
    }

    async fn one<T: DeserializeOwned>(&self, key: RecordKey) -> Result<Option<T>, StoreError> {
        let mut names = Footprint::default();
        names.record(key.clone());
        let slice: Slice = self.shards.load(&self.job, &names).await?;
        Ok(View::over(&slice).record(&key)?)
    }

    /// Every record of a space with its id and the version that brought it.
    pub(super) async fn all<T: DeserializeOwned + Send>(
        &self,
        space: Space,
    ) -> Result<Vec<(String, T, u64)>, StoreError> {
        let mut found = Vec::new();
        self.each(space, |id, record| {
            let body = decode(space, &id, record.body)?;
            found.push((id, body, record.created));
            Ok(())
        })
        .await?;
        Ok(found)
    }

    /// Shows every record of a space, in the order of their ids.
    pub(super) async fn each(
        &self,
        space: Space,
        mut show: impl FnMut(String, Versioned) -> Result<(), StoreError> + Send,
    ) -> Result<(), StoreError> {
        let mut after: Option<String> = None;
        loop {
            let from = after.as_deref();
            let chunk = self.shards.scan(&self.job, space, from, CHUNK).await?;
            let last = chunk.len() < CHUNK;
            after = chunk.last().map(|(id, _)| id.clone());
            for (id, record) in chunk {
                show(id, record)?;
            }
            if last {
                return Ok(());
            }
        }
    }
}

fn decode<T: DeserializeOwned>(space: Space, id: &str, body: Value) -> Result<T, Halt> {
    serde_json::from_value(body).map_err(|error| Halt::Corrupt {
        key: RecordKey::new(space, id),
        message: error.to_string(),
    })
}
