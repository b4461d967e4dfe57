//! GoGui's extensions: moves in one go, and the rules of a game that GoGui does not know itself
//! (GoGui manual, "Go rules and other games").

use nom::multi::many0;

use super::play::move_at;
use crate::engine::game::{Color, Position};
use crate::protocol::gtp::command::{Answer, Failure, say};
use crate::protocol::gtp::game::{GtpGame, Occupant, join, write_move};
use crate::protocol::gtp::parse::{arguments, nothing, play};
use crate::protocol::gtp::session::Session;
use crate::records::sgf::Point;

/// Plays several moves, all or none.
pub fn play_sequence<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let moves = arguments(args, many0(play))?;
    for (played, &(color, vertex)) in moves.iter().enumerate() {
        let result = move_at(session, vertex).and_then(|mv| Ok(session.record.play(color, mv)?));
        if let Err(failure) = result {
            for _ in 0..played {
                session.record.undo();
            }
            return Err(failure);
        }
    }
    Ok(Answer::done())
}

/// Replies the name under which GoGui keeps the game: a capital letter, then small ones.
pub fn game_id<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(G::GAME.name())
}

/// Replies the size of the board; a bare number for a square board, as GoGui's test of a program needs it.
pub fn board_size<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let (width, height) = G::size(session.position());
    say(if width == height {
        width.to_string()
    } else {
        format!("{width} {height}")
    })
}

/// Replies rows of `X O . ?` from the highest row number down, which GoGui draws at the top.
pub fn board<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let position = session.position();
    let (width, height) = G::size(position);
    let row = |row| {
        (0..width)
            .map(move |column| letter(G::cell(position, Point { column, row })))
            .collect::<String>()
    };
    let mut rows: Vec<String> = (0..height).map(row).collect();
    if G::ROW_1_ON_TOP {
        rows.reverse();
    }
    say(rows.join("\n"))
}

fn letter(cell: Occupant) -> char {
    match cell {
        Occupant::Empty => '.',
        Occupant::Stone(Color::Black) => 'X',
        Occupant::Stone(Color::White) => 'O',
        Occupant::Blocked => '?',
    }
}

/// Replies the side to move.
pub fn side_to_move<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(session.position().to_move().to_string())
}

/// Replies every move of the side to move, a pass only if it may pass; nothing once the game is over.
pub fn legal_moves<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let position = session.position();
    if position.outcome().is_some() {
        return Ok(Answer::done());
    }
    let moves = position.legal_moves(position.to_move());
    say(join(
        moves.into_iter().map(|mv| write_move::<G>(position, mv)),
    ))
}

/// Replies a sentence about the end of the game, for a dialog.
pub fn final_result<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(G::result(session.position()))
}
