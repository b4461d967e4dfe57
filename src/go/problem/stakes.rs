//! The stakes of a position: the points with an open owner, or one that depends on who moves first, as a network sees it.

use std::sync::Arc;

use crate::board::{Board, Move, Point, PointSet};
use crate::net::Network;
use crate::puct::{NetworkSearch, SearchNetworks};
use crate::request::GoRequest;
use crate::rules::position::Position;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::request::Restriction;
use tengen_engine::{Control, Limits, SearchRequest, Searcher as _, Settings};

/// Visits of the search for each side to move.
const VISITS: u64 = 100;

/// Number of points, in a row or column or diagonally, from the nearest stone to a first move.
const REACH: u8 = 2;

/// Creates the search with which [`super::read`] finds the stakes.
pub fn search(network: &Arc<Network>, settings: Settings) -> NetworkSearch {
    let networks = SearchNetworks {
        main: network.for_problems(),
        human: None,
    };
    NetworkSearch::new(settings, networks)
}

/// The expected owners of all points for each side moving first.
pub struct Stakes {
    to_move: Color,
    board: Board,
    /// From the top, 1 for a point of the side that moves first, -1 for its opponent's. The side to move comes first.
    ownership: [Vec<f32>; 2],
    /// The lines of the side to move, the one with the most visited first move first.
    lines: Vec<Vec<Move>>,
}

impl Stakes {
    /// Searches a position with each side to move. First moves are near stones. Returns `None` if there are no stones, if
    /// the network fails or does not fit the board, or if the control stops the searches.
    pub fn new(
        position: &Position,
        search: &mut NetworkSearch,
        control: &Control<Move>,
    ) -> Option<Stakes> {
        let board = position.board();
        if !Network::fits(board.size()) {
            return None;
        }
        let to_move = position.to_move();
        let near = near_stones(board);
        if near.is_empty() {
            return None;
        }
        let mut look = |first| {
            let request = SearchRequest {
                restrictions: vec![Restriction {
                    color: first,
                    moves: near.clone(),
                    only: true,
                    plies: 1,
                }],
                fresh: true,
                game: GoRequest {
                    ownership: true,
                    ..GoRequest::default()
                },
                ..SearchRequest::default()
            };
            let limits = Limits {
                visits: Some(VISITS),
                time: control.limits().time,
                ..Limits::default()
            };
            let nested = control.nested(limits, request);
            let result = search.search(&position.with_stones_alone(first)?, &nested)?;
            let ownership = result.report.root?.ownership;
            let is_whole = ownership.len() == board.size().area();
            is_whole.then_some((ownership, result.report.lines))
        };
        let (own, lines) = look(to_move)?;
        let (theirs, _) = look(to_move.opponent())?;
        // A search that was stopped has looked at too little.
        (!control.interrupted()).then(|| Stakes {
            to_move,
            board: board.clone(),
            ownership: [own, theirs],
            lines: lines.into_iter().map(|line| line.pv).collect(),
        })
    }

    /// The position's board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move in the position.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The first moves of the side to move, the most natural first.
    pub fn moves(&self) -> impl Iterator<Item = Point> {
        self.lines.iter().filter_map(|line| first_point(line))
    }

    /// Returns the most natural line of the side to move that begins in a set, or else on any point.
    pub fn line_in(&self, set: &PointSet) -> Vec<(Color, Move)> {
        let begins_inside =
            |line: &&Vec<Move>| first_point(line).is_some_and(|point| set.contains(point));
        let inside = self.lines.iter().find(begins_inside);
        let line = inside.or(self.lines.first()).map_or(&[][..], |line| line);
        let colors = [self.to_move, self.to_move.opponent()].into_iter().cycle();
        colors.zip(line.iter().copied()).collect()
    }

    /// Returns how unsettled a point is: 0 if the same side surely owns it after either first mover, 1 if its owner is open
    /// or changes.
    pub fn of_point(&self, point: Point) -> f32 {
        let index = self.board.size().place_from_top(point);
        let [own, theirs] = [self.ownership[0][index], -self.ownership[1][index]];
        match own * theirs > 0.0 {
            true => 1.0 - own.abs().min(theirs.abs()),
            false => 1.0,
        }
    }

    /// Returns the sum of the stakes of a chain's stones.
    pub fn of_stones(&self, chain: Point) -> f32 {
        let stones = self.board.stones_of(chain);
        stones.map(|stone| self.of_point(stone)).sum()
    }

    /// Returns the mean stake of a chain's stones.
    pub fn of_chain(&self, chain: Point) -> f32 {
        self.of_stones(chain) / self.board.chain_len(chain) as f32
    }

    /// Returns the ownership of a point for a side that moves first, from -1 to 1.
    pub fn owned_by_first(&self, first: Color, point: Point) -> f32 {
        let index = self.board.size().place_from_top(point);
        self.ownership[usize::from(first != self.to_move)][index]
    }
}

fn first_point(line: &[Move]) -> Option<Point> {
    match line.first()? {
        Move::Place(point) => Some(*point),
        Move::Pass => None,
    }
}

/// Returns the empty points near stones.
fn near_stones(board: &Board) -> Vec<Move> {
    let stones: PointSet = board
        .chains()
        .flat_map(|chain| board.stones_of(chain))
        .collect();
    let empty = board.size().points().filter(|&point| board.is_empty(point));
    let is_near = |point: &Point| {
        stones.iter().any(|stone| {
            point.column().abs_diff(stone.column()) <= REACH
                && point.row().abs_diff(stone.row()) <= REACH
        })
    };
    empty.filter(is_near).map(Move::Place).collect()
}
