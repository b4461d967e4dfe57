//! Go: rules, scoring, ladders and two searches.
//!
//! - `board`: points, stones, chains and liberties
//! - `rules`: rule sets, positions of a game, Benson's algorithm and the area score
//! - `life`: life and death of enclosed groups
//! - `explain`: claims about a point that have been read, in words and as JSON
//! - `ladder`: ladder reading with relevance zones, loose ladders, and ladder changers
//! - `playouts`: playouts and Monte Carlo tree search with RAVE
//! - `net`: KataGo's networks and their evaluation
//! - `puct`: PUCT search with a network on a graph of positions
//! - `score`: dead stones and the score of a finished game
//! - `player`, `level`: the player, which chooses between the two searches; levels of strength below the full one
//! - `selfplay`: self-play for training a network
//! - `search_mode`: parameters of the network search, and what clients may change of them for one search
//! - `request`: options that only searches of Go have

pub mod board;
pub mod explain;
pub mod ladder;
pub mod level;
pub mod life;
pub mod net;
pub mod player;
pub mod playouts;
pub mod puct;
pub mod request;
pub mod rules;
pub mod score;
pub mod search_mode;
pub mod selfplay;

pub use board::{Board, Move, Point, PointSet, Size};
pub use rules::{Komi, Position, Rules, Score};
