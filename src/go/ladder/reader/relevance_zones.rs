//! Relevance zones: long readings store each capture with the part of the board that its proof depends on.
//!
//! A ladder that runs past several captures, each of which the defender may make now, later or never, leads to millions
//! of distinct positions, which differ in the part that the ladder has left behind. The rest of the ladder does not
//! depend on that part. A proved capture is therefore stored with its relevance zone, the points that the proof depends
//! on, and is valid for every position that looks the same there.

use rustc_hash::FxHashMap;

use super::{CAPTURED, ESCAPES, Interruption, LadderReader, ReadResult, ReadTrace};
use crate::board::point::Point;
use crate::board::point_set::PointSet;
use tengen_engine::game::Color;

/// The content of a point in a proof.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ZoneCell {
    Empty,
    Target,
    Defender,
    Attacker,
}

/// A position with the attacker to move and no ko, in which the target can be captured.
struct ZoneProof {
    cells: Vec<(Point, ZoneCell)>,
    zone: PointSet,
    /// Whether a ko forbade the defender a move.
    is_barred: bool,
}

/// A result with its relevance zone, which is empty for escapes.
type ZoneResult = (ReadResult, PointSet);

/// A reader that uses another reader's moves and tables, searching one position at a time with relevance zones.
///
/// For every move of the proof and every reply of the defender, a zone contains the point, its neighbors, and the
/// chains there except the target, each with all of its neighbors. By induction along the proof, on another board that
/// initially looks the same in the zone:
///
/// - every move is legal or illegal as before, joins and captures the same, and leaves the same ko;
/// - the target, which may look different elsewhere, has the same liberties: they are compared at the beginning, and
///   change only at points of the zone;
/// - the defender has no additional reply. An attacking chain in atari that touches the target is in the zone with its
///   neighbors: at the beginning this is tested. Later a chain gets into atari by a move next to it, or when the target
///   joins a chain that it touches, and then the zone includes it, whether or not it is in atari.
pub(super) struct ZoneReader<'r, 'a, T: ReadTrace> {
    reader: &'r mut LadderReader<'a, T>,
    /// Stored captures, keyed by the two liberties of the target.
    proofs: FxHashMap<[Point; 2], Vec<ZoneProof>>,
}

impl<'r, 'a, T: ReadTrace> ZoneReader<'r, 'a, T> {
    /// Returns a reader with zones that uses the remaining moves of `reader`.
    pub fn new(reader: &'r mut LadderReader<'a, T>) -> ZoneReader<'r, 'a, T> {
        // Comparing positions examines points far away.
        reader.trace.give_up();
        ZoneReader {
            reader,
            proofs: FxHashMap::default(),
        }
    }

    /// Whether the chain is captured with `to_move` to move.
    pub fn read(&mut self, to_move: Color) -> bool {
        let (result, _) = if to_move == self.reader.defender {
            self.defend()
        } else {
            self.attack()
        };
        result.captured
    }

    /// Returns the moves that work for the side to move.
    pub fn winning_moves(&mut self, to_move: Color, moves: &[Point]) -> Vec<Point> {
        let wants_capture = to_move != self.reader.defender;
        let works = |&point: &Point| {
            let is_capture = wants_capture && self.reader.liberties() == 1;
            let undo = self.reader.play(to_move, point);
            let captured = is_capture || self.read(to_move.opponent());
            self.reader.undo(&undo);
            captured == wants_capture
        };
        moves.iter().copied().filter(works).collect()
    }

    fn attack(&mut self) -> ZoneResult {
        let nowhere = PointSet::new();
        match self.reader.liberties() {
            1 => {
                let last = self.reader.last_liberty();
                return (self.reader.capture(), last.into_iter().collect());
            }
            2 => {}
            _ => return (ESCAPES, nowhere),
        }
        let ko_bans = self.reader.ko_bans;
        let attacker = self.reader.attacker();
        let mut attacks = self.reader.viable_attacks();
        attacks.retain(|attack| self.reader.is_free_of_ko(attacker, attack.point));
        if attacks.is_empty() {
            return (ESCAPES, nowhere);
        }
        let key = self.reader.key(attacker);
        if let Some(cached) = self.probe(key) {
            return (cached, nowhere);
        }
        if let Some(found) = self.matching_proof() {
            return found;
        }
        let mut rests_on = usize::MAX;
        for attack in &attacks {
            let undo = self.reader.play(attacker, attack.point);
            let (result, mut zone) = self.defend();
            self.reader.undo(&undo);
            if result.captured {
                self.add_move(&mut zone, attack.point);
                self.store_proof(&zone, ko_bans);
                return (CAPTURED, zone);
            }
            rests_on = rests_on.min(result.rests_on);
        }
        let result = ReadResult {
            captured: false,
            rests_on,
        };
        (self.reader.store(key, result, ko_bans), nowhere)
    }

    fn defend(&mut self) -> ZoneResult {
        let nowhere = PointSet::new();
        let Some(last) = self.reader.last_liberty() else {
            return (ESCAPES, nowhere);
        };
        let ko_bans = self.reader.ko_bans;
        let defender = self.reader.defender;
        let neighborhood = self.reader.board.neighborhood(last, self.reader.target);
        let liberties =
            self.reader
                .board
                .extension_liberties(last, self.reader.target, neighborhood, None);
        if liberties.at_least >= 3 || self.reader.extends_to_three(last, neighborhood, None) {
            return (ESCAPES, nowhere);
        }
        let key = self.reader.key(defender);
        if let Some(cached) = self.probe(key) {
            return (cached, nowhere);
        }
        let mut zone = PointSet::new();
        self.add_move(&mut zone, last);
        self.add_joined(&mut zone, last);
        for point in self.reader.defenses() {
            let undo = self.reader.play(defender, point);
            let (result, rest) = self.attack();
            self.reader.undo(&undo);
            if !result.captured {
                return (self.reader.store(key, result, ko_bans), nowhere);
            }
            zone.insert_all(&rest);
            self.add_move(&mut zone, point);
        }
        (CAPTURED, zone)
    }

    /// Returns a known escape, including a repetition or the limit.
    fn probe(&mut self, key: u64) -> Option<ReadResult> {
        match self.reader.interruption(key) {
            Some(Interruption::Repetition(rests_on)) => Some(ReadResult {
                captured: false,
                rests_on,
            }),
            Some(Interruption::Limit) => Some(ESCAPES),
            None => {
                let cached = self.reader.cached(key)?;
                if cached.captured {
                    // A capture without its zone is useless.
                    return None;
                }
                Some(self.reader.reuse(cached))
            }
        }
    }

    /// Returns a stored capture that is valid in the current position, with the attacker to move.
    fn matching_proof(&mut self) -> Option<ZoneResult> {
        if self.reader.board.ko().is_some() {
            return None;
        }
        let liberties = self.reader.board.two_liberties(self.reader.target)?;
        let proofs = self.proofs.get(&liberties)?;
        let in_atari = self.chains_in_atari();
        let proof = proofs.iter().find(|proof| {
            proof.zone.contains_all(&in_atari)
                && proof
                    .cells
                    .iter()
                    .all(|&(point, cell)| self.cell(point) == cell)
        })?;
        if proof.is_barred {
            self.reader.ko_bans[self.reader.defender.index()] += 1;
        }
        Some((CAPTURED, proof.zone.clone()))
    }

    /// Stores a capture in the current position. `ko_bans` is the count of forbidden moves before it was read.
    fn store_proof(&mut self, zone: &PointSet, ko_bans: [u32; 2]) {
        if self.reader.is_exhausted || self.reader.board.ko().is_some() {
            return;
        }
        let Some(liberties) = self.reader.board.two_liberties(self.reader.target) else {
            return;
        };
        let defender = self.reader.defender.index();
        let proof = ZoneProof {
            cells: zone.iter().map(|point| (point, self.cell(point))).collect(),
            zone: zone.clone(),
            is_barred: self.reader.ko_bans[defender] > ko_bans[defender],
        };
        self.proofs.entry(liberties).or_default().push(proof);
    }

    fn cell(&self, point: Point) -> ZoneCell {
        let reader = &self.reader;
        match reader.board.at(point) {
            None => ZoneCell::Empty,
            Some(color) if color != reader.defender => ZoneCell::Attacker,
            Some(_) if reader.is_of(point, reader.board.head(reader.target)) => ZoneCell::Target,
            Some(_) => ZoneCell::Defender,
        }
    }

    /// Returns the attacking chains in atari that touch the target, with their neighbors.
    fn chains_in_atari(&self) -> PointSet {
        let mut in_atari = PointSet::new();
        let board = &*self.reader.board;
        let attacker = self.reader.attacker();
        for stone in board.stones_of(self.reader.target) {
            if !board.touches_atari(stone, attacker) {
                continue;
            }
            for near in stone.neighbors() {
                if board.has_stone(near, attacker) && board.liberty_count(near) == 1 {
                    self.add_chain(&mut in_atari, near);
                }
            }
        }
        in_atari
    }

    /// Adds the points on which a move on an empty point depends.
    fn add_move(&self, zone: &mut PointSet, point: Point) {
        let board = &*self.reader.board;
        let head = board.head(self.reader.target);
        zone.insert(point);
        for near in point.neighbors() {
            if board.at(near).is_some() && !self.reader.is_of(near, head) {
                self.add_chain(zone, near);
            } else if board.contains(near) {
                zone.insert(near);
            }
        }
    }

    /// Adds the attacking chains around the chains that the target joins with a move.
    fn add_joined(&self, zone: &mut PointSet, point: Point) {
        let board = &*self.reader.board;
        let head = board.head(self.reader.target);
        for near in point.neighbors() {
            if !board.has_stone(near, self.reader.defender) || self.reader.is_of(near, head) {
                continue;
            }
            let neighborhood = board.stones_of(near).flat_map(Point::neighbors);
            for foe in neighborhood.filter(|&p| board.has_stone(p, self.reader.attacker())) {
                self.add_chain(zone, foe);
            }
        }
    }

    fn add_chain(&self, zone: &mut PointSet, chain: Point) {
        let board = &*self.reader.board;
        for stone in board.stones_of(chain) {
            zone.insert(stone);
            for near in stone.neighbors() {
                if board.contains(near) {
                    zone.insert(near);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
