//! Game records and positions as text.
//!
//! - `sgf`: Smart Game Format, for all games
//! - `ggf`: Generic Game Format, for Reversi
//! - `obf`: Othello positions, one per line
//! - `wthor`: the data base of Othello tournaments
//! - `transcript`: the squares of an Othello game in a row
//! - `renlib`: RenLib's libraries, trees of moves in gomoku and renju
//! - `loaded_record`: a record with the remarks of its file

pub mod ggf;
pub mod loaded_record;
pub mod obf;
pub mod renlib;
pub mod sgf;
pub mod transcript;
pub mod wthor;
