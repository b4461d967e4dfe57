//! Results, node budgets, threats and defenses shared by VCF and VCT search.

use arrayvec::ArrayVec;

use crate::eval::board::Board;
use crate::eval::point_set::points_of;
use crate::patterns::threat::Threat;
use crate::rules::Point;
use crate::rules::lines::Direction;
use tengen_engine::game::Color;

/// The result of a search for a forced win of the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attack {
    /// A forced win was found.
    Win {
        /// The attacker's moves until the win, including the five, against the longest defense.
        moves: u32,
        /// The winning line. It ends with the five, or with a four that has only a forbidden answer.
        pv: Vec<Point>,
    },
    /// No forced win exists.
    None,
    /// Neither found nor refuted within the limit.
    Unknown,
}

/// The result of a search limited to a number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThreatResult {
    /// A win of the attacker.
    Win,
    /// No win within the limits on moves and nodes.
    Unknown,
    /// No win with any number of moves.
    Refuted,
}

/// A function that returns true if a long search has to stop.
pub(super) type Interrupt<'a> = dyn Fn() -> bool + 'a;

/// Number of nodes between two calls of the interrupt.
const POLL_INTERVAL: u64 = 256;

/// The number of nodes that a threat search may visit, and has visited.
pub(crate) struct NodeBudget<'a> {
    spent: u64,
    limit: u64,
    interrupted: &'a Interrupt<'a>,
    /// Whether `interrupted` has returned true.
    is_stopped: bool,
}

impl<'a> NodeBudget<'a> {
    /// Returns a budget of `limit` nodes, which ends early when `interrupted` returns true.
    pub fn new(limit: u64, interrupted: &'a Interrupt<'a>) -> Self {
        NodeBudget {
            spent: 0,
            limit,
            interrupted,
            is_stopped: false,
        }
    }

    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Returns the number of nodes left.
    pub fn left(&self) -> u64 {
        self.limit.saturating_sub(self.spent)
    }

    /// Whether no nodes are left, so that a missing win is not a refutation.
    pub fn is_exhausted(&self) -> bool {
        self.left() == 0
    }

    /// Counts a node. Returns false if none was left.
    pub fn try_spend(&mut self) -> bool {
        if self.spent % POLL_INTERVAL == POLL_INTERVAL - 1 && (self.interrupted)() {
            self.limit = self.spent;
            self.is_stopped = true;
        }
        if self.is_exhausted() {
            return false;
        }
        self.spent += 1;
        true
    }

    /// Runs a part of a search with at most `nodes` of the remaining nodes.
    pub fn part<T>(&mut self, nodes: u64, run: impl FnOnce(&mut Self) -> T) -> T {
        let whole = self.limit;
        self.limit = whole.min(self.spent.saturating_add(nodes));
        let result = run(self);
        if !self.is_stopped {
            self.limit = whole;
        }
        result
    }

    /// Allows this number of further nodes.
    pub fn grant(&mut self, nodes: u64) {
        self.limit = self.spent.saturating_add(nodes);
    }
}

/// Plays a threat of the side to move and takes it back. A threat that leaves the opponent a five is refuted; otherwise
/// `defend` searches the defenses.
pub(super) fn try_threat(
    board: &mut Board,
    threat: Point,
    defend: impl FnOnce(&mut Board) -> ThreatResult,
) -> ThreatResult {
    let opponent = board.to_move().opponent();
    board.play(threat);
    let result = if board.count(opponent, Threat::Five) > 0 {
        ThreatResult::Refuted
    } else {
        defend(board)
    };
    board.undo();
    result
}

/// Returns the last two moves of a game in which the side to move cannot prevent a five: a legal block, and the five.
/// Empty if no block is legal.
pub(super) fn final_moves(board: &Board) -> ArrayVec<Point, 2> {
    let mut fives = points_of(board.fives(board.to_move().opponent()));
    match (fives.next(), fives.next()) {
        (Some(five), Some(other)) if !board.is_forbidden(board.to_move(), other) => {
            ArrayVec::from([other, five])
        }
        _ => ArrayVec::new(),
    }
}

/// Returns the moves that prevent every five of the opponent.
pub(crate) fn defenses(board: &mut Board) -> ArrayVec<Point, 16> {
    let (me, opponent) = (board.to_move(), board.to_move().opponent());
    let mut defenses = ArrayVec::new();
    if !board.rule().needs_open_end() {
        let mut fives = points_of(board.fives(opponent));
        if let (Some(five), None) = (fives.next(), fives.next())
            && !board.is_forbidden(me, five)
        {
            defenses.push(five);
        }
        return defenses;
    }
    // A five needs an open end, so a stone at either end of the future five prevents it too.
    let Some(five) = points_of(board.fives(opponent)).next() else {
        return defenses;
    };
    let mut candidates: ArrayVec<Point, 9> = ArrayVec::new();
    candidates.push(five);
    candidates.extend(five_ends(board, opponent, five));
    for point in candidates {
        board.play(point);
        let prevents = board.count(opponent, Threat::Five) == 0;
        board.undo();
        if prevents {
            defenses.push(point);
        }
    }
    defenses
}

/// Returns the empty points at the ends of the rows that a stone of `color` on the empty point `five` makes.
pub(super) fn five_ends(board: &Board, color: Color, five: Point) -> ArrayVec<Point, 8> {
    let mut ends = ArrayVec::new();
    for direction in Direction::ALL {
        let (back, ahead) = board.run_lengths(color, direction, five);
        for steps in [-1 - back as i32, 1 + ahead as i32] {
            ends.extend(board.step(five, direction, steps));
        }
    }
    ends
}
