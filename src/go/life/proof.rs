//! Proofs of verdicts as maps from states to moves, in the format `ld-proof 1`.
//!
//! A proof of a capture answers every reachable state of the attacker, without a cycle. A proof of life answers every
//! state of the defender; its cycles favor the defender. If a side may retake kos a limited number of times, the number
//! left is part of the state.

use rustc_hash::FxHashSet;
use serde::Serialize;

use super::enclosure::{Enclosure, StepOutcome};
use super::question::LifeQuestion;
use super::reading::{LifeReading, LifeVerdict};
use super::side::LifeSide;
use super::state::{LifeMove, LifeState, PackedState};
use crate::board::Point;
use tengen_engine::game::Color;

/// A statement to be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LifeClaim {
    /// The side that moves first.
    pub first: LifeSide,
    /// Whether the target is captured.
    pub captured: bool,
    /// The side that may retake kos immediately.
    pub free: Option<LifeSide>,
    /// The number of retakes allowed, or `None` for any finite number or if there is no free side.
    pub budget: Option<usize>,
}

/// The claiming side's answer to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofMove {
    /// A move in the region.
    Play(LifeMove),
    /// No move, because a target chain is pass-alive.
    PassAlive,
}

/// A source of answers for a proof.
pub trait LifeStrategy {
    /// Returns the claiming side's answer to a state in which the free side has `left` threats left. `is_listed`
    /// reports whether a state is already in the proof, so that answers can stay within it to keep it small. `None` if
    /// there is no answer.
    fn answer(
        &mut self,
        state: &LifeState,
        left: Option<usize>,
        is_listed: &dyn Fn(&LifeState) -> bool,
    ) -> Option<ProofMove>;
}

/// A line of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProofLine {
    state: LifeState,
    answer: ProofMove,
    left: Option<usize>,
}

/// A proof of a claim as a list of answered states.
#[derive(Clone, Debug)]
pub struct LifeProof {
    claim: LifeClaim,
    lines: Vec<ProofLine>,
}

/// The first line of a proof.
#[derive(Serialize)]
pub(super) struct ProofHeader<'a> {
    format: &'static str,
    id: &'a str,
    size: u8,
    rows: Vec<String>,
    ko: Option<[u8; 2]>,
    target: Vec<[u8; 2]>,
    region: Vec<[u8; 2]>,
    first: LifeSide,
    free: Option<LifeSide>,
    budget: Option<usize>,
    claim: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    zone: Option<Vec<[u8; 2]>>,
}

impl LifeClaim {
    /// Returns the claims that together prove a reading: the verdict and the effect of ko threats on it.
    pub fn from_reading(reading: &LifeReading) -> Vec<LifeClaim> {
        let captured = match reading.verdict {
            LifeVerdict::Captured => true,
            LifeVerdict::Lives => false,
            LifeVerdict::Unknown => return Vec::new(),
        };
        let strict = LifeClaim {
            first: reading.first,
            captured,
            free: None,
            budget: None,
        };
        let loser = strict.claimant().opponent();
        let free = LifeClaim {
            free: Some(loser),
            ..strict
        };
        let Some(ko) = reading.ko else {
            return vec![strict, free];
        };
        let turned = LifeClaim {
            captured: !captured,
            budget: Some(ko.count),
            ..free
        };
        let fewer = LifeClaim {
            budget: Some(ko.count - 1),
            ..free
        };
        let mut claims = vec![strict, turned];
        if ko.count > 1 {
            claims.push(fewer);
        }
        claims
    }

    /// Returns the side that makes the claim.
    pub fn claimant(&self) -> LifeSide {
        if self.captured {
            LifeSide::Attacker
        } else {
            LifeSide::Defender
        }
    }

    /// Returns the number of threats left after a move, or `None` if the move needs a threat that the side does not
    /// have.
    pub fn left_after(
        &self,
        mover: LifeSide,
        is_retake: bool,
        left: Option<usize>,
    ) -> Option<Option<usize>> {
        match (is_retake, left) {
            (false, _) => Some(left),
            (true, _) if self.free != Some(mover) => None,
            (true, None) => Some(None),
            (true, Some(left)) => left.checked_sub(1).map(Some),
        }
    }
}

impl LifeProof {
    /// Collects the answers to all reachable states. `None` if the strategy has no answer to one of them or there are
    /// more than `most` states.
    pub fn collect(
        enclosure: &Enclosure,
        claim: LifeClaim,
        root: LifeState,
        strategy: &mut dyn LifeStrategy,
        most: usize,
    ) -> Option<LifeProof> {
        let mut proof = LifeProof {
            claim,
            lines: Vec::new(),
        };
        let mut listed: FxHashSet<(PackedState, Option<usize>)> = FxHashSet::default();
        let mut todo = vec![(root, claim.budget)];
        listed.insert((root.pack(), claim.budget));
        while let Some((state, left)) = todo.pop() {
            let mut only = None;
            if state.to_move == claim.claimant() {
                let is_listed = |next: &LifeState| listed.contains(&(next.pack(), left));
                let answer = strategy.answer(&state, left, &is_listed)?;
                proof.lines.push(ProofLine {
                    state,
                    answer,
                    left,
                });
                match answer {
                    ProofMove::PassAlive => continue,
                    ProofMove::Play(mv) => only = Some(mv),
                }
            } else if !claim.captured && enclosure.is_pass_alive(&state) {
                proof.lines.push(ProofLine {
                    state,
                    answer: ProofMove::PassAlive,
                    left,
                });
                continue;
            }
            let mut is_sound = true;
            enclosure.each_step(&state, |step| {
                if only.is_some_and(|mv| mv != step.mv) {
                    return;
                }
                let Some(left) = claim.left_after(state.to_move, step.is_retake, left) else {
                    is_sound &= only.is_none();
                    return;
                };
                match step.outcome {
                    StepOutcome::Captured => is_sound &= claim.captured,
                    StepOutcome::Next(next) => {
                        if listed.insert((next.pack(), left)) {
                            todo.push((next, left));
                        }
                    }
                }
            });
            if !is_sound || listed.len() > most {
                return None;
            }
        }
        Some(proof)
    }

    /// Returns the proof as text, or `None` for a non-square board, which the format does not support.
    pub fn text(&self, enclosure: &Enclosure, question: &LifeQuestion, id: &str) -> Option<String> {
        let header = ProofHeader::new(question, self.claim, id)?;
        let mut text = serde_json::to_string(&header).ok()?;
        text.push('\n');
        let cells = CellWriter::new(enclosure, question);
        let index = |mv: LifeMove| match mv {
            LifeMove::Pass => "pass".to_owned(),
            LifeMove::Stone(node) => enclosure.index(node).to_string(),
        };
        for line in &self.lines {
            cells.write(&line.state, &mut text);
            let ko = line.state.ko;
            let ko = ko.map_or("-".to_owned(), |node| index(LifeMove::Stone(node)));
            let side = match line.state.to_move {
                LifeSide::Attacker => 'a',
                LifeSide::Defender => 'd',
            };
            let answer = match line.answer {
                ProofMove::Play(mv) => index(mv),
                ProofMove::PassAlive => "B".to_owned(),
            };
            text += &format!(" {ko} {side} {answer}");
            if let Some(left) = line.left {
                text += &format!(" {left}");
            }
            text.push('\n');
        }
        Some(text)
    }
}

impl<'a> ProofHeader<'a> {
    /// Returns the header of a proof, or `None` for a board that is not square.
    pub(super) fn new(question: &LifeQuestion, claim: LifeClaim, id: &'a str) -> Option<Self> {
        let board = question.board();
        let size = board.size();
        if size.width() != size.height() {
            return None;
        }
        let place = |point: Point| [point.column(), size.height() - 1 - point.row()];
        let places = |points: &[Point]| points.iter().copied().map(place).collect();
        let points: Vec<Point> = size.points_from_top().collect();
        let letter = |point: &Point| match board.at(*point) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        };
        let rows = points.chunks(usize::from(size.width()));
        Some(ProofHeader {
            format: "ld-proof 1",
            id,
            size: size.width(),
            rows: rows.map(|row| row.iter().map(letter).collect()).collect(),
            ko: board.ko().map(|ko| place(ko.point)),
            target: places(question.targets()),
            region: places(question.region()),
            first: claim.first,
            free: claim.free,
            budget: claim.budget,
            claim: if claim.captured { "captured" } else { "lives" },
            zone: None,
        })
    }

    /// Turns the header into that of a proof with zones, with the points of the region in this order.
    pub(super) fn with_zone(self, region: &[Point], zone: &[Point]) -> Self {
        let places = |points: &[Point]| points.iter().map(|&point| self.place(point)).collect();
        ProofHeader {
            format: "ld-proof 2",
            region: places(region),
            zone: Some(places(zone)),
            ..self
        }
    }

    /// Returns a point as column and row from the top.
    fn place(&self, point: Point) -> [u8; 2] {
        [point.column(), self.size - 1 - point.row()]
    }
}

/// Writes the contents of the region, one letter per point.
struct CellWriter<'a> {
    enclosure: &'a Enclosure,
    attacker: char,
    defender: char,
}

impl CellWriter<'_> {
    fn new<'a>(enclosure: &'a Enclosure, question: &LifeQuestion) -> CellWriter<'a> {
        let letter = |side| match question.color(side) {
            Color::Black => 'X',
            Color::White => 'O',
        };
        CellWriter {
            enclosure,
            attacker: letter(LifeSide::Attacker),
            defender: letter(LifeSide::Defender),
        }
    }

    fn write(&self, state: &LifeState, text: &mut String) {
        for &node in self.enclosure.nodes_of_points() {
            let has = |set: u64| set >> node & 1 != 0;
            text.push(if has(state.targets) {
                self.defender.to_ascii_lowercase()
            } else if has(state.of(LifeSide::Defender)) {
                self.defender
            } else if has(state.of(LifeSide::Attacker)) {
                self.attacker
            } else {
                '.'
            });
        }
    }
}

/// Returns a move that captures the last target immediately, with the attacker to move.
pub fn capturing_move(enclosure: &Enclosure, state: &LifeState) -> Option<LifeMove> {
    let mut found = None;
    enclosure.each_step(state, |step| {
        if step.outcome == StepOutcome::Captured && !step.is_retake {
            found = found.or(Some(step.mv));
        }
    });
    found
}
