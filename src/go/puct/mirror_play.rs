//! Mirror play: an opponent who answers every move with its image through the center of the board.
//!
//! A network has rarely seen it and underestimates how long it continues. When it is detected, the priors below the
//! root are changed as in KataGo's `antiMirror`: the opponent is expected to continue mirroring, so that moves that
//! make mirroring bad turn out well, and moves at the center, where mirroring ends, are explored. Unlike in KataGo, no
//! visits are forced and no values are changed.

use super::node_evaluation::{Candidate, NodeEvaluation};
use crate::board::{Move, Point, Size};
use crate::rules::Position;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;

/// Required number of mirror moves by the opponent, in addition to half of all of the opponent's moves.
const MIN_MIRROR_MOVES: f64 = 7.0;

/// Required share of mirror moves among the opponent's latest moves.
const MIN_LATE_SHARE: f64 = 0.45;

/// Factor by which a move counts less in that share than the opponent's next one.
const DECAY: f64 = 0.75;

/// Share of the policy given to a mirror move, to the center, and to each point next to it, directly below the root.
const WEIGHTS: MirrorWeights = MirrorWeights {
    mirror: 1.0,
    center: 0.3,
    near_center: 0.05,
};

struct MirrorWeights {
    mirror: f64,
    center: f64,
    near_center: f64,
}

/// Mirror play by the opponent of the side to move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MirrorPlay {
    color: Color,
    size: Size,
}

impl MirrorPlay {
    /// Detects mirror play by the side that moved last: in most of its moves, in its latest moves and in its last one.
    pub fn of_record(record: &Record<Position>) -> Option<MirrorPlay> {
        let position = record.position();
        let color = position.to_move().opponent();
        let size = position.board().size();
        let moves: Vec<(Color, Move)> = record.moves().collect();
        let (mut mirrored, mut all, mut late, mut late_all) = (0.0, 0.0, 0.0, 0.0);
        let mut last_is_mirrored = false;
        for pair in moves.windows(2) {
            let [(_, before), (mover, mv)] = *pair else {
                continue;
            };
            if mover != color {
                continue;
            }
            last_is_mirrored = matches!(mv, Move::Place(_)) && mv == image(size, before);
            let is_mirrored = f64::from(u8::from(last_is_mirrored));
            mirrored += is_mirrored;
            all += 1.0;
            late = late * DECAY + is_mirrored;
            late_all = late_all * DECAY + 1.0;
        }
        let often = mirrored >= MIN_MIRROR_MOVES + 0.5 * all && late >= MIN_LATE_SHARE * late_all;
        (often && last_is_mirrored).then_some(MirrorPlay { color, size })
    }

    /// Returns the evaluation with priors adjusted to mirror play after these moves from the root; `None` if the
    /// opponent has stopped mirroring in them.
    pub fn adjusted(&self, moves: &[Move], evaluation: &NodeEvaluation) -> Option<NodeEvaluation> {
        let goes_on = moves
            .chunks_exact(2)
            .all(|pair| pair[1] == image(self.size, pair[0]));
        let fade = 1.0 + (moves.len() as f64).sqrt();
        let opponent_moves = moves.len() % 2 == 1;
        let weight = |mv: Move| match moves.last() {
            Some(&last) if opponent_moves => self.weight_of_mirror(last, mv, evaluation),
            _ => self.weight_of_center(mv),
        };
        goes_on.then(|| {
            let mut candidates: Vec<Candidate> = evaluation
                .candidates
                .iter()
                .map(|candidate| {
                    let prior = f64::from(candidate.prior);
                    let prior = prior + (1.0 - prior) * weight(candidate.mv) / fade;
                    Candidate {
                        prior: prior as f32,
                        ..*candidate
                    }
                })
                .collect();
            let sum: f32 = candidates.iter().map(|candidate| candidate.prior).sum();
            for candidate in &mut candidates {
                candidate.prior /= sum;
            }
            candidates.sort_by(|a, b| b.prior.total_cmp(&a.prior));
            evaluation.with_candidates(candidates)
        })
    }

    /// Returns the weight of a mirroring move after `last`: nonzero for the image, or for a pass if that is illegal.
    fn weight_of_mirror(&self, last: Move, mv: Move, evaluation: &NodeEvaluation) -> f64 {
        if last == Move::Pass {
            return 0.0;
        }
        let image = image(self.size, last);
        let mut candidates = evaluation.candidates.iter();
        let is_legal = candidates.any(|candidate| candidate.mv == image);
        let mirror = if is_legal { image } else { Move::Pass };
        match mv == mirror {
            true => WEIGHTS.mirror,
            false => 0.0,
        }
    }

    fn weight_of_center(&self, mv: Move) -> f64 {
        let Move::Place(point) = mv else {
            return 0.0;
        };
        // Twice the distance, because the center of a board with an even side is between points.
        let distance = |line: u8, side: u8| (2 * i32::from(line) + 1 - i32::from(side)).abs();
        let columns = distance(point.column(), self.size.width());
        match columns.max(distance(point.row(), self.size.height())) {
            ..=1 => WEIGHTS.center,
            2..=3 => WEIGHTS.near_center,
            _ => 0.0,
        }
    }
}

/// Returns the image of a move through the center of the board.
fn image(size: Size, mv: Move) -> Move {
    match mv {
        Move::Pass => Move::Pass,
        Move::Place(point) => Move::Place(Point::new(
            size.width() - 1 - point.column(),
            size.height() - 1 - point.row(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::{Evaluation, GameHistory};
    use crate::rules::{Komi, Rules};

    /// A game in which white has mirrored `count` moves by black.
    fn mirrored(count: u8) -> Record<Position> {
        let size = Size::square(9).unwrap();
        let komi = Komi::from_points(6.5).unwrap();
        let mut record = Record::new(Position::new(size, Rules::DEFAULT, komi));
        for index in 0..count {
            let mv = Move::Place(Point::new(index % 9, index / 9 * 2));
            record.play(Color::Black, mv).unwrap();
            record.play(Color::White, image(size, mv)).unwrap();
        }
        record
    }

    #[test]
    fn mirror_play_is_found_when_it_has_gone_on_for_long_and_to_the_end() {
        let found = |record: &Record<Position>| MirrorPlay::of_record(record).is_some();
        assert!(!found(&mirrored(13)));
        let mut record = mirrored(14);
        assert!(found(&record));
        let [a, b] = [3, 5].map(|row| Move::Place(Point::new(4, row)));
        record.play(Color::Black, a).unwrap();
        assert!(!found(&record), "it is the mirroring side's turn");
        record.play(Color::White, Move::Pass).unwrap();
        assert!(!found(&record));
        record.undo();
        record.play(Color::White, b).unwrap();
        assert!(found(&record));
    }

    #[test]
    fn the_center_and_the_mirror_move_gain_until_mirroring_stops() {
        let record = mirrored(14);
        let mirror = MirrorPlay::of_record(&record).unwrap();
        let history = GameHistory::of_record(&record);
        let uniform = Evaluation::uniform(history.position());
        let evaluation = NodeEvaluation::new(&history, &uniform);
        let before = evaluation.candidates[0].prior;
        let prior = |moves: &[Move], mv: Move| {
            let adjusted = mirror.adjusted(moves, &evaluation)?;
            let sum: f32 = adjusted.candidates.iter().map(|c| c.prior).sum();
            assert!((sum - 1.0).abs() < 1e-5);
            let mut candidates = adjusted.candidates.iter();
            candidates.find(|c| c.mv == mv).map(|c| c.prior)
        };
        let [center, beside, far] =
            [(4, 4), (4, 5), (0, 5)].map(|(x, y)| Move::Place(Point::new(x, y)));
        let root = [center, beside, far].map(|mv| prior(&[], mv).unwrap());
        assert!(root[0] > 4.0 * root[1] && root[1] > root[2], "{root:?}");
        let reply = image(mirror.size, far);
        assert!(prior(&[far], reply).unwrap() > 0.3);
        // A move at the center has no image to play.
        let others = evaluation.candidates.iter().copied();
        let others = others.filter(|candidate| candidate.mv != center);
        let after = evaluation.with_candidates(others.collect());
        let adjusted = mirror.adjusted(&[center], &after).unwrap();
        assert_eq!(adjusted.candidates[0].mv, Move::Pass);
        assert!(prior(&[far, reply], center).unwrap() > before);
        assert_eq!(prior(&[far, beside], center), None);
    }
}
