//! Problems as one HTML page for printing: boards in black and white, with the solutions at the end.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::position::spelled;
use super::problem::{Place, Problem};
use crate::terminal::game::{TerminalGame, letter, row_number};
use crate::terminal::messages::Messages;
use tengen_engine::files;
use tengen_engine::files::printable;
use tengen_engine::game::Color;
use tengen_play::Game;
use tengen_play::games::with_game;

/// Maximum size in bytes of a file that is compared before it is replaced.
const MAX_BYTES: u64 = 1 << 30;

/// The beginning of every page, by which later runs know it.
const BEGIN: &str = "<!DOCTYPE html>\n<!-- Written by tengen problems -->\n";

/// The end of the page's head.
const STYLE: &str = r#"<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body { margin: 1em auto; max-width: 50em; padding: 0 1em; color: #000; background: #fff; font: 11pt/1.35 serif; }
section { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.2em; }
article { break-inside: avoid; }
article.wide { grid-column: 1 / -1; }
.wide svg { max-width: 32em; }
h1, h2 { margin: 0 0 0.6em; }
h2 { margin-top: 1.5em; break-before: page; }
h3 { margin: 0; font-size: 1em; }
p { margin: 0.2em 0; }
svg { display: block; width: 100%; height: auto; }
text { font-family: sans-serif; text-anchor: middle; dominant-baseline: central; }
@page { margin: 15mm; }
@media print { body { margin: 0; max-width: none; padding: 0; } }
</style>
</head>
<body>
"#;

/// Distance of two lines of a board.
const CELL: usize = 20;

/// Distance of the first line from the edge of the drawing, with room for coordinates.
const MARGIN: usize = 26;

/// Distance of coordinates from the edge of the drawing.
const LABEL: usize = 9;

/// Radius of a stone.
const STONE: usize = 9;

/// Most columns of a board of which two are next to each other.
const NARROW: u8 = 15;

/// Fails if a file has other content than a page of problems.
pub fn check(path: &Path) -> Result<()> {
    let there = match files::read(path, MAX_BYTES, &|| false) {
        Ok(bytes) => bytes,
        Err(error) if error.is_missing() => return Ok(()),
        Err(error) => return Err(error).with_context(|| printable(path)),
    };
    ensure!(
        there.is_empty() || there.starts_with(BEGIN.as_bytes()),
        "{} has other content and is left unchanged",
        printable(path)
    );
    Ok(())
}

/// Writes the problems of a collection as a page in a language, which replaces an earlier one.
pub fn write(path: &Path, problems: &[Problem], messages: &Messages) -> Result<()> {
    files::write(path, text(problems, messages).as_bytes()).with_context(|| printable(path))
}

fn text(problems: &[Problem], messages: &Messages) -> String {
    let articles = |write: fn(&Problem, usize, &Messages) -> String| {
        let numbered = problems.iter().zip(1..);
        numbered
            .map(|(problem, number)| write(problem, number, messages))
            .collect::<String>()
    };
    let heading = escaped(&messages.text("problems-heading"));
    let lang = messages.language().tag();
    format!(
        "{BEGIN}<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{heading}</title>\n{STYLE}<h1>{heading}</h1>\n<section>\n{}</section>\n<h2>{}</h2>\n<section>\n{}</section>\n</body>\n</html>\n",
        articles(question),
        escaped(&messages.text("solutions-heading")),
        articles(solution)
    )
}

/// Writes a problem without its solution.
fn question(problem: &Problem, number: usize, messages: &Messages) -> String {
    let asked = escaped(&problem.asked(messages));
    let level = problem.level(messages);
    let level = level.map_or_else(String::new, |level| format!("<br>{}", escaped(&level)));
    let board = with_game!(problem.kind.game(), G => board::<G>(problem, &[], &asked));
    article(problem, number, &format!("<p>{asked}{level}</p>\n{board}"))
}

/// Writes the right lines of a problem, the first on a board, and the refutations of the wrong moves.
fn solution(problem: &Problem, number: usize, messages: &Messages) -> String {
    with_game!(problem.kind.game(), G => {
        let main = problem.right.first().map_or(&[][..], |branch| &branch.moves);
        let mut text = board::<G>(problem, main, &escaped(&messages.text("solutions-heading")));
        for branch in problem.right.iter().chain(&problem.wrong) {
            let line = spelled::<G>(problem, &branch.moves);
            let _ = writeln!(text, "<p>{line}. {}</p>", escaped(&problem.explained(messages, branch)));
        }
        article(problem, number, &text)
    })
}

fn article(problem: &Problem, number: usize, content: &str) -> String {
    let class = match problem.size[0] > NARROW {
        true => " class=\"wide\"",
        false => "",
    };
    format!("<article{class}>\n<h3>{number}</h3>\n{content}</article>\n")
}

/// Draws the board of a problem with the moves of a line as numbered stones, and names it for screen readers.
fn board<G: TerminalGame>(problem: &Problem, line: &[Option<Place>], name: &str) -> String {
    let [columns, rows] = problem.size;
    let (right, bottom) = (at(columns - 1), at(rows - 1));
    let (width, height) = (right + CELL, bottom + CELL);
    let mut svg =
        format!("<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{name}\">\n");
    svg += &grid::<G>(problem);
    for column in 0..columns {
        svg += &label(at(column), LABEL, &letter::<G>(column).to_string());
    }
    for row in 0..rows {
        let number = row_number::<G>(rows, row);
        svg += &label(LABEL, at(row), &number.to_string());
    }
    let stones = [
        (Color::Black, &problem.black),
        (Color::White, &problem.white),
    ];
    let mut occupied: Vec<Place> = Vec::new();
    for (color, places) in stones {
        for &place in places {
            svg += &stone(color, place);
            occupied.push(place);
        }
    }
    for &[column, row] in &problem.target {
        let is_black = problem.black.contains(&[column, row]);
        let fill = if is_black { "#fff" } else { "#000" };
        let (x, y) = (at(column), at(row));
        let (top, base, left, right) = (y - 5, y + 3, x - 5, x + 5);
        let _ = writeln!(
            svg,
            "<path d=\"M{x} {top}L{right} {base}H{left}Z\" fill=\"{fill}\"/>"
        );
    }
    let sides = [problem.to_move, problem.to_move.opponent()];
    for ((number, color), place) in (1..).zip(sides.into_iter().cycle()).zip(line) {
        // A point that is played again keeps its first number; the text has all moves.
        let Some(place) = place.filter(|place| !occupied.contains(place)) else {
            continue;
        };
        occupied.push(place);
        svg += &match problem.kind.asks_for_points() {
            true => cross(place),
            false => stone(color, place) + &number_on(color, place, number),
        };
    }
    svg + "</svg>\n"
}

/// Draws the lines of a board, between which the discs of Reversi are.
fn grid<G: TerminalGame>(problem: &Problem) -> String {
    let [columns, rows] = problem.size;
    let is_reversi = G::GAME == Game::Reversi;
    let (shift, more) = if is_reversi { (CELL / 2, 1) } else { (0, 0) };
    let [left, top] = [at(0) - shift; 2];
    let (right, bottom) = (at(columns - 1) + shift, at(rows - 1) + shift);
    let mut path = String::new();
    for column in 0..columns + more {
        let _ = write!(path, "M{} {top}V{bottom}", at(column) - shift);
    }
    for row in 0..rows + more {
        let _ = write!(path, "M{left} {}H{right}", at(row) - shift);
    }
    let mut svg =
        format!("<path d=\"{path}\" fill=\"none\" stroke=\"#000\" stroke-width=\"0.7\"/>\n");
    for point in G::star_points(columns, rows) {
        let (x, y) = (at(point.column), at(point.row));
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"2\"/>");
    }
    svg
}

/// Returns the coordinate of a column or row.
fn at(line: u8) -> usize {
    CELL * usize::from(line) + MARGIN
}

fn label(x: usize, y: usize, text: &str) -> String {
    format!("<text x=\"{x}\" y=\"{y}\" font-size=\"8\">{text}</text>\n")
}

fn stone(color: Color, [column, row]: Place) -> String {
    let fill = match color {
        Color::Black => "#000",
        Color::White => "#fff",
    };
    let (x, y) = (at(column), at(row));
    format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\" fill=\"{fill}\" stroke=\"#000\"/>\n")
}

fn number_on(color: Color, [column, row]: Place, number: usize) -> String {
    let fill = match color {
        Color::Black => "#fff",
        Color::White => "#000",
    };
    let (x, y) = (at(column), at(row));
    format!("<text x=\"{x}\" y=\"{y}\" font-size=\"10\" fill=\"{fill}\">{number}</text>\n")
}

fn cross([column, row]: Place) -> String {
    let (x, y) = (at(column) - 6, at(row) - 6);
    format!("<path d=\"M{x} {y}l12 12m0-12l-12 12\" stroke=\"#000\" stroke-width=\"2.5\"/>\n")
}

/// Writes a text for HTML.
fn escaped(text: &str) -> String {
    let escape = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        c => c.to_string(),
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::messages::Language;

    const LINES: &str = include_str!("../../web/page/trainer/problems.jsonl");

    fn problems() -> Vec<Problem> {
        let lines = LINES.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    fn english() -> Messages {
        Messages::new(Language::En)
    }

    #[test]
    fn every_problem_has_a_board_for_its_question_and_its_solution() {
        let problems = problems();
        let page = text(&problems, &english());
        assert_eq!(page.matches("<svg ").count(), 2 * problems.len());
        assert_eq!(
            page.matches("<article").count(),
            page.matches("</article>").count()
        );
        let (questions, solutions) = page.split_once("<h2>Solutions</h2>").unwrap();
        assert!(!questions.contains("Right: ") && !questions.contains("Wrong: "));
        for problem in &problems {
            assert!(questions.contains(&escaped(&problem.asked(&english()))));
            assert!(solutions.contains(&escaped(&problem.right[0].note)));
        }
        assert!(!page.contains("<script"));
    }

    #[test]
    fn a_line_is_numbered_on_the_board_and_written_below() {
        let ladder = &problems()[0];
        let stones = ladder.black.len() + ladder.white.len();
        let page = solution(ladder, 1, &english());
        let stars = 5;
        assert_eq!(page.matches("<circle").count(), stones + stars + 5);
        for number in 1..=5 {
            assert!(page.contains(&format!(
                "font-size=\"10\" fill=\"{}\">{number}<",
                if number % 2 == 1 { "#000" } else { "#fff" }
            )));
        }
        assert!(page.contains("<p>J6 H5 H4 J5 J4. Right: "), "{page}");
    }

    #[test]
    fn texts_of_a_file_are_no_markup() {
        let mut problem = problems().remove(0);
        problem.grade.level = Some("<script>\"&".to_owned());
        problem.right[0].result = None;
        problem.right[0].note = "<script>".to_owned();
        let page = text(&[problem], &english());
        assert!(page.contains("&lt;script&gt;&quot;&amp;") && !page.contains("<script"));
    }
}
