//! The adapter of noughts and crosses to GTP.

use crate::gtp::game::score_text;
use crate::gtp::{GtpGame, Session};
use tengen_engine::game::{Outcome, Position as _};
use tengen_engine::worker::Computation;
use tengen_play::noughts::Noughts;
use tengen_play::{MoveOf, PlayableGame as _};

impl GtpGame for Noughts {
    type Parameters = ();

    /// Returns a margin of 1 for a win and 0 for a draw.
    fn final_score(session: &Session<Self>) -> Computation<MoveOf<Self>> {
        let outcome = session.position().outcome();
        Box::new(move |_| match outcome {
            Some(Outcome::Win(color)) => Ok(score_text(Some(color), 1)),
            Some(Outcome::Draw) => Ok(score_text(None, 0)),
            None => Err("cannot score".to_owned()),
        })
    }

    fn notes(position: &Self::Position) -> Vec<String> {
        vec![Self::result(position)]
    }
}
