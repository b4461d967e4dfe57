//! Keys of positions for the transposition table, the evaluation cache and the bias table.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::board::{Board, Move, Point};
use crate::net::GameHistory;
use crate::search_mode::NetworkView;
use tengen_engine::game::{Color, Position as _};

/// Number of earlier boards that a network sees in its ladder features.
const FORMER_BOARDS: usize = 2;

/// Returns the key of a position in the graph, which is equal for all move orders that lead to the same future
/// (transpositions). Superko is excluded from the key and checked when a move is played.
pub fn of_position(history: &GameHistory) -> u64 {
    let mut hasher = FxHasher::default();
    hash_position(history, &mut hasher);
    hasher.finish()
}

/// Returns the key of everything that a network sees of a position, including its past.
pub fn of_inputs(history: &GameHistory) -> u64 {
    let mut hasher = FxHasher::default();
    hash_position(history, &mut hasher);
    history.position().rules().hash(&mut hasher);
    for mv in history.latest_moves() {
        hash_move(mv, &mut hasher);
    }
    for moves in 1..=FORMER_BOARDS {
        hasher.write_u64(history.board_before(moves).hash());
    }
    hasher.finish()
}

/// Returns the key of an evaluation: of everything that a network sees of a position in this view.
pub fn of_evaluation(history: &GameHistory, view: &NetworkView) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(of_inputs(history));
    hasher.write_u64(view.optimism.to_bits());
    hasher.write_u64(view.playout_doublings.to_bits());
    hasher.write_u8(view.symmetries);
    view.profile.hash(&mut hasher);
    view.has_human_policy.hash(&mut hasher);
    hasher.finish()
}

/// Returns the key of a move by `color`, the move before it, and the stones around it before it is played; `None` for a
/// pass. Evaluations of positions with equal keys tend to have the same error.
pub fn of_local_pattern(board: &Board, before: Move, color: Color, mv: Move) -> Option<u64> {
    let Move::Place(point) = mv else {
        return None;
    };
    let mut hasher = FxHasher::default();
    color.hash(&mut hasher);
    hash_move(before, &mut hasher);
    hash_move(mv, &mut hasher);
    let rows = nearby_lines(point.row(), board.size().height());
    for row in rows {
        for column in nearby_lines(point.column(), board.size().width()) {
            let near = Point::new(column, row);
            let stone = board.at(near).map_or(0, |color| {
                let in_atari = board.liberty_count(near) == 1;
                1 + color.index() as u8 + 2 * u8::from(in_atari)
            });
            hasher.write_u8(stone);
        }
    }
    if let Some(ko) = board.ko() {
        hasher.write_usize(ko.point.index());
    }
    Some(hasher.finish())
}

/// Returns the lines at a distance of at most two.
fn nearby_lines(line: u8, side: u8) -> std::ops::RangeInclusive<u8> {
    line.saturating_sub(2)..=(line + 2).min(side - 1)
}

fn hash_position(history: &GameHistory, hasher: &mut FxHasher) {
    let position = history.position();
    hasher.write_u64(position.board().hash());
    hasher.write_usize(position.to_move().index());
    let ko = position.board().ko();
    hasher.write_usize(ko.map_or(0, |ko| ko.point.index() * 2 + ko.barred.index()));
    // Komi, with the button and the cost of stones.
    hasher.write_i32(history.self_komi());
    let ending = [history.has_button(), history.pass_ends(), history.is_over()];
    ending.hash(hasher);
}

fn hash_move(mv: Move, hasher: &mut FxHasher) {
    match mv {
        Move::Pass => hasher.write_usize(0),
        Move::Place(point) => hasher.write_usize(point.index()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rules::{Komi, Position, Rules};

    fn after(komi: f64, moves: &[(Color, &str)]) -> GameHistory {
        let size = Size::square(5).unwrap();
        let komi = Komi::from_points(komi).unwrap();
        let mut history = GameHistory::new(Position::new(size, Rules::DEFAULT, komi));
        for &(color, name) in moves {
            let named = |point: &Point| point.to_string() == name;
            let mv = size.points().find(named).map_or(Move::Pass, Move::Place);
            history.play(color, mv).unwrap();
        }
        history
    }

    #[test]
    fn only_networks_distinguish_orders_of_moves() {
        use Color::{Black, White};
        let one = after(6.5, &[(Black, "B2"), (White, "D4"), (Black, "B4")]);
        let other = after(6.5, &[(Black, "B4"), (White, "D4"), (Black, "B2")]);
        assert_eq!(of_position(&one), of_position(&other));
        assert_ne!(of_inputs(&one), of_inputs(&other));
    }

    #[test]
    fn all_that_the_game_depends_on_makes_another_key() {
        use Color::{Black, White};
        let positions = [
            after(6.5, &[]),
            after(7.5, &[]),
            after(6.5, &[(Black, "C3")]),
            after(6.5, &[(White, "C3")]),
            after(6.5, &[(Black, "pass")]),
            after(6.5, &[(Black, "pass"), (White, "pass")]),
            after(6.5, &[(Black, "C3"), (White, "pass")]),
        ];
        let mut keys: Vec<u64> = positions.iter().map(of_position).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), positions.len());
    }

    #[test]
    fn surroundings_are_what_is_near() {
        use Color::{Black, White};
        let key = |history: &GameHistory, mv| {
            of_local_pattern(history.position().board(), Move::Pass, Black, mv)
        };
        let corner = Move::Place(Point::new(0, 0));
        let none = after(6.5, &[]);
        let far = after(6.5, &[(White, "D4")]);
        let near = after(6.5, &[(White, "B2")]);
        assert_eq!(key(&none, corner), key(&far, corner));
        assert_ne!(key(&none, corner), key(&near, corner));
        assert_eq!(key(&none, Move::Pass), None);
    }
}
