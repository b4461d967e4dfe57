//! The only move that wins by continuous fours or threats.

use super::super::finding::{Branch, Finding};
use super::super::kind::ProblemKind;
use super::super::sentences::Outcome;
use super::{NODES, VCF_NODES, VCT_NODES, nodes, points};
use tengen_engine::game::Position as _;
use tengen_gomoku::threats::only_moves::{OnlyWin, only_vcf, only_vct};
use tengen_gomoku::{Attack, Point, Position, solve_vct};
use tengen_play::PlayableGame as _;
use tengen_play::gomoku::{Gomoku, at};

/// Most failing attacks shown. Those that a player chooses are added.
const MOST_WRONG: usize = 8;

/// Returns the problem of a position with a single four that wins by continuous fours.
pub fn vcf(position: &Position) -> Option<Finding> {
    let win = only_vcf(position, nodes(position, VCF_NODES))?;
    Some(finding(position, ProblemKind::Vcf, win))
}

/// Returns the problem of a position with a single threat that wins by continuous threats.
pub fn vct(position: &Position) -> Option<Finding> {
    let win = only_vct(position, nodes(position, VCT_NODES))?;
    Some(finding(position, ProblemKind::Vct, win))
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

fn finding(position: &Position, kind: ProblemKind, win: OnlyWin) -> Finding {
    let wrong: Vec<Branch> = win
        .failing
        .iter()
        .map(|&moves| failing(moves))
        .take(MOST_WRONG)
        .collect();
    let outcome = Outcome::WinsIn {
        side: position.to_move(),
        n: win.moves,
    };
    Finding {
        kind,
        target: Vec::new(),
        solutions: vec![at(win.pv[0])],
        right: vec![Branch::new(points(&win.pv), outcome)],
        wrong,
        margin: None,
        depth: win.moves as usize,
        zone: None,
    }
}
