//! Game records as text, without a board or rules: SGF in any encoding, and RenLib libraries.
//!
//! Use this crate to read, edit or write SGF of Go, Othello, gomoku and renju. Formats that need the rules of a game
//! are in that game's crate, and `tengen-play` recognizes all of them.
//!
//! ```
//! use tengen_engine::game::Color;
//! use tengen_records::sgf::{self, SgfGame};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let game = SgfGame::from_text("(;GM[1]SZ[9]KM[7];B[ee];W[eg]C[a remark](;B[ge])(;B[cc]))")?;
//! assert_eq!((game.info.width, game.info.komi_points()), (9, Some(7.0)));
//! // The main line; columns and rows count from the upper left corner.
//! for (color, point) in game.moves() {
//!     match point {
//!         Some(point) => println!("{color} {},{}", point.column, point.row),
//!         None => println!("{color} pass"),
//!     }
//! }
//! assert_eq!(game.moves().last().map(|(color, _)| color), Some(Color::Black));
//! // Comments, variations and unknown properties are written back.
//! assert!(sgf::write(&game).contains("C[a remark]"));
//! # Ok(())
//! # }
//! ```
//!
//! - `sgf`: Smart Game Format, for all games
//! - `renlib`: RenLib libraries, trees of moves in gomoku and renju
//! - `encoding`: bytes into text
//! - `loaded_record`: a record with the annotations and warnings of its file
//! - `record_fault`: faults of records
//!
//! Tests: `sgf/read/tests.rs`, `sgf/write/tests.rs` and `encoding/tests.rs`. `protocol-tests/fuzz` reads damaged files;
//! its corpus keeps records that once exposed a bug.
//! A change moves: every record that is loaded or saved (`protocol-tests/gtp/printsgf.txt`,
//! `src/play/records/round_trips.rs`), and libraries on disk. The bench signature stays.
//!
//! Invariants:
//!
//! - A damaged text is read up to the damage, which is reported by line and column; no input panics.
//! - Reading and writing take time linear in the text.
//! - An edit leaves every byte that it does not name unchanged.

pub mod encoding;
pub mod loaded_record;
pub mod record_fault;
pub mod renlib;
pub mod sgf;
