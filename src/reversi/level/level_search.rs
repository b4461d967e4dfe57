//! The player of a level: a plain alpha-beta search of a few plies.

use super::limited_eval::LimitedEval;
use super::profile::Profile;
use crate::eval::evaluation::{DISC, MAX_SCORE};
use crate::eval::node::Node;
use crate::rules::board::Board;
use crate::rules::position::Position;
use crate::rules::square::{Move, Square, Squares};
use crate::search::AlphaBeta;
use tengen_engine::game::Position as _;
use tengen_engine::record::Record;
use tengen_engine::searcher::{ColdSearch, LevelPlayer};
use tengen_engine::skill::Misjudgment;
use tengen_engine::{Control, Limits, Report, RootMove, SearchResult, SkillLevel};

/// The depth from which moves are ordered.
const ORDERED_DEPTH: u32 = 3;

/// Evaluation units that multiply the odds of winning by e.
const WINRATE_SCALE: f32 = 6.0 * DISC as f32;

/// The player for all levels. It keeps no state between moves.
pub struct LevelSearch {
    seed: u64,
    /// The search used by the strong levels.
    full: ColdSearch<AlphaBeta>,
}

impl LevelSearch {
    /// Returns a player with this random seed.
    pub fn new(seed: u64) -> LevelSearch {
        LevelSearch {
            seed,
            full: ColdSearch::new(AlphaBeta::new),
        }
    }
}

impl LevelPlayer<Position> for LevelSearch {
    fn find(
        &mut self,
        level: SkillLevel,
        record: &Record<Position>,
        control: &Control<Move>,
    ) -> Option<SearchResult<Move>> {
        let position = record.position();
        if position.outcome().is_some() {
            return None;
        }
        let profile = Profile::new(level);
        let misjudgment = Misjudgment::of_game(self.seed, record.moves());
        let depth = depth(&profile, misjudgment, position, control);
        if profile.by_full_search || position.must_pass() {
            let limits = Limits {
                nodes: control.limits().nodes,
                depth: Some(depth),
                ..Limits::default()
            };
            return self.full.find(position, limits, control);
        }
        let mut search = LevelMove {
            eval: LimitedEval::new(profile, misjudgment),
            control,
            nodes: 0,
            stopped: false,
        };
        let (square, score) = search.best_move(position, depth)?;
        let mv = Move::Place(square);
        let winrate = 1.0 / (1.0 + (-score as f32 / WINRATE_SCALE).exp());
        let line = RootMove::new(
            mv,
            winrate,
            score as f32 / DISC as f32,
            search.nodes,
            vec![mv],
        );
        Some(SearchResult {
            mv,
            resigns: false,
            report: Report::new(vec![line], search.nodes, depth),
        })
    }

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }
}

/// Returns the plies that a level reads in a position, at least one: the depth of its profile, or all remaining plies.
fn depth(
    profile: &Profile,
    misjudgment: Misjudgment,
    position: &Position,
    control: &Control<Move>,
) -> u32 {
    let board = position.board();
    let key = board.player() ^ board.opponent().rotate_left(17);
    if board.empties() <= misjudgment.rounded(key ^ 1, profile.endgame) {
        return board.empties().max(1);
    }
    let depth = misjudgment.rounded(key, profile.depth);
    let most = control.limits().depth.unwrap_or(depth);
    depth.min(most).max(1)
}

/// The search for a single move.
struct LevelMove<'a> {
    eval: LimitedEval,
    control: &'a Control<Move>,
    nodes: u64,
    stopped: bool,
}

impl LevelMove<'_> {
    /// Returns the best move at `depth` plies, at least one, and its score.
    fn best_move(&mut self, position: &Position, depth: u32) -> Option<(Square, i32)> {
        let node = Node::new(position.board());
        let me = position.to_move();
        let allows = |square: &Square| self.control.request().allows(me, &Move::Place(*square), 0);
        let all: Vec<Square> = node.board.squares().collect();
        let mut squares: Vec<Square> = all.iter().copied().filter(allows).collect();
        if squares.is_empty() {
            squares = all;
        }
        let mut best = None;
        let mut alpha = -MAX_SCORE;
        for (square, after) in self.ordered(&node, squares, depth) {
            let score = -self.search(&after, -MAX_SCORE, -alpha, depth - 1);
            if self.stopped && best.is_some() {
                break;
            }
            if best.is_none() || score > alpha {
                best = Some((square, score));
                alpha = alpha.max(score);
            }
        }
        best
    }

    /// Searches a position to `depth` plies and returns its score for the side to move.
    fn search(&mut self, node: &Node, alpha: i32, beta: i32, depth: u32) -> i32 {
        self.nodes += 1;
        self.stopped |= self.nodes.is_multiple_of(256) && self.control.interrupted()
            || self.control.out_of_nodes(self.nodes);
        if self.stopped {
            return 0;
        }
        let moves = node.board.moves();
        if moves == 0 {
            let passed = node.passed();
            return match passed.board.moves() {
                0 => node.board.final_score() * DISC,
                _ => -self.search(&passed, -beta, -alpha, depth),
            };
        }
        if depth == 0 {
            return self.eval.score(node);
        }
        let mut alpha = alpha;
        let mut best = -MAX_SCORE;
        for (_, after) in self.ordered(node, Squares(moves).collect(), depth) {
            let score = -self.search(&after, -beta, -alpha, depth - 1);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta || self.stopped {
                break;
            }
        }
        best
    }

    /// Returns the moves with the nodes after them. In deep searches, moves that leave few replies come first.
    fn ordered(&self, node: &Node, squares: Vec<Square>, depth: u32) -> Vec<(Square, Node)> {
        let play = |square: Square| (square, node.play(square));
        let mut moves: Vec<(Square, Node)> = squares.into_iter().map(play).collect();
        if depth >= ORDERED_DEPTH {
            let replies = |board: Board| board.moves().count_ones();
            moves.sort_by_cached_key(|(square, after)| (replies(after.board), square.index()));
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::super::SCALE;
    use super::*;
    use crate::player::{Player, new_player};
    use tengen_engine::game::{Color, Outcome};
    use tengen_engine::{SearchRequest, Searcher, Settings};

    fn control(name: &str) -> Control<Move> {
        let request = SearchRequest {
            level: SCALE.read(name).unwrap(),
            move_only: true,
            ..SearchRequest::default()
        };
        Control::new(Limits::default()).with_request(request)
    }

    fn player(seed: u64) -> Player {
        let settings = Settings {
            seed,
            memory: 1 << 20,
            ..Settings::default()
        };
        new_player(settings, None)
    }

    fn game(names: [&str; 2], seed: u64) -> Record<Position> {
        let mut record = Record::new(Position::start());
        let mut players = [player(seed), player(seed + 1_000)];
        while record.position().outcome().is_none() {
            let color = record.position().to_move();
            let control = control(names[color.index()]);
            let found = players[color.index()].search_game(&record, &control);
            record.play(color, found.unwrap().mv).unwrap();
        }
        record
    }

    #[test]
    fn every_level_that_reads_by_itself_plays_a_game_to_its_end() {
        for (number, profile) in super::super::scale::ANCHORS.iter().enumerate() {
            if profile.by_full_search || profile.depth > 3.0 {
                continue;
            }
            let name = format!("anchor:{number}");
            let record = game([&name, &name], 1);
            assert!(record.position().final_score().is_some());
            assert_eq!(game([&name, &name], 1).steps(), record.steps(), "{name}");
        }
    }

    /// Returns the discs gained by a level's moves in twenty positions.
    fn gains(name: &str) -> u32 {
        // The game may already be over.
        let gain = |seed| {
            let steps = game(["1200"; 2], seed).steps().get(..20)?.to_vec();
            let mut record = Record::new(Position::start());
            for step in steps {
                record.add(step).unwrap();
            }
            let position = record.position();
            let found = player(seed).search_game(&record, &control(name))?;
            let mut after = position.clone();
            after.play(position.to_move(), found.mv).unwrap();
            Some(after.discs(position.to_move()) - position.discs(position.to_move()))
        };
        (0..).filter_map(gain).take(20).sum()
    }

    #[test]
    fn a_beginner_takes_many_discs_and_a_strong_player_few() {
        let (beginner, strong) = (gains("anchor:0"), gains("anchor:9"));
        assert!(beginner > strong, "{beginner} {strong}");
    }

    #[test]
    fn a_higher_level_wins() {
        let wins = |seed| match game(["anchor:0", "anchor:6"], seed).position().outcome() {
            Some(Outcome::Win(Color::White)) => 1,
            _ => 0,
        };
        assert!((0..6).map(wins).sum::<i32>() >= 5);
    }

    #[test]
    fn other_games_are_misjudged_otherwise() {
        let different = (1..20).filter(|&seed| {
            game(["anchor:0"; 2], 0).steps() != game(["anchor:0"; 2], seed).steps()
        });
        assert!(different.count() > 10);
    }
}
