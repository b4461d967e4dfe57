//! Chains saved from ladders.

use super::super::finding::{Branch, Finding};
use super::super::kind::ProblemKind;
use super::super::sentences::Outcome;
use super::{ChainQuestion, LADDER_NODES, MOST_WRONG, line_of, stones_of};
use tengen_go::board::tactics::attackers_in_atari;
use tengen_go::ladder::question::LadderQuestion;
use tengen_go::ladder::{self, Verdict};
use tengen_go::{Board, Point};

/// Returns the problem of saving an own chain that a ladder captures, if nearly all legal moves leave it captured.
pub fn find(board: &mut Board, question: &ChainQuestion) -> Option<Finding> {
    let wants = |kind| question.wanted.contains(&kind);
    if !(wants(ProblemKind::Escape) || wants(ProblemKind::Breaker)) {
        return None;
    }
    let (mover, chain) = (question.mover, question.chain);
    let attack = LadderQuestion::attack(board, chain)?;
    let solutions = only_rescues(board, question, attack)?;
    let mut contacts: Vec<Point> = board.liberties(chain).collect();
    let captures: Vec<Point> = attackers_in_atari(board, chain)
        .filter_map(|head| board.last_liberty(head))
        .collect();
    contacts.extend(captures);
    let in_contact = solutions.iter().filter(|point| contacts.contains(point));
    let kind = match in_contact.count() {
        0 => ProblemKind::Breaker,
        count if count == solutions.len() => ProblemKind::Escape,
        _ => return None,
    };
    if !wants(kind) {
        return None;
    }
    let rescued = solutions.iter().map(|&point| {
        let undo = board.make(mover, point);
        let is_caught = question.loose_verdict(board, mover.opponent()) != Verdict::Escapes;
        let after = ladder::read(board, chain, mover.opponent(), LADDER_NODES);
        board.unmake(undo);
        let line = line_of(board, (mover, point), &after?.pv);
        (!is_caught).then(|| Branch::new(line, Outcome::LadderEscapes))
    });
    let right = rescued.collect::<Option<Vec<Branch>>>()?;
    contacts.dedup();
    let wrong: Vec<Branch> = contacts
        .into_iter()
        .filter(|&point| !solutions.contains(&point) && board.is_legal(mover, point))
        .collect::<Vec<_>>()
        .into_iter()
        .filter_map(|point| captured_after(board, question, point))
        .take(MOST_WRONG)
        .collect();
    let lines = wrong.iter().chain(&right);
    let depth = lines.map(|branch| branch.moves.len()).max()?;
    if depth < question.depth {
        return None;
    }
    Some(Finding {
        kind,
        target: stones_of(board, chain),
        solutions: right.iter().filter_map(Branch::first).collect(),
        right,
        wrong,
        margin: None,
        depth,
        zone: None,
    })
}

/// Returns the only legal moves after which no ladder captures the chain. `None` if there are too many or none, or if a
/// verdict is unknown or depends on a ko.
fn only_rescues(
    board: &mut Board,
    question: &ChainQuestion,
    attack: LadderQuestion,
) -> Option<Vec<Point>> {
    let mover = question.mover;
    let points: Vec<Point> = board.size().points().collect();
    let mut rescues = Vec::new();
    for point in points {
        if !board.is_legal(mover, point) {
            continue;
        }
        let undo = board.make(mover, point);
        let verdict = attack.verdict(board, LADDER_NODES);
        board.unmake(undo);
        match verdict {
            (Verdict::Captured, None) => {}
            (Verdict::Escapes, None) if rescues.len() < question.most => rescues.push(point),
            _ => return None,
        }
    }
    (!rescues.is_empty()).then_some(rescues)
}

/// Returns a move after which the chain is captured, with the capture.
fn captured_after(board: &mut Board, question: &ChainQuestion, point: Point) -> Option<Branch> {
    let ChainQuestion { mover, chain, .. } = *question;
    let undo = board.make(mover, point);
    let reading = ladder::read(board, chain, mover.opponent(), LADDER_NODES);
    board.unmake(undo);
    let line = line_of(board, (mover, point), &reading?.pv);
    Some(Branch::new(line, Outcome::LadderCaptured))
}
