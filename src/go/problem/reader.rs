//! Reads a problem: the chain and the area of the question, until one is decided.

use std::cmp::Reverse;

use super::answer::ProblemAnswer;
use super::area::Area;
use super::capture;
use super::refutation;
use super::stakes::Stakes;
use super::tried::{TriedArea, TriedOutcome};
use crate::board::{Move, Point};
use crate::life::group::{GroupLife, GroupLimits, GroupStatus};
use crate::life::reading::LifeVerdict;
use crate::life::zone_search::ZoneLimits;
use crate::puct::NetworkSearch;
use crate::rules::position::Position;
use tengen_engine::Control;
use tengen_engine::game::Color;

/// Number of states that one reading visits by default.
pub const DEFAULT_BUDGET: u64 = 400_000;

/// Most chains in question.
const MAX_TARGETS: usize = 3;

/// Least stake of a chain in question, as a share of the largest.
const LEAST_STAKE: f32 = 0.25;

/// Least number of stones of a chain in question. Fewer stones are seldom the question, and were answered wrongly.
const LEAST_SIZE: usize = 3;

/// Divisor of the budget for the full answer about an area, after the verdicts.
const FULL_SHARE: u64 = 5;

/// Divisor of the budget for a reading after one that has reached its limit.
const LATER_SHARE: u64 = 4;

/// Distances of the area's border from the fight, in steps. A nearer border is used only if nothing can escape there and
/// a single first move succeeds: several ones are a sign of a wall that is too near.
const DISTANCES: [usize; 2] = [2, FARTHEST];

const FARTHEST: usize = 3;

/// Limits for the readings of a problem.
#[derive(Clone, Copy)]
pub struct ProblemLimits {
    /// Number of states that one reading may visit.
    pub budget: u64,
    /// Memory of one reading, in bytes.
    pub memory: usize,
}

/// What was found about a problem.
pub struct ProblemReading {
    /// The answers, the group with the largest stake first.
    pub answers: Vec<ProblemAnswer>,
    /// The areas in which chains without an answer were read, in the order of the readings.
    pub tried: Vec<TriedArea>,
    /// The line that the network expects if the side to move begins, in one of these areas if it can. It is a guess, not an
    /// answer.
    pub expected: Vec<(Color, Move)>,
}

/// Reads the problem of a position, for its side to move. The answers are about the chains that live or die by the first
/// move, or else about the one with the largest stake that a single move captures in a ladder or net. `None` without stones,
/// if the network failed, or if the control stopped its search.
pub fn read(
    position: &Position,
    search: &mut NetworkSearch,
    limits: ProblemLimits,
    control: &Control<Move>,
) -> Option<ProblemReading> {
    let stakes = Stakes::new(position, search, control)?;
    let mut reader = ProblemReader {
        stakes: &stakes,
        limits,
        control,
        answers: Vec::new(),
        tried: Vec::new(),
    };
    reader.read_chains();
    let ProblemReader {
        mut answers,
        mut tried,
        ..
    } = reader;
    if answers.is_empty() {
        answers.extend(capture::find(&stakes, limits.budget, &|| {
            control.interrupted()
        }));
    }
    tried.retain(|area| answers.iter().all(|answer| answer.target != area.target));
    let areas = tried.iter().flat_map(|tried| &tried.region);
    let expected = stakes.line_in(&areas.copied().collect());
    Some(ProblemReading {
        answers,
        tried,
        expected,
    })
}

/// Reads the chains in question.
struct ProblemReader<'a> {
    stakes: &'a Stakes,
    limits: ProblemLimits,
    control: &'a Control<Move>,
    answers: Vec<ProblemAnswer>,
    tried: Vec<TriedArea>,
}

impl ProblemReader<'_> {
    /// Reads the chains in question outside the regions of earlier answers.
    fn read_chains(&mut self) {
        let budget = self.limits.budget;
        for target in targets(self.stakes) {
            let is_inside = |answer: &ProblemAnswer| answer.region().contains(&target);
            if self.answers.iter().any(is_inside) {
                continue;
            }
            let answer = self.read_chain(target);
            self.answers.extend(answer);
            let is_at_limit = |area: &TriedArea| area.outcome == TriedOutcome::Limit;
            if self.tried.last().is_some_and(is_at_limit) {
                self.limits.budget = budget / LATER_SHARE;
            }
        }
    }

    /// Reads a chain in ever larger areas, until one gives a firm answer. `None` if an area cannot be read before that, since a
    /// larger one is harder.
    fn read_chain(&mut self, target: Point) -> Option<ProblemAnswer> {
        for distance in DISTANCES {
            let area = Area::around(self.stakes, target, distance)?;
            let life = self.read_area(&area);
            let is_last = distance == FARTHEST;
            let outcome = match self.answer(target, &area, life.as_ref(), is_last) {
                Ok(answer) => return Some(answer),
                Err(outcome) => outcome,
            };
            self.give_up(target, &area, life.as_ref(), outcome);
            let helps_to_widen = match outcome {
                // Assumed walls may be too near.
                TriedOutcome::Settled => !area.is_closed || !area.assumed.is_empty(),
                TriedOutcome::Exit | TriedOutcome::SeveralMoves => true,
                TriedOutcome::Limit | TriedOutcome::TooLarge | TriedOutcome::OnlyPass => false,
            };
            if !helps_to_widen {
                break;
            }
        }
        None
    }

    /// Returns the answer that the reading of an area gives, or the reason that it gives none.
    fn answer(
        &self,
        target: Point,
        area: &Area,
        life: Option<&GroupLife>,
        is_last: bool,
    ) -> Result<ProblemAnswer, TriedOutcome> {
        let life = life.ok_or(TriedOutcome::TooLarge)?;
        if life.status() == GroupStatus::Unknown {
            return Err(TriedOutcome::Limit);
        }
        if !is_open(life) {
            return Err(TriedOutcome::Settled);
        }
        if !area.is_closed && !is_last {
            return Err(TriedOutcome::Exit);
        }
        let mut answer = ProblemAnswer::new(self.stakes, target, area, life);
        match answer.moves.len() {
            0 => Err(TriedOutcome::OnlyPass),
            2.. if !is_last => Err(TriedOutcome::SeveralMoves),
            _ => {
                answer.refutations =
                    refutation::find(self.stakes, area, &answer, self.limits, self.control);
                Ok(answer)
            }
        }
    }

    /// Reads an area for both first movers. The search with zones decides; a full answer, which also lists all moves, takes
    /// its place where that is found within a share of the budget. `None` if the area is too large.
    fn read_area(&self, area: &Area) -> Option<GroupLife> {
        let is_stopped: &dyn Fn() -> bool = &|| self.control.interrupted();
        let ProblemLimits { budget, memory } = self.limits;
        let zone_limits = ZoneLimits {
            visits: budget,
            memory,
            is_stopped,
        };
        let decided = GroupLife::read_zones(&area.question, zone_limits)?;
        if !is_open(&decided) {
            return Some(decided);
        }
        let limits = GroupLimits {
            visits: budget / FULL_SHARE,
            memory,
            is_stopped,
        };
        let full = GroupLife::read_fully(&area.question, limits).filter(is_open);
        Some(full.unwrap_or(decided))
    }

    /// Records an area without an answer.
    fn give_up(
        &mut self,
        target: Point,
        area: &Area,
        life: Option<&GroupLife>,
        outcome: TriedOutcome,
    ) {
        let verdict = |color| match life {
            Some(life) => life.answer(life.side(color)).verdict,
            None => LifeVerdict::Unknown,
        };
        self.tried.push(TriedArea {
            target,
            region: area.question.region().to_vec(),
            assumed: area.assumed.clone(),
            outcome,
            verdicts: Color::BOTH.map(verdict),
        });
    }
}

/// Returns a stone of each chain in question, the largest stake first.
fn targets(stakes: &Stakes) -> Vec<Point> {
    let board = stakes.board();
    let stake = |chain: Point| (stakes.of_stones(chain) * 1e3) as i64;
    let chains = board
        .chains()
        .filter(|&chain| board.chain_len(chain) >= LEAST_SIZE);
    let mut chains: Vec<(i64, Point)> = chains.map(|chain| (stake(chain), chain)).collect();
    chains.sort_by_key(|&(stake, _)| Reverse(stake));
    let least = chains
        .first()
        .map_or(0.0, |&(stake, _)| stake as f32 * LEAST_STAKE);
    let serious = chains
        .into_iter()
        .filter(|&(stake, _)| stake > 0 && stake as f32 >= least);
    serious.map(|(_, chain)| chain).take(MAX_TARGETS).collect()
}

/// Whether the result depends on who moves first.
fn is_open(life: &GroupLife) -> bool {
    matches!(life.status(), GroupStatus::Unsettled | GroupStatus::Ko)
}
