//! The Reversi adapter of GTP. As in all Othello programs, a1 is at the top left.
//!
//! - `queries`: hints, solutions, evaluation and legal moves
//! - `records`: games in GGF and WTHOR, positions in OBF

mod queries;
pub(crate) mod records;
#[cfg(test)]
mod round_trips;

use std::sync::Arc;

use nom::branch::alt;
use nom::combinator::map_opt;
use nom::{IResult, Parser};

use crate::engine::Settings;
use crate::engine::game::{Color, Game, Outcome, Position as _};
use crate::engine::skill::SkillScale;
use crate::engine::worker::Computation;
use crate::protocol::Options;
use crate::protocol::gtp::commands::gogui;
use crate::protocol::gtp::game::ClientWishes;
use crate::protocol::gtp::game::MenuEntry;
use crate::protocol::gtp::game::{Occupant, SetUp, score_text};
use crate::protocol::gtp::parse::{arguments, color, word};
use crate::protocol::gtp::{Failure, GtpCommand, GtpGame, MoveOf, Session};
use crate::records::obf::ObfProblem;
use crate::records::sgf::{Point, SgfGameType};
use crate::reversi::book::Book;
use crate::reversi::level;
use crate::reversi::player::Player;
use crate::reversi::request::ReversiRequest;
use crate::reversi::rules::perft::{Convention, perft};
use crate::reversi::{Move, Position, Square};

/// The GTP adapter of Reversi.
pub struct Reversi;

impl GtpGame for Reversi {
    type Position = Position;
    type Searcher = Player;
    type Resources = Option<Arc<Book>>;
    type Parameters = ();

    const GAME: Game = Game::Reversi;
    const SGF: SgfGameType = SgfGameType::Othello;
    const ROW_1_ON_TOP: bool = true;
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

    fn levels() -> &'static SkillScale {
        &level::SCALE
    }

    fn start(options: &Options) -> Result<Position, Failure> {
        let size = u32::from(options.size.unwrap_or(8));
        Self::resized(&Position::start(), size, size)
    }

    fn resources(options: &Options) -> Self::Resources {
        options.reversi.opening.book()
    }

    fn resized(_: &Position, width: u32, height: u32) -> Result<Position, Failure> {
        if (width, height) != (8, 8) {
            return Err(Failure::new("unacceptable size"));
        }
        Ok(Position::start())
    }

    fn set_up(_: &Position, set_up: &SetUp) -> Result<Position, Failure> {
        let mut squares = [b'-'; Square::COUNT];
        for (color, point) in &set_up.stones {
            squares[usize::from(point.row) * 8 + usize::from(point.column)] = match color {
                Color::Black => b'X',
                Color::White => b'O',
            };
        }
        let text: String = squares.map(char::from).iter().collect();
        let to_move = set_up.to_move.unwrap_or(Color::Black);
        Position::from_text(&text, to_move).map_err(|error| Failure::new(error.to_string()))
    }

    fn searcher(settings: Settings, book: &Self::Resources) -> Player {
        Player::new(settings, book.clone())
    }

    fn take_wishes(request: &mut ReversiRequest, wishes: ClientWishes, (): &()) {
        request.book = wishes.book;
    }

    fn size(_: &Position) -> (u8, u8) {
        (8, 8)
    }

    fn cell(position: &Position, point: Point) -> Occupant {
        position
            .at(square(point))
            .map_or(Occupant::Empty, Occupant::Stone)
    }

    fn move_at(_: &Position, point: Option<Point>) -> Option<Move> {
        Some(point.map_or(Move::Pass, |point| Move::Place(square(point))))
    }

    fn point_of(_: &Position, mv: Move) -> Option<Point> {
        match mv {
            Move::Pass => None,
            Move::Place(square) => Some(Point {
                column: square.column(),
                row: square.row(),
            }),
        }
    }

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

    fn result(position: &Position) -> String {
        let [black, white] = Color::BOTH.map(|color| position.discs(color));
        match position.outcome() {
            Some(Outcome::Win(color)) => {
                format!("{color} wins, {black} discs to {white}")
            }
            Some(Outcome::Draw) => format!("drawn, {black} discs to {white}"),
            None => format!("{} to move, {black} discs to {white}", position.to_move()),
        }
    }

    fn perft(position: &mut Position, depth: u32, interrupted: &dyn Fn() -> bool) -> Option<u64> {
        perft(position.board(), depth, Convention::PassIsPly, interrupted)
    }

    fn moves_left(position: &Position) -> u32 {
        position.moves_left()
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

fn square(point: Point) -> Square {
    Square::at(point.column, point.row).expect("GtpGame hands over points of the board only")
}
