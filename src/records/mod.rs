//! Game records and positions as text.
//!
//! - `sgf`: Smart Game Format, for all games
//! - `ggf`, `ggf_ends`: Generic Game Format, for Reversi; where the games of a text end
//! - `obf`: Othello positions, one per line
//! - `wthor`: the data base of Othello tournaments
//! - `transcript`: the squares of an Othello game in a row
//! - `renlib`: RenLib's libraries, trees of moves in gomoku and renju
//! - `formats`: records of other programs and servers, recognized by their content
//! - `encoding`: bytes into text
//! - `loaded_record`: a record with the remarks of its file

pub mod encoding;
pub mod formats;
pub mod ggf;
pub mod ggf_ends;
pub mod loaded_record;
pub mod obf;
pub mod renlib;
pub mod sgf;
pub mod transcript;
pub mod wthor;
