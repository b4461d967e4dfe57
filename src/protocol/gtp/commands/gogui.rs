//! GoGui's extensions: move sequences, and rules of games that GoGui does not implement (GoGui manual, "Go rules and
//! other games").

use nom::multi::many0;

use super::play::move_at;
use crate::gtp::command_table::{Answer, Failure, GtpCommand, say};
use crate::gtp::game::GtpGame;
use crate::gtp::grammar::{arguments, nothing, play};
use crate::gtp::session::Session;
use tengen_engine::game::Point;
use tengen_engine::game::{Color, Position};
use tengen_play::board::Occupant;
use tengen_play::notation::join;
use tengen_play::notation::write_point;

/// Plays several moves, all or none.
pub fn play_sequence<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let moves = arguments(args, many0(play))?;
    for (played, &(color, vertex)) in moves.iter().enumerate() {
        let result = move_at(session, vertex).and_then(|mv| Ok(session.play(color, mv)?));
        if let Err(failure) = result {
            session.take_back(played);
            return Err(failure);
        }
    }
    Ok(Answer::done())
}

/// Replies with GoGui's name of the game, a capital letter followed by lower case.
pub fn game_id<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(G::GAME.name())
}

/// Returns the row of `gogui-rules_board_size`. Go omits it: GoGui already knows Go's boards, and an engine that gives
/// a size when attached makes GoGui discard a game on a board of another size.
pub const fn rules_board_size<G: GtpGame>() -> GtpCommand<G> {
    command!("gogui-rules_board_size" "" => board_size,
        "the size of the board, one number if it is square")
}

/// Replies with the board size: a single number for a square board, as required by GoGui's test of a program.
pub fn board_size<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let (width, height) = G::size(session.position());
    say(if width == height {
        width.to_string()
    } else {
        format!("{width} {height}")
    })
}

/// Replies with the rows of the board in `X`, `O`, `.` and `?`, from the highest row number down; GoGui draws the first
/// one at the top.
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

/// Replies with the side to move.
pub fn side_to_move<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(session.position().to_move().to_string())
}

/// Replies with all legal moves of the side to move, including a legal pass, or nothing after the end of the game.
/// Points are written with a capital letter and `pass` without in every game, the forms in which GoGui looks up a
/// person's move.
pub fn legal_moves<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let position = session.position();
    if position.outcome().is_some() {
        return Ok(Answer::done());
    }
    let moves = position.legal_moves(position.to_move()).into_iter();
    say(join(moves.map(|mv| match G::point_of(position, mv) {
        Some(point) => write_point::<G>(position, point).to_uppercase(),
        None => "pass".to_owned(),
    })))
}

/// Replies with a sentence about the result, which GoGui shows in a dialog.
pub fn final_result<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(G::result(session.position()))
}
