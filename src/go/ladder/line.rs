//! The line that shows a verdict: every move tried, the winner as short and the loser as long as possible.

use rustc_hash::FxHashMap;

use super::reader::{Met, Path, Reader};
use crate::engine::game::Color;
use crate::go::board::point::Point;
use crate::go::board::stones::Board;

/// Moves tried for an exact line: open positions without a ladder branch widely and have no line worth more.
const MOST_NODES: u64 = 50_000;

/// How a ladder ends from a position, and by which move it goes on.
#[derive(Clone, Copy)]
struct End {
    captured: bool,
    /// Moves to the capture, that one included, or to the escape.
    length: u32,
    next: Option<(Color, Point)>,
    /// The earliest position of the line, by its number, whose repetition this may rest on.
    rests_on: usize,
}

impl End {
    const ESCAPED: End = End {
        captured: false,
        length: 0,
        next: None,
        rests_on: usize::MAX,
    };

    fn capture(attacker: Color, point: Point) -> End {
        End {
            captured: true,
            length: 1,
            next: Some((attacker, point)),
            rests_on: usize::MAX,
        }
    }
}

/// Looks for the line of one ladder.
pub(super) struct Line<'a> {
    reader: Reader<'a>,
    /// The verdict, which all positions looked at share.
    captured: bool,
    memory: FxHashMap<u64, End>,
}

impl<'a> Line<'a> {
    /// For the chain of the stone on `target`; `None` if there is no stone.
    pub fn new(
        board: &'a mut Board,
        path: &'a mut Path,
        target: Point,
        nodes: u64,
    ) -> Option<Line<'a>> {
        let reader = Reader::new(board, path, target, nodes.min(MOST_NODES))?;
        Some(Line {
            reader,
            captured: false,
            memory: FxHashMap::default(),
        })
    }

    /// The line with `first` to move that shows this verdict: the exact one, or where that takes too many moves to find, one that
    /// keeps the verdict; empty if not even that can be found.
    pub fn find(mut self, first: Color, captured: bool) -> Vec<(Color, Point)> {
        self.captured = captured;
        let exact = self.walk(first, |line, to_move| line.solve(to_move).next);
        if self.reader.is_spent() {
            self.walk(first, Line::keep_verdict)
        } else {
            exact
        }
    }

    /// Follows what `next` says to the end of the ladder, or returns nothing if that can't be read.
    fn walk(
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
            steps.push(self.reader.step(color, point));
            to_move = color.opponent();
        }
        while let Some(step) = steps.pop() {
            self.reader.step_back(&step);
        }
        if self.reader.is_spent() {
            Vec::new()
        } else {
            line
        }
    }

    /// A move that works for the side to move; if none does, the first that it has.
    fn keep_verdict(&mut self, to_move: Color) -> Option<(Color, Point)> {
        let moves = match self.open_moves(to_move) {
            Ok(moves) => moves,
            Err(end) => return end.next,
        };
        let key = self.reader.key(to_move);
        if let Met::Repetition(_) = self.reader.meet(key) {
            return None;
        }
        let (_, working) = self.reader.first_moves(to_move);
        let point = working.first().or(moves.first())?;
        Some((to_move, *point))
    }

    fn solve(&mut self, to_move: Color) -> End {
        let moves = match self.open_moves(to_move) {
            Ok(moves) => moves,
            Err(end) => return end,
        };
        let key = self.reader.key(to_move);
        match self.reader.meet(key) {
            Met::Nothing => {}
            Met::Repetition(number) => {
                return End {
                    rests_on: number,
                    ..End::ESCAPED
                };
            }
            Met::Limit => return End::ESCAPED,
        }
        if let Some(&end) = self.memory.get(&key) {
            return end;
        }
        let end = self.best(to_move, moves);
        if end.rests_on >= self.reader.depth() && !self.reader.is_spent() {
            self.memory.insert(key, end);
        }
        end
    }

    /// The moves to be tried, or how it ends without trying any.
    fn open_moves(&mut self, to_move: Color) -> Result<Vec<Point>, End> {
        let attacker = self.reader.attacker();
        let liberties = self.reader.liberties();
        if to_move == attacker {
            if liberties >= 3 {
                return Err(End::ESCAPED);
            }
            let attacks = self.reader.attacks();
            return match attacks[..] {
                [] => Err(End::ESCAPED),
                [point] if liberties == 1 => Err(End::capture(attacker, point)),
                _ => Ok(attacks.to_vec()),
            };
        }
        let Some(last) = self.reader.last_liberty() else {
            return Err(End::ESCAPED);
        };
        let replies = self.reader.replies();
        if replies.is_empty() {
            Err(End::capture(attacker, last))
        } else {
            Ok(replies)
        }
    }

    /// The shortest way for the side that gets its wish, among the moves that keep the verdict; the longest
    /// for the other, whose moves all do.
    fn best(&mut self, to_move: Color, moves: Vec<Point>) -> End {
        let wins = self.captured == (to_move == self.reader.attacker());
        let mut best: Option<End> = None;
        let mut rests_on = usize::MAX;
        for point in moves {
            let step = self.reader.step(to_move, point);
            let end = self.after_move(to_move.opponent(), wins);
            self.reader.step_back(&step);
            rests_on = rests_on.min(end.rests_on);
            if end.captured != self.captured {
                continue;
            }
            let end = End {
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
        End {
            rests_on,
            ..best.unwrap_or(End::ESCAPED)
        }
    }

    /// How it goes on with `to_move` after a move; if that may have failed, only after a look at the verdict.
    fn after_move(&mut self, to_move: Color, may_fail: bool) -> End {
        if may_fail {
            let (captured, rests_on) = self.reader.look_ahead(to_move);
            if captured != self.captured {
                return End {
                    captured,
                    rests_on,
                    ..End::ESCAPED
                };
            }
        }
        self.solve(to_move)
    }
}
