//! Reads a problem: the chain and the area of the question, until one is decided.

use std::cmp::Reverse;

use super::answer::ProblemAnswer;
use super::area::Area;
use super::capture;
use super::refutation;
use super::stakes::Stakes;
use crate::board::{Move, Point};
use crate::life::group::{GroupLife, GroupLimits, GroupStatus};
use crate::life::zone_search::ZoneLimits;
use crate::puct::NetworkSearch;
use crate::rules::position::Position;
use tengen_engine::Control;

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

/// Reads the problem of a position, for its side to move. Returns the answer about the chain with the largest stake among
/// those that live or die by the first move, or else among those that a single move captures in a ladder or net. `None`
/// if nothing was found within the limits, the network failed, or the control stopped it.
pub fn read(
    position: &Position,
    search: &mut NetworkSearch,
    limits: ProblemLimits,
    control: &Control<Move>,
) -> Option<ProblemAnswer> {
    let stakes = Stakes::new(position, search, control)?;
    read_life(&stakes, limits, control)
        .or_else(|| capture::find(&stakes, limits.budget, &|| control.interrupted()))
}

/// Reads chains in areas. `None` if a chain with a larger stake than the one that lives or dies cannot be read.
fn read_life(
    stakes: &Stakes,
    limits: ProblemLimits,
    control: &Control<Move>,
) -> Option<ProblemAnswer> {
    for target in targets(stakes) {
        match read_target(stakes, target, limits, control) {
            TargetReading::Unknown => return None,
            TargetReading::Settled => {}
            TargetReading::Open(answer) => return Some(*answer),
        }
    }
    None
}

/// What the readings of a chain found.
enum TargetReading {
    /// No verdict or no first move within the limits.
    Unknown,
    /// The same result for both first movers.
    Settled,
    /// A result that depends on who moves first.
    Open(Box<ProblemAnswer>),
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

/// Reads a chain in ever larger areas, until one gives a firm answer. `Unknown` if an area cannot be read before that, since a
/// larger one is harder.
fn read_target(
    stakes: &Stakes,
    target: Point,
    limits: ProblemLimits,
    control: &Control<Move>,
) -> TargetReading {
    for distance in DISTANCES {
        let Some(area) = Area::around(stakes, target, distance) else {
            break;
        };
        let is_last = distance == FARTHEST;
        let is_closed = area.is_closed;
        match read_area(&area, limits, control) {
            AreaReading::Unknown => break,
            AreaReading::Settled if is_closed || is_last => return TargetReading::Settled,
            AreaReading::Open(life) if is_closed || is_last => {
                let mut answer = ProblemAnswer::new(stakes, target, &area, &life);
                match answer.moves.len() {
                    // Only a pass may succeed.
                    0 => break,
                    2.. if !is_last => {}
                    _ => {
                        answer.refutations =
                            refutation::find(stakes, &area, &answer, limits, control);
                        return TargetReading::Open(Box::new(answer));
                    }
                }
            }
            AreaReading::Settled | AreaReading::Open(_) => {}
        }
    }
    TargetReading::Unknown
}

/// What a reading of an area found.
enum AreaReading {
    /// Nothing within the limits.
    Unknown,
    /// The same result for both first movers.
    Settled,
    /// A result that depends on who moves first.
    Open(Box<GroupLife>),
}

/// Reads an area for both first movers. The search with zones decides; a full answer, which also lists all moves, takes its
/// place where that is found within a share of the budget.
fn read_area(area: &Area, limits: ProblemLimits, control: &Control<Move>) -> AreaReading {
    let is_stopped: &dyn Fn() -> bool = &|| control.interrupted();
    let zone_limits = ZoneLimits {
        visits: limits.budget,
        memory: limits.memory,
        is_stopped,
    };
    let Some(decided) = GroupLife::read_zones(&area.question, zone_limits) else {
        return AreaReading::Unknown;
    };
    if !is_open(&decided) {
        return AreaReading::Settled;
    }
    let limits = GroupLimits {
        visits: limits.budget / FULL_SHARE,
        memory: limits.memory,
        is_stopped,
    };
    let full = GroupLife::read_fully(&area.question, limits).filter(is_open);
    AreaReading::Open(Box::new(full.unwrap_or(decided)))
}

/// Whether the result depends on who moves first.
fn is_open(life: &GroupLife) -> bool {
    matches!(life.status(), GroupStatus::Unsettled | GroupStatus::Ko)
}
