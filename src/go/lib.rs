//! Go as a library: a board, KataGo's rules, an exact ladder reader, life and death, scoring, and two searches.
//!
//! The crate implements no protocol and has a small built-in network. Colors, the position trait and the search
//! interface come from [`tengen_engine`].
//!
//! ```
//! use tengen_engine::game::Color;
//! use tengen_go::ladder::{self, Verdict};
//! use tengen_go::{Board, Point, Size};
//!
//! // Columns count from the left, rows from the bottom, both from 0: white has G6 and G7.
//! let black = [(6, 7), (5, 6), (7, 6), (7, 5)].map(|(column, row)| (Color::Black, Point::new(column, row)));
//! let white = [(6, 6), (6, 5)].map(|(column, row)| (Color::White, Point::new(column, row)));
//! let mut board = Board::with_stones(Size::square(9).unwrap(), &[&black[..], &white].concat()).unwrap();
//!
//! let target = Point::new(6, 6);
//! let reading = ladder::read(&mut board, target, Color::Black, ladder::DEFAULT_NODES).unwrap();
//! assert_eq!(reading.verdict, Verdict::Captured);
//! assert_eq!(reading.moves, [Point::new(6, 4)]);
//! let line: Vec<String> = reading.pv.iter().map(|(_, point)| point.to_string()).collect();
//! assert!(line.join(" ").starts_with("G5 F6 E6 F5 F4"));
//! ```
//!
//! `cargo run -p tengen-go --example ladder` reads a ladder from a drawing.
//!
//! - `board`: points, stones, chains and liberties
//! - `rules`: rulesets, game positions, Benson's algorithm and area scoring
//! - `life`: life and death of enclosed groups
//! - `explain`: verified claims about a point, in words and as JSON
//! - `ladder`: ladder reading with relevance zones, loose ladders, and ladder changers
//! - `playouts`: playouts and Monte Carlo tree search with RAVE
//! - `net`: KataGo networks and their evaluation
//! - `puct`: PUCT search with a network on a graph of positions
//! - `score`: dead stones and the score of a finished game
//! - `problem`: problem diagrams, in which nothing is enclosed
//! - `player`, `level`: the player, which chooses between the two searches; levels below full strength
//! - `selfplay`: self-play for training a network
//! - `search_mode`: network search parameters and their overrides by clients
//! - `request`: requests that only Go searches understand
//!
//! Tests: unit tests next to the code compare rules, ladders, life and networks with the slow references in `testing`,
//! and with KataGo's and GNU Go's labels in `protocol-tests/data`. `protocol-tests/bench/allocation.rs` proves that a ladder
//! verdict allocates nothing; the models in `protocol-tests/fuzz` referee whole games.
//! A change moves: the bench signature (`protocol-tests/bench/signature`) with `board`, `rules`, `ladder`, `playouts`,
//! `net`, `puct` and `search_mode`; the ratings of levels; replies about ladders, life and scores
//! (`protocol-tests/gtp`).
//!
//! Invariants:
//!
//! - Making and unmaking a move restores the board, its hash and its chains, but not the order of the empty points.
//! - A reader that exhausts its budget answers "unknown" and never guesses.
//! - Komi and scores are integers, in half points.
//! - Given a seed, a node limit and one thread, a playout search finds the same move on every machine. The last bits of
//!   a network's floats may differ between machines.

pub mod board;
pub mod explain;
pub mod ladder;
pub mod level;
pub mod life;
pub mod net;
pub mod player;
pub mod playouts;
pub mod problem;
pub mod puct;
pub mod request;
pub mod rules;
pub mod score;
pub mod search_mode;
pub mod selfplay;

pub use board::{Board, Move, Point, PointSet, Size};
pub use rules::{Komi, Position, Rules, Score};

#[cfg(any(test, feature = "testing"))]
pub mod testing;
