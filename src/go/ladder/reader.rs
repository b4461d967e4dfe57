//! The search for the verdict: depth first, each side's quickest hopes first, until one move works.

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::Verdict;
use crate::engine::game::Color;
use crate::go::board::point::Point;
use crate::go::board::stones::{Board, RunSlots, Survey, Undo};

use self::glance::{Attack, Attacks};
use self::memory::{Known, RECENT};
use self::zones::Zones;

mod ataris;
mod glance;
mod memory;
mod run;
mod zones;

/// Moves tried before captures are remembered with their zones, for which the reading begins anew.
const NODES_BEFORE_ZONES: u64 = 5_000;

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
    /// Positions read to the end, at the place that their key gives: the key, its lowest bits replaced by what is
    /// [`Known`]. Empty before anything is remembered.
    recent: ArrayVec<u64, RECENT>,
    /// What lay where stairs were run up.
    slots: RunSlots,
}

impl Path {
    /// No moves yet.
    #[inline]
    pub fn new() -> Path {
        Path {
            keys: ArrayVec::new(),
            ataris: ArrayVec::new(),
            recent: ArrayVec::new(),
            slots: RunSlots::new(),
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
    /// Moves kept for a reading with zones.
    reserve: u64,
    is_spent: bool,
    /// How often each side was kept from a move by a ko so far.
    barred: [u32; 2],
    path: &'a mut Path,
    /// The moves of the line that have captured something: without any nothing can repeat.
    captures: usize,
    memory: FxHashMap<u64, Known>,
}

impl<'a> Reader<'a> {
    /// A reader for the chain of the stone on `target`; `None` if there is no stone.
    pub fn new(
        board: &'a mut Board,
        path: &'a mut Path,
        target: Point,
        nodes: u64,
    ) -> Option<Reader<'a>> {
        board.call_up(target);
        let defender = board.at(target)?;
        path.recent.clear();
        Some(Reader {
            board,
            target,
            defender,
            free: None,
            nodes,
            nodes_left: nodes,
            reserve: 0,
            is_spent: false,
            barred: [0; 2],
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
        self.barred[color.index()] > 0
    }

    /// Moves tried for the last verdict.
    pub fn tried(&self) -> u64 {
        self.nodes - self.nodes_left - self.reserve
    }

    /// The verdict with `first` to move. One side may be free to retake kos, if the same was read before with none
    /// free and that side did not get its wish.
    pub fn verdict(&mut self, first: Color, free: Option<Color>) -> Verdict {
        self.begin(free);
        self.keep_reserve();
        let (mut captured, _) = self.look_ahead(first);
        if self.needs_zones() {
            captured = Zones::new(self).read(first);
        }
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
        let around = self.board.survey(last, self.target);
        if self.board.room(last, self.target, around, None).least >= 3 {
            return ESCAPES;
        }
        let ataris = self.list_ataris();
        self.defend(ataris, last, around)
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
        let is_defending = first == self.defender;
        if self.liberties() >= if is_defending { 2 } else { 3 } {
            return (Verdict::Escapes, Vec::new());
        }
        let ataris = self.list_ataris();
        let candidates = if is_defending {
            self.replies()
        } else {
            self.attacks().to_vec()
        };
        self.keep_reserve();
        let mut working = self.working(first, &candidates, ataris);
        if self.needs_zones() {
            working = Zones::new(self).working(first, &candidates);
        }
        self.path.ataris.truncate(ataris);
        let captured = working.is_empty() == is_defending;
        (self.as_verdict(captured), working)
    }

    /// Those of the moves that bring the side to move what it wants.
    fn working(&mut self, first: Color, moves: &[Point], ataris: usize) -> Vec<Point> {
        let key = self.key(first);
        let is_capture = self.liberties() == 1;
        let works = |&point: &Point| match (first == self.defender, is_capture) {
            (true, _) => !self.after_reply(key, point, ataris).captured,
            (false, true) => true,
            (false, false) => self.after_attack(key, point, ataris).captured,
        };
        moves.iter().copied().filter(works).collect()
    }

    /// Keeps moves back for a reading with zones.
    fn keep_reserve(&mut self) {
        self.reserve = self.nodes.saturating_sub(NODES_BEFORE_ZONES);
        self.nodes_left -= self.reserve;
    }

    /// Whether the moves before the reserve were too few; it may be spent now.
    fn needs_zones(&mut self) -> bool {
        let reserve = std::mem::take(&mut self.reserve);
        self.nodes_left += reserve;
        let needs_zones = self.is_spent && reserve > 0;
        self.is_spent &= !needs_zones;
        needs_zones
    }

    fn begin(&mut self, free: Option<Color>) {
        self.free = free;
        self.nodes_left = self.nodes;
        self.is_spent = false;
        match free {
            None => self.forget(),
            Some(free) => self.forget_barred(free),
        }
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

    /// The attacker is to move and the chain has two liberties; the list of chains in atari begins at `ataris`.
    fn try_attacks(&mut self, mut attacks: Attacks, ataris: usize) -> Answer {
        let barred = self.barred;
        if self.board.ko().is_some() {
            attacks.retain(|attack| self.is_free(self.attacker(), attack.point));
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
        if let Some(known) = self.known(key) {
            return known;
        }
        let mut rests_on = usize::MAX;
        for attack in attacks.iter() {
            let answer = self.after_open_attack(key, attack, ataris);
            if answer.captured {
                return self.remember(key, CAPTURED, barred);
            }
            rests_on = rests_on.min(answer.rests_on);
        }
        let answer = Answer {
            captured: false,
            rests_on,
        };
        self.remember(key, answer, barred)
    }

    /// The answer after an attack from the position with this key, whose chains in atari begin at `ataris`.
    fn after_open_attack(&mut self, key: u64, attack: &Attack, ataris: usize) -> Answer {
        let end = self.path.ataris.len();
        let undo = self.step_from(key, self.attacker(), attack.point);
        for index in ataris..end {
            self.add_atari(end, self.path.ataris[index]);
        }
        self.add_atari(end, attack.point);
        let answer = if self.path.ataris.len() == end && attack.is_plain() && !undo.has_captured() {
            self.run(attack)
        } else {
            let last = attack.way_out;
            self.defend(end, last, self.board.survey(last, self.target))
        };
        self.path.ataris.truncate(end);
        self.step_back(&undo);
        answer
    }

    /// The defender is to move and has one liberty, which the survey is of; the list of chains in atari begins at
    /// `ataris`.
    fn defend(&mut self, ataris: usize, last: Point, around: Survey) -> Answer {
        let barred = self.barred;
        let room = self.board.room(last, self.target, around, None);
        if room.least >= 3 {
            return ESCAPES;
        }
        let end = self.path.ataris.len();
        for index in ataris..end {
            let foe = self.path.ataris[index];
            if self.board.last_liberty(foe) != Some(last) && self.frees_two(foe) {
                return ESCAPES;
            }
        }
        let is_hopeless = room.is_hopeless();
        if is_hopeless && end == ataris {
            return CAPTURED;
        }
        if self.leads_into_the_open(last, around, None) {
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
                return self.remember(key, answer, barred);
            }
        }
        if !is_hopeless && self.allows(self.defender, last) {
            let answer = self.after_reply(key, last, ataris);
            if !answer.captured {
                return self.remember(key, answer, barred);
            }
        }
        self.remember(key, CAPTURED, barred)
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

    /// The answer after an attack, as [`Reader::after_open_attack`], with nothing known of it but that it is legal.
    fn after_attack(&mut self, key: u64, point: Point, ataris: usize) -> Answer {
        let end = self.path.ataris.len();
        let undo = self.step_from(key, self.attacker(), point);
        for index in ataris..end {
            self.add_atari(end, self.path.ataris[index]);
        }
        self.add_atari(end, point);
        // It had two liberties.
        let last = self.last_liberty();
        let answer = last.map_or(ESCAPES, |last| {
            self.defend(end, last, self.board.survey(last, self.target))
        });
        self.path.ataris.truncate(end);
        self.step_back(&undo);
        answer
    }

    /// The same after a move of the defender.
    fn after_reply(&mut self, key: u64, point: Point, ataris: usize) -> Answer {
        let end = self.path.ataris.len();
        let joins = self.last_liberty() == Some(point);
        if joins {
            let own_head = self.board.head(self.target);
            for neighbour in point.neighbours() {
                if self.board.has_stone(neighbour, self.defender)
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
            if self.board.has_stone(foe, attacker) {
                self.add_atari(answer_from, foe);
            }
        }
        if joins {
            self.add_ataris_beside(answer_from, point);
        } else if self.board.touches_atari(point, attacker) {
            for neighbour in point.neighbours() {
                if self.board.has_stone(neighbour, attacker) && self.touches_target(neighbour) {
                    self.add_atari(answer_from, neighbour);
                }
            }
        }
        let answer = self.attack(answer_from);
        self.path.ataris.truncate(end);
        self.step_back(&undo);
        answer
    }

    /// Makes a move of the line.
    pub fn step(&mut self, color: Color, point: Point) -> Undo {
        self.step_from(self.key(color), color, point)
    }

    fn step_from(&mut self, key: u64, color: Color, point: Point) -> Undo {
        self.nodes_left = self.nodes_left.saturating_sub(1);
        self.path.keys.push(key);
        let undo = self.board.try_move(color, point);
        self.captures += usize::from(undo.has_captured());
        undo
    }

    /// Takes back the last move of the line.
    pub fn step_back(&mut self, undo: &Undo) {
        self.captures -= usize::from(undo.has_captured());
        self.board.take_back(undo);
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
        self.board.hash_with(to_move)
    }

    /// The attacker's legal moves against a chain with one or two liberties.
    pub fn attacks(&mut self) -> ArrayVec<Point, 2> {
        let mut points: ArrayVec<Point, 2> = self.board.liberties(self.target).collect();
        if let [first, second] = points[..]
            && self.room_after(first, second) < self.room_after(second, first)
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
        !self.board.is_suicide(color, point) && self.is_free(color, point)
    }

    /// Whether no ko bars a side from a point; if one does, that is noted.
    #[inline]
    fn is_free(&mut self, color: Color, point: Point) -> bool {
        if self.free == Some(color) || !self.board.is_ko(color, point) {
            return true;
        }
        self.barred[color.index()] += 1;
        false
    }
}
