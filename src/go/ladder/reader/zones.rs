//! Readings that take long: captures are remembered with the part of the board that they rest on.
//!
//! A ladder that runs past several captures, each of which the defender may make now, later or never, leads to
//! millions of positions, no two of them alike: what has become of the part that it has left behind differs. But the
//! rest of the ladder does not depend on that. So a capture that is proved is kept with its zone, the points that the
//! proof rests on, and holds for every position that looks the same there.

use rustc_hash::FxHashMap;

use super::{Answer, CAPTURED, ESCAPES, Met, Reader};
use crate::engine::game::Color;
use crate::go::board::point::Point;
use crate::go::board::point_set::PointSet;

/// What lies on a point, as the proof sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Empty,
    Target,
    Defender,
    Attacker,
}

/// A position with the attacker to move and no ko, from which he captures the target.
struct Proof {
    places: Vec<(Point, Place)>,
    zone: PointSet,
    /// Whether a ko has kept the defender from a move.
    is_barred: bool,
}

/// What was found out about a position, and the zone if the target is captured.
type Found = (Answer, PointSet);

/// Reads with the means of a reader, but one position at a time and with zones.
///
/// A zone holds, for every move of the proof and every reply of the defender, the point, its neighbours, and the
/// chains there but for the target, each with all of its neighbours. By induction along the proof, on another board
/// that looks the same in the zone at its beginning:
///
/// - every move is legal or not as before, joins and captures the same, and leaves the same ko;
/// - the target, which may look different elsewhere, has the same liberties: at the beginning that is compared, and
///   they change at points of the zone only;
/// - the defender has no reply more. A chain of the attacker that touches the target and is in atari lies in the zone
///   with its neighbours: at the beginning that is asked; later one gets into atari by a move next to it, or when the
///   target joins a chain that it touches, and then the zone takes it in, whether it is in atari or not.
pub(super) struct Zones<'r, 'a> {
    reader: &'r mut Reader<'a>,
    /// By the two liberties of the target.
    proofs: FxHashMap<[Point; 2], Vec<Proof>>,
}

impl<'r, 'a> Zones<'r, 'a> {
    /// For the reader's question, with the moves that it has left.
    pub fn new(reader: &'r mut Reader<'a>) -> Zones<'r, 'a> {
        Zones {
            reader,
            proofs: FxHashMap::default(),
        }
    }

    /// Whether the chain is captured with `to_move` to move.
    pub fn read(&mut self, to_move: Color) -> bool {
        let (answer, _) = if to_move == self.reader.defender {
            self.defend()
        } else {
            self.attack()
        };
        answer.captured
    }

    /// Those of the moves that bring the side to move what it wants.
    pub fn working(&mut self, to_move: Color, moves: &[Point]) -> Vec<Point> {
        let wants_capture = to_move != self.reader.defender;
        let works = |&point: &Point| {
            let is_capture = wants_capture && self.reader.liberties() == 1;
            let undo = self.reader.step(to_move, point);
            let captured = is_capture || self.read(to_move.opponent());
            self.reader.step_back(&undo);
            captured == wants_capture
        };
        moves.iter().copied().filter(works).collect()
    }

    fn attack(&mut self) -> Found {
        let nowhere = PointSet::new();
        match self.reader.liberties() {
            1 => {
                let last = self.reader.last_liberty();
                return (self.reader.capture(), last.into_iter().collect());
            }
            2 => {}
            _ => return (ESCAPES, nowhere),
        }
        let barred = self.reader.barred;
        let attacker = self.reader.attacker();
        let mut attacks = self.reader.open_attacks();
        attacks.retain(|attack| self.reader.is_free(attacker, attack.point));
        if attacks.is_empty() {
            return (ESCAPES, nowhere);
        }
        let key = self.reader.key(attacker);
        if let Some(known) = self.known(key) {
            return (known, nowhere);
        }
        if let Some(found) = self.proved() {
            return found;
        }
        let mut rests_on = usize::MAX;
        for attack in &attacks {
            let undo = self.reader.step(attacker, attack.point);
            let (answer, mut zone) = self.defend();
            self.reader.step_back(&undo);
            if answer.captured {
                self.add_move(&mut zone, attack.point);
                self.keep(&zone, barred);
                return (CAPTURED, zone);
            }
            rests_on = rests_on.min(answer.rests_on);
        }
        let answer = Answer {
            captured: false,
            rests_on,
        };
        (self.reader.remember(key, answer, barred), nowhere)
    }

    fn defend(&mut self) -> Found {
        let nowhere = PointSet::new();
        let Some(last) = self.reader.last_liberty() else {
            return (ESCAPES, nowhere);
        };
        let barred = self.reader.barred;
        let defender = self.reader.defender;
        let around = self.reader.board.survey(last, self.reader.target);
        let room = self
            .reader
            .board
            .room(last, self.reader.target, around, None);
        if room.least >= 3 || self.reader.leads_into_the_open(last, around, None) {
            return (ESCAPES, nowhere);
        }
        let key = self.reader.key(defender);
        if let Some(known) = self.known(key) {
            return (known, nowhere);
        }
        let mut zone = PointSet::new();
        self.add_move(&mut zone, last);
        self.add_joined(&mut zone, last);
        for point in self.reader.replies() {
            let undo = self.reader.step(defender, point);
            let (answer, rest) = self.attack();
            self.reader.step_back(&undo);
            if !answer.captured {
                return (self.reader.remember(key, answer, barred), nowhere);
            }
            zone.insert_all(&rest);
            self.add_move(&mut zone, point);
        }
        (CAPTURED, zone)
    }

    /// An escape that is known, a repetition, or the end of the means.
    fn known(&mut self, key: u64) -> Option<Answer> {
        match self.reader.meet(key) {
            Met::Repetition(rests_on) => Some(Answer {
                captured: false,
                rests_on,
            }),
            Met::Limit => Some(ESCAPES),
            Met::Nothing => {
                let known = self.reader.recalled(key)?;
                if known.captured {
                    // Without a zone that is of no use.
                    return None;
                }
                Some(self.reader.recall(known))
            }
        }
    }

    /// The capture that holds for the position on the board, with the attacker to move, if one was proved.
    fn proved(&mut self) -> Option<Found> {
        if self.reader.board.ko().is_some() {
            return None;
        }
        let liberties = self.reader.board.two_liberties(self.reader.target)?;
        let proofs = self.proofs.get(&liberties)?;
        let exposed = self.exposed();
        let proof = proofs.iter().find(|proof| {
            proof.zone.contains_all(&exposed)
                && proof
                    .places
                    .iter()
                    .all(|&(point, place)| self.place(point) == place)
        })?;
        if proof.is_barred {
            self.reader.barred[self.reader.defender.index()] += 1;
        }
        Some((CAPTURED, proof.zone.clone()))
    }

    /// Keeps a capture from the position on the board. `barred` is how often each side was kept from a move before it
    /// was read.
    fn keep(&mut self, zone: &PointSet, barred: [u32; 2]) {
        if self.reader.is_spent || self.reader.board.ko().is_some() {
            return;
        }
        let Some(liberties) = self.reader.board.two_liberties(self.reader.target) else {
            return;
        };
        let defender = self.reader.defender.index();
        let proof = Proof {
            places: zone
                .iter()
                .map(|point| (point, self.place(point)))
                .collect(),
            zone: zone.clone(),
            is_barred: self.reader.barred[defender] > barred[defender],
        };
        self.proofs.entry(liberties).or_default().push(proof);
    }

    fn place(&self, point: Point) -> Place {
        let reader = &self.reader;
        match reader.board.at(point) {
            None => Place::Empty,
            Some(color) if color != reader.defender => Place::Attacker,
            Some(_) if reader.is_of(point, reader.board.head(reader.target)) => Place::Target,
            Some(_) => Place::Defender,
        }
    }

    /// The attacker's chains in atari that touch the target, with their neighbours.
    fn exposed(&self) -> PointSet {
        let mut exposed = PointSet::new();
        let board = &*self.reader.board;
        let attacker = self.reader.attacker();
        for stone in board.stones_of(self.reader.target) {
            if !board.touches_atari(stone, attacker) {
                continue;
            }
            for near in stone.neighbours() {
                if board.has_stone(near, attacker) && board.liberty_count(near) == 1 {
                    self.add_chain(&mut exposed, near);
                }
            }
        }
        exposed
    }

    /// Adds what a move on an empty point rests on.
    fn add_move(&self, zone: &mut PointSet, point: Point) {
        let board = &*self.reader.board;
        let head = board.head(self.reader.target);
        zone.insert(point);
        for near in point.neighbours() {
            if board.at(near).is_some() && !self.reader.is_of(near, head) {
                self.add_chain(zone, near);
            } else if board.contains(near) {
                zone.insert(near);
            }
        }
    }

    /// Adds the attacker's chains around those that the target joins by a move.
    fn add_joined(&self, zone: &mut PointSet, point: Point) {
        let board = &*self.reader.board;
        let head = board.head(self.reader.target);
        for near in point.neighbours() {
            if !board.has_stone(near, self.reader.defender) || self.reader.is_of(near, head) {
                continue;
            }
            let around = board.stones_of(near).flat_map(Point::neighbours);
            for foe in around.filter(|&p| board.has_stone(p, self.reader.attacker())) {
                self.add_chain(zone, foe);
            }
        }
    }

    fn add_chain(&self, zone: &mut PointSet, chain: Point) {
        let board = &*self.reader.board;
        for stone in board.stones_of(chain) {
            zone.insert(stone);
            for near in stone.neighbours() {
                if board.contains(near) {
                    zone.insert(near);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
