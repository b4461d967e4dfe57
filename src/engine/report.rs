//! Reports and results of a search, as values that the protocols format.

use thiserror::Error;

use super::game::GameMove;

/// A move at the root with its value. All values are from the view of the side to move at the root.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMove<M> {
    /// The move at the root.
    pub mv: M,
    /// Expected result: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub winrate: f32,
    /// Score: points in Go, discs in Reversi, evaluation units in gomoku.
    pub score: f32,
    /// Nodes or playouts below this move.
    pub visits: u64,
    /// Principal variation, beginning with `mv`.
    pub pv: Vec<M>,
    /// Details that only some searches provide.
    pub details: MoveDetails<M>,
}

impl<M> RootMove<M> {
    /// Creates a root move without details.
    pub fn new(mv: M, winrate: f32, score: f32, visits: u64, pv: Vec<M>) -> Self {
        RootMove {
            mv,
            winrate,
            score,
            visits,
            pv,
            details: MoveDetails::default(),
        }
    }

    /// Returns the search's lower confidence bound of the winrate. For a search without one, it is computed as if each
    /// visit were a game won with probability `winrate`.
    pub fn lcb(&self) -> f32 {
        self.details.lcb.unwrap_or_else(|| {
            let variance = self.winrate * (1.0 - self.winrate) / self.visits.max(1) as f32;
            (self.winrate - LCB_DEVIATIONS * variance.max(0.0).sqrt()).max(0.0)
        })
    }

    /// Changes all values to the view of the opponent. The lower confidence bound becomes an upper one.
    fn turn_around(&mut self) {
        let lcb = self.lcb();
        self.winrate = 1.0 - self.winrate;
        self.score = -self.score;
        let details = &mut self.details;
        details.lcb = Some(1.0 - lcb);
        negate(&mut details.utility);
        negate(&mut details.utility_lcb);
        negate(&mut details.score_selfplay);
        negate(&mut details.ownership);
    }
}

/// Number of standard deviations between a mean and its lower confidence bound, KataGo's default.
const LCB_DEVIATIONS: f32 = 5.0;

fn negate<'a>(values: impl IntoIterator<Item = &'a mut f32>) {
    for value in values {
        *value = -*value;
    }
}

/// Details of a move that only some searches provide; missing ones are `None` or empty.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveDetails<M> {
    /// Prior probability from the policy, 0 to 1.
    pub prior: Option<f32>,
    /// Probability from the policy of a network that predicts human moves, 0 to 1.
    pub human_prior: Option<f32>,
    /// Lower confidence bound of the winrate, by which the move to play is chosen.
    pub lcb: Option<f32>,
    /// Utility, from about -1 to 1: winrate and score combined, maximized by a tree search.
    pub utility: Option<f32>,
    /// Lower confidence bound of the utility.
    pub utility_lcb: Option<f32>,
    /// Standard deviation of the score, in the score's units.
    pub score_stdev: Option<f32>,
    /// Depth in plies of the full-width search behind the score.
    pub depth: Option<u32>,
    /// Confidence in percent of a search with statistical forward pruning; 100 is exact.
    pub confidence: Option<u8>,
    /// Visits of the node after each move of `pv`.
    pub pv_visits: Vec<u64>,
    /// Visits of the edge of each move of `pv`, if they differ from those of the nodes, as in a graph.
    pub pv_edge_visits: Vec<u64>,
    /// Visits of the node after the move. [`RootMove::visits`] are those of its edge; the two differ in a graph.
    pub child_visits: Option<u64>,
    /// Total weight of the node's visits: the more certain an evaluation, the more it weighs.
    pub weight: Option<f32>,
    /// The part of that weight that came through this move.
    pub edge_weight: Option<f32>,
    /// Expected final score of self-play, in points.
    pub score_selfplay: Option<f32>,
    /// Value by which the moves are ordered.
    pub selection_value: Option<f32>,
    /// Probability of a game without result, from 0 to 1.
    pub no_result: Option<f32>,
    /// Expected owner of each point after the move, row by row from the top: 1 for the side to move, -1 for the
    /// opponent.
    pub ownership: Vec<f32>,
    /// Standard deviation of that ownership over the tree, in the same order.
    pub ownership_stdev: Vec<f32>,
    /// The searched move of which this one is the mirror image.
    pub twin_of: Option<M>,
}

impl<M> Default for MoveDetails<M> {
    fn default() -> Self {
        MoveDetails {
            prior: None,
            human_prior: None,
            lcb: None,
            utility: None,
            utility_lcb: None,
            score_stdev: None,
            depth: None,
            confidence: None,
            pv_visits: Vec::new(),
            pv_edge_visits: Vec::new(),
            child_visits: None,
            weight: None,
            edge_weight: None,
            score_selfplay: None,
            selection_value: None,
            no_result: None,
            ownership: Vec::new(),
            ownership_stdev: Vec::new(),
            twin_of: None,
        }
    }
}

/// The state of a search at one time.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// Root moves, best first; at least one, unless only the move was requested.
    pub lines: Vec<RootMove<M>>,
    /// Nodes or playouts of the whole search.
    pub nodes: u64,
    /// Depth in plies of a full-width search; 0 for others.
    pub depth: u32,
    /// Statistics of the root, if the search has them.
    pub root: Option<RootStats>,
}

impl<M> Report<M> {
    /// Creates a report without root statistics.
    pub fn new(lines: Vec<RootMove<M>>, nodes: u64, depth: u32) -> Self {
        Report {
            lines,
            nodes,
            depth,
            root: None,
        }
    }

    /// Changes all values to the view of the opponent of the side to move.
    pub fn turn_around(&mut self) {
        for line in &mut self.lines {
            line.turn_around();
        }
        if let Some(root) = &mut self.root {
            root.turn_around();
        }
    }
}

/// Statistics of the root of a tree search, for the side to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RootStats {
    /// Expected result, from 0 to 1, averaged over the tree.
    pub winrate: f32,
    /// Expected margin in points, averaged over the tree.
    pub score: f32,
    /// Standard deviation of the margin.
    pub score_stdev: f32,
    /// Utility, as in [`MoveDetails::utility`].
    pub utility: f32,
    /// Expected owner of each point, row by row from the top: 1 for the side to move, -1 for the opponent. Empty unless
    /// requested.
    pub ownership: Vec<f32>,
    /// Standard deviation of the ownership over the tree, in the same order. Empty unless requested.
    pub ownership_stdev: Vec<f32>,
    /// Weight of all visits, as in [`MoveDetails::weight`].
    pub weight: f32,
    /// Expected final score of self-play, averaged over the tree.
    pub score_selfplay: f32,
    /// The network's evaluation of the root, before any search.
    pub raw: Option<RawEvaluation>,
    /// Evaluation of the root by a network that predicts human moves, before any search.
    pub human: Option<RawEvaluation>,
}

impl RootStats {
    fn turn_around(&mut self) {
        self.winrate = 1.0 - self.winrate;
        negate([&mut self.score, &mut self.utility, &mut self.score_selfplay]);
        negate(&mut self.ownership);
        for raw in [&mut self.raw, &mut self.human].into_iter().flatten() {
            raw.winrate = 1.0 - raw.winrate;
            negate([&mut raw.lead, &mut raw.score_selfplay]);
        }
    }
}

/// A network's evaluation of a position, for the side to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawEvaluation {
    /// Expected result, from 0 to 1.
    pub winrate: f32,
    /// Expected lead in points.
    pub lead: f32,
    /// Expected final score of self-play, in points.
    pub score_selfplay: f32,
    /// Standard deviation of that score.
    pub score_selfplay_stdev: f32,
    /// Probability of a game without result, from 0 to 1.
    pub no_result: f32,
    /// Expected error of the winrate over the next moves. Only some networks predict this and the next two values.
    pub winrate_error: Option<f32>,
    /// Expected error of the score over the next moves, in points.
    pub score_error: Option<f32>,
    /// Expected length of the rest of the game, in no particular unit.
    pub time_left: Option<f32>,
    /// Prior of each point, row by row from the top, then of a pass; -1 for an illegal move. Empty unless requested.
    pub policy: Vec<f32>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult<M> {
    /// The move to play.
    pub mv: M,
    /// Whether the search would resign instead, in games in which that is customary.
    pub resigns: bool,
    /// The last report of the search.
    pub report: Report<M>,
}

/// The error of a computation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}")]
pub struct ComputationError {
    /// The reason, as the computation gives it.
    pub text: String,
    /// Whether the computation was stopped, by the client or at a limit.
    pub was_stopped: bool,
}

/// An event of a job.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<M: GameMove> {
    /// A report of the running search. Dropped if too many are unread.
    Progress(Report<M>),
    /// A game-specific event of the running search. Dropped like a report.
    Game(M::Event),
    /// The result of the search; `None` without a legal move.
    Done(Option<SearchResult<M>>),
    /// The searcher is prepared.
    Prepared,
    /// The answer of a computation or of a hash table command, or an error message.
    Computed(Result<String, ComputationError>),
    /// The job panicked with this message. The next one gets a new searcher.
    Failed(String),
}
