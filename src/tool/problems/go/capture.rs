//! Captures in ladders and nets.

use std::collections::BTreeSet;

use super::super::finding::{Branch, Finding};
use super::super::kind::ProblemKind;
use super::super::sentences::Outcome;
use super::{ChainQuestion, LADDER_NODES, MOST_WRONG, line_of, stones_of};
use tengen_go::ladder::{self, Verdict};
use tengen_go::{Board, Point};

/// Distance from a liberty within which every move is tried as a net.
const NET_REACH: u8 = 3;

/// Returns the problem of capturing a chain of the opponent with two liberties by few moves, in a ladder if one
/// works, else in a net.
pub fn find(board: &mut Board, question: &ChainQuestion, in_ladder: bool) -> Option<Finding> {
    let wants = |kind| question.wanted.contains(&kind);
    match in_ladder {
        _ if board.liberty_count(question.chain) != 2 => None,
        true if wants(ProblemKind::Ladder) => by_ladder(board, question),
        false if wants(ProblemKind::Net) => by_net(board, question),
        _ => None,
    }
}

fn by_ladder(board: &mut Board, question: &ChainQuestion) -> Option<Finding> {
    let ChainQuestion { mover, chain, .. } = *question;
    let reading = ladder::read(board, chain, mover, LADDER_NODES)?;
    let solutions = &reading.moves;
    let is_few = (1..=question.most).contains(&solutions.len());
    if !is_few || reading.pv.len() < question.depth {
        return None;
    }
    let others = legal_points(board, question).filter(|point| !solutions.contains(point));
    let near = near_points(board, question, 1);
    for other in others.collect::<Vec<_>>() {
        let undo = board.make(mover, other);
        let verdict = ladder::verdict(board, chain, mover.opponent(), LADDER_NODES);
        let is_net = near.contains(&other)
            && question.loose_verdict(board, mover.opponent()) != Verdict::Escapes;
        board.unmake(undo);
        if is_net || !matches!(verdict, Some((Verdict::Escapes, None))) {
            return None;
        }
    }
    let wrong = failing_moves(board, question, &near, (solutions, Outcome::LadderEscapes));
    let mut right = vec![line_of(board, reading.pv[0], &reading.pv[1..])];
    for &other in solutions.iter().filter(|&&point| point != reading.pv[0].1) {
        let undo = board.make(mover, other);
        let after = ladder::read(board, chain, mover.opponent(), LADDER_NODES);
        board.unmake(undo);
        right.push(line_of(board, (mover, other), &after?.pv));
    }
    let right = right.into_iter();
    let right = right.map(|line| Branch::new(line, Outcome::LadderCaptured));
    finding(board, question, ProblemKind::Ladder, right.collect(), wrong)
}

fn by_net(board: &mut Board, question: &ChainQuestion) -> Option<Finding> {
    let mover = question.mover;
    let first = question.loose(board, mover)?;
    if first.verdict != Verdict::Captured || first.pv.len() < question.depth {
        return None;
    }
    let near = near_points(board, question, NET_REACH);
    let mut caught: Vec<(Point, _)> = Vec::new();
    for &point in &near {
        let undo = board.make(mover, point);
        let reading = question.loose(board, mover.opponent());
        board.unmake(undo);
        let reading = reading?;
        match reading.verdict {
            Verdict::Escapes => {}
            Verdict::Captured if caught.len() < question.most => caught.push((point, reading.pv)),
            _ => return None,
        }
    }
    let solutions: Vec<Point> = caught.iter().map(|(point, _)| *point).collect();
    let mut holds = |&point: &Point| withstands_every_reply(board, question, point);
    if solutions.is_empty() || !solutions.iter().all(&mut holds) {
        return None;
    }
    let near = near_points(board, question, 1);
    let wrong = failing_moves(board, question, &near, (&solutions, Outcome::Escapes));
    let right = caught.iter().map(|(point, pv)| {
        let line = line_of(board, (mover, *point), pv);
        Branch::new(line, Outcome::Caught)
    });
    finding(board, question, ProblemKind::Net, right.collect(), wrong)
}

/// Whether a move catches the chain against every reply. The reader tries only replies near the chain.
fn withstands_every_reply(board: &mut Board, question: &ChainQuestion, only: Point) -> bool {
    let ChainQuestion { mover, .. } = *question;
    let defender = mover.opponent();
    let undo = board.make(mover, only);
    let mut replies: Vec<Point> = board.size().points().collect();
    replies.retain(|&reply| board.is_legal(defender, reply));
    let is_caught = replies.into_iter().all(|reply| {
        let undo = board.make(defender, reply);
        let reading = question.loose(board, mover);
        board.unmake(undo);
        reading.is_some_and(|reading| reading.verdict == Verdict::Captured)
    });
    board.unmake(undo);
    is_caught
}

/// Creates the finding that the first moves of `right` solve.
fn finding(
    board: &Board,
    question: &ChainQuestion,
    kind: ProblemKind,
    right: Vec<Branch>,
    wrong: Vec<Branch>,
) -> Option<Finding> {
    Some(Finding {
        kind,
        target: stones_of(board, question.chain),
        solutions: right.iter().filter_map(Branch::first).collect(),
        depth: right.first()?.moves.len(),
        right,
        wrong,
        margin: None,
        zone: None,
    })
}

/// Returns the failing moves at the chain's liberties and next to them, liberties first, each with an escape.
fn failing_moves(
    board: &mut Board,
    question: &ChainQuestion,
    near: &BTreeSet<Point>,
    (solutions, outcome): (&[Point], Outcome),
) -> Vec<Branch> {
    let ChainQuestion { mover, chain, .. } = *question;
    let mut points: Vec<Point> = board.liberties(chain).collect();
    let others = near.iter().filter(|point| !points.contains(point));
    points.extend(others.copied().collect::<Vec<_>>());
    let mut wrong = Vec::new();
    for point in points {
        if solutions.contains(&point) || !board.is_legal(mover, point) || wrong.len() == MOST_WRONG
        {
            continue;
        }
        let undo = board.make(mover, point);
        let pv = match ladder::read(board, chain, mover.opponent(), LADDER_NODES) {
            Some(reading) if board.liberty_count(chain) == 1 => reading.pv,
            _ => question
                .loose(board, mover.opponent())
                .map_or(Vec::new(), |reading| reading.pv),
        };
        board.unmake(undo);
        let line = line_of(board, (mover, point), &pv);
        wrong.push(Branch::new(line, outcome));
    }
    wrong
}

/// Returns the legal moves.
fn legal_points(board: &Board, question: &ChainQuestion) -> impl Iterator<Item = Point> {
    let points = board.size().points();
    points.filter(move |&point| board.is_legal(question.mover, point))
}

/// Returns the legal moves within a distance of a liberty of the chain.
fn near_points(board: &Board, question: &ChainQuestion, reach: u8) -> BTreeSet<Point> {
    let liberties: Vec<Point> = board.liberties(question.chain).collect();
    let distance = |a: Point, b: Point| a.column().abs_diff(b.column()) + a.row().abs_diff(b.row());
    let is_near = |point: &Point| liberties.iter().any(|&at| distance(at, *point) <= reach);
    legal_points(board, question).filter(is_near).collect()
}
