//! Rows as they come in, line by line: one at a time is in memory, and an end that was not said is an
//! error.

use reqwest::Response;
use serde_json::Value;

use super::{Client, ClientError};
use crate::api::{LastLine, RowsEnd};

/// A job's rows on their way.
pub struct RowStream {
    client: Client,
    response: Response,
    /// What came and was not told yet.
    came: Vec<u8>,
    /// Up to here it holds no end of a line.
    looked: usize,
    told: usize,
    end: Option<RowsEnd>,
}

impl RowStream {
    pub(super) fn new(client: Client, response: Response) -> Self {
        Self {
            client,
            response,
            came: Vec::new(),
            looked: 0,
            told: 0,
            end: None,
        }
    }

    /// The next row; `None` once the coordinator said that these were all.
    ///
    /// # Errors
    /// See [`ClientError`]. A stream that is cut off is an error, however many rows came.
    pub async fn next(&mut self) -> Result<Option<Value>, ClientError> {
        if self.end.is_some() {
            return Ok(None);
        }
        let Some(line) = self.line().await? else {
            return Err(self.cut());
        };
        let row: Value = serde_json::from_slice(&line).map_err(|_| self.cut())?;
        let is_last = row.as_object().is_some_and(|map| {
            map.len() == 1 && map.keys().all(|key| key == "$end" || key == "$problem")
        });
        if !is_last {
            self.told += 1;
            return Ok(Some(row));
        }
        match serde_json::from_value(row) {
            Ok(LastLine::End(end)) if end.rows == self.told => {
                self.end = Some(end);
                Ok(None)
            }
            Ok(LastLine::Problem(problem)) => Err(ClientError::Refused(Box::new(problem))),
            _ => Err(self.cut()),
        }
    }

    /// What was told, once [`RowStream::next`] gave `None`.
    pub fn end(&self) -> Option<&RowsEnd> {
        self.end.as_ref()
    }

    /// The next line that is whole.
    async fn line(&mut self) -> Result<Option<Vec<u8>>, ClientError> {
        loop {
            let fresh = &self.came[self.looked..];
            if let Some(end) = fresh.iter().position(|byte| *byte == b'\n') {
                let rest = self.came.split_off(self.looked + end + 1);
                self.looked = 0;
                return Ok(Some(std::mem::replace(&mut self.came, rest)));
            }
            self.looked = self.came.len();
            match self.response.chunk().await {
                Ok(Some(more)) => self.came.extend_from_slice(&more),
                Ok(None) => return Ok(None),
                Err(_) if self.told > 0 => return Err(self.cut()),
                Err(error) => return Err(self.client.lost(error)),
            }
        }
    }

    fn cut(&self) -> ClientError {
        ClientError::Cut {
            base: self.client.place(),
            rows: self.told,
        }
    }
}
