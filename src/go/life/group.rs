//! The life of a group: its status and the answers for both first movers, as points of the board.

use super::enclosure::Enclosure;
use super::fate::{Fate, FateLimits, FateReader};
use super::posed::PosedQuestion;
use super::question::LifeQuestion;
use super::reading::{KoThreats, LifeReading, LifeVerdict, WayOfLife};
use super::side::LifeSide;
use super::solver::{BadFirstMove, LifeSolver};
use super::state::LifeMove;
use super::zone_search::{self, ZoneLimits, ZoneReading};
use crate::board::{Move, Point, PointSet};
use tengen_engine::game::Color;

/// Limits for the readings of a group.
#[derive(Clone, Copy)]
pub struct GroupLimits<'a> {
    /// The number of states that one reading may visit.
    pub visits: u64,
    /// The memory for the tables, in bytes.
    pub memory: usize,
    /// Returns true to end all readings early.
    pub is_stopped: &'a dyn Fn() -> bool,
}

/// Divisor for the visits of the readings of walls and other chains: each may spend a quarter of the limit.
const EXTRA_SHARE: u64 = 4;

/// The answer for one side moving first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LifeAnswer {
    /// The side that moves first.
    pub first: LifeSide,
    /// The verdict without ko threats.
    pub verdict: LifeVerdict,
    /// The ko threats that change the verdict.
    pub ko: Option<KoThreats>,
    /// How the target lives, if it does.
    pub how: Option<WayOfLife>,
    /// The first moves that give the first side its desired verdict.
    pub moves: Vec<Move>,
    /// The best first moves when ko threats are taken into account.
    pub best: Vec<Move>,
    /// A line of best play.
    pub pv: Vec<(Color, Move)>,
    /// The points that the verdict depends on, if fewer than the region were found.
    pub zone: Vec<Point>,
    /// Whether the answer was completed before a limit was reached.
    pub is_complete: bool,
}

/// The status of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupStatus {
    /// Lives even if the attacker moves first.
    Alive,
    /// Is captured even if the defender moves first.
    Dead,
    /// The side that moves first succeeds without a ko.
    Unsettled,
    /// A ko decides the outcome.
    Ko,
    /// Can be captured, but only by a wall that lives in seki or is dead, and the captors are captured in turn.
    Seki,
    /// A reading reached a limit.
    Unknown,
}

/// The life of a group, read for both first movers.
#[derive(Clone, Debug)]
pub struct GroupLife {
    /// The side of the group.
    pub defender: Color,
    /// The points where both sides may play.
    pub region: Vec<Point>,
    /// A stone of each chain that is assumed to be safe.
    pub walls: Vec<Point>,
    /// A stone of each of these walls that is dead or lives only in seki.
    pub weak_walls: Vec<Point>,
    /// The target's status when weak walls are part of its region.
    pub among_weak_walls: Option<GroupStatus>,
    /// The other chains of its side in the region, if one of them survives although the target can be captured.
    pub survivors: Option<SurvivingChains>,
    /// The answers, with the attacker moving first in the first one.
    pub answers: [LifeAnswer; 2],
}

/// Chains of which one survives together with a capturable target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurvivingChains {
    /// A stone of each chain.
    pub chains: Vec<Point>,
    /// The joint status of the chains and the target, which are dead only if all of them can be captured.
    pub status: GroupStatus,
}

/// The life of a group, or the reason that it cannot be read.
pub type GroupReply = Result<GroupLife, super::region::NotEnclosed>;

impl LifeAnswer {
    /// Returns the first move to show: the line's first move if it is among the best, otherwise the first of the best.
    /// `None` if no move helps or none is known.
    pub fn best_move(&self) -> Option<Move> {
        let of_line = self.pv.first().map(|&(_, mv)| mv);
        let best = &self.best;
        of_line
            .filter(|mv| best.contains(mv))
            .or_else(|| best.first().copied())
    }

    /// Whether the side that moves first succeeds without ko threats.
    pub fn succeeds(&self) -> bool {
        self.verdict.winner() == Some(self.first)
    }

    /// Returns the answer for a target that is pass-alive.
    fn pass_alive(first: LifeSide) -> LifeAnswer {
        LifeAnswer {
            first,
            verdict: LifeVerdict::Lives,
            ko: None,
            how: Some(WayOfLife::Eyes),
            moves: Vec::new(),
            best: Vec::new(),
            pv: Vec::new(),
            zone: Vec::new(),
            is_complete: false,
        }
    }

    /// Returns the answer of a search with zones, which finds one move.
    fn from_zones(reading: ZoneReading, asked: &LifeQuestion, first: LifeSide) -> LifeAnswer {
        let best: Vec<Move> = reading.best_move(first).into_iter().collect();
        let mut color = asked.color(first);
        let line = reading.line.iter().map(|&mv| {
            let turn = (color, mv);
            color = color.opponent();
            turn
        });
        LifeAnswer {
            first,
            verdict: reading.verdict,
            ko: reading.ko,
            how: None,
            pv: line.collect(),
            moves: match reading.verdict.winner() == Some(first) {
                true => best.clone(),
                false => Vec::new(),
            },
            best,
            zone: reading.zone,
            is_complete: false,
        }
    }

    fn from_reading(
        reading: LifeReading,
        asked: &LifeQuestion,
        enclosure: &Enclosure,
    ) -> LifeAnswer {
        let point = |mv: &LifeMove| match *mv {
            LifeMove::Pass => Move::Pass,
            LifeMove::Stone(node) => Move::Place(enclosure.point(node)),
        };
        let mut side = reading.first;
        let mut pv = Vec::with_capacity(reading.pv.len());
        for mv in &reading.pv {
            pv.push((asked.color(side), point(mv)));
            side = side.opponent();
        }
        LifeAnswer {
            first: reading.first,
            verdict: reading.verdict,
            ko: reading.ko,
            how: reading.how,
            moves: reading.moves.iter().map(point).collect(),
            best: reading.best.iter().map(point).collect(),
            pv,
            zone: Vec::new(),
            is_complete: reading.is_complete,
        }
    }
}

impl GroupStatus {
    /// Returns the status name used in output.
    pub const fn name(self) -> &'static str {
        match self {
            GroupStatus::Alive => "alive",
            GroupStatus::Dead => "dead",
            GroupStatus::Unsettled => "unsettled",
            GroupStatus::Ko => "ko",
            GroupStatus::Seki => "seki",
            GroupStatus::Unknown => "unknown",
        }
    }
}

impl GroupLife {
    /// Reads a group for both first movers. If it can be captured, its walls and the other chains of its side are read
    /// too. Fails if the group isn't enclosed.
    pub fn read(posed: &PosedQuestion, limits: GroupLimits<'_>) -> GroupReply {
        let mut life = GroupLife::read_alone(posed, limits)?;
        let can_fall = !matches!(life.status(), GroupStatus::Alive | GroupStatus::Unknown);
        if let (true, Ok(asked)) = (can_fall, &posed.question) {
            let limits = GroupLimits {
                visits: limits.visits / EXTRA_SHARE,
                ..limits
            };
            life.survivors = life.read_survivors(asked, limits);
            life.read_walls(asked, limits);
        }
        Ok(life)
    }

    /// Reads a target with the search for large regions, which finds one move for each side. Returns `None` if the region is
    /// too large for that search too.
    pub fn read_zones(asked: &LifeQuestion, limits: ZoneLimits<'_>) -> Option<GroupLife> {
        let [attack, defense] = zone_search::readings(asked, limits)?;
        let answers = [
            LifeAnswer::from_zones(attack, asked, LifeSide::Attacker),
            LifeAnswer::from_zones(defense, asked, LifeSide::Defender),
        ];
        Some(GroupLife::new(asked, answers))
    }

    /// Reads a target with all first moves that succeed. Returns `None` if a limit is reached, or the region is too large.
    pub fn read_fully(asked: &LifeQuestion, limits: GroupLimits<'_>) -> Option<GroupLife> {
        let enclosure = Enclosure::new(asked)?;
        let mut solver = LifeSolver::new(&enclosure, asked, limits.memory, limits.is_stopped);
        let mut read = |first| {
            let reading = solver.reading(first, limits.visits);
            reading
                .is_complete
                .then(|| LifeAnswer::from_reading(reading, asked, &enclosure))
        };
        let answers = [read(LifeSide::Attacker)?, read(LifeSide::Defender)?];
        Some(GroupLife::new(asked, answers))
    }

    /// Reads the target within its region only.
    pub fn read_alone(posed: &PosedQuestion, limits: GroupLimits<'_>) -> GroupReply {
        let asked = posed.question.as_ref().map_err(|&reason| reason)?;
        let answers = match Enclosure::new(asked) {
            None => LifeSide::BOTH.map(|first| read_large(posed, asked, first, limits)),
            Some(enclosure) => {
                let mut solver =
                    LifeSolver::new(&enclosure, asked, limits.memory, limits.is_stopped);
                LifeSide::BOTH.map(|first| {
                    let reading = solver.reading(first, limits.visits);
                    match reading.verdict {
                        LifeVerdict::Unknown => read_large(posed, asked, first, limits),
                        _ => LifeAnswer::from_reading(reading, asked, &enclosure),
                    }
                })
            }
        };
        Ok(GroupLife {
            walls: posed.walls.clone().unwrap_or_default(),
            ..GroupLife::new(asked, answers)
        })
    }

    fn new(asked: &LifeQuestion, answers: [LifeAnswer; 2]) -> GroupLife {
        GroupLife {
            defender: asked.color(LifeSide::Defender),
            region: asked.region().to_vec(),
            walls: Vec::new(),
            weak_walls: Vec::new(),
            among_weak_walls: None,
            survivors: None,
            answers,
        }
    }

    /// Reads the target together with the other chains of its side in the region. `None` if they change nothing.
    fn read_survivors(
        &self,
        asked: &LifeQuestion,
        limits: GroupLimits<'_>,
    ) -> Option<SurvivingChains> {
        let board = asked.board();
        let inside: PointSet = asked.region().iter().copied().collect();
        let head = |&stone: &Point| board.head(stone);
        let targets: Vec<Point> = asked.targets().iter().map(head).collect();
        let others = board.chains().filter(|chain| {
            board.at(*chain) == Some(self.defender)
                && !targets.contains(chain)
                && board.stones_of(*chain).all(|stone| inside.contains(stone))
        });
        let chains: Vec<Point> = others.collect();
        if chains.is_empty() {
            return None;
        }
        let all = [targets, chains.clone()].concat();
        let question = LifeQuestion::new(board, &all, asked.region()).ok()?;
        let posed = PosedQuestion::within_region(question);
        let together = GroupLife::read_alone(&posed, limits).ok()?;
        let status = together.status();
        let helps = status != self.status() && status != GroupStatus::Unknown;
        helps.then_some(SurvivingChains { chains, status })
    }

    /// Reads the walls, and then the target again if some walls are dead or live only in seki.
    fn read_walls(&mut self, asked: &LifeQuestion, limits: GroupLimits<'_>) {
        let board = asked.board();
        let mut region: PointSet = self.region.iter().copied().collect();
        for &wall in &self.walls {
            let Ok(posed) = PosedQuestion::about(board, vec![wall]) else {
                continue;
            };
            let Ok(life) = GroupLife::read_alone(&posed, limits) else {
                continue;
            };
            let is_weak = match life.status() {
                GroupStatus::Dead => true,
                GroupStatus::Alive => life.answers[0].how == Some(WayOfLife::Seki),
                _ => false,
            };
            if is_weak {
                self.weak_walls.push(wall);
                region.insert_all(&life.region.into_iter().collect());
            }
        }
        let ([target], false) = (asked.targets(), self.weak_walls.is_empty()) else {
            return;
        };
        let stones = board.chains().flat_map(|chain| board.stones_of(chain));
        let alive: PointSet = stones.filter(|&stone| !region.contains(stone)).collect();
        let bounds = FateLimits {
            empty: usize::MAX,
            visits: limits.visits,
            all_visits: limits.visits.saturating_mul(2),
            memory: limits.memory,
        };
        let reader = FateReader::new(bounds, limits.is_stopped);
        let region: Vec<Point> = region.iter().collect();
        self.among_weak_walls = Some(match reader.read(board, &alive, *target, &region) {
            Fate::Alive | Fate::Lives => GroupStatus::Alive,
            Fate::Seki => GroupStatus::Seki,
            Fate::Unsettled => GroupStatus::Unsettled,
            Fate::Dead => GroupStatus::Dead,
            Fate::Unknown => GroupStatus::Unknown,
        });
    }

    /// Reads a group after a first move, with the other side to move. Fails if the move is illegal or the region is too
    /// large for a reading.
    pub fn after(
        asked: &LifeQuestion,
        (first, mv): (LifeSide, Move),
        limits: GroupLimits<'_>,
    ) -> Result<LifeAnswer, BadFirstMove> {
        let enclosure = Enclosure::new(asked).ok_or(BadFirstMove::Outside)?;
        let node = match mv {
            Move::Pass => LifeMove::Pass,
            Move::Place(point) => {
                LifeMove::Stone(enclosure.node(point).ok_or(BadFirstMove::Outside)?)
            }
        };
        let mut solver = LifeSolver::new(&enclosure, asked, limits.memory, limits.is_stopped);
        let reading = solver.reading_after(first, node, limits.visits)?;
        Ok(LifeAnswer::from_reading(reading, asked, &enclosure))
    }

    /// Returns the answer for this side moving first.
    pub fn answer(&self, first: LifeSide) -> &LifeAnswer {
        &self.answers[first as usize]
    }

    /// Returns the color of a side.
    pub fn color(&self, side: LifeSide) -> Color {
        match side {
            LifeSide::Attacker => self.defender.opponent(),
            LifeSide::Defender => self.defender,
        }
    }

    /// Returns the side of a color.
    pub fn side(&self, color: Color) -> LifeSide {
        if color == self.defender {
            LifeSide::Defender
        } else {
            LifeSide::Attacker
        }
    }

    /// Returns the status derived from both verdicts and their ko threats, unless walls are weak.
    pub fn status(&self) -> GroupStatus {
        if let Some(status) = self.among_weak_walls {
            return status;
        }
        let [attack, defense] = &self.answers;
        let plain = |answer: &LifeAnswer, verdict| answer.verdict == verdict && answer.ko.is_none();
        if plain(attack, LifeVerdict::Lives) {
            return GroupStatus::Alive;
        }
        if plain(defense, LifeVerdict::Captured) {
            return GroupStatus::Dead;
        }
        if [attack, defense]
            .iter()
            .any(|answer| answer.verdict == LifeVerdict::Unknown)
        {
            return GroupStatus::Unknown;
        }
        if plain(attack, LifeVerdict::Captured) && plain(defense, LifeVerdict::Lives) {
            return GroupStatus::Unsettled;
        }
        GroupStatus::Ko
    }
}

/// Returns the answer for a region in which a full answer takes too long.
fn read_large(
    posed: &PosedQuestion,
    asked: &LifeQuestion,
    first: LifeSide,
    limits: GroupLimits<'_>,
) -> LifeAnswer {
    if posed.is_pass_alive {
        return LifeAnswer::pass_alive(first);
    }
    let limits = ZoneLimits {
        visits: limits.visits,
        memory: limits.memory,
        is_stopped: limits.is_stopped,
    };
    match zone_search::reading(asked, first, limits) {
        Some(reading) => LifeAnswer::from_zones(reading, asked, first),
        None => LifeAnswer {
            verdict: LifeVerdict::Unknown,
            how: None,
            ..LifeAnswer::pass_alive(first)
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::stones::Ko;
    use crate::testing::go_reference::Stones;

    const FREE: GroupLimits<'static> = GroupLimits {
        visits: 100_000,
        memory: 64 << 20,
        is_stopped: &|| false,
    };

    fn read(rows: &[&str], target: Point, limits: GroupLimits<'_>) -> GroupReply {
        let board = Stones::drawn(rows).board();
        GroupLife::read(&PosedQuestion::about(&board, vec![target]).unwrap(), limits)
    }

    /// A black group in the upper left corner with `length` points in a row.
    fn row_of(length: usize) -> [String; 4] {
        let eyes = ". ".repeat(length) + "X O" + &" .".repeat(7 - length);
        let black = "X ".repeat(length + 1) + "O" + &" .".repeat(7 - length);
        let white = "O ".repeat(length + 2) + &". ".repeat(7 - length);
        [
            eyes,
            black,
            white.trim_end().to_owned(),
            ". ".repeat(8) + ".",
        ]
    }

    #[test]
    fn the_status_tells_who_succeeds() {
        let statuses = [2, 3, 4].map(|length| {
            let rows = row_of(length);
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            let life = read(&rows, Point::new(0, 2), FREE).unwrap();
            (life.status().name(), life.answers[1].best_move())
        });
        let middle = Some(Move::Place(Point::new(1, 3)));
        assert_eq!(statuses[0], ("dead", None));
        assert_eq!(statuses[1], ("unsettled", middle));
        assert_eq!(statuses[2].0, "alive");
    }

    #[test]
    fn a_spent_budget_is_unknown_except_for_what_benson_proves() {
        let rows = row_of(4);
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let none = GroupLimits { visits: 0, ..FREE };
        let life = read(&rows, Point::new(0, 2), none).unwrap();
        assert_eq!(life.status(), GroupStatus::Unknown);
        let alive = [". X . X O .", "X X X X O .", "O O O O O .", ". . . . . ."];
        let life = read(&alive, Point::new(0, 2), none).unwrap();
        assert_eq!(life.status(), GroupStatus::Alive);
        assert_eq!(life.answers[0].how, Some(WayOfLife::Eyes));
    }

    #[test]
    fn a_first_move_is_read_on_or_refused() {
        let rows = row_of(3);
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let mut board = Stones::drawn(&rows).board();
        let asked = |board: &_| {
            let posed = PosedQuestion::about(board, vec![Point::new(0, 2)]).unwrap();
            posed.question.unwrap()
        };
        let after = |board: &_, column, row| {
            let mv = Move::Place(Point::new(column, row));
            GroupLife::after(&asked(board), (LifeSide::Defender, mv), FREE)
        };
        let wrong = after(&board, 0, 3).unwrap();
        assert_eq!(wrong.verdict, LifeVerdict::Captured);
        assert_eq!(wrong.first, LifeSide::Attacker);
        assert!(wrong.pv.len() >= 3, "{:?}", wrong.pv);
        let right = after(&board, 1, 3).unwrap();
        assert_eq!(right.verdict, LifeVerdict::Lives);
        assert_eq!(after(&board, 0, 2), Err(BadFirstMove::Illegal));
        assert_eq!(after(&board, 8, 0), Err(BadFirstMove::Outside));
        // A ko mark at a point that isn't a ko does not bind.
        board.set_ko(Some(Ko {
            point: Point::new(1, 3),
            barred: Color::Black,
        }));
        assert!(after(&board, 1, 3).is_ok());
    }
}
