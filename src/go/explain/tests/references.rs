//! The references that claims are checked against: slow ones for the rules, ladders and Benson's proof; labels or
//! proofs that the slow checker accepts for life and death.

use std::collections::BTreeSet;

use super::*;
use crate::explain::claim::{Forbidden, KoOutcome, StoneClaim};
use crate::life::enclosure::Enclosure;
use crate::life::group::{GroupLife, GroupStatus};
use crate::life::posed::PosedQuestion;
use crate::life::proof::LifeClaim;
use crate::life::question::LifeQuestion;
use crate::life::reading::{LifeReading, LifeVerdict, WayOfLife};
use crate::life::side::LifeSide;
use crate::life::solver::LifeSolver;
use crate::testing::ladder_reference::{Past, SlowLadder};
use crate::testing::life_checker;
use crate::testing::life_reference::SlowLife;

/// Maximum number of positions in a slow ladder reading.
const SLOW_NODES: u32 = 2_000;

/// Maximum number of lines of a proof to check.
const LONGEST_PROOF: usize = 3_000;

/// A verdict: whether the target is captured, and the side with the ko threats that reverse it, with their number.
type Outcome = (bool, Option<(LifeSide, usize)>);

/// Asserts that the sentence names every point of the claim's lists.
pub fn check_sentence(claim: &Claim) {
    let value = claim.to_json().unwrap();
    let text = value["text"].as_str().unwrap();
    assert!(text.ends_with('.') && text.len() > 10, "{text}");
    if value["forbidden"].is_string() {
        return;
    }
    for list in ["eyes", "breakers", "captures", "ataris", "points", "chains"] {
        for point in value[list].as_array().into_iter().flatten() {
            assert!(text.contains(point.as_str().unwrap()), "{list}: {text}");
        }
    }
}

/// Asserts that a claim is true by the references, or counts it as left out.
pub fn check(
    explained: &Explained,
    point: Point,
    claims: &[Claim],
    claim: &Claim,
    checked: &mut Checked,
) {
    let board = explained.position.board();
    let stones = Stones::from_board(board);
    let name = format!("{claim:?}\nat {point} of\n{}", stones.draw());
    checked.claims += 1;
    let holds = match claim {
        Claim::Chain {
            color,
            stones: own,
            liberties,
        } => {
            let (chain, around) = stones.chain(point);
            Some(
                stones.stones[&point] == *color
                    && own.iter().eq(&chain)
                    && liberties.iter().eq(&around),
            )
        }
        Claim::Atari { by, at, allowed } => {
            let (_, liberties) = stones.chain(point);
            let (_, taken, _) = stones.after(*by, *at);
            let is_other = stones.stones[&point] != *by;
            Some(is_other && liberties == BTreeSet::from([*at]) && taken > 0 && *allowed)
        }
        Claim::LadderWorks { .. } | Claim::LadderFails { .. } => {
            let holds = ladder_holds(&stones, point, claim, checked);
            checked.ladders += usize::from(holds.is_some());
            holds
        }
        Claim::PassAlive { eyes, .. } => {
            checked.pass_alive += 1;
            Some(is_pass_alive(board, point) && are_eyes(&stones, point, eyes))
        }
        Claim::SharedLiberties { liberties, chains } => {
            checked.shared += 1;
            let own = stones.chain(point).1;
            let color = stones.stones[&point];
            Some(liberties.iter().all(|liberty| {
                own.contains(liberty)
                    && chains.iter().any(|chain| {
                        stones.stones[chain] != color && stones.chain(*chain).1.contains(liberty)
                    })
            }))
        }
        Claim::Alive { .. } | Claim::Dead { .. } | Claim::Unsettled { .. } | Claim::Ko { .. } => {
            let holds = life_holds(explained, point, claims, claim);
            checked.lives += usize::from(holds.is_some());
            holds
        }
        Claim::Region { points, walls } => Some(region_holds(&stones, point, points, walls)),
        Claim::WeakWalls { walls, .. } => Some(walls.iter().all(|&wall| {
            let is_opponent = board.at(wall).is_some() && board.at(wall) != board.at(point);
            is_opponent && is_weak(board, wall)
        })),
        Claim::Survivors { chains, .. } => Some(chains.iter().all(|&chain| {
            board.at(chain) == board.at(point) && board.head(chain) != board.head(point)
        })),
        // These claim nothing about the board.
        Claim::NotEnclosed { .. } | Claim::LifeUnknown | Claim::LadderUnknown { .. } => Some(true),
        Claim::Territory { color } => Some(is_territory(board, point, *color)),
        Claim::Eye { color, is_false } => {
            checked.eyes += 1;
            Some(
                is_eye(&stones, point, *color)
                    && *is_false == has_false_corners(&stones, point, *color),
            )
        }
        Claim::Stone(stone) => {
            checked.stones += 1;
            Some(stone_holds(&stones, stone))
        }
    };
    checked.left_out += usize::from(holds.is_none());
    assert!(holds.unwrap_or(true), "{name}");
}

/// Checks a ladder claim; `None` if the slow reader gives up.
fn ladder_holds(
    stones: &Stones,
    target: Point,
    claim: &Claim,
    checked: &mut Checked,
) -> Option<bool> {
    let defender = stones.stones[&target];
    let slowly = |stones: &Stones, first, free| {
        let mut reading = SlowLadder {
            target,
            defender,
            free,
            nodes_left: SLOW_NODES,
        };
        reading.captured(stones, None, first, &mut Past::new())
    };
    match claim {
        Claim::LadderWorks { first, ko, line } => {
            let saved = slowly(stones, *first, Some(defender))?;
            let end = played(stones, line)?;
            Some(slowly(stones, *first, None)? && *ko != saved && !end.stones.contains_key(&target))
        }
        Claim::LadderFails {
            first,
            ko,
            line,
            breakers,
        } => {
            let captured = slowly(stones, *first, Some(defender.opponent()))?;
            if slowly(stones, *first, None)? || *ko != captured {
                return Some(false);
            }
            let end = played(stones, line)?;
            for (chain, without) in without_each_chain(stones, target) {
                let (_, liberties) = without.chain(target);
                if liberties.len() != stones.chain(target).1.len() {
                    continue;
                }
                let is_named = breakers.iter().any(|breaker| chain.contains(breaker));
                if slowly(&without, *first, None)? != is_named {
                    return Some(false);
                }
                checked.breakers += usize::from(is_named);
            }
            Some(end.stones.contains_key(&target))
        }
        _ => None,
    }
}

/// Returns the board without each of the defender's other chains.
fn without_each_chain(stones: &Stones, target: Point) -> Vec<(BTreeSet<Point>, Stones)> {
    let defender = stones.stones[&target];
    let mut chains: Vec<BTreeSet<Point>> = vec![stones.chain(target).0];
    let mut boards = Vec::new();
    for (&stone, _) in stones
        .stones
        .iter()
        .filter(|&(_, &color)| color == defender)
    {
        if chains.iter().any(|chain| chain.contains(&stone)) {
            continue;
        }
        let chain = stones.chain(stone).0;
        let mut without = stones.clone();
        without.stones.retain(|point, _| !chain.contains(point));
        boards.push((chain.clone(), without));
        chains.push(chain);
    }
    boards
}

/// Plays a line; `None` if a move is illegal.
fn played(stones: &Stones, line: &[(Color, Move)]) -> Option<Stones> {
    let mut now = stones.clone();
    let mut ko = None;
    for &(color, mv) in line {
        let Move::Place(point) = mv else {
            ko = None;
            continue;
        };
        if now.stones.contains_key(&point) || ko == Some((point, color)) {
            return None;
        }
        let next = now.ko_after(color, point);
        let (after, _, lost) = now.after(color, point);
        if lost > 0 {
            return None;
        }
        ko = next.map(|barred| (barred, color.opponent()));
        now = after;
    }
    Some(now)
}

/// Whether a chain is alive by Benson's proof on the whole board.
fn is_pass_alive(board: &Board, target: Point) -> bool {
    let everywhere: Vec<Point> = board.size().points().collect();
    let question = LifeQuestion::new(board, &[target], &everywhere).unwrap();
    let (life, state) = SlowLife::new(&question);
    life.is_pass_alive(&state)
}

/// Whether each point is in a separate eye, with liberties of the chain as its only empty points.
fn are_eyes(stones: &Stones, target: Point, eyes: &[Point]) -> bool {
    let color = stones.stones[&target];
    let liberties = stones.chain(target).1;
    let mut seen: BTreeSet<Point> = BTreeSet::new();
    eyes.len() >= 2
        && eyes.iter().all(|&eye| {
            let inside = surroundings(stones, eye, color);
            let is_new = seen.is_disjoint(&inside);
            seen.extend(&inside);
            let mut empty = inside.iter().filter(|at| !stones.stones.contains_key(at));
            is_new && empty.all(|at| liberties.contains(at))
        })
}

/// Returns the points connected to a point without crossing stones of a color.
fn surroundings(stones: &Stones, point: Point, color: Color) -> BTreeSet<Point> {
    let mut inside = BTreeSet::from([point]);
    let mut todo = vec![point];
    while let Some(at) = todo.pop() {
        for near in stones.neighbors(at) {
            if stones.stones.get(&near) != Some(&color) && inside.insert(near) {
                todo.push(near);
            }
        }
    }
    inside
}

fn is_territory(board: &Board, point: Point, color: Color) -> bool {
    let stones = Stones::from_board(board);
    let inside = surroundings(&stones, point, color);
    let is_own = |near: &Point| stones.stones.get(near) == Some(&color);
    let around: BTreeSet<Point> = inside
        .iter()
        .flat_map(|&at| stones.neighbors(at))
        .filter(is_own)
        .collect();
    let is_inner =
        |at: &&Point| !stones.stones.contains_key(at) && !stones.neighbors(**at).iter().any(is_own);
    inside.iter().filter(is_inner).count() <= 1
        && around.iter().all(|&stone| is_pass_alive(board, stone))
}

fn is_eye(stones: &Stones, point: Point, color: Color) -> bool {
    let mut sides = stones.neighbors(point).into_iter();
    sides.all(|near| stones.stones.get(&near) == Some(&color))
}

/// Whether opposing stones on the corners of an eye make it false: two, or one at the edge.
fn has_false_corners(stones: &Stones, point: Point, color: Color) -> bool {
    let offsets = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
    let (mut foes, mut off) = (0, 0);
    for (across, up) in offsets {
        let column = i32::from(point.column()) + across;
        let row = i32::from(point.row()) + up;
        let (width, height) = (stones.size.width(), stones.size.height());
        if column < 0 || row < 0 || column >= i32::from(width) || row >= i32::from(height) {
            off += 1;
            continue;
        }
        let corner = Point::new(column as u8, row as u8);
        foes += usize::from(stones.stones.get(&corner) == Some(&color.opponent()));
    }
    foes + usize::from(off > 0) >= 2
}

fn stone_holds(stones: &Stones, claim: &StoneClaim) -> bool {
    let StoneClaim { color, at, .. } = *claim;
    let (after, taken, lost) = stones.after(color, at);
    if claim.forbidden == Some(Forbidden::Suicide) {
        return lost > 0;
    }
    let (chain, liberties) = match lost {
        0 => after.chain(at),
        _ => return false,
    };
    let adjacent_to = |stones: &Stones, color| -> BTreeSet<BTreeSet<Point>> {
        let near = stones.neighbors(at).into_iter();
        near.filter(|near| stones.stones.get(near) == Some(&color))
            .map(|near| stones.chain(near).0)
            .collect()
    };
    let named = |stones: &Stones, points: &[Point]| -> BTreeSet<BTreeSet<Point>> {
        points.iter().map(|&point| stones.chain(point).0).collect()
    };
    let mut ataris = adjacent_to(&after, color.opponent());
    ataris.retain(|chain| after.chain(*chain.first().unwrap()).1.len() == 1);
    claim.forbidden.is_none()
        && claim.captures.len() == taken
        && claim
            .captures
            .iter()
            .all(|at| stones.stones.contains_key(at) && !after.stones.contains_key(at))
        && claim.stones == chain.len()
        && claim.liberties.iter().eq(&liberties)
        && claim.makes_ko == stones.ko_after(color, at).is_some()
        && named(stones, &claim.joins) == adjacent_to(stones, color)
        && named(&after, &claim.ataris) == ataris
}

/// Whether a region contains the chain and its liberties, and all opposing stones around the region are walls.
fn region_holds(stones: &Stones, target: Point, points: &[Point], walls: &[Point]) -> bool {
    let inside: BTreeSet<Point> = points.iter().copied().collect();
    let (chain, liberties) = stones.chain(target);
    let foe = stones.stones[&target].opponent();
    let is_wall = |at: &Point| {
        let chain = stones.chain(*at).0;
        walls.iter().any(|wall| chain.contains(wall))
    };
    let around = inside.iter().flat_map(|&at| stones.neighbors(at));
    let mut foes =
        around.filter(|near| !inside.contains(near) && stones.stones.get(near) == Some(&foe));
    chain.is_subset(&inside)
        && liberties.is_subset(&inside)
        && foes.all(|near| is_wall(&near))
        && walls
            .iter()
            .all(|wall| stones.stones.get(wall) == Some(&foe))
}

/// Checks a claim of life and death in the region that the claims name; `None` if that takes too long.
fn life_holds(
    explained: &Explained,
    target: Point,
    claims: &[Claim],
    claim: &Claim,
) -> Option<bool> {
    let board = explained.position.board();
    let stones = Stones::from_board(board);
    let region = claims.iter().find_map(|claim| match claim {
        Claim::Region { points, .. } => Some(points),
        _ => None,
    })?;
    let question = LifeQuestion::new(board, &[target], region).unwrap();
    let outcomes = labeled(explained, region, board.size());
    let [attack, defense] = match outcomes {
        Some(outcomes) => outcomes,
        None => proved(&question)?,
    };
    // A line ends where the capture is clear.
    let is_captured = |line: &[(Color, Move)]| {
        let end = played(&stones, line)
            .unwrap_or_else(|| panic!("an illegal move in {line:?}:\n{}", stones.draw()));
        let own = stones.chain(target).0;
        let color = stones.stones[&target];
        let Some(&(last, _)) = line.last() else {
            return true;
        };
        own.iter().any(|at| end.stones.get(at) != Some(&color))
            || is_lost(&end, (target, color), region, last.opponent())
    };
    Some(match claim {
        Claim::Alive {
            line, eyes, how, ..
        } => {
            let end = played(&stones, line).expect("a legal line");
            let has_eyes = eyes.is_empty()
                || is_pass_alive(&end.board(), target) && are_eyes(&end, target, eyes);
            attack == (false, None) && has_eyes && labeled_how(explained, region, *how)
        }
        Claim::Dead { line, .. } => defense == (true, None) && is_captured(line),
        Claim::Unsettled { attack: line, .. } => {
            attack == (true, None) && defense == (false, None) && is_captured(line)
        }
        Claim::Ko { outcomes } => {
            let color = stones.stones[&target];
            let claimed = |outcome: &KoOutcome| {
                let side = |of: Color| match of == color {
                    true => LifeSide::Defender,
                    false => LifeSide::Attacker,
                };
                let threats = outcome.threats.map(|(of, count)| (side(of), count));
                (outcome.captured, threats)
            };
            [attack, defense] == [claimed(&outcomes[0]), claimed(&outcomes[1])]
                && attack != (false, None)
                && defense != (true, None)
        }
        _ => false,
    })
}

/// Whether a chain is captured if this side moves next.
fn is_lost(
    stones: &Stones,
    (target, color): (Point, Color),
    region: &[Point],
    next: Color,
) -> bool {
    let question = LifeQuestion::new(&stones.board(), &[target], region).unwrap();
    let enclosure = Enclosure::new(&question).expect("a small region");
    let mut solver = LifeSolver::new(&enclosure, &question, 256 << 20, &|| false);
    let first = match next == color {
        true => LifeSide::Defender,
        false => LifeSide::Attacker,
    };
    solver.reading(first, LIMITS.visits).verdict == LifeVerdict::Captured
}

/// Returns the labels with each side to move first, if they are about this region.
fn labeled(explained: &Explained, region: &[Point], size: Size) -> Option<[Outcome; 2]> {
    let line = explained.label.as_ref()?;
    let labeled = line["region"].as_array().unwrap().iter();
    let labeled: BTreeSet<Point> = labeled.map(|at| place(size, at)).collect();
    if labeled != region.iter().copied().collect() {
        return None;
    }
    Some(["attacker", "defender"].map(|first| {
        let answer = &line[first];
        let threats = answer["threats"].as_u64().map(|count| count as usize);
        let side = match answer["ko"].as_str() {
            Some("attacker") => Some(LifeSide::Attacker),
            Some(_) => Some(LifeSide::Defender),
            None => None,
        };
        (answer["verdict"] == "captured", side.zip(threats))
    }))
}

/// Whether the way of life matches the label, if there is a label for this region.
fn labeled_how(explained: &Explained, region: &[Point], how: Option<WayOfLife>) -> bool {
    let size = explained.position.board().size();
    let Some(line) = &explained.label else {
        return true;
    };
    if labeled(explained, region, size).is_none() {
        return true;
    }
    how.is_none_or(|how| line["attacker"]["how"] == how.name())
}

/// Returns the outcomes for both first movers, by proofs that the slow checker accepts; `None` if one is too long or the solver
/// reaches its limit.
fn proved(question: &LifeQuestion) -> Option<[Outcome; 2]> {
    let enclosure = Enclosure::new(question)?;
    let mut solver = LifeSolver::new(&enclosure, question, 256 << 20, &|| false);
    let mut outcomes = Vec::new();
    for first in LifeSide::BOTH {
        let reading: LifeReading = solver.reading(first, LIMITS.visits);
        if reading.verdict == LifeVerdict::Unknown {
            return None;
        }
        for claim in LifeClaim::from_reading(&reading) {
            let text = solver.proof_text(claim, "explained").ok()?;
            if text.lines().count() > LONGEST_PROOF {
                return None;
            }
            life_checker::check(&text, question).unwrap();
        }
        let ko = reading.ko.map(|ko| (ko.side, ko.count));
        outcomes.push((reading.verdict == LifeVerdict::Captured, ko));
    }
    outcomes.try_into().ok()
}

/// Whether a wall is dead or lives only in seki, by a reading with a group's full visits.
fn is_weak(board: &Board, wall: Point) -> bool {
    let posed = PosedQuestion::about(board, vec![wall]).unwrap();
    let life = GroupLife::read(&posed, LIMITS).unwrap();
    match life.status() {
        GroupStatus::Dead | GroupStatus::Seki => true,
        GroupStatus::Alive => life.answers[0].how == Some(WayOfLife::Seki),
        _ => false,
    }
}
