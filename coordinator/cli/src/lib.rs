//! The operator's binary.
