//! The player that searches with a network.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::evaluation_cache::EvaluationCache;
use super::evaluation_pace::EvaluationPace;
use super::graph::{Graph, GraphNodeId};
use super::key;
use super::mirror_play::MirrorPlay;
use super::move_choice::MoveChoice;
use super::node_evaluation::NodeEvaluation;
use super::parallel_search::{ParallelSearch, SearchState};
use super::position_evaluator::{PositionEvaluator, SearchNetworks};
use super::root::{self, PuctRoot};
use super::settled_value;
use super::utility::Utility;
use crate::board::{Move, Size};
use crate::net::GameHistory;
use crate::request::ResignConditions;
use crate::rules::Position;
use crate::search_mode::NetworkView;
use crate::search_mode::PuctParams;
use crate::search_mode::{SearchMode, SearchOptions};
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;
use tengen_engine::{Control, Report, SearchRequest, SearchResult, Searcher, Settings};

/// Divisor of the memory for evaluations outside the graph.
const CACHE_SHARE: usize = 4;

/// Winrate and visits at which the search agrees that a pass wins.
const WINNING_PASS_WINRATE: f32 = 0.95;
const WINNING_PASS_VISITS: u64 = 8;

/// A player that searches with a network. Boards must fit the network ([`Network::fits`](crate::net::Network::fits)).
pub struct NetworkSearch {
    settings: Settings,
    pub(super) params: PuctParams,
    mode: SearchMode,
    networks: SearchNetworks,
    graph: Graph,
    cache: EvaluationCache,
    /// One evaluator per thread, for boards of the current size.
    evaluators: Vec<PositionEvaluator>,
    size: Option<Size>,
    /// The game up to the graph's root, and the network's evaluation of the root with all moves.
    game: Option<(RootGame, Arc<NodeEvaluation>)>,
    /// Number of consecutive searches that found the game lost.
    lost_searches: u32,
    /// Number of moves drawn from the human policy. It varies the seed, so that the move in the same position may
    /// differ between games.
    human_draws: u64,
    evaluation_pace: EvaluationPace,
}

/// A game up to the root of a graph.
struct RootGame {
    /// Key of the network's inputs at the start.
    start: u64,
    moves: Vec<(Color, Move)>,
    /// Key of the position at the end.
    end: u64,
    /// Whether the search was restricted to some moves, so that the graph lacks the others.
    restricted: bool,
    /// The opponent's mirror play, which affected the priors.
    mirror: Option<MirrorPlay>,
}

impl NetworkSearch {
    /// Creates a player with these resources.
    pub fn new(settings: Settings, networks: SearchNetworks) -> NetworkSearch {
        NetworkSearch::with_params(settings, networks, PuctParams::new(&settings))
    }

    /// Creates a player with these search parameters.
    pub fn with_params(settings: Settings, networks: SearchNetworks, params: PuctParams) -> Self {
        let for_cache = settings.memory / CACHE_SHARE;
        NetworkSearch {
            graph: Graph::new(params.clone(), settings.memory - for_cache),
            cache: EvaluationCache::new(for_cache),
            evaluators: Vec::new(),
            size: None,
            game: None,
            lost_searches: 0,
            human_draws: 0,
            evaluation_pace: EvaluationPace::default(),
            settings,
            mode: SearchMode {
                params: params.clone(),
                options: SearchOptions::default(),
            },
            params,
            networks,
        }
    }

    /// Returns the minimum time of a search: that of one evaluation.
    pub fn min_time(&self) -> Duration {
        self.evaluation_pace.expected()
    }

    #[cfg(test)]
    pub(super) fn graph(&self) -> &Graph {
        &self.graph
    }

    #[cfg(test)]
    pub(super) fn cache_bytes(&self) -> usize {
        self.cache.bytes()
    }

    /// Makes the end of the record the root of the graph, reusing the graph if possible. Returns the root's evaluation
    /// and the number of new visits: 0 if the graph was reused.
    fn advance_root(
        &mut self,
        record: &Record<Position>,
        history: &GameHistory,
        request: &SearchRequest<Move>,
    ) -> (Arc<NodeEvaluation>, u64) {
        let (start, moves) = record.line();
        let game = RootGame {
            start: key::of_inputs(&GameHistory::new(start.clone())),
            moves: moves.collect(),
            end: key::of_position(history),
            restricted: !request.restrictions.is_empty(),
            mirror: self.mirror_play(record),
        };
        let to_move = history.position().to_move();
        let mut view = self.mode.tree_view(to_move);
        let reused = match request.fresh {
            true => None,
            false => self.reuse_graph(&game, history),
        };
        let (mut evaluation, visits) = match reused {
            Some(evaluation) => (evaluation, 0),
            None => {
                let evaluation = self.evaluate(history, &view);
                let root = self.graph.set_root(to_move);
                self.graph.set_evaluation(root, Arc::clone(&evaluation));
                (evaluation, 1)
            }
        };
        view.symmetries = self.mode.options.root_symmetries;
        view.has_human_policy = self.networks.human.is_some();
        if self.networks.main.model().policy.last.outputs > 1 {
            view.optimism = self.mode.params.root_policy_optimism;
        }
        let hides_passes = self.mode.options.conservative_pass && history.pass_ends();
        if hides_passes {
            let mut seen = history.clone();
            seen.forget_passes();
            evaluation = self.evaluate(&seen, &view);
        } else if view != self.mode.tree_view(to_move) {
            evaluation = self.evaluate(history, &view);
        }
        self.game = Some((game, Arc::clone(&evaluation)));
        (evaluation, visits)
    }

    /// Returns the evaluation of the end of `game` if the root is there already or can be moved there.
    fn reuse_graph(
        &mut self,
        game: &RootGame,
        history: &GameHistory,
    ) -> Option<Arc<NodeEvaluation>> {
        let (known, evaluation) = self.game.take()?;
        let root = self.graph.root()?;
        let is_same_game = known.start == game.start && !known.restricted && !game.restricted;
        let new = game
            .moves
            .strip_prefix(known.moves.as_slice())
            .filter(|_| is_same_game)?;
        if new.is_empty() {
            return (known.end == game.end).then_some(evaluation);
        }
        let mirrors = known.mirror.or(game.mirror).is_some();
        if mirrors || !self.mode.options.keep_graph(history) {
            return None;
        }
        let mut at = root;
        for &(color, mv) in new {
            if self.graph.node(at).to_move != color {
                return None;
            }
            at = self.graph.child_by(at, mv)?;
        }
        let evaluation = self.graph.node(at).evaluation.clone()?;
        let is_moved = self.graph.key_of(at) == Some(game.end) && self.graph.move_root(at);
        is_moved.then_some(evaluation)
    }

    /// Returns the opponent's mirror play, if it is to be broken.
    fn mirror_play(&self, record: &Record<Position>) -> Option<MirrorPlay> {
        let breaks = self.mode.options.anti_mirror;
        breaks.then(|| MirrorPlay::of_record(record)).flatten()
    }

    /// Changes the mode of the search. Clears a graph of another mode, because its evaluations or visits would differ.
    fn set_mode(&mut self, mode: SearchMode) {
        if mode != self.mode {
            self.graph.params = mode.params.clone();
            self.graph.clear();
            self.game = None;
            self.mode = mode;
        }
    }

    fn evaluate(&mut self, history: &GameHistory, view: &NetworkView) -> Arc<NodeEvaluation> {
        let key = key::of_evaluation(history, view);
        if let Some(evaluation) = self.cache.get(key) {
            return evaluation;
        }
        let began = Instant::now();
        let evaluation = self.evaluators[0].evaluate(history, view, &|| false);
        let evaluation = Arc::new(evaluation.expect("nothing cancels the evaluation of a root"));
        let took = began.elapsed() / u32::from(view.symmetries);
        self.evaluation_pace.note(took);
        self.cache.put(key, &evaluation);
        evaluation
    }

    /// Ensures one evaluator per thread for this board size.
    fn prepare_evaluators(&mut self, size: Size) {
        if self.size != Some(size) {
            self.evaluators.clear();
            self.cache.clear();
            self.size = Some(size);
            // Weights may have to be packed for the new size, and larger boards take longer.
            self.evaluation_pace.reset();
        }
        self.evaluators.truncate(self.settings.threads);
        while self.evaluators.len() < self.settings.threads.max(1) {
            let evaluator = PositionEvaluator::new(&self.networks, size, self.settings);
            self.evaluators.push(evaluator);
        }
    }

    /// Sets the root's candidates and the center of the dynamic score utility.
    fn prepare_root(
        &mut self,
        record: &Record<Position>,
        history: &GameHistory,
        evaluation: Arc<NodeEvaluation>,
        request: &SearchRequest<Move>,
    ) -> PuctRoot {
        let params = &self.mode.params;
        let mirror = self.mirror_play(record);
        let adjusted = mirror.and_then(|mirror| mirror.adjusted(&[], &evaluation));
        let adjusted = adjusted.as_ref().unwrap_or(&evaluation);
        let (candidates, symmetric_moves) =
            root::candidates(history, adjusted, request, &self.mode);
        let bonus = root::bonus(history, &candidates, params);
        let area = history.position().board().size().area();
        // One more than the number of threads, because the root's candidates may be replaced.
        self.graph.reserve(self.evaluators.len() + 1, &evaluation);
        self.graph.replace_candidates(candidates);
        let score = self
            .graph
            .root()
            .map_or(0.0, |root| self.graph.node(root).stats.values.score);
        self.graph
            .set_utility(Utility::new(&self.mode.params, area, score));
        PuctRoot {
            evaluation,
            symmetric_moves,
            bonus,
            mode: self.mode.clone(),
            mirror,
            seed: self.settings.seed ^ (record.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15),
        }
    }

    /// Chooses the move to play and whether to resign.
    fn pick_move(
        &mut self,
        history: &GameHistory,
        root: &PuctRoot,
        mut report: Report<Move>,
        request: &SearchRequest<Move>,
    ) -> SearchResult<Move> {
        let mut mv = report.lines.first().map_or(Move::Pass, |line| line.mv);
        if let Some(id) = self.graph.root() {
            let params = &self.mode.params;
            let choice = self.move_choice(id, root);
            let temperature = root::temperature(
                params.move_temperature_early,
                params.move_temperature,
                history,
                params,
            );
            if self.mode.options.human.chosen_share > 0.0 {
                self.human_draws += 1;
            }
            let seed = root.seed.wrapping_add(self.human_draws);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let only_below = self.mode.options.choice.only_below;
            if let Some(chosen) = choice.sample(temperature, only_below, &mut rng) {
                mv = self.graph.candidates(id)[chosen].mv;
            }
        }
        if wins_by_passing(history, root, &report) {
            mv = Move::Pass;
        }
        let conditions = &request.game.resign;
        let is_lost = self.is_lost(history, &report, conditions);
        self.lost_searches = if is_lost { self.lost_searches + 1 } else { 0 };
        // The report starts with the played move, even if it was sampled.
        if let Some(place) = report.lines.iter().position(|line| line.mv == mv) {
            report.lines[..=place].rotate_right(1);
        }
        SearchResult {
            mv,
            resigns: self.lost_searches >= conditions.turns.unwrap_or(self.params.resign_turns),
            report,
        }
    }

    fn move_choice(&self, id: GraphNodeId, root: &PuctRoot) -> MoveChoice {
        let scored = self.graph.scored_children(id, &root.bonus);
        let options = &self.mode.options;
        let mut choice = MoveChoice::of_search(&scored, &options.choice);
        let evaluation = self.graph.node(id).evaluation.as_ref();
        let priors = evaluation.and_then(|evaluation| evaluation.human_priors());
        if let Some(priors) = priors.filter(|_| options.human.chosen_share > 0.0) {
            choice.mix_human_policy(&self.graph, id, priors, &options.human);
        }
        choice
    }

    /// Whether the search finds the game lost, after enough of the board has been occupied.
    fn is_lost(
        &self,
        history: &GameHistory,
        report: &Report<Move>,
        conditions: &ResignConditions,
    ) -> bool {
        let position = history.position();
        let board = position.board();
        let area = board.size().area() as f64;
        let played = area - board.empty_points().len() as f64;
        let least = match position.handicap_stones() {
            0 => self.params.resign_after,
            _ => self.params.resign_after_handicap,
        };
        let least = conditions.after.map_or(least, f64::from);
        let below = conditions.below.unwrap_or(self.params.resign_below as f32);
        let (best, lead) = report
            .lines
            .first()
            .map_or((1.0, 0.0), |line| (line.winrate, line.score));
        let root = report.root.as_ref().map_or(1.0, |root| root.winrate);
        played >= least * area && best.max(root) < below && conditions.is_behind(lead)
    }
}

/// Whether a pass wins under territory rules: nothing is left to play for, the side to move wins the count, and the
/// search agrees. Other moves win as well but cost points.
fn wins_by_passing(history: &GameHistory, root: &PuctRoot, report: &Report<Move>) -> bool {
    let pass = report.lines.iter().find(|line| line.mv == Move::Pass);
    pass.is_some_and(|pass| {
        pass.winrate >= WINNING_PASS_WINRATE && pass.visits >= WINNING_PASS_VISITS
    }) && settled_value::settled_winner(history, &root.evaluation)
        == Some(history.position().to_move())
}

impl Searcher<Position> for NetworkSearch {
    /// Always returns a move, since a pass is legal.
    fn search_game(
        &mut self,
        record: &Record<Position>,
        control: &Control<Move>,
    ) -> Option<SearchResult<Move>> {
        let mut history = GameHistory::of_record(record);
        let request = control.request();
        let mode = request.game.overrides.mode(&self.params);
        self.set_mode(mode.at_root(history.position().to_move()));
        if self.mode.options.ignore_pre_root_history {
            history.forget_moves();
        }
        self.prepare_evaluators(history.position().board().size());
        let (evaluation, visits) = self.advance_root(record, &history, request);
        let root = self.prepare_root(record, &history, evaluation, request);
        let state = SearchState::new(&mut self.graph, &mut self.cache, visits);
        let search = ParallelSearch::new(control, &history, &root, &self.evaluation_pace, state);
        let playouts = search.run(&mut self.evaluators).playouts;
        let report = self.graph.report(&root, &history, request, playouts);
        Some(self.pick_move(&history, &root, report, request))
    }

    /// Evaluates once, to pack the weights and measure the time. Later games on the same board size need no
    /// preparation.
    fn prepare(&mut self, position: &Position) {
        self.prepare_evaluators(position.board().size());
        if self.min_time().is_zero() {
            let history = GameHistory::new(position.clone());
            let view = self.mode.tree_view(position.to_move());
            self.evaluate(&history, &view);
        }
    }

    fn clear(&mut self) {
        self.graph.clear();
        self.cache.clear();
        self.game = None;
        self.lost_searches = 0;
    }

    fn configure(&mut self, settings: Settings) {
        *self = NetworkSearch::new(settings, self.networks.clone());
    }
}
