//! What the search says of its root.

use super::choice::Rated;
use super::graph::{Graph, NodeId, State};
use super::root::{self, Root, Twin};
use super::update::sign;
use crate::engine::{MoveDetails, Report, RootMove, RootStats as RootReport, SearchRequest};
use crate::go::board::{Move, Size};
use crate::go::net::{GameHistory, Symmetry};

/// Parts of the root's weight below which a node's ownership is not looked at.
const LEAST_PART: f64 = 0.001;

impl Graph {
    /// The state of the search: every move that has been tried, the best first, each followed by its mirror images.
    pub fn report(
        &self,
        root: &Root,
        situation: &GameHistory,
        question: &SearchRequest<Move>,
        playouts: u64,
    ) -> Report<Move> {
        let Some(id) = self.root() else {
            return Report::new(Vec::new(), playouts, 0);
        };
        let size = situation.position().board().size();
        let mut lines = Vec::new();
        for rated in self.rated(id, &root.bonus) {
            let line = self.line(id, &rated, root, question);
            let images = root.twins.iter().filter(|twin| twin.of == line.mv);
            let images: Vec<_> = images.map(|twin| mirrored(&line, twin, size)).collect();
            lines.push(line);
            lines.extend(images);
        }
        if lines.is_empty() {
            lines.extend(self.first_line(id, root));
        }
        Report {
            lines,
            nodes: playouts,
            depth: 0,
            root: Some(self.root_report(id, question)),
        }
    }

    /// Before anything has been tried: the likeliest move.
    fn first_line(&self, id: NodeId, root: &Root) -> Option<RootMove<Move>> {
        let candidate = self.candidates(id).first()?;
        let outlook = &root.verdict.outlook;
        let winrate = self.winrate(id, outlook.win_loss) as f32;
        let lead = sign(self.node(id).to_move) * outlook.lead;
        let mut line = RootMove::new(candidate.mv, winrate, lead as f32, 0, vec![candidate.mv]);
        line.details.prior = Some(candidate.prior);
        Some(line)
    }

    fn line(
        &self,
        id: NodeId,
        rated: &Rated,
        root: &Root,
        question: &SearchRequest<Move>,
    ) -> RootMove<Move> {
        let mv = self.candidates(id)[rated.index].mv;
        let child = self.node(rated.child);
        let sign = sign(self.node(id).to_move);
        let outlook = &child.stats.outlook;
        let edge_visits = self.node(id).edges[rated.index].visits;
        let winrate = self.winrate(id, outlook.win_loss);
        let (pv, pv_visits, pv_edge_visits) = self.course(mv, rated.child, edge_visits);
        // A radius of utility, as far as it is one of winning.
        let radius = 0.5 * rated.radius / self.utility.radius();
        let prior = root.verdict.candidates.iter().find(|known| known.mv == mv);
        RootMove {
            mv,
            winrate: winrate as f32,
            score: (sign * outlook.lead) as f32,
            visits: u64::from(edge_visits),
            pv,
            details: MoveDetails {
                prior: prior.map(|known| known.prior),
                lcb: Some((winrate - radius) as f32),
                utility: Some((sign * child.stats.utility) as f32),
                utility_lcb: Some(rated.bound as f32),
                score_stdev: Some(outlook.score_deviation() as f32),
                pv_visits,
                pv_edge_visits,
                ownership: match question.game.move_ownership {
                    true => self.ownership(rated.child, sign).0,
                    false => Vec::new(),
                },
                ..MoveDetails::default()
            },
        }
    }

    /// The most visited moves from a move on, with the visits of nodes and edges.
    fn course(&self, mv: Move, child: NodeId, visits: u32) -> (Vec<Move>, Vec<u64>, Vec<u64>) {
        let mut course = (vec![mv], Vec::new(), vec![u64::from(visits)]);
        let mut seen = vec![child];
        let mut at = child;
        loop {
            course.1.push(u64::from(self.node(at).visits));
            let next = self.rated(at, &[]).into_iter().next();
            let Some(next) = next.filter(|next| !seen.contains(&next.child)) else {
                return course;
            };
            course.0.push(self.candidates(at)[next.index].mv);
            course
                .2
                .push(u64::from(self.node(at).edges[next.index].visits));
            at = next.child;
            seen.push(at);
        }
    }

    fn root_report(&self, id: NodeId, question: &SearchRequest<Move>) -> RootReport {
        let node = self.node(id);
        let sign = sign(node.to_move);
        let outlook = &node.stats.outlook;
        let (ownership, ownership_stdev) = match question.game.ownership {
            true => self.ownership(id, sign),
            false => (Vec::new(), Vec::new()),
        };
        RootReport {
            winrate: self.winrate(id, outlook.win_loss) as f32,
            score: (sign * outlook.lead) as f32,
            score_stdev: outlook.score_deviation() as f32,
            utility: (sign * node.stats.utility) as f32,
            ownership,
            ownership_stdev,
        }
    }

    /// The mean of the ownership over a node and all below it, and its standard deviation, times `sign`.
    fn ownership(&self, id: NodeId, sign: f64) -> (Vec<f32>, Vec<f32>) {
        let mut sums = Sums::default();
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

    /// Adds a node's own ownership and that of its children, by their shares of `part`.
    fn add_ownership(&self, id: NodeId, part: f64, path: &mut Vec<NodeId>, sums: &mut Sums) {
        let node = self.node(id);
        let (State::Known, Some(verdict)) = (node.state, &node.verdict) else {
            return;
        };
        let own = verdict.weight(&self.params, &self.utility);
        let total = own + self.children(id).map(|child| child.weight()).sum::<f64>();
        path.push(id);
        let mut rest = part;
        for child in self.children(id) {
            let share = part * child.weight() / total;
            let is_worth_it = share >= LEAST_PART && child.node.state == State::Known;
            if is_worth_it && !path.contains(&child.id) {
                self.add_ownership(child.id, share, path, sums);
                rest -= share;
            }
        }
        path.pop();
        sums.add(verdict.ownership().map(f64::from), rest);
    }
}

/// Weighted sums of ownership.
#[derive(Default)]
struct Sums {
    owned: Vec<f64>,
    squares: Vec<f64>,
    weight: f64,
}

impl Sums {
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

/// The line of a move's mirror image.
fn mirrored(line: &RootMove<Move>, twin: &Twin, size: Size) -> RootMove<Move> {
    let mut image = line.clone();
    image.mv = twin.mv;
    image.details.twin_of = Some(line.mv);
    for mv in &mut image.pv {
        *mv = root::image(size, twin.by, *mv);
    }
    let owned = &line.details.ownership;
    if !owned.is_empty() {
        image.details.ownership = mirrored_points(owned, twin.by, size);
    }
    image
}

/// Figures of points, row by row from the top, each taken to where the symmetry takes its point.
fn mirrored_points(figures: &[f32], by: Symmetry, size: Size) -> Vec<f32> {
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let mut image = vec![0.0; figures.len()];
    for (index, &figure) in figures.iter().enumerate() {
        let (column, row) = by.apply((width, height), index % width, index / width);
        image[row * width + column] = figure;
    }
    image
}
