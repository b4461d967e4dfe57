//! One simulation: down the tree, a playout from the leaf, and the result back up.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::ending::stones_owed;
use super::ownership::Ownership;
use super::params::Params;
use super::playout::{self, Course, Start};
use super::priors;
use super::tree::{Node, NodeId, Tree};
use crate::engine::SearchRequest;
use crate::engine::game::{Color, Position as _};
use crate::go::board::point::{CELLS, Move};
use crate::go::board::point_set::PointSet;
use crate::go::board::stones::Board;
use crate::go::rules::area::Count;
use crate::go::rules::position::Position;
use crate::go::rules::ruleset::{KoRule, Rules, Scoring};

/// What all threads of a search share.
pub(super) struct Root<'a> {
    pub tree: &'a Tree,
    pub params: &'a Params,
    question: &'a SearchRequest<Move>,
    board: Board,
    color: Color,
    passes: u32,
    rules: Rules,
    /// What black's lead is less by than what a count finds, in half points: komi and the like.
    compensation: i32,
    /// See [`stones_owed`].
    owed: i32,
}

impl<'a> Root<'a> {
    /// Prepares the tree, which must be empty, for a search from `position`. The root grows here, so that only moves that
    /// the whole history and the question allow hang on it.
    pub fn new(
        position: &Position,
        tree: &'a Tree,
        params: &'a Params,
        question: &'a SearchRequest<Move>,
    ) -> Root<'a> {
        let mut board = position.board().clone();
        board.sort_empty_points();
        let color = position.to_move();
        let rules = *position.rules();
        tree.grow(Tree::ROOT, || {
            let mut moves = priors::candidates(&mut board, color, None, params);
            restrict(&mut moves, (&board, color), (question, 0), params);
            moves.retain(|(mv, _)| position.check(color, *mv).is_ok());
            moves
        });
        let none_dead = PointSet::new();
        let counted = 2 * Count::new(&board, &none_dead).margin(&rules);
        Root {
            compensation: counted - position.score(&none_dead).half_points(),
            owed: stones_owed(position),
            passes: position.passes().min(1),
            board,
            color,
            rules,
            tree,
            params,
            question,
        }
    }

    /// The value of a margin for black, from 0 to 1: mostly whether it wins, a little by how much.
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

/// A node on the way down.
struct Step {
    node: NodeId,
    /// Whose move leads out of it.
    color: Color,
    /// Stones of the course before that move.
    stones: usize,
}

/// What one thread of a search owns.
pub(super) struct Hand {
    pub ownership: Ownership,
    rng: Xoshiro256PlusPlus,
    board: Board,
    course: Course,
    steps: Vec<Step>,
    /// Positions on the way down, for superko.
    seen: Vec<u64>,
    /// Who first played on each point of the course's rest.
    first: [Option<Color>; CELLS],
}

impl Hand {
    pub fn new(root: &Root<'_>, seed: u64) -> Hand {
        Hand {
            ownership: Ownership::default(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            board: root.board.clone(),
            course: Course::default(),
            steps: Vec::new(),
            seen: Vec::new(),
            first: [None; CELLS],
        }
    }

    /// Adds one playout to the tree.
    pub fn simulate(&mut self, root: &Root<'_>) {
        self.board.clone_from(&root.board);
        self.course.stones.clear();
        self.steps.clear();
        let (leaf, to_play, passes) = self.descend(root);
        let half_points = self.play_out(root, to_play, passes);
        self.ascend(root, leaf, half_points);
    }

    /// Follows the best moves to a leaf, or to the end of the game. Returns the leaf, who plays on there, and the passes
    /// just before.
    fn descend(&mut self, root: &Root<'_>) -> (NodeId, Start, u32) {
        let tree = root.tree;
        let mut id = Tree::ROOT;
        let mut to_play = Start {
            color: root.color,
            last: None,
        };
        let mut passes = root.passes;
        self.seen.clear();
        self.seen.push(self.board.hash());
        tree.node(id).visit();
        while passes < 2 {
            if tree.children(id).len() == 0 {
                if tree.node(id).visits() <= root.params.grow_after || tree.is_full() {
                    break;
                }
                let Start { color, last } = to_play;
                let ply = self.steps.len() as u32;
                tree.grow(id, || {
                    let mut moves = priors::candidates(&mut self.board, color, last, root.params);
                    let place = (&self.board, color);
                    restrict(&mut moves, place, (root.question, ply), root.params);
                    moves
                });
            }
            let Some((child, node)) = select(tree, id, root.params) else {
                break;
            };
            node.visit();
            self.steps.push(Step {
                node: id,
                color: to_play.color,
                stones: self.course.stones.len(),
            });
            match node.mv() {
                Move::Pass => {
                    self.board.set_ko(None);
                    passes += 1;
                    to_play.last = None;
                }
                Move::Place(point) => {
                    let undo = self.board.make(to_play.color, point);
                    self.course.stones.push((to_play.color, point));
                    // Only a capture can bring a position back. Who is to move does not matter here, nor do positions
                    // before the root's: the root's own moves were checked against both. This playout goes on.
                    let hash = self.board.hash();
                    let repeats = undo.has_captured() && self.seen.contains(&hash);
                    if repeats && root.rules.ko != KoRule::Simple {
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

    /// Plays the leaf out and counts; black's lead in half points.
    fn play_out(&mut self, root: &Root<'_>, to_play: Start, passes: u32) -> i32 {
        let in_tree = self.course.stones.len();
        let ended = passes >= 2;
        if ended && !root.rules.friendly_pass_ok {
            self.ownership.add(&self.board);
            self.course.before_pass = in_tree;
            return 2 * Count::new(&self.board, &PointSet::new()).margin(&root.rules)
                - root.compensation;
        }
        playout::run(
            &mut self.board,
            to_play,
            root.params,
            &mut self.rng,
            &mut self.course,
        );
        if ended {
            // The playout only shows which stones are dead: it is no part of the game.
            self.course.before_pass = in_tree;
        }
        self.ownership.add(&self.board);
        let mut lead = playout::area_lead(&self.board);
        if root.rules.scoring == Scoring::Territory {
            // What comes after the first pass fills in, as nobody would in a game.
            let played = &self.course.stones[..self.course.before_pass];
            let black = played
                .iter()
                .filter(|(color, _)| *color == Color::Black)
                .count() as i32;
            lead -= root.owed + 2 * black - played.len() as i32;
        }
        2 * lead - root.compensation
    }

    /// Tells the nodes on the way the result, and their children where the playout came by them.
    fn ascend(&mut self, root: &Root<'_>, leaf: NodeId, half_points: i32) {
        let black = root.value(half_points);
        let result = |color| match color {
            Color::Black => (black, half_points),
            Color::White => (1.0 - black, -half_points),
        };
        let mut node = leaf;
        let mut rest = self.course.stones.len();
        for step in self.steps.iter().rev() {
            let (win, lead) = result(step.color);
            root.tree.node(node).settle(win, lead);
            for &(color, point) in self.course.stones[step.stones..rest].iter().rev() {
                self.first[point.index()] = Some(color);
            }
            rest = step.stones;
            for (_, child) in root.tree.children(step.node) {
                if self.first[child.point().index()] == Some(step.color) {
                    child.settle_amaf(win);
                }
            }
            node = step.node;
        }
        let (win, lead) = result(root.color.opponent());
        root.tree.node(Tree::ROOT).settle(win, lead);
        for &(_, point) in &self.course.stones {
            self.first[point.index()] = None;
        }
    }
}

/// Removes the moves that the question bars `ply` moves from the root. Points that priors leave out are added if the
/// question names them, or if it leaves nothing else to play.
fn restrict(
    moves: &mut Vec<(Move, f32)>,
    (board, color): (&Board, Color),
    (question, ply): (&SearchRequest<Move>, u32),
    params: &Params,
) {
    if !question.restricts(color, ply) {
        return;
    }
    moves.retain(|(mv, _)| question.allows(color, mv, ply));
    if !moves.is_empty() && !question.names_moves(color, ply) {
        return;
    }
    for &point in board.empty_points() {
        let mv = Move::Place(point);
        let is_new = || moves.iter().all(|(known, _)| *known != mv);
        if question.allows(color, &mv, ply) && board.is_legal(color, point) && is_new() {
            moves.push((mv, params.prior_quiet));
        }
    }
}

/// The child to try next; `None` if there is none.
fn select<'t>(tree: &'t Tree, id: NodeId, params: &Params) -> Option<(NodeId, &'t Node)> {
    let children = tree.children(id);
    // Shared among the moves, as if their priors were a distribution.
    let visits = tree.node(id).visits() as f32;
    let explore = params.explore * visits.sqrt() / children.len() as f32;
    let mut best = None;
    let mut best_value = f32::NEG_INFINITY;
    for (child, node) in children {
        let value = promise(node, explore, params);
        if value > best_value && !node.is_banned() {
            best = Some((child, node));
            best_value = value;
        }
    }
    best
}

/// How promising a move is: its own results and prior, mixed with those of playouts in which it was played later, less
/// and less of these as it has visits of its own (Gelly and Silver, "Monte-Carlo tree search and rapid action value
/// estimation in computer Go", 2011), and something for having been tried little.
fn promise(node: &Node, explore: f32, params: &Params) -> f32 {
    let prior = node.prior();
    let visits = node.visits() as f32;
    let own_weight = visits + params.prior_weight;
    let own = (node.wins() + params.prior_weight * prior) / own_weight;
    let (amaf_visits, amaf_wins) = node.amaf();
    let mut value = own;
    if amaf_visits > 0.0 {
        let both = amaf_visits + own_weight + amaf_visits * own_weight / params.rave_visits;
        value += amaf_visits / both * (amaf_wins / amaf_visits - own);
    }
    value + explore * prior / (1.0 + visits)
}
