//! The main line of a game: its setups and moves, and the information in its root.

use super::SgfError;
use super::notes::SgfNotes;
use super::read::read;
use super::write::write;
use tengen_engine::game::Color;
use tengen_engine::game::Point;

/// Game types by their number in `GM`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SgfGameType {
    /// `GM[1]`, the default of a file without `GM`.
    #[default]
    Go,
    /// `GM[2]`. The file omits the four initial discs unless it sets up a different position.
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

/// The root properties that the rules of the game need. Texts are `SimpleText`; absent and empty properties are `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfGameInfo {
    /// The game, from `GM`.
    pub kind: SgfGameType,
    /// Columns of the board, 1 to 52.
    pub width: u8,
    /// Rows of the board, 1 to 52.
    pub height: u8,
    /// `KM` in points for white, or as written if it cannot be parsed.
    pub komi: Option<String>,
    /// `HA` as written: the number of handicap stones. Their points are in the setup of the root, unless black placed
    /// them freely.
    pub handicap: Option<String>,
    /// Name of the rules, `RU` as written.
    pub rules: Option<String>,
    /// `RULES`, a property of this program: the rules as KataGo's JSON or one of its names, if `RU` is less exact.
    pub exact_rules: Option<String>,
}

impl SgfGameInfo {
    /// Creates information with only the game and the board size.
    pub fn new(kind: SgfGameType, width: u8, height: u8) -> SgfGameInfo {
        SgfGameInfo {
            kind,
            width,
            height,
            komi: None,
            handicap: None,
            rules: None,
            exact_rules: None,
        }
    }

    /// Returns the number of handicap stones; 0 if it is absent or not a number.
    pub fn handicap_stones(&self) -> u32 {
        let stones = self.handicap.as_ref().and_then(|text| text.parse().ok());
        stones.unwrap_or(0)
    }

    /// Returns the komi in points for white; `None` if it is absent or cannot be parsed.
    pub fn komi_points(&self) -> Option<f64> {
        let komi: f64 = self.komi.as_ref()?.parse().ok()?;
        Some(komi).filter(|komi| komi.is_finite())
    }
}

/// Points that a node sets, regardless of their previous content. A point is in at most one list. Lists are sorted by
/// rows from the top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfSetup {
    /// Black stones, from `AB`.
    pub black: Vec<Point>,
    /// White stones, from `AW`.
    pub white: Vec<Point>,
    /// Cleared points, from `AE`.
    pub empty: Vec<Point>,
    /// Side to move from here on, from `PL`.
    pub to_move: Option<Color>,
}

impl SgfSetup {
    /// Whether no point is set; the side to move may be.
    pub fn has_no_points(&self) -> bool {
        self.black.is_empty() && self.white.is_empty() && self.empty.is_empty()
    }
}

/// A step of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SgfStep {
    /// A setup during the game.
    Setup(Box<SgfSetup>),
    /// A move; `None` is a pass.
    Move(Color, Option<Point>),
}

/// The main line of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfGame {
    /// Information in the root.
    pub info: SgfGameInfo,
    /// Setup of the root.
    pub start: SgfSetup,
    /// Setups and moves in order.
    pub steps: Vec<SgfStep>,
    /// The other properties of all nodes.
    pub notes: SgfNotes,
}

impl SgfGame {
    /// Creates a game without setups, moves or notes.
    pub fn new(info: SgfGameInfo) -> SgfGame {
        SgfGame {
            info,
            start: SgfSetup::default(),
            steps: Vec::new(),
            notes: SgfNotes::default(),
        }
    }

    /// Parses the main line of a collection's first game, as [`read()`] does. Fails if the text contains no game or its
    /// game type is not known.
    pub fn from_text(text: &str) -> Result<SgfGame, SgfError> {
        Ok(read(text)?.game)
    }

    /// Returns the side to move at the start: from `PL`, else from the first move, else white in a handicap game, else
    /// black.
    pub fn first_to_move(&self) -> Color {
        let by_handicap = match self.info.handicap_stones() {
            0 | 1 => Color::Black,
            _ => Color::White,
        };
        let of_first_move = || self.moves().next().map(|(color, _)| color);
        self.start
            .to_move
            .or_else(of_first_move)
            .unwrap_or(by_handicap)
    }

    /// Returns the moves, including passes, without the setups.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Option<Point>)> + '_ {
        self.steps.iter().filter_map(|step| match step {
            SgfStep::Move(color, point) => Some((*color, *point)),
            SgfStep::Setup(_) => None,
        })
    }

    /// Returns the game as SGF.
    pub fn to_text(&self) -> String {
        write(self)
    }
}
