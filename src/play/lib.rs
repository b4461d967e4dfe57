//! Game-independent view of the games: boards, points and moves as text, and records in every format.
//!
//! Use this crate to treat Go, gomoku and Reversi alike, or to read a record without knowing its format.
//!
//! ```
//! use tengen_play::formats::CollectionFile;
//! use tengen_records::sgf::SgfGameType;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let file = CollectionFile::read(b"f5d6c3d3c4f4", None)?;
//! let format = file.format.expect("it is not SGF");
//! assert_eq!(format.game, SgfGameType::Othello);
//! let reading = file.game(1)?;
//! assert_eq!(reading.game.moves().count(), 6);
//! assert!(file.to_sgf().contains("B[f5]"));
//!
//! let refusal = CollectionFile::read(b"PK\x03\x04", None).err().expect("an archive");
//! assert!(refusal.to_string().contains("extract it first"));
//! # Ok(())
//! # }
//! ```
//!
//! - `playable_game`: the trait for games
//! - `go`, `gomoku`, `reversi`: one module per game
//! - `games`: the table of games
//! - `board`: the content of points, and positions set up by clients
//! - `options`: options of the games
//! - `refusal`: the reason a game refuses a board, a position or a setting
//! - `vertex`, `notation`: points as text; points and moves of a game as text
//! - `records`: conversion between SGF games and records
//! - `formats`: records of other programs and servers, recognized by their content
//!
//! Tests: `formats/tests.rs` for the formats, `records/round_trips.rs` for records, and the corpus of
//! `protocol-tests/fuzz`, which has a sample of each format.
//! A change moves: boards, points and records of all protocols, the terminal and the page:
//! `protocol-tests/gtp/loadgame.txt`, `protocol-tests/gtp/printsgf.txt` and their neighbors. The bench signature stays.
//!
//! Invariants:
//!
//! - A record is loaded as it was played. A move that breaks a rule is a warning.
//! - A damaged game does not prevent reading the other games of a collection.
//! - Code for all games uses [`PlayableGame`]; the table in `games` maps each game to its type.

pub mod board;
pub mod formats;
pub mod games;
pub mod go;
pub mod gomoku;
pub mod notation;
pub mod options;
pub mod playable_game;
pub mod records;
pub mod refusal;
pub mod reversi;
pub mod vertex;

pub use games::Game;
pub use playable_game::{MoveOf, PlayableGame, RequestOf};
