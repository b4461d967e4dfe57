//! How a book grows: the position that good play reaches most easily is searched next.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::{Book, Leaf};
use crate::engine::game::Color;
use crate::engine::{Control, Limits, Restriction, RootMove, SearchRequest, Searcher};
use crate::reversi::eval::evaluation::DISC;
use crate::reversi::rules::board::Board;
use crate::reversi::rules::position::Position;
use crate::reversi::rules::square::{Move, Square, Squares};
use crate::reversi::rules::symmetry::{canonical, key};

/// What a ply away from the start costs: as much as a move that is worse than the best by so much.
const PLY_COST: i32 = DISC / 2;

/// What leads further is not looked at: such positions are reached by mistakes only.
const MAX_DISTANCE: i32 = 24 * DISC;

/// A place where a search has to look, and how far it is from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpansionTarget {
    /// The position; the book may know it already, but not its best move out of the book.
    board: Board,
    /// Plies and mistakes on the way from the start, in units of 1/128 disc.
    distance: i32,
}

impl Book {
    /// Where the book should grow next, the nearest place first.
    pub fn expansion_targets(&self) -> Vec<ExpansionTarget> {
        let mut places = Vec::new();
        let mut seen = HashSet::new();
        let mut waiting = BinaryHeap::from([Reverse((0, key(Board::START)))]);
        while let Some(Reverse((distance, (player, opponent)))) = waiting.pop() {
            let board = Board::new(player, opponent).expect("it was taken from a board");
            let board = canonical(board).0;
            if distance > MAX_DISTANCE || !seen.insert(board) {
                continue;
            }
            if self.needs_leaf(board) {
                places.push(ExpansionTarget { board, distance });
            }
            let known = self.moves(board);
            let best = known.first().map_or(0, |best| best.score);
            for known in &known {
                let after = board.play(known.square);
                let next = if after.moves() == 0 {
                    after.passed()
                } else {
                    after
                };
                // A game that has ended is no place.
                if next.moves() != 0 {
                    let farther = distance + PLY_COST + (best - known.score);
                    waiting.push(Reverse((farther, key(next))));
                }
            }
        }
        places
    }

    /// Whether a search has to find the best move out of the book.
    fn needs_leaf(&self, board: Board) -> bool {
        let out = self.moves_out_of_book(board);
        match self.positions.get(&board) {
            None => true,
            Some(entry) => {
                let known = entry.leaf.map_or(0, |leaf| leaf.square.bit());
                out != 0 && out & known == 0
            }
        }
    }

    /// The squares of moves that lead to no position of the book.
    fn moves_out_of_book(&self, board: Board) -> u64 {
        let stays = |square: &Square| self.value(board.play(*square)).is_some();
        let staying = board.squares().filter(stays);
        staying.fold(board.moves(), |out, square| out & !square.bit())
    }

    /// Searches a place to `depth` plies and puts what is found into the book.
    pub fn expand(
        &mut self,
        place: ExpansionTarget,
        searcher: &mut impl Searcher<Position>,
        depth: u8,
    ) {
        self.search_leaf(place.board, searcher, depth);
        self.update_values();
    }

    fn search_leaf(&mut self, board: Board, searcher: &mut impl Searcher<Position>, depth: u8) {
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
        let found = (out != 0)
            .then(|| searcher.search(&Position::new(board, Color::Black), &control))
            .flatten();
        let leaf = found.and_then(|found| leaf_of(&found.report.lines[0]));
        self.insert(board, leaf);
    }

    /// Takes over what a search thinks of a position of a game. Nothing changes if the book knows the position.
    pub fn add_searched(&mut self, position: &Position, line: &RootMove<Move>) {
        let board = position.board();
        if board.moves() != 0 && !self.positions.contains_key(&canonical(board).0) {
            self.insert(board, leaf_of(line));
            self.update_values();
        }
    }
}

/// The best move of a search as the book keeps it.
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
