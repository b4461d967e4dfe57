//! Queries about the position.

use crate::gtp::command_table::{Answer, Failure, say};
use crate::gtp::game::{GtpGame, draw};
use crate::gtp::grammar::{arguments, color, first_arguments, int, nothing, play};
use crate::gtp::session::Session;
use tengen_engine::game::{Color, Position};
use tengen_play::notation::join;
use tengen_play::notation::{read_move, write_move, write_point};
use tengen_play::records::save::stones;

/// Replies with the score of the board as it is.
pub fn final_score<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    first_arguments(args, nothing)?;
    let computation = G::final_score(session);
    session.compute(computation)
}

/// Replies with a drawing of the board.
pub fn showboard<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    first_arguments(args, nothing)?;
    let position = session.position();
    let last = session
        .record
        .moves()
        .next_back()
        .and_then(|(_, mv)| G::point_of(position, mv));
    say(format!("\n{}", draw::<G>(position, last).trim_end()))
}

/// Runs `list_stones COLOR`: lists the stones row by row from the top, as in GNU Go.
pub fn list_stones<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let wanted = arguments(args, color)?;
    let position = session.position();
    let stones = stones::<G>(position).into_iter();
    let points = stones.filter(|&(color, _)| color == wanted);
    say(join(
        points.map(|(_, point)| write_point::<G>(position, point)),
    ))
}

/// Runs `is_legal COLOR VERTEX`: replies 1 for a legal move, otherwise 0.
pub fn is_legal<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let (color, vertex) = arguments(args, play)?;
    let mv = read_move::<G>(session.position(), vertex);
    let legal = mv.is_some_and(|mv| session.position().check(color, mv).is_ok());
    say(if legal { "1" } else { "0" })
}

/// Runs `all_legal COLOR`: lists a side's legal moves.
pub fn all_legal<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let color: Color = arguments(args, color)?;
    let position = session.position();
    let moves = position.legal_moves(color);
    let pass = G::move_at(position, None);
    let stones: Vec<_> = moves.iter().filter(|&&mv| Some(mv) != pass).collect();
    let listed = if stones.is_empty() {
        moves.iter().collect()
    } else {
        stones
    };
    say(join(
        listed.into_iter().map(|&mv| write_move::<G>(position, mv)),
    ))
}

/// Runs `perft DEPTH`: counts the games of this many plies.
pub fn perft_below<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let depth = arguments(args, int)?;
    let mut position = session.position().clone();
    session.compute(Box::new(move |control| {
        G::perft(&mut position, depth, &|| control.interrupted())
            .map(|count| count.to_string())
            .ok_or_else(|| "stopped before the count was complete".to_owned())
    }))
}
