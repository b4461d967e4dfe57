//! Games of people over the network. The rules of the engine referee every move, the server keeps the clocks, and every
//! change is on disk before anybody hears of it.
//!
//! - `description`: the game that two people agree on
//! - `link`: links to games
//! - `referee`: the rules of any game, with moves as text
//! - `clocks`: the clocks of both sides
//! - `network_game`: the state of a game
//! - `entry`, `game_file`: changes of a game as lines; the file of these lines
//! - `message`: messages of the players and to them
//! - `room`: a game with the people at it
//! - `flag_times`: the times at which clocks run out
//! - `games`: all games of a server
//!
//! Tests: unit tests in the files; `protocol-tests/web/games.rs` and `protocol-tests/web/kills.rs`; `protocol-tests/fuzz/web.rs`;
//! `protocol-tests/web/people.test.js`.
//! A change moves: files of games on disk (`entry.rs`); messages that the page reads (`src/web/page/remote/remote-game.js`).

mod clocks;
mod description;
mod entry;
mod flag_times;
mod game_file;
mod games;
mod link;
mod message;
mod network_game;
mod referee;
mod room;

pub use description::GameDescription;
pub use games::{GameSeat, Games, NewGameError, PLAYER_BOUNDS, SeatRefusal, make_folder};
