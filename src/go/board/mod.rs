//! The board of Go.
//!
//! - `point`, `point_set`: points, moves and board sizes; sets of points
//! - `stones`: stones, chains, liberties and the simple ko, with moves made and unmade in place
//! - `chain`, `zobrist`: stone and liberty counts of a chain; Zobrist keys of positions
//! - `tactics`: eyes, self-atari and captures, for playouts
//!
//! Tests: `stones/tests.rs` and `stones/changes/tests.rs` against `src/go/testing/go_reference.rs`; `tactics.rs`; the model in
//! `protocol-tests/fuzz/models/go.rs`.
//! A change moves: the bench signature, if moves come in another order or hashes change; speed (`protocol-tests/bench/kernels.rs`).

mod chain;
pub mod point;
pub mod point_set;
pub mod stones;
pub mod tactics;
pub(super) mod zobrist;

pub use point::{Move, Point, Size};
pub use point_set::PointSet;
pub use stones::Board;
