//! A position with queries, and its form as a line of JSON.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::tool::positions::drawn::{DrawnSize, describe, drawn_board, drawn_point};
use crate::tool::positions::input::{GamePosition, PositionTask};
use crate::tool::positions::replies::Complaint;
use tengen_go::ladder::question;
use tengen_go::ladder::question::LadderQuestion;
use tengen_go::{Board, Point};

/// A position with queries.
pub struct LadderProblem {
    /// Number of the input line, from 1; `None` for a position of a game.
    pub line: Option<usize>,
    /// Name from the input, or of the game's position.
    pub id: Value,
    /// Board with the stones and the ko.
    pub board: Board,
    /// Queries about the position.
    pub queries: Vec<Query>,
}

/// A query as written in the input.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Query {
    /// Column and row of a stone, counted from 0 at the top left.
    pub at: [u64; 2],
    first: Option<Mover>,
}

/// The side that moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mover {
    /// The side that wants to capture the chain.
    Attacker,
    /// The side that wants to save the chain.
    Defender,
}

/// A line of input. Other fields are ignored.
#[derive(Deserialize)]
#[serde(expecting = "a JSON object with rows")]
struct ProblemLine {
    #[serde(default)]
    id: Value,
    size: Option<DrawnSize>,
    rows: Vec<String>,
    ko: Option<[u64; 2]>,
    queries: Option<Vec<Query>>,
}

impl Query {
    /// Returns the question about this board. Fails if the point is off the board or empty.
    pub fn question(&self, board: &Board) -> Result<LadderQuestion, String> {
        let [column, row] = self.at;
        let target = drawn_point(board.size(), self.at)
            .ok_or_else(|| format!("at: [{column},{row}] is off the board"))?;
        let question = LadderQuestion::from_target(board, target)
            .ok_or_else(|| format!("at: no stone at [{column},{row}]"))?;
        let first = match self.first {
            None => question.first,
            Some(Mover::Attacker) => question.defender.opponent(),
            Some(Mover::Defender) => question.defender,
        };
        Ok(LadderQuestion { first, ..question })
    }
}

impl Mover {
    /// Returns the side that moves first in this question.
    pub fn from_question(question: &LadderQuestion) -> Mover {
        if question.first == question.defender {
            Mover::Defender
        } else {
            Mover::Attacker
        }
    }
}

impl LadderProblem {
    /// Reads a position and its queries. Fails with the output line for input that isn't a position.
    pub fn from_task(task: PositionTask) -> Result<LadderProblem, Complaint> {
        match task {
            PositionTask::Line(number, text) => LadderProblem::parse(number, &text),
            PositionTask::Wrong(complaint) => Err(complaint),
            PositionTask::Game(game) => Ok(LadderProblem::of_game(*game)),
        }
    }

    /// Reads a line of JSON. Fails with the output line for a line that isn't a position.
    pub fn parse(number: usize, text: &[u8]) -> Result<LadderProblem, Complaint> {
        let complaint = |id, error| Complaint {
            line: Some(number),
            id,
            error,
            ..Complaint::default()
        };
        let line: ProblemLine = serde_json::from_slice(text)
            .map_err(|error| complaint(Value::Null, describe(&error)))?;
        let board = match drawn_board(&line.rows, line.size, line.ko) {
            Ok(board) => board,
            Err(error) => return Err(complaint(line.id, error)),
        };
        let queries = line.queries.unwrap_or_else(|| default_queries(&board));
        Ok(LadderProblem {
            line: Some(number),
            id: line.id,
            board,
            queries,
        })
    }

    /// Returns a position of a game with the default queries.
    fn of_game(game: GamePosition) -> LadderProblem {
        LadderProblem {
            line: None,
            id: Value::String(game.id),
            queries: default_queries(&game.board),
            board: game.board,
        }
    }
}

/// Returns a query for every chain with one or two liberties.
fn default_queries(board: &Board) -> Vec<Query> {
    let query = |target: Point| {
        let row = board.size().height() - 1 - target.row();
        Query {
            at: [u64::from(target.column()), u64::from(row)],
            first: None,
        }
    };
    question::short_chains(board)
        .into_iter()
        .map(query)
        .collect()
}
