//! Points and moves that Yixin-Board excludes from the search to see the next best move.

use super::grammar::{Stone, Xy};
use tengen_engine::Restriction;
use tengen_engine::game::{Color, Position as _};
use tengen_gomoku::{Cell, Point, Position};

/// Points and moves excluded from the search. They persist between games, like the settings.
#[derive(Clone, Debug, Default)]
pub struct Blocked {
    points: Vec<Xy>,
    /// Move sequences; the last move of each is excluded once the others have been played.
    paths: Vec<Vec<Xy>>,
}

impl Blocked {
    /// Excludes points.
    pub fn block(&mut self, stones: &[Stone]) {
        self.points.extend(named(stones));
    }

    /// Allows points again.
    pub fn unblock(&mut self, stones: &[Stone]) {
        let named = named(stones);
        self.points.retain(|at| !named.contains(at));
    }

    /// Excludes the last of these moves after the others.
    pub fn block_path(&mut self, stones: &[Stone]) {
        self.paths.push(named(stones));
    }

    /// Allows that move again.
    pub fn unblock_path(&mut self, stones: &[Stone]) {
        let named = named(stones);
        self.paths.retain(|path| *path != named);
    }

    /// Removes all excluded points.
    pub fn free_points(&mut self) {
        self.points.clear();
    }

    /// Removes all excluded paths.
    pub fn free_paths(&mut self) {
        self.paths.clear();
    }

    /// Whether a point is excluded.
    pub fn holds(&self, at: Point) -> bool {
        self.points
            .iter()
            .any(|&blocked| point(blocked) == Some(at))
    }

    /// Returns the restriction for a search of `position`, or `None` if every move is allowed.
    pub fn restriction(&self, position: &Position) -> Option<Restriction<Point>> {
        let of_paths = self.paths.iter().filter_map(|path| {
            let (last, before) = path.split_last()?;
            is_reached(position, before).then_some(last)
        });
        let points = self.points.iter().chain(of_paths);
        let moves: Vec<Point> = points
            .filter_map(|&at| point(at))
            .filter(|&point| position.contains(point))
            .collect();
        (!moves.is_empty()).then(|| Restriction {
            color: position.to_move(),
            moves,
            only: false,
            plies: 1,
        })
    }
}

/// Whether `moves`, starting with Black and alternating, lead to the position in any order.
fn is_reached(position: &Position, moves: &[Xy]) -> bool {
    let stones: usize = Color::BOTH
        .map(|color| position.stone_count(color))
        .iter()
        .sum();
    let stands = |(&at, color): (&Xy, Color)| {
        point(at).is_some_and(|point| position.cell(point) == Cell::Stone(color))
    };
    stones == moves.len()
        && moves
            .iter()
            .zip(Color::BOTH.into_iter().cycle())
            .all(stands)
}

fn named(stones: &[Stone]) -> Vec<Xy> {
    stones.iter().map(|stone| stone.at).collect()
}

fn point(at: Xy) -> Option<Point> {
    Some(Point::new(at.x.try_into().ok()?, at.y.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::super::grammar::Owner;
    use super::*;
    use tengen_gomoku::Rule;

    fn stones(points: &[(i32, i32)]) -> Vec<Stone> {
        let stone = |&(x, y): &(i32, i32)| Stone {
            at: Xy { x, y },
            owner: Owner::InTurn,
        };
        points.iter().map(stone).collect()
    }

    fn left_out(blocked: &Blocked, position: &Position) -> Vec<Point> {
        let restriction = blocked.restriction(position);
        restriction.map_or_else(Vec::new, |restriction| {
            assert_eq!(restriction.color, position.to_move());
            assert!(!restriction.only && restriction.plies == 1);
            restriction.moves
        })
    }

    #[test]
    fn points_are_blocked_and_allowed_one_by_one() {
        let mut blocked = Blocked::default();
        let position = Position::new(15, 15, Rule::Freestyle).unwrap();
        assert_eq!(blocked.restriction(&position), None);
        blocked.block(&stones(&[(7, 7), (8, 8), (15, 0), (-1, 3)]));
        let at = |i| Point::new(i, i);
        assert_eq!(left_out(&blocked, &position), [at(7), at(8)]);
        blocked.unblock(&stones(&[(7, 7), (1, 1)]));
        assert_eq!(left_out(&blocked, &position), [at(8)]);
        blocked.free_points();
        assert_eq!(left_out(&blocked, &position), []);
    }

    #[test]
    fn a_path_blocks_a_move_in_its_position_only() {
        let mut blocked = Blocked::default();
        let mut position = Position::new(15, 15, Rule::Freestyle).unwrap();
        let path = stones(&[(7, 7), (8, 8), (6, 6), (1, 2)]);
        blocked.block_path(&path);
        assert_eq!(left_out(&blocked, &position), []);
        // The same stones, played in another order.
        for i in [6, 8, 7] {
            assert_eq!(left_out(&blocked, &position), []);
            position.play(position.to_move(), Point::new(i, i)).unwrap();
        }
        assert_eq!(left_out(&blocked, &position), [Point::new(1, 2)]);
        blocked.free_points();
        blocked.unblock_path(&path[..2]);
        assert_eq!(left_out(&blocked, &position), [Point::new(1, 2)]);
        blocked.unblock_path(&path);
        assert_eq!(left_out(&blocked, &position), []);
        blocked.block_path(&path);
        blocked.free_paths();
        assert_eq!(left_out(&blocked, &position), []);
    }
}
