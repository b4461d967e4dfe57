//! The answer to a problem as fields of a JSON object, for all programs and protocols.

use std::iter;

use serde::Serialize;

use super::answer::{ProblemAnswer, ProblemLine, SuccessKind};
use super::reader::ProblemReading;
use super::tried::TriedArea;
use crate::board::{Board, Move, Point};
use crate::life::group::GroupStatus;
use tengen_engine::game::Color;

/// Fields of an answer, with moves and points spelled as `M`. Without an answer, `line` is the network's guess.
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
    /// The readings of chains that have no answer; the first answer has them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tried: Vec<TriedFields<M>>,
    /// The answers about other groups, where they are nested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<ProblemFields<M>>,
}

/// Fields of an area that was read without an answer.
#[derive(Serialize)]
struct TriedFields<M> {
    outcome: &'static str,
    /// The verdicts if black and if white moves first.
    black: &'static str,
    white: &'static str,
    target: Vec<M>,
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
    /// Returns the fields of each answer about a board, or those of an unknown one; `None` stands for a reading that was
    /// stopped or failed. `spell` spells moves.
    pub fn all(
        board: &Board,
        reading: Option<&ProblemReading>,
        spell: impl Fn(Move) -> M,
    ) -> Vec<Self> {
        let (first, others) = ProblemFields::parts(board, reading, spell);
        iter::once(first).chain(others).collect()
    }

    /// Returns the fields of the first answer, with those of the others nested.
    pub fn nested(
        board: &Board,
        reading: Option<&ProblemReading>,
        spell: impl Fn(Move) -> M,
    ) -> Self {
        let (first, others) = ProblemFields::parts(board, reading, spell);
        ProblemFields { others, ..first }
    }

    /// Returns the fields of the first answer, which has the readings without one, and those of the others.
    fn parts(
        board: &Board,
        reading: Option<&ProblemReading>,
        spell: impl Fn(Move) -> M,
    ) -> (Self, Vec<Self>) {
        let Some(reading) = reading else {
            return (ProblemFields::unknown(), Vec::new());
        };
        let speller = Speller { board, spell };
        let mut answers = reading.answers.iter().map(|answer| speller.answer(answer));
        let first = answers.next().unwrap_or_else(|| ProblemFields {
            line: speller.line(&reading.expected),
            ..ProblemFields::unknown()
        });
        let tried = reading.tried.iter().map(|one| speller.tried(one)).collect();
        (ProblemFields { tried, ..first }, answers.collect())
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
            tried: Vec::new(),
            others: Vec::new(),
        }
    }
}

/// Spells the parts of answers about a board.
struct Speller<'a, S> {
    board: &'a Board,
    spell: S,
}

impl<M, S: Fn(Move) -> M> Speller<'_, S> {
    fn answer(&self, answer: &ProblemAnswer) -> ProblemFields<M> {
        let line = |line: &ProblemLine| self.line(&line.pv);
        let [first, second] = &answer.lines;
        let refutations = answer
            .refutations
            .iter()
            .map(|refutation| RefutationFields {
                mv: (self.spell)(Move::Place(refutation.mv)),
                line: self.line(&refutation.line),
            });
        ProblemFields {
            verdict: answer.status.name(),
            goal: Some(answer.goal.name()),
            moves: self.points(&answer.moves),
            kind: Some(answer.kind.name()),
            threats: match answer.kind {
                SuccessKind::Ko { threats } => Some(threats),
                _ => None,
            },
            line: line(first),
            reply: line(second),
            refutations: refutations.collect(),
            target: self.chain(answer.target),
            size: self.board.chain_len(answer.target),
            zone: self.points(&first.zone),
            region: self.points(answer.region()),
            assumed: self.points(&answer.assumed),
            ..ProblemFields::unknown()
        }
    }

    fn tried(&self, tried: &TriedArea) -> TriedFields<M> {
        let [black, white] = Color::BOTH.map(|first| tried.verdict(first).name());
        TriedFields {
            outcome: tried.outcome.name(),
            black,
            white,
            target: self.chain(tried.target),
            region: self.points(&tried.region),
            assumed: self.points(&tried.assumed),
        }
    }

    fn line(&self, line: &[(Color, Move)]) -> Vec<M> {
        line.iter().map(|&(_, mv)| (self.spell)(mv)).collect()
    }

    fn chain(&self, stone: Point) -> Vec<M> {
        self.points(&self.board.stones_of(stone).collect::<Vec<_>>())
    }

    fn points(&self, points: &[Point]) -> Vec<M> {
        let moves = points.iter().map(|&point| Move::Place(point));
        moves.map(&self.spell).collect()
    }
}
