//! Ladder changers: ladder breakers and ladder makers.

use super::Verdict;
use super::question::{LadderQuestion, NoAnswer};
use crate::board::point::Point;
use crate::board::stones::Board;
use tengen_engine::game::Color;

/// The points where one more stone changes a verdict, in board order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LadderChangers {
    /// Points where a stone changes the verdict.
    pub points: Vec<Point>,
    /// Points for which the reading ran out of moves.
    pub unknown: Vec<Point>,
}

/// Finds ladder breakers: empty points where one more stone of the defender changes `Captured` to `Escapes` for all
/// these chains.
///
/// The stone is added regardless of the turn, and the side to move first stays the same. The stone must be a legal move
/// under ko and suicide rules, and its captures are made. Fails for chains of both colors, for chains that are not
/// captured, and on interruption.
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
/// added as in [`breakers`]; if it captures the chain itself, the chain counts as captured. Fails if the chain does not
/// escape, and on interruption.
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

/// Returns the points where one more stone of `helper` gives it the wanted verdict for every question.
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

#[cfg(test)]
mod tests;
