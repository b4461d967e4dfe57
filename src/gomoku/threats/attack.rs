//! What the two solvers of forced wins have in common: their verdicts, what they may spend, and the steps that both
//! sides take.

use arrayvec::ArrayVec;

use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::point_set::points_of;
use crate::gomoku::patterns::threat::Threat;
use crate::gomoku::rules::Point;
use crate::gomoku::rules::lines::Direction;

/// What is known of a forced win of the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attack {
    /// There is one.
    Win {
        /// The attacker's moves until it has won, the five included, if both sides play well; no line of such
        /// threats is shorter.
        moves: u32,
        /// Such a line. It ends with the five, or with a four whose only answer is a foul.
        pv: Vec<Point>,
    },
    /// There is none.
    None,
    /// Not found within the limit, nor excluded.
    Unknown,
}

/// What a search of some number of moves found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThreatResult {
    /// A win.
    Win,
    /// None with so few moves or nodes.
    Unknown,
    /// None with any number of moves.
    Refuted,
}

/// Says whether a long search has to end.
pub(super) type Interrupt<'a> = dyn Fn() -> bool + 'a;

/// Positions between two questions whether to end.
const POLL_INTERVAL: u64 = 256;

/// The positions that a solver may look at, and has looked at.
pub(in crate::gomoku) struct NodeBudget<'a> {
    spent: u64,
    limit: u64,
    interrupted: &'a Interrupt<'a>,
}

impl<'a> NodeBudget<'a> {
    /// So many positions, unless `interrupted` says sooner that the search has to end.
    pub fn new(limit: u64, interrupted: &'a Interrupt<'a>) -> Self {
        NodeBudget {
            spent: 0,
            limit,
            interrupted,
        }
    }

    /// Positions looked at so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Positions that may still be looked at.
    pub fn left(&self) -> u64 {
        self.limit - self.spent
    }

    /// Whether nothing is left, so that what was not found is not excluded.
    pub fn is_exhausted(&self) -> bool {
        self.left() == 0
    }

    /// Counts a position; false if none may be looked at any more.
    pub fn try_spend(&mut self) -> bool {
        if self.spent % POLL_INTERVAL == POLL_INTERVAL - 1 && (self.interrupted)() {
            self.limit = self.spent;
        }
        if self.is_exhausted() {
            return false;
        }
        self.spent += 1;
        true
    }

    /// Grants so many positions more.
    pub fn grant(&mut self, nodes: u64) {
        self.limit = self.spent.saturating_add(nodes);
    }
}

/// Plays a threat of the side to move: a five that it leaves to the other side refutes it, else `defend` says what the
/// other side makes of it.
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

/// The last two moves of a game in which the side to move cannot prevent the five: a try, if it is allowed, and the
/// five.
pub(super) fn final_moves(board: &Board) -> ArrayVec<Point, 2> {
    let mut fives = points_of(board.fives(board.to_move().opponent()));
    match (fives.next(), fives.next()) {
        (Some(five), Some(other)) if !board.is_forbidden(board.to_move(), other) => {
            ArrayVec::from([other, five])
        }
        _ => ArrayVec::new(),
    }
}

/// The moves that prevent every five the other side threatens.
pub(in crate::gomoku) fn defenses(board: &mut Board) -> ArrayVec<Point, 16> {
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
    // A five is also spoilt by hemming it in, from the two ends that it will have.
    let Some(five) = points_of(board.fives(opponent)).next() else {
        return defenses;
    };
    let mut candidates: ArrayVec<Point, 9> = ArrayVec::new();
    candidates.push(five);
    for direction in Direction::ALL {
        let (back, ahead) = board.run_lengths(opponent, direction, five);
        for steps in [-1 - back as i32, 1 + ahead as i32] {
            if let Some(end) = board.step(five, direction, steps) {
                candidates.push(end);
            }
        }
    }
    for point in candidates {
        board.play(point);
        let holds = board.count(opponent, Threat::Five) == 0;
        board.undo();
        if holds {
            defenses.push(point);
        }
    }
    defenses
}
