//! Noughts and crosses.

use crate::board::{Occupant, SetUp};
use crate::games::Game;
use crate::options::GameOptions;
use crate::playable_game::PlayableGame;
use crate::refusal::Refusal;
use tengen_engine::Settings;
use tengen_engine::game::{Edit, Outcome, Position as _};
use tengen_engine::game::Point;
use tengen_noughts::{Cell, ExactSearch, Position, SIDE};

/// Noughts and crosses.
pub struct Noughts;

impl PlayableGame for Noughts {
    type Position = Position;
    type Searcher = ExactSearch;
    type Resources = ();

    const GAME: Game = Game::Noughts;

    fn start(options: &GameOptions) -> Result<Position, Refusal> {
        let size = u32::from(options.size.unwrap_or(SIDE));
        Self::resized(&Position::start(), size, size)
    }

    fn resources(_: &GameOptions) {}

    fn resized(_: &Position, width: u32, height: u32) -> Result<Position, Refusal> {
        match (width, height) {
            (3, 3) => Ok(Position::start()),
            _ => Err(Refusal::new("unacceptable size")),
        }
    }

    fn set_up(_: &Position, set_up: &SetUp) -> Result<Position, Refusal> {
        let stones = set_up.stones.iter();
        let edit = Edit {
            stones: stones.map(|&(color, point)| (color, cell(point))).collect(),
            empty: Vec::new(),
            to_move: set_up.to_move,
        };
        let mut position = Position::start();
        position.edit(&edit)?;
        Ok(position)
    }

    fn searcher(_: Settings, (): &()) -> ExactSearch {
        ExactSearch
    }

    fn size(_: &Position) -> (u8, u8) {
        (SIDE, SIDE)
    }

    fn cell(position: &Position, point: Point) -> Occupant {
        let owner = position.owner(cell(point));
        owner.map_or(Occupant::Empty, Occupant::Stone)
    }

    fn move_at(_: &Position, point: Option<Point>) -> Option<Cell> {
        point.map(cell)
    }

    fn point_of(_: &Position, cell: Cell) -> Option<Point> {
        Some(Point {
            column: cell.column(),
            row: cell.row(),
        })
    }

    fn result(position: &Position) -> String {
        match position.outcome() {
            Some(Outcome::Win(color)) => format!("{color} has won"),
            Some(Outcome::Draw) => "drawn".to_owned(),
            None => format!("{} to move", position.to_move()),
        }
    }

    fn moves_left(position: &Position) -> u32 {
        (10 - position.taken()) / 2
    }
}

fn cell(point: Point) -> Cell {
    Cell::at(point.column, point.row).expect("callers pass points of the board only")
}
