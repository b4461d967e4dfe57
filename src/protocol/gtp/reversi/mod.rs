//! GTP adapter of Reversi. As in all Othello programs, a1 is at the top left.
//!
//! - `queries`: hints, solutions, evaluation and legal moves
//! - `records`: games in GGF and WTHOR, positions in OBF
//!
//! Tests: `protocol-tests/gtp/othello-questions.txt`, `protocol-tests/gtp/othello-ggf.txt` and
//! `protocol-tests/gtp/othello-wthor.txt`.
//! A change moves: these transcripts and the manual (`src/protocol/manual.md`), which includes `notes.md`.

mod queries;
pub mod records;

use nom::branch::alt;
use nom::combinator::map_opt;
use nom::{IResult, Parser};

use crate::gtp::commands::gogui;
use crate::gtp::game::{MenuEntry, score_text};
use crate::gtp::grammar::{arguments, color, word};
use crate::gtp::{Failure, GtpCommand, GtpGame, Session};
use tengen_engine::game::Point;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::worker::Computation;
use tengen_play::MoveOf;
use tengen_play::board::SetUp;
use tengen_play::reversi::Reversi;
use tengen_reversi::records::obf::ObfProblem;
use tengen_reversi::{Position, Square};

impl GtpGame for Reversi {
    type Parameters = ();

    const NOTES: &'static str = include_str!("notes.md");
    const MENU: &'static [MenuEntry] = &queries::MENU;
    const COMMANDS: &'static [GtpCommand<Self>] = &[
        command!("hint" "[N]" => queries::hint,
            "the N best moves, one per line: move, score in discs for the side to move, depth, confidence in percent, exact if certain, pv and the line"),
        command!("solve" "[COLOR]" => queries::solve,
            "the result of best play: discs for the side to move, empty squares to the winner, all best moves, pv and a line; one minute unless limits sets a bound"),
        command!("evaluate" "" => queries::evaluate,
            "the static evaluation of the position: score in discs for the side to move, then discs, mobility, frontier, corners and stable discs of black and white"),
        command!("legal_moves" "" => queries::legal_moves,
            "the legal moves of the side to move; PASS if it must pass, nothing once the game is over"),
        command!("loadggf" "FILE [GAME]" => records::loadggf,
            "load game number GAME of a GGF file, by default the first"),
        command!("loadwthor" "FILE [GAME]" => records::loadwthor,
            "load game number GAME of a WTHOR file (.wtb), by default the first"),
        command!("printggf" "[FILE]" => records::printggf,
            "the game as GGF, to a file, or as the reply if FILE is missing or -"),
        command!("printobf" "" => records::printobf,
            "the position as a line of OBF"),
        gogui::rules_board_size(),
    ];

    /// Returns Black's discs minus White's. After the end of the game, empty squares count for the winner.
    fn final_score(session: &Session<Self>) -> Computation<MoveOf<Self>> {
        let position = session.position();
        let discs = |color| position.discs(color) as i32;
        let margin = position
            .final_score()
            .unwrap_or_else(|| discs(Color::Black) - discs(Color::White));
        let winner = match margin.signum() {
            1 => Some(Color::Black),
            -1 => Some(Color::White),
            _ => None,
        };
        Box::new(move |_| Ok(score_text(winner, margin.abs())))
    }

    /// Parses an OBF line, as printed by `printobf`, or `<64 squares a1 to h8> COLOR`, ignoring blanks between the
    /// squares.
    fn read_set_up(_: &Position, args: &str) -> Result<SetUp, Failure> {
        if let Ok(Some(problem)) = ObfProblem::parse(args) {
            return Ok(set_up_of(&problem.position));
        }
        let (mut words, to_move) = match args.rsplit_once(' ') {
            Some((squares, side)) => (squares.to_owned(), arguments(side, side_to_move)?),
            None => return Err(Failure::Syntax),
        };
        words.retain(|c| c != ' ');
        let position = Position::from_text(&words, to_move)
            .map_err(|error| Failure::new(error.to_string()))?;
        Ok(set_up_of(&position))
    }

    fn notes(position: &Position) -> Vec<String> {
        vec![
            format!("{} to move", position.to_move()),
            format!(
                "X {}  O {}",
                position.discs(Color::Black),
                position.discs(Color::White)
            ),
        ]
    }
}

/// Returns the discs and the side to move of a position.
fn set_up_of(position: &Position) -> SetUp {
    let stone = |square: Square| {
        let color: Color = position.at(square)?;
        let (column, row) = (square.column(), square.row());
        Some((color, Point { column, row }))
    };
    SetUp {
        stones: Square::all().filter_map(stone).collect(),
        to_move: Some(position.to_move()),
    }
}

/// Parses a color, or the letter of a side's discs.
fn side_to_move(input: &str) -> IResult<&str, Color> {
    let letter = map_opt(word, |word| match word {
        "X" | "x" => Some(Color::Black),
        "O" | "o" => Some(Color::White),
        _ => None,
    });
    alt((color, letter)).parse(input)
}
