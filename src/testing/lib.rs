//! Helpers for the tests of all crates. No crate needs them outside tests, and this one depends on none of the others.
//!
//! A game's slow references and drawings need that game's types, so that they lie in its crate, in `testing`.
//!
//! - `test_data`: labeled sets
//! - `scratch`: folders for files
//! - `written`: a writer that keeps its text for a test
//!
//! Tests: none; every test that reads a labeled set or writes a file uses it.

pub mod scratch;
pub mod test_data;
pub mod written;
