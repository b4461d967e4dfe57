//! The score of a board with known dead stones.

use super::area_score::AreaScore;
use super::false_eyes;
use super::komi::Score;
use super::position::Position;
use super::ruleset::Scoring;
use super::seki;
use crate::board::point::Point;
use crate::board::point_set::PointSet;
use crate::board::stones::Board;
use tengen_engine::game::Color;

/// The score of a board, without the territory of groups in seki.
#[derive(Clone, Debug)]
pub struct BoardCount {
    /// The living stones in seki.
    pub seki: PointSet,
    /// The score with the dead stones removed.
    pub score: Score,
    /// Whether open ground is left: an empty region between living stones of both sides, with a point that no living
    /// stone touches.
    pub has_open_ground: bool,
}

impl BoardCount {
    /// Counts a board as if its neutral points and false eyes were filled. `dead` must contain all stones of a chain or
    /// none.
    pub fn new(position: &Position, dead: &PointSet) -> BoardCount {
        let filled = false_eyes::points_to_fill(position.board(), dead);
        BoardCount::with_filled(position, dead, filled)
    }

    /// Counts a board as it stands: a false eye is territory until its owner has to fill it.
    pub fn as_it_stands(position: &Position, dead: &PointSet) -> BoardCount {
        BoardCount::with_filled(position, dead, PointSet::new())
    }

    fn with_filled(position: &Position, dead: &PointSet, filled: PointSet) -> BoardCount {
        let board = position.board();
        let seki = seki::stones_in_seki(board, dead, &filled);
        let counted = AreaScore::new(board, dead)
            .with_filled(filled)
            .with_captures()
            .with_seki(seki.clone());
        BoardCount {
            score: position.score_of(&counted),
            has_open_ground: has_open_ground(board, &counted),
            seki,
        }
    }

    /// Counts a board as if its neutral points were filled in turn, which matters under area scoring if their number is
    /// odd. The side that has played fewer stones is next, or black if both have played as many.
    pub fn filled_in_turn(position: &Position, dead: &PointSet) -> BoardCount {
        let mut count = BoardCount::new(position, dead);
        let board = position.board();
        let is_area = position.rules().scoring == Scoring::Area;
        if is_area && !count.has_open_ground && neutral_points(board, dead, &count.seki) % 2 == 1 {
            let point = if next_to_fill(position) == Color::Black {
                2
            } else {
                -2
            };
            count.score = Score::from_half_points(count.score.half_points() + point);
        }
        count
    }
}

/// Returns the number of neutral points that can be filled: all except those between two sides in seki.
fn neutral_points(board: &Board, dead: &PointSet, seki: &PointSet) -> usize {
    let counted = AreaScore::new(board, dead).with_seki(seki.clone());
    let is_shared = |stones: &PointSet| {
        let in_seki = |color| {
            let mut stones = stones.iter();
            stones.any(|stone| seki.contains(stone) && board.at(stone) == Some(color))
        };
        Color::BOTH.into_iter().all(in_seki)
    };
    let regions = counted.neutral_regions();
    let filled = regions.filter(|region| !region.stones.is_empty() && !is_shared(&region.stones));
    filled.map(|region| region.empty).sum()
}

/// Returns the side that has played fewer stones, black if equal. All handicap stones but one are excluded. The count
/// is thus the same whether the board was set up or played.
fn next_to_fill(position: &Position) -> Color {
    let board = position.board();
    let [black, white] = Color::BOTH.map(|color| {
        let chains = board.chains().filter(|&head| board.at(head) == Some(color));
        let stones: usize = chains.map(|head| board.chain_len(head)).sum();
        stones + board.prisoners(color.opponent()) as usize
    });
    let free = position.handicap_stones().saturating_sub(1) as usize;
    if black.saturating_sub(free) > white {
        Color::White
    } else {
        Color::Black
    }
}

fn has_open_ground(board: &Board, counted: &AreaScore<'_>) -> bool {
    let is_open = |point: Point| {
        let touches = |near: Point| counted.living(near).is_some();
        counted.living(point).is_none()
            && counted.owner(point).is_none()
            && !point.neighbors().into_iter().any(touches)
    };
    let lives = |color: Color| {
        let mut points = board.size().points();
        points.any(|point| counted.living(point) == Some(color))
    };
    Color::BOTH.into_iter().all(lives) && board.size().points().any(is_open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Komi, Rules};
    use crate::testing::go_reference::Stones;

    #[test]
    fn a_false_eye_is_territory_until_it_has_to_be_filled() {
        // Black must connect at C3 once the neutral point D4 is filled.
        let rows = [". X X . O .", "X X . X O O", "X X X O O .", ". X O O . O"];
        let stones = Stones::drawn(&rows);
        let komi = Komi::from_points(0.0).unwrap();
        let mut position = Position::new(stones.size, Rules::JAPANESE, komi);
        let placed: Vec<_> = stones.stones.iter().map(|(&p, &c)| (c, p)).collect();
        position.set_position(&placed, Color::Black).unwrap();
        let dead = PointSet::new();
        let filled = BoardCount::new(&position, &dead);
        let standing = BoardCount::as_it_stands(&position, &dead);
        let scores = [standing.score.to_string(), filled.score.to_string()];
        assert_eq!(scores, ["0", "W+1"]);
        assert!(filled.seki.is_empty() && !filled.has_open_ground);
    }
}
