//! What a search says: values only, spelled by the fronts.

/// One move and what the search thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The move at the root.
    pub mv: M,
    /// Expected result for the side to move: 1 a sure win, 0 a sure loss, 0.5 a draw.
    pub winrate: f32,
    /// The search's own score for the side to move: points in Go, discs in Reversi, evaluation units in gomoku.
    pub score: f32,
    /// Nodes or playouts spent on this move.
    pub visits: u64,
    /// The expected course of the game, beginning with `mv`.
    pub pv: Vec<M>,
}

/// The state of a search at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// Best move first; at least one.
    pub lines: Vec<Line<M>>,
    /// Nodes or playouts of the whole search.
    pub nodes: u64,
    /// Plies searched in full (0 where a search has no such figure).
    pub depth: u32,
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<M> {
    /// The move to play.
    pub mv: M,
    /// The search holds the game for lost and would rather resign, in games where that is custom.
    pub resigns: bool,
    /// Why.
    pub report: Report<M>,
}
