//! A player of Go by a network and a search graph.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::cache::Cache;
use super::graph::Graph;
use super::job::{Job, Shared};
use super::key;
use super::oracle::Oracle;
use super::params::Params;
use super::root::{self, Root};
use super::utility::Utility;
use super::verdict::Verdict;
use crate::engine::game::{Color, Position as _};
use crate::engine::record::Record;
use crate::engine::{Control, Report, SearchRequest, SearchResult, Searcher, Settings};
use crate::go::board::{Move, Size};
use crate::go::net::{GameHistory, Network};
use crate::go::rules::Position;

/// The part of the memory that evaluations may take which are in no graph.
const CACHE_SHARE: usize = 4;

/// A player of Go by a network. Its boards have to fit the network ([`Network::fits`]).
pub struct NetworkSearch {
    settings: Settings,
    params: Params,
    network: Arc<Network>,
    graph: Graph,
    cache: Cache,
    /// One for each thread, for boards of this size.
    oracles: Vec<Oracle>,
    size: Option<Size>,
    /// The game that the graph's root is the end of, and what the network said there, all moves included.
    game: Option<(Game, Arc<Verdict>)>,
    /// Searches in a row that held the game for lost.
    lost: u32,
    /// How long an evaluation takes, in microseconds; 0 before there has been one.
    pace: AtomicU64,
}

/// A game up to the root of a graph.
struct Game {
    /// The key of what the network sees at its start.
    start: u64,
    moves: Vec<(Color, Move)>,
    /// The key of the position at its end.
    end: u64,
    /// Whether some moves were not allowed, so that the graph knows nothing of them.
    restricted: bool,
}

impl NetworkSearch {
    /// A player with these resources.
    pub fn new(settings: Settings, network: Arc<Network>) -> NetworkSearch {
        NetworkSearch::with_params(settings, network, Params::new(&settings))
    }

    /// A player with other numbers than the default ones, to try them.
    pub fn with_params(settings: Settings, network: Arc<Network>, params: Params) -> Self {
        let for_cache = settings.memory / CACHE_SHARE;
        NetworkSearch {
            graph: Graph::new(params.clone(), settings.memory - for_cache),
            cache: Cache::new(for_cache),
            oracles: Vec::new(),
            size: None,
            game: None,
            lost: 0,
            pace: AtomicU64::new(0),
            settings,
            params,
            network,
        }
    }

    /// The time that a search takes at least, as far as is known: that of one evaluation.
    pub fn least_time(&self) -> Duration {
        Duration::from_micros(self.pace.load(Ordering::Relaxed))
    }

    /// The graph of the last search.
    #[cfg(test)]
    pub(super) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Bytes of evaluations that are kept beside the graph.
    #[cfg(test)]
    pub(super) fn cache_bytes(&self) -> usize {
        self.cache.bytes()
    }

    /// Makes the end of the record the root of the graph, with as much as is known of it, and returns what the network
    /// says there and the visits that this took: none if there were some already.
    fn follow(
        &mut self,
        record: &Record<Position>,
        situation: &GameHistory,
        question: &SearchRequest<Move>,
    ) -> (Arc<Verdict>, u64) {
        let game = Game {
            start: key::of_inputs(&GameHistory::new(record.start().clone())),
            moves: record.moves().collect(),
            end: key::of_position(situation),
            restricted: !question.restrictions.is_empty(),
        };
        let (mut verdict, visits) = match self.reuse(&game) {
            Some(verdict) => (verdict, 0),
            None => {
                let verdict = self.judge_root(situation, self.params.optimism);
                let root = self.graph.plant(situation.position().to_move());
                self.graph.learn(root, Arc::clone(&verdict));
                (verdict, 1)
            }
        };
        if self.network.model().policy.last.outputs > 1 {
            verdict = self.judge_root(situation, self.params.root_optimism);
        }
        self.game = Some((game, Arc::clone(&verdict)));
        (verdict, visits)
    }

    /// What the network said of the end of `game`, if the graph's root is there already or can be moved there.
    fn reuse(&mut self, game: &Game) -> Option<Arc<Verdict>> {
        let (known, verdict) = self.game.take()?;
        let root = self.graph.root()?;
        let is_ours = known.start == game.start && !known.restricted && !game.restricted;
        let new = game
            .moves
            .strip_prefix(known.moves.as_slice())
            .filter(|_| is_ours)?;
        if new.is_empty() {
            return (known.end == game.end).then_some(verdict);
        }
        let mut at = root;
        for &(color, mv) in new {
            if self.graph.node(at).to_move != color {
                return None;
            }
            at = self.graph.child_by(at, mv)?;
        }
        let verdict = self.graph.node(at).verdict.clone()?;
        let is_there = self.graph.key_of(at) == Some(game.end) && self.graph.advance(at);
        is_there.then_some(verdict)
    }

    /// What the network says of the root, with this share of the optimistic policy.
    fn judge_root(&mut self, situation: &GameHistory, optimism: f64) -> Arc<Verdict> {
        let key = match optimism == self.params.optimism {
            true => key::of_inputs(situation),
            false => key::of_inputs(situation) ^ optimism.to_bits(),
        };
        if let Some(verdict) = self.cache.get(key) {
            return verdict;
        }
        let began = Instant::now();
        let verdict = Arc::new(self.oracles[0].judge(situation, optimism));
        let took = began.elapsed().as_micros() as u64;
        self.pace.fetch_max(took, Ordering::Relaxed);
        self.cache.put(key, &verdict);
        verdict
    }

    /// Has an oracle for each thread and boards of this size.
    fn fit(&mut self, size: Size) {
        if self.size != Some(size) {
            self.oracles.clear();
            self.cache.clear();
            self.size = Some(size);
            // Weights may have to be packed for this size, and larger boards take longer.
            self.pace.store(0, Ordering::Relaxed);
        }
        self.oracles.truncate(self.settings.threads);
        while self.oracles.len() < self.settings.threads.max(1) {
            let oracle = Oracle::new(&self.network, size, self.settings);
            self.oracles.push(oracle);
        }
    }

    /// Sets up what is particular to the root, and what scores are worth around its score.
    fn set_root(
        &mut self,
        situation: &GameHistory,
        verdict: Arc<Verdict>,
        question: &SearchRequest<Move>,
    ) -> Root {
        let (candidates, twins) = root::candidates(situation, &verdict, question, &self.params);
        let bonus = root::bonus(situation, &candidates, &self.params);
        let area = situation.position().board().size().area();
        // One more than there are threads: the root's candidates may be arranged anew.
        self.graph.keep_room(self.oracles.len() + 1, &verdict);
        self.graph.replace_candidates(candidates);
        let score = self
            .graph
            .root()
            .map_or(0.0, |root| self.graph.node(root).stats.outlook.score);
        self.graph.revalue(Utility::new(&self.params, area, score));
        Root {
            verdict,
            twins,
            bonus,
        }
    }

    /// The move to play.
    fn choose(
        &mut self,
        situation: &GameHistory,
        root: &Root,
        mut report: Report<Move>,
        question: &SearchRequest<Move>,
    ) -> SearchResult<Move> {
        let mut mv = report.lines.first().map_or(Move::Pass, |line| line.mv);
        if let Some(id) = self.graph.root() {
            let params = &self.params;
            let rated = self.graph.rated(id, &root.bonus);
            let heat = root::early(
                params.temperature_early,
                params.temperature,
                situation,
                params,
            );
            let moves = self
                .game
                .as_ref()
                .map_or(0, |(game, _)| game.moves.len() as u64);
            let seed = self.settings.seed ^ moves.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            if let Some(chosen) = rated.get(Graph::draw(&rated, heat, &mut random)) {
                mv = self.graph.candidates(id)[chosen.index].mv;
            }
        }
        let set = question.game.resign_below;
        let below = set.unwrap_or(self.params.resign_below as f32);
        let is_lost = self.is_lost(situation, &report, below);
        self.lost = if is_lost { self.lost + 1 } else { 0 };
        // What is told last is about the move that is played, also where it was drawn among others.
        if let Some(place) = report.lines.iter().position(|line| line.mv == mv) {
            report.lines[..=place].rotate_right(1);
        }
        SearchResult {
            mv,
            resigns: self.lost >= self.params.resign_turns,
            report,
        }
    }

    /// Whether this search sees no chance worth playing on for, in a game that has come far enough to tell.
    fn is_lost(&self, situation: &GameHistory, report: &Report<Move>, below: f32) -> bool {
        let position = situation.position();
        let board = position.board();
        let area = board.size().area() as f64;
        let played = area - board.empty_points().len() as f64;
        let least = match position.handicap_stones() {
            0 => self.params.resign_after,
            _ => self.params.resign_after_handicap,
        };
        let best = report.lines.first().map_or(1.0, |line| line.winrate);
        let root = report.root.as_ref().map_or(1.0, |root| root.winrate);
        played >= least * area && best.max(root) < below
    }
}

impl Searcher<Position> for NetworkSearch {
    /// Always returns a move: the pass is always legal.
    fn search_game(
        &mut self,
        record: &Record<Position>,
        control: &Control<Move>,
    ) -> Option<SearchResult<Move>> {
        let situation = GameHistory::of_record(record);
        let question = control.request();
        self.fit(situation.position().board().size());
        let (verdict, visits) = self.follow(record, &situation, question);
        let root = self.set_root(&situation, verdict, question);
        let shared = Shared::new(&mut self.graph, &mut self.cache, visits);
        let job = Job::new(control, &situation, &root, &self.pace, shared);
        let playouts = job.run(&mut self.oracles).playouts;
        let report = self.graph.report(&root, &situation, question, playouts);
        Some(self.choose(&situation, &root, report, question))
    }

    /// One evaluation packs the weights, and tells how long it takes. For later games on such a board that is known.
    fn prepare(&mut self, position: &Position) {
        self.fit(position.board().size());
        if self.least_time().is_zero() {
            let situation = GameHistory::new(position.clone());
            self.judge_root(&situation, self.params.optimism);
        }
    }

    fn clear(&mut self) {
        self.graph.clear();
        self.cache.clear();
        self.game = None;
        self.lost = 0;
    }

    fn configure(&mut self, settings: Settings) {
        *self = NetworkSearch::new(settings, Arc::clone(&self.network));
    }
}
