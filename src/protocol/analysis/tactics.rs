//! Chains and ladders of a position of Go as JSON.

use serde_json::{Value, json};

use crate::engine::Control;
use crate::go::board::Point;
use crate::go::ladder::game_ladders::SharedLadders;
use crate::go::ladder::{KoMark, Verdict};
use crate::go::{Move, Position};
use crate::protocol::gtp::go::ladder_commands::{read_all, working_move};
use crate::protocol::gtp::go::text;

/// Returns every chain: its color, stones and liberties.
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
/// first move that works, and the line of play.
///
/// # Errors
///
/// The search was stopped.
pub fn ladders(
    position: &Position,
    ladders: &SharedLadders,
    control: &Control<Move>,
) -> Result<Value, String> {
    let readings = read_all(position, None, ladders, control)?;
    let ladder = |(question, reading): &(_, crate::go::ladder::Reading)| {
        let question: &crate::go::ladder::question::LadderQuestion = question;
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
            "move": working_move(reading).map(|point| text(position, point)),
            "pv": names(position, line),
        })
    };
    Ok(Value::from_iter(readings.iter().map(ladder)))
}

fn names(position: &Position, points: impl IntoIterator<Item = Point>) -> Value {
    Value::from_iter(points.into_iter().map(|point| text(position, point)))
}
