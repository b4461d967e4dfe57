//! The main line of a game: its set-ups and moves, and the information of its root.

use std::borrow::Cow;

use super::tree::{SgfNode, SgfTree, SgfValue, parse_first};
use super::{SgfError, write};
use crate::engine::game::Color;

/// Game types by their number in `GM`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SgfGameType {
    /// `GM[1]`, the default of a file without `GM`.
    #[default]
    Go,
    /// `GM[2]`. The file does not contain the four initial discs unless it sets up a position of its own.
    Othello,
    /// `GM[4]`: gomoku and renju.
    Gomoku,
}

impl SgfGameType {
    /// Returns the number in `GM`.
    pub fn number(self) -> u32 {
        match self {
            SgfGameType::Go => 1,
            SgfGameType::Othello => 2,
            SgfGameType::Gomoku => 4,
        }
    }

    /// Returns the board size of a file without `SZ`.
    pub fn default_size(self) -> u8 {
        match self {
            SgfGameType::Go => 19,
            SgfGameType::Othello => 8,
            SgfGameType::Gomoku => 15,
        }
    }
}

/// A point in SGF coordinates: from the upper left corner, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Column from the left.
    pub column: u8,
    /// Row from the top.
    pub row: u8,
}

/// Game information of the root. Texts are `SimpleText`; absent and empty properties are `None`.
#[derive(Clone, Debug, PartialEq)]
pub struct SgfGameInfo {
    /// `GM`.
    pub kind: SgfGameType,
    /// Columns of the board, 1 to 52.
    pub width: u8,
    /// Rows of the board, 1 to 52.
    pub height: u8,
    /// `KM`, in points for white.
    pub komi: Option<f64>,
    /// `HA`: number of handicap stones. Their points are in the first [`SgfSetup`], unless black placed them freely.
    pub handicap: Option<u32>,
    /// `PB`.
    pub black: Option<String>,
    /// `PW`.
    pub white: Option<String>,
    /// `RU`.
    pub rules: Option<String>,
    /// `RE`, such as `B+3.5`, `W+R`, `0`.
    pub result: Option<String>,
    /// `DT`.
    pub date: Option<String>,
    /// `EV`.
    pub event: Option<String>,
}

impl SgfGameInfo {
    /// Creates information with the board size only.
    pub fn new(kind: SgfGameType, width: u8, height: u8) -> SgfGameInfo {
        SgfGameInfo {
            kind,
            width,
            height,
            komi: None,
            handicap: None,
            black: None,
            white: None,
            rules: None,
            result: None,
            date: None,
            event: None,
        }
    }
}

/// Points that a node sets, regardless of their former state; a point is in at most one list. Lists are sorted by rows
/// from the top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfSetup {
    /// `AB`.
    pub black: Vec<Point>,
    /// `AW`.
    pub white: Vec<Point>,
    /// `AE`.
    pub empty: Vec<Point>,
    /// `PL`: side to move from here on.
    pub to_move: Option<Color>,
}

/// A step of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SgfStep {
    /// A set-up of a whole or partial position, at the start or during the game.
    Setup(SgfSetup),
    /// A move; `None` is a pass.
    Move(Color, Option<Point>),
}

/// The main line of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct SgfGame {
    /// Game information of the root.
    pub info: SgfGameInfo,
    /// Set-ups and moves in order. The set-up of the root comes first.
    pub steps: Vec<SgfStep>,
}

impl SgfGame {
    /// Parses the main line of the first game of a collection. The other games must be well-formed.
    ///
    /// Bytes that are not UTF-8 are read as Latin-1, the default of SGF.
    ///
    /// # Errors
    ///
    /// Fails at a syntax error, a malformed value or a point outside the board.
    pub fn from_bytes(bytes: &[u8]) -> Result<SgfGame, SgfError> {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
        };
        SgfGame::from_text(&text)
    }

    /// Parses the main line of the first game of a collection. The other games must be well-formed.
    ///
    /// # Errors
    ///
    /// Fails at a syntax error, a malformed value or a point outside the board.
    pub fn from_text(text: &str) -> Result<SgfGame, SgfError> {
        SgfGame::from_tree(&parse_first(text)?)
    }

    /// Extracts the main line of a tree.
    ///
    /// # Errors
    ///
    /// Fails at a malformed value or a point outside the board.
    pub fn from_tree(tree: &SgfTree<'_>) -> Result<SgfGame, SgfError> {
        let info = SgfReader::info(tree)?;
        let reader = SgfReader {
            tree,
            kind: info.kind,
            width: info.width,
            height: info.height,
        };
        let mut steps = Vec::new();
        for node in tree.main_line() {
            reader.add_steps(node, &mut steps)?;
        }
        Ok(SgfGame { info, steps })
    }

    /// Returns the side to move at the start: that of `PL`, else that of the first move, else white in a handicap game,
    /// else black.
    pub fn first_to_move(&self) -> Color {
        for step in &self.steps {
            match step {
                SgfStep::Setup(setup) => {
                    if let Some(color) = setup.to_move {
                        return color;
                    }
                }
                SgfStep::Move(color, _) => return *color,
            }
        }
        if self.info.handicap.is_some_and(|stones| stones >= 2) {
            Color::White
        } else {
            Color::Black
        }
    }

    /// Returns the moves without the set-ups, passes included.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Option<Point>)> + '_ {
        self.steps.iter().filter_map(|step| match step {
            SgfStep::Move(color, point) => Some((*color, *point)),
            SgfStep::Setup(_) => None,
        })
    }

    /// Writes the game as SGF.
    pub fn to_text(&self) -> String {
        write(self)
    }
}

/// Reader of values that depend on the board.
struct SgfReader<'t, 'a> {
    tree: &'t SgfTree<'a>,
    kind: SgfGameType,
    width: u8,
    height: u8,
}

/// Largest board size, the number of letters of a coordinate: `a` to `z`, then `A` to `Z`.
const MAX_SIZE: u8 = 52;

impl<'a> SgfReader<'_, 'a> {
    fn info(tree: &SgfTree<'a>) -> Result<SgfGameInfo, SgfError> {
        let root = tree.root();
        let text = |name| {
            let value = root.value(name)?;
            Some(value.simple_text()).filter(|text| !text.is_empty())
        };
        let kind = match (root.value("GM"), text("GM").as_deref()) {
            (None, _) | (_, None | Some("1")) => SgfGameType::Go,
            (_, Some("2")) => SgfGameType::Othello,
            (_, Some("4")) => SgfGameType::Gomoku,
            (Some(value), _) => {
                return Err(tree.error(value, "game 1 (Go), 2 (Othello) or 4 (gomoku and renju)"));
            }
        };
        let (width, height) = match root.value("SZ") {
            Some(value) => {
                size(value).ok_or_else(|| tree.error(value, "a board size from 1 to 52"))?
            }
            None => (kind.default_size(), kind.default_size()),
        };
        Ok(SgfGameInfo {
            kind,
            width,
            height,
            komi: number(tree, "KM", "komi as a number of points", komi)?,
            handicap: number(tree, "HA", "a number of handicap stones", |s| {
                s.parse().ok()
            })?,
            black: text("PB"),
            white: text("PW"),
            rules: text("RU"),
            result: text("RE"),
            date: text("DT"),
            event: text("EV"),
        })
    }

    /// Adds the steps of a node. By the standard a node has set-up or a move, not both; if it has both, the set-up
    /// comes first.
    fn add_steps(&self, node: &SgfNode<'a>, steps: &mut Vec<SgfStep>) -> Result<(), SgfError> {
        let setup = self.setup(node)?;
        if setup != SgfSetup::default() {
            steps.push(SgfStep::Setup(setup));
        }
        // In the order of the text, the only order there is if a node has several moves.
        for property in node.properties() {
            let color = match property.name.as_ref() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            for &value in &property.values {
                steps.push(SgfStep::Move(color, self.move_point(value)?));
            }
        }
        Ok(())
    }

    fn setup(&self, node: &SgfNode<'a>) -> Result<SgfSetup, SgfError> {
        let names = ["AB", "AW", "AE"];
        let mut setup = SgfSetup {
            to_move: self.to_move(node)?,
            ..SgfSetup::default()
        };
        if names.iter().all(|name| node.values(name).is_empty()) {
            return Ok(setup);
        }
        // A map of the board, so that overlapping rectangles cannot make a list longer than the board.
        let width = usize::from(self.width);
        let mut cells = vec![None; width * usize::from(self.height)];
        for (kind, name) in names.into_iter().enumerate() {
            for &value in node.values(name) {
                let (from, to) = self.rectangle(value)?;
                for row in from.row..=to.row {
                    for column in from.column..=to.column {
                        cells[usize::from(row) * width + usize::from(column)] = Some(kind);
                    }
                }
            }
        }
        for row in 0..self.height {
            for column in 0..self.width {
                let point = Point { column, row };
                match cells[usize::from(row) * width + usize::from(column)] {
                    Some(0) => setup.black.push(point),
                    Some(1) => setup.white.push(point),
                    Some(_) => setup.empty.push(point),
                    None => {}
                }
            }
        }
        Ok(setup)
    }

    fn to_move(&self, node: &SgfNode<'a>) -> Result<Option<Color>, SgfError> {
        let Some(value) = node.value("PL") else {
            return Ok(None);
        };
        // Older programs write the word or a number.
        match value.simple_text().to_ascii_lowercase().as_str() {
            "" => Ok(None),
            "b" | "black" | "1" => Ok(Some(Color::Black)),
            "w" | "white" | "2" => Ok(Some(Color::White)),
            _ => Err(self.tree.error(value, "B or W")),
        }
    }

    /// Reads a point, or the two corners of a rectangle (compressed point lists of `FF[4]`).
    fn rectangle(&self, value: SgfValue<'a>) -> Result<(Point, Point), SgfError> {
        let Some((first, second)) = value.raw.split_once(':') else {
            let point = self.point(value)?;
            return Ok((point, point));
        };
        let a = self.point(value.part(first, 0))?;
        let b = self.point(value.part(second, first.len() + 1))?;
        let upper_left = Point {
            column: a.column.min(b.column),
            row: a.row.min(b.row),
        };
        let lower_right = Point {
            column: a.column.max(b.column),
            row: a.row.max(b.row),
        };
        Ok((upper_left, lower_right))
    }

    /// Reads a move: a point, or a pass. A pass is empty, or `tt` in Go (`FF[3]`) or `pass` in Othello if that is not a
    /// point of the board.
    fn move_point(&self, value: SgfValue<'a>) -> Result<Option<Point>, SgfError> {
        let text = value.raw.trim();
        let passes = match self.kind {
            SgfGameType::Go => text == "tt",
            SgfGameType::Othello => {
                matches!(text.to_ascii_lowercase().as_str(), "pa" | "pass" | "--")
            }
            SgfGameType::Gomoku => false,
        };
        if text.is_empty() || passes && !letters(text).is_some_and(|p| self.on_board(p)) {
            return Ok(None);
        }
        self.point(value).map(Some)
    }

    fn point(&self, value: SgfValue<'a>) -> Result<Point, SgfError> {
        let point = letters(value.raw.trim()).or_else(|| self.letter_and_number(value.raw.trim()));
        point
            .filter(|p| self.on_board(*p))
            .ok_or_else(|| self.tree.error(value, "a point of the board"))
    }

    fn on_board(&self, point: Point) -> bool {
        point.column < self.width && point.row < self.height
    }

    /// Reads a letter and a number, as Othello and gomoku programs also write a point; no such text is a point in SGF
    /// letters. Othello counts rows from the top, gomoku from the bottom.
    fn letter_and_number(&self, text: &str) -> Option<Point> {
        let column = text.chars().next().filter(char::is_ascii_alphabetic)?;
        let number: u8 = text[1..].parse().ok().filter(|number| *number >= 1)?;
        let row = match self.kind {
            SgfGameType::Go => return None,
            SgfGameType::Othello => number - 1,
            SgfGameType::Gomoku => self.height.checked_sub(number)?,
        };
        Some(Point {
            column: column.to_ascii_lowercase() as u8 - b'a',
            row,
        })
    }
}

/// Reads two letters, column and row.
fn letters(text: &str) -> Option<Point> {
    let &[column, row] = text.as_bytes() else {
        return None;
    };
    let index = |letter: u8| match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    };
    Some(Point {
        column: index(column)?,
        row: index(row)?,
    })
}

/// Reads a board size, `9` or `9:13`, columns first. Some programs write `9x13`, or the same number twice.
fn size(value: SgfValue<'_>) -> Option<(u8, u8)> {
    let text = value.raw.trim();
    let (width, height) = text.split_once([':', 'x']).unwrap_or((text, text));
    let parse = |text: &str| {
        let lines: u8 = text.trim().parse().ok()?;
        (1..=MAX_SIZE).contains(&lines).then_some(lines)
    };
    Some((parse(width)?, parse(height)?))
}

/// Reads komi; some programs write a decimal comma.
fn komi(text: &str) -> Option<f64> {
    let komi: f64 = text.replace(',', ".").parse().ok()?;
    komi.is_finite().then_some(komi)
}

/// Reads a number of the root. Returns `None` if it is absent or empty.
fn number<T>(
    tree: &SgfTree<'_>,
    name: &str,
    expected: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, SgfError> {
    let Some(value) = tree.root().value(name) else {
        return Ok(None);
    };
    let text = value.simple_text();
    if text.is_empty() {
        return Ok(None);
    }
    match read(&text) {
        Some(number) => Ok(Some(number)),
        None => Err(tree.error(value, expected)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    fn read(text: &str) -> SgfGame {
        SgfGame::from_text(text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    fn fails(text: &str) -> String {
        SgfGame::from_text(text).unwrap_err().to_string()
    }

    fn at(column: u8, row: u8) -> Option<Point> {
        Some(Point { column, row })
    }

    fn points(points: &[Point]) -> Vec<(u8, u8)> {
        points.iter().map(|p| (p.column, p.row)).collect()
    }

    fn moves(text: &str) -> Vec<(Color, Option<Point>)> {
        read(text).moves().collect()
    }

    #[test]
    fn a_kgs_game() {
        let game = read(
            "(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]\nRU[Japanese]SZ[19]HA[2]KM[0.50]TM[1800]OT[5x30 byo-yomi]\n\
             PW[ann]PB[bob]WR[3k]BR[5k]DT[2009-01-02]PC[The KGS Go Server at http://www.gokgs.com/]AB[dp][pd]C[bob [5k\\]: hi\n\
             ]RE[W+Resign]\n;W[dd]WL[1795.2]\n(;B[pp]BL[1790.0];W[tt])(;B[qq]))",
        );
        assert_eq!((game.info.width, game.info.height), (19, 19));
        assert_eq!((game.info.komi, game.info.handicap), (Some(0.5), Some(2)));
        assert_eq!(game.info.rules.as_deref(), Some("Japanese"));
        assert_eq!(game.info.result.as_deref(), Some("W+Resign"));
        let SgfStep::Setup(setup) = &game.steps[0] else {
            panic!("expected the handicap, saw {:?}", game.steps[0])
        };
        assert_eq!(points(&setup.black), [(15, 3), (3, 15)]);
        let moves: Vec<_> = game.moves().collect();
        assert_eq!(
            moves,
            [(White, at(3, 3)), (Black, at(15, 15)), (White, None)]
        );
        assert_eq!(game.first_to_move(), White);
    }

    #[test]
    fn a_gogui_position_and_a_sabaki_game() {
        let gogui = read(
            "(;FF[4]CA[UTF-8]AP[GoGui:1.5.1]GM[1]\nSZ[9]\nKM[6,5]DT[2020-01-01]\nAB[aa:ca][bb]AW[ii][ab:ab]AE[ba]PL[W])",
        );
        let SgfStep::Setup(setup) = &gogui.steps[0] else {
            panic!("expected a set-up, saw {:?}", gogui.steps)
        };
        assert_eq!(points(&setup.black), [(0, 0), (2, 0), (1, 1)]);
        assert_eq!(points(&setup.white), [(0, 1), (8, 8)]);
        assert_eq!(points(&setup.empty), [(1, 0)]);
        assert_eq!((gogui.info.komi, gogui.first_to_move()), (Some(6.5), White));

        let sabaki = read(
            "(;GM[1]FF[4]CA[UTF-8]AP[Sabaki:0.52.2]KM[6.5]SZ[9:13]DT[2023-05-05];B[im];W[];AE[im];B[aa])",
        );
        assert_eq!((sabaki.info.width, sabaki.info.height), (9, 13));
        assert_eq!(sabaki.steps.len(), 4);
        assert!(matches!(&sabaki.steps[2], SgfStep::Setup(s) if points(&s.empty) == [(8, 12)]));
    }

    #[test]
    fn a_pass_is_empty_or_tt_on_boards_that_lack_that_point() {
        assert_eq!(
            moves("(;SZ[19];B[tt];W[];B[ ])"),
            [(Black, None), (White, None), (Black, None)]
        );
        assert_eq!(moves("(;SZ[21];B[tt])"), [(Black, at(19, 19))]);
        assert!(fails("(;GM[4]SZ[15];B[tt])").contains("a point of the board"));
    }

    #[test]
    fn othello_and_gomoku_take_letters_and_numbers_too() {
        assert_eq!(
            moves("(;GM[2];B[d3];W[cc];B[PA];W[H8])"),
            [
                (Black, at(3, 2)),
                (White, at(2, 2)),
                (Black, None),
                (White, at(7, 7))
            ]
        );
        assert_eq!(
            moves("(;GM[4];B[h8];W[a15];B[oa])"),
            [(Black, at(7, 7)), (White, at(0, 0)), (Black, at(14, 0))]
        );
        assert_eq!(read("(;GM[2])").info.width, 8);
        assert_eq!(read("(;GM[4])").info.width, 15);
    }

    #[test]
    fn what_makes_no_sense_is_an_error_with_its_place() {
        let cases = [
            (
                "(;GM[3])",
                "line 1, column 6: expected game 1 (Go), 2 (Othello) or 4 (gomoku and renju), saw \"3\"",
            ),
            (
                "(;SZ[0])",
                "line 1, column 6: expected a board size from 1 to 52, saw \"0\"",
            ),
            (
                "(;SZ[999999999999])",
                "line 1, column 6: expected a board size from 1 to 52, saw \"999999999999\"",
            ),
            (
                "(;KM[nan])",
                "line 1, column 6: expected komi as a number of points, saw \"nan\"",
            ),
            (
                "(;HA[-1])",
                "line 1, column 6: expected a number of handicap stones, saw \"-1\"",
            ),
            (
                "(;SZ[9]\n;B[jj])",
                "line 2, column 4: expected a point of the board, saw \"jj\"",
            ),
            (
                "(;AB[aa:é])",
                "line 1, column 9: expected a point of the board, saw \"é\"",
            ),
            (
                "(;GM[2];B[i1])",
                "line 1, column 11: expected a point of the board, saw \"i1\"",
            ),
            (
                "(;GM[2];B[é1])",
                "line 1, column 11: expected a point of the board, saw \"é1\"",
            ),
            ("(;PL[x])", "line 1, column 6: expected B or W, saw \"x\""),
        ];
        for (text, message) in cases {
            assert_eq!(fails(text), message);
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_are_latin1() {
        let game = SgfGame::from_bytes(b"\xef\xbb\xbf(;PB[\xe9])").unwrap();
        assert_eq!(game.info.black.as_deref(), Some("\u{e9}"));
        let utf8 = SgfGame::from_bytes("\u{feff}(;PB[囲碁])".as_bytes()).unwrap();
        assert_eq!(utf8.info.black.as_deref(), Some("囲碁"));
    }

    #[test]
    fn overlapping_rectangles_cost_no_more_than_the_board() {
        let game = read(&format!("(;AB{})", "[aa:ss]".repeat(10_000)));
        assert!(matches!(&game.steps[0], SgfStep::Setup(s) if s.black.len() == 361));
    }
}
