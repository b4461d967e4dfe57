//! A position with queries, and its form as a line of JSON.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Complaint;
use crate::engine::game::Color;
use crate::go::board::stones::Ko;
use crate::go::ladder::question;
use crate::go::ladder::question::LadderQuestion;
use crate::go::{Board, Point, Size};

/// A position with queries.
pub struct LadderProblem {
    /// The number of its input line.
    pub line: Option<usize>,
    /// The name given in the input.
    pub id: Value,
    /// The stones and the ko.
    pub board: Board,
    /// The queries.
    pub queries: Vec<Query>,
}

/// A query as written in the input.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Query {
    /// Column and row of a stone, from the top left, from 0.
    pub at: [u64; 2],
    first: Option<Mover>,
}

/// The side that moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mover {
    /// The side that wants to capture the chain.
    Attacker,
    /// The side that wants to save it.
    Defender,
}

/// A line of input. Other fields are ignored.
#[derive(Deserialize)]
struct ProblemLine {
    #[serde(default)]
    id: Value,
    size: Option<JsonSize>,
    rows: Vec<String>,
    ko: Option<[u64; 2]>,
    queries: Option<Vec<Query>>,
}

/// The board size: one number for a square board.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
enum JsonSize {
    Square(u64),
    Rectangle([u64; 2]),
}

impl Query {
    /// Returns the question about this board.
    ///
    /// # Errors
    ///
    /// The point is off the board or empty; in words.
    pub fn question(&self, board: &Board) -> Result<LadderQuestion, String> {
        let [column, row] = self.at;
        let target = point(board.size(), self.at)
            .ok_or_else(|| format!("at: [{column},{row}] is off the board"))?;
        let usual = LadderQuestion::usual(board, target)
            .ok_or_else(|| format!("at: no stone at [{column},{row}]"))?;
        let first = match self.first {
            None => usual.first,
            Some(Mover::Attacker) => usual.defender.opponent(),
            Some(Mover::Defender) => usual.defender,
        };
        Ok(LadderQuestion { first, ..usual })
    }
}

impl Mover {
    /// Returns who moves first by this question.
    pub fn of(question: &LadderQuestion) -> Mover {
        if question.first == question.defender {
            Mover::Defender
        } else {
            Mover::Attacker
        }
    }
}

impl LadderProblem {
    /// Reads a line of JSON.
    ///
    /// # Errors
    ///
    /// The line of output for input that is no position.
    pub fn parse(number: usize, text: &[u8]) -> Result<LadderProblem, Complaint> {
        let complaint = |id, error| Complaint {
            line: Some(number),
            id,
            error,
            ..Complaint::default()
        };
        let line: ProblemLine = serde_json::from_slice(text)
            .map_err(|error| complaint(Value::Null, describe(&error)))?;
        let board = match board(&line) {
            Ok(board) => board,
            Err(error) => return Err(complaint(line.id, error)),
        };
        let queries = line.queries.unwrap_or_else(|| usual_queries(&board));
        Ok(LadderProblem {
            line: Some(number),
            id: line.id,
            board,
            queries,
        })
    }

    /// Returns a position of a game with the default queries.
    pub fn of_game(id: String, board: Board) -> LadderProblem {
        LadderProblem {
            line: None,
            id: Value::String(id),
            queries: usual_queries(&board),
            board,
        }
    }
}

/// Returns a query for every chain with one or two liberties.
fn usual_queries(board: &Board) -> Vec<Query> {
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

/// Returns the point in this column and row from the top left, if it is on the board.
fn point(size: Size, [column, row]: [u64; 2]) -> Option<Point> {
    let column = u8::try_from(column).ok()?;
    let row = u8::try_from(row).ok()?;
    if column >= size.width() || row >= size.height() {
        return None;
    }
    Some(Point::new(column, size.height() - 1 - row))
}

fn board(line: &ProblemLine) -> Result<Board, String> {
    let width = line.rows.first().map_or(0, |row| row.chars().count());
    let height = line.rows.len();
    // A number beyond 32 bits is no size either.
    let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let size = Size::new(side(width), side(height)).map_err(|error| format!("rows: {error}"))?;
    let said = line.size.map(|sides| match sides {
        JsonSize::Square(side) => [side, side],
        JsonSize::Rectangle(sides) => sides,
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

/// Parses a ko. The stones around it belong to the side that captured; the opponent is barred.
fn ko(board: &Board, at: [u64; 2]) -> Result<Ko, String> {
    let [column, row] = at;
    let point = point(board.size(), at)
        .filter(|&point| board.is_empty(point))
        .ok_or_else(|| format!("ko: [{column},{row}] is no empty point"))?;
    let around = point.neighbors().into_iter();
    let around: Vec<Option<Color>> = around
        .filter(|&neighbor| board.contains(neighbor))
        .map(|neighbor| board.at(neighbor))
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

/// Describes an error without the line number, which is reported separately.
fn describe(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(what) => format!("column {}: {what}", error.column()),
        None => text,
    }
}
