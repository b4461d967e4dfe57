//! Answers that take several ladder readings: which stones would turn a verdict, and the codes by which GNU Go
//! tells how an attack or a defence succeeds.

use thiserror::Error;

use super::{KoMark, Verdict};
use crate::engine::game::Color;
use crate::go::board::point::Point;
use crate::go::board::point_set::PointSet;
use crate::go::board::stones::Board;
use crate::go::ladder;

/// Moves that each of many readings may try: far more than ladders of real games need, and little enough that a
/// point for which they do not suffice costs a fraction of a second.
pub const MANY_NODES: u64 = 50_000;

/// A ladder question: the chain of a stone, and who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// A stone of the chain.
    pub target: Point,
    /// The side of that stone.
    pub defender: Color,
    /// Who moves first.
    pub first: Color,
}

impl Question {
    /// What is asked where nobody says who moves first: the attacker of a chain with two or more liberties, the
    /// defender of a chain in atari. `None` if no stone is there.
    pub fn usual(board: &Board, target: Point) -> Option<Question> {
        let defender = board.at(target)?;
        let first = if board.liberty_count(target) < 2 {
            defender
        } else {
            defender.opponent()
        };
        Some(Question {
            target,
            defender,
            first,
        })
    }

    /// The question with the attacker to move.
    pub fn attack(board: &Board, target: Point) -> Option<Question> {
        let defender = board.at(target)?;
        Some(Question {
            target,
            defender,
            first: defender.opponent(),
        })
    }

    /// The verdict with its ko mark. A chain that is no longer there has been captured.
    pub fn verdict(&self, board: &mut Board, nodes: u64) -> (Verdict, Option<KoMark>) {
        if board.at(self.target) != Some(self.defender) {
            return (Verdict::Captured, None);
        }
        ladder::verdict(board, self.target, self.first, nodes).unwrap_or((Verdict::Captured, None))
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoAnswer {
    /// There is nothing to break.
    #[error("the chain at {0} escapes as it is")]
    Escapes(Point),
    /// There is nothing to make.
    #[error("the chain at {0} is captured as it is")]
    Captured(Point),
    /// The budget is spent.
    #[error("the ladder at {0} takes too many moves to read")]
    Unknown(Point),
    /// One stone can't help two sides.
    #[error("the chains are of both colours")]
    BothColors,
    /// Somebody has stopped it.
    #[error("stopped before the answer was complete")]
    Stopped,
}

/// The points where a stone turns a verdict, in the order of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turning {
    /// A stone here turns it.
    pub points: Vec<Point>,
    /// Here the budget was spent before it was clear.
    pub unknown: Vec<Point>,
}

/// The first stone, from the top left, of every chain with one or two liberties.
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

/// The empty points where one more stone of the defender turns `Captured` into `Escapes` for all these chains.
///
/// The stone is added whoever's turn it is, then the same side moves first as before; it has to be a legal move,
/// so no suicide and no ko that bars the defender, and what it captures goes.
pub fn breakers(
    board: &mut Board,
    questions: &[Question],
    nodes: u64,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Turning, NoAnswer> {
    let Some(helper) = questions.first().map(|question| question.defender) else {
        return Ok(Turning::default());
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
    turning(board, questions, helper, nodes, is_stopped)
}

/// The empty points where one more stone of the attacker turns `Escapes` into `Captured`. The stone is added as by
/// [`breakers`]; where it takes the chain itself, the chain is captured.
pub fn makers(
    board: &mut Board,
    question: Question,
    nodes: u64,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Turning, NoAnswer> {
    match question.verdict(board, nodes).0 {
        Verdict::Escapes => {}
        Verdict::Captured => return Err(NoAnswer::Captured(question.target)),
        Verdict::Unknown => return Err(NoAnswer::Unknown(question.target)),
    }
    let helper = question.defender.opponent();
    turning(board, &[question], helper, nodes, is_stopped)
}

/// The points where one more stone of `helper` brings him what he wants of every question.
fn turning(
    board: &mut Board,
    questions: &[Question],
    helper: Color,
    nodes: u64,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Turning, NoAnswer> {
    let mut turning = Turning::default();
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
            (true, false) => turning.points.push(point),
            (true, true) => turning.unknown.push(point),
            (false, _) => {}
        }
    }
    Ok(turning)
}

fn legal_points(board: &Board, color: Color) -> Vec<Point> {
    let points = board.size().points();
    points
        .filter(|&point| board.is_legal(color, point))
        .collect()
}

/// How an attack or a defence succeeds (GNU Go's manual, "Return Codes"), the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Success {
    /// Whatever happens elsewhere.
    Win,
    /// GNU Go's `KO_A`: by ko, and the other side has to make the first threat.
    Ko,
    /// GNU Go's `KO_B`: by ko, and the side that succeeds has to make the first threat.
    KoWithThreat,
}

impl Success {
    /// The number that GNU Go writes over GTP; 0 is no success at all.
    pub fn code(self) -> u8 {
        match self {
            Success::Win => 1,
            Success::Ko => 2,
            Success::KoWithThreat => 3,
        }
    }

    /// What `side` has reached if it wants `wanted`, and has to retake a ko at once for it if `by_threat`.
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

/// Whether and how the chain of the stone on `target` can be caught in a ladder, the attacker to move, and the
/// move that does it best. No success for a point without a stone.
pub fn attack(
    board: &mut Board,
    target: Point,
    nodes: u64,
) -> Result<Option<(Success, Point)>, NoAnswer> {
    let Some(question) = Question::attack(board, target) else {
        return Ok(None);
    };
    if board.liberty_count(target) > 2 {
        return Ok(None);
    }
    let attacker = question.first;
    let mut moves: Vec<Point> = board.liberties(target).collect();
    moves.sort_unstable();
    let mut best = Best::default();
    for point in moves {
        let reply = Question {
            first: question.defender,
            ..question
        };
        best.consider(after(board, attacker, point, reply, nodes), point);
    }
    best.answer(target)
}

/// Whether and how the chain of the stone on `target` can be saved from a ladder, the defender to move, and the
/// move that does it best: `None` where a pass will do. Every point of the board is tried, those around the chain
/// first.
pub fn defend(
    board: &mut Board,
    target: Point,
    nodes: u64,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Option<(Success, Option<Point>)>, NoAnswer> {
    let Some(question) = Question::attack(board, target) else {
        return Ok(None);
    };
    let mut best = Best::default();
    best.consider(
        graded(question.verdict(board, nodes), Verdict::Escapes, false),
        None,
    );
    for point in defences(board, question) {
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

/// The empty points: liberties of the chain, then those where a neighbour in atari is captured, then the others.
fn defences(board: &Board, question: Question) -> Vec<Point> {
    let mut points: Vec<Point> = board.liberties(question.target).collect();
    points.sort_unstable();
    let neighbours = board
        .stones_of(question.target)
        .flat_map(Point::neighbours)
        .filter(|&point| board.at(point) == Some(question.defender.opponent()));
    points.extend(neighbours.filter_map(|point| board.last_liberty(point)));
    points.extend(board.size().points().filter(|&p| board.is_empty(p)));
    let mut seen = PointSet::new();
    points.retain(|&point| seen.insert(point));
    points
}

/// A success, none, or the budget was spent.
type Grade = Result<Option<Success>, Spent>;

/// The budget of a reading was spent.
#[derive(Clone, Copy, Debug)]
struct Spent;

fn graded(outcome: (Verdict, Option<KoMark>), wanted: Verdict, by_threat: bool) -> Grade {
    match outcome.0 {
        Verdict::Unknown => Err(Spent),
        _ => Ok(Success::of(outcome, wanted, by_threat)),
    }
}

/// What `side` reaches by this move, the question being asked after it. A move that the ko bars takes a threat.
fn after(board: &mut Board, side: Color, point: Point, question: Question, nodes: u64) -> Grade {
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

/// The best of the moves considered so far, the first of equals.
struct Best<M> {
    found: Option<(Success, M)>,
    is_unsure: bool,
}

impl<M> Default for Best<M> {
    fn default() -> Self {
        Best {
            found: None,
            is_unsure: false,
        }
    }
}

impl<M> Best<M> {
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

    /// Nothing better than a win can hide in what was not read.
    fn answer(self, target: Point) -> Result<Option<(Success, M)>, NoAnswer> {
        if self.is_unsure && !self.is_win() {
            return Err(NoAnswer::Unknown(target));
        }
        Ok(self.found)
    }
}

#[cfg(test)]
mod tests;
