//! Depth-first proof-number search (df-pn, Nagai 2002) for victory by continuous threats.
//!
//! The attacker plays fours and threats. A threat is a move in line with another of its stones, or a block of a four,
//! after which it would win by continuous fours (VCF) within [`MAX_VCF_MOVES`] moves if the defender passed. The
//! defender replies at the points of that VCF's relevance zone or with a four: any other reply loses to the same VCF.
//!
//! Positions that transpose share their proof and disproof numbers. The attacker's disproof numbers are therefore
//! combined by their maximum and the number of moves (weak proof-number search, Ueda et al. 2008): sums would count
//! shared positions repeatedly.

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::attack::{Attack, NodeBudget, ThreatResult, defenses, final_moves};
use super::vcf::{VcfSearch, VcfThreat};
use crate::eval::board::Board;
use crate::eval::point_set::{PointSet, points_of};
use crate::patterns::threat::Threat;
use crate::rules::Point;
use crate::rules::lines::MAX_SIDE;

/// Maximum length of a VCF that makes a threat, in the attacker's moves including the five. Longer ones cost more than
/// they find.
const MAX_VCF_MOVES: u32 = 4;

/// Number for an impossible proof or disproof.
const INFINITE: u32 = u32::MAX / 4;

/// Maximum number of table entries.
const MAX_ENTRIES: u64 = 1 << 20;

/// Number of table entries in which a key can be stored.
const BUCKET: usize = 4;

/// Maximum number of move lists kept.
const MAX_LISTS: usize = 1 << 16;

/// A move of either side.
#[derive(Clone, Copy)]
struct ThreatMove {
    point: Point,
    /// Proof number of the position after the move, before it is searched. For a move other than a four, the search
    /// itself tests whether it is a threat.
    proof: u32,
}

/// Proof number after a four or a reply.
const FORCED: u32 = 1;

/// Proof number after an open three, which has at least three replies.
const OPEN_THREE: u32 = 3;

/// Proof number after another move, which may not be a threat at all.
const QUIET: u32 = 6;

/// The moves of a node.
struct MoveList {
    moves: Box<[ThreatMove]>,
    /// Attacker's moves of the longest win against a reply that is not listed.
    length: u16,
    /// Whether replies that lose to a VCF have been left out.
    is_filtered: bool,
}

/// Table entry: proof and disproof numbers of a node.
#[derive(Clone, Copy)]
struct ProofEntry {
    key: u64,
    proof: u32,
    disproof: u32,
    /// Upper bound of the attacker's moves to the five, for a won node.
    length: u16,
    /// The winning move, for a won node of the attacker.
    first: Point,
}

impl ProofEntry {
    fn new(key: u64, (proof, disproof): (u32, u32)) -> Self {
        ProofEntry {
            key,
            proof,
            disproof,
            length: 0,
            first: Point::new(0, 0),
        }
    }

    fn is_won(&self) -> bool {
        self.proof == 0
    }

    fn is_refuted(&self) -> bool {
        self.disproof == 0
    }

    /// Whether a number has reached its limit, or the result is known.
    fn is_beyond(&self, limits: Thresholds) -> bool {
        self.is_won()
            || self.is_refuted()
            || self.proof >= limits.proof
            || self.disproof >= limits.disproof
    }

    /// Returns the value of the entry, which would be lost if it were replaced.
    fn worth(&self) -> u32 {
        match self {
            _ if self.key == 0 => 0,
            _ if self.is_won() || self.is_refuted() => u32::MAX,
            _ => self.proof.saturating_add(self.disproof),
        }
    }
}

/// Proof and disproof numbers up to which a node is searched.
#[derive(Clone, Copy)]
struct Thresholds {
    proof: u32,
    disproof: u32,
}

impl Thresholds {
    const NONE: Thresholds = Thresholds {
        proof: INFINITE,
        disproof: INFINITE,
    };
}

/// The best child of a node, and the limits of its search.
#[derive(Clone, Copy)]
struct BestChild {
    point: Point,
    limits: Thresholds,
}

#[derive(Clone, Copy)]
enum Side {
    Attacker,
    Defender,
}

/// Returns the threshold of the best child: a little above the second best, so that the search does not alternate
/// between the two (the 1 + ε trick, Pawlewicz and Lew 2007).
fn above(second: u32) -> u32 {
    second + 1 + second / 4
}

/// The proof-number search and its tables, which are valid for one rule and board size.
pub(super) struct ProofSearch {
    vcf: VcfSearch,
    table: Vec<ProofEntry>,
    lists: FxHashMap<u64, Rc<MoveList>>,
}

impl ProofSearch {
    /// Returns a search with a table for visiting at most `nodes` nodes.
    pub fn new(nodes: u64) -> Self {
        let entries = nodes.clamp(1 << 10, MAX_ENTRIES).next_power_of_two() as usize;
        ProofSearch {
            vcf: VcfSearch::new(),
            table: vec![ProofEntry::new(0, (1, 1)); entries],
            lists: FxHashMap::default(),
        }
    }

    /// Searches for a win of the side to move. A search that ran out of nodes continues where it stopped.
    pub fn prove(&mut self, board: &mut Board, budget: &mut NodeBudget) -> ThreatResult {
        match self.find_vcf(board, budget) {
            Ok(vcf) => self.store(ProofEntry {
                length: vcf.moves as u16,
                ..ProofEntry::new(board.key(), (0, INFINITE))
            }),
            Err(_) => self.search_attack(board, Thresholds::NONE, budget),
        }
        match self.probe(board.key()) {
            Some(entry) if entry.is_won() => ThreatResult::Win,
            Some(entry) if entry.is_refuted() => ThreatResult::Refuted,
            _ => ThreatResult::Unknown,
        }
    }

    /// Returns the win that `prove` found, with the line against the defense that lasts longest in the proof. The line
    /// is cut short when the budget is exhausted.
    pub fn win(&mut self, board: &mut Board, budget: &mut NodeBudget) -> Attack {
        let moves = self.probe(board.key()).map_or(0, |entry| entry.length);
        let mut pv = Vec::new();
        let depth = self.extend_line(board, &mut pv, budget);
        for _ in 0..depth {
            board.undo();
        }
        Attack::Win {
            moves: moves.into(),
            pv,
        }
    }

    /// Plays the winning line on the board and adds it to `line`. Returns the number of moves played.
    fn extend_line(
        &mut self,
        board: &mut Board,
        line: &mut Vec<Point>,
        budget: &mut NodeBudget,
    ) -> usize {
        let mut played = 0;
        loop {
            if self.find_vcf(board, budget).is_ok() {
                if let Attack::Win { pv, .. } = self.vcf.shortest(board, budget) {
                    line.extend(pv);
                }
                return played;
            }
            if self.probe(board.key()).is_none_or(|entry| !entry.is_won()) {
                self.search_attack(board, Thresholds::NONE, budget);
            }
            let Some(&entry) = self.probe(board.key()).filter(|entry| entry.is_won()) else {
                return played;
            };
            line.push(entry.first);
            board.play(entry.first);
            played += 1;
            let Some(reply) = self.longest_defense(board, budget) else {
                line.extend(final_moves(board));
                return played;
            };
            line.push(reply);
            board.play(reply);
            played += 1;
        }
    }

    /// Returns the reply that lasts longest in the proof, if any prevents the immediate five.
    fn longest_defense(&mut self, board: &mut Board, budget: &mut NodeBudget) -> Option<Point> {
        let list = self.all_replies(board, budget).ok()?;
        let mut longest: Option<(u16, Point)> = None;
        for &ThreatMove { point, .. } in &list.moves {
            board.play(point);
            let length = match self.find_vcf(board, budget) {
                Ok(vcf) => vcf.moves as u16,
                Err(_) => self.probe(board.key()).map_or(0, |entry| entry.length),
            };
            board.undo();
            if longest.is_none_or(|(most, _)| length > most) {
                longest = Some((length, point));
            }
        }
        longest.map(|(_, point)| point)
    }

    /// Searches a position of the attacker until one of its numbers reaches a limit.
    fn search_attack(&mut self, board: &mut Board, limits: Thresholds, budget: &mut NodeBudget) {
        if let Some(list) = self.attacks(board, budget) {
            self.search_children((Side::Attacker, &list), board, limits, budget);
        }
    }

    /// Searches a position of the defender until one of its numbers reaches a limit.
    fn search_defense(&mut self, board: &mut Board, limits: Thresholds, budget: &mut NodeBudget) {
        match self.replies(board, budget) {
            Ok(list) => self.search_children((Side::Defender, &list), board, limits, budget),
            Err(ThreatResult::Refuted) => {
                self.store(ProofEntry::new(board.key(), (INFINITE, 0)));
            }
            Err(_) => {}
        }
    }

    /// Repeatedly searches the best child of a node until one of the node's numbers reaches a limit.
    fn search_children(
        &mut self,
        (side, list): (Side, &MoveList),
        board: &mut Board,
        limits: Thresholds,
        budget: &mut NodeBudget,
    ) {
        loop {
            let (entry, best) = match side {
                Side::Attacker => self.sum_up_attack(board, list, limits),
                Side::Defender => self.sum_up_defense(board, list, limits),
            };
            self.store(entry);
            let Some(best) = best.filter(|_| !entry.is_beyond(limits)) else {
                return;
            };
            // Count each step: known moves cost no VCF search, so without this a table that loses their numbers would
            // keep the loop running forever.
            if !budget.try_spend() {
                return;
            }
            board.play(best.point);
            match side {
                Side::Attacker => self.search_defense(board, best.limits, budget),
                Side::Defender => self.search_attack(board, best.limits, budget),
            }
            board.undo();
            if budget.is_exhausted() {
                return;
            }
        }
    }

    /// Computes the numbers of an attacker's position from its children.
    fn sum_up_attack(
        &self,
        board: &Board,
        list: &MoveList,
        limits: Thresholds,
    ) -> (ProofEntry, Option<BestChild>) {
        let mut entry = ProofEntry::new(board.key(), (INFINITE, 0));
        let (mut best, mut second) = (None, INFINITE);
        // Each child counts as one; the largest excess of a child over that counts once.
        let (mut base, mut excess) = (0, 0);
        for &ThreatMove { point, proof } in &list.moves {
            let child = self.numbers(board.key_after(point), proof);
            let own = child.disproof.min(1);
            base += own;
            excess = excess.max(child.disproof - own);
            if child.proof < entry.proof {
                second = entry.proof;
                entry.proof = child.proof;
                entry.length = child.length + 1;
                entry.first = point;
                best = Some((point, own));
            } else {
                second = second.min(child.proof);
            }
        }
        entry.disproof = match entry.is_won() {
            true => INFINITE,
            false => (base + excess).min(INFINITE),
        };
        let best = best.map(|(point, own)| BestChild {
            point,
            limits: Thresholds {
                proof: above(second).min(limits.proof),
                disproof: (limits.disproof + own).saturating_sub(base),
            },
        });
        (entry, best)
    }

    /// Computes the numbers of a defender's position from its children.
    fn sum_up_defense(
        &self,
        board: &Board,
        list: &MoveList,
        limits: Thresholds,
    ) -> (ProofEntry, Option<BestChild>) {
        let mut entry = ProofEntry::new(board.key(), (0, INFINITE));
        entry.length = list.length;
        let (mut best, mut second) = (None, INFINITE);
        for &ThreatMove { point, proof } in &list.moves {
            let child = self.numbers(board.key_after(point), proof);
            // Below infinity, so that an unproved node never looks refuted.
            entry.proof = (entry.proof + child.proof).min(INFINITE - 1);
            entry.length = entry.length.max(child.length);
            if child.disproof < entry.disproof {
                second = entry.disproof;
                entry.disproof = child.disproof;
                best = Some((point, child.proof));
            } else {
                second = second.min(child.disproof);
            }
        }
        if entry.is_refuted() {
            entry.proof = INFINITE;
        }
        let best = best.map(|(point, proof)| BestChild {
            point,
            limits: Thresholds {
                proof: (limits.proof + proof).saturating_sub(entry.proof),
                disproof: above(second).min(limits.disproof),
            },
        });
        (entry, best)
    }

    /// Returns the attacker's moves, or `None` if the budget is exhausted.
    fn attacks(&mut self, board: &mut Board, budget: &mut NodeBudget) -> Option<Rc<MoveList>> {
        if let Some(list) = self.lists.get(&board.key()) {
            return Some(list.clone());
        }
        let (me, opponent) = (board.to_move(), board.to_move().opponent());
        let mut points: Vec<Point> = if board.count(opponent, Threat::Five) > 0 {
            defenses(board).into_iter().collect()
        } else {
            // A move other than a four has to break the opponent's VCF.
            board.pass();
            let pressure = self.find_vcf(board, budget);
            board.pass();
            let near = pressure.map_or([u32::MAX; MAX_SIDE], |vcf| vcf.zone);
            let fours = board.fours(me);
            let is_useful = |&point: &Point| {
                contains(fours, point) || contains(&near, point) && board.is_in_line(me, point)
            };
            let usable = |point: &Point| is_useful(point) && !board.is_forbidden(me, *point);
            points_of(&board.free()).filter(usable).collect()
        };
        if budget.is_exhausted() {
            return None;
        }
        points.sort_by_key(|&point| -board.move_score(point));
        let moves = points.into_iter().map(|point| ThreatMove {
            point,
            proof: match board.packed_threat(me, point) {
                _ if contains(board.fours(me), point) => FORCED,
                packed if packed.makes_three() => OPEN_THREE,
                _ => QUIET,
            },
        });
        let list = MoveList {
            moves: moves.collect(),
            length: 0,
            is_filtered: true,
        };
        Some(self.keep(board.key(), list))
    }

    /// Returns the defender's replies that do not lose to a VCF. Fails with `Refuted` if the last move was neither a
    /// four nor a threat, or if the defender has a VCF; with `Unknown` if the budget is exhausted.
    fn replies(
        &mut self,
        board: &mut Board,
        budget: &mut NodeBudget,
    ) -> Result<Rc<MoveList>, ThreatResult> {
        let all = self.all_replies(board, budget)?;
        if all.is_filtered {
            return Ok(all);
        }
        let attacker = board.to_move().opponent();
        if board.count(attacker, Threat::Five) == 0 {
            match self.find_vcf(board, budget) {
                Ok(_) => return Err(ThreatResult::Refuted),
                Err(ThreatResult::Unknown) => return Err(ThreatResult::Unknown),
                Err(_) => {}
            }
        }
        let mut length = all.length;
        let mut moves = Vec::with_capacity(all.moves.len());
        for &reply in &all.moves {
            board.play(reply.point);
            let vcf = self.find_vcf(board, budget);
            board.undo();
            match vcf {
                Ok(vcf) => length = length.max(vcf.moves as u16),
                Err(ThreatResult::Unknown) => return Err(ThreatResult::Unknown),
                Err(_) => moves.push(reply),
            }
        }
        moves.sort_by_key(|reply| -board.move_score(reply.point));
        let list = MoveList {
            moves: moves.into(),
            length,
            is_filtered: true,
        };
        Ok(self.keep(board.key(), list))
    }

    /// Returns the defender's replies, including some that lose to a VCF unless the list is filtered. Fails like
    /// `replies` if the last move was not a threat.
    fn all_replies(
        &mut self,
        board: &mut Board,
        budget: &mut NodeBudget,
    ) -> Result<Rc<MoveList>, ThreatResult> {
        if let Some(list) = self.lists.get(&board.key()) {
            return Ok(list.clone());
        }
        let (me, attacker) = (board.to_move(), board.to_move().opponent());
        if board.count(me, Threat::Five) > 0 {
            return Err(ThreatResult::Refuted);
        }
        let reply = |point| ThreatMove {
            point,
            proof: FORCED,
        };
        if board.count(attacker, Threat::Five) > 0 {
            let moves = defenses(board).into_iter().map(reply).collect();
            return Ok(Rc::new(MoveList {
                moves,
                length: 1,
                is_filtered: false,
            }));
        }
        board.pass();
        let vcf = self.find_vcf(board, budget);
        board.pass();
        let VcfThreat { moves, zone } = vcf?;
        let fours = board.fours(me);
        let is_reply = |&point: &Point| {
            (contains(&zone, point) || contains(fours, point)) && !board.is_forbidden(me, point)
        };
        let points = points_of(&board.free())
            .filter(is_reply)
            .map(reply)
            .collect();
        Ok(Rc::new(MoveList {
            moves: points,
            length: moves as u16,
            is_filtered: false,
        }))
    }

    fn find_vcf(
        &mut self,
        board: &mut Board,
        budget: &mut NodeBudget,
    ) -> Result<VcfThreat, ThreatResult> {
        self.vcf.find_threat(board, MAX_VCF_MOVES, budget)
    }

    /// Keeps the moves of a node.
    fn keep(&mut self, key: u64, list: MoveList) -> Rc<MoveList> {
        if self.lists.len() >= MAX_LISTS {
            self.lists.clear();
        }
        let list = Rc::new(list);
        self.lists.insert(key, list.clone());
        list
    }

    /// Returns the range of the table in which a key can be stored.
    fn bucket(&self, key: u64) -> Range<usize> {
        let first = (key >> 32) as usize % (self.table.len() / BUCKET) * BUCKET;
        first..first + BUCKET
    }

    fn probe(&self, key: u64) -> Option<&ProofEntry> {
        let mut bucket = self.table[self.bucket(key)].iter();
        bucket.find(|entry| entry.key == key)
    }

    /// Returns the numbers of a child, which are known even before it is searched.
    fn numbers(&self, key: u64, proof: u32) -> ProofEntry {
        let known = self.probe(key).copied();
        known.unwrap_or_else(|| ProofEntry::new(key, (proof, 1)))
    }

    fn store(&mut self, entry: ProofEntry) {
        let range = self.bucket(entry.key);
        let bucket = &mut self.table[range];
        let same = bucket.iter().position(|old| old.key == entry.key);
        let least = || (0..BUCKET).min_by_key(|&i| bucket[i].worth());
        if let Some(place) = same.or_else(least) {
            bucket[place] = entry;
        }
    }
}

fn contains(set: &PointSet, point: Point) -> bool {
    set[usize::from(point.y())] >> point.x() & 1 != 0
}

#[cfg(test)]
mod tests;
