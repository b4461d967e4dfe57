//! Games over the network, between people and engines. The engine's rules check every move, the server keeps the clocks, and every
//! change is on disk before anyone hears of it.
//!
//! - `codes`: codes of refusals, for the page
//! - `description`: the settings of a game
//! - `link`: links to games
//! - `engine_sides`: the engines among the players, and the games of a match
//! - `plain_text`, `chat`: names and lines that people write; the chat of the players
//! - `referee`: the rules of any game, with moves as text
//! - `clocks`: the clocks of both sides
//! - `settling`: the dead stones of a finished board, until both sides agree
//! - `network_game`: the state of a game
//! - `entry`, `game_file`: changes of a game as lines; the file of these lines
//! - `opening`: the openings of a match
//! - `message`: messages to and from the players
//! - `guests`: the connections to a game
//! - `room`: a game with its connections
//! - `engine_thread`: the thread that lets engines play
//! - `flag_times`: the times at which clocks run out
//! - `games`: the games of a server
//!
//! Tests: unit tests in the files; `protocol-tests/web/games.rs`, `protocol-tests/web/agreements.rs`, `protocol-tests/web/players.rs` and `protocol-tests/web/kills.rs`;
//! `protocol-tests/fuzz/web.rs`; `protocol-tests/web/people.test.js`.
//! A change moves: files of games on disk (`entry.rs`); messages that the page reads
//! (`src/web/page/remote/remote-game.js`).

mod chat;
mod clocks;
mod codes;
mod description;
mod engine_sides;
mod engine_thread;
mod entry;
mod flag_times;
mod game_file;
mod games;
mod guests;
mod link;
mod message;
mod network_game;
mod opening;
mod plain_text;
mod referee;
mod room;
mod settling;

pub use codes::GameCode;
pub use description::GameDescription;
pub use games::{GameAccess, Games, LinkError, NewGameError, PLAYER_BOUNDS, make_folder};
