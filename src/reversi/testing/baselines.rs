//! Baselines: simple players that any good search beats, and matches against them.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::rules::board::{Board, CORNERS};
use crate::rules::position::Position;
use crate::rules::square::{Move, Square};
use crate::search::alpha_beta::AlphaBeta;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::{Control, Limits, Searcher, Settings};

/// Evaluates a board by the number of discs.
fn greedy(board: Board) -> i32 {
    board.opponent().count_ones() as i32
}

/// Evaluates a board by corners, X squares and the opponent's mobility.
fn corners_and_mobility(board: Board) -> i32 {
    let weigh = |discs: u64| {
        let corners = (discs & CORNERS).count_ones() as i32;
        let x_squares = (discs & 0x0042_0000_0000_4200).count_ones() as i32;
        20 * corners - 8 * x_squares
    };
    weigh(board.opponent()) - weigh(board.player()) - board.moves().count_ones() as i32
}

/// Returns the move with the best successor according to `judge`, which sees it from the next side to move.
fn by_one_ply(position: &Position, judge: fn(Board) -> i32) -> Move {
    let board = position.board();
    let best = board
        .squares()
        .max_by_key(|&square| judge(board.play(square)));
    best.map_or(Move::Pass, Move::Place)
}

/// Returns the position after some random moves.
fn opening(seed: u64) -> Position {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Position::start();
    for _ in 0..6 {
        let moves = position.legal_moves(position.to_move());
        let mv = moves[(random.next_u64() % moves.len() as u64) as usize];
        position.play(position.to_move(), mv).unwrap();
    }
    position
}

/// Plays `openings` openings with both colors and returns the search's score in discs for each game.
fn match_against(judge: fn(Board) -> i32, openings: u64, limits: Limits) -> Vec<i32> {
    let mut results = Vec::new();
    for (seed, color) in (0..openings).flat_map(|seed| Color::BOTH.map(|color| (seed, color))) {
        let mut player = AlphaBeta::new(Settings::default());
        let mut position = opening(seed);
        while position.outcome().is_none() {
            let to_move = position.to_move();
            let mv = if to_move == color {
                player.search(&position, &Control::new(limits)).unwrap().mv
            } else {
                by_one_ply(&position, judge)
            };
            position.play(to_move, mv).unwrap();
        }
        let black = position.final_score().unwrap();
        results.push(if color == Color::Black { black } else { -black });
    }
    results
}

#[test]
fn the_greedy_player_never_wins() {
    let results = match_against(greedy, 10, Limits::nodes(2000));
    assert!(results.iter().all(|&discs| discs > 0), "{results:?}");
}

#[test]
fn a_player_for_corners_and_mobility_hardly_ever_wins() {
    let results = match_against(corners_and_mobility, 10, Limits::nodes(2000));
    let won = results.iter().filter(|&&discs| discs > 0).count();
    assert!(won * 20 >= results.len() * 19, "{results:?}");
}

#[test]
fn one_ply_is_enough_for_the_greedy_player() {
    let limits = Limits {
        depth: Some(1),
        ..Limits::default()
    };
    let results = match_against(greedy, 20, limits);
    let won = results.iter().filter(|&&discs| discs > 0).count();
    assert!(won * 10 >= results.len() * 9, "{results:?}");
}

#[test]
fn the_greedy_player_flips_most() {
    let position = opening(1);
    let flips = |square: Square| position.board().flips(square).count_ones();
    let Move::Place(chosen) = by_one_ply(&position, greedy) else {
        panic!("an opening has moves");
    };
    let most = position.board().squares().map(flips).max();
    assert_eq!(Some(flips(chosen)), most);
}
