//! The report of a search: root moves, principal variations and ownership.

use super::graph::{Graph, GraphNodeId, NodeState};
use super::root::{self, PuctRoot, SymmetricMove};
use super::scored_child::ScoredChild;
use super::update::sign;
use crate::board::{Move, Size};
use crate::net::{GameHistory, Symmetry};
use tengen_engine::{MoveDetails, Report, RootMove, RootStats as RootReport, SearchRequest};

/// Minimum range of utility, for parameters that make it always zero.
const MIN_UTILITY_RANGE: f64 = 1e-3;

/// Share of the root's weight below which a node's ownership is ignored.
const MIN_OWNERSHIP_SHARE: f64 = 0.001;

impl Graph {
    /// Reports the state of the search: every searched move, best first, each followed by its symmetric moves.
    pub fn report(
        &self,
        root: &PuctRoot,
        history: &GameHistory,
        request: &SearchRequest<Move>,
        playouts: u64,
    ) -> Report<Move> {
        let Some(id) = self.root() else {
            return Report::new(Vec::new(), playouts, 0);
        };
        let size = history.position().board().size();
        let mut lines = Vec::new();
        for scored in self.scored_children(id, &root.bonus) {
            let line = self.root_move(id, &scored, root, request);
            let images = root
                .symmetric_moves
                .iter()
                .filter(|symmetric_move| symmetric_move.of == line.mv);
            let images: Vec<_> = images
                .map(|symmetric_move| mirror_root_move(&line, symmetric_move, size))
                .collect();
            lines.push(line);
            lines.extend(images);
        }
        if lines.is_empty() {
            lines.extend(self.prior_move(id, root));
        }
        Report {
            lines,
            nodes: playouts,
            depth: 0,
            root: Some(self.root_stats(id, root, size, request)),
        }
    }

    /// Returns the move with the largest prior, for a report before any move has been searched.
    fn prior_move(&self, id: GraphNodeId, root: &PuctRoot) -> Option<RootMove<Move>> {
        let candidate = self.candidates(id).first()?;
        let values = &root.evaluation.values;
        let winrate = self.winrate(id, values.win_loss) as f32;
        let lead = sign(self.node(id).to_move) * values.lead;
        let mut line = RootMove::new(candidate.mv, winrate, lead as f32, 0, vec![candidate.mv]);
        line.details.prior = Some(candidate.prior);
        line.details.human_prior = root.evaluation.human_prior_of(candidate.mv);
        Some(line)
    }

    fn root_move(
        &self,
        id: GraphNodeId,
        scored: &ScoredChild,
        root: &PuctRoot,
        request: &SearchRequest<Move>,
    ) -> RootMove<Move> {
        let mv = self.candidates(id)[scored.index].mv;
        let child = self.node(scored.child);
        let sign = sign(self.node(id).to_move);
        let values = &child.stats.values;
        let edge_visits = self.node(id).edges[scored.index].visits;
        let winrate = self.winrate(id, values.win_loss);
        let pv = self.principal_variation(mv, scored.child, edge_visits);
        let share = f64::from(edge_visits) / f64::from(child.visits.max(1));
        let (ownership, ownership_stdev) = match request.game.move_ownership {
            true => self.ownership(scored.child, sign),
            false => (Vec::new(), Vec::new()),
        };
        // Radius in utility, scaled to winrate.
        let radius = 0.5 * scored.radius / self.utility.max_abs().max(MIN_UTILITY_RANGE);
        let prior = root
            .evaluation
            .candidates
            .iter()
            .find(|known| known.mv == mv);
        let human_prior = root.evaluation.human_prior_of(mv);
        RootMove {
            mv,
            winrate: winrate as f32,
            score: (sign * values.lead) as f32,
            visits: u64::from(edge_visits),
            pv: pv.moves,
            details: MoveDetails {
                prior: prior.map(|known| known.prior),
                human_prior,
                lcb: Some((winrate - radius) as f32),
                utility: Some((sign * child.stats.utility) as f32),
                utility_lcb: Some(scored.lcb as f32),
                score_stdev: Some(values.score_stdev() as f32),
                pv_visits: pv.node_visits,
                pv_edge_visits: pv.edge_visits,
                child_visits: Some(u64::from(child.visits)),
                weight: Some(child.stats.weight as f32),
                edge_weight: Some((child.stats.weight * share) as f32),
                score_selfplay: Some((sign * values.score) as f32),
                selection_value: Some(scored.selection_value as f32),
                no_result: Some(values.no_result as f32),
                ownership,
                ownership_stdev,
                ..MoveDetails::default()
            },
        }
    }

    /// Returns the principal variation starting with a move, given the visits of its edge.
    fn principal_variation(&self, mv: Move, child: GraphNodeId, visits: u32) -> PrincipalVariation {
        let mut pv = PrincipalVariation {
            moves: vec![mv],
            node_visits: Vec::new(),
            edge_visits: vec![u64::from(visits)],
        };
        let mut seen = vec![child];
        let mut at = child;
        loop {
            pv.node_visits.push(u64::from(self.node(at).visits));
            let next = self.scored_children(at, &[]).into_iter().next();
            let Some(next) = next.filter(|next| !seen.contains(&next.child)) else {
                return pv;
            };
            pv.moves.push(self.candidates(at)[next.index].mv);
            let edge = self.node(at).edges[next.index];
            pv.edge_visits.push(u64::from(edge.visits));
            at = next.child;
            seen.push(at);
        }
    }

    fn root_stats(
        &self,
        id: GraphNodeId,
        root: &PuctRoot,
        size: Size,
        request: &SearchRequest<Move>,
    ) -> RootReport {
        let node = self.node(id);
        let sign = sign(node.to_move);
        let values = &node.stats.values;
        let (ownership, ownership_stdev) = match request.game.ownership {
            true => self.ownership(id, sign),
            false => (Vec::new(), Vec::new()),
        };
        RootReport {
            winrate: self.winrate(id, values.win_loss) as f32,
            score: (sign * values.lead) as f32,
            score_stdev: values.score_stdev() as f32,
            utility: (sign * node.stats.utility) as f32,
            ownership,
            ownership_stdev,
            weight: node.stats.weight as f32,
            score_selfplay: (sign * values.score) as f32,
            raw: Some(root.evaluation.raw(node.to_move, size, request.game.policy)),
            human: (root.evaluation).raw_human(node.to_move, size, request.game.policy),
        }
    }

    /// Returns the mean ownership over a node and its descendants, multiplied by `sign`, and its standard deviation.
    fn ownership(&self, id: GraphNodeId, sign: f64) -> (Vec<f32>, Vec<f32>) {
        let mut sums = OwnershipSums::default();
        self.add_ownership(id, 1.0, &mut vec![], &mut sums);
        let share = |sum: &f64| sum / sums.weight.max(f64::MIN_POSITIVE);
        let means: Vec<f64> = sums.owned.iter().map(share).collect();
        let squares = sums.squares.iter().map(share);
        let deviations = squares
            .zip(&means)
            .map(|(square, mean)| (square - mean * mean).max(0.0));
        (
            means.iter().map(|mean| (sign * mean) as f32).collect(),
            deviations.map(|variance| variance.sqrt() as f32).collect(),
        )
    }

    /// Adds the ownership of a node and its children, weighted by their shares of `part`.
    fn add_ownership(
        &self,
        id: GraphNodeId,
        part: f64,
        path: &mut Vec<GraphNodeId>,
        sums: &mut OwnershipSums,
    ) {
        let node = self.node(id);
        let (NodeState::Evaluated, Some(evaluation)) = (node.state, &node.evaluation) else {
            return;
        };
        let own = evaluation.weight(&self.params, &self.utility);
        let total = own + self.children(id).map(|child| child.weight()).sum::<f64>();
        path.push(id);
        let mut rest = part;
        for child in self.children(id) {
            let share = part * child.weight() / total;
            let is_worth_it =
                share >= MIN_OWNERSHIP_SHARE && child.node.state == NodeState::Evaluated;
            if is_worth_it && !path.contains(&child.id) {
                self.add_ownership(child.id, share, path, sums);
                rest -= share;
            }
        }
        path.pop();
        sums.add(evaluation.ownership().map(f64::from), rest);
    }
}

/// A principal variation with the visits of its nodes and edges.
struct PrincipalVariation {
    moves: Vec<Move>,
    node_visits: Vec<u64>,
    edge_visits: Vec<u64>,
}

/// Weighted sums of ownership.
#[derive(Default)]
struct OwnershipSums {
    owned: Vec<f64>,
    squares: Vec<f64>,
    weight: f64,
}

impl OwnershipSums {
    fn add(&mut self, owned: impl ExactSizeIterator<Item = f64>, weight: f64) {
        self.owned.resize(owned.len(), 0.0);
        self.squares.resize(owned.len(), 0.0);
        self.weight += weight;
        for (index, share) in owned.enumerate() {
            self.owned[index] += weight * share;
            self.squares[index] += weight * share * share;
        }
    }
}

/// Converts the line of a root move to that of a symmetric move.
fn mirror_root_move(
    line: &RootMove<Move>,
    symmetric_move: &SymmetricMove,
    size: Size,
) -> RootMove<Move> {
    let mut image = line.clone();
    image.mv = symmetric_move.mv;
    image.details.twin_of = Some(line.mv);
    for mv in &mut image.pv {
        *mv = root::image(size, symmetric_move.by, *mv);
    }
    let details = &mut image.details;
    for owned in [&mut details.ownership, &mut details.ownership_stdev] {
        *owned = mirror_points(owned, symmetric_move.by, size);
    }
    image
}

/// Applies a symmetry to values of points, row by row from the top.
fn mirror_points(figures: &[f32], by: Symmetry, size: Size) -> Vec<f32> {
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let mut image = vec![0.0; figures.len()];
    for (index, &figure) in figures.iter().enumerate() {
        let (column, row) = by.apply((width, height), index % width, index / width);
        image[row * width + column] = figure;
    }
    image
}
