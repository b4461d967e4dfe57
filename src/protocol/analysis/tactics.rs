//! Chains and ladders of a Go position as JSON.

use serde_json::{Value, json};

use tengen_engine::Control;
use tengen_go::board::Point;
use tengen_go::ladder::game_ladders::SharedLadders;
use tengen_go::ladder::{KoMark, Verdict};
use tengen_go::{Move, Position};
use tengen_play::go::text;

/// Returns every chain with its color, stones and liberties.
pub fn chains(position: &Position) -> Value {
    let board = position.board();
    let chain = |head| {
        json!({
            "color": board.at(head).map(|color| color.letter().to_string()),
            "stones": names(position, board.stones_of(head)),
            "liberties": names(position, board.liberties(head)),
        })
    };
    Value::from_iter(board.chains().map(chain))
}

/// Returns the ladder of every chain with one or two liberties: the verdict, the side that ko threats would help, the
/// first move that works, and the line of play. Fails if the search is stopped.
pub fn ladders(
    position: &Position,
    ladders: &SharedLadders,
    control: &Control<Move>,
) -> Result<Value, String> {
    let readings = ladders.read_short_chains(position.board(), None, &|| control.interrupted())?;
    let ladder = |(question, reading): &(_, tengen_go::ladder::Reading)| {
        let question: &tengen_go::ladder::question::LadderQuestion = question;
        let line = reading.pv.iter().map(|&(_, point)| point);
        json!({
            "stone": text(position, question.target),
            "defender": question.defender.letter().to_string(),
            "first": question.first.letter().to_string(),
            "verdict": match reading.verdict {
                Verdict::Captured => "captured",
                Verdict::Escapes => "escapes",
                Verdict::Unknown => "unknown",
            },
            "ko": reading.ko.map(|side| match side {
                KoMark::Attacker => "attacker",
                KoMark::Defender => "defender",
            }),
            "move": reading.working_move().map(|point| text(position, point)),
            "pv": names(position, line),
        })
    };
    Ok(Value::from_iter(readings.iter().map(ladder)))
}

fn names(position: &Position, points: impl IntoIterator<Item = Point>) -> Value {
    Value::from_iter(points.into_iter().map(|point| text(position, point)))
}
