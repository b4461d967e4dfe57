//! The search for the verdict: depth first, each side's quickest hopes first, until one move works.

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::super::board::{Board, Ko, Undo};
use super::super::point::Point;
use super::super::zobrist;
use super::Verdict;
use crate::game::Color;

/// Moves tried before positions are remembered: most readings end sooner, and then remembering costs more than
/// it saves.
const NODES_BEFORE_MEMORY: u64 = 256;

/// Longer lines than this are given up, to bound the recursion.
const LONGEST_LINE: usize = 4_000;

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
    /// The positions of the line, from the first to the one before the position on the board.
    line: Vec<u64>,
    /// The moves of the line that have captured something: without any nothing can repeat.
    captures: usize,
    memory: FxHashMap<u64, bool>,
}

impl<'a> Reader<'a> {
    /// A reader for the chain of the stone on `target`; `None` if there is no stone.
    pub fn new(board: &'a mut Board, target: Point, nodes: u64) -> Option<Reader<'a>> {
        let defender = board.at(target)?;
        Some(Reader {
            board,
            target,
            defender,
            free: None,
            nodes,
            nodes_left: nodes,
            is_spent: false,
            barred: [false; 2],
            line: Vec::new(),
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

    /// The verdict with `first` to move, one side free to retake kos or none.
    pub fn verdict(&mut self, first: Color, free: Option<Color>) -> Verdict {
        self.begin(free);
        let answer = if first == self.defender {
            self.defend()
        } else {
            self.attack()
        };
        self.as_verdict(answer.captured)
    }

    /// The verdict without ko threats, and all first moves that bring the side to move what it wants.
    pub fn first_moves(&mut self, first: Color) -> (Verdict, Vec<Point>) {
        self.begin(None);
        let liberties = self.liberties();
        let (candidates, is_defending) = if first == self.defender {
            if liberties >= 2 {
                return (Verdict::Escapes, Vec::new());
            }
            (self.replies(), true)
        } else {
            if liberties >= 3 {
                return (Verdict::Escapes, Vec::new());
            }
            (self.attacks().into_iter().collect(), false)
        };
        let mut working = Vec::new();
        for point in candidates {
            let captured = match (is_defending, liberties) {
                (true, _) => self.after(first, point, Reader::attack).captured,
                (false, 1) => true,
                (false, _) => self.after(first, point, Reader::defend).captured,
            };
            if captured != is_defending {
                working.push(point);
            }
        }
        let captured = working.is_empty() == is_defending;
        (self.as_verdict(captured), working)
    }

    fn begin(&mut self, free: Option<Color>) {
        self.free = free;
        self.nodes_left = self.nodes;
        self.is_spent = false;
        self.memory.clear();
    }

    fn as_verdict(&self, captured: bool) -> Verdict {
        match captured {
            _ if self.is_spent => Verdict::Unknown,
            true => Verdict::Captured,
            false => Verdict::Escapes,
        }
    }

    /// The attacker is to move.
    fn attack(&mut self) -> Answer {
        let liberties = self.liberties();
        if liberties >= 3 {
            return ESCAPES;
        }
        let attacks = self.attacks();
        if attacks.is_empty() {
            return ESCAPES;
        }
        if liberties == 1 {
            return CAPTURED;
        }
        let key = self.key(self.attacker());
        if let Some(known) = self.known(key) {
            return known;
        }
        let mut rests_on = usize::MAX;
        for point in attacks {
            let answer = self.after_in(key, self.attacker(), point, Reader::defend);
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

    /// The defender is to move.
    fn defend(&mut self) -> Answer {
        let Some(last) = self.last_liberty() else {
            return ESCAPES;
        };
        // Extending makes every empty neighbour of the last liberty a liberty. No ko bars it: a ko's mouth
        // has no neighbour of the side that is barred.
        if self.board.neighbours(last).empty() >= 3 {
            return ESCAPES;
        }
        let key = self.key(self.defender);
        if let Some(known) = self.known(key) {
            return known;
        }
        for point in self.replies() {
            let answer = self.after_in(key, self.defender, point, Reader::attack);
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
            Met::Nothing => self.memory.get(&key).map(|&captured| Answer {
                captured,
                rests_on: usize::MAX,
            }),
        }
    }

    /// What a reading meets in a position: a repetition, the end of its means, or nothing of the kind.
    pub fn meet(&mut self, key: u64) -> Met {
        if self.captures > 0
            && let Some(number) = self.line.iter().position(|&former| former == key)
        {
            return Met::Repetition(number);
        }
        if self.nodes_left == 0 || self.line.len() >= LONGEST_LINE {
            self.is_spent = true;
            return Met::Limit;
        }
        Met::Nothing
    }

    /// Keeps an answer that holds on every line: an escape that rests on the repetition of an earlier position
    /// does not.
    fn remember(&mut self, key: u64, answer: Answer) -> Answer {
        let is_due = self.nodes - self.nodes_left > NODES_BEFORE_MEMORY;
        if is_due && !self.is_spent && answer.rests_on >= self.line.len() {
            self.memory.insert(key, answer.captured);
        }
        answer
    }

    /// The answer after a first move, from the position on the board.
    fn after(&mut self, color: Color, point: Point, next: fn(&mut Self) -> Answer) -> Answer {
        self.after_in(self.key(color), color, point, next)
    }

    /// The answer after a move from the position with this key.
    fn after_in(
        &mut self,
        key: u64,
        color: Color,
        point: Point,
        next: fn(&mut Self) -> Answer,
    ) -> Answer {
        let undo = self.step_from(key, color, point);
        let answer = next(self);
        self.step_back(undo);
        answer
    }

    /// Makes a move of the line.
    pub fn step(&mut self, color: Color, point: Point) -> Undo {
        self.step_from(self.key(color), color, point)
    }

    fn step_from(&mut self, key: u64, color: Color, point: Point) -> Undo {
        self.nodes_left = self.nodes_left.saturating_sub(1);
        self.line.push(key);
        let undo = self.board.make(color, point);
        self.captures += usize::from(undo.has_captured());
        undo
    }

    /// Takes back the last move of the line.
    pub fn step_back(&mut self, undo: Undo) {
        self.captures -= usize::from(undo.has_captured());
        self.board.unmake(undo);
        self.line.pop();
    }

    /// The number of moves of the line so far.
    pub fn depth(&self) -> usize {
        self.line.len()
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
        // More room first: the chain is left with the narrower way out.
        if let [first, second] = points[..]
            && self.board.neighbours(second).empty() > self.board.neighbours(first).empty()
        {
            points.swap(0, 1);
        }
        let attacker = self.attacker();
        points.retain(|point| self.allows(attacker, *point));
        points
    }

    /// The defender's legal moves with one liberty: extending, then capturing what touches the chain.
    pub fn replies(&mut self) -> Vec<Point> {
        let Some(last) = self.last_liberty() else {
            return Vec::new();
        };
        let mut points = vec![last];
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
