//! Priors: the candidate moves of a tree node, each with an estimate of its winning chances relative to the others.
//!
//! Reading ladders for the priors takes 3% of the search time. Against itself without those readings, with equal
//! playouts per move, the search won 112 of 200 games on 9x9 (400 playouts), 69 of 120 on 13x13 (300) and 64 of 81 on
//! 19x19 (150): 42, 53 and 230 Elo, with 95% intervals of -6 to 92, -9 to 118 and 148 to 344.

use super::params::PlayoutParams;
use super::pattern;
use crate::board::point::{Move, Point};
use crate::board::stones::Board;
use crate::board::tactics::{attackers_in_atari, is_eye, self_atari};
use crate::ladder;
use crate::ladder::Verdict;
use tengen_engine::game::Color;

/// Returns the candidate moves of `color` with their priors, the pass last. Omits own eyes, suicide and moves that
/// simple ko forbids.
pub(crate) fn candidates(
    board: &mut Board,
    color: Color,
    last: Option<Point>,
    params: &PlayoutParams,
) -> Vec<(Move, f32)> {
    let urgent = urgent_points(board, color, params);
    let in_opening = is_opening(board);
    let mut moves = Vec::with_capacity(board.empty_points().len() + 1);
    for &point in board.empty_points() {
        if is_eye(board, color, point) || !board.is_legal(color, point) {
            continue;
        }
        let here = urgent.iter().filter(|u| u.point == point).map(|u| u.prior);
        let prior = match here.reduce(f32::max) {
            None if is_bad_line(board, point, in_opening) => continue,
            Some(prior) if prior < params.prior_quiet => prior,
            urgency => {
                shape_prior(board, color, point, last, params).max(urgency.unwrap_or_default())
            }
        };
        moves.push((Move::Place(point), prior.clamp(0.0, 1.0)));
    }
    moves.push((Move::Pass, params.prior_pass));
    moves
}

/// Whether the board is large and almost empty, so that the third and fourth lines matter most.
fn is_opening(board: &Board) -> bool {
    const WIDE: u8 = 13;
    let size = board.size();
    let stones = size.area() - board.empty_points().len();
    size.width().min(size.height()) >= WIDE && stones * 10 < size.area()
}

/// Whether an isolated point is too low to be a candidate, or too high for an opening. AMAF results need thousands of
/// playouts to tell such points from good ones.
fn is_bad_line(board: &Board, point: Point, in_opening: bool) -> bool {
    const SMALL: u8 = 9;
    let size = board.size();
    if size.width().min(size.height()) < SMALL {
        return false;
    }
    let line = line(board, point);
    (line < 2 || (in_opening && line > 3)) && is_isolated(board, point)
}

/// A point and its prior by a threatened chain. A point may be listed several times.
#[derive(Clone, Copy)]
struct UrgentPoint {
    point: Point,
    prior: f32,
}

/// Returns the points where chains are captured, caught in ladders, or saved. A doomed ladder escape gets a low prior.
fn urgent_points(board: &mut Board, color: Color, params: &PlayoutParams) -> Vec<UrgentPoint> {
    let mut urgent = Vec::new();
    let chains: Vec<Point> = board
        .chains()
        .filter(|&c| board.liberty_count(c) <= 2)
        .collect();
    for chain in chains {
        let is_own = board.at(chain) == Some(color);
        match (board.last_liberty(chain), board.two_liberties(chain)) {
            (Some(liberty), _) if is_own => rescue(board, chain, liberty, params, &mut urgent),
            (Some(liberty), _) => {
                let prior = capture_prior(board, chain, params);
                urgent.push(UrgentPoint {
                    point: liberty,
                    prior,
                });
            }
            (_, Some(liberties)) if !is_own => {
                let prior = params.prior_ladder_capture + size_bonus(board, chain, params);
                let catches = liberties
                    .into_iter()
                    .filter(|&p| catches(board, chain, p, params));
                let catches: Vec<Point> = catches.collect();
                urgent.extend(
                    catches
                        .into_iter()
                        .map(|point| UrgentPoint { point, prior }),
                );
            }
            _ => {}
        }
    }
    urgent
}

/// Adds the moves that save an own chain in atari: capturing an attacker, or extending.
fn rescue(
    board: &mut Board,
    chain: Point,
    liberty: Point,
    params: &PlayoutParams,
    urgent: &mut Vec<UrgentPoint>,
) {
    let saved = params.prior_escape + size_bonus(board, chain, params);
    let takes = attackers_in_atari(board, chain).filter_map(|foe| board.last_liberty(foe));
    urgent.extend(takes.map(|point| UrgentPoint {
        point,
        prior: saved,
    }));
    let prior = if escapes(board, chain, params) {
        saved
    } else {
        params.prior_ladder_escape
    };
    urgent.push(UrgentPoint {
        point: liberty,
        prior,
    });
}

/// Returns the prior of capturing a chain: high if the chain could escape or if the capture saves own stones in atari.
fn capture_prior(board: &mut Board, chain: Point, params: &PlayoutParams) -> f32 {
    let stake = size_bonus(board, chain, params);
    if attacks_in_atari(board, chain) {
        params.prior_capture + params.prior_saving + stake
    } else if escapes(board, chain, params) {
        params.prior_capture + stake
    } else {
        params.prior_quiet + stake / 2.0
    }
}

/// Whether the chain touches an opposing chain in atari.
fn attacks_in_atari(board: &Board, chain: Point) -> bool {
    let attacked = board.at(chain).map(Color::opponent);
    let mut around = board.stones_of(chain).flat_map(Point::neighbors);
    around.any(|p| board.at(p) == attacked && board.liberty_count(p) == 1)
}

/// Returns the bonus for the size of a chain, up to a limit.
fn size_bonus(board: &Board, chain: Point, params: &PlayoutParams) -> f32 {
    const MANY: usize = 5;
    params.prior_per_stone * board.chain_len(chain).min(MANY) as f32 / MANY as f32
}

/// Whether a chain escapes from a ladder with its side to move.
fn escapes(board: &mut Board, chain: Point, params: &PlayoutParams) -> bool {
    let defender = board.at(chain);
    let reading =
        defender.and_then(|color| ladder::verdict(board, chain, color, params.ladder_moves));
    !matches!(reading, Some((Verdict::Captured, _)))
}

/// Whether an opposing stone on this liberty captures a chain with two liberties in a ladder.
fn catches(board: &mut Board, chain: Point, liberty: Point, params: &PlayoutParams) -> bool {
    let Some(attacker) = board.at(chain).map(Color::opponent) else {
        return false;
    };
    if !board.is_legal(attacker, liberty) {
        return false;
    }
    let undo = board.make(attacker, liberty);
    let caught = !escapes(board, chain, params);
    board.unmake(undo);
    caught
}

/// Returns the prior of a move that neither captures nor saves.
fn shape_prior(
    board: &Board,
    color: Color,
    point: Point,
    last: Option<Point>,
    params: &PlayoutParams,
) -> f32 {
    let at_risk = self_atari(board, color, point);
    if at_risk > 0 {
        return if at_risk == 1 {
            params.prior_throw_in
        } else {
            params.prior_self_atari
        };
    }
    let mut prior = params.prior_quiet;
    if pattern::matches(board, point) {
        prior += params.prior_pattern;
    }
    if gives_atari(board, color, point) {
        prior += params.prior_atari;
    }
    if let Some(last) = last {
        let steps = distance(point, last);
        prior += params.prior_last_move * (4.0 - steps as f32).max(0.0) / 4.0;
    }
    prior + line_prior(board, point, params)
}

/// Whether the move puts an opposing chain in atari.
fn gives_atari(board: &Board, color: Color, point: Point) -> bool {
    let foe = Some(color.opponent());
    point
        .neighbors()
        .into_iter()
        .any(|near| board.at(near) == foe && board.liberty_count(near) == 2)
}

/// Returns the Manhattan distance between two points.
fn distance(a: Point, b: Point) -> u8 {
    a.column().abs_diff(b.column()) + a.row().abs_diff(b.row())
}

/// Returns the bonus for the line of an isolated point: low near the edge, good on the third and fourth lines, best in
/// open corners.
fn line_prior(board: &Board, point: Point, params: &PlayoutParams) -> f32 {
    let size = board.size();
    let (width, height) = (size.width(), size.height());
    let (column, row) = lines(board, point);
    let line = column.min(row);
    if line > 3 || !is_isolated(board, point) {
        return 0.0;
    }
    // On a small board, the corners are too close to each other to come first.
    const WIDE: u8 = 11;
    match line {
        0 => params.prior_first_line,
        1 => params.prior_second_line,
        _ if column.max(row) <= 3 && width.min(height) >= WIDE => params.prior_corner,
        _ => params.prior_third_line,
    }
}

/// Returns the distance to the nearer edge in each direction; 0 on the first line.
fn lines(board: &Board, point: Point) -> (u8, u8) {
    let size = board.size();
    let column = point.column().min(size.width() - 1 - point.column());
    let row = point.row().min(size.height() - 1 - point.row());
    (column, row)
}

fn line(board: &Board, point: Point) -> u8 {
    let (column, row) = lines(board, point);
    column.min(row)
}

/// Whether all points within a distance of two are free of stones.
fn is_isolated(board: &Board, point: Point) -> bool {
    let near = point.neighbors().into_iter().filter(|n| board.contains(*n));
    let alone = |p: Point| {
        board.neighbors(p).stones(Color::Black) + board.neighbors(p).stones(Color::White) == 0
    };
    alone(point) && near.into_iter().all(alone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::go_reference::Stones;

    fn priors(rows: &[&str], color: Color) -> Vec<(String, f32)> {
        let mut board = Stones::drawn(rows).board();
        let mut moves = candidates(&mut board, color, None, &PlayoutParams::default());
        moves.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        moves
            .into_iter()
            .map(|(mv, prior)| (mv.to_string(), prior))
            .collect()
    }

    #[test]
    fn taking_comes_first_and_own_eyes_not_at_all() {
        let moves = priors(
            &[
                ". X . X O",
                "X X X X O",
                "O O O O O",
                ". . X . O",
                ". . O X X",
            ],
            Color::White,
        );
        assert_eq!(moves[0].0, "D2");
        let black = priors(&[". X .", "X X X", ". X ."], Color::Black);
        assert_eq!(
            black,
            [("pass".to_owned(), PlayoutParams::default().prior_pass)]
        );
    }

    #[test]
    fn ladders_are_played_where_they_work_and_not_run_from() {
        let prior = |rows: &[&str], color, name: &str| {
            let moves = priors(rows, color);
            moves.into_iter().find(|m| m.0 == name).map(|m| m.1)
        };
        let params = PlayoutParams::default();
        let mut rows = [
            ". . . . . . .",
            ". . . . . . .",
            ". . X . . . .",
            ". X O . . . .",
            ". X . . . . .",
            ". . . . . . .",
            ". . . . . . .",
        ];
        assert!(prior(&rows, Color::Black, "D4") >= Some(params.prior_ladder_capture));
        rows[3] = ". X O X . . .";
        assert_eq!(
            prior(&rows, Color::White, "C3"),
            Some(params.prior_ladder_escape)
        );
        // A stone in its path breaks the ladder.
        rows[5] = ". . . . O . .";
        assert!(prior(&rows, Color::White, "C3") >= Some(params.prior_escape));
    }

    #[test]
    fn a_chain_in_atari_runs_only_where_that_gives_room() {
        let rows = [
            ". . . . . . .",
            ". . . X . . .",
            ". . X O X . .",
            ". . . . . . .",
            "X X . . . . .",
            "O X . . . . .",
            ". X . . . . .",
        ];
        let moves = priors(&rows, Color::White);
        assert_eq!(moves[0].0, "D4");
        let corner = moves.iter().find(|m| m.0 == "A1");
        assert!(corner.is_none_or(|m| m.1 < 0.5), "{corner:?}");
    }

    #[test]
    fn an_opening_is_played_on_the_third_and_fourth_lines_corners_first() {
        let mut rows = [". . . . . . . . . . . . ."; 13];
        let moves = priors(&rows, Color::Black);
        let prior = |name: &str| moves.iter().find(|m| m.0 == name).map(|m| m.1);
        assert!(prior("D4") > prior("G3") && prior("G3").is_some());
        for idle in ["G1", "G2", "G5", "G7"] {
            assert_eq!(prior(idle), None, "{idle}");
        }
        rows[8] = ". . . . . . O . . . . . .";
        let moves = priors(&rows, Color::Black);
        for beside in ["G4", "F5", "G6"] {
            assert!(moves.iter().any(|m| m.0 == beside), "{beside}");
        }
    }

    #[test]
    fn on_a_small_board_every_line_is_looked_at() {
        let moves = priors(&[". . . . . . ."; 7], Color::Black);
        let prior = |name: &str| moves.iter().find(|m| m.0 == name).map(|m| m.1);
        assert!(prior("D3") > prior("D2") && prior("D2") > prior("D1"));
        assert!(prior("D1").is_some());
    }

    #[test]
    fn beside_the_last_move_priors_are_higher() {
        let mut board = Stones::drawn(&[". . . . . . . . ."; 9]).board();
        let last = Point::new(4, 4);
        board.play(Color::White, last);
        let moves = candidates(
            &mut board,
            Color::Black,
            Some(last),
            &PlayoutParams::default(),
        );
        let prior = |at: Point| moves.iter().find(|m| m.0 == Move::Place(at)).map(|m| m.1);
        assert!(prior(Point::new(4, 3)) > prior(Point::new(4, 2)));
        assert!(prior(Point::new(4, 2)) > prior(Point::new(7, 6)));
    }
}
