//! Positions to learn a network from: games that a teacher's network plays with itself, each position with what the
//! teacher says about it.
//!
//! - [`setting`]: what kind of game is played: board, rules, komi, how wildly
//! - [`game`]: a game in progress, whose moves are drawn from the teacher's policy
//! - [`lesson`]: the games of a shard, side by side
//! - [`rows`]: positions and labels as rows of bytes

pub mod game;
pub mod lesson;
pub mod rows;
pub mod setting;

pub use lesson::{Lesson, Shard};
pub use rows::{Label, Rows};
pub use setting::Setting;
