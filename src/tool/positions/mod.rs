//! Positions of Go from files, and answers to questions about them.
//!
//! - `position_args`: options of the tools that answer
//! - `input`: positions from lines of JSON or from a game
//! - `drawn`: positions drawn in JSON
//! - `replies`: lines of output, in the order of the input

pub mod drawn;
pub mod input;
pub mod position_args;
pub mod replies;
