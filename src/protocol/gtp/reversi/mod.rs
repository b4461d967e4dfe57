//! The Reversi adapter of GTP. As in all Othello programs, a1 is at the top left.
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
use crate::gtp::parse::{arguments, color, word};
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
        GtpCommand {
            name: "hint",
            args: "[N]",
            help: "the N best moves, a line each: move, score in discs for the side to move, depth, confidence in percent, exact if certain, pv and the line",
            action: queries::hint,
        },
        GtpCommand {
            name: "solve",
            args: "[COLOR]",
            help: "the result of best play: discs for the side to move, empty squares to the winner, all best moves, pv and a line; a minute unless limits says otherwise",
            action: queries::solve,
        },
        GtpCommand {
            name: "evaluate",
            args: "",
            help: "the static evaluation of the position: score in discs for the side to move, then discs, mobility, frontier, corners and stable discs of black and white",
            action: queries::evaluate,
        },
        GtpCommand {
            name: "legal_moves",
            args: "",
            help: "the moves of the side to move; PASS if it has to, nothing once the game is over",
            action: queries::legal_moves,
        },
        GtpCommand {
            name: "loadggf",
            args: "FILE [GAME]",
            help: "load a game of a GGF file by its number, the first without GAME",
            action: records::loadggf,
        },
        GtpCommand {
            name: "loadwthor",
            args: "FILE [GAME]",
            help: "load a game of a WTHOR file (.wtb) by its number, the first without GAME",
            action: records::loadwthor,
        },
        GtpCommand {
            name: "printggf",
            args: "[FILE]",
            help: "the game as GGF, into a file, or as a reply to no FILE or to -",
            action: records::printggf,
        },
        GtpCommand {
            name: "printobf",
            args: "",
            help: "the position as a line of OBF",
            action: records::printobf,
        },
        gogui::rules_board_size(),
    ];

    /// Returns black's discs less white's. After the end of the game, empty squares count for the winner.
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

    /// Parses a line of OBF, as `printobf` prints it, or `<64 squares a1 to h8> COLOR`. Ignores blanks between the squares.
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
