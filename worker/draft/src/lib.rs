//! Pure drafting: one page snapshot to one row that fits the caller's schema, with a receipt for
//! every value and a reason for every empty field.

mod about;
mod addresses;
mod boxes;
mod brands;
mod bylines;
mod claims;
mod codes;
mod currencies;
mod datelines;
mod dom;
mod draft_row;
mod dues;
mod entity;
mod evidence;
mod figures;
mod fill;
mod headed;
mod headlines;
mod hints;
mod jsonld;
mod label_index;
mod labels;
mod ledger;
mod leftovers;
mod link_claims;
mod links;
mod loose;
mod main_text;
mod map;
mod markdown;
mod match_fields;
mod matchers;
mod metadata;
mod microdata;
mod names;
mod naming;
mod nearby;
mod offers;
mod opengraph;
mod overruled;
mod page_class;
mod page_facts;
mod panel;
mod pictures;
mod place;
mod price_limits;
mod prices;
mod rdfa;
mod reasons;
mod receipt;
mod seen;
mod sense;
mod servings;
mod shapes;
mod site;
mod standin;
mod state;
mod stated;
mod statements;
mod stock;
mod strangers;
mod tables;
mod tallies;
#[cfg(test)]
mod tests;
mod text;
mod titles;
mod trail;
mod unlabelled;
mod values;
mod vocabulary;
mod walls;
mod words;
mod zones;

pub use draft_row::{draft_row, draft_top};
pub use ledger::Ledger;
pub use markdown::{TextOptions, markdown};
pub use page_class::{classify, classify_reading, is_doubtful};
pub use page_facts::{PageFacts, page_facts};
pub use panel::{Reading, Sought, content_of};
pub use walls::refusal;

use std::collections::BTreeMap;

use domain::evidence::{Reason, Receipt, StatedMember};
use domain::frontier::Listing;
use domain::job::JobFile;
use domain::schema::AnswerSchema;
use domain::snapshot::Snapshot;
use serde_json::{Map, Value};

/// A row proposed from one page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Draft {
    /// The row: declared fields in schema order, null where the page states nothing.
    pub row: Map<String, Value>,
    /// JSON pointer in the row to where the value came from.
    pub receipts: BTreeMap<String, Receipt>,
    /// JSON pointer in the row to why it is empty.
    pub reasons: BTreeMap<String, Reason>,
    /// What was stated under labels no field took, in page order; empty if a field of the row holds it.
    pub leftovers: Vec<(String, String)>,
    /// JSON pointer in the row to the page's words where its sources disagree: those of the value first,
    /// then what others say instead.
    pub conflicts: BTreeMap<String, Vec<String>>,
    /// Members of the job's closed sets that the page and its listing state.
    pub stated: Vec<StatedMember>,
    /// Fields of which a label, key or heading on the page shares a strong word though the field
    /// is empty.
    pub hinted: Vec<String>,
    /// How many texts of the page were kept as its own, and how many dropped for which reason.
    pub ledger: Ledger,
}

/// Everything a draft depends on.
#[derive(Debug, Clone, Copy)]
pub struct DraftInput<'a> {
    /// The page.
    pub snapshot: &'a Snapshot,
    /// The address as found.
    pub url: &'a str,
    /// What the list page says about it.
    pub listing: &'a Listing,
    /// The compiled schema.
    pub schema: &'a AnswerSchema,
    /// The job's settings (`own_url`, `map`).
    pub job: &'a JobFile,
}
