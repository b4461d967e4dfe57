//! The root of a search: which moves are looked at there, and how.

use super::ending;
use super::params::Params;
use super::verdict::{Candidate, Verdict};
use crate::engine::SearchRequest;
use crate::engine::game::Position as _;
use crate::go::board::{Move, Point, Size};
use crate::go::net::{GameHistory, Symmetry};
use crate::go::rules::Position;

/// A move that is not looked at, because it is the mirror image of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twin {
    /// The move.
    pub mv: Move,
    /// The one that stands for it.
    pub of: Move,
    /// The symmetry that takes that one to this one.
    pub by: Symmetry,
}

/// What is particular to the root.
pub struct Root {
    /// What the network said of it, all moves included.
    pub verdict: std::sync::Arc<Verdict>,
    /// The moves that are left out for their images.
    pub twins: Vec<Twin>,
    /// For each candidate the points by which it is better than it seems.
    pub bonus: Vec<f64>,
}

/// The candidates to search among: those that the question allows, one of each set of mirror images with the priors of
/// all, their priors under the early temperature.
pub fn candidates(
    situation: &GameHistory,
    verdict: &Verdict,
    question: &SearchRequest<Move>,
    params: &Params,
) -> (Verdict, Vec<Twin>) {
    let position = situation.position();
    let symmetries = symmetries(position);
    let size = position.board().size();
    let color = position.to_move();
    let mut twins: Vec<Twin> = Vec::new();
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in &verdict.candidates {
        if !question.allows(color, &candidate.mv, 0) {
            continue;
        }
        let image = |known: &Candidate| {
            let mut by = symmetries.iter();
            by.find(|&&by| image(size, by, known.mv) == candidate.mv)
                .copied()
        };
        let known = kept
            .iter_mut()
            .find_map(|known| Some((image(known)?, known)));
        match known {
            Some((by, known)) => {
                known.prior += candidate.prior;
                twins.push(Twin {
                    mv: candidate.mv,
                    of: known.mv,
                    by,
                });
            }
            None => kept.push(*candidate),
        }
    }
    if kept.is_empty() {
        // A question that allows nothing is answered as if it allowed everything.
        kept = verdict.candidates.to_vec();
    }
    let heat = early(params.root_temperature_early, 1.0, situation, params);
    for candidate in &mut kept {
        candidate.prior = candidate.prior.powf(1.0 / heat as f32);
    }
    let sum: f32 = kept.iter().map(|candidate| candidate.prior).sum();
    if sum > 0.0 {
        kept.iter_mut().for_each(|candidate| candidate.prior /= sum);
    }
    kept.sort_by(|a, b| b.prior.total_cmp(&a.prior));
    (verdict.among(kept), twins)
}

/// For each candidate the points by which it is better than it seems.
pub fn bonus(situation: &GameHistory, verdict: &Verdict, params: &Params) -> Vec<f64> {
    let position = situation.position();
    let delay = |candidate: &Candidate| {
        -ending::delay(position, verdict, candidate.mv, params.ending_bonus)
    };
    verdict.candidates.iter().map(delay).collect()
}

/// A number that goes from `early` to `late` as the game goes on, faster on smaller boards.
pub fn early(early: f64, late: f64, situation: &GameHistory, params: &Params) -> f64 {
    let board = situation.position().board();
    let stones = board.size().area() - board.empty_points().len();
    let side = (board.size().area() as f64).sqrt();
    let half_lives = stones as f64 / params.temperature_half_life * 19.0 / side;
    late + (early - late) * 0.5_f64.powf(half_lives)
}

/// The symmetries other than doing nothing that leave the position as it is: its stones, and which moves are legal.
fn symmetries(position: &Position) -> Vec<Symmetry> {
    let board = position.board();
    let size = board.size();
    let color = position.to_move();
    let is_same = |by: &Symmetry| {
        size.points().all(|point| {
            let to = image_of_point(size, *by, point);
            let legal = |at| position.check(color, Move::Place(at)).is_ok();
            board.at(point) == board.at(to) && legal(point) == legal(to)
        })
    };
    // On a rectangle, the half of them that exchange columns and rows do not exist.
    let count = if size.width() == size.height() { 8 } else { 4 };
    Symmetry::all()
        .take(count)
        .skip(1)
        .filter(is_same)
        .collect()
}

/// Where a symmetry takes a move.
pub fn image(size: Size, by: Symmetry, mv: Move) -> Move {
    match mv {
        Move::Pass => Move::Pass,
        Move::Place(point) => Move::Place(image_of_point(size, by, point)),
    }
}

fn image_of_point(size: Size, by: Symmetry, point: Point) -> Point {
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let row = height - 1 - usize::from(point.row());
    let (column, row) = by.apply((width, height), usize::from(point.column()), row);
    Point::new(column as u8, (height - 1 - row) as u8)
}
