//! Engines as players of games on the server: programs named on the command line, and Tengen itself.
//!
//! - `engine_command`: names and commands of engines, as the command line gives them
//! - `engine_fault`: the ways in which an engine loses a game
//! - `engine_lines`: the lines of an engine, with a deadline for every wait
//! - `engine_process`: an engine in a process
//! - `own_engine`: Tengen itself, in this process
//! - `engine_player`: what a game and an engine tell each other; the trait of the protocols
//! - `gtp`, `gomocup`, `nboard`: the protocols
//! - `probe`: recognizing the protocol of an engine
//! - `roster`: the engines of a server
//!
//! Tests: unit tests in the files, with scripted engines; `protocol-tests/web/players.rs`; `protocol-tests/web/players.test.js`.
//! A change moves: the chapter on the board in the browser in the manual (`src/tool/manual/`).

mod engine_command;
mod engine_fault;
mod engine_lines;
mod engine_player;
mod engine_process;
mod gomocup;
mod gtp;
mod nboard;
mod own_engine;
mod probe;
mod roster;

pub use engine_command::EngineCommand;
pub use engine_fault::{EngineFault, EngineStop, FaultCode};
pub use engine_lines::PATIENCE;
pub use engine_player::{
    Choice, EngineChoice, EngineGame, EngineMove, EngineTurn, Evaluation, PlayedMove,
};
pub use roster::{Roster, RunningEngine};
