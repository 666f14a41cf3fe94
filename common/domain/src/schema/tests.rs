//! Tests of the schema compiler and its checks.
