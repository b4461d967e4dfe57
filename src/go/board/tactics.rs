//! Tactical tests for every move of a playout: eyes, liberties after a move, self-atari and stones in atari.

use super::point::Point;
use super::stones::Board;
use tengen_engine::game::Color;

/// Whether an empty point is an eye that `color` need not fill: surrounded by own stones or the edge, and with too few
/// opposing stones on the diagonals to be false (two of four, or one at the edge).
#[inline]
pub fn is_eye(board: &Board, color: Color, point: Point) -> bool {
    let sides = board.neighbors(point);
    if sides.stones(color) + sides.off_board() != 4 {
        return false;
    }
    let corners = board.diagonals(point);
    let foes = corners.stones(color.opponent());
    foes + u32::from(corners.off_board() > 0) < 2
}

/// Returns the number of liberties, at most 3, of the chain that a stone of `color` on this empty point would belong
/// to. Liberties opened by captures are not counted, except that a capture counts as at least 1.
pub fn liberties_after(board: &Board, color: Color, point: Point) -> usize {
    const ENOUGH: usize = 3;
    let mut found = [point; ENOUGH];
    let mut count = 0;
    let mut captures = false;
    for near in point.neighbors() {
        match board.at(near) {
            None => {
                if board.is_empty(near) && add(&mut found, &mut count, near) {
                    return ENOUGH;
                }
            }
            Some(owner) if owner == color => {
                // `point` itself is one of these liberties.
                if board.liberty_count(near) > ENOUGH {
                    return ENOUGH;
                }
                for liberty in board.liberties(near) {
                    if liberty != point && add(&mut found, &mut count, liberty) {
                        return ENOUGH;
                    }
                }
            }
            Some(_) => captures |= board.liberty_count(near) == 1,
        }
    }
    count.max(usize::from(captures))
}

/// Adds a liberty unless it is among the first `count`. Returns whether the list is full.
fn add(found: &mut [Point; 3], count: &mut usize, liberty: Point) -> bool {
    if !found[..*count].contains(&liberty) {
        found[*count] = liberty;
        *count += 1;
    }
    *count == found.len()
}

/// Returns the number of stones, including the new one, that a move of `color` on this empty point would leave in atari
/// without capturing anything; 0 if the move isn't a self-atari.
pub fn self_atari(board: &Board, color: Color, point: Point) -> usize {
    let sides = board.neighbors(point);
    if sides.empty() >= 2 || liberties_after(board, color, point) >= 2 {
        return 0;
    }
    let mut stones = 1;
    let mut heads = [point; 4];
    for (i, near) in point.neighbors().into_iter().enumerate() {
        match board.at(near) {
            Some(owner) if owner == color => {
                let head = board.head(near);
                if !heads.contains(&head) {
                    heads[i] = head;
                    stones += board.chain_len(near);
                }
            }
            // A capture gains a liberty or makes a ko; callers judge it.
            Some(_) if board.liberty_count(near) == 1 => return 0,
            _ => {}
        }
    }
    stones
}

/// Iterates over stones of opposing chains in atari next to the chain on `point`; capturing one of them saves it. A
/// chain may be reported more than once.
pub fn attackers_in_atari(board: &Board, point: Point) -> impl Iterator<Item = Point> + '_ {
    let foe = board.at(point).map(Color::opponent);
    board
        .stones_of(point)
        .flat_map(Point::neighbors)
        .filter(move |near| board.at(*near) == foe && board.liberty_count(*near) == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::go_reference::Stones;
    use Color::{Black, White};

    fn point(name: &str) -> Point {
        Point::new(
            name.as_bytes()[0] - b'A',
            name[1..].parse::<u8>().unwrap() - 1,
        )
    }

    #[test]
    fn eyes_differ_from_false_eyes() {
        let board = Stones::drawn(&[
            ". X O . .",
            "X X X . .",
            "O X . X .",
            ". X X O .",
            "X O . . .",
        ])
        .board();
        let black_eyes: Vec<_> = ["A5", "C3", "A2", "E5"]
            .map(|p| is_eye(&board, Black, point(p)))
            .into();
        assert_eq!(black_eyes, [true, true, false, false]);
        assert!(!is_eye(&board, White, point("A5")));
    }

    #[test]
    fn one_stone_beside_an_eye_at_the_edge_makes_it_false() {
        let edge = |corner| {
            let rows = [
                ". . . . .",
                &format!("X {corner} . . ."),
                ". X . . .",
                "X . . . .",
                ". . . . .",
            ];
            is_eye(&Stones::drawn(&rows).board(), Black, point("A3"))
        };
        assert_eq!([".", "X", "O"].map(edge), [true, true, false]);
    }

    #[test]
    fn a_self_atari_counts_the_stones_it_puts_at_risk() {
        let board = Stones::drawn(&[
            ". O . X .",
            "O O O X .",
            "X X O X .",
            ". O O O .",
            ". . . . .",
        ])
        .board();
        // White captures at A2. Black's move there would join two stones and leave one liberty, A1.
        assert_eq!(self_atari(&board, Black, point("A2")), 3);
        assert_eq!(self_atari(&board, White, point("A2")), 0);
        // A throw-in of one stone, and a move with room.
        assert_eq!(self_atari(&board, Black, point("C5")), 0);
        assert_eq!(self_atari(&board, Black, point("C1")), 0);
        assert_eq!(self_atari(&board, Black, point("A5")), 1);
    }

    #[test]
    fn liberties_after_a_move_match_the_board_after_it() {
        let rows = [
            ". O . X . .",
            "O O O X . X",
            "X . O X . .",
            ". O . O . O",
            ". . X . X .",
        ];
        let stones = Stones::drawn(&rows);
        let board = stones.board();
        for color in Color::BOTH {
            for p in board.size().points().filter(|p| board.is_empty(*p)) {
                let (after, taken, lost) = stones.after(color, p);
                if taken == 0 && lost == 0 {
                    let liberties = after.chain(p).1.len().min(3);
                    assert_eq!(liberties_after(&board, color, p), liberties, "{color} {p}");
                }
            }
        }
    }

    #[test]
    fn attackers_in_atari_are_found_along_the_whole_chain() {
        let board = Stones::drawn(&[
            "X O . . .",
            ". X X X O",
            ". . . O .",
            ". . . . .",
            ". . . . .",
        ])
        .board();
        let found: Vec<_> = attackers_in_atari(&board, point("D4")).collect();
        assert_eq!(found, [point("B5")]);
        assert_eq!(
            attackers_in_atari(&board, point("B5")).collect::<Vec<_>>(),
            [point("A5")]
        );
    }
}
