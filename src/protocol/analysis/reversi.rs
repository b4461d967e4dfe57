//! Reversi in the analysis protocol.

use serde_json::json;

use super::field_table::RULES;
use super::fields::{FieldError, Fields, Object};
use super::game::{AnalysisGame, BoardSize, IllegalTurn, SizeField};
use crate::katago::RuleSettings;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;
use tengen_engine::{Report, RootMove};
use tengen_play::reversi::Reversi;
use tengen_reversi::search::certainty::Certainty;
use tengen_reversi::{Move, Position};

/// Side length of the board.
const SIDE: u8 = 8;

impl AnalysisGame for Reversi {
    type Ruling = ();

    const SIDES: (u8, u8) = (SIDE, SIDE);
    const SIZE: SizeField = SizeField::Default((SIDE, SIDE));

    /// Accepts any rules, since there is only one set.
    fn read_ruling(fields: Fields, _: &RuleSettings) -> Result<(), FieldError> {
        fields.text(RULES).map(drop)
    }

    fn board(_: BoardSize, (): &()) -> Result<Position, FieldError> {
        Ok(Position::start())
    }

    /// Plays the moves, adding passes that records of other programs leave out.
    fn play_on(
        record: &mut Record<Position>,
        (): &(),
        moves: &[(Color, Move)],
        from: usize,
    ) -> Result<(), IllegalTurn> {
        for (turn, &(color, mv)) in moves.iter().enumerate().skip(from) {
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
        Ok(())
    }

    fn add_move_fields(fields: &mut Object, position: &Position, line: &RootMove<Move>) {
        let is_exact = Certainty::from_line(line, position.empties()).is_exact();
        fields.insert("exact".to_owned(), json!(is_exact));
    }

    fn add_root_fields(root: &mut Object, _: &Position, report: &Report<Move>) {
        root.insert("depth".to_owned(), json!(report.depth));
    }
}
