//! The search for the verdict: depth first, each side's quickest hopes first, until one move works.

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::super::board::{Board, Ko, Undo};
use super::super::point::Point;
use super::super::zobrist;
use super::Verdict;
use crate::game::Color;

use self::glance::Attack;

mod ataris;
mod glance;

/// Moves tried before positions are remembered: most readings end sooner.
const NODES_BEFORE_RECENT: u64 = 32;

/// Places for the positions remembered at first, without an allocation; a later one takes the place of another.
const RECENT: usize = 1_024;

/// Moves tried before all positions are remembered, which allocates.
const NODES_BEFORE_MEMORY: u64 = 2_000;

/// Longer lines than this are given up, so that the recursion stays well within the 2 MiB of a thread's stack.
const LONGEST_LINE: usize = 1_500;

/// Room for the chains in atari of all positions of a line; a line that needs more is given up.
const MOST_ATARIS: usize = 4_096;

/// The line that is being read. It lies with the caller of the reader, so that a reading allocates nothing.
pub(super) struct Path {
    /// The keys of the positions, from the first to the one before the position on the board.
    keys: ArrayVec<u64, LONGEST_LINE>,
    /// For each of these positions and the one on the board, one after the other: a stone of every chain of
    /// the attacker that is in atari and touches the target. Some chains may be in it twice.
    ataris: ArrayVec<Point, MOST_ATARIS>,
    /// Positions read to the end, at the place that their key gives: the key, its lowest bit replaced by whether
    /// the target is captured. Empty before anything is remembered.
    recent: ArrayVec<u64, RECENT>,
}

impl Path {
    /// No moves yet.
    #[inline]
    pub fn new() -> Path {
        Path {
            keys: ArrayVec::new(),
            ataris: ArrayVec::new(),
            recent: ArrayVec::new(),
        }
    }
}

/// What was found out about a position.
#[derive(Clone, Copy)]
struct Answer {
    captured: bool,
    /// The earliest position on the line, by its number, whose repetition the answer rests on. Only escapes can:
    /// a capture that is forced is forced by a line that repeats nothing.
    rests_on: usize,
}

const CAPTURED: Answer = Answer {
    captured: true,
    rests_on: usize::MAX,
};
const ESCAPES: Answer = Answer {
    captured: false,
    rests_on: usize::MAX,
};

/// What a reading meets in a position before it tries a move.
pub(super) enum Met {
    /// Neither of the others.
    Nothing,
    /// The position of the line with this number.
    Repetition(usize),
    /// As many moves as may be tried.
    Limit,
}

/// Reads one chain on one board.
pub(super) struct Reader<'a> {
    board: &'a mut Board,
    target: Point,
    defender: Color,
    /// The side whose retaking of kos is not barred.
    free: Option<Color>,
    nodes: u64,
    nodes_left: u64,
    is_spent: bool,
    /// Which side was kept from a move by a ko so far.
    barred: [bool; 2],
    path: &'a mut Path,
    /// The moves of the line that have captured something: without any nothing can repeat.
    captures: usize,
    memory: FxHashMap<u64, bool>,
}

impl<'a> Reader<'a> {
    /// A reader for the chain of the stone on `target`; `None` if there is no stone.
    pub fn new(
        board: &'a mut Board,
        path: &'a mut Path,
        target: Point,
        nodes: u64,
    ) -> Option<Reader<'a>> {
        let defender = board.at(target)?;
        path.recent.clear();
        Some(Reader {
            board,
            target,
            defender,
            free: None,
            nodes,
            nodes_left: nodes,
            is_spent: false,
            barred: [false; 2],
            path,
            captures: 0,
            memory: FxHashMap::default(),
        })
    }

    /// The side that wants to save the chain.
    pub fn defender(&self) -> Color {
        self.defender
    }

    /// The side that wants to capture the chain.
    pub fn attacker(&self) -> Color {
        self.defender.opponent()
    }

    /// Whether a ko has kept this side from a move that it would have tried.
    pub fn was_barred(&self, color: Color) -> bool {
        self.barred[color.index()]
    }

    /// Moves tried for the last verdict.
    pub fn tried(&self) -> u64 {
        self.nodes - self.nodes_left
    }

    /// The verdict with `first` to move, one side free to retake kos or none.
    pub fn verdict(&mut self, first: Color, free: Option<Color>) -> Verdict {
        self.begin(free);
        let (captured, _) = self.look_ahead(first);
        self.as_verdict(captured)
    }

    /// Whether the chain is captured from a position of the line, and the earliest position of it, by its number,
    /// whose repetition that rests on.
    pub fn look_ahead(&mut self, to_move: Color) -> (bool, usize) {
        let answer = if to_move == self.defender {
            self.defend_from_here()
        } else {
            self.attack_from_here()
        };
        self.path.ataris.clear();
        (answer.captured, answer.rests_on)
    }

    fn defend_from_here(&mut self) -> Answer {
        let Some(last) = self.last_liberty() else {
            return ESCAPES;
        };
        if self.least_after_extending(last, None) >= 3 {
            return ESCAPES;
        }
        let ataris = self.list_ataris();
        self.defend(ataris)
    }

    fn attack_from_here(&mut self) -> Answer {
        match self.liberties() {
            1 => self.capture(),
            2 => {
                let attacks = self.open_attacks();
                if attacks.is_empty() {
                    return ESCAPES;
                }
                let ataris = self.list_ataris();
                self.try_attacks(attacks, ataris)
            }
            _ => ESCAPES,
        }
    }

    /// The verdict without ko threats, and all first moves that bring the side to move what it wants.
    pub fn first_moves(&mut self, first: Color) -> (Verdict, Vec<Point>) {
        self.begin(None);
        let liberties = self.liberties();
        let is_defending = first == self.defender;
        if liberties >= if is_defending { 2 } else { 3 } {
            return (Verdict::Escapes, Vec::new());
        }
        let ataris = self.list_ataris();
        let candidates = if is_defending {
            self.replies()
        } else {
            self.attacks().into_iter().collect()
        };
        let mut working = Vec::new();
        let key = self.key(first);
        for point in candidates {
            let captured = match (is_defending, liberties) {
                (true, _) => self.after_reply(key, point, ataris).captured,
                (false, 1) => true,
                (false, _) => self.after_attack(key, point, ataris).captured,
            };
            if captured != is_defending {
                working.push(point);
            }
        }
        self.path.ataris.truncate(ataris);
        let captured = working.is_empty() == is_defending;
        (self.as_verdict(captured), working)
    }

    fn begin(&mut self, free: Option<Color>) {
        self.free = free;
        self.nodes_left = self.nodes;
        self.is_spent = false;
        self.path.recent.clear();
        self.memory.clear();
    }

    fn as_verdict(&self, captured: bool) -> Verdict {
        match captured {
            _ if self.is_spent => Verdict::Unknown,
            true => Verdict::Captured,
            false => Verdict::Escapes,
        }
    }

    /// The attacker is to move; the list of chains in atari begins at `ataris`.
    fn attack(&mut self, ataris: usize) -> Answer {
        match self.liberties() {
            1 => self.capture(),
            2 => {
                let attacks = self.open_attacks();
                self.try_attacks(attacks, ataris)
            }
            _ => ESCAPES,
        }
    }

    /// The attacker is to move and the chain has one liberty.
    fn capture(&mut self) -> Answer {
        let is_legal = self
            .last_liberty()
            .is_some_and(|last| self.allows(self.attacker(), last));
        if is_legal { CAPTURED } else { ESCAPES }
    }

    fn try_attacks(&mut self, mut attacks: ArrayVec<Attack, 2>, ataris: usize) -> Answer {
        for index in ataris..self.path.ataris.len() {
            let foe = self.path.ataris[index];
            attacks.retain(|attack| !self.is_answered_by_capture(attack, foe));
        }
        if attacks.is_empty() {
            return ESCAPES;
        }
        let can_capture = self.path.ataris.len() > ataris;
        if !can_capture && attacks.iter().any(|attack| self.is_caught_by(attack)) {
            return CAPTURED;
        }
        let key = self.key(self.attacker());
        if let Some(known) = self.known(key) {
            return known;
        }
        let mut rests_on = usize::MAX;
        for attack in attacks {
            let answer = self.after_attack(key, attack.point, ataris);
            if answer.captured {
                return self.remember(key, CAPTURED);
            }
            rests_on = rests_on.min(answer.rests_on);
        }
        let answer = Answer {
            captured: false,
            rests_on,
        };
        self.remember(key, answer)
    }

    /// The defender is to move; the list of chains in atari begins at `ataris`.
    fn defend(&mut self, ataris: usize) -> Answer {
        let Some(last) = self.last_liberty() else {
            return ESCAPES;
        };
        let room = self.least_after_extending(last, None);
        if room >= 3 {
            return ESCAPES;
        }
        let end = self.path.ataris.len();
        for index in ataris..end {
            let foe = self.path.ataris[index];
            if self.board.last_liberty(foe) != Some(last) && self.frees_two(foe) {
                return ESCAPES;
            }
        }
        let is_plain = self.is_plain(last);
        // An extension that leads into atari at once, captures nothing and joins nothing.
        let is_hopeless = is_plain && room <= 1;
        if is_hopeless && end == ataris {
            return CAPTURED;
        }
        if self.leads_into_the_open(last, None) {
            return ESCAPES;
        }
        let key = self.key(self.defender);
        if let Some(known) = self.known(key) {
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
            if point == last || is_repeated() || !self.allows(self.defender, point) {
                continue;
            }
            let answer = self.after_reply(key, point, ataris);
            if !answer.captured {
                return self.remember(key, answer);
            }
        }
        if !is_hopeless && self.allows(self.defender, last) {
            let answer = self.after_reply(key, last, ataris);
            if !answer.captured {
                return self.remember(key, answer);
            }
        }
        self.remember(key, CAPTURED)
    }

    /// What is known of a position before it is searched.
    fn known(&mut self, key: u64) -> Option<Answer> {
        match self.meet(key) {
            Met::Repetition(rests_on) => Some(Answer {
                captured: false,
                rests_on,
            }),
            Met::Limit => Some(ESCAPES),
            Met::Nothing => self.recalled(key).map(|captured| Answer {
                captured,
                rests_on: usize::MAX,
            }),
        }
    }

    fn recalled(&self, key: u64) -> Option<bool> {
        let recent = self.path.recent.get(key as usize / 2 % RECENT)?;
        if recent ^ key <= 1 {
            return Some(recent & 1 != 0);
        }
        self.memory.get(&key).copied()
    }

    /// What a reading meets in a position: a repetition, the end of its means, or nothing of the kind.
    pub fn meet(&mut self, key: u64) -> Met {
        if self.captures > 0
            && let Some(number) = self.path.keys.iter().position(|&former| former == key)
        {
            return Met::Repetition(number);
        }
        if self.nodes_left == 0 || self.path.keys.len() >= LONGEST_LINE {
            self.is_spent = true;
            return Met::Limit;
        }
        Met::Nothing
    }

    /// Keeps an answer that holds on every line: an escape that rests on the repetition of an earlier position
    /// does not.
    fn remember(&mut self, key: u64, answer: Answer) -> Answer {
        let tried = self.nodes - self.nodes_left;
        let holds = !self.is_spent && answer.rests_on >= self.path.keys.len();
        if tried <= NODES_BEFORE_RECENT || !holds {
            return answer;
        }
        let recent = &mut self.path.recent;
        while !recent.is_full() {
            recent.push(0);
        }
        recent[key as usize / 2 % RECENT] = key & !1 | u64::from(answer.captured);
        if tried > NODES_BEFORE_MEMORY {
            self.memory.insert(key, answer.captured);
        }
        answer
    }

    /// The answer after an attack from the position with this key, whose chains in atari begin at `ataris`.
    fn after_attack(&mut self, key: u64, point: Point, ataris: usize) -> Answer {
        let end = self.path.ataris.len();
        let undo = self.step_from(key, self.attacker(), point);
        for index in ataris..end {
            self.add_atari(end, self.path.ataris[index]);
        }
        self.add_atari(end, point);
        let answer = self.defend(end);
        self.path.ataris.truncate(end);
        self.step_back(undo);
        answer
    }

    /// The same after a move of the defender.
    fn after_reply(&mut self, key: u64, point: Point, ataris: usize) -> Answer {
        let end = self.path.ataris.len();
        let joins = self.last_liberty() == Some(point);
        if joins {
            let own_head = self.board.head(self.target);
            for neighbour in point.neighbours() {
                if self.board.at(neighbour) == Some(self.defender)
                    && self.board.head(neighbour) != own_head
                {
                    self.add_ataris_around(end, neighbour);
                }
            }
        }
        let joined = self.path.ataris.len();
        let undo = self.step_from(key, self.defender, point);
        let attacker = self.attacker();
        let answer_from = self.path.ataris.len();
        for index in (ataris..end).chain(end..joined) {
            let foe = self.path.ataris[index];
            if self.board.at(foe) == Some(attacker) {
                self.add_atari(answer_from, foe);
            }
        }
        for neighbour in point.neighbours() {
            if self.board.at(neighbour) == Some(attacker)
                && (joins || self.touches_target(neighbour))
            {
                self.add_atari(answer_from, neighbour);
            }
        }
        let answer = self.attack(answer_from);
        self.path.ataris.truncate(end);
        self.step_back(undo);
        answer
    }

    /// Makes a move of the line.
    pub fn step(&mut self, color: Color, point: Point) -> Undo {
        self.step_from(self.key(color), color, point)
    }

    fn step_from(&mut self, key: u64, color: Color, point: Point) -> Undo {
        self.nodes_left = self.nodes_left.saturating_sub(1);
        self.path.keys.push(key);
        let undo = self.board.make(color, point);
        self.captures += usize::from(undo.has_captured());
        undo
    }

    /// Takes back the last move of the line.
    pub fn step_back(&mut self, undo: Undo) {
        self.captures -= usize::from(undo.has_captured());
        self.board.unmake(undo);
        self.path.keys.pop();
    }

    /// The number of moves of the line so far.
    pub fn depth(&self) -> usize {
        self.path.keys.len()
    }

    /// Whether something was left unread because it would have taken too many moves.
    pub fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// The liberties of the chain.
    pub fn liberties(&self) -> usize {
        self.board.liberty_count(self.target)
    }

    /// The only liberty of the chain, if it has no other.
    pub fn last_liberty(&self) -> Option<Point> {
        self.board.last_liberty(self.target)
    }

    /// Tells positions apart by stones, ko and side to move.
    pub fn key(&self, to_move: Color) -> u64 {
        let ko_key = |ko: Ko| zobrist::stone(ko.barred, ko.point).rotate_left(32);
        let ko = self.board.ko().map_or(0, ko_key);
        let turn = if to_move == Color::White {
            zobrist::WHITE_TO_MOVE
        } else {
            0
        };
        self.board.hash() ^ ko ^ turn
    }

    /// The attacker's legal moves against a chain with one or two liberties.
    pub fn attacks(&mut self) -> ArrayVec<Point, 2> {
        let mut points: ArrayVec<Point, 2> = self.board.liberties(self.target).collect();
        if let [first, second] = points[..]
            && self.least_after_extending(first, Some(second))
                < self.least_after_extending(second, Some(first))
        {
            // The chain is left with the narrower way out first.
            points.swap(0, 1);
        }
        let attacker = self.attacker();
        points.retain(|point| self.allows(attacker, *point));
        points
    }

    /// The defender's legal moves with one liberty: capturing what touches the chain, then extending. In this
    /// order the labelled ladders take a quarter of the time, because a capture decides more often.
    pub fn replies(&mut self) -> Vec<Point> {
        let Some(last) = self.last_liberty() else {
            return Vec::new();
        };
        let mut points = Vec::new();
        let attacker = self.attacker();
        for stone in self.board.stones_of(self.target) {
            for neighbour in stone.neighbours() {
                if self.board.at(neighbour) == Some(attacker)
                    && let Some(liberty) = self.board.last_liberty(neighbour)
                    && !points.contains(&liberty)
                {
                    points.push(liberty);
                }
            }
        }
        if !points.contains(&last) {
            points.push(last);
        }
        points.retain(|&point| self.allows(self.defender, point));
        points
    }

    fn allows(&mut self, color: Color, point: Point) -> bool {
        if self.board.is_suicide(color, point) {
            return false;
        }
        if self.free == Some(color) || !self.board.is_ko(color, point) {
            return true;
        }
        self.barred[color.index()] = true;
        false
    }
}
