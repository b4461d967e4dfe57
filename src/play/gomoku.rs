//! Gomoku, renju and caro as a playable game.

use crate::board::{Occupant, SetUp};
use crate::games::Game;
use crate::options::GameOptions;
use crate::playable_game::PlayableGame;
use crate::refusal::{Refusal, RefusalCode};
use tengen_engine::Settings;
use tengen_engine::game::{Color, Outcome, Position as _};
use tengen_engine::skill::SkillScale;
use tengen_gomoku::level;
use tengen_gomoku::player::{Player, new_player};
use tengen_gomoku::{Cell as GomokuCell, Point, Position, Rule};
use tengen_records::sgf::SgfGameType;

/// Marker type for gomoku, renju and caro.
pub struct Gomoku;

impl PlayableGame for Gomoku {
    type Position = Position;
    type Searcher = Player;
    type Resources = ();

    const GAME: Game = Game::Gomoku;
    const SGF: Option<SgfGameType> = Some(SgfGameType::Gomoku);

    fn levels() -> &'static SkillScale {
        &level::SCALE
    }

    fn start(options: &GameOptions) -> Result<Position, Refusal> {
        let size = options.size.unwrap_or(15);
        empty_board(u32::from(size), u32::from(size), options.gomoku.rule)
    }

    fn resources(_: &GameOptions) {}

    fn resized(now: &Position, width: u32, height: u32) -> Result<Position, Refusal> {
        empty_board(width, height, now.rule())
    }

    fn set_up(now: &Position, set_up: &SetUp) -> Result<Position, Refusal> {
        let mut start = empty_board(u32::from(now.width()), u32::from(now.height()), now.rule())?;
        for &(color, point) in &set_up.stones {
            start.place(
                Point::new(point.column, point.row),
                GomokuCell::Stone(color),
            )?;
        }
        let even = start.stone_count(Color::Black) == start.stone_count(Color::White);
        let by_count = if even { Color::Black } else { Color::White };
        start.turn_to(set_up.to_move.unwrap_or(by_count))?;
        Ok(start)
    }

    fn searcher(settings: Settings, (): &()) -> Player {
        new_player(settings)
    }

    fn size(position: &Position) -> (u8, u8) {
        (position.width(), position.height())
    }

    fn cell(position: &Position, point: tengen_engine::game::Point) -> Occupant {
        match position.cell(Point::new(point.column, point.row)) {
            GomokuCell::Empty => Occupant::Empty,
            GomokuCell::Stone(color) => Occupant::Stone(color),
            GomokuCell::Blocked => Occupant::Blocked,
        }
    }

    fn move_at(_: &Position, point: Option<tengen_engine::game::Point>) -> Option<Point> {
        point.map(|point| Point::new(point.column, point.row))
    }

    fn point_of(_: &Position, point: Point) -> Option<tengen_engine::game::Point> {
        Some(at(point))
    }

    fn result(position: &Position) -> String {
        match position.outcome() {
            Some(Outcome::Win(color)) => format!("{color} has won"),
            Some(Outcome::Draw) => "drawn".to_owned(),
            None => format!("{} to move", position.to_move()),
        }
    }

    fn moves_left(position: &Position) -> u32 {
        // Most games end before a third of the board is full. The estimate falls with the number of empty points.
        (position.empty_count() as u32 / 8).clamp(8, 30)
    }

    fn exact_rules(position: &Position) -> Option<String> {
        Some(position.rule().to_string())
    }

    fn ruled_by(start: Position, name: &str) -> Result<Position, Refusal> {
        let rule = match Rule::from_record(name) {
            Some(rule) => rule,
            None => name
                .trim()
                .parse()
                .map_err(|error: tengen_gomoku::UnknownRule| Refusal::new(error.to_string()))?,
        };
        empty_board(u32::from(start.width()), u32::from(start.height()), rule)
    }
}

/// Returns an empty board. Fails if the game has no board of this size.
pub fn empty_board(width: u32, height: u32, rule: Rule) -> Result<Position, Refusal> {
    let unacceptable = || Refusal::coded(RefusalCode::Size, "unacceptable size");
    let size = |value: u32| u8::try_from(value).map_err(|_| unacceptable());
    Position::new(size(width)?, size(height)?, rule).map_err(|_| unacceptable())
}

/// Converts a point of gomoku to a game-independent point.
pub fn at(point: Point) -> tengen_engine::game::Point {
    tengen_engine::game::Point {
        column: point.x(),
        row: point.y(),
    }
}
