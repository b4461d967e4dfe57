//! GNU Go's commands for the moves of the game, and trial moves.

use super::play::move_at;
use crate::gtp::command_table::{Answer, Failure, say};
use crate::gtp::game::GtpGame;
use crate::gtp::grammar::{arguments, nothing, play, vertex};
use crate::gtp::session::Session;
use tengen_engine::game::Color;
use tengen_play::MoveOf;
use tengen_play::notation::write_move;

/// Runs `black VERTEX` of GTP version 1.
pub fn black<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    play_for(session, args, Color::Black)
}

/// Runs `white VERTEX` of GTP version 1.
pub fn white<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    play_for(session, args, Color::White)
}

fn play_for<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
    color: Color,
) -> Result<Answer, Failure> {
    let mv = move_at(session, arguments(args, vertex)?)?;
    session.play(color, mv)?;
    Ok(Answer::done())
}

/// Runs `trymove COLOR VERTEX`: plays a trial move.
pub fn trymove<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let (color, vertex) = arguments(args, play)?;
    let mv = move_at(session, vertex)?;
    session.try_move(color, mv)?;
    Ok(Answer::done())
}

/// Takes back the last trial move. The error text is GNU Go's.
pub fn popgo<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    if session.take_back_trial() {
        Ok(Answer::done())
    } else {
        Err(Failure::new("Stack empty."))
    }
}

/// Lists the moves of the game, the last one first, as in GNU Go.
pub fn move_history<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let moves = session.record.moves().rev();
    let lines: Vec<String> = moves.map(|played| written(session, played)).collect();
    say(lines.join("\n"))
}

/// Replies with the last move. The error text is GNU Go's.
pub fn last_move<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    match session.record.moves().next_back() {
        Some(played) => say(written(session, played)),
        None => Err(Failure::new("no previous move known")),
    }
}

fn written<G: GtpGame>(session: &Session<G>, (color, mv): (Color, MoveOf<G>)) -> String {
    format!("{color} {}", write_move::<G>(session.position(), mv))
}
