//! The queue's messages: one is one page. Small and versioned.

use serde::{Deserialize, Serialize};

/// A page to read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "v")]
pub enum Task {
    /// First version.
    #[serde(rename = "1")]
    V1 {
        /// The job.
        job: String,
        /// The page's key.
        page: String,
        /// The lease it was published under.
        lease: u64,
    },
}
