//! Questions about the groups of a position, with automatically chosen regions.

use std::cmp::Reverse;

use super::question::{BadQuestion, LifeQuestion};
use super::region::{self, NotEnclosed};
use crate::board::{Board, Point, PointSet};
use crate::rules::benson::PassAliveArea;
use tengen_engine::game::Color;

/// A question about the life of one or more chains of a position.
#[derive(Clone, Debug)]
pub struct PosedQuestion {
    /// A stone of each target chain.
    pub targets: Vec<Point>,
    /// The question, or the reason that the target has no region.
    pub question: Result<LifeQuestion, NotEnclosed>,
    /// A stone of each chain that is assumed to be safe, if the region was chosen.
    pub walls: Option<Vec<Point>>,
    /// Whether all targets are already alive by Benson's algorithm.
    pub is_pass_alive: bool,
}

impl PosedQuestion {
    /// Returns the question about these targets in a chosen region, which for several targets is the union of their
    /// regions. Fails unless the targets are stones of one color.
    pub fn about(board: &Board, targets: Vec<Point>) -> Result<PosedQuestion, BadQuestion> {
        let area = PassAliveArea::pass_alive(board, false);
        PosedQuestion::within(board, &area, targets)
    }

    /// Returns a question in a region that was chosen elsewhere.
    pub fn within_region(question: LifeQuestion) -> PosedQuestion {
        PosedQuestion {
            targets: question.targets().to_vec(),
            question: Ok(question),
            walls: None,
            is_pass_alive: false,
        }
    }

    /// Returns a question for each enclosed group, the largest chain first. Chains of the same side in a group's region
    /// get no separate question.
    pub fn about_groups(board: &Board) -> Vec<PosedQuestion> {
        let area = PassAliveArea::pass_alive(board, false);
        let mut chains: Vec<Point> = board.chains().collect();
        chains.sort_by_key(|&chain| Reverse(board.chain_len(chain)));
        let mut covered = [PointSet::new(), PointSet::new()];
        let mut posed = Vec::new();
        for chain in chains {
            let Some(color) = board.at(chain) else {
                continue;
            };
            let seen: &mut PointSet = &mut covered[Color::index(color)];
            if seen.contains(chain) {
                continue;
            }
            let Ok(question) = PosedQuestion::within(board, &area, vec![chain]) else {
                continue;
            };
            if let Ok(asked) = &question.question {
                seen.insert_all(&asked.region().iter().copied().collect());
                posed.push(question);
            }
        }
        posed
    }

    fn within(
        board: &Board,
        area: &PassAliveArea,
        targets: Vec<Point>,
    ) -> Result<PosedQuestion, BadQuestion> {
        // Fails unless the targets are stones of one color.
        let everywhere: Vec<Point> = board.size().points().collect();
        LifeQuestion::new(board, &targets, &everywhere)?;
        let is_pass_alive = targets
            .iter()
            .all(|&target| area.owner(target) == board.at(target));
        let mut inside = PointSet::new();
        let mut walls = Vec::new();
        for &target in &targets {
            match region::choose(board, area, target) {
                Ok(chosen) => {
                    inside.insert_all(&chosen.points.into_iter().collect());
                    walls.extend(chosen.walls);
                }
                Err(reason) => {
                    return Ok(PosedQuestion {
                        targets,
                        question: Err(reason),
                        walls: None,
                        is_pass_alive,
                    });
                }
            }
        }
        walls.retain(|&wall| !inside.contains(wall));
        walls.sort_unstable();
        walls.dedup_by_key(|wall| board.head(*wall));
        let region: Vec<Point> = board
            .size()
            .points_from_top()
            .filter(|&point| inside.contains(point))
            .collect();
        let question = LifeQuestion::new(board, &targets, &region)?;
        Ok(PosedQuestion {
            targets,
            question: Ok(question),
            walls: Some(walls),
            is_pass_alive,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::go_reference::Stones;

    #[test]
    fn every_enclosed_group_is_asked_about_once() {
        let board = Stones::drawn(&[
            ". X . X O . . . .",
            "X X X X O . . . .",
            "O O O O O . . . .",
            ". . . . . . O O O",
            ". . . . . . O X X",
            ". . . . . . O X .",
        ])
        .board();
        let posed = PosedQuestion::about_groups(&board);
        let black = posed
            .iter()
            .filter(|posed| board.at(posed.targets[0]) == Some(Color::Black));
        let alive: Vec<(String, bool)> = black
            .map(|posed| (posed.targets[0].to_string(), posed.is_pass_alive))
            .collect();
        let mut names: Vec<bool> = alive.iter().map(|(_, alive)| *alive).collect();
        names.sort_unstable();
        assert_eq!(names, [false, true], "{alive:?}");
    }

    #[test]
    fn targets_that_are_no_stones_are_refused() {
        let board = Stones::drawn(&["X . O", ". . ."]).board();
        let at = Point::new;
        let error = |targets: &[Point]| PosedQuestion::about(&board, targets.to_vec()).err();
        assert_eq!(error(&[at(1, 1)]), Some(BadQuestion::NoStone(at(1, 1))));
        assert_eq!(
            error(&[at(0, 1), at(2, 1)]),
            Some(BadQuestion::TwoColors(at(2, 1)))
        );
    }
}
