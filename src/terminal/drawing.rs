//! The board as text: in color if the terminal has it, otherwise with X and O.

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr as _;

use super::game::{TerminalGame, letter, row_number};
use tengen_engine::game::Color;
use tengen_engine::game::Point;
use tengen_play::Game;
use tengen_play::board::Occupant;
use tengen_protocol::io::output::Screen;

/// Columns assumed for a terminal of unknown width.
const USUAL_COLUMNS: usize = 80;

/// Columns between a board and the notes to its right.
const GAP: usize = 3;

/// The screen that a drawing is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The terminal's capabilities.
    pub screen: Screen,
    /// The terminal's width in columns; 0 if unknown.
    pub columns: usize,
}

impl Look {
    /// Returns the look for this screen at its current width.
    pub fn now(screen: Screen) -> Look {
        let columns = terminal_size::terminal_size().map_or(0, |(width, _)| usize::from(width.0));
        Look { screen, columns }
    }

    fn columns(self) -> usize {
        match self.columns {
            0 => USUAL_COLUMNS,
            columns => columns,
        }
    }

    /// Returns the symbol of a stone.
    pub fn stone(self, color: Color) -> &'static str {
        match (self.screen.colors && self.screen.unicode, color) {
            (true, _) => "\u{25cf}",
            (false, Color::Black) => "X",
            (false, Color::White) => "O",
        }
    }
}

/// Points to highlight in a drawing.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The last move, in parentheses.
    pub last: Option<Point>,
    /// Empty points marked with a special symbol.
    pub empty: Vec<Point>,
}

/// Draws the board with coordinates and marks. The notes go to its right or, on a narrow terminal, below it.
pub fn draw<G: TerminalGame>(
    position: &G::Position,
    marks: &Marks,
    notes: &[String],
    look: Look,
) -> String {
    let (width, height) = G::size(position);
    let board_columns = 2 * usize::from(width) + 7;
    let is_spaced = board_columns <= look.columns();
    let grid = BoardGrid::<G> {
        position,
        marks,
        stars: G::star_points(width, height),
        look,
        is_spaced,
    };
    let mut rows = vec![grid.letters()];
    rows.extend((0..height).map(|row| grid.row(row)));
    rows.push(grid.letters());
    let widest = notes.iter().map(|note| note.width()).max();
    let fits = is_spaced && board_columns + GAP + widest.unwrap_or(0) <= look.columns();
    side_by_side(rows, board_columns, notes, fits)
}

/// Joins rows and notes, side by side if they fit.
fn side_by_side(rows: Vec<Row>, columns: usize, notes: &[String], fits: bool) -> String {
    let mut text = String::new();
    let mut notes = notes.iter();
    for (index, row) in rows.into_iter().enumerate() {
        text += &row.text;
        // The first note goes next to the first row of the board.
        if fits
            && index > 0
            && let Some(note) = notes.next()
        {
            text += &" ".repeat(columns + GAP - row.columns);
            text += note;
        }
        text.push('\n');
    }
    for note in notes {
        text += note;
        text.push('\n');
    }
    text
}

struct Row {
    text: String,
    /// Width in columns, without escape sequences.
    columns: usize,
}

struct BoardGrid<'a, G: TerminalGame> {
    position: &'a G::Position,
    marks: &'a Marks,
    stars: Vec<Point>,
    look: Look,
    is_spaced: bool,
}

impl<G: TerminalGame> BoardGrid<'_, G> {
    fn letters(&self) -> Row {
        let (width, _) = G::size(self.position);
        let letters = (0..width).map(|column| letter::<G>(column));
        let letters: String = match self.is_spaced {
            true => letters.flat_map(|letter| [' ', letter]).collect(),
            false => letters.collect(),
        };
        let text = format!("{}{letters}", if self.is_spaced { "  " } else { "   " });
        Row {
            columns: text.len(),
            text,
        }
    }

    fn row(&self, row: u8) -> Row {
        let (width, height) = G::size(self.position);
        let number = row_number::<G>(height, row);
        let mut cells = Vec::new();
        let mut before = None;
        for column in 0..width {
            let point = Point { column, row };
            if self.is_spaced {
                cells.push(self.gap(before, Some(point)));
            }
            cells.push(self.sign(point));
            before = Some(point);
        }
        if self.is_spaced {
            cells.push(self.gap(before, None));
        }
        let (label, end) = match self.is_spaced {
            true => (format!("{number:2}"), number.to_string()),
            false => (format!("{number:2} "), String::new()),
        };
        Row {
            columns: label.len() + cells.len() + end.len(),
            text: format!("{label}{}{end}", self.joined(&cells)),
        }
    }

    /// Joins symbols, with escape sequences only where the style changes.
    fn joined(&self, cells: &[(&'static str, Style)]) -> String {
        let mut text = String::new();
        let mut current: Option<Style> = None;
        for &(sign, style) in cells {
            if self.look.screen.colors && current != Some(style) {
                text += &current.map_or_else(String::new, |old| format!("{old:#}"));
                text += &style.to_string();
                current = Some(style);
            }
            text += sign;
        }
        text + &current.map_or_else(String::new, |last| format!("{last:#}"))
    }

    /// Returns the text between two points: a parenthesis next to the last move, else a blank.
    fn gap(&self, before: Option<Point>, after: Option<Point>) -> (&'static str, Style) {
        match self.marks.last {
            Some(last) if after == Some(last) => ("(", self.mark_style()),
            Some(last) if before == Some(last) => (")", self.mark_style()),
            _ => (" ", self.board_style()),
        }
    }

    fn sign(&self, point: Point) -> (&'static str, Style) {
        let board = self.board_style();
        match G::cell(self.position, point) {
            Occupant::Stone(color) => self.stone(point, color),
            Occupant::Blocked => ("#", board),
            Occupant::Empty if self.marks.empty.contains(&point) => {
                (marked_sign::<G>(), self.mark_style())
            }
            Occupant::Empty if self.stars.contains(&point) => ("+", board),
            Occupant::Empty => (".", board),
        }
    }

    fn stone(&self, point: Point, color: Color) -> (&'static str, Style) {
        let foreground = match color {
            Color::Black => AnsiColor::Black,
            Color::White => AnsiColor::BrightWhite,
        };
        let style = self.board_style().fg_color(Some(foreground.into()));
        // Without room for parentheses, the last move is underlined or a lowercase letter.
        let is_last = !self.is_spaced && self.marks.last == Some(point);
        if self.look.screen.colors {
            let style = if is_last { style.underline() } else { style };
            return (self.look.stone(color), style);
        }
        match (is_last, color) {
            (true, Color::Black) => ("x", style),
            (true, Color::White) => ("o", style),
            (false, color) => (self.look.stone(color), style),
        }
    }

    fn board_style(&self) -> Style {
        Style::new()
            .bg_color(Some(G::BOARD.into()))
            .fg_color(Some(AnsiColor::Black.into()))
    }

    fn mark_style(&self) -> Style {
        self.board_style()
            .fg_color(Some(AnsiColor::Red.into()))
            .bold()
    }
}

/// Returns the symbol of a marked empty point.
pub fn marked_sign<G: TerminalGame>() -> &'static str {
    match G::GAME {
        Game::Gomoku => "!",
        _ => "*",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::game::{parse_move, parse_point};
    use tengen_engine::game::Position as _;
    use tengen_gomoku::Rule;
    use tengen_play::PlayableGame;
    use tengen_play::board::SetUp;
    use tengen_play::go::Go;
    use tengen_play::gomoku::Gomoku;
    use tengen_play::options::{GameOptions, GomokuOptions};
    use tengen_play::reversi::Reversi;

    const PLAIN: Screen = Screen {
        colors: false,
        unicode: false,
    };

    fn look(columns: usize) -> Look {
        Look {
            screen: PLAIN,
            columns,
        }
    }

    fn last(position: &<Go as PlayableGame>::Position, text: &str) -> Marks {
        Marks {
            last: parse_point::<Go>(position, text),
            empty: Vec::new(),
        }
    }

    fn go(size: u8, moves: &[&str]) -> <Go as PlayableGame>::Position {
        let options = GameOptions {
            size: Some(size),
            ..GameOptions::default()
        };
        let mut position = Go::start(&options).unwrap();
        for text in moves {
            let mv = parse_move::<Go>(&position, text).unwrap();
            let color = position.to_move();
            position.play(color, mv).unwrap();
        }
        position
    }

    #[test]
    fn go_has_star_points_and_the_last_move_in_parentheses() {
        let position = go(9, &["c3", "j9"]);
        let drawn = draw::<Go>(
            &position,
            &last(&position, "j9"),
            &["a note".to_owned()],
            look(0),
        );
        let expected = "   A B C D E F G H J
 9 . . . . . . . .(O)9      a note
 8 . . . . . . . . . 8
 7 . . + . . . + . . 7
 6 . . . . . . . . . 6
 5 . . . . + . . . . 5
 4 . . . . . . . . . 4
 3 . . X . . . + . . 3
 2 . . . . . . . . . 2
 1 . . . . . . . . . 1
   A B C D E F G H J
";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn a_narrow_terminal_gets_a_narrow_board_with_the_notes_below() {
        let position = go(5, &["c3"]);
        let marks = last(&position, "c3");
        let notes = ["a note".to_owned()];
        let drawn = draw::<Go>(&position, &marks, &notes, look(16));
        let expected = "   ABCDE
 5 .....
 4 .....
 3 ..x..
 2 .....
 1 .....
   ABCDE
a note
";
        assert_eq!(drawn, expected);
        let spaced = draw::<Go>(&position, &marks, &notes, look(17));
        assert!(spaced.contains(" 3 . .(X). . 3\n"), "{spaced}");
        assert!(spaced.ends_with("   A B C D E\na note\n"), "{spaced}");
    }

    #[test]
    fn gomoku_counts_every_letter_and_renju_marks_forbidden_points() {
        let options = GameOptions {
            gomoku: GomokuOptions { rule: Rule::Renju },
            ..GameOptions::default()
        };
        let start = Gomoku::start(&options).unwrap();
        let point = |text| parse_point::<Gomoku>(&start, text).unwrap();
        let stones = ["g8", "i8", "h7", "h9"].map(|text| (Color::Black, point(text)));
        let set_up = SetUp {
            stones: stones.to_vec(),
            to_move: Some(Color::Black),
        };
        let position = Gomoku::set_up(&start, &set_up).unwrap();
        let marks = Marks {
            last: None,
            empty: Gomoku::marked(&position),
        };
        let drawn = draw::<Gomoku>(&position, &marks, &[], look(80));
        assert!(
            drawn.starts_with("   a b c d e f g h i j k l m n o\n"),
            "{drawn}"
        );
        assert!(
            drawn.contains("\n 8 . . . . . . X ! X . . . . . . 8\n"),
            "{drawn}"
        );
        assert!(
            drawn.contains("\n12 . . . + . . . . . . . + . . . 12\n"),
            "{drawn}"
        );
    }

    #[test]
    fn reversi_has_its_first_row_on_top_and_marks_the_moves() {
        let start = Reversi::start(&GameOptions::default()).unwrap();
        let marks = Marks {
            last: None,
            empty: Reversi::marked(&start),
        };
        let drawn = draw::<Reversi>(&start, &marks, &[], look(80));
        let rows: Vec<&str> = drawn.lines().collect();
        assert_eq!(rows[1], " 1 . . . . . . . . 1");
        assert_eq!(rows[3], " 3 . . . * . . . . 3");
        assert_eq!(rows[4], " 4 . . * O X . . . 4");
    }

    #[test]
    fn colors_change_no_width() {
        let position = go(9, &["c3"]);
        let look = |unicode| Look {
            screen: Screen {
                colors: true,
                unicode,
            },
            columns: 80,
        };
        for unicode in [false, true] {
            let drawn = draw::<Go>(
                &position,
                &Marks::default(),
                &["x".to_owned()],
                look(unicode),
            );
            assert!(
                drawn.contains("\u{1b}[30m\u{1b}[43m") || drawn.contains("43m"),
                "{drawn}"
            );
            assert_eq!(drawn.contains('\u{25cf}'), unicode);
            let plain = without_escapes(&drawn).replace('\u{25cf}', "X");
            let expected = draw::<Go>(
                &position,
                &Marks::default(),
                &["x".to_owned()],
                super::tests::look(80),
            );
            assert_eq!(plain, expected);
        }
    }

    fn without_escapes(text: &str) -> String {
        let mut plain = String::new();
        let mut parts = text.split('\u{1b}');
        plain += parts.next().unwrap_or_default();
        for part in parts {
            plain += part.split_once('m').map_or("", |(_, rest)| rest);
        }
        plain
    }
}
