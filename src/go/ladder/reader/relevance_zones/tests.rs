//! Relevance zones compared with the plain reading, with proofs kept from board to board.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::super::super::tests::random_board;
use super::super::super::{DEFAULT_NODES, Verdict};
use super::super::LadderPath;
use super::*;
use crate::board::point::Size;
use crate::board::stones::Board;
use crate::testing::go_reference::Stones;

type Proofs = FxHashMap<[Point; 2], Vec<ZoneProof>>;

/// Reads without zones, or returns `None` if that takes too long.
fn plainly(board: &mut Board, target: Point, first: Color) -> Option<bool> {
    let mut path = LadderPath::new();
    let mut reader = LadderReader::new(
        board,
        &mut path,
        target,
        super::super::NODES_BEFORE_RELEVANCE_ZONES,
        (),
    )?;
    match reader.verdict(first, None) {
        Verdict::Captured => Some(true),
        Verdict::Escapes => Some(false),
        Verdict::Unknown => None,
    }
}

/// Reads with zones and earlier proofs. Returns the result, and 1 if an earlier proof decided it.
fn with_zones(
    board: &mut Board,
    target: Point,
    first: Color,
    proofs: &mut Proofs,
) -> Option<(bool, usize)> {
    let mut path = LadderPath::new();
    let mut reader = LadderReader::new(board, &mut path, target, DEFAULT_NODES, ())?;
    let mut zones = ZoneReader::new(&mut reader);
    zones.proofs = std::mem::take(proofs);
    let known = usize::from(first != zones.reader.defender && zones.matching_proof().is_some());
    let captured = zones.read(first);
    *proofs = std::mem::take(&mut zones.proofs);
    Some((captured, known))
}

/// The board with one random point changed, and without a ko, which the change might invalidate.
fn changed(board: &Board, target: Point, random: &mut Xoshiro256PlusPlus) -> Option<Board> {
    let mut stones = Stones::from_board(board).stones;
    let points: Vec<Point> = board.size().points().collect();
    let point = points[random.next_u32() as usize % points.len()];
    if point == target {
        return None;
    }
    match random.next_u32() % 3 {
        0 => stones.remove(&point),
        color => stones.insert(point, Color::BOTH[color as usize - 1]),
    };
    let stones: Vec<_> = stones.into_iter().map(|(p, c)| (c, p)).collect();
    Board::with_stones(board.size(), &stones).ok()
}

/// A capture proved on one board is reused on others that look the same in its zone.
#[test]
fn proofs_hold_on_boards_that_look_the_same_in_the_zone() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(31);
    let (mut compared, mut captured, mut known) = (0, 0, 0);
    for _ in 0..600 {
        let size = Size::new(random.next_u32() % 7 + 5, random.next_u32() % 7 + 5).unwrap();
        let mut board = random_board(size, &mut random);
        if board
            .ko()
            .is_some_and(|ko| board.captures(ko.barred, ko.point) != 1)
        {
            board.set_ko(None);
        }
        for target in board.chains().collect::<Vec<_>>() {
            let mut proofs = Proofs::default();
            let mut board = board.clone();
            for _ in 0..12 {
                for first in Color::BOTH {
                    let Some(expected) = plainly(&mut board, target, first) else {
                        continue;
                    };
                    let (answer, was_known) =
                        with_zones(&mut board, target, first, &mut proofs).unwrap();
                    let drawing = Stones::from_board(&board).draw();
                    let ko = board.ko();
                    assert_eq!(
                        answer, expected,
                        "{target}, {first} first, ko {ko:?}, on\n{drawing}"
                    );
                    compared += 1;
                    captured += usize::from(answer);
                    known += was_known;
                }
                if let Some(next) = changed(&board, target, &mut random) {
                    board = next;
                }
            }
        }
    }
    assert!(
        compared > 100_000 && captured > 15_000 && known > 5_000,
        "{compared} {captured} {known}"
    );
}
