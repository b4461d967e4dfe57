//! Chains saved from ladders.

use super::super::finding::{Branch, Finding};
use super::super::kind::ProblemKind;
use super::super::sentences::Outcome;
use super::{ChainQuestion, LADDER_NODES, MOST_WRONG, line_of, stones_of};
use tengen_go::board::tactics::attackers_in_atari;
use tengen_go::ladder::question::LadderQuestion;
use tengen_go::ladder::{self, Verdict};
use tengen_go::{Board, Point};

/// Returns the problem of saving an own chain that a ladder captures, if all legal moves but one leave it captured.
pub fn find(board: &mut Board, question: &ChainQuestion) -> Option<Finding> {
    let wants = |kind| question.wanted.contains(&kind);
    if !(wants(ProblemKind::Escape) || wants(ProblemKind::Breaker)) {
        return None;
    }
    let (mover, chain) = (question.mover, question.chain);
    let attack = LadderQuestion::attack(board, chain)?;
    let only = only_rescue(board, question, attack)?;
    let mut contacts: Vec<Point> = board.liberties(chain).collect();
    let captures: Vec<Point> = attackers_in_atari(board, chain)
        .filter_map(|head| board.last_liberty(head))
        .collect();
    contacts.extend(captures);
    let kind = match contacts.contains(&only) {
        true => ProblemKind::Escape,
        false => ProblemKind::Breaker,
    };
    if !wants(kind) {
        return None;
    }
    let undo = board.make(mover, only);
    let is_caught = question.loose_verdict(board, mover.opponent()) != Verdict::Escapes;
    let pv = ladder::read(board, chain, mover.opponent(), LADDER_NODES);
    board.unmake(undo);
    if is_caught {
        return None;
    }
    let right = Branch::new(
        line_of(board, (mover, only), &pv?.pv),
        Outcome::LadderEscapes,
    );
    contacts.dedup();
    let wrong: Vec<Branch> = contacts
        .into_iter()
        .filter(|&point| point != only && board.is_legal(mover, point))
        .collect::<Vec<_>>()
        .into_iter()
        .filter_map(|point| captured_after(board, question, point))
        .take(MOST_WRONG)
        .collect();
    let lines = wrong.iter().chain([&right]);
    let depth = lines.map(|branch| branch.moves.len()).max()?;
    if depth < question.depth {
        return None;
    }
    let solution = right.first()?;
    Some(Finding {
        kind,
        target: stones_of(board, chain),
        solutions: vec![solution],
        right: vec![right],
        wrong,
        margin: None,
        depth,
        zone: None,
    })
}

/// Returns the only legal move after which no ladder captures the chain. `None` if there are several or none, or if a
/// verdict is unknown or depends on a ko.
fn only_rescue(
    board: &mut Board,
    question: &ChainQuestion,
    attack: LadderQuestion,
) -> Option<Point> {
    let mover = question.mover;
    let points: Vec<Point> = board.size().points().collect();
    let mut only = None;
    for point in points {
        if !board.is_legal(mover, point) {
            continue;
        }
        let undo = board.make(mover, point);
        let verdict = attack.verdict(board, LADDER_NODES);
        board.unmake(undo);
        match (verdict, only) {
            ((Verdict::Captured, None), _) => {}
            ((Verdict::Escapes, None), None) => only = Some(point),
            _ => return None,
        }
    }
    only
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
