//! The root of a search: its candidates, symmetries and temperatures.

use super::mirror_play::MirrorPlay;
use super::node_evaluation::{Candidate, NodeEvaluation};
use super::terminal_value;
use crate::board::{Move, Point, Size};
use crate::net::{GameHistory, Symmetry};
use crate::rules::Position;
use crate::search_mode::PuctParams;
use crate::search_mode::SearchMode;
use tengen_engine::SearchRequest;
use tengen_engine::game::Position as _;

/// A move that isn't searched, because it is symmetric to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymmetricMove {
    /// The move left out of the search.
    pub mv: Move,
    /// The move searched in its place.
    pub of: Move,
    /// The symmetry that maps `of` to `mv`.
    pub by: Symmetry,
}

/// Data about the root that stays constant during a search.
pub struct PuctRoot {
    /// Network evaluation with all moves.
    pub evaluation: std::sync::Arc<NodeEvaluation>,
    /// Moves that aren't searched because of symmetry.
    pub symmetric_moves: Vec<SymmetricMove>,
    /// Bonus points of each candidate.
    pub bonus: Vec<f64>,
    /// Parameters and options of the search.
    pub mode: SearchMode,
    /// The opponent's mirror play, if it is to be broken.
    pub mirror: Option<MirrorPlay>,
    /// Seed of the search's random choices.
    pub seed: u64,
}

/// Returns the evaluation with the candidates to search, at the root policy temperature: moves that the request allows,
/// one from each set of symmetric moves with the sum of their priors. Also returns the symmetric moves left out.
pub fn candidates(
    history: &GameHistory,
    evaluation: &NodeEvaluation,
    request: &SearchRequest<Move>,
    mode: &SearchMode,
) -> (NodeEvaluation, Vec<SymmetricMove>) {
    let (params, options) = (&mode.params, &mode.options);
    let position = history.position();
    let symmetries = match options.prune_symmetries {
        true => symmetries(position),
        false => Vec::new(),
    };
    let size = position.board().size();
    let color = position.to_move();
    let mut symmetric_moves: Vec<SymmetricMove> = Vec::new();
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in &evaluation.candidates {
        if !request.allows(color, &candidate.mv, 0) {
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
                symmetric_moves.push(SymmetricMove {
                    mv: candidate.mv,
                    of: known.mv,
                    by,
                });
            }
            None => kept.push(*candidate),
        }
    }
    if kept.is_empty() {
        // Treat a request that allows nothing as one that allows everything.
        kept = evaluation.candidates.to_vec();
    }
    let [early, late] = [
        params.root_policy_temperature_early,
        params.root_policy_temperature,
    ];
    soften(&mut kept, temperature(early, late, history, params));
    let sum: f32 = kept.iter().map(|candidate| candidate.prior).sum();
    if sum > 0.0 {
        kept.iter_mut().for_each(|candidate| candidate.prior /= sum);
    }
    kept.sort_by(|a, b| b.prior.total_cmp(&a.prior));
    let mut candidates = evaluation.with_candidates(kept);
    for image in &symmetric_moves {
        candidates.add_human_prior(image.of, evaluation.human_prior_of(image.mv));
    }
    (candidates, symmetric_moves)
}

/// Raises or lowers the differences between priors, without normalizing the sum.
fn soften(candidates: &mut [Candidate], temperature: f64) {
    if temperature == 1.0 {
        return;
    }
    let priors = candidates.iter().map(|candidate| candidate.prior);
    // Dividing by the largest prevents all of them from vanishing at a low temperature.
    let most = priors.fold(f32::MIN_POSITIVE, f32::max);
    for candidate in candidates {
        candidate.prior = (candidate.prior / most).powf(1.0 / temperature as f32);
    }
}

/// Returns the bonus points of each candidate; negative for moves that only prolong the game.
pub fn bonus(history: &GameHistory, evaluation: &NodeEvaluation, params: &PuctParams) -> Vec<f64> {
    let position = history.position();
    let penalty = |candidate: &Candidate| {
        -terminal_value::ending_penalty(position, evaluation, candidate.mv, params.ending_bonus)
    };
    evaluation.candidates.iter().map(penalty).collect()
}

/// Returns a temperature that decays from `early` to `late` during the game, faster on smaller boards.
pub fn temperature(early: f64, late: f64, history: &GameHistory, params: &PuctParams) -> f64 {
    let board = history.position().board();
    let stones = board.size().area() - board.empty_points().len();
    let side = (board.size().area() as f64).sqrt();
    let half_lives = stones as f64 / params.move_temperature_half_life * 19.0 / side;
    late + (early - late) * 0.5_f64.powf(half_lives)
}

/// Returns the symmetries, except the identity, that preserve the stones and the legality of all moves.
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
    // The symmetries of a rectangle don't exchange columns and rows.
    let count = if size.width() == size.height() { 8 } else { 4 };
    Symmetry::all()
        .take(count)
        .skip(1)
        .filter(is_same)
        .collect()
}

/// Returns the image of a move under a symmetry.
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
