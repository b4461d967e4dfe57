//! Reversi in the analysis protocol.

use std::time::Duration;

use serde_json::json;

use super::field_table::QueryField;
use super::fields::{FieldError, Fields, Object};
use super::game::{AnalysisGame, BoardSize, IllegalTurn, SizeField};
use crate::engine::game::{Color, Position as _};
use crate::engine::record::Record;
use crate::engine::{Limits, Report, RootMove, clock};
use crate::protocol::gtp::reversi::Reversi;
use crate::protocol::katago::RuleSettings;
use crate::reversi::search::certainty::Certainty;
use crate::reversi::{Move, Position};

/// Time of a search without limits.
const TIME: Duration = Duration::from_secs(1);

/// The side of a board.
const SIDE: u8 = 8;

impl AnalysisGame for Reversi {
    type Ruling = ();

    const SIDES: (u8, u8) = (SIDE, SIDE);
    const SIZE: SizeField = SizeField::Default((SIDE, SIDE));
    const FIELDS: &'static [QueryField] = &[];

    /// Accepts any rules, since there is one set of them.
    fn read_ruling(fields: Fields, _: &RuleSettings) -> Result<(), FieldError> {
        fields.text("rules").map(drop)
    }

    fn board(_: BoardSize, (): &()) -> Result<Position, FieldError> {
        Ok(Position::start())
    }

    /// Plays a pass that records of other programs leave out.
    fn replay(
        start: Position,
        (): &(),
        moves: &[(Color, Move)],
    ) -> Result<Record<Position>, IllegalTurn> {
        let mut record = Record::new(start);
        for (turn, &(color, mv)) in moves.iter().enumerate() {
            let to_move = record.position().to_move();
            let is_passed_over = to_move != color && record.position().must_pass();
            let passed = match is_passed_over {
                true => record.play(to_move, Move::Pass),
                false => Ok(()),
            };
            passed
                .and_then(|()| record.play(color, mv))
                .map_err(|reason| IllegalTurn { turn, reason })?;
        }
        Ok(record)
    }

    fn default_limits() -> Limits {
        Limits {
            time: Some(clock::fixed(TIME)),
            ..Limits::default()
        }
    }

    fn add_move_fields(fields: &mut Object, position: &Position, line: &RootMove<Move>) {
        let is_exact = Certainty::of(line, position.empties()).is_exact();
        fields.insert("exact".to_owned(), json!(is_exact));
    }

    fn add_root_fields(root: &mut Object, _: &Position, report: &Report<Move>) {
        root.insert("depth".to_owned(), json!(report.depth));
    }
}
