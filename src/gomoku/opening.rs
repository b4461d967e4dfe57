//! The opening rule Swap2: stones to offer a choice of colours with, and that choice.
//!
//! One player puts three stones (black, white, black). The other takes black, goes on as white, or puts a
//! white and a black stone more and leaves the choice of colours to the first.

use super::{Cell, Point, Position};
use crate::search::Found;

/// An answer to three or five stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap2 {
    /// Take the black stones; the other player goes on as white.
    Swap,
    /// Stay white and play here.
    Play(Point),
}

/// Three stones (black, white, black) near a corner, as columns and rows from it. White's chances were from
/// 0.47 to 0.56 by search, at 15 and 20 points, in freestyle and standard games, and of 28 games of the player
/// against itself from each white won 13 or 14.
const TRIPLES: [[(u8, u8); 3]; 3] = [
    [(2, 0), (4, 0), (4, 4)],
    [(2, 4), (3, 2), (1, 4)],
    [(2, 3), (1, 3), (2, 2)],
];

/// Three stones that leave the choice of colours hard: black, white, black. `seed` picks among several, each
/// in one of four corners. On a board with blocked cells they keep off those; `None` if three points are not
/// free.
pub fn propose(position: &Position, seed: u64) -> Option<[Point; 3]> {
    let variants = 4 * TRIPLES.len() as u64;
    let free = |point: &Point| position.cell(*point) == Cell::Empty;
    let corner = (0..variants).find_map(|turn| {
        let variant = seed.wrapping_add(turn) % variants;
        let triple = TRIPLES[(variant / 4) as usize];
        let placed = triple.map(|(x, y)| {
            let x = if variant & 1 == 0 {
                x
            } else {
                position.width() - 1 - x
            };
            let y = if variant & 2 == 0 {
                y
            } else {
                position.height() - 1 - y
            };
            Point::new(x, y)
        });
        placed.iter().all(free).then_some(placed)
    });
    corner.or_else(|| {
        let mut points = position.points().filter(free);
        Some([points.next()?, points.next()?, points.next()?])
    })
}

/// The answer to three or five stones, from a search of the position with white to move, whose turn it is in
/// both cases.
///
/// The better side is worth at least half the game, and two more stones with the choice left to the other
/// player are worth at most that, so they are never put.
pub fn choose(found: &Found<Point>) -> Swap2 {
    let for_white = found.report.lines.first().map_or(0.5, |line| line.winrate);
    if for_white < 0.5 {
        Swap2::Swap
    } else {
        Swap2::Play(found.mv)
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawing::board;
    use super::super::{AlphaBeta, Rule};
    use super::*;
    use crate::game::{Color, Position as _};
    use crate::search::{Control, Limits, Searcher, Settings};

    fn chosen(rows: &[&str]) -> Swap2 {
        let mut position = board(Rule::Freestyle, rows);
        position.turn_to(Color::White).unwrap();
        let control = Control::new(Limits::nodes(3000));
        let mut player = AlphaBeta::new(Settings::default());
        choose(&player.search(&position, &control).unwrap())
    }

    #[test]
    fn proposals_fit_every_board() {
        for (width, height) in [(5, 5), (5, 22), (15, 15), (20, 20), (22, 7)] {
            let mut position = Position::new(width, height, Rule::Standard).unwrap();
            for seed in 0..20 {
                let [a, b, c] = propose(&position, seed).unwrap();
                assert!(a != b && b != c && a != c);
                assert!([a, b, c].iter().all(|&point| position.contains(point)));
            }
            position
                .place(propose(&position, 0).unwrap()[1], Cell::Blocked)
                .unwrap();
            let proposal = propose(&position, 0).unwrap();
            assert!(proposal.iter().all(|&point| position.is_legal(point)));
        }
    }

    #[test]
    fn takes_the_better_side() {
        let black_is_better = [
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . X . . . .",
            ". . . . . X . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            "O . . . . . . . .",
            ". . . . . . . . .",
        ];
        assert_eq!(chosen(&black_is_better), Swap2::Swap);
        let white_is_better = [
            "X . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . O . . . .",
            ". . . . . O . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            "X . . . . . . . X",
        ];
        assert!(matches!(chosen(&white_is_better), Swap2::Play(_)));
    }
}
