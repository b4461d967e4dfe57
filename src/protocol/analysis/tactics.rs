//! Chains, ladders and the problem of a Go position as JSON.

use std::sync::Arc;

use serde_json::{Value, json};

use tengen_engine::{Control, Settings};
use tengen_go::board::Point;
use tengen_go::ladder::game_ladders::SharedLadders;
use tengen_go::ladder::{KoMark, Verdict};
use tengen_go::net::Network;
use tengen_go::problem::{self, DEFAULT_BUDGET, ProblemFields, ProblemLimits};
use tengen_go::{Move, Position};
use tengen_play::go::{move_text, text};

/// Divisor of an analyst's memory for the readings of a problem, which use it in addition to the search's tables.
const PROBLEM_MEMORY_SHARE: usize = 4;

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

/// Returns the answer to the position as a problem diagram, with its side to move. It is unknown if the reading is stopped.
pub fn problem(
    position: &Position,
    network: Arc<Network>,
    settings: Settings,
    control: &Control<Move>,
) -> Result<Value, String> {
    let limits = ProblemLimits {
        budget: DEFAULT_BUDGET,
        memory: settings.memory / PROBLEM_MEMORY_SHARE,
    };
    let mut search = problem::search(&network, settings);
    let reading = problem::read(position, &mut search, limits, control);
    let spell = |mv| move_text(position, mv);
    let fields = ProblemFields::nested(position.board(), reading.as_ref(), spell);
    serde_json::to_value(fields).map_err(|error| error.to_string())
}

fn names(position: &Position, points: impl IntoIterator<Item = Point>) -> Value {
    Value::from_iter(points.into_iter().map(|point| text(position, point)))
}
