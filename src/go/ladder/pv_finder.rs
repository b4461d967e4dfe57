//! The principal variation of a ladder: shortest for the winner, longest for the loser.

use rustc_hash::FxHashMap;

use super::reader::{Interruption, LadderPath, LadderReader, ReadTrace};
use crate::board::point::Point;
use crate::board::stones::Board;
use tengen_engine::game::Color;

/// Moves tried for an exact line. Open positions without a ladder branch widely, and their lines aren't worth more.
const MAX_NODES: u64 = 50_000;

/// The outcome of a position and its best move.
#[derive(Clone, Copy)]
struct PvNode {
    captured: bool,
    /// Moves to the escape, or to the capture including the capturing move.
    length: u32,
    next: Option<(Color, Point)>,
    /// The index of the earliest position of the line that the outcome may depend on repeating.
    rests_on: usize,
}

impl PvNode {
    const ESCAPED: PvNode = PvNode {
        captured: false,
        length: 0,
        next: None,
        rests_on: usize::MAX,
    };

    fn capture(attacker: Color, point: Point) -> PvNode {
        PvNode {
            captured: true,
            length: 1,
            next: Some((attacker, point)),
            rests_on: usize::MAX,
        }
    }
}

/// Finds the principal variation of one ladder.
pub(super) struct PvFinder<'a, T: ReadTrace> {
    reader: LadderReader<'a, T>,
    /// The verdict, which is the same for all positions of the line.
    captured: bool,
    table: FxHashMap<u64, PvNode>,
}

impl<'a, T: ReadTrace> PvFinder<'a, T> {
    /// Returns a finder for the chain of the stone on `target`, or `None` if it is empty.
    pub fn new(
        board: &'a mut Board,
        path: &'a mut LadderPath,
        target: Point,
        nodes: u64,
        trace: T,
    ) -> Option<PvFinder<'a, T>> {
        let reader = LadderReader::new(board, path, target, nodes.min(MAX_NODES), trace)?;
        Some(PvFinder {
            reader,
            captured: false,
            table: FxHashMap::default(),
        })
    }

    /// Returns the line with `first` to move that demonstrates the verdict: the exact line or, if that takes too many
    /// moves, one that merely keeps the verdict. Empty if neither is found.
    pub fn find(mut self, first: Color, captured: bool) -> Vec<(Color, Point)> {
        self.captured = captured;
        let exact = self.follow(first, |line, to_move| line.solve(to_move).next);
        if self.reader.is_spent() {
            self.follow(first, Self::keep_verdict)
        } else {
            exact
        }
    }

    /// Follows the moves returned by `next` to the end of the ladder. Returns an empty line if the moves run out.
    fn follow(
        &mut self,
        first: Color,
        mut next: impl FnMut(&mut Self, Color) -> Option<(Color, Point)>,
    ) -> Vec<(Color, Point)> {
        let mut to_move = first;
        let mut line = Vec::new();
        let mut steps = Vec::new();
        while let Some((color, point)) = next(self, to_move) {
            line.push((color, point));
            let is_capture = color != self.reader.defender() && self.reader.liberties() == 1;
            if is_capture || self.reader.is_spent() {
                break;
            }
            steps.push(self.reader.play(color, point));
            to_move = color.opponent();
        }
        while let Some(step) = steps.pop() {
            self.reader.undo(&step);
        }
        if self.reader.is_spent() {
            Vec::new()
        } else {
            line
        }
    }

    /// Returns a move that works for the side to move, or its first move if none works.
    fn keep_verdict(&mut self, to_move: Color) -> Option<(Color, Point)> {
        let moves = match self.open_moves(to_move) {
            Ok(moves) => moves,
            Err(end) => return end.next,
        };
        let key = self.reader.key(to_move);
        if let Some(Interruption::Repetition(_)) = self.reader.interruption(key) {
            return None;
        }
        let (_, winning) = self.reader.first_moves(to_move);
        let point = winning.first().or(moves.first())?;
        Some((to_move, *point))
    }

    fn solve(&mut self, to_move: Color) -> PvNode {
        let moves = match self.open_moves(to_move) {
            Ok(moves) => moves,
            Err(end) => return end,
        };
        let key = self.reader.key(to_move);
        match self.reader.interruption(key) {
            None => {}
            Some(Interruption::Repetition(number)) => {
                return PvNode {
                    rests_on: number,
                    ..PvNode::ESCAPED
                };
            }
            Some(Interruption::Limit) => return PvNode::ESCAPED,
        }
        if let Some(&end) = self.table.get(&key) {
            return end;
        }
        let end = self.best(to_move, moves);
        if end.rests_on >= self.reader.depth() && !self.reader.is_spent() {
            self.table.insert(key, end);
        }
        end
    }

    /// Returns the moves to try, or as an error the outcome if it is clear without a move.
    fn open_moves(&mut self, to_move: Color) -> Result<Vec<Point>, PvNode> {
        let attacker = self.reader.attacker();
        let liberties = self.reader.liberties();
        if to_move == attacker {
            if liberties >= 3 {
                return Err(PvNode::ESCAPED);
            }
            let attacks = self.reader.attacks();
            return match attacks[..] {
                [] => Err(PvNode::ESCAPED),
                [point] if liberties == 1 => Err(PvNode::capture(attacker, point)),
                _ => Ok(attacks.to_vec()),
            };
        }
        let Some(last) = self.reader.last_liberty() else {
            return Err(PvNode::ESCAPED);
        };
        let replies = self.reader.defenses();
        if replies.is_empty() {
            Err(PvNode::capture(attacker, last))
        } else {
            Ok(replies)
        }
    }

    /// Returns the shortest line for the winning side among the moves that keep the verdict, or the longest for the
    /// losing side, for which all moves keep it.
    fn best(&mut self, to_move: Color, moves: Vec<Point>) -> PvNode {
        let wins = self.captured == (to_move == self.reader.attacker());
        let mut best: Option<PvNode> = None;
        let mut rests_on = usize::MAX;
        for point in moves {
            let step = self.reader.play(to_move, point);
            let end = self.after_move(to_move.opponent(), wins);
            self.reader.undo(&step);
            rests_on = rests_on.min(end.rests_on);
            if end.captured != self.captured {
                continue;
            }
            let end = PvNode {
                length: end.length + 1,
                next: Some((to_move, point)),
                ..end
            };
            let is_better = best.is_none_or(|best| match wins {
                true => end.length < best.length,
                false => end.length > best.length,
            });
            if is_better {
                best = Some(end);
            }
            if wins && end.length == 1 {
                break;
            }
        }
        PvNode {
            rests_on,
            ..best.unwrap_or(PvNode::ESCAPED)
        }
    }

    /// Returns the outcome after a move, with `to_move` to move. If that move may have failed, reads the verdict first.
    fn after_move(&mut self, to_move: Color, may_fail: bool) -> PvNode {
        if may_fail {
            let (captured, rests_on) = self.reader.read_from_here(to_move);
            if captured != self.captured {
                return PvNode {
                    captured,
                    rests_on,
                    ..PvNode::ESCAPED
                };
            }
        }
        self.solve(to_move)
    }
}
