//! The tests' kit: sample site, real services, patience.
