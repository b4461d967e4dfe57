//! Points and moves of a game as text.

use crate::playable_game::{MoveOf, PlayableGame};
use crate::vertex::Vertex;
use tengen_engine::game::Point;

/// Returns the point of `vertex`, or `None` for a pass or a vertex off the board.
pub fn point_at<G: PlayableGame>(position: &G::Position, vertex: Vertex) -> Option<Point> {
    point_on::<G>(G::size(position), vertex)
}

/// Like [`point_at`], for a board with this number of columns and rows.
pub fn point_on<G: PlayableGame>((width, height): (u8, u8), vertex: Vertex) -> Option<Point> {
    let Vertex::Point { column, row } = vertex else {
        return None;
    };
    if column >= width || row > height {
        return None;
    }
    let row = if G::ROW_1_ON_TOP {
        row - 1
    } else {
        height - row
    };
    Some(Point { column, row })
}

/// Returns the move of `vertex`, or `None` off the board and for a pass in a game without one.
pub fn read_move<G: PlayableGame>(position: &G::Position, vertex: Vertex) -> Option<MoveOf<G>> {
    match vertex {
        Vertex::Pass => G::move_at(position, None),
        Vertex::Point { .. } => G::move_at(position, Some(point_at::<G>(position, vertex)?)),
    }
}

/// Writes a point as a vertex in the game's notation.
pub fn write_point<G: PlayableGame>(position: &G::Position, point: Point) -> String {
    let (_, height) = G::size(position);
    let row = if G::ROW_1_ON_TOP {
        point.row + 1
    } else {
        height - point.row
    };
    let text = Vertex::Point {
        column: point.column,
        row,
    }
    .to_string();
    if G::ROW_1_ON_TOP {
        text.to_ascii_lowercase()
    } else {
        text
    }
}

/// Writes a move as a vertex in the game's notation.
pub fn write_move<G: PlayableGame>(position: &G::Position, mv: MoveOf<G>) -> String {
    match G::point_of(position, mv) {
        Some(point) => write_point::<G>(position, point),
        None => Vertex::Pass.to_string(),
    }
}

/// Joins texts with blanks.
pub fn join(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().collect::<Vec<_>>().join(" ")
}
