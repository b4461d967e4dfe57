//! Playouts: random games with a little knowledge, played to the end at thousands per second.
//!
//! Each move answers the last one if possible: it captures a chain in atari, saves a chain put in atari, or plays a 3x3
//! pattern of `pattern` next to the last move. Otherwise it is any legal move that doesn't fill an own eye or give away
//! many stones. Since eyes are never filled, every playout ends and living stones stay alive.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

use super::params::PlayoutParams;
use super::pattern;
use crate::board::point::Point;
use crate::board::stones::Board;
use crate::board::tactics::{attackers_in_atari, is_eye, liberties_after, self_atari};
use tengen_engine::game::Color;

/// The state in which a playout starts.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutStart {
    /// The side to move.
    pub color: Color,
    /// The last move, to be answered; `None` after a pass or at the beginning.
    pub last: Option<Point>,
}

/// The moves of a playout.
#[derive(Clone, Debug, Default)]
pub struct PlayoutMoves {
    /// Stones in playing order, without passes.
    pub stones: Vec<(Color, Point)>,
    /// Number of stones played before the first pass.
    pub before_pass: usize,
}

/// Plays `board` to the end, leaving the final position there, and appends the moves to `moves`.
pub fn play_out(
    board: &mut Board,
    start: PlayoutStart,
    params: &PlayoutParams,
    rng: &mut Xoshiro256PlusPlus,
    moves: &mut PlayoutMoves,
) {
    // Only playouts with long cycles such as triple kos come close to this limit.
    let longest = moves.stones.len() + 3 * board.size().area() + 20;
    let PlayoutStart {
        mut color,
        mut last,
    } = start;
    let (mut passed, mut first_pass) = (false, None);
    while moves.stones.len() < longest {
        match choose_move(board, PlayoutStart { color, last }, params, rng) {
            Some(point) => {
                board.play(color, point);
                moves.stones.push((color, point));
                (last, passed) = (Some(point), false);
            }
            None => {
                first_pass.get_or_insert(moves.stones.len());
                if passed {
                    break;
                }
                board.set_ko(None);
                (last, passed) = (None, true);
            }
        }
        color = color.opponent();
    }
    moves.before_pass = first_pass.unwrap_or(moves.stones.len());
}

/// Returns the owner of a point on a finished board with all stones alive: the color of its stone, or the only color
/// next to an empty point.
pub fn owner(board: &Board, point: Point) -> Option<Color> {
    board.at(point).or_else(|| {
        let around = board.neighbors(point);
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

/// Returns black's points minus white's on the final board of a playout.
pub fn area_lead(board: &Board) -> i32 {
    let value = |point| match owner(board, point) {
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
        None => 0,
    };
    board.size().points().map(value).sum()
}

/// Returns the next move of a playout; `None` is a pass.
fn choose_move(
    board: &Board,
    to_play: PlayoutStart,
    params: &PlayoutParams,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Point> {
    let color = to_play.color;
    if let Some(last) = to_play.last {
        let dice = rng.next_u64();
        let falls = |die: u32, chances: u32| (dice >> (8 * die)) as u32 & 0xFF < chances;
        let capture = || capture(board, color, last);
        let escape = || escape(board, color, last);
        let answer = falls(0, params.capture_chance).then(capture).flatten();
        let answer = answer.or_else(|| falls(1, params.escape_chance).then(escape).flatten());
        if answer.is_some() {
            return answer;
        }
        if falls(2, params.pattern_chance)
            && let Some(point) = pattern_answer(board, color, last, rng)
        {
            return Some(point);
        }
    }
    random_move(board, color, params, rng)
}

/// Returns the move that captures the last move's chain, if it is in atari.
fn capture(board: &Board, color: Color, last: Point) -> Option<Point> {
    // A suicide leaves no stone.
    board.at(last)?;
    let point = board.last_liberty(last)?;
    board.is_legal(color, point).then_some(point)
}

/// Returns a move that saves a chain put in atari by the last move: a capture of a neighboring chain, or an extension
/// that gains liberties.
fn escape(board: &Board, color: Color, last: Point) -> Option<Point> {
    for near in last.neighbors() {
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

/// Returns a random move around the last move that matches a pattern.
fn pattern_answer(
    board: &Board,
    color: Color,
    last: Point,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Point> {
    let mut chosen = None;
    let mut count = 0;
    for point in pattern::surrounding(last) {
        let fits = board.is_empty(point)
            && pattern::matches(board, point)
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

/// Returns the first playable point, starting from a random place in the list of empty points.
fn random_move(
    board: &Board,
    color: Color,
    params: &PlayoutParams,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Point> {
    let empty = board.empty_points();
    if empty.is_empty() {
        return None;
    }
    let (before, after) = empty.split_at(below(rng, empty.len() as u32) as usize);
    let throws_in = below(rng, 256) < params.throw_in_chance;
    let will_do = |point: Point| {
        if is_eye(board, color, point) || !board.is_legal(color, point) {
            return false;
        }
        let at_risk = self_atari(board, color, point);
        at_risk == 0 || throws_in && at_risk <= params.throw_in_stones
    };
    after.iter().chain(before).copied().find(|p| will_do(*p))
}

/// Returns a random number below `bound`, from the upper bits of one draw.
fn below(rng: &mut Xoshiro256PlusPlus, bound: u32) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(bound)) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;
    use crate::board::point::Size;
    use crate::testing::go_reference::Stones;

    fn played(mut board: Board, color: Color, seed: u64) -> (Board, PlayoutMoves) {
        let start = PlayoutStart { color, last: None };
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut moves = PlayoutMoves::default();
        play_out(
            &mut board,
            start,
            &PlayoutParams::default(),
            &mut generator,
            &mut moves,
        );
        (board, moves)
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
                let (_, moves) = played(Board::new(size), Color::Black, seed);
                let cap = 3 * size.area() + 20;
                assert!(
                    moves.stones.len() < cap,
                    "{width}x{height} seed {seed} hit the cap"
                );
                assert!(moves.before_pass <= moves.stones.len());
            }
        }
    }

    #[test]
    fn every_stone_of_a_playout_is_legal_and_fills_no_eye() {
        let size = Size::square(9).unwrap();
        for seed in 0..50 {
            let (board, moves) = played(Board::new(size), Color::Black, seed);
            let mut replay = Board::new(size);
            let mut last = None;
            for &(color, point) in &moves.stones {
                // Two consecutive stones of one color reveal a pass between them, which lifts the ko.
                if last == Some(color) {
                    replay.set_ko(None);
                }
                assert!(replay.is_legal(color, point));
                let saves = replay.neighbors(point).stones(color) > 0
                    && point
                        .neighbors()
                        .iter()
                        .any(|n| replay.at(*n) == Some(color) && replay.liberty_count(*n) == 1);
                assert!(
                    saves || !is_eye(&replay, color, point),
                    "{color} fills {point}"
                );
                replay.play(color, point);
                last = Some(color);
            }
            assert_eq!(Stones::from_board(&replay), Stones::from_board(&board));
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
