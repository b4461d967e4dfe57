//! Shapes that a stone forms, and why renju forbids it: as text, as JSON and as a GoGui drawing.

use nom::combinator::{opt, verify};
use serde_json::{Value, json};

use crate::gtp::grammar::{arguments, color, vertex, word};
use crate::gtp::{Answer, Failure, Session, say};
use tengen_engine::game::{Color, Position as _};
use tengen_gomoku::patterns::shapes::{Shape, shapes};
use tengen_gomoku::{Cell, Point, Position, RenjuExplanation, RenjuThree};
use tengen_play::gomoku::{Gomoku, at};
use tengen_play::notation::{point_at, write_point};
use tengen_play::vertex::Vertex;

pub fn explain(session: &mut Session<Gomoku>, args: &str) -> Result<Answer, Failure> {
    let json = opt(verify(word, |word: &str| word.eq_ignore_ascii_case("json")));
    let (vertex, color, json) = arguments(args, (vertex, opt(color), json))?;
    let position = session.position();
    let subject = Subject::at_point(position, on_board(position, vertex)?, color)?;
    match json {
        Some(_) => say(subject.json().to_string()),
        None => say(subject.text()),
    }
}

pub fn explain_as_drawing(session: &mut Session<Gomoku>, args: &str) -> Result<Answer, Failure> {
    let (vertex, color) = arguments(args, (vertex, opt(color)))?;
    let position = session.position();
    say(Subject::at_point(position, on_board(position, vertex)?, color)?.drawing())
}

/// Explains a black stone on a point. Fails if the point is off the board or blocked.
pub fn forbidden_point(session: &Session<Gomoku>, vertex: Vertex) -> Result<Answer, Failure> {
    let position = session.position();
    let subject = Subject::at_point(position, on_board(position, vertex)?, Some(Color::Black))?;
    say(subject.text())
}

fn on_board(position: &Position, vertex: Vertex) -> Result<Point, Failure> {
    let point =
        point_at::<Gomoku>(position, vertex).ok_or_else(|| Failure::new("invalid vertex"))?;
    Ok(Point::new(point.column, point.row))
}

/// A stone on the board, or a hypothetical one.
struct Subject<'a> {
    position: &'a Position,
    point: Point,
    color: Color,
    is_on_board: bool,
    /// Renju analysis of a black stone.
    renju: Option<RenjuExplanation>,
    /// Shapes that the stone belongs to.
    shapes: Vec<Shape>,
}

impl<'a> Subject<'a> {
    /// Returns the stone on `point`, or a stone of `color` on an empty point, by default of the side to move.
    fn at_point(
        position: &'a Position,
        point: Point,
        color: Option<Color>,
    ) -> Result<Self, Failure> {
        match position.cell(point) {
            Cell::Blocked => Err(Failure::new("no stone can stand there")),
            Cell::Stone(stone) => Ok(Subject::new(position, point, stone)),
            Cell::Empty => {
                let color = color.unwrap_or(position.to_move());
                Ok(Subject::new(position, point, color))
            }
        }
    }

    /// Creates a subject: a stone of `color` on an empty point, or the stone already there.
    fn new(position: &'a Position, point: Point, color: Color) -> Self {
        let mut after = position.clone();
        let is_on_board = after.place(point, Cell::Stone(color)).is_err();
        let mut shapes = shapes(&after, color);
        shapes.retain(|shape| shape.stones.contains(&point));
        let renju = position.explain_renju(point);
        Subject {
            position,
            point,
            color,
            is_on_board,
            renju: renju.filter(|_| color == Color::Black),
            shapes,
        }
    }

    fn text(&self) -> String {
        let mut lines = Vec::new();
        match &self.renju {
            Some(explanation) => self.write_renju(explanation, 0, &mut lines),
            None => {
                let verdict = match self.is_on_board {
                    true => format!("{} stone", self.color),
                    false => format!("allowed to {}", self.color),
                };
                lines.push(format!("{}: {verdict}", self.point(self.point)));
                let shapes = self.shapes.iter().map(|shape| {
                    let (stones, points) = (&shape.stones, &shape.completions);
                    let completions = self.points(points);
                    format!("  {} {}: {completions}", shape.kind, self.points(stones))
                });
                let shapes = shapes.map(|line| line.trim_end_matches([' ', ':']).to_owned());
                lines.extend(shapes);
            }
        }
        lines.join("\n")
    }

    /// Writes an explanation, followed by the explanations it depends on, with more indentation.
    fn write_renju(&self, explanation: &RenjuExplanation, depth: usize, lines: &mut Vec<String>) {
        let indent = "  ".repeat(depth);
        let point = self.point(explanation.point);
        if let Some(five) = &explanation.five {
            let five = self.points(five);
            return lines.push(format!("{indent}{point}: allowed to black, five {five}"));
        }
        let verdict = match explanation.forbidden {
            Some(kind) => format!("forbidden to black, {kind}"),
            None => "allowed to black".to_owned(),
        };
        lines.push(format!("{indent}{point}: {verdict}"));
        for row in &explanation.overlines {
            lines.push(format!("{indent}  overline {}", self.points(row)));
        }
        for four in &explanation.fours {
            let kind = match four.completions.len() {
                1 => "four",
                _ => "straight four",
            };
            let completions = self.names(&four.completions).join(" or ");
            let stones = self.points(&four.stones);
            lines.push(format!(
                "{indent}  {kind} {stones}: {completions} makes five"
            ));
        }
        for three in &explanation.threes {
            self.write_three(three, depth, lines);
        }
    }

    fn write_three(&self, three: &RenjuThree, depth: usize, lines: &mut Vec<String>) {
        let indent = "  ".repeat(depth + 1);
        let stones = self.points(&three.stones);
        let (counting, barred): (Vec<_>, Vec<_>) = three
            .extensions
            .iter()
            .partition(|extension| extension.barred.is_none());
        if three.is_real() {
            let points: Vec<Point> = counting.iter().map(|extension| extension.point).collect();
            let points = self.names(&points).join(" or ");
            lines.push(format!(
                "{indent}three {stones}: {points} makes a straight four"
            ));
            return;
        }
        let points: Vec<Point> = barred.iter().map(|extension| extension.point).collect();
        let points = self.names(&points).join(" or ");
        lines.push(format!(
            "{indent}no three {stones}: a straight four needs {points}"
        ));
        for reason in barred
            .iter()
            .filter_map(|extension| extension.barred.as_ref())
        {
            self.write_renju(reason, depth + 2, lines);
        }
    }

    fn json(&self) -> Value {
        let mut object = match &self.renju {
            Some(explanation) => self.renju_json(explanation),
            None => json!({
                "vertex": self.point(self.point),
                "verdict": if self.is_on_board { "stone" } else { "allowed" },
            }),
        };
        let shapes = self.shapes.iter().map(|shape| {
            json!({
                "kind": shape.kind.to_string(),
                "stones": self.names(&shape.stones),
                "completions": self.names(&shape.completions),
            })
        });
        object["color"] = json!(self.color.to_string());
        object["shapes"] = shapes.collect();
        object
    }

    fn renju_json(&self, explanation: &RenjuExplanation) -> Value {
        let fours = explanation.fours.iter().map(|four| {
            let completions = self.names(&four.completions);
            json!({ "stones": self.names(&four.stones), "completions": completions })
        });
        let threes = explanation.threes.iter().map(|three| {
            let extensions = three.extensions.iter().map(|extension| {
                let barred = extension.barred.as_ref();
                json!({
                    "vertex": self.point(extension.point),
                    "barred": barred.map(|reason| self.renju_json(reason)),
                })
            });
            json!({
                "stones": self.names(&three.stones),
                "real": three.is_real(),
                "extensions": extensions.collect::<Vec<_>>(),
            })
        });
        let overlines = explanation.overlines.iter().map(|row| self.names(row));
        json!({
            "vertex": self.point(explanation.point),
            "verdict": if explanation.forbidden.is_some() { "forbidden" } else { "allowed" },
            "kind": explanation.forbidden.map(|kind| kind.to_string()),
            "five": explanation.five.as_ref().map(|row| self.names(row)),
            "overlines": overlines.collect::<Vec<_>>(),
            "fours": fours.collect::<Vec<_>>(),
            "threes": threes.collect::<Vec<_>>(),
        })
    }

    fn drawing(&self) -> String {
        let mut lines = Vec::new();
        let mut line = |keyword: &str, points: String| {
            if !points.is_empty() {
                lines.push(format!("{keyword} {points}"));
            }
        };
        let mut labels = String::new();
        match &self.renju {
            Some(explanation) => {
                let fours = explanation.fours.iter().map(|four| &four.stones);
                let rows = explanation
                    .five
                    .iter()
                    .chain(&explanation.overlines)
                    .chain(fours);
                line("SQUARE", self.points(&joined(rows)));
                let threes = explanation.threes.iter().filter(|three| three.is_real());
                line(
                    "TRIANGLE",
                    self.points(&joined(threes.map(|three| &three.stones))),
                );
                let extensions = explanation
                    .threes
                    .iter()
                    .flat_map(|three| &three.extensions);
                for extension in extensions {
                    let sign = if extension.barred.is_none() { '+' } else { '-' };
                    labels.push_str(&format!(" {} {sign}", self.point(extension.point)));
                }
                line("LABEL", labels.trim_start().to_owned());
            }
            None => {
                line(
                    "TRIANGLE",
                    self.points(&joined(self.shapes.iter().map(|shape| &shape.stones))),
                );
                let completions = self.shapes.iter().map(|shape| &shape.completions);
                line("CIRCLE", self.points(&joined(completions)));
            }
        }
        let text = self.text();
        line("TEXT", text.lines().next().unwrap_or_default().to_owned());
        lines.join("\n")
    }

    fn point(&self, point: Point) -> String {
        write_point::<Gomoku>(self.position, at(point))
    }

    fn names(&self, points: &[Point]) -> Vec<String> {
        points.iter().map(|&point| self.point(point)).collect()
    }

    fn points(&self, points: &[Point]) -> String {
        self.names(points).join(" ")
    }
}

/// Returns the points of all lists without repetitions.
fn joined<'a>(lists: impl Iterator<Item = &'a Vec<Point>>) -> Vec<Point> {
    let mut points: Vec<Point> = lists.flatten().copied().collect();
    points.sort_unstable();
    points.dedup();
    points
}
