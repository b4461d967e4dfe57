//! Ladder breakers and ladder makers, and GNU Go's result codes for attack and defense: answers that take several
//! readings.

use thiserror::Error;

use super::{KoMark, Verdict};
use crate::engine::game::Color;
use crate::go::board::point::Point;
use crate::go::board::point_set::PointSet;
use crate::go::board::stones::Board;
use crate::go::ladder;

/// Moves that each of many readings may try: far more than ladders of real games need, but few enough that exhausting
/// them costs a fraction of a second.
pub const BATCH_NODES: u64 = 50_000;

/// A chain, and the side that moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderQuestion {
    /// A stone of the chain.
    pub target: Point,
    /// The side of the chain.
    pub defender: Color,
    /// The side that moves first.
    pub first: Color,
}

impl LadderQuestion {
    /// Returns the default question: the attacker moves first against a chain with two or more liberties, the defender
    /// of a chain in atari does. `None` if there is no stone.
    pub fn usual(board: &Board, target: Point) -> Option<LadderQuestion> {
        let defender = board.at(target)?;
        let first = if board.liberty_count(target) < 2 {
            defender
        } else {
            defender.opponent()
        };
        Some(LadderQuestion {
            target,
            defender,
            first,
        })
    }

    /// Returns the question with the attacker to move. `None` if there is no stone.
    pub fn attack(board: &Board, target: Point) -> Option<LadderQuestion> {
        let defender = board.at(target)?;
        Some(LadderQuestion {
            target,
            defender,
            first: defender.opponent(),
        })
    }

    /// Reads the verdict and the ko mark. A chain that is no longer on the board is captured.
    pub fn verdict(&self, board: &mut Board, nodes: u64) -> (Verdict, Option<KoMark>) {
        if board.at(self.target) != Some(self.defender) {
            return (Verdict::Captured, None);
        }
        ladder::verdict(board, self.target, self.first, nodes).unwrap_or((Verdict::Captured, None))
    }
}

/// The reason for a missing answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoAnswer {
    /// No breaker exists: the chain escapes already.
    #[error("the chain at {0} escapes as it is")]
    Escapes(Point),
    /// No maker exists: the chain is captured already.
    #[error("the chain at {0} is captured as it is")]
    Captured(Point),
    /// The reading ran out of moves.
    #[error("the ladder at {0} takes too many moves to read")]
    Unknown(Point),
    /// One stone cannot help both sides.
    #[error("the chains are of both colours")]
    BothColors,
    /// The search was interrupted.
    #[error("stopped before the answer was complete")]
    Stopped,
}

/// Ladder changers: the points where one more stone changes a verdict, in board order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LadderChangers {
    /// Points where a stone changes the verdict.
    pub points: Vec<Point>,
    /// Points for which the reading ran out of moves.
    pub unknown: Vec<Point>,
}

/// Returns the first stone, from the top left, of every chain with one or two liberties.
pub fn short_chains(board: &Board) -> Vec<Point> {
    let size = board.size();
    let mut seen = PointSet::new();
    let from_top = (0..size.height())
        .rev()
        .flat_map(|row| (0..size.width()).map(move |column| Point::new(column, row)));
    from_top
        .filter(|&point| board.at(point).is_some() && seen.insert(board.head(point)))
        .filter(|&point| board.liberty_count(point) <= 2)
        .collect()
}

/// Finds ladder breakers: empty points where one more stone of the defender changes `Captured` to `Escapes` for all
/// these chains.
///
/// The stone is added whoever's turn it is, and the same side moves first as before. The stone has to be a legal move
/// by ko and suicide, and its captures are made.
///
/// # Errors
/// Refuses chains of both colors and chains that are not captured, and reports an interruption.
pub fn breakers(
    board: &mut Board,
    questions: &[LadderQuestion],
    nodes: u64,
    is_stopped: &dyn Fn() -> bool,
) -> Result<LadderChangers, NoAnswer> {
    let Some(helper) = questions.first().map(|question| question.defender) else {
        return Ok(LadderChangers::default());
    };
    if questions.iter().any(|question| question.defender != helper) {
        return Err(NoAnswer::BothColors);
    }
    for question in questions {
        match question.verdict(board, nodes).0 {
            Verdict::Captured => {}
            Verdict::Escapes => return Err(NoAnswer::Escapes(question.target)),
            Verdict::Unknown => return Err(NoAnswer::Unknown(question.target)),
        }
    }
    changers(board, questions, helper, nodes, is_stopped)
}

/// Finds ladder makers: empty points where one more stone of the attacker changes `Escapes` to `Captured`. The stone is
/// added as by [`breakers`]. If it captures the chain itself, the chain is captured.
///
/// # Errors
/// Refuses a chain that does not escape, and reports an interruption.
pub fn makers(
    board: &mut Board,
    question: LadderQuestion,
    nodes: u64,
    is_stopped: &dyn Fn() -> bool,
) -> Result<LadderChangers, NoAnswer> {
    match question.verdict(board, nodes).0 {
        Verdict::Escapes => {}
        Verdict::Captured => return Err(NoAnswer::Captured(question.target)),
        Verdict::Unknown => return Err(NoAnswer::Unknown(question.target)),
    }
    let helper = question.defender.opponent();
    changers(board, &[question], helper, nodes, is_stopped)
}

/// Returns the points where one more stone of `helper` gives him the wanted verdict for every question.
fn changers(
    board: &mut Board,
    questions: &[LadderQuestion],
    helper: Color,
    nodes: u64,
    is_stopped: &dyn Fn() -> bool,
) -> Result<LadderChangers, NoAnswer> {
    let mut changers = LadderChangers::default();
    for point in legal_points(board, helper) {
        if is_stopped() {
            return Err(NoAnswer::Stopped);
        }
        let undo = board.make(helper, point);
        let mut is_unknown = false;
        let serves = questions.iter().all(|question| {
            let wanted = if helper == question.defender {
                Verdict::Escapes
            } else {
                Verdict::Captured
            };
            let verdict = question.verdict(board, nodes).0;
            is_unknown |= verdict == Verdict::Unknown;
            verdict == wanted || verdict == Verdict::Unknown
        });
        board.unmake(undo);
        match (serves, is_unknown) {
            (true, false) => changers.points.push(point),
            (true, true) => changers.unknown.push(point),
            (false, _) => {}
        }
    }
    Ok(changers)
}

fn legal_points(board: &Board, color: Color) -> Vec<Point> {
    let points = board.size().points();
    points
        .filter(|&point| board.is_legal(color, point))
        .collect()
}

/// The degree of success of an attack or a defense (GNU Go's manual, "Return Codes"), the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Success {
    /// Unconditional success.
    Win,
    /// GNU Go's `KO_A`: success by ko, and the opponent has to make the first threat.
    Ko,
    /// GNU Go's `KO_B`: success by ko, and the successful side has to make the first threat.
    KoWithThreat,
}

impl Success {
    /// Returns GNU Go's number of the code; 0 means failure there.
    pub fn code(self) -> u8 {
        match self {
            Success::Win => 1,
            Success::Ko => 2,
            Success::KoWithThreat => 3,
        }
    }

    /// Grades an outcome for the side that wants `wanted` and, if `by_threat`, has to retake a ko to reach it.
    fn of(
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

/// Finds the best capturing move against the chain of the stone on `target`, the attacker to move, and its degree of
/// success. `None` if there is none or no stone.
///
/// # Errors
/// Reports a reading that ran out of moves.
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

/// Finds the best saving move for the chain of the stone on `target`, the defender to move, and its degree of success;
/// no point means a pass. Tries every point of the board, those around the chain first.
///
/// # Errors
/// Reports a reading that ran out of moves, and an interruption.
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
    best.consider(
        graded(question.verdict(board, nodes), Verdict::Escapes, false),
        None,
    );
    for point in defenses(board, question) {
        if best.is_win() {
            break;
        }
        if is_stopped() {
            return Err(NoAnswer::Stopped);
        }
        let grade = after(board, question.defender, point, question, nodes);
        best.consider(grade, Some(point));
    }
    best.answer(target)
}

/// Returns the empty points: liberties of the chain, then points that capture a neighbor in atari, then the others.
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

/// A success, a failure, or a reading that ran out of moves.
type Grade = Result<Option<Success>, Spent>;

/// A reading ran out of moves.
#[derive(Clone, Copy, Debug)]
struct Spent;

fn graded(outcome: (Verdict, Option<KoMark>), wanted: Verdict, by_threat: bool) -> Grade {
    match outcome.0 {
        Verdict::Unknown => Err(Spent),
        _ => Ok(Success::of(outcome, wanted, by_threat)),
    }
}

/// Grades a move of `side`, by reading `question` after it. A move that a ko forbids takes a threat.
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
    let outcome = question.verdict(board, nodes);
    board.unmake(undo);
    graded(outcome, wanted, by_threat)
}

/// The best move so far, the first of equals.
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

    /// Moves whose reading was given up cannot be better than a win.
    fn answer(self, target: Point) -> Result<Option<(Success, M)>, NoAnswer> {
        if self.is_unsure && !self.is_win() {
            return Err(NoAnswer::Unknown(target));
        }
        Ok(self.found)
    }
}

#[cfg(test)]
mod tests;
