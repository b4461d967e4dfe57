//! What a game adds to GTP: its board as points, its score and commands of its own.

use std::fmt::Write;

use super::command::{Command, Failure};
use super::commands::parameters::Parameter;
use super::parse::{arguments, play};
use super::session::Session;
use super::vertex::Vertex;
use crate::engine::game::{Color, Game, Position};
use crate::engine::worker::Computation;
use crate::engine::{Searcher, Settings};
use crate::protocol::Options;
use crate::records::sgf;
use crate::records::sgf::Point;

/// A move of the game `G`.
pub type MoveOf<G> = <<G as GtpGame>::Position as Position>::Move;

/// What stands on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A stone or disc.
    Stone(Color),
    /// Neither, and no stone can come there.
    Blocked,
}

/// A position to begin from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    /// Every stone on the board, in the order in which they were named; no point twice.
    pub stones: Vec<(Color, Point)>,
    /// Whose turn it is, where somebody said so.
    pub to_move: Option<Color>,
}

/// A game as GTP sees it. There is nothing to keep here: all state lives in the position. Points count
/// columns from the left and rows from the top, both from 0.
pub trait GtpGame: Sized + 'static {
    /// The game's rules.
    type Position: Position;
    /// The game's player.
    type Searcher: Searcher<Self::Position>;
    /// What the game keeps for a whole session beside its position.
    type Resources: Clone + Send;

    /// Which game it is.
    const GAME: Game;
    /// Its number in SGF.
    const SGF: sgf::SgfGameType;
    /// Whether row 1 is drawn at the top and letters are small, as Othello programs have it.
    const ROW_1_ON_TOP: bool = false;
    /// Its commands beside the standard ones.
    const COMMANDS: &'static [Command<Self>];

    /// What can be set by name beside the parameters of all games.
    const PARAMETERS: &'static [Parameter<Self>] = &[];

    /// The position that a process begins with.
    fn start(options: &Options) -> Result<Self::Position, Failure>;

    /// What a session begins with beside the position.
    fn resources(options: &Options) -> Self::Resources;

    /// The start of a game on a board of this size; rules and komi are kept.
    fn resized(
        position: &Self::Position,
        width: u32,
        height: u32,
    ) -> Result<Self::Position, Failure>;

    /// A position with these stones on a board of the same size; rules and komi are kept.
    fn set_up(position: &Self::Position, set_up: &SetUp) -> Result<Self::Position, Failure>;

    /// The game's player, with what the session keeps for it.
    fn searcher(settings: Settings, resources: &Self::Resources) -> Self::Searcher;

    /// What the player goes by on this board, where that can differ from session to session; for the version.
    fn plays_by(_position: &Self::Position, _resources: &Self::Resources) -> Option<String> {
        None
    }

    /// Columns and rows.
    fn size(position: &Self::Position) -> (u8, u8);

    /// What stands on a point of the board.
    fn cell(position: &Self::Position, point: Point) -> Cell;

    /// The move at `point`, a pass for `None`; no move if the game has no pass. The point is on the board.
    fn move_at(position: &Self::Position, point: Option<Point>) -> Option<MoveOf<Self>>;

    /// The point of a move, or `None` for a pass.
    fn point_of(position: &Self::Position, mv: MoveOf<Self>) -> Option<Point>;

    /// The computation that finds the score of the position as it stands, or fails with `cannot score`.
    fn final_score(session: &Session<Self>) -> Computation<MoveOf<Self>>;

    /// How things stand, or how the game ended, in words.
    fn result(position: &Self::Position) -> String;

    /// A guess at how many moves the side to move still has to make, for its clock.
    fn moves_left(position: &Self::Position) -> u32;

    /// Counts what [`perft`](crate::engine::perft::perft) does, which games with a quicker way may do better.
    fn perft(
        position: &mut Self::Position,
        depth: u32,
        interrupted: &dyn Fn() -> bool,
    ) -> Option<u64> {
        crate::engine::perft::perft(position, depth, interrupted)
    }

    /// Points that white gets for moving second; 0 in games without komi.
    fn komi(_position: &Self::Position) -> f64 {
        0.0
    }

    /// Sets the komi, or refuses one that the game cannot have. Games without komi accept the command and take no
    /// notice, since controllers send it to every engine.
    fn set_komi(_position: &mut Self::Position, _komi: f64) -> Result<(), Failure> {
        Ok(())
    }

    /// The position that the arguments of `set_position` describe.
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

    /// Stones of handicap that the game began with.
    fn handicap(_position: &Self::Position) -> u32 {
        0
    }

    /// The rules as a record names them, where there is a choice.
    fn rules_name(_position: &Self::Position) -> Option<String> {
        None
    }

    /// The start of a game by the rules that a record names; unchanged if it is no name of rules here.
    fn ruled_by(start: Self::Position, _name: &str) -> Self::Position {
        start
    }

    /// What a line of the board drawing says beside it, from the top.
    fn notes(_position: &Self::Position) -> Vec<String> {
        Vec::new()
    }
}

/// The point that `vertex` names, if it is on the board and no pass.
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

/// The move that `vertex` names, if the game has it: a point of the board or a pass.
pub fn read_move<G: GtpGame>(position: &G::Position, vertex: Vertex) -> Option<MoveOf<G>> {
    match vertex {
        Vertex::Pass => G::move_at(position, None),
        Vertex::Point { .. } => G::move_at(position, Some(point_at::<G>(position, vertex)?)),
    }
}

/// How a point is written.
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

/// How a move is written.
pub fn write_move<G: GtpGame>(position: &G::Position, mv: MoveOf<G>) -> String {
    match G::point_of(position, mv) {
        Some(point) => write_point::<G>(position, point),
        None => Vertex::Pass.to_string(),
    }
}

/// Points or moves as GTP lists them.
pub fn join(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().collect::<Vec<_>>().join(" ")
}

/// The board with its coordinates, the last move in brackets.
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
                Cell::Empty => '.',
                Cell::Stone(Color::Black) => 'X',
                Cell::Stone(Color::White) => 'O',
                Cell::Blocked => '#',
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

/// `B+4`, `W+0.5` or `0`: the winner and the margin, as GTP's `final_score` writes it.
pub fn score_text(winner: Option<Color>, margin: impl std::fmt::Display) -> String {
    winner.map_or_else(
        || "0".to_owned(),
        |color| format!("{}+{margin}", color.letter()),
    )
}
