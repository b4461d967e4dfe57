//! The ladder reader: a depth-first search for the verdict that tries each side's most promising moves first and stops
//! at the first one that works.

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::Verdict;
use crate::board::point::Point;
use crate::board::stones::{Board, BoardUndo, ExtensionLiberties, Neighborhood, StaircaseSlots};
use tengen_engine::game::Color;

pub(super) use self::read_trace::{LookedAt, ReadTrace, StopRequest, Surroundings};
use self::relevance_zones::ZoneReader;
use self::static_tests::{Attack, Attacks};
use self::transpositions::{CachedResult, RECENT_SLOTS};

mod ataris;
mod extension;
mod read_trace;
mod relevance_zones;
mod static_tests;
mod transpositions;

/// Moves tried before the reading restarts with relevance zones, storing each capture with its zone.
const NODES_BEFORE_RELEVANCE_ZONES: u64 = 5_000;

/// Length at which lines are abandoned, so that the recursion stays well within a thread's stack of 2 MiB.
const MAX_DEPTH: usize = 1_500;

/// Room for the chains in atari of all positions of a line. Lines that need more are abandoned.
const MAX_ATARIS: usize = 4_096;

/// The line being read, owned by the reader's caller so that a reading allocates nothing.
pub(super) struct LadderPath {
    /// The keys of the positions before the current one.
    keys: ArrayVec<u64, MAX_DEPTH>,
    /// A stone of every attacking chain in atari that touches the target, for each of these positions and the current
    /// one, in order. A chain may be listed twice.
    ataris: ArrayVec<Point, MAX_ATARIS>,
    /// A small direct-mapped transposition table of decided positions. An entry is the position's key with its lowest
    /// bits replaced by a [`CachedResult`]. Empty until the first entry is stored.
    recent: ArrayVec<u64, RECENT_SLOTS>,
    /// The previous contents of slots overwritten by staircases.
    slots: StaircaseSlots,
}

impl LadderPath {
    /// Returns an empty line.
    #[inline]
    pub fn new() -> LadderPath {
        LadderPath {
            keys: ArrayVec::new(),
            ataris: ArrayVec::new(),
            recent: ArrayVec::new(),
            slots: StaircaseSlots::new(),
        }
    }
}

/// The result of reading a position.
#[derive(Clone, Copy)]
struct ReadResult {
    captured: bool,
    /// Index of the earliest position of the line that the result depends on repeating. Only escapes can depend on one:
    /// a forced capture needs no repetition.
    rests_on: usize,
}

const CAPTURED: ReadResult = ReadResult {
    captured: true,
    rests_on: usize::MAX,
};
const ESCAPES: ReadResult = ReadResult {
    captured: false,
    rests_on: usize::MAX,
};

/// The reason that a position is decided before a move is tried.
pub(super) enum Interruption {
    /// A repetition of the line's position with this index.
    Repetition(usize),
    /// The limit on moves or depth.
    Limit,
}

/// Reads the ladder of one chain on one board.
pub(super) struct LadderReader<'a, T: ReadTrace = ()> {
    board: &'a mut Board,
    target: Point,
    defender: Color,
    /// The side that may retake kos immediately.
    ignores_ko: Option<Color>,
    nodes: u64,
    nodes_left: u64,
    /// Moves held back for reading with relevance zones.
    reserve: u64,
    is_exhausted: bool,
    /// The number of times that a ko has forbidden a move to each side.
    ko_bans: [u32; 2],
    path: &'a mut LadderPath,
    /// The number of stones that each side has captured in the line.
    taken: [usize; 2],
    table: FxHashMap<u64, CachedResult>,
    /// The record of points examined, if requested.
    trace: T,
}

impl<'a, T: ReadTrace> LadderReader<'a, T> {
    /// Returns a reader for the chain of the stone on `target`, or `None` if it is empty.
    pub fn new(
        board: &'a mut Board,
        path: &'a mut LadderPath,
        target: Point,
        nodes: u64,
        mut trace: T,
    ) -> Option<LadderReader<'a, T>> {
        board.prefetch();
        let defender = board.at(target)?;
        path.recent.clear();
        trace.test(target);
        Some(LadderReader {
            board,
            target,
            defender,
            ignores_ko: None,
            nodes,
            nodes_left: nodes,
            reserve: 0,
            is_exhausted: false,
            ko_bans: [0; 2],
            path,
            taken: [0; 2],
            table: FxHashMap::default(),
            trace,
        })
    }

    pub fn defender(&self) -> Color {
        self.defender
    }

    pub fn attacker(&self) -> Color {
        self.defender.opponent()
    }

    /// Whether a ko has forbidden a move that this side would have tried.
    pub fn was_barred_by_ko(&self, color: Color) -> bool {
        self.ko_bans[color.index()] > 0
    }

    /// Returns the number of moves tried for the last verdict.
    pub fn nodes_used(&self) -> u64 {
        self.nodes - self.nodes_left - self.reserve
    }

    /// Reads the verdict with `first` to move. If `free` may retake kos, the same question must have been read before
    /// without this, with a verdict against `free`.
    pub fn verdict(&mut self, first: Color, free: Option<Color>) -> Verdict {
        self.begin(free);
        self.hold_reserve();
        let (mut captured, _) = self.read_from_here(first);
        if self.release_reserve() {
            captured = ZoneReader::new(self).read(first);
        }
        self.as_verdict(captured)
    }

    /// Returns whether the chain is captured from a position of the line, and the index of the earliest position that
    /// the result depends on repeating.
    pub fn read_from_here(&mut self, to_move: Color) -> (bool, usize) {
        let result = if to_move == self.defender {
            self.defend_from_here()
        } else {
            self.attack_from_here()
        };
        self.path.ataris.clear();
        (result.captured, result.rests_on)
    }

    fn defend_from_here(&mut self) -> ReadResult {
        let Some(last) = self.last_liberty() else {
            return ESCAPES;
        };
        self.trace.test(last);
        let neighborhood = self.board.neighborhood(last, self.target);
        if self
            .board
            .extension_liberties(last, self.target, neighborhood, None)
            .at_least
            >= 3
        {
            return ESCAPES;
        }
        let ataris = self.list_ataris();
        self.defend(ataris, last, neighborhood)
    }

    fn attack_from_here(&mut self) -> ReadResult {
        match self.liberties() {
            1 => self.capture(),
            2 => {
                let attacks = self.viable_attacks();
                if attacks.is_empty() {
                    return ESCAPES;
                }
                let ataris = self.list_ataris();
                self.try_attacks(attacks, ataris)
            }
            _ => ESCAPES,
        }
    }

    /// Reads the verdict without ko threats, and all first moves that work for the side to move.
    pub fn first_moves(&mut self, first: Color) -> (Verdict, Vec<Point>) {
        self.begin(None);
        let is_defending = first == self.defender;
        if self.liberties() >= if is_defending { 2 } else { 3 } {
            return (Verdict::Escapes, Vec::new());
        }
        let ataris = self.list_ataris();
        let candidates = if is_defending {
            self.defenses()
        } else {
            self.attacks().to_vec()
        };
        self.hold_reserve();
        let mut winning = self.winning_moves(first, &candidates, ataris);
        if self.release_reserve() {
            winning = ZoneReader::new(self).winning_moves(first, &candidates);
        }
        self.path.ataris.truncate(ataris);
        let captured = winning.is_empty() == is_defending;
        (self.as_verdict(captured), winning)
    }

    /// Returns the moves that work for the side to move.
    fn winning_moves(&mut self, first: Color, moves: &[Point], ataris: usize) -> Vec<Point> {
        let key = self.key(first);
        let is_capture = self.liberties() == 1;
        let works = |&point: &Point| match (first == self.defender, is_capture) {
            (true, _) => !self.read_after_defense(key, point, ataris).captured,
            (false, true) => true,
            (false, false) => self.read_after_first_attack(key, point, ataris).captured,
        };
        moves.iter().copied().filter(works).collect()
    }

    /// Holds back moves for a reading with relevance zones.
    fn hold_reserve(&mut self) {
        self.reserve = self.nodes.saturating_sub(NODES_BEFORE_RELEVANCE_ZONES);
        self.nodes_left -= self.reserve;
    }

    /// Releases the reserve. Returns whether the other moves were too few, so that the reading must restart with zones.
    fn release_reserve(&mut self) -> bool {
        let reserve = std::mem::take(&mut self.reserve);
        self.nodes_left += reserve;
        let needs_zones = self.is_exhausted && reserve > 0;
        self.is_exhausted &= !needs_zones;
        needs_zones
    }

    fn begin(&mut self, free: Option<Color>) {
        self.ignores_ko = free;
        self.nodes_left = self.nodes;
        self.is_exhausted = false;
        match free {
            None => self.clear_table(),
            Some(free) => self.retain_valid(free),
        }
    }

    fn as_verdict(&self, captured: bool) -> Verdict {
        match captured {
            _ if self.is_exhausted => Verdict::Unknown,
            true => Verdict::Captured,
            false => Verdict::Escapes,
        }
    }

    /// Reads with the attacker to move. The list of chains in atari starts at `ataris`.
    fn attack(&mut self, ataris: usize) -> ReadResult {
        match self.liberties() {
            1 => self.capture(),
            2 => {
                let attacks = self.viable_attacks();
                self.try_attacks(attacks, ataris)
            }
            _ => ESCAPES,
        }
    }

    /// Reads with the attacker to move against a chain with one liberty.
    fn capture(&mut self) -> ReadResult {
        let is_legal = self
            .last_liberty()
            .is_some_and(|last| self.is_capture_allowed(self.attacker(), last));
        if is_legal { CAPTURED } else { ESCAPES }
    }

    /// Reads with the attacker to move against a chain with two liberties. The list of chains in atari starts at
    /// `ataris`.
    fn try_attacks(&mut self, mut attacks: Attacks, ataris: usize) -> ReadResult {
        let ko_bans = self.ko_bans;
        if self.board.ko().is_some() {
            attacks.retain(|attack| self.is_free_of_ko(self.attacker(), attack.point));
        }
        if self.path.ataris.len() > ataris {
            for index in ataris..self.path.ataris.len() {
                let foe = self.path.ataris[index];
                attacks.retain(|attack| !self.is_answered_by_capture(attack, foe));
            }
        } else if attacks.iter().any(Attack::catches) {
            return CAPTURED;
        }
        if attacks.is_empty() {
            return ESCAPES;
        }
        let key = self.key(self.attacker());
        if let Some(known) = self.probe(key) {
            return known;
        }
        let mut rests_on = usize::MAX;
        for attack in attacks.iter() {
            let result = self.read_after_attack(key, attack, ataris);
            if result.captured {
                return self.store(key, CAPTURED, ko_bans);
            }
            rests_on = rests_on.min(result.rests_on);
        }
        let result = ReadResult {
            captured: false,
            rests_on,
        };
        self.store(key, result, ko_bans)
    }

    /// Reads the result after an attack in the position with this key and with chains in atari listed from `ataris`.
    fn read_after_attack(&mut self, key: u64, attack: &Attack, ataris: usize) -> ReadResult {
        let end = self.path.ataris.len();
        let undo = self.play_from(key, self.attacker(), attack.point);
        for index in ataris..end {
            self.add_atari(end, self.path.ataris[index]);
        }
        self.add_atari(end, attack.point);
        let last = attack.extension;
        let result = if undo.has_captured() {
            self.defend(end, last, self.board.neighborhood(last, self.target))
        } else if self.path.ataris.len() == end && attack.has_isolated_extension() {
            self.read_isolated_extension(attack)
        } else {
            self.try_defenses(end, last, self.extension_after(attack))
        };
        self.path.ataris.truncate(end);
        self.undo(&undo);
        result
    }

    /// Reads with the defender to move and one liberty, `last`, with this neighborhood. The list of chains in atari
    /// starts at `ataris`.
    fn defend(&mut self, ataris: usize, last: Point, neighborhood: Neighborhood) -> ReadResult {
        self.trace.test(last);
        let liberties = self
            .board
            .extension_liberties(last, self.target, neighborhood, None);
        if liberties.at_least >= 3 || self.extends_to_three(last, neighborhood, None) {
            return ESCAPES;
        }
        self.try_defenses(ataris, last, liberties)
    }

    /// Reads with the defender to move and one liberty, if an extension isn't certain to gain three liberties. The list
    /// of chains in atari starts at `ataris`.
    fn try_defenses(
        &mut self,
        ataris: usize,
        last: Point,
        extension: ExtensionLiberties,
    ) -> ReadResult {
        let is_hopeless = extension.is_self_atari();
        let ko_bans = self.ko_bans;
        let end = self.path.ataris.len();
        if is_hopeless && end == ataris {
            return CAPTURED;
        }
        for index in ataris..end {
            let foe = self.path.ataris[index];
            if self.board.last_liberty(foe) != Some(last) && self.gains_two_liberties(foe) {
                return ESCAPES;
            }
        }
        let key = self.key(self.defender);
        if let Some(known) = self.probe(key) {
            return known;
        }
        for index in ataris..end {
            let Some(point) = self.board.last_liberty(self.path.ataris[index]) else {
                continue;
            };
            let is_repeated = || {
                let mut former = self.path.ataris[ataris..index].iter();
                former.any(|&foe| self.board.last_liberty(foe) == Some(point))
            };
            if point == last || is_repeated() || !self.is_capture_allowed(self.defender, point) {
                continue;
            }
            let result = self.read_after_defense(key, point, ataris);
            if !result.captured {
                return self.store(key, result, ko_bans);
            }
        }
        // An extension with at least one certain liberty is legal.
        if !is_hopeless && (extension.at_least > 0 || self.is_allowed(self.defender, last)) {
            let result = self.read_after_defense(key, last, ataris);
            if !result.captured {
                return self.store(key, result, ko_bans);
            }
        }
        self.store(key, CAPTURED, ko_bans)
    }

    /// Returns whether the position repeats an earlier one or a limit is reached.
    pub fn interruption(&mut self, key: u64) -> Option<Interruption> {
        let longest = self.longest_cycle();
        if longest > 0 {
            let earliest = self.path.keys.len().saturating_sub(longest);
            let mut keys = self.path.keys[earliest..].iter();
            if let Some(number) = keys.position(|&former| former == key) {
                return Some(Interruption::Repetition(earliest + number));
            }
        }
        let is_over = self.nodes_left == 0 || self.trace.is_stopped();
        if is_over || self.path.keys.len() >= MAX_DEPTH {
            self.is_exhausted = true;
            return Some(Interruption::Limit);
        }
        None
    }

    /// Returns an upper bound on the number of moves back to a position that the current one repeats: within such a
    /// cycle, each side has captured as many stones as the other has placed.
    #[inline]
    fn longest_cycle(&self) -> usize {
        let [black, white] = self.taken;
        2 * black.min(white)
    }

    /// Reads the result after an attack like [`LadderReader::read_after_attack`], for a move that no static test has
    /// vetted.
    fn read_after_first_attack(&mut self, key: u64, point: Point, ataris: usize) -> ReadResult {
        let end = self.path.ataris.len();
        let undo = self.play_from(key, self.attacker(), point);
        for index in ataris..end {
            self.add_atari(end, self.path.ataris[index]);
        }
        self.add_atari(end, point);
        // The chain had two liberties before.
        let last = self.last_liberty();
        let result = last.map_or(ESCAPES, |last| {
            self.defend(end, last, self.board.neighborhood(last, self.target))
        });
        self.path.ataris.truncate(end);
        self.undo(&undo);
        result
    }

    /// Reads the result after a defender's move.
    fn read_after_defense(&mut self, key: u64, point: Point, ataris: usize) -> ReadResult {
        let end = self.path.ataris.len();
        let joins = self.last_liberty() == Some(point);
        if joins {
            let own_head = self.board.head(self.target);
            for neighbor in point.neighbors() {
                if self.board.has_stone(neighbor, self.defender)
                    && self.board.head(neighbor) != own_head
                {
                    self.add_ataris_around(end, neighbor);
                }
            }
        }
        let joined = self.path.ataris.len();
        let undo = self.play_from(key, self.defender, point);
        let attacker = self.attacker();
        let new_ataris = self.path.ataris.len();
        for index in ataris..joined {
            let foe = self.path.ataris[index];
            if self.board.has_stone(foe, attacker) {
                self.add_atari(new_ataris, foe);
            }
        }
        if joins {
            self.add_ataris_next_to(new_ataris, point);
        } else if self.board.touches_atari(point, attacker) {
            for neighbor in point.neighbors() {
                if self.board.has_stone(neighbor, attacker) && self.touches_target(neighbor) {
                    self.add_atari(new_ataris, neighbor);
                }
            }
        }
        let result = self.attack(new_ataris);
        self.path.ataris.truncate(end);
        self.undo(&undo);
        result
    }

    /// Plays a move, extending the line.
    pub fn play(&mut self, color: Color, point: Point) -> BoardUndo {
        self.play_from(self.key(color), color, point)
    }

    fn play_from(&mut self, key: u64, color: Color, point: Point) -> BoardUndo {
        self.trace.test(point);
        self.nodes_left = self.nodes_left.saturating_sub(1);
        self.path.keys.push(key);
        let undo = self.board.make_unlisted(color, point);
        self.taken[color.index()] += undo.captured_stones();
        undo
    }

    /// Takes back the last move of the line.
    pub fn undo(&mut self, undo: &BoardUndo) {
        self.taken[undo.color().index()] -= undo.captured_stones();
        self.board.unmake_unlisted(undo);
        self.path.keys.pop();
    }

    pub fn depth(&self) -> usize {
        self.path.keys.len()
    }

    /// Whether the move limit has cut the reading short.
    pub fn is_spent(&self) -> bool {
        self.is_exhausted
    }

    pub fn liberties(&self) -> usize {
        self.board.liberty_count(self.target)
    }

    /// Returns the only liberty of a chain in atari.
    pub fn last_liberty(&self) -> Option<Point> {
        self.board.last_liberty(self.target)
    }

    pub fn key(&self, to_move: Color) -> u64 {
        self.board.hash_with(to_move)
    }

    /// Returns the attacker's legal moves against a chain with one or two liberties.
    pub fn attacks(&mut self) -> ArrayVec<Point, 2> {
        let mut points: ArrayVec<Point, 2> = self.board.liberties(self.target).collect();
        for &point in &points {
            self.trace.test(point);
        }
        if let [first, second] = points[..]
            && self.liberties_after_exchange(first, second)
                < self.liberties_after_exchange(second, first)
        {
            // Try the attack that leaves fewer liberties first.
            points.swap(0, 1);
        }
        let attacker = self.attacker();
        points.retain(|point| self.is_allowed(attacker, *point));
        points
    }

    /// Returns the defender's legal moves with one liberty: captures of chains that touch the target, then the
    /// extension. This order cuts the time for the labeled ladders to a quarter, because captures are decisive more
    /// often.
    pub fn defenses(&mut self) -> Vec<Point> {
        let Some(last) = self.last_liberty() else {
            return Vec::new();
        };
        self.trace.test(last);
        self.trace.walk(self.board, self.target);
        let mut points = Vec::new();
        let attacker = self.attacker();
        for stone in self.board.stones_of(self.target) {
            for neighbor in stone.neighbors() {
                if self.board.at(neighbor) == Some(attacker)
                    && let Some(liberty) = self.board.last_liberty(neighbor)
                    && !points.contains(&liberty)
                {
                    points.push(liberty);
                }
            }
        }
        if !points.contains(&last) {
            points.push(last);
        }
        points.retain(|&point| self.is_allowed(self.defender, point));
        points
    }

    fn is_allowed(&mut self, color: Color, point: Point) -> bool {
        self.trace.test(point);
        !self.board.is_suicide(color, point) && self.is_free_of_ko(color, point)
    }

    /// Whether a capturing move is legal; it is never suicide.
    fn is_capture_allowed(&mut self, color: Color, point: Point) -> bool {
        self.trace.test(point);
        self.is_free_of_ko(color, point)
    }

    /// Whether no ko forbids the point. Counts each ko that does.
    #[inline]
    fn is_free_of_ko(&mut self, color: Color, point: Point) -> bool {
        if self.ignores_ko == Some(color) || !self.board.is_ko(color, point) {
            return true;
        }
        self.ko_bans[color.index()] += 1;
        false
    }
}
