//! The evaluation of a level: disc and edge counts, the learned evaluation, and its errors.

use super::profile::Profile;
use crate::eval::evaluation::{DISC, Evaluation};
use crate::eval::node::Node;
use crate::rules::board::{Board, CORNERS, EDGES};
use crate::rules::square::Squares;
use tengen_engine::skill::{Misjudgment, mix};

/// The additional value of an edge disc over other discs, in discs.
const EDGE_DISCS: i32 = 1;

/// The additional value of a corner disc over an edge disc, in discs.
const CORNER_DISCS: i32 = 4;

/// The evaluation of a level's player in one game.
pub(super) struct LimitedEval {
    profile: Profile,
    misjudgment: Misjudgment,
    /// The taste for each square: the amount by which a disc there is overrated, in evaluation units.
    tastes: [i32; 64],
}

impl LimitedEval {
    pub fn new(profile: Profile, misjudgment: Misjudgment) -> LimitedEval {
        // Tastes make up half of the variance, over about thirty occupied squares.
        let taste = profile.noise * DISC as f32 / 8.0;
        LimitedEval {
            profile,
            misjudgment,
            tastes: std::array::from_fn(|square| misjudgment.error(square as u64, taste)),
        }
    }

    /// Evaluates a position without search for the side to move, in units of the learned evaluation.
    pub fn score(&self, node: &Node) -> i32 {
        let board = node.board;
        let learned = match self.profile.greed {
            1.0 => 0,
            _ => Evaluation::learned().score(node),
        };
        let judged = mix(learned as f32, counted(board) as f32, self.profile.greed) as i32;
        let of_position = board.player() ^ board.opponent().rotate_left(29).wrapping_mul(3);
        judged
            + self.liking(board)
            + self
                .misjudgment
                .error(of_position, self.profile.noise * DISC as f32 * 0.7)
    }

    fn liking(&self, board: Board) -> i32 {
        let of = |discs| {
            Squares(discs)
                .map(|square| self.tastes[square.index()])
                .sum::<i32>()
        };
        of(board.player()) - of(board.opponent())
    }
}

/// Counts discs as a beginner does: edges count more, corners most of all.
fn counted(board: Board) -> i32 {
    let of = |discs: u64| {
        let count = |squares: u64| (discs & squares).count_ones() as i32;
        count(u64::MAX) + EDGE_DISCS * count(EDGES) + CORNER_DISCS * count(CORNERS)
    };
    DISC * (of(board.player()) - of(board.opponent()))
}
