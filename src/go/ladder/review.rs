//! Ladder events of a game: a side ran in a working ladder, chased in a broken one, missed a capture or a rescue, or
//! broke a ladder.
//!
//! Move k leads from position k-1 to position k. A chain is identified by its stones before the move and followed
//! through the game by them. "Captured" and "escapes" are strict verdicts with the named side to move first; c makes
//! the move, o is the opponent. A pass makes no event, but may answer a move that missed something.
//!
//! | event | before the move | the move | after it |
//! |---|---|---|---|
//! | ran | c's chain in atari | extends it, or captures next to it | captured, o first |
//! | chased | o's chain, which c put in atari two moves ago and o extended, has two liberties | takes one of them | escapes, o first |
//! | missed capture | o's chain captured, c first | another move | escapes, o first; and after o's move, c first |
//! | missed rescue | c's chain in atari escapes, c first | another move | after o's move gone, or captured, c first |
//! | breaker | c's chain captured, o first | on no liberty of it, captures nothing next to it | escapes, o first |

use std::array;
use std::cmp::Reverse;

use super::memo::LadderMemo;
use super::question::BATCH_NODES;
use super::{KoMark, Verdict};
use crate::board::point::{Move, Point};
use crate::board::stones::Board;
use crate::rules::Position;
use tengen_engine::game::{Color, IllegalMove, Position as _};
use tengen_engine::record::{Step, apply};

pub use self::event::{LadderEvent, LadderEventKind, LadderProof};

mod event;

#[cfg(test)]
mod tests;

/// A verdict that an event may depend on, with its ko mark.
type LadderAnswer = (Verdict, Option<KoMark>);

/// A chain for which a move may have missed something.
struct EventCandidate {
    /// A stone of the chain.
    stone: Point,
    ko: Option<KoMark>,
}

/// Opportunities that the last move may have missed; the opponent's next move confirms them.
#[derive(Default)]
struct Missed {
    captures: Vec<EventCandidate>,
    rescues: Vec<EventCandidate>,
}

/// The last two moves of a chase: an atari by the attacker and the defender's extension.
#[derive(Default)]
struct Chase {
    /// Chains that the last move put in atari: a stone and the last liberty.
    in_atari: Vec<(Point, Point)>,
    /// Chains that the last move extended out of an atari given by the previous move.
    extended: Vec<Point>,
}

/// Finds the ladder events of a game move by move.
pub struct GameReview {
    /// The positions after the last move, one move earlier and two moves earlier. Boxed, so that rotating them is
    /// cheap.
    boards: [Box<Board>; 3],
    /// Ladder answers for the position after the last move.
    memo: LadderMemo,
    last: Option<(Color, Move)>,
    number: usize,
    min_stones: usize,
    missed: Missed,
    chase: Chase,
    events: Vec<LadderEvent>,
}

/// The chains by which a move is judged, found before it is made.
#[derive(Default)]
struct Outlook {
    /// Own chains in atari that the move tries to save.
    saved: Vec<Point>,
    /// Own chains that were already captured and that the move does not touch.
    doomed: Vec<EventCandidate>,
    /// Running chains of the opponent that the move puts in atari again.
    chased: Vec<Point>,
    missed: Missed,
}

impl GameReview {
    /// Begins a review in this position, ignoring events of chains with fewer than `min_stones` stones.
    pub fn new(start: &Board, min_stones: usize) -> GameReview {
        GameReview {
            boards: array::from_fn(|_| Box::new(start.clone())),
            memo: LadderMemo::default(),
            last: None,
            number: 0,
            min_stones,
            missed: Missed::default(),
            chase: Chase::default(),
            events: Vec::new(),
        }
    }

    /// Adds a step of a record and applies it to `position`. Returns the rule that a move breaks, if any; such a move
    /// is played but makes no event. Repetition is ignored, since ladders do not depend on it. Fails if the step cannot
    /// be played even against the rules.
    pub fn add(
        &mut self,
        position: &mut Position,
        step: &Step<Move>,
    ) -> Result<Option<IllegalMove>, IllegalMove> {
        let played = step.as_move();
        let broken = played
            .and_then(|(color, mv)| position.check(color, mv).err())
            .filter(|&rule| rule != IllegalMove::Superko);
        apply(position, step)?;
        match played {
            Some((color, mv)) if broken.is_none() => self.play(color, mv),
            _ => {
                self.number += usize::from(played.is_some());
                self.set_position(position.board());
            }
        }
        Ok(broken)
    }

    /// Continues from a position not reached by a move, such as after a setup in mid-game. No event looks back across
    /// it.
    fn set_position(&mut self, board: &Board) {
        self.memo.follow(&self.boards[0], board);
        *self.boards[0] = board.clone();
        self.last = None;
        self.missed = Missed::default();
        self.chase = Chase::default();
    }

    /// Plays the next move, which must be legal except for repetition.
    fn play(&mut self, color: Color, mv: Move) {
        self.number += 1;
        let is_answer = self.last.is_some_and(|(last, _)| last != color);
        if !is_answer {
            self.missed = Missed::default();
            self.chase = Chase::default();
        }
        let outlook = self.look_ahead(color, mv);
        self.make(color, mv);
        self.confirm_missed();
        self.report_move(color, mv, &outlook);
        self.missed = outlook.missed;
        self.keep_escaped_captures(color);
        self.last = Some((color, mv));
    }

    /// Returns the number of moves so far, including passes.
    pub fn moves(&self) -> usize {
        self.number
    }

    /// Returns the events in move order.
    pub fn into_events(mut self) -> Vec<LadderEvent> {
        self.events.sort_by_cached_key(|event| {
            let first = event.chain.first().map(|&point| by_column(point));
            (event.number, event.kind, first)
        });
        self.events
    }

    /// Reads the ladders that must be known before the move is made.
    fn look_ahead(&mut self, color: Color, mv: Move) -> Outlook {
        let mut outlook = Outlook::default();
        if mv == Move::Pass {
            self.chase = Chase::default();
            return outlook;
        }
        let foe = color.opponent();
        let board = &self.boards[0];
        let chains: Vec<Point> = board
            .chains()
            .filter(|&head| board.liberty_count(head) <= 2)
            .filter(|&head| board.chain_len(head) >= self.min_stones)
            .collect();
        for head in chains {
            let board = &self.boards[0];
            let is_own = board.at(head) == Some(color);
            let is_touched = is_own && touches(board, color, mv, head);
            if is_touched {
                if board.liberty_count(head) == 1 {
                    outlook.saved.push(head);
                }
                continue;
            }
            if is_own && board.liberty_count(head) == 1 {
                let (verdict, ko) = self.ask(head, color);
                if verdict == Verdict::Escapes {
                    outlook
                        .missed
                        .rescues
                        .push(EventCandidate { stone: head, ko });
                }
            }
            let attacker = if is_own { foe } else { color };
            let (verdict, ko) = self.ask(head, attacker);
            if verdict == Verdict::Captured {
                let list = if is_own {
                    &mut outlook.doomed
                } else {
                    &mut outlook.missed.captures
                };
                list.push(EventCandidate { stone: head, ko });
            }
        }
        outlook.chased = self.advance_chase(color, mv);
        outlook
    }

    /// Follows chased chains by one more move, and returns those that the move puts in atari again.
    fn advance_chase(&mut self, color: Color, mv: Move) -> Vec<Point> {
        let Chase { in_atari, extended } = std::mem::take(&mut self.chase);
        let Move::Place(point) = mv else {
            return Vec::new();
        };
        let board = &self.boards[0];
        // These are the opponent's chains, since the opponent moved last.
        let mut chased: Vec<Point> = Vec::new();
        for stone in extended {
            let takes_liberty = board
                .two_liberties(stone)
                .is_some_and(|liberties| liberties.contains(&point));
            let head = board.head(stone);
            if takes_liberty && !chased.contains(&head) {
                chased.push(head);
            }
        }
        // These are the mover's own chains.
        let answered = in_atari.into_iter().filter(|&(_, last)| last == point);
        self.chase.extended = answered.map(|(stone, _)| stone).collect();
        for head in chains_around(board, color.opponent(), point) {
            if let Some([one, other]) = board.two_liberties(head) {
                let last = if one == point { other } else { one };
                self.chase.in_atari.push((head, last));
            }
        }
        chased
    }

    fn make(&mut self, color: Color, mv: Move) {
        self.boards.rotate_right(1);
        let [board, before, _] = &mut self.boards;
        board.clone_from(before);
        match mv {
            Move::Pass => board.set_ko(None),
            Move::Place(point) => board.play(color, point),
        }
        self.memo.follow(before, board);
        // A capture may have given a chain in atari more liberties.
        let board = &*board;
        self.chase
            .in_atari
            .retain(|&(stone, last)| board.last_liberty(stone) == Some(last));
    }

    /// Records the opportunities that the move before the last one missed, now that the opponent has replied.
    fn confirm_missed(&mut self) {
        let Missed { captures, rescues } = std::mem::take(&mut self.missed);
        let Some((color, _)) = self.last else {
            return;
        };
        for EventCandidate { stone, ko } in captures {
            let (verdict, ko_after) = self.ask(stone, color);
            if verdict == Verdict::Escapes {
                self.tell_missed(LadderEventKind::MissedCapture, stone, ko.or(ko_after));
            }
        }
        for EventCandidate { stone, ko } in rescues {
            let (verdict, ko_after) = match self.boards[0].at(stone) == Some(color) {
                true => self.ask(stone, color),
                false => (Verdict::Captured, None),
            };
            if verdict == Verdict::Captured {
                self.tell_missed(LadderEventKind::MissedRescue, stone, ko.or(ko_after));
            }
        }
    }

    /// Records a missed opportunity of the move before the last one. The proof starts with the side that missed it.
    fn tell_missed(&mut self, kind: LadderEventKind, stone: Point, ko: Option<KoMark>) {
        if let Some((color, mv)) = self.last {
            let proof = self.proof(2, stone, color);
            let chain = stones(&self.boards[2], stone);
            self.events.push(LadderEvent {
                number: self.number - 1,
                color,
                mv,
                kind,
                chain,
                ko,
                proof,
            });
        }
    }

    /// Records the events that the last move alone shows.
    fn report_move(&mut self, color: Color, mv: Move, outlook: &Outlook) {
        let foe = color.opponent();
        let mut found = Vec::new();
        for &stone in &outlook.saved {
            if let (Verdict::Captured, ko) = self.ask(stone, foe) {
                found.push((LadderEventKind::Ran, stone, ko, self.proof(0, stone, foe)));
            }
        }
        for &stone in &outlook.chased {
            let is_large = self.boards[1].chain_len(stone) >= self.min_stones;
            if is_large && let (Verdict::Escapes, ko) = self.ask(stone, foe) {
                let proof = self.proof(0, stone, foe);
                found.push((LadderEventKind::Chased, stone, ko, proof));
            }
        }
        for &EventCandidate { stone, ko } in &outlook.doomed {
            if let (Verdict::Escapes, ko_after) = self.ask(stone, foe) {
                let proof = self.proof(1, stone, foe);
                found.push((LadderEventKind::Breaker, stone, ko.or(ko_after), proof));
            }
        }
        for (kind, stone, ko, proof) in found {
            self.events.push(LadderEvent {
                number: self.number,
                color,
                mv,
                kind,
                chain: stones(&self.boards[1], stone),
                ko,
                proof,
            });
        }
    }

    /// Drops missed captures that the opponent cannot prevent even with the next move.
    fn keep_escaped_captures(&mut self, color: Color) {
        let captures = std::mem::take(&mut self.missed.captures);
        for EventCandidate { stone, ko } in captures {
            let defender = color.opponent();
            if self.boards[0].at(stone) == Some(defender)
                && let (Verdict::Escapes, ko_after) = self.ask(stone, defender)
            {
                let ko = ko.or(ko_after);
                self.missed.captures.push(EventCandidate { stone, ko });
            }
        }
    }

    /// Reads the ladder of this stone's chain in the position after the last move.
    fn ask(&mut self, stone: Point, first: Color) -> LadderAnswer {
        let answer = self.memo.verdict(&mut self.boards[0], stone, first);
        answer.unwrap_or((Verdict::Unknown, None))
    }

    /// Returns the ladder line for this stone's chain in the position `back` moves before the current one.
    fn proof(&mut self, back: usize, stone: Point, first: Color) -> LadderProof {
        let reading = super::read(&mut self.boards[back], stone, first, BATCH_NODES);
        LadderProof {
            from: self.number - back,
            first,
            line: reading.map(|reading| reading.pv).unwrap_or_default(),
        }
    }
}

/// Whether a move is on a liberty of this chain of the same color or captures a stone next to it.
fn touches(board: &Board, color: Color, mv: Move, chain: Point) -> bool {
    let Move::Place(point) = mv else {
        return false;
    };
    if board.liberties(chain).any(|liberty| liberty == point) {
        return true;
    }
    let foes = chains_around(board, color.opponent(), point);
    let mut captured = foes
        .into_iter()
        .filter(|&foe| board.liberty_count(foe) == 1)
        .flat_map(|foe| board.stones_of(foe));
    captured.any(|stone| {
        let mut near = stone.neighbors().into_iter();
        near.any(|n| board.has_stone(n, color) && board.head(n) == board.head(chain))
    })
}

/// Returns the heads of the chains of `color` next to a point.
fn chains_around(board: &Board, color: Color, point: Point) -> Vec<Point> {
    let near = point.neighbors().into_iter();
    let mut heads: Vec<Point> = near
        .filter(|&n| board.has_stone(n, color))
        .map(|n| board.head(n))
        .collect();
    heads.sort_unstable();
    heads.dedup();
    heads
}

/// Returns the stones of a chain by column, each from the top.
fn stones(board: &Board, stone: Point) -> Vec<Point> {
    let mut chain: Vec<Point> = board.stones_of(stone).collect();
    chain.sort_by_key(|&point| by_column(point));
    chain
}

fn by_column(point: Point) -> (u8, Reverse<u8>) {
    (point.column(), Reverse(point.row()))
}
