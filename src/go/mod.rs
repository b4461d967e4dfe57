//! Go: rules, scoring, ladders and a tree search.
//!
//! - [`point`], [`point_set`]: points, moves and sizes of the board; sets of points
//! - [`board`]: stones, chains, liberties and the simple ko, made and unmade in place
//! - [`rules`]: rule sets with KataGo's names and JSON
//! - [`komi`]: komi and scores in half points
//! - [`position`]: a game in progress, with superko, passes and handicap
//! - [`handicap`]: where handicap stones go
//! - [`area`]: the count of a finished board, given the dead stones
//! - [`ladder`]: whether a chain can be caught by atari after atari
//! - [`ladders`]: what takes several readings: breakers, makers, GNU Go's codes
//! - [`tactics`], [`playout`]: what playouts know, and playouts
//! - [`ownership`], [`score`]: who owns what after many playouts; dead stones and the score by that
//! - [`search`]: the tree search, with [`params`] for its numbers
//! - [`benson`]: life that needs no answer
//! - [`net`]: KataGo's networks, read and evaluated; [`puct`]: the search with them
//! - [`player`]: whichever search there is to play
//! - [`learn`]: positions to learn a network from
//! - [`gtp`]: what Go adds to GTP

pub mod area;
pub mod benson;
pub mod board;
mod chain;
mod ending;
pub mod gtp;
pub mod handicap;
pub mod komi;
pub mod ladder;
pub mod ladders;
pub mod learn;
pub mod net;
pub mod ownership;
pub mod params;
pub mod player;
pub mod playout;
pub mod point;
pub mod point_set;
pub mod position;
mod priors;
pub mod puct;
pub mod rules;
pub mod score;
pub mod search;
mod shape;
mod simulation;
pub mod tactics;
mod tree;
mod zobrist;

pub use board::Board;
pub use komi::{Komi, Score};
pub use point::{Move, Point, Size};
pub use point_set::PointSet;
pub use position::Position;
pub use rules::Rules;

#[cfg(test)]
mod finished;
#[cfg(test)]
mod reference;
