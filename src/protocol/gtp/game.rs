//! The part of GTP that each game supplies: its board as points, its score and its own commands.

use std::fmt::Write;

use super::command::{Failure, GtpCommand};
use super::parameter::Parameter;
use super::parse::{arguments, play};
use super::session::Session;
use super::vertex::Vertex;
use crate::engine::game::{Color, Game, GameMove, Position};
use crate::engine::worker::Computation;
use crate::engine::{Searcher, Settings};
use crate::protocol::Options;
use crate::records::sgf;
use crate::records::sgf::Point;

/// A move of the game `G`.
pub type MoveOf<G> = <<G as GtpGame>::Position as Position>::Move;

/// The request that only searches of the game `G` know.
pub type RequestOf<G> = <MoveOf<G> as GameMove>::Request;

/// The content of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// No stone.
    Empty,
    /// A stone or disc.
    Stone(Color),
    /// No stone, and none can be played there.
    Blocked,
}

/// A position to begin from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    /// Every stone on the board, in the order of the arguments; no point twice.
    pub stones: Vec<(Color, Point)>,
    /// The side to move, where the arguments name one.
    pub to_move: Option<Color>,
}

/// Options that commands and settings of GTP bring to every game. A game takes those that its search has.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClientWishes {
    /// Whether the root's ownership is wanted.
    pub ownership: bool,
    /// Whether the ownership after each move is wanted.
    pub move_ownership: bool,
    /// Whether a move from an opening book will do.
    pub book: bool,
    /// Winrate below which the search would resign, from 0 to 1; its own threshold if `None`.
    pub resign_below: Option<f32>,
}

/// A game behind GTP, without state of its own. Points count columns from the left and rows from the top, both from 0.
pub trait GtpGame: Sized + 'static {
    /// The game's rules.
    type Position: Position;
    /// The game's player.
    type Searcher: Searcher<Self::Position>;
    /// The resources of a session beside its position: a network, a book.
    type Resources: Clone + Send;

    /// The game.
    const GAME: Game;
    /// Its number in SGF.
    const SGF: sgf::SgfGameType;
    /// Whether row 1 is drawn at the top and letters are small, as Othello programs have it.
    const ROW_1_ON_TOP: bool = false;
    /// Notes on its commands for the manual, in Markdown.
    const NOTES: &'static str;
    /// Its commands beside those of all games.
    const COMMANDS: &'static [GtpCommand<Self>];

    /// Its parameters beside those of all games.
    const PARAMETERS: &'static [Parameter<Self>] = &[];

    /// Returns the position that a session begins with.
    ///
    /// # Errors
    /// A size that the game cannot have.
    fn start(options: &Options) -> Result<Self::Position, Failure>;

    /// Returns the resources that a session begins with.
    fn resources(options: &Options) -> Self::Resources;

    /// Returns the start of a game on a board of this size, with the same rules and komi.
    ///
    /// # Errors
    /// A size that the game cannot have.
    fn resized(
        position: &Self::Position,
        width: u32,
        height: u32,
    ) -> Result<Self::Position, Failure>;

    /// Returns a position with these stones on a board of the same size, with the same rules and komi.
    ///
    /// # Errors
    /// Stones that no position can have.
    fn set_up(position: &Self::Position, set_up: &SetUp) -> Result<Self::Position, Failure>;

    /// Returns the game's player, with the session's resources.
    fn searcher(settings: Settings, resources: &Self::Resources) -> Self::Searcher;

    /// Returns the player's source of knowledge on this board, where sessions can differ in it; for the version.
    fn plays_by(_position: &Self::Position, _resources: &Self::Resources) -> Option<String> {
        None
    }

    /// Passes the client's options on to the game's own request.
    fn take_wishes(_request: &mut RequestOf<Self>, _wishes: ClientWishes) {}

    /// Returns the numbers of columns and rows.
    fn size(position: &Self::Position) -> (u8, u8);

    /// Returns the content of a point of the board.
    fn cell(position: &Self::Position, point: Point) -> Occupant;

    /// Returns the move at `point`, a pass for `None`; no move if the game has no pass. The point is on the board.
    fn move_at(position: &Self::Position, point: Option<Point>) -> Option<MoveOf<Self>>;

    /// Returns the point of a move, or `None` for a pass.
    fn point_of(position: &Self::Position, mv: MoveOf<Self>) -> Option<Point>;

    /// Returns the computation of the score of the position as it stands, which may fail with `cannot score`.
    fn final_score(session: &Session<Self>) -> Computation<MoveOf<Self>>;

    /// Returns the state of the game or its result, in words.
    fn result(position: &Self::Position) -> String;

    /// Estimates the number of moves that the side to move still has to make, for its clock.
    fn moves_left(position: &Self::Position) -> u32;

    /// Counts the games of a number of plies as [`perft`](crate::engine::perft::perft) does; a game may have a faster way.
    fn perft(
        position: &mut Self::Position,
        depth: u32,
        interrupted: &dyn Fn() -> bool,
    ) -> Option<u64> {
        crate::engine::perft::perft(position, depth, interrupted)
    }

    /// Returns the points that white gets for moving second; 0 in games without komi.
    fn komi(_position: &Self::Position) -> f64 {
        0.0
    }

    /// Sets the komi. Games without komi ignore it, since controllers send it to every engine.
    ///
    /// # Errors
    /// A komi that the game cannot have.
    fn set_komi(_position: &mut Self::Position, _komi: f64) -> Result<(), Failure> {
        Ok(())
    }

    /// Reads the arguments of `set_position`.
    ///
    /// # Errors
    /// Arguments that do not fit, points beyond the board, a point twice.
    fn read_set_up(position: &Self::Position, args: &str) -> Result<SetUp, Failure> {
        let mut set_up = SetUp::default();
        for (color, vertex) in arguments(args, nom::multi::many0(play))? {
            let point =
                point_at::<Self>(position, vertex).ok_or_else(|| Failure::new("illegal move"))?;
            if set_up.stones.iter().any(|&(_, known)| known == point) {
                return Err(Failure::new("illegal move"));
            }
            set_up.stones.push((color, point));
        }
        Ok(set_up)
    }

    /// Returns the number of handicap stones with which the game began.
    fn handicap(_position: &Self::Position) -> u32 {
        0
    }

    /// Returns the rules as a record names them, where there is a choice.
    fn rules_name(_position: &Self::Position) -> Option<String> {
        None
    }

    /// Returns the start of a game by the rules that a record names; unchanged for an unknown name.
    fn ruled_by(start: Self::Position, _name: &str) -> Self::Position {
        start
    }

    /// Returns notes to stand beside the lines of the board's drawing, from the top.
    fn notes(_position: &Self::Position) -> Vec<String> {
        Vec::new()
    }
}

/// Returns the point that `vertex` names, if it is on the board and no pass.
pub fn point_at<G: GtpGame>(position: &G::Position, vertex: Vertex) -> Option<Point> {
    let Vertex::Point { column, row } = vertex else {
        return None;
    };
    let (width, height) = G::size(position);
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

/// Returns the move that `vertex` names, if the game has it: a point of the board or a pass.
pub fn read_move<G: GtpGame>(position: &G::Position, vertex: Vertex) -> Option<MoveOf<G>> {
    match vertex {
        Vertex::Pass => G::move_at(position, None),
        Vertex::Point { .. } => G::move_at(position, Some(point_at::<G>(position, vertex)?)),
    }
}

/// Writes a point.
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

/// Writes a move.
pub fn write_move<G: GtpGame>(position: &G::Position, mv: MoveOf<G>) -> String {
    match G::point_of(position, mv) {
        Some(point) => write_point::<G>(position, point),
        None => Vertex::Pass.to_string(),
    }
}

/// Joins points or moves as GTP lists them.
pub fn join(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().collect::<Vec<_>>().join(" ")
}

/// Draws the board with its coordinates, the last move in brackets.
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

/// Writes the winner and the margin as GTP's `final_score` does: `B+4`, `W+0.5` or `0`.
pub fn score_text(winner: Option<Color>, margin: impl std::fmt::Display) -> String {
    winner.map_or_else(
        || "0".to_owned(),
        |color| format!("{}+{margin}", color.letter()),
    )
}
