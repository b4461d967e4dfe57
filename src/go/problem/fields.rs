//! The answer to a problem as fields of a JSON object, for all programs and protocols.

use serde::Serialize;

use super::answer::{ProblemAnswer, ProblemLine, SuccessKind};
use crate::board::{Board, Move, Point};
use crate::life::group::GroupStatus;

/// Fields of an answer, with moves and points spelled as `M`.
#[derive(Serialize)]
pub struct ProblemFields<M> {
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<&'static str>,
    moves: Vec<M>,
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threats: Option<usize>,
    line: Vec<M>,
    /// The line if the other side moves first.
    reply: Vec<M>,
    refutations: Vec<RefutationFields<M>>,
    target: Vec<M>,
    size: usize,
    zone: Vec<M>,
    region: Vec<M>,
    assumed: Vec<M>,
}

/// Fields of a refutation.
#[derive(Serialize)]
struct RefutationFields<M> {
    #[serde(rename = "move")]
    mv: M,
    line: Vec<M>,
}

impl<M> ProblemFields<M> {
    /// Returns the fields of an answer about a board; `None` for one that was not found. `spell` spells moves.
    pub fn new(board: &Board, answer: Option<&ProblemAnswer>, spell: impl Fn(Move) -> M) -> Self {
        let Some(answer) = answer else {
            return ProblemFields::unknown();
        };
        let points = |points: &[Point]| {
            let moves = points.iter().map(|&point| Move::Place(point));
            moves.map(&spell).collect::<Vec<M>>()
        };
        let line = |line: &ProblemLine| line.pv.iter().map(|&(_, mv)| spell(mv)).collect();
        let [first, second] = &answer.lines;
        let stones: Vec<Point> = board.stones_of(answer.target).collect();
        let refutations = answer
            .refutations
            .iter()
            .map(|refutation| RefutationFields {
                mv: spell(Move::Place(refutation.mv)),
                line: refutation.line.iter().map(|&(_, mv)| spell(mv)).collect(),
            });
        ProblemFields {
            verdict: answer.status.name(),
            goal: Some(answer.goal.name()),
            moves: points(&answer.moves),
            kind: Some(answer.kind.name()),
            threats: match answer.kind {
                SuccessKind::Ko { threats } => Some(threats),
                _ => None,
            },
            line: line(first),
            reply: line(second),
            refutations: refutations.collect(),
            target: points(&stones),
            size: stones.len(),
            zone: points(&first.zone),
            region: points(answer.region()),
            assumed: points(&answer.assumed),
        }
    }

    fn unknown() -> Self {
        ProblemFields {
            verdict: GroupStatus::Unknown.name(),
            goal: None,
            moves: Vec::new(),
            kind: None,
            threats: None,
            line: Vec::new(),
            reply: Vec::new(),
            refutations: Vec::new(),
            target: Vec::new(),
            size: 0,
            zone: Vec::new(),
            region: Vec::new(),
            assumed: Vec::new(),
        }
    }
}
