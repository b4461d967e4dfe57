//! A position with questions of life and death, and its form as a line of JSON.

use serde::Deserialize;
use serde_json::Value;

use crate::tool::positions::drawn::{DrawnSize, describe, drawn_board, drawn_point};
use crate::tool::positions::input::{GamePosition, PositionTask};
use crate::tool::positions::replies::Complaint;
use tengen_go::board::{Board, Point};
use tengen_go::life::posed::PosedQuestion;
use tengen_go::life::question::LifeQuestion;

/// A position with questions.
pub struct LifeProblem {
    /// Number of the input line, from 1; `None` for a position of a game.
    pub line: Option<usize>,
    /// Name from the input, or of the game's position.
    pub id: Value,
    /// Board with the stones and the ko.
    pub board: Board,
    /// Whether the input names the target.
    pub has_target: bool,
    /// Questions about the position.
    pub questions: Vec<PosedQuestion>,
}

/// A line of input. Other fields are ignored.
#[derive(Deserialize)]
#[serde(expecting = "a JSON object with rows")]
struct LifeLine {
    #[serde(default)]
    id: Value,
    size: Option<DrawnSize>,
    rows: Vec<String>,
    ko: Option<[u64; 2]>,
    target: Option<TargetField>,
    region: Option<Vec<[u64; 2]>>,
}

/// The stones of a target: a single stone, or one of each chain.
#[derive(Deserialize)]
#[serde(untagged)]
enum TargetField {
    One([u64; 2]),
    Several(Vec<[u64; 2]>),
}

impl LifeProblem {
    /// Reads a position and its questions. Fails with the output line for input that isn't a position.
    pub fn from_task(task: PositionTask) -> Result<LifeProblem, Complaint> {
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
            questions: questions_about_groups(&game.board),
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
    /// Returns the board and the questions about it.
    fn questions(&self) -> Result<(Board, Vec<PosedQuestion>), String> {
        let board = drawn_board(&self.rows, self.size, self.ko)?;
        let Some(target) = &self.target else {
            if self.region.is_some() {
                return Err("region: expected a target with it, saw none".to_owned());
            }
            let questions = questions_about_groups(&board);
            return Ok((board, questions));
        };
        let stones: &[[u64; 2]] = match target {
            TargetField::One(stone) => std::slice::from_ref(stone),
            TargetField::Several(stones) => stones,
        };
        let targets = points(&board, "target", stones)?;
        let Some(region) = &self.region else {
            let posed = PosedQuestion::about(&board, targets).map_err(|error| error.to_string())?;
            return Ok((board, vec![posed]));
        };
        let region = points(&board, "region", region)?;
        let question =
            LifeQuestion::new(&board, &targets, &region).map_err(|error| error.to_string())?;
        let posed = PosedQuestion::within_region(question);
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

/// Returns a question about each group that is enclosed and not pass-alive.
fn questions_about_groups(board: &Board) -> Vec<PosedQuestion> {
    let mut questions = PosedQuestion::about_groups(board);
    questions.retain(|posed| !posed.is_pass_alive);
    questions
}
