//! A position with questions of life and death, and its form as a line of JSON.

use serde::Deserialize;
use serde_json::Value;

use crate::engine::game::Color;
use crate::go::board::{Board, Point, PointSet};
use crate::go::life::question::LifeQuestion;
use crate::go::life::region::{self, NotEnclosed};
use crate::go::rules::benson::PassAliveArea;
use crate::tool::positions::drawn::{DrawnSize, describe, drawn_board, drawn_point};
use crate::tool::positions::input::{GamePosition, PositionTask};
use crate::tool::positions::replies::Complaint;

/// A position with questions.
pub struct LifeProblem {
    /// The number of its input line.
    pub line: Option<usize>,
    /// The name given in the input.
    pub id: Value,
    /// The stones and the ko.
    pub board: Board,
    /// Whether the input names the target.
    pub has_target: bool,
    /// The questions.
    pub questions: Vec<PosedQuestion>,
}

/// A question about a position.
pub struct PosedQuestion {
    /// A stone of each target chain.
    pub targets: Vec<Point>,
    /// The question, or the reason why the target has no region.
    pub question: Result<LifeQuestion, NotEnclosed>,
    /// A stone of each chain that is assumed to be safe, where the region has been chosen.
    pub walls: Option<Vec<Point>>,
}

/// A line of input. Other fields are ignored.
#[derive(Deserialize)]
struct LifeLine {
    #[serde(default)]
    id: Value,
    size: Option<DrawnSize>,
    rows: Vec<String>,
    ko: Option<[u64; 2]>,
    target: Option<TargetField>,
    region: Option<Vec<[u64; 2]>>,
}

/// The stones of a target: one of each chain, or one stone.
#[derive(Deserialize)]
#[serde(untagged)]
enum TargetField {
    One([u64; 2]),
    Several(Vec<[u64; 2]>),
}

impl LifeProblem {
    /// Reads a position and the questions about it.
    ///
    /// # Errors
    ///
    /// The line of output for input that is no position.
    pub fn of(task: PositionTask) -> Result<LifeProblem, Complaint> {
        match task {
            PositionTask::Line(number, text) => LifeProblem::parse(number, &text),
            PositionTask::Wrong(complaint) => Err(complaint),
            PositionTask::Game(game) => Ok(LifeProblem::of_game(*game)),
        }
    }

    fn of_game(game: GamePosition) -> LifeProblem {
        LifeProblem {
            line: None,
            id: Value::String(game.id),
            has_target: false,
            questions: questions_about_all(&game.board),
            board: game.board,
        }
    }

    fn parse(number: usize, text: &[u8]) -> Result<LifeProblem, Complaint> {
        let complaint = |id, error| Complaint {
            line: Some(number),
            id,
            error,
            ..Complaint::default()
        };
        let line: LifeLine = serde_json::from_slice(text)
            .map_err(|error| complaint(Value::Null, describe(&error)))?;
        match line.questions() {
            Ok((board, questions)) => Ok(LifeProblem {
                line: Some(number),
                id: line.id,
                board,
                has_target: line.target.is_some(),
                questions,
            }),
            Err(error) => Err(complaint(line.id, error)),
        }
    }
}

impl LifeLine {
    /// Returns the board and the questions.
    fn questions(&self) -> Result<(Board, Vec<PosedQuestion>), String> {
        let board = drawn_board(&self.rows, self.size, self.ko)?;
        let Some(target) = &self.target else {
            if self.region.is_some() {
                return Err("region: expected a target with it, saw none".to_owned());
            }
            let questions = questions_about_all(&board);
            return Ok((board, questions));
        };
        let stones: &[[u64; 2]] = match target {
            TargetField::One(stone) => std::slice::from_ref(stone),
            TargetField::Several(stones) => stones,
        };
        let targets = points(&board, "target", stones)?;
        let Some(region) = &self.region else {
            let posed = posed_without_region(&board, targets)?;
            return Ok((board, vec![posed]));
        };
        let region = points(&board, "region", region)?;
        let question =
            LifeQuestion::new(&board, &targets, &region).map_err(|error| error.to_string())?;
        let posed = PosedQuestion {
            targets,
            question: Ok(question),
            walls: None,
        };
        Ok((board, vec![posed]))
    }
}

fn points(board: &Board, field: &str, places: &[[u64; 2]]) -> Result<Vec<Point>, String> {
    let point = |&place: &[u64; 2]| {
        let [column, row] = place;
        drawn_point(board.size(), place)
            .ok_or_else(|| format!("{field}: [{column},{row}] is off the board"))
    };
    places.iter().map(point).collect()
}

/// Returns the question about targets whose region has to be chosen. Several targets have the region of all together.
fn posed_without_region(board: &Board, targets: Vec<Point>) -> Result<PosedQuestion, String> {
    // Also refuses targets that are no stones of one color.
    let everywhere: Vec<Point> = board.size().points().collect();
    LifeQuestion::new(board, &targets, &everywhere).map_err(|error| error.to_string())?;
    let area = PassAliveArea::pass_alive(board, false);
    let mut inside = PointSet::new();
    let mut walls = Vec::new();
    for &target in &targets {
        match region::choose(board, &area, target) {
            Ok(chosen) => {
                inside.insert_all(&chosen.points.into_iter().collect());
                walls.extend(chosen.walls);
            }
            Err(reason) => {
                return Ok(PosedQuestion {
                    targets,
                    question: Err(reason),
                    walls: None,
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
    let question =
        LifeQuestion::new(board, &targets, &region).map_err(|error| error.to_string())?;
    Ok(PosedQuestion {
        targets,
        question: Ok(question),
        walls: Some(walls),
    })
}

/// Returns a question about each group that is enclosed and not pass-alive: the largest chain first, without the chains
/// in its region.
fn questions_about_all(board: &Board) -> Vec<PosedQuestion> {
    let area = PassAliveArea::pass_alive(board, false);
    let mut chains: Vec<Point> = board
        .chains()
        .filter(|&chain| area.owner(chain) != board.at(chain))
        .collect();
    chains.sort_by_key(|&chain| std::cmp::Reverse(board.chain_len(chain)));
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
        let Ok(question) = posed_without_region(board, vec![chain]) else {
            continue;
        };
        if let Ok(asked) = &question.question {
            seen.insert_all(&asked.region().iter().copied().collect());
            posed.push(question);
        }
    }
    posed
}
