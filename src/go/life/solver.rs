//! The solver: full answers and proofs from proof-number search.

use thiserror::Error;

use super::enclosure::{Enclosure, LifeStep, StepOutcome};
use super::fate::Fate;
use super::proof::{self, LifeClaim, LifeProof, LifeStrategy, ProofMove};
use super::proof_search::{LifeSearch, LimitReached, RetakeRight, SearchGoal};
use super::question::LifeQuestion;
use super::reading::{KoThreats, LifeReading, LifeVerdict, WayOfLife};
use super::side::LifeSide;
use super::state::{LifeMove, LifeState};

/// Default number of states per reading: about half a minute.
pub const DEFAULT_BUDGET: u64 = 8_000_000;

/// The largest number of states in a written proof.
pub const LONGEST_PROOF: usize = 1_000_000;

/// The largest number of ko threats tried.
const MOST_THREATS: usize = 100;

/// The reason that a proof cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoProof {
    /// The proof format does not support the board.
    #[error("the board is not square, for which the format has no place")]
    NotSquare,
    /// The search reached a limit, or the proof is too long.
    #[error("it takes too long to find, or has more than {LONGEST_PROOF} states")]
    TooLarge,
}

/// The reason that a first move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadFirstMove {
    /// The point is not in the region.
    #[error("it is outside the region")]
    Outside,
    /// The point is occupied, or the move is suicide.
    #[error("it is illegal")]
    Illegal,
    /// The move needs a ko threat.
    #[error("the ko forbids it")]
    Ko,
}

/// Searches about one question, which share their results.
pub struct LifeSolver<'a> {
    enclosure: &'a Enclosure,
    question: &'a LifeQuestion,
    searches: Vec<((SearchGoal, RetakeRight), LifeSearch<'a>)>,
    is_stopped: &'a dyn Fn() -> bool,
    /// The memory limit for all searches together, in bytes.
    memory: usize,
    /// Visits left to the current reading.
    visits_left: u64,
}

impl<'a> LifeSolver<'a> {
    /// Returns a solver without results. All searches together stay within `memory` bytes.
    pub fn new(
        enclosure: &'a Enclosure,
        question: &'a LifeQuestion,
        memory: usize,
        is_stopped: &'a dyn Fn() -> bool,
    ) -> LifeSolver<'a> {
        LifeSolver {
            enclosure,
            question,
            searches: Vec::new(),
            is_stopped,
            memory,
            visits_left: 0,
        }
    }

    /// Returns the answer for this side moving first, within `visits` visits of states. The verdict is unknown unless
    /// both it and its ko threats are certain. Moves and the way of life are omitted if they would take more visits.
    pub fn reading(&mut self, first: LifeSide, visits: u64) -> LifeReading {
        let root = self.enclosure.start(self.question, first);
        self.reading_of(&root, visits)
    }

    /// Returns the answer after a first move of this side, with the other side to move. Fails if the move cannot be
    /// made.
    pub fn reading_after(
        &mut self,
        first: LifeSide,
        mv: LifeMove,
        visits: u64,
    ) -> Result<LifeReading, BadFirstMove> {
        let root = self.enclosure.start(self.question, first);
        let steps = self.enclosure.steps(&root);
        let step = steps.iter().find(|step| step.mv == mv);
        match step.ok_or(BadFirstMove::Illegal)? {
            step if step.is_retake => Err(BadFirstMove::Ko),
            step => Ok(match step.outcome {
                StepOutcome::Next(after) => self.reading_of(&after, visits),
                StepOutcome::Captured => LifeReading {
                    verdict: LifeVerdict::Captured,
                    is_complete: true,
                    ..LifeReading::unknown(first.opponent(), 0)
                },
            }),
        }
    }

    /// Returns the fate of the target without ko threats, within `visits` visits, and the number of visits spent.
    pub fn fate(&mut self, visits: u64) -> (Fate, u64) {
        self.visits_left = visits;
        let fate = self.decided_fate().unwrap_or(Fate::Unknown);
        (fate, visits - self.visits_left)
    }

    fn decided_fate(&mut self) -> Result<Fate, LimitReached> {
        let [attack, defense] =
            LifeSide::BOTH.map(|first| self.enclosure.start(self.question, first));
        if self.captures(RetakeRight::Nobody, &attack, 0)? {
            return Ok(match self.captures(RetakeRight::Nobody, &defense, 0)? {
                true => Fate::Dead,
                false => Fate::Unsettled,
            });
        }
        Ok(
            match self.decide(SearchGoal::Eyes, RetakeRight::Nobody, &attack, 0) {
                Ok(true) => Fate::Alive,
                Ok(false) => Fate::Seki,
                Err(LimitReached) => Fate::Lives,
            },
        )
    }

    /// Returns whether the attacker captures the target even if the defender moves first, provided that the attacker
    /// wins all kos, and the number of visits spent. `None` if `visits` do not suffice.
    pub fn falls_to_endless_threats(&mut self, visits: u64) -> (Option<bool>, u64) {
        self.visits_left = visits;
        let root = self.enclosure.start(self.question, LifeSide::Defender);
        let right = RetakeRight::Endless(LifeSide::Attacker);
        let falls = self.captures(right, &root, 0).ok();
        (falls, visits - self.visits_left)
    }

    /// Returns the attacker's moves that capture the target while its owner passes, with the passes between them. The
    /// capture must already be decided.
    pub fn capture_line(&mut self) -> Vec<LifeMove> {
        let enclosure = self.enclosure;
        let mut state = enclosure.start(self.question, LifeSide::Attacker);
        let search = self.search(SearchGoal::Capture, RetakeRight::Nobody);
        let mut line = Vec::new();
        loop {
            let proved = search.answer(&state, 0);
            let answer = proved.or_else(|| proof::capturing_move(enclosure, &state));
            let steps = enclosure.steps(&state);
            let step = steps.iter().find(|step| Some(step.mv) == answer);
            let Some(step) = step else {
                return line;
            };
            line.push(step.mv);
            let StepOutcome::Next(after) = step.outcome else {
                return line;
            };
            line.push(LifeMove::Pass);
            state = after.passed();
        }
    }

    fn reading_of(&mut self, root: &LifeState, visits: u64) -> LifeReading {
        self.visits_left = visits;
        let mut reading = LifeReading::unknown(root.to_move, 0);
        if let Ok((captured, ko)) = self.verdict(root) {
            reading.verdict = if captured {
                LifeVerdict::Captured
            } else {
                LifeVerdict::Lives
            };
            reading.ko = ko;
            reading.is_complete = self.fill_in(root, &mut reading).is_ok();
        }
        reading.nodes = visits - self.visits_left;
        reading
    }

    /// Decides whether the target is captured, and which ko threats change that.
    fn verdict(&mut self, root: &LifeState) -> Result<(bool, Option<KoThreats>), LimitReached> {
        let captured = self.captures(RetakeRight::Nobody, root, 0)?;
        let side = if captured {
            LifeSide::Defender
        } else {
            LifeSide::Attacker
        };
        if !self.is_turned_by_any_number(side, captured, root)? {
            return Ok((captured, None));
        }
        for count in 1..=MOST_THREATS {
            if self.captures(RetakeRight::Counted(side), root, count)? != captured {
                return Ok((captured, Some(KoThreats { side, count })));
            }
        }
        Err(LimitReached)
    }

    /// Whether some finite number of threats of a side changes the verdict of a state.
    fn is_turned_by_any_number(
        &mut self,
        side: LifeSide,
        captured: bool,
        state: &LifeState,
    ) -> Result<bool, LimitReached> {
        let is_turned = self.captures(RetakeRight::Endless(side), state, 0)? != captured;
        if side == LifeSide::Attacker || !is_turned {
            return Ok(is_turned);
        }
        // A defender who must retake forever has not lived.
        Ok(!self.captures(RetakeRight::AnyNumber, state, 0)?)
    }

    fn fill_in(&mut self, root: &LifeState, reading: &mut LifeReading) -> Result<(), LimitReached> {
        reading.pv = self.line(root, reading.verdict);
        let steps = self.enclosure.steps(root);
        if reading.succeeds() {
            for step in steps.iter().filter(|step| !step.is_retake) {
                if self.succeeds_after(step, RetakeRight::Nobody, 0)? {
                    reading.moves.push(step.mv);
                }
            }
        }
        if reading.verdict == LifeVerdict::Lives {
            reading.how = Some(self.way(root)?);
        }
        let mut best = Vec::new();
        for step in &steps {
            if self.is_best(step, reading)? {
                best.push(step.mv);
            }
        }
        reading.best = best;
        if let (Some(best), false) = (reading.best.first(), reading.succeeds()) {
            reading.pv = vec![*best];
        }
        Ok(())
    }

    /// Whether a first move preserves the value of the position.
    fn is_best(&mut self, step: &LifeStep, reading: &LifeReading) -> Result<bool, LimitReached> {
        let first = reading.first;
        match reading.ko {
            None if !reading.succeeds() => Ok(false),
            None => {
                if !reading.moves.contains(&step.mv) {
                    return Ok(false);
                }
                let StepOutcome::Next(after) = step.outcome else {
                    return Ok(true);
                };
                let captured = first == LifeSide::Attacker;
                Ok(!self.is_turned_by_any_number(first.opponent(), captured, &after)?)
            }
            // The other side must still need as many threats as at the root.
            Some(ko) if ko.side != first => {
                if !reading.moves.contains(&step.mv) {
                    return Ok(false);
                }
                self.succeeds_after(step, RetakeRight::Counted(ko.side), ko.count - 1)
            }
            Some(ko) => {
                let left = ko.count - usize::from(step.is_retake);
                self.succeeds_after(step, RetakeRight::Counted(ko.side), left)
            }
        }
    }

    /// Whether the side that makes a first move gets its desired verdict after it.
    fn succeeds_after(
        &mut self,
        step: &LifeStep,
        right: RetakeRight,
        left: usize,
    ) -> Result<bool, LimitReached> {
        let StepOutcome::Next(after) = step.outcome else {
            return Ok(true);
        };
        let mover = after.to_move.opponent();
        Ok(self.captures(right, &after, left)? == (mover == LifeSide::Attacker))
    }

    fn way(&mut self, state: &LifeState) -> Result<WayOfLife, LimitReached> {
        if self.decide(SearchGoal::Eyes, RetakeRight::Nobody, state, 0)? {
            return Ok(WayOfLife::Eyes);
        }
        let ends = self.decide(SearchGoal::End, RetakeRight::Nobody, state, 0)?;
        Ok(if ends {
            WayOfLife::Seki
        } else {
            WayOfLife::Cycle
        })
    }

    /// Returns a line that demonstrates the verdict, up to the capture or a pass-alive target.
    fn line(&mut self, root: &LifeState, verdict: LifeVerdict) -> Vec<LifeMove> {
        let goal = match verdict {
            LifeVerdict::Captured => SearchGoal::Capture,
            LifeVerdict::Lives => SearchGoal::Eyes,
            LifeVerdict::Unknown => return Vec::new(),
        };
        match self.decide(goal, RetakeRight::Nobody, root, 0) {
            Ok(true) => self.search(goal, RetakeRight::Nobody).longest_line(root, 0),
            _ => {
                let strict = self.search(SearchGoal::Capture, RetakeRight::Nobody);
                strict.answer(root, 0).into_iter().collect()
            }
        }
    }

    fn captures(
        &mut self,
        right: RetakeRight,
        state: &LifeState,
        left: usize,
    ) -> Result<bool, LimitReached> {
        self.decide(SearchGoal::Capture, right, state, left)
    }

    fn decide(
        &mut self,
        goal: SearchGoal,
        right: RetakeRight,
        state: &LifeState,
        left: usize,
    ) -> Result<bool, LimitReached> {
        let visits_left = self.visits_left;
        let search = self.search(goal, right);
        let before = search.visits();
        let decided = search.decide(state, left, visits_left);
        let spent = search.visits() - before;
        self.visits_left -= spent.min(visits_left);
        decided
    }

    /// Returns the search for a goal, which may use the memory left by the others.
    fn search(&mut self, goal: SearchGoal, right: RetakeRight) -> &mut LifeSearch<'a> {
        let key = (goal, right);
        let known = self.searches.iter().position(|(other, _)| *other == key);
        let index = known.unwrap_or_else(|| {
            let search = LifeSearch::new(self.enclosure, goal, right, self.is_stopped);
            self.searches.push((key, search));
            self.searches.len() - 1
        });
        let used: usize = self
            .searches
            .iter()
            .map(|(_, search)| search.memory())
            .sum();
        let search = &mut self.searches[index].1;
        search.set_memory(search.memory() + self.memory.saturating_sub(used));
        search
    }

    /// Returns the text of the proof of a true claim, deciding it first if necessary. Fails if the board isn't square,
    /// the search takes too long, or the proof is too long.
    pub fn proof_text(&mut self, claim: LifeClaim, id: &str) -> Result<String, NoProof> {
        let proof = self.proof(claim).ok_or(NoProof::TooLarge)?;
        proof
            .text(self.enclosure, self.question, id)
            .ok_or(NoProof::NotSquare)
    }

    /// Returns the proof of a true claim, or `None` if it takes too long to find or is too long.
    pub fn proof(&mut self, claim: LifeClaim) -> Option<LifeProof> {
        self.visits_left = DEFAULT_BUDGET;
        let root = self.enclosure.start(self.question, claim.first);
        let mut rights = match (claim.free, claim.budget) {
            (None, _) => vec![RetakeRight::Nobody],
            (Some(side), Some(_)) => vec![RetakeRight::Counted(side)],
            (Some(side), None) => vec![RetakeRight::Endless(side)],
        };
        if claim.captured && claim.free == Some(LifeSide::Defender) && claim.budget.is_none() {
            rights.push(RetakeRight::AnyNumber);
        }
        let left = claim.budget.unwrap_or(0);
        for right in rights {
            if self.captures(right, &root, left).ok()? == claim.captured {
                let enclosure = self.enclosure;
                let search = self.search(SearchGoal::Capture, right);
                let mut strategy = SearchedStrategy { search };
                return LifeProof::collect(enclosure, claim, root, &mut strategy, LONGEST_PROOF);
            }
        }
        None
    }
}

/// Answers taken from a search that has decided the claim.
struct SearchedStrategy<'a, 'b> {
    search: &'b LifeSearch<'a>,
}

impl LifeStrategy for SearchedStrategy<'_, '_> {
    fn answer(
        &mut self,
        state: &LifeState,
        left: Option<usize>,
        _: &dyn Fn(&LifeState) -> bool,
    ) -> Option<ProofMove> {
        let left = left.unwrap_or(0);
        match self.search.answer(state, left) {
            Some(mv) => Some(ProofMove::Play(mv)),
            None => self.search.last_answer(state),
        }
    }
}
