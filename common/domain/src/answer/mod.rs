//! The answer store's pure half: `decide` reads a recorded view, applies the rules and yields a
//! verdict and a commit. A shard applies a commit if everything the decision read is unchanged.

pub mod command;
pub mod commit;
pub mod record;
pub mod verdict;
