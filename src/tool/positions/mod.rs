//! Positions of Go from files, and answers about them.
//!
//! - `input`: positions from lines of JSON or from a game
//! - `drawn`: positions drawn in JSON
//! - `replies`: lines of output, in the order of the input

pub mod drawn;
pub mod input;
pub mod replies;
