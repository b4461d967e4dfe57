//! GNU Go's result codes for attack and defense, derived from ladder readings.

use super::question::{LadderQuestion, NoAnswer};
use super::{KoMark, Verdict};
use crate::board::point::Point;
use crate::board::point_set::PointSet;
use crate::board::stones::Board;
use tengen_engine::game::Color;

/// The degree of success of an attack or a defense (GNU Go's manual, "Return Codes"), best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Success {
    /// Unconditional success.
    Win,
    /// GNU Go's `KO_A`: success by ko, where the opponent must make the first threat.
    Ko,
    /// GNU Go's `KO_B`: success by ko, where the successful side must make the first threat.
    KoWithThreat,
}

impl Success {
    /// Returns GNU Go's number for the code. GNU Go uses 0 for failure.
    pub fn code(self) -> u8 {
        match self {
            Success::Win => 1,
            Success::Ko => 2,
            Success::KoWithThreat => 3,
        }
    }

    /// Grades an outcome for the side that wants `wanted`. With `by_threat`, that side must retake a ko to get there.
    fn grade(
        (verdict, ko): (Verdict, Option<KoMark>),
        wanted: Verdict,
        by_threat: bool,
    ) -> Option<Success> {
        match (verdict == wanted, ko, by_threat) {
            (true, _, true) | (false, Some(_), _) => Some(Success::KoWithThreat),
            (true, None, false) => Some(Success::Win),
            (true, Some(_), false) => Some(Success::Ko),
            (false, None, _) => None,
        }
    }
}

/// Finds the best capturing move against the chain of the stone on `target` with the attacker to move, and its degree
/// of success. Returns `None` if no move captures or the point is empty. Fails if a reading runs out of moves.
pub fn attack(
    board: &mut Board,
    target: Point,
    nodes: u64,
) -> Result<Option<(Success, Point)>, NoAnswer> {
    let Some(question) = LadderQuestion::attack(board, target) else {
        return Ok(None);
    };
    if board.liberty_count(target) > 2 {
        return Ok(None);
    }
    let attacker = question.first;
    let mut moves: Vec<Point> = board.liberties(target).collect();
    moves.sort_unstable();
    let mut best = BestMove::default();
    for point in moves {
        let reply = LadderQuestion {
            first: question.defender,
            ..question
        };
        best.consider(after(board, attacker, point, reply, nodes), point);
    }
    best.answer(target)
}

/// Finds the best saving move for the chain of the stone on `target` with the defender to move, and its degree of
/// success. No point means a pass. Tries every point of the board, those around the chain first. Fails if a reading
/// runs out of moves or is interrupted.
pub fn defend(
    board: &mut Board,
    target: Point,
    nodes: u64,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Option<(Success, Option<Point>)>, NoAnswer> {
    let Some(question) = LadderQuestion::attack(board, target) else {
        return Ok(None);
    };
    let mut best = BestMove::default();
    // If the chain can be captured only by ko, a move that leaves it that way does not improve it.
    let without_move = graded(outcome(board, question, nodes), Verdict::Escapes, false);
    if !is_captured_by_ko(board, question) {
        best.consider(without_move, None);
    }
    for point in defenses(board, question) {
        if best.is_win() {
            break;
        }
        if is_stopped() {
            return Err(NoAnswer::Stopped);
        }
        let grade = after(board, question.defender, point, question, nodes);
        let is_better = !matches!(
            (&grade, &without_move),
            (Ok(Some(found)), Ok(Some(before))) if found >= before
        );
        if is_better {
            best.consider(grade, Some(point));
        }
    }
    best.answer(target)
}

/// Returns the empty points: liberties of the chain, then points that capture a neighbor in atari, then all others.
fn defenses(board: &Board, question: LadderQuestion) -> Vec<Point> {
    let mut points: Vec<Point> = board.liberties(question.target).collect();
    points.sort_unstable();
    let neighbors = board
        .stones_of(question.target)
        .flat_map(Point::neighbors)
        .filter(|&point| board.at(point) == Some(question.defender.opponent()));
    points.extend(neighbors.filter_map(|point| board.last_liberty(point)));
    points.extend(board.size().points().filter(|&p| board.is_empty(p)));
    let mut seen = PointSet::new();
    points.retain(|&point| seen.insert(point));
    points
}

type Grade = Result<Option<Success>, Spent>;

/// Signals that a reading ran out of moves.
#[derive(Clone, Copy, Debug)]
struct Spent;

fn graded(outcome: (Verdict, Option<KoMark>), wanted: Verdict, by_threat: bool) -> Grade {
    match outcome.0 {
        Verdict::Unknown => Err(Spent),
        _ => Ok(Success::grade(outcome, wanted, by_threat)),
    }
}

/// Reads a question as a ladder. Reports a capture that the defender may retake as a ko as preventable by ko threats.
/// The ladder itself does not check this, because it ends with the capture.
fn outcome(board: &mut Board, question: LadderQuestion, nodes: u64) -> (Verdict, Option<KoMark>) {
    if is_captured_by_ko(board, question) {
        return (Verdict::Captured, Some(KoMark::Defender));
    }
    question.verdict(board, nodes)
}

/// Whether the attacker, to move, can capture the chain immediately, but only by taking a ko.
fn is_captured_by_ko(board: &mut Board, question: LadderQuestion) -> bool {
    let attacker = question.defender.opponent();
    if question.first != attacker || board.chain_len(question.target) > 1 {
        return false;
    }
    let liberty = board.last_liberty(question.target);
    let Some(liberty) = liberty.filter(|&point| !board.is_ko(attacker, point)) else {
        return false;
    };
    let undo = board.make(attacker, liberty);
    let is_ko = board.ko().is_some();
    board.unmake(undo);
    is_ko
}

/// Grades a move of `side` by reading `question` after it. A move forbidden by a ko needs a threat first.
fn after(
    board: &mut Board,
    side: Color,
    point: Point,
    question: LadderQuestion,
    nodes: u64,
) -> Grade {
    if board.is_suicide(side, point) {
        return Ok(None);
    }
    let wanted = if side == question.defender {
        Verdict::Escapes
    } else {
        Verdict::Captured
    };
    let by_threat = board.is_ko(side, point);
    let undo = board.make(side, point);
    let outcome = match board.at(question.target) {
        Some(_) => outcome(board, question, nodes),
        None => (Verdict::Captured, board.ko().map(|_| KoMark::Defender)),
    };
    board.unmake(undo);
    graded(outcome, wanted, by_threat)
}

/// The best move so far; the first among equals.
struct BestMove<M> {
    found: Option<(Success, M)>,
    is_unsure: bool,
}

impl<M> Default for BestMove<M> {
    fn default() -> Self {
        BestMove {
            found: None,
            is_unsure: false,
        }
    }
}

impl<M> BestMove<M> {
    fn consider(&mut self, grade: Grade, mv: M) {
        match grade {
            Err(Spent) => self.is_unsure = true,
            Ok(Some(success)) if self.found.as_ref().is_none_or(|(best, _)| success < *best) => {
                self.found = Some((success, mv));
            }
            Ok(_) => {}
        }
    }

    fn is_win(&self) -> bool {
        matches!(self.found, Some((Success::Win, _)))
    }

    /// Returns the best move, unless an unfinished reading could have found a better one.
    fn answer(self, target: Point) -> Result<Option<(Success, M)>, NoAnswer> {
        if self.is_unsure && !self.is_win() {
            return Err(NoAnswer::Unknown(target));
        }
        Ok(self.found)
    }
}

#[cfg(test)]
mod tests;
