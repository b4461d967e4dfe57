//! The start and the moves of Go records.

use crate::board::{Board, Move, Point, Size};
use tengen_engine::game::Color;
use tengen_records::sgf::SgfGame;

/// Returns the board with the setup stones of the root.
pub fn start(game: &SgfGame) -> Board {
    let size = Size::new(game.info.width.into(), game.info.height.into()).unwrap();
    let of = |color, points: &[tengen_engine::game::Point]| -> Vec<(Color, Point)> {
        points
            .iter()
            .map(|&point| (color, at(game, point)))
            .collect()
    };
    let mut stones = of(Color::Black, &game.start.black);
    stones.extend(of(Color::White, &game.start.white));
    Board::with_stones(size, &stones).unwrap()
}

pub fn moves(game: &SgfGame) -> impl Iterator<Item = (Color, Move)> + '_ {
    let place = |point| Move::Place(at(game, point));
    game.moves()
        .map(move |(color, point)| (color, point.map_or(Move::Pass, place)))
}

fn at(game: &SgfGame, point: tengen_engine::game::Point) -> Point {
    Point::new(point.column, game.info.height - 1 - point.row)
}
