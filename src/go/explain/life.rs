//! Claims about the life of a chain.

use super::claim::{Claim, KoOutcome, is_captured};
use crate::board::{Board, Move, Point, PointSet};
use crate::life::group::{GroupLife, GroupLimits, GroupStatus, LifeAnswer};
use crate::life::posed::PosedQuestion;
use crate::life::reading::WayOfLife;
use crate::life::side::LifeSide;
use crate::rules::benson::PassAliveArea;
use crate::rules::flood::flood;
use tengen_engine::game::Color;

/// Returns the claims about the life of the chain on `target`.
pub fn claims(board: &Board, target: Point, limits: GroupLimits<'_>) -> Vec<Claim> {
    let Some(color) = board.at(target) else {
        return Vec::new();
    };
    let eyes = eyes(board, target);
    if eyes.len() >= 2 {
        return vec![Claim::PassAlive { color, eyes }];
    }
    // The target is a stone, so this never fails.
    let Ok(posed) = PosedQuestion::about(board, vec![target]) else {
        return Vec::new();
    };
    let life = match GroupLife::read(&posed, limits) {
        Ok(life) => life,
        Err(reason) => {
            let reason = reason.to_string();
            return vec![Claim::NotEnclosed { reason }];
        }
    };
    let mut claims = status_claims(board, target, &life);
    if let Some(status) = life.among_weak_walls {
        claims.push(Claim::WeakWalls {
            walls: life.weak_walls.clone(),
            status,
        });
    }
    if let Some(survivors) = &life.survivors {
        claims.push(Claim::Survivors {
            chains: survivors.chains.clone(),
            status: survivors.status,
        });
    }
    claims.push(Claim::Region {
        points: life.region,
        walls: life.walls,
    });
    claims
}

fn status_claims(board: &Board, target: Point, life: &GroupLife) -> Vec<Claim> {
    let [attack, defense] = &life.answers;
    let attacker = life.color(LifeSide::Attacker);
    match life.status() {
        GroupStatus::Unknown => vec![Claim::LifeUnknown],
        GroupStatus::Dead => vec![Claim::Dead {
            defender: life.defender,
            line: defense.pv.clone(),
        }],
        GroupStatus::Unsettled => vec![Claim::Unsettled {
            attacker,
            attack: attack.pv.clone(),
            defense: defense.pv.clone(),
        }],
        GroupStatus::Ko => vec![Claim::Ko {
            outcomes: [attack, defense].map(|answer| ko_outcome(life, answer)),
        }],
        GroupStatus::Seki => Vec::new(),
        GroupStatus::Alive if life.among_weak_walls.is_some() => Vec::new(),
        GroupStatus::Alive => {
            let mut claims = vec![Claim::Alive {
                attacker,
                how: attack.how,
                line: attack.pv.clone(),
                eyes: eyes_after(board, target, &attack.pv),
            }];
            if attack.how == Some(WayOfLife::Seki) {
                claims.extend(shared_liberties(board, target, life));
            }
            claims
        }
    }
}

fn ko_outcome(life: &GroupLife, answer: &LifeAnswer) -> KoOutcome {
    KoOutcome {
        first: life.color(answer.first),
        role: answer.first,
        // A group with a status has two verdicts.
        captured: is_captured(answer.verdict).unwrap_or(false),
        threats: answer.ko.map(|ko| (life.color(ko.side), ko.count)),
        best: answer.best_move(),
    }
}

/// Returns the liberties that the chain shares with opposing chains of its region, and one stone of each such chain.
fn shared_liberties(board: &Board, target: Point, life: &GroupLife) -> Option<Claim> {
    let region: PointSet = life.region.iter().copied().collect();
    let mut liberties = Vec::new();
    let mut chains: Vec<Point> = Vec::new();
    for liberty in board.liberties(target) {
        for near in liberty.neighbors() {
            let is_foe = board.at(near) == Some(life.defender.opponent());
            if !is_foe || !region.contains(near) {
                continue;
            }
            liberties.push(liberty);
            let head = board.head(near);
            if !chains.iter().any(|&chain| board.head(chain) == head) {
                chains.push(near);
            }
        }
    }
    liberties.sort_unstable();
    liberties.dedup();
    chains.sort_unstable();
    (!chains.is_empty()).then_some(Claim::SharedLiberties { liberties, chains })
}

/// Returns the eyes of the chain at the end of a line.
fn eyes_after(board: &Board, target: Point, line: &[(Color, Move)]) -> Vec<Point> {
    let mut end = board.clone();
    for &(color, mv) in line {
        match mv {
            Move::Place(point) if end.is_legal(color, point) => end.play(color, point),
            Move::Place(_) => return Vec::new(),
            Move::Pass => end.set_ko(None),
        }
    }
    match end.at(target) == board.at(target) {
        true => eyes(&end, target),
        false => Vec::new(),
    }
}

/// Returns one point of each eye of a pass-alive chain: the regions without stones of its side in which every empty
/// point is one of its liberties. Empty for a chain that isn't pass-alive.
fn eyes(board: &Board, target: Point) -> Vec<Point> {
    let area = PassAliveArea::pass_alive(board, false);
    let Some(color) = board
        .at(target)
        .filter(|_| area.owner(target) == board.at(target))
    else {
        return Vec::new();
    };
    let liberties: PointSet = board.liberties(target).collect();
    let mut seen = PointSet::new();
    let mut eyes = Vec::new();
    let starts: Vec<Point> = board.liberties(target).collect();
    for start in starts {
        if seen.contains(start) {
            continue;
        }
        let mut inside = PointSet::new();
        let is_inside = |point| board.contains(point) && board.at(point) != Some(color);
        flood(board, start, &mut inside, is_inside, |_| ());
        let is_vital = |point: Point| !board.is_empty(point) || liberties.contains(point);
        let is_own = |point: Point| area.owner(point) == Some(color);
        if inside.iter().all(|point| is_vital(point) && is_own(point)) {
            eyes.extend(inside.iter().find(|&point| board.is_empty(point)));
        }
        seen.insert_all(&inside);
    }
    eyes.sort_unstable();
    eyes
}
