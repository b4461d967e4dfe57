//! Go: rules, scoring, ladders and two searches.
//!
//! - `board`: points, stones, chains and liberties
//! - `rules`: rule sets, a game in progress, its count
//! - `ladder`: whether a chain can be caught by atari after atari
//! - `playouts`: playouts and the tree search by them
//! - `net`: KataGo's networks, read and evaluated
//! - `puct`: the tree search with a network
//! - `score`: dead stones and the score of a finished game
//! - `player`: whichever search there is to play
//! - `selfplay`: positions to learn a network from
//! - `request`: what searches of Go can be asked beyond others

pub mod board;
pub mod ladder;
pub mod net;
pub mod player;
pub mod playouts;
pub mod puct;
pub mod request;
pub mod rules;
pub mod score;
pub mod selfplay;

pub use board::{Board, Move, Point, PointSet, Size};
pub use rules::{Komi, Position, Rules, Score};
