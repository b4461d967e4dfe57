//! The interface between the analysis protocol and a game. Points and boards are those of the GTP adapter.

use std::time::Duration;

use super::field_table::QueryField;
use super::fields::{FieldError, Fields, Object};
use super::wishes::Wishes;
use crate::katago::RuleSettings;
use tengen_engine::game::{Color, IllegalMove, Position as _};
use tengen_engine::record::Record;
use tengen_engine::worker::Computation;
use tengen_engine::{Limits, Report, RootMove, clock};
use tengen_play::RequestOf;
use tengen_play::board::SetUp;
use tengen_play::{MoveOf, PlayableGame};

/// Time of a search without limits, where the game has no other limit.
const TIME: Duration = Duration::from_secs(1);

/// The size of a board: columns and rows.
pub type BoardSize = (u8, u8);

/// Whether a query has to name the size of its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeField {
    /// It has to.
    Required,
    /// This size, if it names none.
    Default(BoardSize),
}

/// A move that could not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalTurn {
    /// The number of moves before it.
    pub turn: usize,
    /// The reason.
    pub reason: IllegalMove,
}

/// A game that can be analyzed.
pub trait AnalysisGame: PlayableGame {
    /// The rules of a query, and its komi.
    type Ruling: Clone + Send + Sync + 'static;

    /// Sizes of boards, as the smallest and the largest side.
    const SIDES: (u8, u8);
    /// The size of a board.
    const SIZE: SizeField;
    /// Fields of queries about this game alone.
    const FIELDS: &'static [QueryField] = &[];

    /// Reads the rules. `config` holds those of the configuration.
    ///
    /// # Errors
    ///
    /// A field cannot be used.
    fn read_ruling(fields: Fields, config: &RuleSettings) -> Result<Self::Ruling, FieldError>;

    /// Returns an empty board.
    ///
    /// # Errors
    ///
    /// The game has no board of this size.
    fn board(size: BoardSize, ruling: &Self::Ruling) -> Result<Self::Position, FieldError>;

    /// Returns a position with these stones on an empty board.
    ///
    /// # Errors
    ///
    /// No position can have these stones.
    fn with_stones(board: &Self::Position, set_up: &SetUp) -> Result<Self::Position, FieldError> {
        Self::set_up(board, set_up)
            .map_err(|error| FieldError::new("initialStones", error.to_string()))
    }

    /// Plays the moves of a query.
    ///
    /// # Errors
    ///
    /// The first move that is illegal.
    fn replay(
        start: Self::Position,
        _: &Self::Ruling,
        moves: &[(Color, MoveOf<Self>)],
    ) -> Result<Record<Self::Position>, IllegalTurn> {
        let mut record = Record::new(start);
        for (turn, &(color, mv)) in moves.iter().enumerate() {
            let played = match record.position().to_move() == color {
                true => Ok(()),
                false => record.turn_to(color),
            };
            played
                .and_then(|()| record.play(color, mv))
                .map_err(|reason| IllegalTurn { turn, reason })?;
        }
        Ok(record)
    }

    /// Returns the limits of a search for which the client has set none.
    fn default_limits() -> Limits {
        Limits {
            time: Some(clock::fixed(TIME)),
            ..Limits::default()
        }
    }

    /// Copies the wishes of a query into the game's part of a request.
    fn take_analysis_wishes(_: &mut RequestOf<Self>, _: &Wishes) {}

    /// Adds what only this game has to a move.
    fn add_move_fields(_: &mut Object, _: &Self::Position, _: &RootMove<MoveOf<Self>>) {}

    /// Adds what only this game has to the figures of the root.
    fn add_root_fields(_: &mut Object, _: &Self::Position, _: &Report<MoveOf<Self>>) {}

    /// Returns a computation of what a query wants to be told about the position itself, as a JSON object. `None` if it
    /// wants nothing.
    fn description(
        _: &Self::Position,
        _: &Wishes,
        _: &Self::Resources,
    ) -> Option<Computation<MoveOf<Self>>> {
        None
    }
}
