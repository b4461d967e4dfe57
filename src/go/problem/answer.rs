//! The answer to a problem.

use super::area::Area;
use super::refutation::Refutation;
use super::stakes::Stakes;
use crate::board::{Move, Point};
use crate::life::group::{GroupLife, GroupStatus, LifeAnswer};
use crate::life::question::LifeQuestion;
use crate::life::reading::{LifeVerdict, WayOfLife};
use crate::life::side::LifeSide;
use tengen_engine::game::Color;

/// The task of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Capture a group.
    Kill,
    /// Save a group.
    Live,
    /// Win a capturing race: capture a group before it captures a group of the side to move.
    Race,
    /// Capture a chain in a ladder or net, wherever it leads.
    Capture,
}

/// How the side to move succeeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuccessKind {
    /// Whatever the ko threats.
    Unconditional,
    /// In seki, without two eyes.
    Seki,
    /// With this number of ko threats more than the opponent.
    Ko {
        /// Threats that are needed; 0 if the opponent needs threats to prevent it.
        threats: usize,
    },
    /// If the opponent has no ko threats; it is not known whether they matter.
    WithoutThreats,
}

/// The answer about one group of a problem.
pub struct ProblemAnswer {
    /// The task of the side to move.
    pub goal: Goal,
    /// A stone of the target chain.
    pub target: Point,
    /// The target's status.
    pub status: GroupStatus,
    /// The question that was read, on a board with the attacker's stones on the assumed points. `None` for a capture, which is
    /// read on the whole board.
    pub question: Option<LifeQuestion>,
    /// Empty points next to the region that are assumed to belong to the attacker.
    pub assumed: Vec<Point>,
    /// First moves with which the side to move succeeds, of the best kind, the most natural first.
    pub moves: Vec<Point>,
    /// How they succeed.
    pub kind: SuccessKind,
    /// The lines if the side to move begins, and if its opponent does.
    pub lines: [ProblemLine; 2],
    /// Refutations of natural first moves that are not among the moves.
    pub refutations: Vec<Refutation>,
}

/// The verdict if one side moves first.
pub struct ProblemLine {
    /// The verdict about the target. Unknown for a chain that escapes ladders and nets.
    pub verdict: LifeVerdict,
    /// A line of play.
    pub pv: Vec<(Color, Move)>,
    /// The points that the verdict depends on, if they are known to be fewer than the region.
    pub zone: Vec<Point>,
}

impl Goal {
    /// Returns the goal's name in output.
    pub const fn name(self) -> &'static str {
        match self {
            Goal::Kill => "kill",
            Goal::Live => "live",
            Goal::Race => "race",
            Goal::Capture => "capture",
        }
    }
}

impl SuccessKind {
    /// Returns the kind's name in output.
    pub const fn name(self) -> &'static str {
        match self {
            SuccessKind::Unconditional => "unconditional",
            SuccessKind::Seki => "seki",
            SuccessKind::Ko { .. } => "ko",
            SuccessKind::WithoutThreats => "without_threats",
        }
    }
}

impl ProblemAnswer {
    pub(super) fn new(stakes: &Stakes, target: Point, area: &Area, life: &GroupLife) -> Self {
        let to_move = stakes.to_move();
        let [answer, other] =
            [to_move, to_move.opponent()].map(|color| life.answer(life.side(color)));
        let points = answer.best.iter().filter_map(|mv| match mv {
            Move::Place(point) => Some(*point),
            Move::Pass => None,
        });
        let mut moves: Vec<Point> = points.collect();
        let order = |mv: &Point| stakes.moves().position(|natural| natural == *mv);
        moves.sort_by_key(|mv| order(mv).unwrap_or(usize::MAX));
        ProblemAnswer {
            goal: goal(stakes, target, life),
            target,
            status: life.status(),
            question: Some(area.question.clone()),
            assumed: area.assumed.clone(),
            moves,
            kind: kind(answer),
            lines: [answer, other].map(|answer| ProblemLine {
                verdict: answer.verdict,
                pv: answer.pv.clone(),
                zone: answer.zone.clone(),
            }),
            refutations: Vec::new(),
        }
    }

    /// Returns the points in which the target was read; none for a capture.
    pub fn region(&self) -> &[Point] {
        self.question.as_ref().map_or(&[], LifeQuestion::region)
    }
}

fn kind(answer: &LifeAnswer) -> SuccessKind {
    match answer.ko {
        Some(ko) if ko.side == answer.first => SuccessKind::Ko { threats: ko.count },
        Some(_) => SuccessKind::Ko { threats: 0 },
        None if answer.how == Some(WayOfLife::Seki) => SuccessKind::Seki,
        None => SuccessKind::Unconditional,
    }
}

/// Returns the goal. It is a race if a fighting chain of the other color touches the target.
fn goal(stakes: &Stakes, target: Point, life: &GroupLife) -> Goal {
    let board = stakes.board();
    let at_stake = stakes.of_chain(target) / 2.0;
    let mut around = board.stones_of(target).flat_map(Point::neighbors);
    let is_race = around.any(|near| {
        board.contains(near)
            && board.at(near) == Some(life.defender.opponent())
            && stakes.of_chain(near) >= at_stake
    });
    match (is_race, life.side(stakes.to_move())) {
        (true, _) => Goal::Race,
        (false, LifeSide::Attacker) => Goal::Kill,
        (false, LifeSide::Defender) => Goal::Live,
    }
}
