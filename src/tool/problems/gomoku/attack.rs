//! The only move that wins by continuous fours or threats.

use super::super::finding::{Branch, Finding, Line};
use super::super::game::ProblemGame as _;
use super::super::kind::ProblemKind;
use super::super::sentences::Outcome;
use super::{NODES, VCF_NODES, VCT_NODES, nodes, points};
use tengen_engine::game::Position as _;
use tengen_gomoku::threats::only_moves::{OnlyWins, only_vcf, only_vct};
use tengen_gomoku::{Attack, Point, Position, solve_vcf, solve_vct};
use tengen_play::PlayableGame as _;
use tengen_play::gomoku::{Gomoku, at};

/// Most failing attacks shown. Those that a player chooses are added.
const MOST_WRONG: usize = 8;

/// Returns the problem of a position in which at most `most` fours win by continuous fours.
pub fn vcf(position: &Position, most: usize) -> Option<Finding> {
    let only = only_vcf(position, most, nodes(position, VCF_NODES))?;
    Some(finding(position, ProblemKind::Vcf, only))
}

/// Returns the problem of a position in which at most `most` threats win by continuous threats.
pub fn vct(position: &Position, most: usize) -> Option<Finding> {
    let only = only_vct(position, most, nodes(position, VCT_NODES))?;
    Some(finding(position, ProblemKind::Vct, only))
}

/// Returns the positions before the later moves of a win by fours or threats, with the lines that lead there after `line`.
pub fn along_win(line: &Line, position: &Position) -> Vec<(Line, Position)> {
    let fours = solve_vcf(position, nodes(position, VCF_NODES));
    let win = match fours {
        Attack::None => solve_vct(position, nodes(position, VCT_NODES)),
        other => other,
    };
    let Attack::Win { mut pv, .. } = win else {
        return Vec::new();
    };
    // A five is easy to see.
    pv.truncate(pv.len().saturating_sub(2));
    let (mut line, mut after) = (line.clone(), position.clone());
    let mut found = Vec::new();
    for pair in pv.chunks_exact(2) {
        for &mv in pair {
            if after.play(after.to_move(), mv).is_err() {
                return found;
            }
            line.push(Some(at(mv)));
        }
        let start = Gomoku::with_turn(&after, after.to_move());
        found.extend(start.map(|start| (line.clone(), start)));
    }
    found
}

/// Returns the opponent's answer to a move without a threat: the solution, if no threats win after it.
pub fn answer_to_quiet_move(position: &Position, mv: Point, finding: &Finding) -> Option<Point> {
    let solution = finding.solutions.first().copied();
    let answer = Gomoku::move_at(position, solution)?;
    let mut after = position.clone();
    for point in [mv, answer] {
        after.play(after.to_move(), point).ok()?;
    }
    let holds = after.outcome().is_none() && solve_vct(&after, NODES) == Attack::None;
    holds.then_some(answer)
}

/// Returns the branch of a failing attack and the answer that refutes it.
pub fn failing(moves: [Point; 2]) -> Branch {
    Branch::new(points(&moves), Outcome::Defended)
}

fn finding(position: &Position, kind: ProblemKind, only: OnlyWins) -> Finding {
    let wrong: Vec<Branch> = only
        .failing
        .iter()
        .map(|&moves| failing(moves))
        .take(MOST_WRONG)
        .collect();
    let side = position.to_move();
    let right = only.wins.iter().map(|win| {
        let n = win.moves;
        Branch::new(points(&win.pv), Outcome::WinsIn { side, n })
    });
    Finding {
        kind,
        target: Vec::new(),
        solutions: only.wins.iter().map(|win| at(win.pv[0])).collect(),
        right: right.collect(),
        wrong,
        margin: None,
        depth: only.wins[0].moves as usize,
        zone: None,
    }
}
