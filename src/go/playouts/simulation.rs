//! One simulation of Monte Carlo tree search: selection, expansion, a playout from the leaf, and backup of its result.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::ownership::Ownership;
use super::params::PlayoutParams;
use super::passing::stones_owed;
use super::playout::{self, PlayoutMoves, PlayoutStart};
use super::playout_tree::{PlayoutTree, TreeNode, TreeNodeId};
use super::priors;
use crate::board::point::{CELLS, Move, Point};
use crate::board::point_set::PointSet;
use crate::board::stones::Board;
use crate::rules::area_score::AreaScore;
use crate::rules::position::Position;
use crate::rules::ruleset::{KoRule, Rules, Scoring};
use tengen_engine::SearchRequest;
use tengen_engine::game::{Color, Position as _};

pub(super) struct SharedSearch<'a> {
    pub tree: &'a PlayoutTree,
    pub params: &'a PlayoutParams,
    request: &'a SearchRequest<Move>,
    board: Board,
    color: Color,
    passes: u32,
    rules: Rules,
    /// Black's counted lead minus the score, in half points: komi and similar adjustments.
    compensation: i32,
    /// See [`stones_owed`].
    owed: i32,
}

impl<'a> SharedSearch<'a> {
    /// Prepares a search from `position` with an empty tree. Expands the root immediately, so that its children are
    /// only moves that the whole history permits and the request allows.
    pub fn new(
        position: &Position,
        tree: &'a PlayoutTree,
        params: &'a PlayoutParams,
        request: &'a SearchRequest<Move>,
    ) -> SharedSearch<'a> {
        let mut board = position.board().clone();
        board.sort_empty_points();
        let color = position.to_move();
        let rules = *position.rules();
        tree.expand(PlayoutTree::ROOT, || {
            let mut moves = priors::candidates(&mut board, color, None, params);
            moves.retain(|(mv, _)| position.check(color, *mv).is_ok());
            let all = moves.clone();
            let others = || position.legal_moves(color);
            restrict(&mut moves, others, (request, color, 0), params);
            // Treat a request that allows nothing as one that allows everything.
            if moves.is_empty() { all } else { moves }
        });
        let none_dead = PointSet::new();
        let counted = 2 * AreaScore::new(&board, &none_dead).margin(&rules);
        SharedSearch {
            compensation: counted - position.score(&none_dead).half_points(),
            owed: stones_owed(position),
            passes: position.passes().min(1),
            board,
            color,
            rules,
            tree,
            params,
            request,
        }
    }

    /// Returns the value of a margin for black, from 0 to 1: mostly the win, plus a small share for the margin.
    fn value(&self, half_points: i32) -> f32 {
        let win = match half_points {
            0 => 0.5,
            1.. => 1.0,
            _ => 0.0,
        };
        let board = self.board.size().area() as f32;
        let margin = (half_points as f32 / (2.0 * board)).clamp(-1.0, 1.0);
        let weight = self.params.score_weight;
        (1.0 - weight) * win + weight * (0.5 + 0.5 * margin)
    }
}

/// A node on the path from the root to the leaf.
struct PathStep {
    node: TreeNodeId,
    color: Color,
    /// Number of stones played before the node's move.
    stones: usize,
}

/// The state of one search thread.
pub(super) struct SearchThread {
    pub ownership: Ownership,
    rng: Xoshiro256PlusPlus,
    board: Board,
    moves: PlayoutMoves,
    path: Vec<PathStep>,
    /// Keys of the positions on the path, for superko.
    seen: Vec<u64>,
    /// For each point, the side that first played there in the rest of the playout, for RAVE.
    first: [Option<Color>; CELLS],
}

impl SearchThread {
    pub fn new(shared: &SharedSearch<'_>, seed: u64) -> SearchThread {
        SearchThread {
            ownership: Ownership::default(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            board: shared.board.clone(),
            moves: PlayoutMoves::default(),
            path: Vec::new(),
            seen: Vec::new(),
            first: [None; CELLS],
        }
    }

    /// Adds one playout to the tree.
    pub fn simulate(&mut self, shared: &SharedSearch<'_>) {
        self.board.clone_from(&shared.board);
        self.moves.stones.clear();
        self.path.clear();
        let (leaf, to_play, passes) = self.select_leaf(shared);
        let half_points = self.play_out(shared, to_play, passes);
        self.back_up(shared, leaf, half_points);
    }

    /// Selects moves down to a leaf or the end of the game. Returns the leaf, the starting state of its playout, and
    /// the number of consecutive passes before it.
    fn select_leaf(&mut self, shared: &SharedSearch<'_>) -> (TreeNodeId, PlayoutStart, u32) {
        let tree = shared.tree;
        let mut id = PlayoutTree::ROOT;
        let mut to_play = PlayoutStart {
            color: shared.color,
            last: None,
        };
        let mut passes = shared.passes;
        self.seen.clear();
        self.seen.push(self.board.hash());
        tree.node(id).add_virtual_loss();
        while passes < 2 {
            if tree.children(id).len() == 0 {
                if tree.node(id).visits() <= shared.params.expand_visits || tree.is_full() {
                    break;
                }
                let PlayoutStart { color, last } = to_play;
                let ply = self.path.len() as u32;
                tree.expand(id, || {
                    let mut moves = priors::candidates(&mut self.board, color, last, shared.params);
                    let others = || playable_moves(&self.board, color, &shared.rules);
                    let restriction = (shared.request, color, ply);
                    restrict(&mut moves, others, restriction, shared.params);
                    moves
                });
            }
            let Some((child, node)) = select_child(tree, id, shared.params) else {
                break;
            };
            node.add_virtual_loss();
            self.path.push(PathStep {
                node: id,
                color: to_play.color,
                stones: self.moves.stones.len(),
            });
            match node.mv() {
                Move::Pass => {
                    self.board.set_ko(None);
                    passes += 1;
                    to_play.last = None;
                }
                Move::Place(point) => {
                    let undo = self.board.make(to_play.color, point);
                    self.moves.stones.push((to_play.color, point));
                    // Only a move that removes stones can repeat a position. The side to move doesn't matter, nor do
                    // positions before the root, which the root's moves were checked for. This playout continues.
                    let hash = self.board.hash();
                    let repeats = undo.has_removed_stones() && self.seen.contains(&hash);
                    if repeats && shared.rules.ko != KoRule::Simple {
                        node.ban();
                    }
                    self.seen.push(hash);
                    passes = 0;
                    to_play.last = Some(point);
                }
            }
            to_play.color = to_play.color.opponent();
            id = child;
        }
        (id, to_play, passes)
    }

    /// Plays out from the leaf and returns black's lead in half points.
    fn play_out(&mut self, shared: &SharedSearch<'_>, to_play: PlayoutStart, passes: u32) -> i32 {
        let in_tree = self.moves.stones.len();
        let ended = passes >= 2;
        if ended && !shared.rules.removes_dead_stones() {
            self.ownership.add(&self.board);
            self.moves.before_pass = in_tree;
            return 2 * AreaScore::new(&self.board, &PointSet::new()).margin(&shared.rules)
                - shared.compensation;
        }
        let by_territory = shared.rules.scoring == Scoring::Territory;
        let standing = (ended && by_territory).then(|| self.board.clone());
        playout::play_out(
            &mut self.board,
            to_play,
            shared.params,
            &mut self.rng,
            &mut self.moves,
        );
        if ended {
            // The playout only determines the dead stones; it isn't part of the game.
            self.moves.before_pass = in_tree;
        }
        self.ownership.add(&self.board);
        if let Some(standing) = standing {
            let dead = lost_stones(&standing, &self.board);
            return 2 * AreaScore::new(&standing, &dead).margin(&shared.rules)
                - shared.compensation;
        }
        let mut lead = playout::area_lead(&self.board);
        if by_territory {
            // Don't count moves after the first pass: they fill territory, unlike in a real game.
            let played = &self.moves.stones[..self.moves.before_pass];
            let black = played
                .iter()
                .filter(|(color, _)| *color == Color::Black)
                .count() as i32;
            lead -= shared.owed + 2 * black - played.len() as i32;
        }
        2 * lead - shared.compensation
    }

    /// Backs up the result along the path, and as AMAF results to children that were played later (RAVE).
    fn back_up(&mut self, shared: &SharedSearch<'_>, leaf: TreeNodeId, half_points: i32) {
        let black = shared.value(half_points);
        let result = |color| match color {
            Color::Black => (black, half_points),
            Color::White => (1.0 - black, -half_points),
        };
        let mut node = leaf;
        let mut rest = self.moves.stones.len();
        for step in self.path.iter().rev() {
            let (win, lead) = result(step.color);
            shared.tree.node(node).add_result(win, lead);
            for &(color, point) in self.moves.stones[step.stones..rest].iter().rev() {
                self.first[point.index()] = Some(color);
            }
            rest = step.stones;
            for (_, child) in shared.tree.children(step.node) {
                if self.first[child.point().index()] == Some(step.color) {
                    child.add_amaf_result(win);
                }
            }
            node = step.node;
        }
        let (win, lead) = result(shared.color.opponent());
        shared.tree.node(PlayoutTree::ROOT).add_result(win, lead);
        for &(_, point) in &self.moves.stones {
            self.first[point.index()] = None;
        }
    }
}

/// Returns the chains of a board that the opponent owns at the end of a playout.
fn lost_stones(board: &Board, end: &Board) -> PointSet {
    let is_lost = |&chain: &Point| {
        let color = board.at(chain);
        playout::owner(end, chain) == color.map(Color::opponent)
    };
    let lost = board.chains().filter(is_lost);
    lost.flat_map(|chain| board.stones_of(chain)).collect()
}

/// Returns the points that `color` may play by the rules except superko, including own eyes and suicide.
fn playable_moves(board: &Board, color: Color, rules: &Rules) -> Vec<Move> {
    let is_playable = |&point: &Point| {
        !board.is_ko(color, point) && !board.is_barred_suicide(color, point, rules.suicide)
    };
    let points = board.empty_points().iter().copied();
    points.filter(is_playable).map(Move::Place).collect()
}

/// Removes the moves that the request forbids `color` at this ply from the root. Adds legal moves missing from the
/// priors if the request names moves or nothing else remains.
fn restrict(
    moves: &mut Vec<(Move, f32)>,
    legal_moves: impl FnOnce() -> Vec<Move>,
    (request, color, ply): (&SearchRequest<Move>, Color, u32),
    params: &PlayoutParams,
) {
    if !request.restricts(color, ply) {
        return;
    }
    moves.retain(|(mv, _)| request.allows(color, mv, ply));
    if !moves.is_empty() && !request.names_moves(color, ply) {
        return;
    }
    for mv in legal_moves() {
        let is_new = || moves.iter().all(|(known, _)| *known != mv);
        if request.allows(color, &mv, ply) && is_new() {
            moves.push((mv, params.prior_quiet));
        }
    }
}

/// Selects the child with the highest value; `None` if there is none.
fn select_child<'t>(
    tree: &'t PlayoutTree,
    id: TreeNodeId,
    params: &PlayoutParams,
) -> Option<(TreeNodeId, &'t TreeNode)> {
    let children = tree.children(id);
    // Exploration is shared among the moves as if their priors were a distribution.
    let visits = tree.node(id).visits() as f32;
    let explore = params.explore * visits.sqrt() / children.len() as f32;
    let mut best = None;
    let mut best_value = f32::NEG_INFINITY;
    for (child, node) in children {
        let value = rave_value(node, explore, params);
        if value > best_value && !node.is_banned() {
            best = Some((child, node));
            best_value = value;
        }
    }
    best
}

/// Returns the RAVE value of a move: its own results and prior, mixed with those of playouts in which it was played
/// later (AMAF), plus exploration. The weight of the AMAF results decreases with the move's own visits (Gelly and
/// Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011).
fn rave_value(node: &TreeNode, explore: f32, params: &PlayoutParams) -> f32 {
    let prior = node.prior();
    let visits = node.visits() as f32;
    let own_weight = visits + params.prior_weight;
    let own = (node.wins() + params.prior_weight * prior) / own_weight;
    let (amaf_visits, amaf_wins) = node.amaf();
    let mut value = own;
    if amaf_visits > 0.0 {
        let both = amaf_visits + own_weight + amaf_visits * own_weight / params.rave_equivalence;
        value += amaf_visits / both * (amaf_wins / amaf_visits - own);
    }
    value + explore * prior / (1.0 + visits)
}
