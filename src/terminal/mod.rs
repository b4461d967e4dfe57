//! A game at a terminal: the board drawn, moves and words typed, the engine's answers in sentences.
//!
//! - `front`: lines and interrupts of a terminal to a conversation, and the prompt
//! - `dialect`: the game, the engine's turns, questions
//! - `word`: the words that a person may type
//! - `messages`: the sentences that a person reads, in nine languages
//! - `game`: the interface to a game: spelling of moves, star points, value of a move, count
//! - the games, a module each
//! - `game_table`: a game with its players, clocks and result
//! - `drawing`: the board as text, with color or without
//! - `time_setting`: time controls as a person writes them
//! - `saving`: a game as SGF or GGF
//!
//! Tests: `scripts/tests/test_terminal.py` on pseudo-terminals; `protocol-tests/process/signals.rs`; unit tests in
//! `game_table.rs`, `drawing.rs` and `time_setting.rs`.
//! A change moves: the manual (`src/protocol/manual.md`), which includes `notes.md` and the table of words; spellings
//! of moves in `src/web/play/referee.rs`.

pub mod dialect;
pub mod drawing;
// WebAssembly has no terminal.
#[cfg(not(target_family = "wasm"))]
pub mod front;
pub mod game;
mod game_table;
mod go;
mod gomoku;
pub mod messages;
mod reversi;
mod saving;
pub mod time_setting;
pub mod word;

#[cfg(not(target_family = "wasm"))]
pub use front::TerminalFront;
pub use game::TerminalGame;
pub use time_setting::TimeSetting;
