//! A position with the questions about it, and its form as a line of JSON.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Complaint;
use crate::engine::game::Color;
use crate::go::board::stones::Ko;
use crate::go::ladder::changers;
use crate::go::ladder::changers::Question;
use crate::go::{Board, Point, Size};

/// A position with the questions about it.
pub struct Problem {
    /// The line of input that it stands on.
    pub line: Option<usize>,
    /// Its name, as given.
    pub id: Value,
    /// The stones, and the ko.
    pub board: Board,
    /// What is asked.
    pub queries: Vec<Query>,
}

/// A question as it is written.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Query {
    /// Column and row of a stone, from the top left, from 0.
    pub at: [u64; 2],
    first: Option<Mover>,
}

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mover {
    /// Who wants to capture the chain.
    Attacker,
    /// Who wants to save it.
    Defender,
}

/// A line of input; what else it holds does not matter here.
#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    id: Value,
    size: Option<Sides>,
    rows: Vec<String>,
    ko: Option<[u64; 2]>,
    queries: Option<Vec<Query>>,
}

/// The size of the board: a number if it is square.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
enum Sides {
    Square(u64),
    Rectangle([u64; 2]),
}

impl Query {
    /// Returns the question about this board.
    ///
    /// # Errors
    ///
    /// The point is off the board or empty; in words.
    pub fn question(&self, board: &Board) -> Result<Question, String> {
        let [column, row] = self.at;
        let target = point(board.size(), self.at)
            .ok_or_else(|| format!("at: [{column},{row}] is off the board"))?;
        let usual = Question::usual(board, target)
            .ok_or_else(|| format!("at: no stone at [{column},{row}]"))?;
        let first = match self.first {
            None => usual.first,
            Some(Mover::Attacker) => usual.defender.opponent(),
            Some(Mover::Defender) => usual.defender,
        };
        Ok(Question { first, ..usual })
    }
}

impl Mover {
    /// Returns who moves first by this question.
    pub fn of(question: &Question) -> Mover {
        if question.first == question.defender {
            Mover::Defender
        } else {
            Mover::Attacker
        }
    }
}

impl Problem {
    /// Reads a line of JSON.
    ///
    /// # Errors
    ///
    /// The line of output for input that is no position.
    pub fn parse(number: usize, text: &[u8]) -> Result<Problem, Complaint> {
        let complaint = |id, error| Complaint {
            line: Some(number),
            id,
            error,
            ..Complaint::default()
        };
        let line: Line = serde_json::from_slice(text)
            .map_err(|error| complaint(Value::Null, describe(&error)))?;
        let board = match board(&line) {
            Ok(board) => board,
            Err(error) => return Err(complaint(line.id, error)),
        };
        let queries = line.queries.unwrap_or_else(|| usual_queries(&board));
        Ok(Problem {
            line: Some(number),
            id: line.id,
            board,
            queries,
        })
    }

    /// A position of a game, with the usual questions.
    pub fn of_game(id: String, board: Board) -> Problem {
        Problem {
            line: None,
            id: Value::String(id),
            queries: usual_queries(&board),
            board,
        }
    }
}

/// Every chain with one or two liberties.
fn usual_queries(board: &Board) -> Vec<Query> {
    let query = |target: Point| {
        let row = board.size().height() - 1 - target.row();
        Query {
            at: [u64::from(target.column()), u64::from(row)],
            first: None,
        }
    };
    changers::short_chains(board)
        .into_iter()
        .map(query)
        .collect()
}

/// The point in this column and row from the top left, if it is on the board.
fn point(size: Size, [column, row]: [u64; 2]) -> Option<Point> {
    let column = u8::try_from(column).ok()?;
    let row = u8::try_from(row).ok()?;
    if column >= size.width() || row >= size.height() {
        return None;
    }
    Some(Point::new(column, size.height() - 1 - row))
}

fn board(line: &Line) -> Result<Board, String> {
    let width = line.rows.first().map_or(0, |row| row.chars().count());
    let height = line.rows.len();
    // What does not fit into 32 bits is no size either.
    let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let size = Size::new(side(width), side(height)).map_err(|error| format!("rows: {error}"))?;
    let said = line.size.map(|sides| match sides {
        Sides::Square(side) => [side, side],
        Sides::Rectangle(sides) => sides,
    });
    if let Some([said_width, said_height]) = said
        && said != Some([width as u64, height as u64])
    {
        return Err(format!(
            "size: expected {width}x{height} as the rows are, saw {said_width}x{said_height}"
        ));
    }
    let mut board = Board::with_stones(size, &stones(size, &line.rows)?)
        .map_err(|_| "rows: a chain has no liberty".to_owned())?;
    if let Some(at) = line.ko {
        board.set_ko(Some(ko(&board, at)?));
    }
    Ok(board)
}

fn stones(size: Size, rows: &[String]) -> Result<Vec<(Color, Point)>, String> {
    let mut stones = Vec::new();
    for (from_top, row) in (0..size.height()).zip(rows) {
        let length = row.chars().count();
        if length != usize::from(size.width()) {
            return Err(format!(
                "rows: row {from_top} has {length} points, the first {}",
                size.width()
            ));
        }
        for (column, letter) in (0..size.width()).zip(row.chars()) {
            let point = Point::new(column, size.height() - 1 - from_top);
            match letter {
                'X' => stones.push((Color::Black, point)),
                'O' => stones.push((Color::White, point)),
                '.' => {}
                other => return Err(format!("rows: expected X, O or ., saw {other:?}")),
            }
        }
    }
    Ok(stones)
}

/// The stones around a ko belong to the side that has taken it; the other one is barred.
fn ko(board: &Board, at: [u64; 2]) -> Result<Ko, String> {
    let [column, row] = at;
    let point = point(board.size(), at)
        .filter(|&point| board.is_empty(point))
        .ok_or_else(|| format!("ko: [{column},{row}] is no empty point"))?;
    let around = point.neighbours().into_iter();
    let around: Vec<Option<Color>> = around
        .filter(|&neighbour| board.contains(neighbour))
        .map(|neighbour| board.at(neighbour))
        .collect();
    match around.first() {
        Some(&Some(taker)) if around.iter().all(|&stone| stone == Some(taker)) => Ok(Ko {
            point,
            barred: taker.opponent(),
        }),
        _ => Err(format!(
            "ko: [{column},{row}] is not surrounded by stones of one colour"
        )),
    }
}

/// What is wrong with a line; its number is told beside it.
fn describe(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(what) => format!("column {}: {what}", error.column()),
        None => text,
    }
}
