//! Proofs of verdicts in large regions, in the format `ld-proof 2`.
//!
//! A line is a state, reduced to the cells that its result depends on, with the claiming side's move, or the other side's
//! moves on known cells. Each move names a line that holds after it: its known cells look the same. proofs.md defines the format.

use rustc_hash::FxHashMap;

use super::ZoneSearch;
use super::assessment::{Assessment, Reason};
use super::field::{Cells, Field, FieldState, cell, cells};
use super::table::{FieldMove, NodeId, NodeKey};
use crate::board::Point;
use crate::life::proof::{LifeClaim, ProofHeader};
use crate::life::question::LifeQuestion;
use crate::life::side::LifeSide;
use crate::life::solver::{LONGEST_PROOF, NoProof};

/// A proof of a claim.
#[derive(Clone, Debug)]
pub struct VerdictProof {
    /// The statement that is proved.
    pub claim: LifeClaim,
    /// The points of the cells, in their order in a line.
    region: Vec<Point>,
    /// The points of the known cells of the first line.
    zone: Vec<Point>,
    /// The lines of the states; `None` if they are too many.
    text: Option<String>,
}

/// A state with the cells that are known.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ZoneLine {
    state: FieldState,
    known: Cells,
    answer: LineAnswer,
}

/// The reason that a state is won.
#[derive(Clone, Debug, PartialEq, Eq)]
enum LineAnswer {
    /// Not collected yet.
    Open,
    /// The target is safe or pass-alive.
    Alive,
    /// The target lacks room for two eyes.
    NoEyes,
    /// The claiming side's move.
    Move(FieldMove, After),
    /// The other side's moves, with the numbers of their lines.
    Replies(Vec<(FieldMove, usize)>),
}

/// What a move of the claiming side leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    /// The last target stone is captured.
    Captured,
    /// The target is safe.
    Alive,
    /// The state of a line.
    Line(usize),
}

/// Collects the lines of a proof from the tables of a search.
struct ProofCollector<'a> {
    search: &'a ZoneSearch<'a>,
    claimant: LifeSide,
    lines: Vec<ZoneLine>,
    /// The numbers of lines by state, and whether it is one of the search without ko threats.
    numbers: FxHashMap<(bool, NodeKey), usize>,
    todo: Vec<(usize, DecidedState)>,
}

/// A state in one of the tables.
#[derive(Clone, Copy)]
struct DecidedState {
    /// Whether the search without ko threats decided it.
    is_base: bool,
    key: NodeKey,
}

impl VerdictProof {
    /// Collects the proof of a claim about a decided state.
    pub(super) fn collect(search: &ZoneSearch<'_>, root: NodeId, claim: LifeClaim) -> VerdictProof {
        let field = search.field;
        let points = |set| cells(set).map(|index| field.point(index)).collect();
        let mut collector = ProofCollector {
            search,
            claimant: claim.claimant(),
            lines: Vec::new(),
            numbers: FxHashMap::default(),
            todo: Vec::new(),
        };
        let is_whole = collector.collect(search.table.node(root).key).is_some();
        let writer = ZoneLineWriter { field, claim };
        let lines = collector.lines.iter();
        let text = || lines.map(|line| writer.text(line)).collect();
        VerdictProof {
            claim,
            region: points(field.region),
            zone: points(collector.lines.first().map_or(0, |root| root.known)),
            text: is_whole.then(text),
        }
    }

    /// Returns the proof as text. Fails if it is too long, or the board is not square.
    pub fn text(&self, question: &LifeQuestion, id: &str) -> Result<String, NoProof> {
        let lines = self.text.as_ref().ok_or(NoProof::TooLarge)?;
        let header = ProofHeader::new(question, self.claim, id)
            .map(|header| header.with_zone(&self.region, &self.zone))
            .and_then(|header| serde_json::to_string(&header).ok())
            .ok_or(NoProof::NotSquare)?;
        Ok(format!("{header}\n{lines}"))
    }
}

impl ProofCollector<'_> {
    /// Collects the lines of a state and of all states that its result depends on. `None` if one of them is not decided, or there
    /// are too many.
    fn collect(&mut self, root: NodeKey) -> Option<()> {
        self.line(false, root)?;
        while let Some((number, decided)) = self.todo.pop() {
            let answer = self.answer(number, decided)?;
            self.lines[number].answer = answer;
            if self.lines.len() > LONGEST_PROOF {
                return None;
            }
        }
        Some(())
    }

    /// Returns the number of the line of a state. `None` if the claiming side is not known to win it.
    fn line(&mut self, is_base: bool, key: NodeKey) -> Option<usize> {
        let decided = self.decided(is_base, key)?;
        let index = (decided.is_base, decided.key);
        if let Some(&number) = self.numbers.get(&index) {
            return Some(number);
        }
        let state = decided.key.state;
        let table = &self.searched(decided.is_base)?.table;
        let zone = match table.find(&decided.key) {
            Some(id) => table.node(id).zone,
            None => Assessment::new(self.search.field, &state).zone,
        };
        let number = self.push(state, zone, LineAnswer::Open);
        self.numbers.insert(index, number);
        self.todo.push((number, decided));
        Some(number)
    }

    fn push(&mut self, state: FieldState, known: Cells, answer: LineAnswer) -> usize {
        let number = self.lines.len();
        self.lines.push(ZoneLine {
            state,
            known,
            answer,
        });
        number
    }

    fn searched(&self, is_base: bool) -> Option<&ZoneSearch<'_>> {
        match is_base {
            true => self.search.without_threats,
            false => Some(self.search),
        }
    }

    /// Finds the table that decided a state for the claiming side, and the state there that decided others like it.
    fn decided(&self, is_base: bool, key: NodeKey) -> Option<DecidedState> {
        let search = self.searched(is_base)?;
        let Some(id) = search.table.find(&key) else {
            let assessment = Assessment::new(self.search.field, &key.state);
            let is_won = assessment.numbers.winner() == Some(self.claimant);
            return is_won.then_some(DecidedState { is_base, key });
        };
        let node = search.table.node(id);
        if node.numbers.winner() != Some(self.claimant) {
            return None;
        }
        if !is_base
            && self.search.threatens == Some(self.claimant)
            && search
                .known_without_threats(&key)
                .is_some_and(|known| known.numbers.winner() == Some(self.claimant))
        {
            return self.decided(true, key.without_threats());
        }
        match node.like {
            Some(like) => self.decided(is_base, search.table.node(like).key),
            None => Some(DecidedState { is_base, key }),
        }
    }

    /// Returns the answer of a line. `None` if a state that it needs is not decided.
    fn answer(&mut self, number: usize, decided: DecidedState) -> Option<LineAnswer> {
        let DecidedState { is_base, key } = decided;
        let (field, state) = (self.search.field, key.state);
        if let Some(reason) = Assessment::new(field, &state).reason {
            return self.static_answer(state, reason);
        }
        let search = self.searched(is_base)?;
        let node = *search.table.node(search.table.find(&key)?);
        if state.to_move == self.claimant {
            let mv = node.answer?;
            let after = match mv {
                FieldMove::Pass => state.passed(),
                FieldMove::Stone(index) => search.play(&state, index)?,
            };
            return Some(LineAnswer::Move(mv, self.after(is_base, after)?));
        }
        let mut replies = Vec::new();
        for index in cells(node.zone & field.empty(&state)) {
            let Some(after) = self.searched(is_base)?.play(&state, index) else {
                continue;
            };
            replies.push((FieldMove::Stone(index), self.line_after(is_base, after)?));
        }
        replies.push((FieldMove::Pass, self.after_pass(is_base, number)?));
        Some(LineAnswer::Replies(replies))
    }

    /// Returns the line after a pass of the other side.
    fn after_pass(&mut self, is_base: bool, number: usize) -> Option<usize> {
        let ZoneLine { state, known, .. } = self.lines[number];
        for must_place in [true, false] {
            let state = state.passed();
            let passed = NodeKey { state, must_place };
            let is_searched = self.searched(is_base)?.table.find(&passed).is_some();
            if let Some(after) = is_searched.then(|| self.line(is_base, passed)).flatten() {
                return Some(after);
            }
        }
        // The defender passes too.
        let back = LineAnswer::Move(FieldMove::Pass, After::Line(number));
        let ends = self.claimant == LifeSide::Defender && state.ko.is_none();
        ends.then(|| self.push(state.passed(), known, back))
    }

    fn after(&mut self, is_base: bool, state: FieldState) -> Option<After> {
        if state.of(LifeSide::Defender) & self.search.field.target == 0 {
            return Some(After::Captured);
        }
        Some(After::Line(self.line_after(is_base, state)?))
    }

    /// Returns the number of the line of a state after a move.
    fn line_after(&mut self, is_base: bool, state: FieldState) -> Option<usize> {
        let must_place = false;
        self.line(is_base, NodeKey { state, must_place })
    }

    fn static_answer(&mut self, state: FieldState, reason: Reason) -> Option<LineAnswer> {
        let field = self.search.field;
        Some(match reason {
            Reason::Gone => return None,
            Reason::NoEyes => LineAnswer::NoEyes,
            Reason::Alive => LineAnswer::Alive,
            Reason::Capture(index) => LineAnswer::Move(FieldMove::Stone(index), After::Captured),
            Reason::Link(index) => LineAnswer::Move(FieldMove::Stone(index), After::Alive),
            Reason::TwoLinks([first, second]) => {
                let friends = field.safe(&state, LifeSide::Defender);
                let chain = field.chain(field.target, state.of(LifeSide::Defender));
                // An attacking stone on one link changes nothing that the other depends on.
                let replies = [
                    (FieldMove::Pass, first),
                    (FieldMove::Stone(first), second),
                    (FieldMove::Stone(second), first),
                ];
                let replies = replies.map(|(mv, link)| {
                    let known = chain | cell(link) | field.near(cell(link)) & friends;
                    let connect = LineAnswer::Move(FieldMove::Stone(link), After::Alive);
                    (mv, self.push(state.passed(), known, connect))
                });
                LineAnswer::Replies(replies.into())
            }
        })
    }
}

/// Writes lines of a proof.
struct ZoneLineWriter<'a> {
    field: &'a Field,
    claim: LifeClaim,
}

impl ZoneLineWriter<'_> {
    fn text(&self, line: &ZoneLine) -> String {
        let ZoneLine { state, known, .. } = line;
        let field = self.field;
        let letters = self.letters(state, *known);
        let mut text: String = cells(field.region)
            .map(|index| letters(cell(index)))
            .collect();
        let ko = state.ko.map_or("-".to_owned(), |index| self.number(index));
        let side = match state.to_move {
            LifeSide::Attacker => 'a',
            LifeSide::Defender => 'd',
        };
        text += &format!(" {ko} {side}");
        match &line.answer {
            LineAnswer::Open => {}
            LineAnswer::Alive => text += " alive",
            LineAnswer::NoEyes => text += " eyeless",
            LineAnswer::Move(mv, after) => {
                let after = match after {
                    After::Captured => "captured".to_owned(),
                    After::Alive => "alive".to_owned(),
                    After::Line(line) => line.to_string(),
                };
                text += &format!(" {}:{after}", self.name(*mv));
            }
            LineAnswer::Replies(replies) => {
                for (mv, line) in replies {
                    text += &format!(" {}:{line}", self.name(*mv));
                }
            }
        }
        if self.claim.budget.is_some() {
            text += &format!(" left:{}", state.threats);
        }
        text + "\n"
    }

    /// Returns the letter of a cell in a state.
    fn letters(&self, state: &FieldState, known: Cells) -> impl Fn(Cells) -> char {
        let defender = state.of(LifeSide::Defender);
        let sets = [
            (!known, '?'),
            (defender & self.field.target, 't'),
            (self.field.safe(state, self.claim.claimant()), '#'),
            (defender, 'd'),
            (state.of(LifeSide::Attacker), 'a'),
        ];
        move |cell| {
            let of_cell = sets.iter().find(|(set, _)| set & cell != 0);
            of_cell.map_or('.', |&(_, letter)| letter)
        }
    }

    fn name(&self, mv: FieldMove) -> String {
        match mv {
            FieldMove::Pass => "pass".to_owned(),
            FieldMove::Stone(index) => self.number(index),
        }
    }

    /// Returns the number of a cell among those of the region.
    fn number(&self, index: u8) -> String {
        (self.field.region & (cell(index) - 1))
            .count_ones()
            .to_string()
    }
}
