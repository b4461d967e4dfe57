//! Reversi as a playable game. As in all Othello programs, a1 is at the top left.

use std::sync::Arc;

use crate::board::{Occupant, SetUp};
use crate::games::Game;
use crate::options::{ClientOptions, GameOptions};
use crate::playable_game::PlayableGame;
use crate::refusal::{Refusal, RefusalCode};
use tengen_engine::Settings;
use tengen_engine::game::Point;
use tengen_engine::game::{Color, Outcome, Position as _};
use tengen_engine::skill::SkillScale;
use tengen_records::sgf::SgfGameType;
use tengen_reversi::book::Book;
use tengen_reversi::level;
use tengen_reversi::player::{Player, new_player};
use tengen_reversi::request::ReversiRequest;
use tengen_reversi::rules::perft::{Convention, perft};
use tengen_reversi::{Move, Position, Square};

/// Marker type for Reversi.
pub struct Reversi;

impl PlayableGame for Reversi {
    type Position = Position;
    type Searcher = Player;
    type Resources = Option<Arc<Book>>;

    const GAME: Game = Game::Reversi;
    const SGF: Option<SgfGameType> = Some(SgfGameType::Othello);
    const ROW_1_ON_TOP: bool = true;

    fn levels() -> &'static SkillScale {
        &level::SCALE
    }

    fn start(options: &GameOptions) -> Result<Position, Refusal> {
        let size = u32::from(options.size.unwrap_or(8));
        Self::resized(&Position::start(), size, size)
    }

    fn resources(options: &GameOptions) -> Self::Resources {
        options.reversi.opening.book()
    }

    fn resized(_: &Position, width: u32, height: u32) -> Result<Position, Refusal> {
        if (width, height) != (8, 8) {
            return Err(Refusal::coded(RefusalCode::Size, "unacceptable size"));
        }
        Ok(Position::start())
    }

    fn set_up(_: &Position, set_up: &SetUp) -> Result<Position, Refusal> {
        let mut squares = [b'-'; Square::COUNT];
        for (color, point) in &set_up.stones {
            squares[usize::from(point.row) * 8 + usize::from(point.column)] = match color {
                Color::Black => b'X',
                Color::White => b'O',
            };
        }
        let text: String = squares.map(char::from).iter().collect();
        let to_move = set_up.to_move.unwrap_or(Color::Black);
        Position::from_text(&text, to_move).map_err(|error| Refusal::new(error.to_string()))
    }

    fn searcher(settings: Settings, book: &Self::Resources) -> Player {
        new_player(settings, book.clone())
    }

    fn take_options(request: &mut ReversiRequest, options: ClientOptions) {
        request.book = options.book;
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
}

fn square(point: Point) -> Square {
    Square::at(point.column, point.row).expect("GtpGame hands over points of the board only")
}
