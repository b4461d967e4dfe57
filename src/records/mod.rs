//! Games as text.
//!
//! - `sgf`: Smart Game Format, for Go and gomoku
//! - `ggf`: Generic Game Format, for Reversi
//! - `obf`: Othello positions, one a line

pub mod ggf;
pub mod obf;
pub mod sgf;
