//! The main line of one game: what was set up, what was played, and who played it.

use std::borrow::Cow;

use super::tree::{SgfNode, SgfTree, SgfValue, parse_first};
use super::{SgfError, write};
use crate::engine::game::Color;

/// The games that are read, by their number in `GM`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SgfGameType {
    /// `GM[1]`, and what a file without `GM` holds.
    #[default]
    Go,
    /// `GM[2]`. The four discs of the start are not in the file, unless it sets up a position of its own.
    Othello,
    /// `GM[4]`: gomoku and renju.
    Gomoku,
}

impl SgfGameType {
    /// The number in `GM`.
    pub fn number(self) -> u32 {
        match self {
            SgfGameType::Go => 1,
            SgfGameType::Othello => 2,
            SgfGameType::Gomoku => 4,
        }
    }

    /// Lines of the board where the file gives no `SZ`.
    pub fn default_size(self) -> u8 {
        match self {
            SgfGameType::Go => 19,
            SgfGameType::Othello => 8,
            SgfGameType::Gomoku => 15,
        }
    }
}

/// A point as SGF counts: from the upper left corner, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// From the left.
    pub column: u8,
    /// From the top.
    pub row: u8,
}

/// What the root says about the game. Texts are as `SimpleText`; an absent or empty property is `None`.
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
    /// `HA`: stones of handicap. Where they stand is in the first `Setup`, if black did not place them freely.
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
    /// The information of a game with nothing known but its board.
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

/// Points that a node sets, whatever stood there; a point is in one list at most. Lists go by rows from the top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfSetup {
    /// `AB`.
    pub black: Vec<Point>,
    /// `AW`.
    pub white: Vec<Point>,
    /// `AE`.
    pub empty: Vec<Point>,
    /// `PL`: whose turn it is from here.
    pub to_move: Option<Color>,
}

/// One step along the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SgfStep {
    /// A position or a part of one is set up: at the start, or in mid-game.
    Setup(SgfSetup),
    /// A move; `None` is a pass.
    Move(Color, Option<Point>),
}

/// A game along its main line.
#[derive(Clone, Debug, PartialEq)]
pub struct SgfGame {
    /// What the root says.
    pub info: SgfGameInfo,
    /// Set-up and moves in order. The set-up of the root comes first.
    pub steps: Vec<SgfStep>,
}

impl SgfGame {
    /// Reads the main line of the first game of a collection, whose other games have to be well-formed.
    ///
    /// Bytes that are not UTF-8 are taken for Latin-1, SGF's default.
    pub fn from_bytes(bytes: &[u8]) -> Result<SgfGame, SgfError> {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
        };
        SgfGame::from_text(&text)
    }

    /// Reads the main line of the first game of a collection, whose other games have to be well-formed.
    pub fn from_text(text: &str) -> Result<SgfGame, SgfError> {
        SgfGame::from_tree(&parse_first(text)?)
    }

    /// Takes the main line out of a tree.
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

    /// The side whose turn it is at the start: what `PL` says, else who makes the first move, else white in a
    /// handicap game, else black.
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

    /// The moves alone, passes included.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Option<Point>)> + '_ {
        self.steps.iter().filter_map(|step| match step {
            SgfStep::Move(color, point) => Some((*color, *point)),
            SgfStep::Setup(_) => None,
        })
    }

    /// The game as an SGF file.
    pub fn to_text(&self) -> String {
        write(self)
    }
}

/// Reads values that depend on the board.
struct SgfReader<'t, 'a> {
    tree: &'t SgfTree<'a>,
    kind: SgfGameType,
    width: u8,
    height: u8,
}

/// Letters of a coordinate: `a` to `z`, then `A` to `Z`.
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

    /// A node may hold set-up or a move, by the standard not both; where it holds both, the set-up comes first.
    fn add_steps(&self, node: &SgfNode<'a>, steps: &mut Vec<SgfStep>) -> Result<(), SgfError> {
        let setup = self.setup(node)?;
        if setup != SgfSetup::default() {
            steps.push(SgfStep::Setup(setup));
        }
        // In the order of the text, which is all there is to go by where a node holds both.
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
        // A map of the board, so that no pile of overlapping rectangles makes a list longer than the board.
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
        // Older programs wrote the word or a number.
        match value.simple_text().to_ascii_lowercase().as_str() {
            "" => Ok(None),
            "b" | "black" | "1" => Ok(Some(Color::Black)),
            "w" | "white" | "2" => Ok(Some(Color::White)),
            _ => Err(self.tree.error(value, "B or W")),
        }
    }

    /// A point, or two with a colon between them: corners of a rectangle (FF[4], compressed point lists).
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

    /// A move: a point, or a pass, which is empty, or FF[3]'s `tt` in Go or `pass` in Othello where that is no point of
    /// the board.
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

    /// Othello and gomoku programs also write a column's letter and a row's number, which can't be taken for two
    /// letters. Othello's rows count from the top, gomoku's from the bottom, as their players have it.
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

/// `dd`: column and row.
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

/// `9` or `9:13`, columns first; some programs write `9x13`, or the same number twice.
fn size(value: SgfValue<'_>) -> Option<(u8, u8)> {
    let text = value.raw.trim();
    let (width, height) = text.split_once([':', 'x']).unwrap_or((text, text));
    let parse = |text: &str| {
        let lines: u8 = text.trim().parse().ok()?;
        (1..=MAX_SIZE).contains(&lines).then_some(lines)
    };
    Some((parse(width)?, parse(height)?))
}

/// Some programs write a decimal comma.
fn komi(text: &str) -> Option<f64> {
    let komi: f64 = text.replace(',', ".").parse().ok()?;
    komi.is_finite().then_some(komi)
}

/// A number of the root; absent or empty is `None`.
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
