//! Slow references and helpers of tests.
//!
//! Tests: none; Go's `src/go/playouts/tree_search/tests.rs` and `src/go/puct/tests.rs` call it.
//! A change moves: these tests alone.

pub mod time_use;
