//! Game records and positions as text.
//!
//! - `sgf`: Smart Game Format, for all games
//! - `ggf`: Generic Game Format, for Reversi
//! - `obf`: Othello positions, one per line

pub mod ggf;
pub mod obf;
pub mod sgf;
