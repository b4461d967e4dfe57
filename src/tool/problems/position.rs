//! The position of a written problem, and its moves as players write them.

use super::problem::{Place, Problem};
use crate::terminal::game::{TerminalGame, letter, row_number};
use tengen_engine::game::{Color, Point};
use tengen_play::PlayableGame;
use tengen_play::board::SetUp;
use tengen_play::options::GameOptions;

/// Sets up the position of a problem. `None` if the game has no such position.
pub fn position<G: PlayableGame>(problem: &Problem) -> Option<G::Position> {
    let [width, height] = problem.size;
    let start = G::start(&GameOptions::default()).ok()?;
    let start = G::resized(&start, width.into(), height.into()).ok()?;
    let start = match &problem.rules {
        Some(rules) => G::ruled_by(start, rules).ok()?,
        None => start,
    };
    let black = problem.black.iter().map(|&at| (Color::Black, point(at)));
    let white = problem.white.iter().map(|&at| (Color::White, point(at)));
    let set_up = SetUp {
        stones: black.chain(white).collect(),
        to_move: Some(problem.to_move),
    };
    G::set_up(&start, &set_up).ok()
}

/// Returns the point of a place.
pub fn point([column, row]: Place) -> Point {
    Point { column, row }
}

/// Returns the points of places.
pub fn points(places: &[Place]) -> Vec<Point> {
    places.iter().copied().map(point).collect()
}

/// Writes a line of play of a problem.
pub fn spelled<G: TerminalGame>(problem: &Problem, moves: &[Option<Place>]) -> String {
    let height = problem.size[1];
    let spell = |place: &Option<Place>| match place {
        Some([column, row]) => format!("{}{}", letter::<G>(*column), row_number::<G>(height, *row)),
        None => "pass".to_owned(),
    };
    moves.iter().map(spell).collect::<Vec<_>>().join(" ")
}
