//! The answer store's pure half: `decide` reads a recorded view, applies the rules and yields a
//! verdict and a commit. A shard applies a commit if everything the decision read is unchanged.

pub mod cells;
pub mod command;
pub mod commit;
mod decide;
pub mod frame;
pub mod hints;
pub mod pair;
pub mod record;
pub mod render;
pub mod rules;
pub mod shard;
pub mod standing;
pub mod verdict;
pub mod view;

pub use decide::{decide, decide_all, footprint};

use crate::job::JobFile;
use crate::schema::{AnswerSchema, Field};

/// What a decision depends on besides the shard.
#[derive(Debug, Clone, Copy)]
pub struct Ctx<'a> {
    /// The compiled schema.
    pub schema: &'a AnswerSchema,
    /// The job's settings: evidence scope, absence mode.
    pub job: &'a JobFile,
    /// Milliseconds since the epoch.
    pub now: u64,
}

impl<'a> Ctx<'a> {
    /// The row's declared fields, in schema order.
    pub fn row_fields(self) -> &'a [Field] {
        self.schema
            .answer
            .as_ref()
            .map_or(&[][..], |answer| &answer.fields)
    }

    /// The name of the field that holds a row's own address.
    pub fn own_field(self) -> Option<&'a str> {
        self.schema.answer.as_ref()?.own_field.as_deref()
    }

    /// The top-level property under which the rows live.
    pub fn answer_name(self) -> Option<&'a str> {
        self.schema
            .answer
            .as_ref()?
            .path
            .first()
            .map(String::as_str)
    }

    /// The top-level fields that are set one by one: all but the answer array.
    pub fn top_fields(self) -> impl Iterator<Item = &'a Field> {
        let answer = self.answer_name();
        self.schema
            .top
            .iter()
            .filter(move |field| Some(field.name.as_str()) != answer)
    }
}
