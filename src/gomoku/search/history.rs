//! How moves have fared elsewhere in the search.

use crate::engine::game::Color;
use crate::gomoku::eval::point_set::{SLOTS, slot};
use crate::gomoku::rules::Point;

/// For each move how often, and of late, it was good enough where others before it were not: the history heuristic
/// (Schaeffer, "The history heuristic and alpha-beta search enhancements in practice", 1989).
///
/// A mark moves towards its bounds by a share of what is left, so that it forgets at the rate at which it learns: of
/// sums that only grow all reach their bound in a long search, and say the same of all moves.
pub(in crate::gomoku) struct History {
    scores: [[i16; SLOTS]; 2],
    /// Evaluation units that the best mark is worth.
    weight: i32,
}

/// The best mark; the worst is as far below zero.
const MAX_SCORE: i32 = 1 << 13;

/// The longest step, taken from a mark of zero.
const MAX_STEP: i32 = MAX_SCORE * 5 / 6;

impl History {
    /// One that knows nothing yet, whose best mark will be worth `weight` evaluation units when moves are put in order.
    pub fn new(weight: i32) -> Self {
        History {
            scores: [[0; SLOTS]; 2],
            weight,
        }
    }

    /// One that never has anything to say.
    pub fn disabled() -> Self {
        History::new(0)
    }

    /// What is to be added to the promise of a move, in evaluation units.
    #[inline]
    pub fn score(&self, color: Color, point: Point) -> i32 {
        i32::from(self.scores[color.index()][slot(point)]) * self.weight / MAX_SCORE
    }

    /// Takes in that `good` was good enough with so many plies left, and what was `tried` before it was not.
    pub fn update(&mut self, color: Color, depth: i32, good: Point, tried: &[Point]) {
        let depth = depth.max(1);
        let step = (20 * depth * (depth + 4)).min(MAX_STEP);
        let marks = &mut self.scores[color.index()];
        let mut shift = |point, by: i32| {
            let mark = &mut marks[slot(point)];
            let now = i32::from(*mark);
            *mark = (now + by - now * by.abs() / MAX_SCORE) as i16;
        };
        shift(good, step);
        for &point in tried {
            shift(point, -step);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Point = Point::new(3, 4);
    const B: Point = Point::new(4, 4);

    #[test]
    fn good_moves_rise_and_vain_ones_fall() {
        let mut history = History::new(100);
        history.update(Color::Black, 3, A, &[B]);
        assert!(history.score(Color::Black, A) > 0);
        assert!(history.score(Color::Black, B) < 0);
        assert_eq!(history.score(Color::White, A), 0);
        let once = history.score(Color::Black, A);
        history.update(Color::Black, 9, A, &[]);
        assert!(history.score(Color::Black, A) > 2 * once);
    }

    #[test]
    fn marks_stay_within_bounds_and_turn_round() {
        let mut history = History::new(100);
        for _ in 0..10_000 {
            history.update(Color::White, 100, A, &[B]);
        }
        let (best, worst) = (
            history.score(Color::White, A),
            history.score(Color::White, B),
        );
        assert!((90..=100).contains(&best), "{best}");
        assert!((-100..=-90).contains(&worst), "{worst}");
        // However long it has been so, a few positions of the kind that tell much change it.
        for _ in 0..3 {
            history.update(Color::White, 100, B, &[A]);
        }
        assert!(history.score(Color::White, A) < 0);
        assert!(history.score(Color::White, B) > 0);
    }
}
