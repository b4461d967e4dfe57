//! GoGui's commands that set up a position (GoGui manual, "Setup Commands").

use crate::gtp::command_table::{Answer, Failure};
use crate::gtp::game::{GtpGame, read_stones};
use crate::gtp::grammar::{arguments, color, rest};
use crate::gtp::session::Session;
use tengen_engine::game::Position;
use tengen_play::board::SetUp;
use tengen_play::records::save::stones;

/// Runs `gogui-setup [COLOR VERTEX]...`: replaces the start of a game with a position with these stones. Fails if the
/// board differs from its state after `clear_board`.
pub fn setup<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let args = arguments(args, rest)?;
    let position = session.position();
    let set_up = read_stones::<G>(position, args)?;
    let (width, height) = G::size(position);
    let cleared = G::resized(position, u32::from(width), u32::from(height))?;
    if !session.record.is_empty() || stones::<G>(position) != stones::<G>(&cleared) {
        return Err(Failure::new("board not empty"));
    }
    let start = G::set_up(position, &set_up)?;
    session.begin(start);
    session.when_ready()
}

/// Runs `gogui-setup_player COLOR`: sets the side to move at the start of the game.
pub fn setup_player<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let color = arguments(args, color)?;
    if !session.record.is_empty() {
        return Err(Failure::new(
            "expected a position without moves: the game has begun",
        ));
    }
    let mut start = session.position().clone();
    if start.turn_to(color).is_err() {
        // In Othello the side to move is part of the position.
        let set_up = SetUp {
            stones: stones::<G>(&start),
            to_move: Some(color),
        };
        start = G::set_up(&start, &set_up)?;
    }
    session.begin(start);
    session.when_ready()
}
