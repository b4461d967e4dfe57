//! Commands that set up a position, play moves and undo them.

use nom::Parser;
use nom::branch::alt;

use crate::gtp::command_table::{Answer, Failure, say};
use crate::gtp::game::GtpGame;
use crate::gtp::grammar::{
    arguments, first_arguments, float, int, last, nothing, play, rest, size,
};
use crate::gtp::session::Session;
use tengen_play::MoveOf;
use tengen_play::notation::read_move;
use tengen_play::refusal::RefusalCode;
use tengen_play::vertex::Vertex;

/// Runs `boardsize WIDTH [HEIGHT]` and `boardsize WIDTH:HEIGHT`.
pub fn boardsize<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let sides = (int, last(int)).map(|(width, height)| (width, height.unwrap_or(width)));
    let (width, height) = first_arguments(args, alt((size, sides)))?;
    resize(session, width, height)
}

/// Runs `rectangular_boardsize WIDTH HEIGHT` and `rectangular_boardsize WIDTH:HEIGHT`.
pub fn rectangular_boardsize<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    let (width, height) = arguments(args, alt((size, (int, int))))?;
    resize(session, width, height)
}

/// Starts a new game on a board of the same size.
pub fn clear_board<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    first_arguments(args, nothing)?;
    let (width, height) = G::size(session.position());
    resize(session, u32::from(width), u32::from(height))
}

/// Runs `set_position POSITION`: starts a game at a position.
pub fn set_position<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let args = arguments(args, rest)?;
    let set_up = G::read_set_up(session.position(), args)?;
    let start = G::set_up(session.position(), &set_up)?;
    session.begin(start);
    session.when_ready()
}

fn resize<G: GtpGame>(
    session: &mut Session<G>,
    width: u32,
    height: u32,
) -> Result<Answer, Failure> {
    let start = G::resized(session.position(), width, height)?;
    session.begin(start);
    session.when_ready()
}

/// Runs `komi KOMI`: sets the komi.
pub fn komi<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let komi = first_arguments(args, float)?;
    session.set_komi(komi)?;
    Ok(Answer::done())
}

/// Replies with the komi.
pub fn get_komi<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(G::komi(session.position()).to_string())
}

/// Runs `play COLOR VERTEX`: plays a move.
pub fn play_move<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let (color, vertex) = first_arguments(args, play)?;
    let mv = move_at(session, vertex)?;
    session.play(color, mv)?;
    Ok(Answer::done())
}

/// Returns the move at a vertex. Fails with `illegal move`, not with a syntax error, for a vertex off the board or a
/// pass in a game without one.
pub fn move_at<G: GtpGame>(session: &Session<G>, vertex: Vertex) -> Result<MoveOf<G>, Failure> {
    read_move::<G>(session.position(), vertex)
        .ok_or_else(|| Failure::coded(RefusalCode::OffBoard, "illegal move"))
}

/// Takes back the last move.
pub fn undo<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    first_arguments(args, nothing)?;
    take_back(session, 1)
}

/// Runs `gg-undo N`: takes back several moves.
pub fn gg_undo<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let count = arguments(args, int)?;
    take_back(session, count as usize)
}

fn take_back<G: GtpGame>(session: &mut Session<G>, count: usize) -> Result<Answer, Failure> {
    if session.take_back(count) {
        Ok(Answer::done())
    } else {
        Err(Failure::new("cannot undo"))
    }
}
