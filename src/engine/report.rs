//! What a search says: values only, spelled by the fronts.

/// One move and what the search thinks of it. All values are those of the side to move at the root.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMove<M> {
    /// The move at the root.
    pub mv: M,
    /// Expected result: 1 a sure win, 0 a sure loss, 0.5 a draw.
    pub winrate: f32,
    /// The search's own score: points in Go, discs in Reversi, evaluation units in gomoku.
    pub score: f32,
    /// Nodes or playouts spent on this move.
    pub visits: u64,
    /// The expected course of the game, beginning with `mv`.
    pub pv: Vec<M>,
    /// What some searches know beside it.
    pub details: MoveDetails<M>,
}

impl<M> RootMove<M> {
    /// A line without details.
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
}

/// What only some searches know of a move: `None` or empty where a search has no such figure.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveDetails<M> {
    /// Share of the policy before any search, from 0 to 1.
    pub prior: Option<f32>,
    /// Lower confidence bound of the winrate, by which the move to play is chosen.
    pub lcb: Option<f32>,
    /// What the tree maximises, from about -1 to 1: winrate and score in one figure.
    pub utility: Option<f32>,
    /// Lower confidence bound of the utility.
    pub utility_lcb: Option<f32>,
    /// Standard deviation of the score, in the score's units.
    pub score_stdev: Option<f32>,
    /// Plies of a full-width search behind this line's own score.
    pub depth: Option<u32>,
    /// Confidence in percent of a search that took shortcuts by statistics; 100 is exact.
    pub confidence: Option<u8>,
    /// Visits of the node after each move of `pv`.
    pub pv_visits: Vec<u64>,
    /// Visits of the edge by each move of `pv`, where these differ from the nodes' in a graph.
    pub pv_edge_visits: Vec<u64>,
    /// Expected owner of each point after the move, row by row from the top: 1 own, -1 the opponent's.
    pub ownership: Vec<f32>,
    /// The move of which this one is the mirror image, not searched for itself.
    pub twin_of: Option<M>,
}

impl<M> Default for MoveDetails<M> {
    fn default() -> Self {
        MoveDetails {
            prior: None,
            lcb: None,
            utility: None,
            utility_lcb: None,
            score_stdev: None,
            depth: None,
            confidence: None,
            pv_visits: Vec::new(),
            pv_edge_visits: Vec::new(),
            ownership: Vec::new(),
            twin_of: None,
        }
    }
}

/// The state of a search at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// Best move first; at least one.
    pub lines: Vec<RootMove<M>>,
    /// Nodes or playouts of the whole search.
    pub nodes: u64,
    /// Plies searched in full (0 where a search has no such figure).
    pub depth: u32,
    /// The root as a whole, where a search has figures for it.
    pub root: Option<RootStats>,
}

impl<M> Report<M> {
    /// A report without figures for the root.
    pub fn new(lines: Vec<RootMove<M>>, nodes: u64, depth: u32) -> Self {
        Report {
            lines,
            nodes,
            depth,
            root: None,
        }
    }
}

/// What a tree search says of its root, for the side to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RootStats {
    /// Expected result, averaged over the tree.
    pub winrate: f32,
    /// Expected margin in points, averaged over the tree.
    pub score: f32,
    /// Standard deviation of the margin.
    pub score_stdev: f32,
    /// What the tree maximises.
    pub utility: f32,
    /// Expected owner of each point, row by row from the top: 1 own, -1 the opponent's. Empty unless asked for.
    pub ownership: Vec<f32>,
    /// Standard deviation of the ownership over the tree, in the same order. Empty unless asked for.
    pub ownership_stdev: Vec<f32>,
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult<M> {
    /// The move to play.
    pub mv: M,
    /// The search holds the game for lost and would rather resign, in games where that is custom.
    pub resigns: bool,
    /// Why.
    pub report: Report<M>,
}
