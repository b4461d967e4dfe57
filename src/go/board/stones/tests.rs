//! Tests of the board against a slow reference implementation.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::super::zobrist;
use super::*;
use crate::testing::go_reference::Stones;

/// Compares every query of the board with the slow reference.
fn assert_agrees(board: &Board, slow: &Stones) {
    assert_eq!(&Stones::from_board(board), slow);
    let mut heads = BTreeSet::new();
    let mut hash = 0;
    let mut empty = BTreeSet::new();
    for point in board.size().points() {
        let Some(color) = board.at(point) else {
            assert!(board.is_empty(point) && board.contains(point));
            empty.insert(point);
            assert_moves_agree(board, slow, point);
            continue;
        };
        let (stones, liberties) = slow.chain(point);
        hash ^= zobrist::stone(color, point);
        heads.insert(board.head(point));
        assert!(stones.contains(&board.head(point)));
        assert_eq!(board.chain_len(point), stones.len());
        assert_eq!(board.stones_of(point).count(), stones.len());
        assert_eq!(board.stones_of(point).collect::<BTreeSet<_>>(), stones);
        assert_eq!(board.liberty_count(point), liberties.len());
        assert_eq!(board.liberties(point).count(), liberties.len());
        assert_eq!(
            board.walk_liberties(point).collect::<BTreeSet<_>>(),
            liberties
        );
        assert_eq!(board.liberties(point).collect::<BTreeSet<_>>(), liberties);
        assert_eq!(board.last_liberty(point).is_some(), liberties.len() == 1);
        assert_eq!(board.two_liberties(point).is_some(), liberties.len() == 2);
    }
    assert_eq!(board.hash(), hash);
    assert_eq!(board.chains().collect::<BTreeSet<_>>(), heads);
    assert_eq!(board.chains().count(), heads.len());
    assert_eq!(board.empty_points().len(), empty.len());
    assert_eq!(
        board
            .empty_points()
            .iter()
            .copied()
            .collect::<BTreeSet<_>>(),
        empty
    );
}

fn assert_moves_agree(board: &Board, slow: &Stones, point: Point) {
    for color in Color::BOTH {
        let (_, taken, lost) = slow.after(color, point);
        assert_eq!(board.captures(color, point), taken);
        assert_eq!(board.is_suicide(color, point), lost > 0);
        assert_eq!(board.is_lone_suicide(color, point), lost == 1);
        let ring = slow.neighbors(point);
        let own = ring.iter().filter(|n| slow.stones.get(n) == Some(&color));
        assert_eq!(board.neighbors(point).stones(color), own.count() as u32);
        assert_eq!(board.neighbors(point).off_board(), 4 - ring.len() as u32);
        let corners = point
            .diagonals()
            .into_iter()
            .filter(|&d| slow.size.contains(d));
        let empty = corners.filter(|d| !slow.stones.contains_key(d));
        assert_eq!(board.diagonals(point).empty(), empty.count() as u32);
    }
}

/// Plays random moves, legal and illegal, including suicide and ko retakes, then takes them all back, comparing at each
/// stage.
fn assert_game_agrees(size: Size, choices: &[(u16, bool)], check_every: usize) {
    let mut board = Board::new(size);
    let mut slow = Stones::new(size);
    let mut prisoners = [0; 2];
    let mut past = Vec::new();
    for (number, &(choice, black)) in choices.iter().enumerate() {
        let color = if black { Color::Black } else { Color::White };
        let points = board.empty_points();
        if points.is_empty() {
            break;
        }
        let point = points[usize::from(choice) % points.len()];
        let ko = slow.ko_after(color, point).map(|point| Ko {
            point,
            barred: color.opponent(),
        });
        let (after, taken, lost) = slow.after(color, point);
        let hash_after = board.hash_after(color, point);
        let order = board.empty_points().to_vec();
        past.push((slow, prisoners, board.ko(), order, board.make(color, point)));
        prisoners[color.index()] += taken as u32;
        prisoners[color.opponent().index()] += lost as u32;
        slow = after;
        assert_eq!(board.hash(), hash_after);
        assert_eq!(board.ko(), ko);
        assert_eq!(Color::BOTH.map(|c| board.prisoners(c)), prisoners);
        if number % check_every == 0 {
            assert_agrees(&board, &slow);
        }
    }
    assert_agrees(&board, &slow);
    while let Some((slow, prisoners, ko, order, undo)) = past.pop() {
        board.unmake(undo);
        assert_eq!(board.empty_points(), order);
        assert_eq!(board.ko(), ko);
        assert_eq!(Color::BOTH.map(|c| board.prisoners(c)), prisoners);
        if past.len() % check_every == 0 {
            assert_agrees(&board, &slow);
        }
    }
    assert_eq!(board.hash(), 0);
    board.sort_empty_points();
    assert_eq!(board.empty_points(), size.points().collect::<Vec<_>>());
}

fn moves(count: usize) -> impl Strategy<Value = Vec<(u16, bool)>> {
    proptest::collection::vec(any::<(u16, bool)>(), 0..count)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn small_boards_agree_with_the_slow_rules(width in 1u32..=7, height in 1u32..=7, game in moves(120)) {
        assert_game_agrees(Size::new(width, height).unwrap(), &game, 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5))]

    #[test]
    fn large_boards_agree_with_the_slow_rules(width in 9u32..=25, height in 9u32..=25, game in moves(900)) {
        assert_game_agrees(Size::new(width, height).unwrap(), &game, 60);
    }
}

#[test]
fn the_ko_bars_only_the_side_that_would_retake() {
    let mut board = Stones::drawn(&[". X O . .", "X O . O .", ". X O . .", ". . . . ."]).board();
    let (white_stone, mouth) = (Point::new(1, 2), Point::new(2, 2));
    board.make(Color::Black, mouth);
    assert_eq!(
        board.ko(),
        Some(Ko {
            point: white_stone,
            barred: Color::White
        })
    );
    assert!(!board.is_legal(Color::White, white_stone));
    assert!(board.is_legal(Color::Black, white_stone));
    board.make(Color::White, Point::new(4, 0));
    assert!(board.is_legal(Color::White, white_stone));
}

#[test]
fn stones_without_a_liberty_can_not_be_set_up() {
    let size = Size::square(2).unwrap();
    let [a1, b1, a2, b2] = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(c, r)| Point::new(c, r));
    let full = [a1, b1, a2, b2].map(|p| (Color::Black, p));
    assert!(Board::with_stones(size, &full).is_err());
    assert!(Board::with_stones(size, &full[..3]).is_ok());
    assert!(Board::with_stones(size, &[(Color::Black, a1), (Color::White, a1)]).is_err());
    let eye = [(Color::White, a1), (Color::Black, b1), (Color::Black, a2)];
    assert!(Board::with_stones(size, &eye).is_err());
    assert!(Board::with_stones(size, &[(Color::Black, Point::new(2, 0))]).is_err());
}

#[test]
fn a_stone_on_an_empty_neighbor_leaves_the_others_empty() {
    let board = Stones::drawn(&[". . .", ". X .", ". . ."]).board();
    let [chain, point] = [(1, 1), (0, 1)].map(|(c, r)| Point::new(c, r));
    let [below, above] = [0, 2].map(|row| Point::new(0, row));
    let around = board.neighborhood(point, chain);
    assert_eq!(around.empty_count(), 2);
    for (stone, left) in [(below, above), (above, below)] {
        let after = around.with_stone_at(point, stone);
        assert_eq!(after.empty_points(point).collect::<Vec<_>>(), [left]);
    }
}
