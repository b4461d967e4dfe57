//! Go as a library: a board, KataGo's rules, an exact ladder reader, life and death, scoring, and two searches.
//!
//! The crate speaks no protocol and has a small network built in. Colors, the trait of positions and the interface of a search
//! come from [`tengen_engine`].
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
//!
//! Tests: unit tests next to the code compare rules, ladders, life and networks with the slow references in `testing`, and
//! with labels by KataGo and GNU Go in `protocol-tests/data`. `protocol-tests/allocation.rs` proves that a ladder verdict
//! allocates nothing; the models in `protocol-tests/fuzz` referee whole games.
//! A change moves: the bench signature (`protocol-tests/bench.signature`) with `board`, `rules`, `ladder`, `playouts`, `net`,
//! `puct` and `search_mode`; the ratings of levels; replies about ladders, life and scores (`protocol-tests/gtp`).
//!
//! Invariants:
//!
//! - A move made and unmade restores the board, its hash and its chains, but for the order of the empty points.
//! - Readers answer that a question is unknown when the budget ends; they never guess.
//! - Komi and scores are integers, in half points.
//! - With a seed, a limit in nodes and one thread, a search by playouts finds the same move on every machine. A network's
//!   floats are not promised to the last bit.

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

#[cfg(any(test, feature = "testing"))]
pub mod testing;
