//! Problems of gomoku, renju and caro.
//!
//! - `attack`: the only move that wins by continuous fours or threats
//! - `defense`: the only move that prevents a win by continuous fours
//! - `forbidden`: the points forbidden to Black in renju
//! - `proof`: proofs of wins by fours and threats
//!
//! Tests: unit tests in the files; `src/gomoku/threats/only_moves.rs` against an exhaustive search.
//! A change moves: the output of `tengen problems`.

mod attack;
mod defense;
mod forbidden;
mod proof;

use super::finding::{Branch, Finding, Line};
use super::game::{FinderLimits, ProblemGame, after_pass};
use super::kind::ProblemKind;
use super::proof::Proof;
use tengen_engine::game::Point;
use tengen_gomoku::threats::only_moves::answer_to;
use tengen_gomoku::{Position, solve_vcf};
use tengen_play::PlayableGame as _;
use tengen_play::gomoku::{Gomoku, at};

/// Nodes of each search of a proof or refutation.
const NODES: u64 = 4_000;

/// Nodes of each search for a win by fours. With more, a game would take longer than a few seconds.
const VCF_NODES: u64 = 4_000;

/// Nodes of each search for a win by threats.
const VCT_NODES: u64 = 2_000;

/// Nodes of each search in a position with a threat to prevent; few positions have one.
const DEFENSE_NODES: u64 = 12_000;

/// A node takes about as many times longer where a five needs an open end, since defenses can be far away.
const OPEN_END_FACTOR: u64 = 8;

/// Fewest plies of a win by threats, unless an option says otherwise: two moves, such as a double four and the five.
const LEAST_PLIES: usize = 3;

/// The state of a search for problems in one game.
pub struct ThreatFinder {
    /// Fewest moves of a win, including the five.
    least_moves: usize,
    /// Most right first moves.
    most: usize,
    /// Forbidden points of the last position.
    forbidden: Vec<Point>,
}

impl ProblemGame for Gomoku {
    type Finder = ThreatFinder;

    const GRADERS: &'static [&'static str] = &[
        "600", "800", "1000", "1200", "1400", "1600", "1800", "2000", "2200", "2400",
    ];

    fn finder(limits: FinderLimits) -> ThreatFinder {
        ThreatFinder {
            // A win of n moves has 2n - 1 plies.
            least_moves: limits.depth.unwrap_or(LEAST_PLIES).div_ceil(2),
            most: limits.solutions,
            forbidden: Vec::new(),
        }
    }

    fn find(
        finder: &mut ThreatFinder,
        position: &Position,
        wanted: &[ProblemKind],
    ) -> Vec<Finding> {
        let mut findings = Vec::new();
        let wants = |kind| wanted.contains(&kind);
        if wants(ProblemKind::Forbidden) {
            findings.extend(forbidden::find(position, &mut finder.forbidden));
        }
        let vcf = wants(ProblemKind::Vcf).then(|| attack::vcf(position, finder.most));
        let vct = || wants(ProblemKind::Vct).then(|| attack::vct(position, finder.most));
        let attack = vcf.flatten().or_else(|| vct().flatten());
        findings.extend(attack.filter(|attack| attack.depth >= finder.least_moves));
        if wants(ProblemKind::Defense) {
            findings.extend(defense::find(position, finder.most));
        }
        findings
    }

    /// Also follows the wins of both sides by fours and threats: where several first moves win, a later one may be the
    /// only one.
    fn variations(
        position: &Position,
        _: Option<Point>,
        wanted: &[ProblemKind],
    ) -> Vec<(Line, Position)> {
        let passed = after_pass::<Gomoku>(position);
        if !wanted.iter().any(|kind| kind.is_attack()) {
            return passed.into_iter().collect();
        }
        let mut found = attack::along_win(&Line::new(), position);
        if let Some((line, after)) = passed {
            found.extend(attack::along_win(&line, &after));
            found.insert(0, (line, after));
        }
        found
    }

    fn refute(
        _: &mut ThreatFinder,
        position: &Position,
        finding: &Finding,
        mv: Point,
    ) -> Option<Branch> {
        let first = Gomoku::move_at(position, Some(mv))?;
        match finding.kind {
            ProblemKind::Defense => defense::refute(position, first),
            ProblemKind::Vcf | ProblemKind::Vct => {
                let answer = answer_to(position, first, NODES)
                    .or_else(|| attack::answer_to_quiet_move(position, first, finding))?;
                Some(attack::failing([first, answer]))
            }
            _ => None,
        }
    }

    fn proofs(position: &Position, finding: &Finding) -> Option<Vec<Proof>> {
        match finding.kind {
            ProblemKind::Vcf | ProblemKind::Vct => {
                let solutions = finding.solutions.iter();
                let prove = |&solution| proof::proof(position, finding, solution);
                solutions.map(prove).collect()
            }
            _ => Some(Vec::new()),
        }
    }
}

/// Returns the moves as points of any board.
fn points(moves: &[tengen_gomoku::Point]) -> Vec<Option<Point>> {
    moves.iter().map(|&mv| Some(at(mv))).collect()
}

/// Returns the nodes of a search under the rule of the position.
fn nodes(position: &Position, most: u64) -> u64 {
    match position.rule().needs_open_end() {
        true => most / OPEN_END_FACTOR,
        false => most,
    }
}

/// Whether the side to move has a five.
fn has_five(position: &Position) -> bool {
    matches!(
        solve_vcf(position, 1),
        tengen_gomoku::Attack::Win { moves: 1, .. }
    )
}
