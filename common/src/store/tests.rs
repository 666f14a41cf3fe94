//! The store loop over the memory backend.
