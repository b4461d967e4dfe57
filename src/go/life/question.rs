//! A life-and-death question: a position, a target and a region.

use std::fmt;

use thiserror::Error;

use super::side::LifeSide;
use crate::board::{Board, Point, PointSet};
use tengen_engine::game::Color;

/// A position, the chains under attack, and the points where both sides may play.
#[derive(Clone)]
pub struct LifeQuestion {
    board: Board,
    defender: Color,
    /// A stone of each target chain.
    targets: Vec<Point>,
    region: Vec<Point>,
}

/// The reason that a question is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadQuestion {
    /// No target was given.
    #[error("target: expected at least one stone, saw none")]
    NoTarget,
    /// A target point without a stone.
    #[error("target: no stone at {0}")]
    NoStone(Point),
    /// Targets of both colors.
    #[error("target: expected stones of one color, saw another at {0}")]
    TwoColors(Point),
    /// A target stone outside the region.
    #[error("target: the stone at {0} is outside the region")]
    TargetOutside(Point),
    /// A point of the region that is off the board.
    #[error("region: {0} is off the board")]
    OffBoard(Point),
    /// A point listed twice in the region.
    #[error("region: {0} is listed twice")]
    Repeated(Point),
}

impl LifeQuestion {
    /// Returns the question about these chains in this region. The board's ko counts only if it bars the side that
    /// moves first. Fails unless the targets are stones of one color entirely in the region. Also fails if the region
    /// repeats a point or has one off the board.
    pub fn new(
        board: &Board,
        targets: &[Point],
        region: &[Point],
    ) -> Result<LifeQuestion, BadQuestion> {
        let mut inside = PointSet::new();
        for &point in region {
            if !board.contains(point) {
                return Err(BadQuestion::OffBoard(point));
            }
            if !inside.insert(point) {
                return Err(BadQuestion::Repeated(point));
            }
        }
        let &first = targets.first().ok_or(BadQuestion::NoTarget)?;
        let defender = board.at(first).ok_or(BadQuestion::NoStone(first))?;
        let mut heads = Vec::new();
        for &target in targets {
            match board.at(target) {
                None => return Err(BadQuestion::NoStone(target)),
                Some(color) if color != defender => return Err(BadQuestion::TwoColors(target)),
                Some(_) => {}
            }
            if let Some(stone) = board
                .stones_of(target)
                .find(|&stone| !inside.contains(stone))
            {
                return Err(BadQuestion::TargetOutside(stone));
            }
            if !heads
                .iter()
                .any(|&stone| board.head(stone) == board.head(target))
            {
                heads.push(target);
            }
        }
        Ok(LifeQuestion {
            board: board.clone(),
            defender,
            targets: heads,
            region: region.to_vec(),
        })
    }

    /// Returns the position in question.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns a stone of each target chain.
    pub fn targets(&self) -> &[Point] {
        &self.targets
    }

    /// Returns the points of the region in the order in which they were given.
    pub fn region(&self) -> &[Point] {
        &self.region
    }

    /// Returns the stone color of a side.
    pub fn color(&self, side: LifeSide) -> Color {
        match side {
            LifeSide::Attacker => self.defender.opponent(),
            LifeSide::Defender => self.defender,
        }
    }

    /// Returns the side of a color.
    pub fn side(&self, color: Color) -> LifeSide {
        match color == self.defender {
            true => LifeSide::Defender,
            false => LifeSide::Attacker,
        }
    }

    /// Returns the number of points in the region without a target stone.
    pub fn playable(&self) -> usize {
        let stones: usize = self
            .targets
            .iter()
            .map(|&target| self.board.chain_len(target))
            .sum();
        self.region.len() - stones
    }
}

/// Writes the position as a drawing, with the vertices of target and region.
impl fmt::Debug for LifeQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points: Vec<Point> = self.board.size().points_from_top().collect();
        let letter = |point: &Point| self.board.at(*point).map_or('.', Color::letter);
        let rows = points.chunks(usize::from(self.board.size().width()));
        let rows: Vec<String> = rows.map(|row| row.iter().map(letter).collect()).collect();
        let names =
            |points: &[Point]| -> Vec<String> { points.iter().map(Point::to_string).collect() };
        f.debug_struct("LifeQuestion")
            .field("rows", &rows)
            .field("ko", &self.board.ko().map(|ko| ko.point.to_string()))
            .field("targets", &names(&self.targets))
            .field("region", &names(&self.region))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::go_reference::Stones;

    #[test]
    fn questions_that_make_no_sense_are_refused() {
        let board = Stones::drawn(&["X X . O", ". . . O"]).board();
        let at = Point::new;
        let region = [at(0, 1), at(1, 1), at(0, 0)];
        let ask =
            |targets: &[Point], region: &[Point]| LifeQuestion::new(&board, targets, region).err();
        assert_eq!(ask(&[at(0, 1)], &region), None);
        assert_eq!(ask(&[], &region), Some(BadQuestion::NoTarget));
        assert_eq!(
            ask(&[at(0, 0)], &region),
            Some(BadQuestion::NoStone(at(0, 0)))
        );
        assert_eq!(
            ask(&[at(0, 1), at(3, 0)], &region),
            Some(BadQuestion::TwoColors(at(3, 0)))
        );
        assert_eq!(
            ask(&[at(0, 1)], &region[..1]),
            Some(BadQuestion::TargetOutside(at(1, 1)))
        );
        assert_eq!(
            ask(&[at(0, 1)], &[region[0], region[1], at(0, 7)]),
            Some(BadQuestion::OffBoard(at(0, 7)))
        );
        assert_eq!(
            ask(&[at(0, 1)], &[region[0], region[1], region[0]]),
            Some(BadQuestion::Repeated(region[0]))
        );
    }

    #[test]
    fn a_chain_named_twice_is_one_target() {
        let board = Stones::drawn(&["X X . O", ". . . O"]).board();
        let at = Point::new;
        let region = [at(0, 1), at(1, 1), at(0, 0)];
        let question = LifeQuestion::new(&board, &[at(0, 1), at(1, 1)], &region).unwrap();
        assert_eq!(question.targets(), [at(0, 1)]);
        assert_eq!(question.playable(), 1);
        assert_eq!(question.color(LifeSide::Attacker), Color::White);
    }
}
