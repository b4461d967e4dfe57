//! What the two solvers of forced wins have in common: their verdicts, what they may spend, and the steps that both
//! sides take.

use arrayvec::ArrayVec;

use crate::gomoku::eval::board::{Board, points_of};
use crate::gomoku::patterns::classes::Threat;
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
pub(super) enum Verdict {
    /// A win.
    Win,
    /// None with so few moves or nodes.
    NotYet,
    /// None with any number of moves.
    Never,
}

/// Says whether a long search has to end.
pub(super) type Interrupt<'a> = dyn Fn() -> bool + 'a;

/// Positions between two questions whether to end.
const POLL: u64 = 256;

/// The positions that a solver may look at, and has looked at.
pub(in crate::gomoku) struct Allowance<'a> {
    spent: u64,
    limit: u64,
    interrupted: &'a Interrupt<'a>,
}

impl<'a> Allowance<'a> {
    /// So many positions, unless `interrupted` says sooner that the search has to end.
    pub fn new(limit: u64, interrupted: &'a Interrupt<'a>) -> Self {
        Allowance {
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
    pub fn is_used_up(&self) -> bool {
        self.left() == 0
    }

    /// Counts a position; false if none may be looked at any more.
    pub fn take(&mut self) -> bool {
        if self.spent % POLL == POLL - 1 && (self.interrupted)() {
            self.limit = self.spent;
        }
        if self.is_used_up() {
            return false;
        }
        self.spent += 1;
        true
    }

    /// Grants so many positions more.
    pub fn extend(&mut self, nodes: u64) {
        self.limit = self.spent.saturating_add(nodes);
    }
}

/// Plays a threat of the side to move: a five that it leaves to the other side refutes it, else `defend` says what the
/// other side makes of it.
pub(super) fn attempt(
    board: &mut Board,
    threat: Point,
    defend: impl FnOnce(&mut Board) -> Verdict,
) -> Verdict {
    let rival = board.to_move().opponent();
    board.play(threat);
    let verdict = if board.count(rival, Threat::Five) > 0 {
        Verdict::Never
    } else {
        defend(board)
    };
    board.undo();
    verdict
}

/// The last two moves of a game in which the side to move cannot prevent the five: a try, if it is allowed, and the
/// five.
pub(super) fn closing(board: &Board) -> ArrayVec<Point, 2> {
    let mut fives = points_of(board.fives(board.to_move().opponent()));
    match (fives.next(), fives.next()) {
        (Some(five), Some(other)) if !board.is_foul(board.to_move(), other) => {
            ArrayVec::from([other, five])
        }
        _ => ArrayVec::new(),
    }
}

/// The moves that prevent every five the other side threatens.
pub(in crate::gomoku) fn replies(board: &mut Board) -> ArrayVec<Point, 16> {
    let (me, rival) = (board.to_move(), board.to_move().opponent());
    let mut replies = ArrayVec::new();
    if !board.rule().counts_ends() {
        let mut fives = points_of(board.fives(rival));
        if let (Some(five), None) = (fives.next(), fives.next())
            && !board.is_foul(me, five)
        {
            replies.push(five);
        }
        return replies;
    }
    // A five is also spoilt by hemming it in, from the two ends that it will have.
    let Some(five) = points_of(board.fives(rival)).next() else {
        return replies;
    };
    let mut candidates: ArrayVec<Point, 9> = ArrayVec::new();
    candidates.push(five);
    for direction in Direction::ALL {
        let (back, ahead) = board.arms(rival, direction, five);
        for steps in [-1 - back as i32, 1 + ahead as i32] {
            if let Some(end) = board.step(five, direction, steps) {
                candidates.push(end);
            }
        }
    }
    for point in candidates {
        board.play(point);
        let holds = board.count(rival, Threat::Five) == 0;
        board.undo();
        if holds {
            replies.push(point);
        }
    }
    replies
}
