//! Noughts and crosses in the analysis protocol.

use super::fields::{FieldError, Fields};
use super::game::{AnalysisGame, BoardSize, SizeField};
use crate::katago::RuleSettings;
use tengen_play::PlayableGame as _;
use tengen_play::noughts::Noughts;
use tengen_play::options::GameOptions;

impl AnalysisGame for Noughts {
    type Ruling = ();

    const SIDES: (u8, u8) = (3, 3);
    const SIZE: SizeField = SizeField::Default((3, 3));

    /// Accepts any rules, since the game has only one set.
    fn read_ruling(fields: Fields, _: &RuleSettings) -> Result<(), FieldError> {
        fields.text("rules").map(drop)
    }

    fn board(_: BoardSize, (): &()) -> Result<Self::Position, FieldError> {
        let start = Noughts::start(&GameOptions::default());
        start.map_err(|error| FieldError::new("boardXSize", error.to_string()))
    }
}
