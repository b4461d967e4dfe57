//! Test helpers.
//!
//! Tests: none; Go's `src/go/playouts/tree_search/tests.rs` and `src/go/puct/tests.rs` call it.
//! A change moves: only these tests.

pub mod time_use;
