//! Test helpers for all crates. No crate needs them outside tests, and this one depends on none of the others.
//!
//! A game's slow references and drawings need that game's types, so they are in its own crate, in `testing`.
//!
//! - `length`: short and long forms of tests
//! - `test_data`: labeled data sets
//! - `scratch`: temporary folders
//! - `written`: a writer that records its output
//!
//! Tests: none; every test that reads a labeled data set or writes a file uses it.

pub mod length;
pub mod scratch;
pub mod test_data;
pub mod written;
