//! Reversi in the analysis protocol.

use serde_json::json;

use super::fields::{FieldError, Fields, Object};
use super::game::{AnalysisGame, BoardSize, IllegalTurn, SizeField};
use crate::katago::RuleSettings;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;
use tengen_engine::{Report, RootMove};
use tengen_play::reversi::Reversi;
use tengen_reversi::search::certainty::Certainty;
use tengen_reversi::{Move, Position};

/// The side of a board.
const SIDE: u8 = 8;

impl AnalysisGame for Reversi {
    type Ruling = ();

    const SIDES: (u8, u8) = (SIDE, SIDE);
    const SIZE: SizeField = SizeField::Default((SIDE, SIDE));

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

    fn add_move_fields(fields: &mut Object, position: &Position, line: &RootMove<Move>) {
        let is_exact = Certainty::of(line, position.empties()).is_exact();
        fields.insert("exact".to_owned(), json!(is_exact));
    }

    fn add_root_fields(root: &mut Object, _: &Position, report: &Report<Move>) {
        root.insert("depth".to_owned(), json!(report.depth));
    }
}
