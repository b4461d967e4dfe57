//! Interface between the analysis protocol and a game. Points and boards are the same as over GTP.

use std::time::Duration;

use super::field_table::QueryField;
use super::fields::{FieldError, Fields, Object};
use super::query_options::QueryOptions;
use crate::katago::RuleSettings;
use tengen_engine::game::{Color, IllegalMove, Position as _};
use tengen_engine::record::Record;
use tengen_engine::worker::Computation;
use tengen_engine::{Limits, Report, RootMove, Settings, clock};
use tengen_play::RequestOf;
use tengen_play::board::SetUp;
use tengen_play::options::GameOptions;
use tengen_play::{MoveOf, PlayableGame};

/// Default search time for games without other default limits.
const TIME: Duration = Duration::from_secs(1);

/// Number of columns and rows of a board.
pub type BoardSize = (u8, u8);

/// Rule for the board size in a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeField {
    /// A size is required.
    Required,
    /// Size to use by default.
    Default(BoardSize),
}

/// Error for a move that could not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalTurn {
    /// Number of moves before it.
    pub turn: usize,
    /// Reason the move is illegal.
    pub reason: IllegalMove,
}

/// A game that can be analyzed.
pub trait AnalysisGame: PlayableGame {
    /// Rules and komi of a query.
    type Ruling: Clone + Send + Sync + 'static;

    /// Smallest and largest side length of a board.
    const SIDES: (u8, u8);
    /// Default board size, if there is one.
    const SIZE: SizeField;
    /// Fields that only queries about this game have.
    const FIELDS: &'static [QueryField] = &[];

    /// Reads the rules of a query. `config` has those of the configuration.
    fn read_ruling(fields: Fields, config: &RuleSettings) -> Result<Self::Ruling, FieldError>;

    /// Returns an empty board. Fails if the game has no board of this size.
    fn board(size: BoardSize, ruling: &Self::Ruling) -> Result<Self::Position, FieldError>;

    /// Returns a position with these stones on an empty board. Fails if no position can have these stones.
    fn with_stones(board: &Self::Position, set_up: &SetUp) -> Result<Self::Position, FieldError> {
        Self::set_up(board, set_up)
            .map_err(|error| FieldError::new("initialStones", error.to_string()))
    }

    /// Plays the moves of a query from number `from` on; the record has the moves before it. Fails with the first
    /// illegal move.
    fn play_on(
        record: &mut Record<Self::Position>,
        _: &Self::Ruling,
        moves: &[(Color, MoveOf<Self>)],
        from: usize,
    ) -> Result<(), IllegalTurn> {
        for (turn, &(color, mv)) in moves.iter().enumerate().skip(from) {
            let played = match record.position().to_move() == color {
                true => Ok(()),
                false => record.turn_to(color),
            };
            played
                .and_then(|()| record.play(color, mv))
                .map_err(|reason| IllegalTurn { turn, reason })?;
        }
        Ok(())
    }

    /// Returns the default search limits.
    fn default_limits() -> Limits {
        Limits {
            time: Some(clock::fixed(TIME)),
            ..Limits::default()
        }
    }

    /// Applies the options of a query to the game's part of a request.
    fn apply_query_options(_: &mut RequestOf<Self>, _: &QueryOptions) {}

    /// Adds the fields of a move that only this game has.
    fn add_move_fields(_: &mut Object, _: &Self::Position, _: &RootMove<MoveOf<Self>>) {}

    /// Adds the root fields that only this game has.
    fn add_root_fields(_: &mut Object, _: &Self::Position, _: &Report<MoveOf<Self>>) {}

    /// Returns a computation of the requested information about the position itself, as a JSON object. `None` if
    /// nothing is requested.
    fn description(
        _: &Self::Position,
        _: &QueryOptions,
        _: &Self::Resources,
        _: Settings,
    ) -> Option<Computation<MoveOf<Self>>> {
        None
    }

    /// Returns a requested field that the replies will lack with these options of the process, and the reason.
    fn missing_field(_: BoardSize, _: &QueryOptions, _: &GameOptions) -> Option<FieldError> {
        None
    }
}
