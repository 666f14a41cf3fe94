//! The answer's order, and rows by their ids: a job's rows are told a few at a time, and no more than
//! that many are in memory with their items.

use domain::answer::commit::{Footprint, RecordKey, Space};
use domain::answer::record::{Born, PageRecord, RowRecord};
use domain::answer::view::View;
use domain::frontier::Place;
use serde::Deserialize;

use super::read::RowEntry;
use super::{AnswerStore, StoreError};

/// Rows that are loaded in one go.
const CHUNK: usize = 250;

/// Where a row stands among the others: list page, place on it, then insertion.
pub(super) type Rank = ((u32, u32), (u64, u32), String);

/// The rank of a row whose record came in with the commit `created`.
pub(super) fn rank(place: Option<Place>, born: Born, created: u64, id: String) -> Rank {
    let place = place.map_or((u32::MAX, u32::MAX), |place| (place.list, place.index));
    (place, (born.version.unwrap_or(created), born.nth), id)
}

/// What of a row says where it stands.
#[derive(Deserialize)]
struct Placed {
    place: Option<Place>,
    #[serde(default)]
    born: Born,
}

impl AnswerStore {
    /// The ids of all rows, in the answer's order.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn row_order(&self) -> Result<Vec<String>, StoreError> {
        let mut ranks = Vec::new();
        let all = self.all::<Placed>(Space::Row).await?;
        for (id, Placed { place, born }, created) in all {
            ranks.push(rank(place, born, created, id));
        }
        ranks.sort_unstable();
        Ok(ranks.into_iter().map(|(_, _, id)| id).collect())
    }

    /// The rows of these ids, the first of which is at `from` in the answer's order. A row that was
    /// removed in the meantime is left out.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn rows_of(&self, ids: &[String], from: usize) -> Result<Vec<RowEntry>, StoreError> {
        let mut found = Vec::with_capacity(ids.len());
        let mut at = from;
        for some in ids.chunks(CHUNK) {
            let mut names = Footprint::default();
            for id in some {
                names.record(RecordKey::new(Space::Row, id));
                names.record(RecordKey::new(Space::Page, id));
            }
            let slice = self.shards.load(&self.job, &names).await?;
            let mut view = View::over(&slice);
            for (id, index) in some.iter().zip(at..) {
                let row: Option<RowRecord> = view.record(&RecordKey::new(Space::Row, id))?;
                let page: Option<PageRecord> = view.record(&RecordKey::new(Space::Page, id))?;
                found.extend(row.map(|row| RowEntry {
                    id: id.clone(),
                    index,
                    row,
                    read: page.is_some_and(|page| page.is_read()),
                }));
            }
            at += some.len();
        }
        Ok(found)
    }
}
