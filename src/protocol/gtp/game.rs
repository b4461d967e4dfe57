//! Interface between GTP and a game: the game's own commands, parameters and menu entries, and drawn boards.

use std::fmt::Write;

use super::command_table::{Failure, GtpCommand};
use super::grammar::{arguments, play};
use super::parameter::Parameter;
use super::session::Session;
use crate::Options;
use tengen_engine::game::Color;
use tengen_engine::game::Point;
use tengen_engine::record::Record;
use tengen_engine::worker::Computation;
use tengen_play::board::{Occupant, SetUp};
use tengen_play::notation::{point_at, write_point};
use tengen_play::options::ClientOptions;
use tengen_play::refusal::RefusalCode;
use tengen_play::{MoveOf, PlayableGame, RequestOf};

/// An entry of GoGui's analysis menu. GoGui splits the line at every slash, so no part may contain one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MenuEntry {
    /// GoGui's reply type, which determines how the reply is shown.
    pub kind: &'static str,
    /// Text in the menu.
    pub label: &'static str,
    /// Command with placeholders: `%p` for a point, `%P` for several, `%c` for a color, `%w` for a file to write.
    pub command: &'static str,
}

impl MenuEntry {
    /// Creates a menu entry.
    pub const fn new(kind: &'static str, label: &'static str, command: &'static str) -> MenuEntry {
        MenuEntry {
            kind,
            label,
            command,
        }
    }
}

/// A game that can be played over GTP.
pub trait GtpGame: PlayableGame {
    /// Values of the game's own parameters in a session.
    type Parameters: Default;

    /// Notes on the game's commands for the manual, in Markdown.
    const NOTES: &'static str = "";
    /// The game's entries of GoGui's analysis menu, listed before those of all games.
    const MENU: &'static [MenuEntry] = &[];
    /// Commands of this game only.
    const COMMANDS: &'static [GtpCommand<Self>] = &[];
    /// Parameters of this game only.
    const PARAMETERS: &'static [Parameter<Self>] = &[];

    /// Returns the initial values of the game's own parameters.
    fn parameters(_options: &Options) -> Self::Parameters {
        Self::Parameters::default()
    }

    /// Copies the session's parameters into the game's part of a request, after the options.
    fn take_parameters(
        _request: &mut RequestOf<Self>,
        _options: ClientOptions,
        _parameters: &Self::Parameters,
    ) {
    }

    /// Returns a computation that scores the board as it is. It may fail with `cannot score`.
    fn final_score(session: &Session<Self>) -> Computation<MoveOf<Self>>;

    /// Parses the arguments of `set_position`. Fails on malformed arguments, a point off the board, or a repeated
    /// point.
    fn read_set_up(position: &Self::Position, args: &str) -> Result<SetUp, Failure> {
        read_stones::<Self>(position, args)
    }

    /// Counts Black's first moves as handicap stones after a move or undo, if the game has handicap and the parameters
    /// say so.
    fn count_handicap(_record: &mut Record<Self::Position>, _parameters: &Self::Parameters) {}

    /// Returns notes to print next to the rows of the drawn board, from the top.
    fn notes(_position: &Self::Position) -> Vec<String> {
        Vec::new()
    }
}

/// Parses stones in the form `[COLOR VERTEX]...`. Fails on malformed arguments, a point off the board, or a repeated
/// point.
pub fn read_stones<G: GtpGame>(position: &G::Position, args: &str) -> Result<SetUp, Failure> {
    let illegal = |code| Failure::coded(code, "illegal move");
    let mut set_up = SetUp::default();
    for (color, vertex) in arguments(args, nom::multi::many0(play))? {
        let point =
            point_at::<G>(position, vertex).ok_or_else(|| illegal(RefusalCode::OffBoard))?;
        if set_up.stones.iter().any(|&(_, known)| known == point) {
            return Err(illegal(RefusalCode::Occupied));
        }
        set_up.stones.push((color, point));
    }
    Ok(set_up)
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
