//! The only move that prevents a win by continuous fours.

use super::super::finding::{Branch, Finding};
use super::super::kind::ProblemKind;
use super::super::sentences::Outcome;
use super::{DEFENSE_NODES, NODES, has_five, nodes, points};
use tengen_engine::game::Position as _;
use tengen_gomoku::threats::only_moves::only_defenses;
use tengen_gomoku::{Attack, Point, Position, solve_vcf};
use tengen_play::gomoku::at;

/// Most wrong moves shown, those on the line of the threat.
const MOST_WRONG: usize = 6;

/// Returns the problem of a position with at most `most` defenses against a win by continuous fours.
pub fn find(position: &Position, most: usize) -> Option<Finding> {
    if has_five(position) {
        return None;
    }
    let only = only_defenses(position, most, nodes(position, DEFENSE_NODES))?;
    let line = only.threat.iter().copied();
    let others = line.filter(|point| !only.points.contains(point) && position.is_legal(*point));
    let wrong: Vec<Branch> = others
        .filter_map(|point| refute(position, point))
        .take(MOST_WRONG)
        .collect();
    let right = only.points.iter();
    let right = right.map(|&point| Branch::new(points(&[point]), Outcome::NoFours));
    Some(Finding {
        kind: ProblemKind::Defense,
        target: Vec::new(),
        solutions: only.points.iter().map(|&point| at(point)).collect(),
        right: right.collect(),
        wrong,
        margin: None,
        depth: only.moves as usize,
        zone: None,
    })
}

/// Returns a defense that fails, with the opponent's win by fours after it.
pub fn refute(position: &Position, mv: Point) -> Option<Branch> {
    let mut after = position.clone();
    after.play(position.to_move(), mv).ok()?;
    let Attack::Win { moves, pv } = solve_vcf(&after, NODES) else {
        return None;
    };
    let outcome = Outcome::WinsIn {
        side: after.to_move(),
        n: moves,
    };
    let line: Vec<Point> = [mv].into_iter().chain(pv).collect();
    Some(Branch::new(points(&line), outcome))
}
