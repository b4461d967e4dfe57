//! Positions to learn a network from: games that a teacher plays with itself, each position with what there is to say
//! about it.
//!
//! ```text
//! setting -> game -> glance or study -> label -> rows
//! ```
//!
//! - `setting`: what kind of game is played: board, rules, komi, how wildly
//! - `game`: a game in progress, whose moves are drawn from the teacher's policy
//! - `lesson`: the games of a shard, and who plays them
//! - `glance`, `study`: a teacher that looks once, and one that searches
//! - `label`, `end`: what is said of a position, and how its game ended
//! - `rows`: positions and labels as rows of bytes

pub mod end;
pub mod game;
pub mod glance;
pub mod label;
pub mod lesson;
pub mod rows;
pub mod setting;
pub mod study;

pub use label::Label;
pub use lesson::{Lesson, Shard, Teacher};
pub use rows::Rows;
pub use setting::Setting;
