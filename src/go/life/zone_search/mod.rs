//! A search for large regions: proof numbers with relevance zones.
//!
//! Every decided state has a zone, the cells that its result depends on. Each side first tries a pass: if the other
//! side then wins, only moves in the zone of that win can prevent it. Most regions of a whole corner thereby need few
//! moves in each state.
//!
//! - `field`, `assessment`: the region and its moves; static verdicts and estimates
//! - `move_costs`, `move_weights`, `lessons`: how seldom moves of a kind win; what that is learned from
//! - `zone`, `table`, `patterns`: relevance zones; the searched states; states that look like decided ones
//! - `repetition`: confirms results by repetition
//! - `zone_reading`, `verdict_proof`: a question's verdict, with a line and a zone; proofs of it
//!
//! open_diagrams.md has the figures behind the constants, and trials with diagrams that enclose nothing; proofs.md has the format
//! of proofs.
//!
//! Tests: `tests.rs` with `protocol-tests/data/life.jsonl` and against `src/go/testing/life_reference.rs`;
//! `scripts/tests/test_life_proofs.py` for the proofs.
//! A change moves: `life` on groups that are not enclosed, and problem diagrams. Not the bench signature.

mod assessment;
mod field;
mod lessons;
mod move_costs;
mod move_weights;
mod patterns;
mod repetition;
mod table;
mod verdict_proof;
mod zone;
mod zone_reading;

pub use lessons::{Lesson, lessons};
pub use move_costs::{KINDS, MoveKind, VALUES};
pub use verdict_proof::VerdictProof;
pub use zone_reading::{ZoneLimits, ZoneReading, proved_readings, reading, readings};

use self::assessment::{Assessment, Fight};
use self::field::{Cells, ENDLESS, Field, FieldState, cell, cells};
use self::move_costs::{MoveCost, MoveKinds};
use self::patterns::{PatternState, PatternTable};
use self::table::{
    BYTES_PER_NODE, Child, DECIDED, FieldMove, NodeId, NodeKey, ProofNumbers, ZoneNode, ZoneTable,
};
use super::side::LifeSide;

/// Added to the number of a loss for each further move that has to be refuted.
const PER_MOVE: u32 = 1;

/// Added to the number of a loss while the zone of the pass is unknown.
const NO_ZONE: u32 = 2;

/// Added to the number of a win by a move other than the one that wins without ko threats.
const OTHER_ANSWER: u32 = 100;

/// Factor for the number of a side's win in a state that it loses without ko threats.
const UNLIKELY: u32 = 4;

/// Least visits of a search after a pass.
const PASS_VISITS: u64 = 1;

/// Divisor of a state's visits for the visits of a search after a pass.
const PASS_SHARE: u64 = 8;

/// A depth-first proof-number search with ko threats for at most one side.
struct ZoneSearch<'a> {
    field: &'a Field,
    table: ZoneTable,
    patterns: PatternTable,
    /// The side with ko threats, with which it may retake at once.
    threatens: Option<LifeSide>,
    visits: u64,
    /// Visits at which the search ends, which a search after a pass lowers.
    most_visits: u64,
    most_nodes: usize,
    is_stopped: &'a dyn Fn() -> bool,
    /// The search of the same question without ko threats.
    without_threats: Option<&'a ZoneSearch<'a>>,
}

/// The moves of a state that have to be refuted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Candidates {
    /// Moves near the chains that fight.
    Near,
    /// All moves in the fight.
    All,
    /// The moves in this zone of a win after a pass.
    Zone(Cells),
}

/// A state that is being searched.
struct Visit {
    id: NodeId,
    state: FieldState,
    fight: Fight,
    /// The answer that wins without ko threats.
    known_answer: Option<FieldMove>,
    /// The state after a pass, unless a pass is not allowed.
    pass: Option<Child>,
    children: Vec<ScoredChild>,
    /// The cells with a child, or without a legal move.
    listed: Cells,
    candidates: Candidates,
}

/// A child with the score of its move, of which a pass has none.
#[derive(Clone, Copy)]
struct ScoredChild {
    child: Child,
    score: Option<i32>,
}

/// The children of a state in numbers: from the side to move, the smallest number of a win, with its child, and the
/// number of a loss.
struct Outlook {
    win: u32,
    /// The second smallest number of a win.
    next_win: u32,
    loss: u32,
    best: Option<Child>,
    /// The cost of the best child's move.
    cost: MoveCost,
    is_by_repetition: bool,
}

impl<'a> ZoneSearch<'a> {
    fn new(field: &'a Field, threatens: Option<LifeSide>, limits: &ZoneLimits<'a>) -> Self {
        ZoneSearch {
            field,
            table: ZoneTable::default(),
            patterns: PatternTable::default(),
            threatens,
            visits: 0,
            most_visits: limits.visits,
            most_nodes: limits.memory / BYTES_PER_NODE,
            is_stopped: limits.is_stopped,
            without_threats: None,
        }
    }

    /// Searches a state until it is decided, a limit is reached, or only results by repetition are found that cannot be
    /// confirmed. Returns its node.
    fn decide(&mut self, state: FieldState) -> NodeId {
        let root = self.node(state, false);
        let undecided = ProofNumbers {
            captured: DECIDED,
            lives: DECIDED,
        };
        loop {
            let known = self.table.len();
            self.search(root, undecided);
            let node = self.table.node(root);
            let is_open = node.numbers.is_decided()
                && node.is_by_repetition
                && !self.confirm(root)
                && !self.table.node(root).numbers.is_decided();
            if !is_open || self.table.len() == known || self.is_at_limit() {
                return root;
            }
        }
    }

    /// Returns the node of a state, a new one with a static verdict, that of a state that looks the same, or estimates.
    fn node(&mut self, state: FieldState, must_place: bool) -> NodeId {
        let key = NodeKey { state, must_place };
        if let Some(id) = self.table.find(&key) {
            return id;
        }
        let known = self.known_without_threats(&key);
        let winner = known.and_then(|known| known.numbers.winner());
        if let (Some(known), true) = (known.copied(), winner == self.threatens) {
            // Threats do not hurt the side that has them.
            let id = self.table.insert(key, known.numbers, known.zone);
            self.table.node_mut(id).answer = known.answer;
            return id;
        }
        let Assessment {
            mut numbers, zone, ..
        } = Assessment::new(self.field, &state);
        if let (Some(winner), false) = (winner, numbers.is_decided()) {
            let loss = numbers.of(winner.opponent());
            numbers = ProofNumbers::from_sides(winner, (1, loss * UNLIKELY));
        }
        let is_decided = numbers.is_decided();
        let id = self.table.insert(key, numbers, zone);
        if !is_decided {
            self.match_pattern(id);
        }
        id
    }

    /// Decides a state that looks like a decided one within the zone of that one. Returns false if there is none.
    fn match_pattern(&mut self, id: NodeId) -> bool {
        let state = PatternState::new(self.field, self.table.node(id).key);
        let Some(like) = self.patterns.find(&state) else {
            return false;
        };
        let known = *self.table.node(like);
        let node = self.table.node_mut(id);
        node.numbers = known.numbers;
        node.zone |= known.zone;
        node.answer = known.answer;
        node.like = Some(like);
        true
    }

    /// Makes a decided state known to those that look the same, unless it depends on the path to it.
    fn add_pattern(&mut self, id: NodeId) {
        let node = self.table.node(id);
        if node.numbers.is_decided() && !node.is_by_repetition {
            let state = PatternState::new(self.field, node.key);
            self.patterns.insert(&state, node.zone, id);
        }
    }

    /// Returns the node of a state that is decided without ko threats.
    fn known_without_threats(&self, key: &NodeKey) -> Option<&ZoneNode> {
        let search = self.without_threats?;
        let id = search.table.find(&key.without_threats())?;
        Some(search.table.node(id)).filter(|_| search.winner(id).is_some())
    }

    /// Returns the memory in use, in bytes.
    fn memory(&self) -> usize {
        self.table.len() * BYTES_PER_NODE
    }

    fn is_at_limit(&self) -> bool {
        self.visits >= self.most_visits
            || self.table.len() >= self.most_nodes
            || self.visits.is_multiple_of(1024) && (self.is_stopped)()
    }

    /// Searches a state until one of its numbers reaches its threshold.
    fn search(&mut self, id: NodeId, thresholds: ProofNumbers) {
        let numbers = self.table.node(id).numbers;
        if numbers.is_decided() || reaches(numbers, thresholds) || self.match_pattern(id) {
            return;
        }
        let before = self.visits;
        self.table.node_mut(id).on_path = Some(self.table.spent);
        self.expand(id, thresholds);
        let visits = self.visits - before;
        let node = self.table.node_mut(id);
        node.on_path = None;
        node.visits += visits;
    }

    fn expand(&mut self, id: NodeId, thresholds: ProofNumbers) {
        self.visits += 1;
        let mut visit = self.visit(id);
        self.search_pass(&visit);
        while let Some(outlook) = self.judge(&mut visit) {
            let side = visit.state.to_move;
            let numbers = self.table.node(id).numbers;
            if reaches(numbers, thresholds) || self.is_at_limit() {
                return;
            }
            let Some(child) = outlook.best else {
                return;
            };
            let win = thresholds
                .of(side)
                .min(outlook.next_win + 1 + outlook.next_win / 4);
            let of_child = self.table.numbers(child);
            let win = outlook.cost.without(win).max(of_child.of(side) + 1);
            let of_child = of_child.of(side.opponent());
            let loss = numbers.of(side.opponent());
            let room = thresholds.of(side.opponent()).saturating_sub(loss).max(1);
            let loss = (of_child + room).min(DECIDED);
            let spent = u32::from(child.is_retake);
            self.table.spent += spent;
            self.search(child.id, ProofNumbers::from_sides(side, (win, loss)));
            self.table.spent -= spent;
        }
    }

    /// Computes a state's numbers from those of its children. Returns `None` if that decides the state.
    fn judge(&mut self, visit: &mut Visit) -> Option<Outlook> {
        loop {
            self.list_children(visit);
            let outlook = self.outlook(visit);
            if outlook.win == 0 {
                self.win(visit, &outlook);
                return None;
            }
            if outlook.loss == 0 {
                if self.lose(visit, &outlook) {
                    return None;
                }
                continue;
            }
            let extra = match visit.candidates {
                Candidates::Zone(_) => 0,
                Candidates::Near | Candidates::All => NO_ZONE,
            };
            let loss = (outlook.loss + extra).min(DECIDED);
            self.table.node_mut(visit.id).numbers =
                ProofNumbers::from_sides(visit.state.to_move, (outlook.win, loss));
            return Some(outlook);
        }
    }

    fn visit(&mut self, id: NodeId) -> Visit {
        let NodeKey { state, must_place } = self.table.node(id).key;
        let is_attacker = state.to_move == LifeSide::Attacker;
        // The defender could answer the attacker's pass by another, which would prove nothing.
        let pass = (!must_place).then(|| self.node(state.passed(), is_attacker));
        let mut children = Vec::with_capacity(24);
        if is_attacker && state.ko.is_some() {
            // This pass lifts the ban.
            let id = self.node(state.passed(), false);
            let child = Child {
                mv: FieldMove::Pass,
                id,
                is_retake: false,
            };
            children.push(ScoredChild { child, score: None });
        }
        let pass = pass.map(|id| Child {
            mv: FieldMove::Pass,
            id,
            is_retake: false,
        });
        Visit {
            id,
            state,
            fight: Fight::new(self.field, &state),
            known_answer: self
                .known_without_threats(&NodeKey { state, must_place })
                .filter(|node| node.numbers.winner() == Some(state.to_move))
                .and_then(|node| node.answer),
            pass,
            children,
            listed: 0,
            candidates: Candidates::Near,
        }
    }

    /// Searches the state after a pass a little, for its zone.
    fn search_pass(&mut self, visit: &Visit) {
        let Some(pass) = visit
            .pass
            .filter(|&pass| !self.table.numbers(pass).is_decided())
        else {
            return;
        };
        let side = visit.state.to_move;
        let node = self.table.node_mut(visit.id);
        // A side that seems to win has no use for the zone.
        if node.numbers.of(side.opponent()) > node.numbers.of(side) {
            return;
        }
        let threshold = node.pass_threshold;
        node.pass_threshold = (threshold * 2).min(DECIDED);
        let share = PASS_VISITS + node.visits / PASS_SHARE;
        let most_visits = self.most_visits;
        self.most_visits = most_visits.min(self.visits + share);
        let thresholds = ProofNumbers::from_sides(visit.state.to_move, (DECIDED, threshold));
        self.search(pass.id, thresholds);
        self.most_visits = most_visits;
    }

    /// Returns the state after a stone, or `None` if it is suicide or retakes a ko without a threat.
    fn play(&self, state: &FieldState, index: u8) -> Option<FieldState> {
        let mut after = self.field.play(state, index)?.after;
        if state.ko == Some(index) {
            let is_able = self.threatens == Some(state.to_move) && state.threats > 0;
            if !is_able {
                return None;
            }
            if state.threats != ENDLESS {
                after.threats -= 1;
            }
        }
        Some(after)
    }

    /// Adds the children of the candidates, of which there are fewer once the zone of the pass is known.
    fn list_children(&mut self, visit: &mut Visit) {
        let (field, state) = (self.field, visit.state);
        let loser = state.to_move;
        if let Some(pass) = visit.pass
            && !matches!(visit.candidates, Candidates::Zone(_))
            && self.table.numbers(pass).of(loser.opponent()) == 0
            && self.table.node(pass.id).on_path.is_none()
        {
            let node = self.table.node(pass.id);
            let zone = zone::closed(field, &state, loser.opponent(), node.zone);
            visit.candidates = Candidates::Zone(zone);
        }
        let wanted = match visit.candidates {
            Candidates::Near => visit.near(field),
            Candidates::All => visit.fight.cells,
            Candidates::Zone(zone) => zone,
        };
        let added = wanted & field.empty(&state) & !visit.listed;
        visit.listed |= added;
        if added == 0 {
            return;
        }
        let kinds = MoveKinds::new(field, &state, &visit.fight);
        for index in cells(added) {
            if let Some(after) = self.play(&state, index) {
                let child = Child {
                    mv: FieldMove::Stone(index),
                    id: self.node(after, false),
                    is_retake: state.ko == Some(index) && loser == LifeSide::Defender,
                };
                let score = Some(kinds.score(index));
                visit.children.push(ScoredChild { child, score });
            }
        }
    }

    fn outlook(&self, visit: &Visit) -> Outlook {
        let side = visit.state.to_move;
        let mut outlook = Outlook {
            win: DECIDED,
            next_win: DECIDED,
            loss: 0,
            best: None,
            cost: MoveCost::default(),
            is_by_repetition: false,
        };
        let (mut open, mut largest, mut loss_of_best) = (0, 0, 0);
        // Only the defender gains by a pass: the target is still there.
        let passes = side == LifeSide::Defender;
        let pass = visit.pass.filter(|_| passes);
        let scored = visit.counted();
        let best_score = scored.clone().filter_map(|scored| scored.score).max();
        let passes = pass.map(|child| ScoredChild { child, score: None });
        for ScoredChild { child, score } in scored.chain(passes) {
            let worse = best_score
                .zip(score)
                .map_or(0, |(best, score)| best - score);
            let cost = MoveCost::new(worse, visit.bias(child.mv));
            let numbers = self.table.numbers(child);
            let loss = numbers.of(side.opponent());
            let win = match numbers.of(side) {
                0 => 0,
                win => cost.with(win),
            };
            if win < outlook.win || win == outlook.win && loss > loss_of_best {
                outlook.next_win = outlook.next_win.min(outlook.win);
                (outlook.win, loss_of_best) = (win, loss);
                (outlook.best, outlook.cost) = (Some(child), cost);
            } else {
                outlook.next_win = outlook.next_win.min(win);
            }
            if loss > 0 {
                open += 1;
                largest = largest.max(loss);
            }
            outlook.is_by_repetition |= self.is_by_repetition(child.id);
        }
        if open > 0 {
            outlook.loss = (largest + PER_MOVE * (open - 1)).min(DECIDED);
        }
        outlook
    }

    fn is_by_repetition(&self, id: NodeId) -> bool {
        let node = self.table.node(id);
        node.on_path.is_some() || node.is_by_repetition
    }

    /// Records that the side to move wins by its best move.
    fn win(&mut self, visit: &Visit, outlook: &Outlook) {
        let Some(Child { mv, id: child, .. }) = outlook.best else {
            return;
        };
        let (field, state, winner) = (self.field, &visit.state, visit.state.to_move);
        let zone = zone::before(field, state, mv, (winner, self.table.node(child).zone));
        let is_by_repetition = self.is_by_repetition(child);
        let node = self.table.node_mut(visit.id);
        node.zone |= zone::closed(field, state, winner, zone);
        node.answer = Some(mv);
        node.is_by_repetition = is_by_repetition;
        node.numbers = ProofNumbers::won_by(winner);
        self.add_pattern(visit.id);
    }

    /// Records that the side to move loses, if no further moves have to be refuted. Otherwise, adds them to the
    /// candidates and returns false.
    fn lose(&mut self, visit: &mut Visit, outlook: &Outlook) -> bool {
        let (field, state) = (self.field, &visit.state);
        let winner = state.to_move.opponent();
        let zone = match visit.candidates {
            Candidates::Near => {
                visit.candidates = Candidates::All;
                return false;
            }
            Candidates::All => {
                let zones = visit
                    .children
                    .iter()
                    .map(|scored| self.table.node(scored.child.id).zone);
                let zone = zones.fold(visit.fight.surrounded(field), |all, zone| all | zone);
                zone::closed(field, state, winner, zone)
            }
            Candidates::Zone(known) => {
                let zones = visit.counted().map(|ScoredChild { child, .. }| {
                    let zone = self.table.node(child.id).zone;
                    zone::before(field, state, child.mv, (winner, zone))
                });
                let zone = zones.fold(known, |all, zone| all | zone);
                let zone = zone::closed(field, state, winner, zone);
                if zone != known {
                    visit.candidates = Candidates::Zone(zone);
                    return false;
                }
                zone
            }
        };
        // The zone of the pass bounds the moves, so the result depends on the pass too.
        let is_by_repetition = outlook.is_by_repetition
            || visit
                .pass
                .is_some_and(|pass| self.is_by_repetition(pass.id));
        let node = self.table.node_mut(visit.id);
        node.zone |= zone;
        node.is_by_repetition = is_by_repetition;
        node.numbers = ProofNumbers::won_by(winner);
        self.add_pattern(visit.id);
        true
    }
}

impl Visit {
    /// Returns the number added to that of a win by a move other than the one that wins without ko threats.
    fn bias(&self, mv: FieldMove) -> u32 {
        match self.known_answer {
            Some(known) if known != mv => OTHER_ANSWER,
            _ => 0,
        }
    }

    /// Returns the children that have to be refuted.
    fn counted(&self) -> impl Iterator<Item = ScoredChild> + Clone {
        let children = self.children.iter().copied();
        children.filter(|scored| self.counts(scored.child.mv))
    }

    /// Whether a child has to be refuted.
    fn counts(&self, mv: FieldMove) -> bool {
        match (mv, self.candidates) {
            (FieldMove::Stone(index), Candidates::Zone(zone)) => zone & cell(index) != 0,
            _ => true,
        }
    }

    /// Returns the cells near the chains that fight.
    fn near(&self, field: &Field) -> Cells {
        let inside = |side| self.state.of(side) & self.fight.cells;
        let first = field.near(self.fight.chain | inside(LifeSide::Defender));
        let near = first | field.near(first) | field.near(inside(LifeSide::Attacker));
        near & self.fight.cells
    }
}

fn reaches(numbers: ProofNumbers, thresholds: ProofNumbers) -> bool {
    numbers.captured >= thresholds.captured || numbers.lives >= thresholds.lives
}

#[cfg(test)]
mod tests;
