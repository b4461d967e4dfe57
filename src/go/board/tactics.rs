//! Small tactical questions that playouts ask at every move: eyes, liberties after a move, stones in atari.

use super::point::Point;
use super::stones::Board;
use crate::engine::game::Color;

/// Whether an empty point is an eye of `color` that its stones need not fill: own stones or the edge on all sides, and
/// too few foes on the corners to make it false (two of four, one at the edge).
#[inline]
pub fn is_eye(board: &Board, color: Color, point: Point) -> bool {
    let sides = board.neighbours(point);
    if sides.stones(color) + sides.off_board() != 4 {
        return false;
    }
    let corners = board.diagonals(point);
    let foes = corners.stones(color.opponent());
    foes + u32::from(corners.off_board() > 0) < 2
}

/// The liberties that the chain of a stone of `color` on this empty point would have, counted up to 3. Liberties that
/// captures open are not counted, except that a capture makes it at least 1.
pub fn liberties_after(board: &Board, color: Color, point: Point) -> usize {
    const ENOUGH: usize = 3;
    let mut found = [point; ENOUGH];
    let mut count = 0;
    let mut captures = false;
    for near in point.neighbours() {
        match board.at(near) {
            None => {
                if board.is_empty(near) && add(&mut found, &mut count, near) {
                    return ENOUGH;
                }
            }
            Some(owner) if owner == color => {
                // The point itself is one of them.
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

/// Adds a liberty that is not among the first `count`; whether that fills the list.
fn add(found: &mut [Point; 3], count: &mut usize, liberty: Point) -> bool {
    if !found[..*count].contains(&liberty) {
        found[*count] = liberty;
        *count += 1;
    }
    *count == found.len()
}

/// The number of stones that a stone of `color` on this empty point would leave in atari, itself included, without
/// having captured anything; 0 if it would leave none.
pub fn self_atari(board: &Board, color: Color, point: Point) -> usize {
    let sides = board.neighbours(point);
    if sides.empty() >= 2 || liberties_after(board, color, point) >= 2 {
        return 0;
    }
    let mut stones = 1;
    let mut heads = [point; 4];
    for (i, near) in point.neighbours().into_iter().enumerate() {
        match board.at(near) {
            Some(owner) if owner == color => {
                let head = board.head(near);
                if !heads.contains(&head) {
                    heads[i] = head;
                    stones += board.chain_len(near);
                }
            }
            // What it captures gives it room, or makes a ko, and is for others to judge.
            Some(_) if board.liberty_count(near) == 1 => return 0,
            _ => {}
        }
    }
    stones
}

/// Chains of the other side that touch the chain on `point`, are in atari and so can be taken to save it. A chain may
/// come up more than once.
pub fn attackers_in_atari(board: &Board, point: Point) -> impl Iterator<Item = Point> + '_ {
    let foe = board.at(point).map(Color::opponent);
    board
        .stones_of(point)
        .flat_map(Point::neighbours)
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
    fn eyes_are_told_from_false_ones() {
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
    fn a_self_atari_counts_the_stones_it_puts_at_risk() {
        let board = Stones::drawn(&[
            ". O . X .",
            "O O O X .",
            "X X O X .",
            ". O O O .",
            ". . . . .",
        ])
        .board();
        // White at A2 captures; black there would join two stones and leave one liberty, A1.
        assert_eq!(self_atari(&board, Black, point("A2")), 3);
        assert_eq!(self_atari(&board, White, point("A2")), 0);
        // The throw-in of one stone, and a move with room.
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
