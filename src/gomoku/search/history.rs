//! The history heuristic: how moves have done elsewhere in the search.

use crate::eval::point_set::{SLOTS, slot};
use crate::rules::Point;
use tengen_engine::game::Color;

/// The history heuristic (Schaeffer, "The history heuristic and alpha-beta search enhancements in practice", 1989): a
/// score for each move by how often, and how recently, it failed high when earlier moves did not.
///
/// A score moves toward its bound by a fraction of the remaining distance ("history gravity"), so it forgets as fast as
/// it learns. Plain sums would all reach the bound in a long search and no longer distinguish moves.
pub(crate) struct History {
    scores: [[i16; SLOTS]; 2],
    /// Value of the highest score in evaluation units.
    weight: i32,
}

/// The highest score; the lowest is its negative.
const MAX_SCORE: i32 = 1 << 13;

/// Maximum step, taken from a score of zero.
const MAX_STEP: i32 = MAX_SCORE * 5 / 6;

impl History {
    /// Returns an empty history with a highest score worth `weight` evaluation units in move ordering.
    pub fn new(weight: i32) -> Self {
        History {
            scores: [[0; SLOTS]; 2],
            weight,
        }
    }

    /// Returns a history in which scores are always zero.
    pub fn disabled() -> Self {
        History::new(0)
    }

    /// Returns the history score of a move, in evaluation units.
    #[inline]
    pub fn score(&self, color: Color, point: Point) -> i32 {
        i32::from(self.scores[color.index()][slot(point)]) * self.weight / MAX_SCORE
    }

    /// Rewards `good`, which failed high at this depth, and penalizes the moves `tried` before it.
    pub fn update(&mut self, color: Color, depth: i32, good: Point, tried: &[Point]) {
        let depth = depth.max(1);
        let step = (20 * depth * (depth + 4)).min(MAX_STEP);
        let scores = &mut self.scores[color.index()];
        let mut shift = |point, by: i32| {
            let score = &mut scores[slot(point)];
            let now = i32::from(*score);
            *score = (now + by - now * by.abs() / MAX_SCORE) as i16;
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
    fn good_moves_gain_and_others_lose() {
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
    fn scores_stay_within_bounds_and_can_reverse() {
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
        // A few updates at great depth reverse even a long history.
        for _ in 0..3 {
            history.update(Color::White, 100, B, &[A]);
        }
        assert!(history.score(Color::White, A) < 0);
        assert!(history.score(Color::White, B) > 0);
    }
}
