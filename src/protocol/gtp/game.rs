//! The interface between GTP and a game: board, score, and the commands of that game alone.

use std::fmt::Write;

use super::command::{Failure, GtpCommand};
use super::parameter::Parameter;
use super::parse::{arguments, play};
use super::session::Session;
use super::vertex::Vertex;
use crate::engine::game::{Color, Game, GameMove, Position};
use crate::engine::record::Record;
use crate::engine::skill::SkillScale;
use crate::engine::worker::Computation;
use crate::engine::{Searcher, Settings};
use crate::protocol::Options;
use crate::records::sgf;
use crate::records::sgf::Point;

/// A move of the game `G`.
pub type MoveOf<G> = <<G as GtpGame>::Position as Position>::Move;

/// The part of a search request that is specific to the game `G`.
pub type RequestOf<G> = <MoveOf<G> as GameMove>::Request;

/// The content of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// No stone.
    Empty,
    /// A stone or disc.
    Stone(Color),
    /// No stone, and no move to the point is possible.
    Blocked,
}

/// A position set up by a client.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    /// All stones, in the order of the arguments. No two share a point.
    pub stones: Vec<(Color, Point)>,
    /// The side to move, if the arguments name one.
    pub to_move: Option<Color>,
}

/// Search options that GTP offers for every game. A game ignores those that its search does not support.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClientWishes {
    /// Whether to compute the ownership at the root.
    pub ownership: bool,
    /// Whether to compute the ownership after each move.
    pub move_ownership: bool,
    /// Whether the search is an analysis rather than one for a move.
    pub analysis: bool,
    /// The side that the search is for, if it is not the side to move.
    pub side: Option<Color>,
    /// Whether the move may come from an opening book.
    pub book: bool,
    /// Winrate below which the search may resign, from 0 to 1. `None` leaves the search's own threshold.
    pub resign_below: Option<f32>,
}

/// An entry of GoGui's analysis menu. GoGui splits its line at every slash, so no part contains one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MenuEntry {
    /// The type of the reply in GoGui, which decides how it is shown.
    pub kind: &'static str,
    /// The text in the menu.
    pub label: &'static str,
    /// The command. `%p` stands for a point, `%P` for several, `%c` for a color, `%w` for a file to write.
    pub command: &'static str,
}

impl MenuEntry {
    /// Creates an entry.
    pub const fn new(kind: &'static str, label: &'static str, command: &'static str) -> MenuEntry {
        MenuEntry {
            kind,
            label,
            command,
        }
    }
}

/// A game that is played over GTP; its type has no state. Points count columns from the left and rows from the top,
/// both from 0.
pub trait GtpGame: Sized + 'static {
    /// The game's rules.
    type Position: Position;
    /// The game's search.
    type Searcher: Searcher<Self::Position>;
    /// The resources of a session apart from its position, such as a network or a book.
    type Resources: Clone + Send;
    /// The values of the game's own parameters in a session.
    type Parameters: Default;

    /// The game.
    const GAME: Game;
    /// Game type in SGF.
    const SGF: sgf::SgfGameType;
    /// Whether the game has komi.
    const HAS_KOMI: bool = false;
    /// Whether row 1 is at the top and letters are in lower case, as in Othello programs.
    const ROW_1_ON_TOP: bool = false;
    /// Notes on the game's commands for the manual, in Markdown.
    const NOTES: &'static str;
    /// The game's entries of GoGui's analysis menu, before those of all games.
    const MENU: &'static [MenuEntry];
    /// Commands of this game alone.
    const COMMANDS: &'static [GtpCommand<Self>];

    /// Parameters of this game alone.
    const PARAMETERS: &'static [Parameter<Self>] = &[];

    /// Returns the levels of strength below the full one.
    fn levels() -> &'static SkillScale;

    /// Returns the initial position of a session.
    ///
    /// # Errors
    ///
    /// Fails if the game has no board of this size.
    fn start(options: &Options) -> Result<Self::Position, Failure>;

    /// Returns the initial resources of a session.
    fn resources(options: &Options) -> Self::Resources;

    /// Returns the start of a game on a board of this size, with the same rules and komi.
    ///
    /// # Errors
    ///
    /// Fails if the game has no board of this size.
    fn resized(
        position: &Self::Position,
        width: u32,
        height: u32,
    ) -> Result<Self::Position, Failure>;

    /// Returns a position with these stones on a board of the same size, with the same rules and komi.
    ///
    /// # Errors
    ///
    /// Fails if no position can have these stones.
    fn set_up(position: &Self::Position, set_up: &SetUp) -> Result<Self::Position, Failure>;

    /// Creates a searcher that uses the session's resources.
    fn searcher(settings: Settings, resources: &Self::Resources) -> Self::Searcher;

    /// Returns the name of the evaluation on this board, such as a network, for the reply to `version`. Returns `None`
    /// if the game has only one.
    fn plays_by(_position: &Self::Position, _resources: &Self::Resources) -> Option<String> {
        None
    }

    /// Returns the initial values of the game's own parameters.
    fn parameters(_options: &Options) -> Self::Parameters {
        Self::Parameters::default()
    }

    /// Copies the client's options and parameters into the game's part of the request.
    fn take_wishes(
        _request: &mut RequestOf<Self>,
        _wishes: ClientWishes,
        _parameters: &Self::Parameters,
    ) {
    }

    /// Returns the number of columns and the number of rows.
    fn size(position: &Self::Position) -> (u8, u8);

    /// Returns the content of a point of the board.
    fn cell(position: &Self::Position, point: Point) -> Occupant;

    /// Returns the move at `point`, which must be on the board, or the pass for `None`. Returns `None` if the game has
    /// no pass.
    fn move_at(position: &Self::Position, point: Option<Point>) -> Option<MoveOf<Self>>;

    /// Returns the point of a move, or `None` for a pass.
    fn point_of(position: &Self::Position, mv: MoveOf<Self>) -> Option<Point>;

    /// Returns the computation of the session's score as the board stands. It may fail with `cannot score`.
    fn final_score(session: &Session<Self>) -> Computation<MoveOf<Self>>;

    /// Describes the state of the game or its result in a sentence.
    fn result(position: &Self::Position) -> String;

    /// Estimates the number of moves left to the side to move, for its clock.
    fn moves_left(position: &Self::Position) -> u32;

    /// Counts the games of `depth` plies like [`perft`](crate::engine::perft::perft). A game may override it with a
    /// faster count. Returns `None` if interrupted.
    fn perft(
        position: &mut Self::Position,
        depth: u32,
        interrupted: &dyn Fn() -> bool,
    ) -> Option<u64> {
        crate::engine::perft::perft(position, depth, interrupted)
    }

    /// Returns the komi in points; 0 in games without komi.
    fn komi(_position: &Self::Position) -> f64 {
        0.0
    }

    /// Returns the komi in points that goes with the rules of a position.
    fn usual_komi(_position: &Self::Position) -> f64 {
        0.0
    }

    /// Sets the komi. Games without komi ignore it, since controllers send it to every engine.
    ///
    /// # Errors
    ///
    /// Fails if the game does not support this komi.
    fn set_komi(_position: &mut Self::Position, _komi: f64) -> Result<(), Failure> {
        Ok(())
    }

    /// Parses the arguments of `set_position`.
    ///
    /// # Errors
    ///
    /// Fails at malformed arguments, a point off the board, or a repeated point.
    fn read_set_up(position: &Self::Position, args: &str) -> Result<SetUp, Failure> {
        read_stones::<Self>(position, args)
    }

    /// Returns the number of handicap stones with which the game began.
    fn handicap(_position: &Self::Position) -> u32 {
        0
    }

    /// Sets the number of handicap stones with which the game began, where the rules pay for them.
    fn set_handicap(_position: &mut Self::Position, _stones: u32) {}

    /// Counts black's first moves as handicap, after a move or an undo, where the game has handicap and the parameters say so.
    fn count_handicap(_record: &mut Record<Self::Position>, _parameters: &Self::Parameters) {}

    /// Returns the name of the rules in SGF, if the game has more than one set of rules: one that other programs know,
    /// which need not be exact.
    fn rules_name(position: &Self::Position) -> Option<String> {
        Self::exact_rules(position)
    }

    /// Returns a text of the rules from which [`ruled_by`](Self::ruled_by) restores them exactly, if the game has more
    /// than one set of rules.
    fn exact_rules(_position: &Self::Position) -> Option<String> {
        None
    }

    /// Returns `start` with the rules of this text in SGF.
    ///
    /// # Errors
    ///
    /// Fails if the text is not understood.
    fn ruled_by(start: Self::Position, _text: &str) -> Result<Self::Position, Failure> {
        Ok(start)
    }

    /// Whether other programs read a text as the name of rules. A record keeps such a name.
    fn is_rules_name(_text: &str) -> bool {
        true
    }

    /// Returns notes to print beside the rows of the drawn board, from the top.
    fn notes(_position: &Self::Position) -> Vec<String> {
        Vec::new()
    }
}

/// Parses stones as `[COLOR VERTEX]...`.
///
/// # Errors
///
/// Fails at malformed arguments, a point off the board, or a repeated point.
pub fn read_stones<G: GtpGame>(position: &G::Position, args: &str) -> Result<SetUp, Failure> {
    let mut set_up = SetUp::default();
    for (color, vertex) in arguments(args, nom::multi::many0(play))? {
        let point = point_at::<G>(position, vertex).ok_or_else(|| Failure::new("illegal move"))?;
        if set_up.stones.iter().any(|&(_, known)| known == point) {
            return Err(Failure::new("illegal move"));
        }
        set_up.stones.push((color, point));
    }
    Ok(set_up)
}

/// Returns the point of `vertex`, or `None` for a pass and a vertex off the board.
pub fn point_at<G: GtpGame>(position: &G::Position, vertex: Vertex) -> Option<Point> {
    point_on::<G>(G::size(position), vertex)
}

/// Returns the point of `vertex` on a board of so many columns and rows, or `None` for a pass and a vertex off the board.
pub fn point_on<G: GtpGame>((width, height): (u8, u8), vertex: Vertex) -> Option<Point> {
    let Vertex::Point { column, row } = vertex else {
        return None;
    };
    if column >= width || row > height {
        return None;
    }
    let row = if G::ROW_1_ON_TOP {
        row - 1
    } else {
        height - row
    };
    Some(Point { column, row })
}

/// Returns the move of `vertex`, or `None` off the board and for a pass in a game without one.
pub fn read_move<G: GtpGame>(position: &G::Position, vertex: Vertex) -> Option<MoveOf<G>> {
    match vertex {
        Vertex::Pass => G::move_at(position, None),
        Vertex::Point { .. } => G::move_at(position, Some(point_at::<G>(position, vertex)?)),
    }
}

/// Writes a point as a vertex.
pub fn write_point<G: GtpGame>(position: &G::Position, point: Point) -> String {
    let (_, height) = G::size(position);
    let row = if G::ROW_1_ON_TOP {
        point.row + 1
    } else {
        height - point.row
    };
    let text = Vertex::Point {
        column: point.column,
        row,
    }
    .to_string();
    if G::ROW_1_ON_TOP {
        text.to_ascii_lowercase()
    } else {
        text
    }
}

/// Writes a move as a vertex.
pub fn write_move<G: GtpGame>(position: &G::Position, mv: MoveOf<G>) -> String {
    match G::point_of(position, mv) {
        Some(point) => write_point::<G>(position, point),
        None => Vertex::Pass.to_string(),
    }
}

/// Joins points or moves with blanks, as in GTP's lists.
pub fn join(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().collect::<Vec<_>>().join(" ")
}

/// Draws the board with coordinates and with the last move in parentheses.
pub fn draw<G: GtpGame>(position: &G::Position, last: Option<Point>) -> String {
    let (width, height) = G::size(position);
    let letters: String = (0..width)
        .map(|column| {
            format!(
                " {}",
                &write_point::<G>(position, Point { column, row: 0 })[..1]
            )
        })
        .collect();
    let mut text = format!("  {letters}\n");
    let mut notes = G::notes(position).into_iter();
    for row in 0..height {
        let number = if G::ROW_1_ON_TOP {
            row + 1
        } else {
            height - row
        };
        let mut line = format!("{number:2}");
        let mut closing = ' ';
        for column in 0..width {
            let point = Point { column, row };
            let marked = last == Some(point);
            line.push(if marked { '(' } else { closing });
            line.push(match G::cell(position, point) {
                Occupant::Empty => '.',
                Occupant::Stone(Color::Black) => 'X',
                Occupant::Stone(Color::White) => 'O',
                Occupant::Blocked => '#',
            });
            closing = if marked { ')' } else { ' ' };
        }
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{line}{closing}{number:<2}  {}",
            notes.next().unwrap_or_default()
        );
    }
    text.push_str(&format!("  {letters}\n"));
    text.lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

/// Writes the winner and the margin in the format of `final_score`: `B+4`, `W+0.5` or `0`.
pub fn score_text(winner: Option<Color>, margin: impl std::fmt::Display) -> String {
    winner.map_or_else(
        || "0".to_owned(),
        |color| format!("{}+{margin}", color.letter()),
    )
}
