//! Book expansion: the position that good play reaches most easily is searched next, as in drop-out expansion (Lincke,
//! "Strategies for the automatic construction of opening books", 2000).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::{Book, Leaf};
use crate::eval::evaluation::DISC;
use crate::rules::board::Board;
use crate::rules::position::Position;
use crate::rules::square::{Move, Square, Squares};
use crate::rules::symmetry::{canonical, key};
use tengen_engine::control::Stop;
use tengen_engine::game::Color;
use tengen_engine::{Control, Limits, Restriction, RootMove, SearchRequest, Searcher};

/// The cost of a ply from the start, the same as for a move that scores this much less than the best.
const PLY_COST: i32 = DISC / 2;

/// The largest distance searched. More distant positions are reached only by mistakes.
const MAX_DISTANCE: i32 = 24 * DISC;

/// A position to search and its distance from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpansionTarget {
    /// A position that isn't in the book or has no valid leaf there.
    board: Board,
    /// The cost of plies and mistakes on the way from the start, in units of 1/128 disc.
    distance: i32,
}

impl Book {
    /// Returns the positions to search next, nearest first.
    pub fn expansion_targets(&self) -> Vec<ExpansionTarget> {
        let mut targets = Vec::new();
        let mut seen = HashSet::new();
        let mut waiting = BinaryHeap::from([Reverse((0, key(Board::START)))]);
        while let Some(Reverse((distance, (player, opponent)))) = waiting.pop() {
            let board = Board::new(player, opponent).expect("it was taken from a board");
            let board = canonical(board).0;
            if distance > MAX_DISTANCE || !seen.insert(board) {
                continue;
            }
            if self.needs_leaf(board) {
                targets.push(ExpansionTarget { board, distance });
            }
            let moves = self.moves(board);
            let best = moves.first().map_or(0, |best| best.score);
            for mv in &moves {
                let after = board.play(mv.square);
                let next = if after.moves() == 0 {
                    after.passed()
                } else {
                    after
                };
                // Finished games need no search.
                if next.moves() != 0 {
                    let distance = distance + PLY_COST + (best - mv.score);
                    waiting.push(Reverse((distance, key(next))));
                }
            }
        }
        targets
    }

    /// Returns whether the best move out of the book must be searched.
    fn needs_leaf(&self, board: Board) -> bool {
        let out = self.moves_out_of_book(board);
        match self.positions.get(&board) {
            None => true,
            Some(entry) => {
                let leaf = entry.leaf.map_or(0, |leaf| leaf.square.bit());
                out != 0 && out & leaf == 0
            }
        }
    }

    /// Returns the squares of moves that lead out of the book.
    fn moves_out_of_book(&self, board: Board) -> u64 {
        let stays = |square: &Square| self.value(board.play(*square)).is_some();
        let staying = board.squares().filter(stays);
        staying.fold(board.moves(), |out, square| out & !square.bit())
    }

    /// Searches a position to `depth` plies and adds the result to the book. Leaves the book unchanged if `stop` ends
    /// the search.
    pub fn expand(
        &mut self,
        target: ExpansionTarget,
        searcher: &mut impl Searcher<Position>,
        depth: u8,
        stop: &Stop,
    ) {
        let leaf = self.search_leaf(target.board, searcher, depth, stop);
        if stop.is_set() {
            return;
        }
        self.insert(target.board, leaf);
        self.update_values();
    }

    /// Searches for the best move out of the book, the leaf of `board`.
    fn search_leaf(
        &self,
        board: Board,
        searcher: &mut impl Searcher<Position>,
        depth: u8,
        stop: &Stop,
    ) -> Option<Leaf> {
        let out = self.moves_out_of_book(board);
        let only = Restriction {
            color: Color::Black,
            moves: Squares(out).map(Move::Place).collect(),
            only: true,
            plies: 1,
        };
        let control = Control::new(Limits {
            depth: Some(depth.into()),
            ..Limits::default()
        });
        let control = control.with_request(SearchRequest {
            restrictions: vec![only],
            ..SearchRequest::default()
        });
        let control = control.stopped_by(stop.clone());
        let found = (out != 0)
            .then(|| searcher.search(&Position::new(board, Color::Black), &control))
            .flatten();
        found.and_then(|found| leaf_of(&found.report.lines[0]))
    }

    /// Adds a position of a game with a search result, unless the book already has the position.
    pub fn add_searched(&mut self, position: &Position, line: &RootMove<Move>) {
        let board = position.board();
        if board.moves() != 0 && !self.positions.contains_key(&canonical(board).0) {
            self.insert(board, leaf_of(line));
            self.update_values();
        }
    }
}

fn leaf_of(line: &RootMove<Move>) -> Option<Leaf> {
    match line.mv {
        Move::Place(square) => Some(Leaf {
            square,
            score: (line.score * DISC as f32) as i32,
            depth: line.details.depth.unwrap_or(0) as u8,
        }),
        Move::Pass => None,
    }
}
