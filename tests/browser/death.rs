//! Deaths.
