//! The helper threads of a search (lazy SMP). They fill the transposition table read by the leader, and the deepest of
//! their iterations may replace the leader's result.

use super::thread::{MAX_PLY, Pv, SearchThread, Shared};
use crate::eval::board::Board;
use crate::eval::score::WIN_THRESHOLD;
use crate::threats::vcf::VcfSearch;

/// A complete iteration of a helper thread.
pub(super) struct Iteration {
    pub depth: u32,
    pub score: i32,
    /// Principal variation with at least one move.
    pub pv: Pv,
}

impl Iteration {
    /// Returns a key that orders iterations: wins above all others, then by depth.
    pub fn rank(&self) -> (bool, u32) {
        (self.score >= WIN_THRESHOLD, self.depth)
    }

    /// Whether the iteration knows more than one with this score and depth: a win, or more plies. Nothing knows more
    /// than a decided score.
    pub fn beats(&self, score: i32, depth: u32) -> bool {
        score.abs() < WIN_THRESHOLD && self.rank() > (false, depth)
    }
}

/// Searches by iterative deepening until the search is stopped or the depth limit is reached. Returns the last complete
/// iteration.
pub(super) fn run(shared: Shared, board: Board, number: usize) -> Option<Iteration> {
    let control = shared.control;
    let mut thread = SearchThread::new(shared, board, VcfSearch::new(), false);
    let mut last = None;
    // Every other helper starts one ply deeper, so that the threads do not all search the same tree.
    for depth in 1 + number as u32 % 2..=MAX_PLY as u32 {
        if !control.allows_depth(depth) {
            break;
        }
        let guess = last.as_ref().map(|last: &Iteration| last.score);
        let score = thread.search_root(depth as i32, guess);
        if thread.stopped() {
            break;
        }
        let pv = thread.pv().clone();
        if !pv.is_empty() {
            last = Some(Iteration { depth, score, pv });
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::score::WIN;
    use crate::rules::Point;

    #[test]
    fn more_plies_or_a_win_beat_a_score_that_is_not_decided() {
        let of = |score, depth| Iteration {
            depth,
            score,
            pv: Pv::from_iter([Point::new(7, 7)]),
        };
        assert!(of(-50, 9).beats(40, 8));
        assert!(!of(50, 8).beats(40, 8));
        assert!(of(WIN - 9, 6).beats(40, 8));
        assert!(!of(50, 20).beats(WIN - 9, 8));
        assert!(!of(50, 20).beats(9 - WIN, 8));
        let deepest = [of(0, 12), of(WIN - 9, 6), of(0, 13)];
        let best = deepest.iter().max_by_key(|iteration| iteration.rank());
        assert_eq!(best.map(|best| best.depth), Some(6));
    }
}
