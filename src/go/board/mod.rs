//! The board of Go.
//!
//! - `point`, `point_set`: points, moves and sizes of the board; sets of points
//! - `stones`: stones, chains, liberties and the simple ko, made and unmade in place
//! - `chain`, `zobrist`: a chain of stones; keys of positions
//! - `tactics`: what playouts know of liberties and captures

mod chain;
pub mod point;
pub mod point_set;
pub mod stones;
pub mod tactics;
pub(super) mod zobrist;

pub use point::{Move, Point, Size};
pub use point_set::PointSet;
pub use stones::Board;
