//! Playouts: games played to the end by chance and a little knowledge, quick enough to play thousands a second.
//!
//! Each move answers the last one if it can: it takes what stands in atari, saves what was put in atari, or plays a
//! shape of `shape` beside it. Otherwise any point will do that is legal, is no eye of one's own and gives nothing
//! big away. Neither side fills its eyes, so every playout ends and what lives stays.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

use super::params::Params;
use super::shape;
use crate::engine::game::Color;
use crate::go::board::point::Point;
use crate::go::board::stones::Board;
use crate::go::board::tactics::{attackers_in_atari, is_eye, liberties_after, self_atari};

/// Where a playout begins: whose turn it is and what was played last, `None` after a pass or at the start.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// The side to move.
    pub color: Color,
    /// The last move, to be answered.
    pub last: Option<Point>,
}

/// What was played in a playout.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The stones in order, passes left out.
    pub stones: Vec<(Color, Point)>,
    /// How many of them came before the first pass.
    pub before_pass: usize,
}

/// Plays `board` to the end and leaves the final position there. The moves are added to `course`, whose former ones
/// stay.
pub fn run(
    board: &mut Board,
    start: Start,
    params: &Params,
    rng: &mut Xoshiro256PlusPlus,
    course: &mut Course,
) {
    // No playout without long cycles comes near this; triple kos and the like end here.
    let longest = course.stones.len() + 3 * board.size().area() + 20;
    let Start {
        mut color,
        mut last,
    } = start;
    let (mut passed, mut first_pass) = (false, None);
    while course.stones.len() < longest {
        match choose(board, Start { color, last }, params, rng) {
            Some(point) => {
                board.play(color, point);
                course.stones.push((color, point));
                (last, passed) = (Some(point), false);
            }
            None => {
                first_pass.get_or_insert(course.stones.len());
                if passed {
                    break;
                }
                board.set_ko(None);
                (last, passed) = (None, true);
            }
        }
        color = color.opponent();
    }
    course.before_pass = first_pass.unwrap_or(course.stones.len());
}

/// The owner of a point of a finished board, all stones alive: a stone's side, or the only side around an empty point.
pub fn owner(board: &Board, point: Point) -> Option<Color> {
    board.at(point).or_else(|| {
        let around = board.neighbours(point);
        match (
            around.stones(Color::Black) > 0,
            around.stones(Color::White) > 0,
        ) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        }
    })
}

/// Points that black owns more than white on a board where a playout has ended.
pub fn area_lead(board: &Board) -> i32 {
    let value = |point| match owner(board, point) {
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
        None => 0,
    };
    board.size().points().map(value).sum()
}

/// The next move of a playout; `None` is a pass.
fn choose(
    board: &Board,
    to_play: Start,
    params: &Params,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Point> {
    let color = to_play.color;
    if let Some(last) = to_play.last {
        let dice = rng.next_u64();
        let falls = |die: u32, chances: u32| (dice >> (8 * die)) as u32 & 0xFF < chances;
        let capture = || capture(board, color, last);
        let escape = || escape(board, color, last);
        let answer = falls(0, params.capture).then(capture).flatten();
        let answer = answer.or_else(|| falls(1, params.escape).then(escape).flatten());
        if answer.is_some() {
            return answer;
        }
        if falls(2, params.shape)
            && let Some(point) = answer_by_shape(board, color, last, rng)
        {
            return Some(point);
        }
    }
    anywhere(board, color, params, rng)
}

/// Takes the chain of the last move, if it is in atari.
fn capture(board: &Board, color: Color, last: Point) -> Option<Point> {
    // A suicide leaves no stone.
    board.at(last)?;
    let point = board.last_liberty(last)?;
    board.is_legal(color, point).then_some(point)
}

/// Saves a chain that the last move put in atari: by taking one of those around it, or by running where that gives
/// it room.
fn escape(board: &Board, color: Color, last: Point) -> Option<Point> {
    for near in last.neighbours() {
        if board.at(near) != Some(color) {
            continue;
        }
        let Some(liberty) = board.last_liberty(near) else {
            continue;
        };
        let takes = attackers_in_atari(board, near)
            .filter_map(|foe| board.last_liberty(foe))
            .find(|&point| board.is_legal(color, point));
        if takes.is_some() {
            return takes;
        }
        if liberties_after(board, color, liberty) >= 2 {
            return Some(liberty);
        }
    }
    None
}

/// One of the points around the last move that make a shape, each as likely as the others.
fn answer_by_shape(
    board: &Board,
    color: Color,
    last: Point,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Point> {
    let mut chosen = None;
    let mut count = 0;
    for point in shape::around(last) {
        let fits = board.is_empty(point)
            && shape::matches(board, point)
            && !is_eye(board, color, point)
            && board.is_legal(color, point)
            && self_atari(board, color, point) == 0;
        if fits {
            count += 1;
            if below(rng, count) == 0 {
                chosen = Some(point);
            }
        }
    }
    chosen
}

/// The first point that will do, from a random place in the list of empty points on.
fn anywhere(
    board: &Board,
    color: Color,
    params: &Params,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Point> {
    let empty = board.empty_points();
    if empty.is_empty() {
        return None;
    }
    let (before, after) = empty.split_at(below(rng, empty.len() as u32) as usize);
    let throws_in = below(rng, 256) < params.throw_in;
    let will_do = |point: Point| {
        if is_eye(board, color, point) || !board.is_legal(color, point) {
            return false;
        }
        let at_risk = self_atari(board, color, point);
        at_risk == 0 || throws_in && at_risk <= params.throw_in_stones
    };
    after.iter().chain(before).copied().find(|p| will_do(*p))
}

/// A number below `bound`, from the upper bits of one draw.
fn below(rng: &mut Xoshiro256PlusPlus, bound: u32) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(bound)) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;
    use crate::go::board::point::Size;
    use crate::testing::go_reference::Stones;

    /// The board after a playout that `color` begins, and its course.
    fn played(mut board: Board, color: Color, seed: u64) -> (Board, Course) {
        let start = Start { color, last: None };
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut course = Course::default();
        run(
            &mut board,
            start,
            &Params::default(),
            &mut generator,
            &mut course,
        );
        (board, course)
    }

    #[test]
    fn playouts_end_on_boards_of_any_size_and_leave_a_settled_board() {
        for (width, height) in [
            (1, 1),
            (1, 2),
            (2, 2),
            (1, 25),
            (7, 4),
            (9, 9),
            (13, 19),
            (25, 25),
        ] {
            let size = Size::new(width, height).unwrap();
            for seed in 0..20 {
                let (_, course) = played(Board::new(size), Color::Black, seed);
                let cap = 3 * size.area() + 20;
                assert!(
                    course.stones.len() < cap,
                    "{width}x{height} seed {seed} hit the cap"
                );
                assert!(course.before_pass <= course.stones.len());
            }
        }
    }

    #[test]
    fn every_stone_of_a_playout_is_legal_and_fills_no_eye() {
        let size = Size::square(9).unwrap();
        for seed in 0..50 {
            let (board, course) = played(Board::new(size), Color::Black, seed);
            let mut replay = Board::new(size);
            let mut last = None;
            for &(color, point) in &course.stones {
                // A pass between the stones lifts the ko, and shows as two stones of one side.
                if last == Some(color) {
                    replay.set_ko(None);
                }
                assert!(replay.is_legal(color, point));
                let saves = replay.neighbours(point).stones(color) > 0
                    && point
                        .neighbours()
                        .iter()
                        .any(|n| replay.at(*n) == Some(color) && replay.liberty_count(*n) == 1);
                assert!(
                    saves || !is_eye(&replay, color, point),
                    "{color} fills {point}"
                );
                replay.play(color, point);
                last = Some(color);
            }
            assert_eq!(Stones::of(&replay), Stones::of(&board));
        }
    }

    #[test]
    fn two_eyes_live_through_any_playout_and_one_dies() {
        let drawn = [
            ". X . X O . . . .",
            "X X X X O . . . .",
            "O O O O O . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            "O O O O O . . . .",
            "X X X X O . . . .",
            "X X . X O . . . .",
        ];
        let start = Stones::drawn(&drawn).board();
        let mut died = 0;
        for seed in 0..50 {
            let (board, _) = played(start.clone(), Color::White, seed);
            assert_eq!(board.at(Point::new(1, 8)), Some(Color::Black));
            died += u32::from(board.at(Point::new(0, 0)) != Some(Color::Black));
        }
        assert_eq!(died, 50);
    }

    #[test]
    fn the_area_of_a_finished_board_counts_stones_and_eyes() {
        let board = Stones::drawn(&[". X O .", "X X O O", "X X O .", ". X O O"]).board();
        assert_eq!(area_lead(&board), 0);
        assert_eq!(owner(&board, Point::new(0, 0)), Some(Color::Black));
        let shared = Stones::drawn(&["X . O", "X . O", "X X O"]).board();
        assert_eq!(owner(&shared, Point::new(1, 2)), None);
        assert_eq!(area_lead(&shared), 1);
    }
}
