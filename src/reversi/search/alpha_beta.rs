//! The Reversi searcher: book, solver and alpha-beta search with a common interface.

use std::sync::Arc;
use std::thread;

use super::root_search::{IterativeDeepening, RootSearch, SearchGoal};
use super::search_thread::SearchThread;
use super::split_search::Helper;
use super::thread_pool::{PoolGuard, ThreadPool};
use super::transposition_table::TranspositionTable;
use crate::book::Book;
use crate::eval::evaluation::Evaluation;
use crate::params::Params;
use crate::rules::position::Position;
use crate::rules::square::{Move, Square};
use tengen_engine::cpu::Level;
use tengen_engine::game::Position as _;
use tengen_engine::record::Record;
use tengen_engine::{Control, Report, SearchRequest, SearchResult, Searcher, Settings, resources};

/// Alpha-beta search for Reversi with an exact endgame.
///
/// The search uses no random numbers, so the seed has no effect. With one thread and a node or depth limit, the same
/// position gives the same move after `clear`.
pub struct AlphaBeta {
    table: TranspositionTable,
    params: Params,
    isa: Level,
    threads: usize,
    /// The opening book, consulted if the request asks for it.
    book: Option<Arc<Book>>,
}

impl AlphaBeta {
    /// Creates a searcher. The transposition table is allocated when the first search begins.
    pub fn new(settings: Settings) -> AlphaBeta {
        AlphaBeta {
            table: TranspositionTable::new(settings.memory),
            params: Params::new(&settings),
            isa: settings.isa,
            threads: settings.threads,
            book: None,
        }
    }

    /// Creates a searcher with an opening book.
    pub fn with_book(settings: Settings, book: Option<Arc<Book>>) -> AlphaBeta {
        AlphaBeta {
            book,
            ..AlphaBeta::new(settings)
        }
    }

    /// Creates the state of a search thread.
    pub(super) fn search_thread<'a>(&'a self, control: &'a Control<Move>) -> SearchThread<'a> {
        SearchThread::new(&self.table, Evaluation::learned(), &self.params, control)
    }

    /// Runs `main` on this thread, with a helper on each of the other threads.
    pub(super) fn run_threads<R>(
        &self,
        control: &Control<Move>,
        main: impl FnOnce(SearchThread) -> R,
    ) -> R {
        if self.threads <= 1 {
            return main(self.search_thread(control));
        }
        let pool = ThreadPool::default();
        let helper = || {
            let mut thread = self.search_thread(control).in_pool(&pool);
            self.isa.run(Helper(&mut thread, &pool));
        };
        thread::scope(|scope| {
            let _guard = PoolGuard(&pool);
            resources::spawn_all(scope, (1..self.threads).map(|_| &helper));
            main(self.search_thread(control).in_pool(&pool))
        })
    }

    /// Prepares the transposition table for a new search.
    pub(super) fn start_search(&mut self) {
        self.table.start_search();
    }

    /// Returns the instruction set of the search.
    pub(super) fn isa(&self) -> Level {
        self.isa
    }
}

impl Searcher<Position> for AlphaBeta {
    fn search_game(
        &mut self,
        record: &Record<Position>,
        control: &Control<Move>,
    ) -> Option<SearchResult<Move>> {
        let position = record.position();
        if control.request().game.book
            && control.request().restrictions.is_empty()
            && let Some(found) = self
                .book
                .as_ref()
                .and_then(|book| book.search_result(position))
        {
            return Some(found);
        }
        if control.request().game.proof
            && let Some(found) = self.search_proof(position, control)
        {
            return Some(found);
        }
        let must_pass = position.must_pass();
        if must_pass && control.request().move_only {
            return Some(SearchResult {
                mv: Move::Pass,
                resigns: false,
                report: Report::new(Vec::new(), 0, 0),
            });
        }
        let squares = match must_pass {
            true => position.board().passed().squares().collect(),
            false => root_squares(position, control.request()),
        };
        if squares.is_empty() {
            return None;
        }
        self.start_search();
        let report = self.run_threads(control, |thread| {
            let mut root = match must_pass {
                true => RootSearch::after_pass(thread, position.board(), &squares),
                false => RootSearch::new(thread, position.board(), &squares, SearchGoal::Move),
            };
            self.isa.run(IterativeDeepening(&mut root));
            root.report()
        });
        Some(SearchResult {
            mv: report.lines[0].mv,
            resigns: false,
            report,
        })
    }

    fn prepare(&mut self, position: &Position) {
        Evaluation::learned();
        // The first lookup decompresses the book.
        let _ = self.book.as_ref().map(|book| book.search_result(position));
        self.start_search();
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn configure(&mut self, settings: Settings) {
        self.table = TranspositionTable::new(settings.memory);
        self.params = Params::new(&settings);
        self.isa = settings.isa;
        self.threads = settings.threads;
    }
}

/// Returns the squares of the root moves allowed by the request, or of all moves if it allows none.
fn root_squares(position: &Position, request: &SearchRequest<Move>) -> Vec<Square> {
    let all: Vec<Square> = position.board().squares().collect();
    let allows = |square: &Square| request.allows(position.to_move(), &Move::Place(*square), 0);
    let allowed: Vec<Square> = all.iter().copied().filter(allows).collect();
    if allowed.is_empty() { all } else { allowed }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::{Duration, Instant};

    use serde_json::Value;

    use super::*;
    use crate::ffo::FFO;
    use crate::search::SolveMode;
    use tengen_engine::control::Budget;
    use tengen_engine::game::Color;
    use tengen_engine::{Event, Limits, Restriction, Waker, Worker};
    use tengen_testing::test_data;

    fn player() -> AlphaBeta {
        AlphaBeta::new(Settings {
            memory: 16 << 20,
            ..Settings::default()
        })
    }

    fn search(position: &Position, limits: Limits) -> SearchResult<Move> {
        player().search(position, &Control::new(limits)).unwrap()
    }

    fn depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    fn labeled_position(case: &Value) -> Position {
        let to_move = match case["to_move"].as_str().unwrap() {
            "X" => Color::Black,
            _ => Color::White,
        };
        Position::from_text(case["board"].as_str().unwrap(), to_move).unwrap()
    }

    /// Returns a game position, `plies` plies from the start.
    fn midgame(plies: usize) -> Position {
        let mut position = Position::start();
        for _ in 0..plies {
            let mv = search(&position, depth(3)).mv;
            position.play(position.to_move(), mv).unwrap();
        }
        position
    }

    fn is_solved_as_labeled(case: &Value, threads: usize) {
        let position = labeled_position(case);
        let mut player = AlphaBeta::new(Settings {
            threads,
            ..Settings::default()
        });
        let control = Control::new(Limits::default());
        let found = player.search(&position, &control).unwrap();
        let best = &found.report.lines[0];
        let score = case["score"].as_i64().unwrap();
        assert_eq!(best.score as i64, score, "{position}");
        let moves = case["best_moves"].as_array().unwrap();
        assert!(
            moves.contains(&found.mv.to_string().into()),
            "{} in\n{position}",
            found.mv
        );
        assert_eq!(best.winrate, 0.5 + 0.5 * score.signum() as f32);
        assert_eq!(found.report.depth, position.empties());
    }

    #[test]
    fn labeled_endgames() {
        for case in test_data::lines("reversi_endgame.jsonl") {
            for threads in [1, 3] {
                is_solved_as_labeled(&case, threads);
            }
        }
    }

    #[test]
    fn the_first_ffo_positions() {
        for problem in &FFO[..19] {
            let (squares, side) = problem.position.split_once(' ').unwrap();
            let to_move = if side == "b" {
                Color::Black
            } else {
                Color::White
            };
            let position = Position::from_text(squares, to_move).unwrap();
            let found = search(&position, Limits::default());
            assert_eq!(
                found.report.lines[0].score, problem.score as f32,
                "{position}"
            );
            assert_eq!(found.report.depth, position.empties());
        }
    }

    #[test]
    fn every_instruction_set_searches_the_same_tree() {
        for plies in [0, 21, 42] {
            let position = midgame(plies);
            let found = Level::available().into_iter().map(|isa| {
                let mut player = player();
                player.isa = isa;
                player.search(&position, &Control::new(Limits::nodes(30_000)))
            });
            let found: Vec<_> = found.collect();
            assert!(found.iter().all(|other| *other == found[0]));
        }
    }

    #[test]
    fn node_limits_are_exact_and_repeat() {
        let position = midgame(12);
        for nodes in [1, 10, 1023, 1025, 20_000] {
            let found = search(&position, Limits::nodes(nodes));
            assert_eq!(found.report.nodes, nodes);
            assert_eq!(found, search(&position, Limits::nodes(nodes)));
        }
    }

    #[test]
    fn clear_empties_the_table() {
        let position = midgame(12);
        let mut player = player();
        let control = Control::new(Limits::nodes(20_000));
        let first = player.search(&position, &control);
        assert_ne!(
            player.search(&position, &control),
            first,
            "the table was kept"
        );
        player.clear();
        assert_eq!(player.search(&position, &control), first);
    }

    #[test]
    fn threads_and_memory_change_no_result() {
        let position = midgame(42);
        let exact = search(&position, Limits::default()).report.lines[0].score;
        for (threads, memory) in [(1, 0), (2, 16 << 20), (5, 1 << 16), (5, 0)] {
            let mut player = AlphaBeta::new(Settings {
                threads,
                memory,
                ..Settings::default()
            });
            let control = Control::new(Limits::default());
            let solution = player.solve(&position, SolveMode::Exact, &control).unwrap();
            assert_eq!(solution.score as f32, exact, "{threads} threads");
        }
    }

    #[test]
    fn many_threads_stop_at_limits() {
        let position = midgame(12);
        let mut player = AlphaBeta::new(Settings {
            threads: 4,
            ..Settings::default()
        });
        let control = Control::new(Limits::nodes(100_000));
        let found = player.search(&position, &control).unwrap();
        // Each thread checks the limit only at intervals.
        assert!(
            (100_000..150_000).contains(&found.report.nodes),
            "{}",
            found.report.nodes
        );
        assert!(position.check(position.to_move(), found.mv).is_ok());
        let deep = player.search(&position, &Control::new(depth(10))).unwrap();
        assert_eq!(deep.report.depth, 10);
    }

    #[test]
    fn lines_have_scores_of_their_own() {
        let position = midgame(49);
        let ask = |lines| SearchRequest {
            lines,
            ..SearchRequest::default()
        };
        for threads in [1, 4] {
            let mut player = AlphaBeta::new(Settings {
                memory: 16 << 20,
                threads,
                ..Settings::default()
            });
            let control = Control::new(Limits::default()).with_request(ask(64));
            let report = player.search(&position, &control).unwrap().report;
            let all = report.lines;
            assert_eq!(all.len(), position.board().squares().len());
            assert!(all.is_sorted_by(|better, worse| better.score >= worse.score));
            assert!(all.iter().map(|line| line.visits).sum::<u64>() <= report.nodes);
            for line in &all {
                let mut after = position.clone();
                after.play(after.to_move(), line.mv).unwrap();
                let control = Control::new(Limits::default());
                let solution = player.solve(&after, SolveMode::Exact, &control);
                let score = -solution.unwrap().score as f32;
                assert_eq!(line.score, score, "{}, {threads} threads", line.mv);
                assert_eq!(line.details.depth, Some(position.empties()));
                assert_eq!(line.details.confidence, Some(100));
                assert_eq!(line.pv[0], line.mv);
            }
        }
        let mut player = player();
        let control = Control::new(depth(4)).with_request(ask(2));
        let two = player.search(&midgame(20), &control).unwrap().report.lines;
        assert_eq!(two.len(), 2);
        assert_ne!(two[0].mv, two[1].mv);
        assert_eq!(two[1].details.depth, Some(4));
        assert_eq!(two[1].details.confidence, Some(73));
    }

    #[test]
    fn moves_can_be_left_out() {
        let position = midgame(30);
        let best = search(&position, depth(6)).mv;
        let rule = |moves: Vec<Move>, only| SearchRequest {
            restrictions: vec![Restriction {
                color: position.to_move(),
                moves,
                only,
                plies: 1,
            }],
            lines: 64,
            ..SearchRequest::default()
        };
        let search_moves = |request| {
            let control = Control::new(depth(6)).with_request(request);
            let report = player().search(&position, &control).unwrap().report;
            report.lines.iter().map(|line| line.mv).collect::<Vec<_>>()
        };
        let others = search_moves(rule(vec![best], false));
        assert_eq!(others.len(), position.board().squares().len() - 1);
        assert!(!others.contains(&best));
        assert_eq!(
            search_moves(rule(others[1..=1].to_vec(), true)),
            others[1..=1]
        );
        // Restrictions that leave no move are ignored.
        assert_eq!(search_moves(rule(Vec::new(), true)).len(), others.len() + 1);
    }

    #[test]
    fn depth_limits_are_obeyed() {
        let position = midgame(40);
        for limit in [1, 5, 8] {
            assert_eq!(search(&position, depth(limit)).report.depth, limit);
        }
        // A forced pass needs no search.
        let late = [52, 53].map(midgame);
        let late = late.iter().find(|position| !position.must_pass()).unwrap();
        assert_eq!(search(late, depth(30)).report.depth, late.empties());
    }

    #[test]
    fn a_search_without_memory_or_nodes_still_moves() {
        let mut player = AlphaBeta::new(Settings {
            memory: 0,
            ..Settings::default()
        });
        let position = midgame(10);
        for limits in [Limits::nodes(0), Limits::nodes(1000)] {
            let found = player.search(&position, &Control::new(limits)).unwrap();
            assert!(position.check(position.to_move(), found.mv).is_ok());
            assert_eq!(found.report.lines[0].pv[0], found.mv);
        }
    }

    #[test]
    fn hard_time_ends_the_search() {
        let limits = Limits {
            time: Some(Budget::unsaved(Duration::from_millis(40))),
            ..Limits::default()
        };
        // The first search of a process decompresses the network.
        search(&Position::start(), Limits::nodes(1));
        let begin = Instant::now();
        let found = search(&Position::start(), limits);
        assert!(found.report.depth >= 3);
        // Generous, since the machine may be busy. Without the limit, the search would take hours.
        assert!(begin.elapsed() < Duration::from_secs(2));
    }

    #[test]
    fn a_stopped_search_answers() {
        let (waker, bell) = Waker::new();
        let mut worker = Worker::spawn(Settings::default(), waker, AlphaBeta::new).unwrap();
        worker.start(Position::start(), Limits::default());
        let reports = Arc::new(AtomicU32::new(0));
        loop {
            bell.recv_timeout(Duration::from_secs(20))
                .expect("reports come");
            match worker.next_event() {
                Some(Event::Progress(report)) => {
                    assert_eq!(report.lines.len(), 1);
                    assert!(report.depth > 0);
                    reports.fetch_add(1, Ordering::Relaxed);
                    if report.depth >= 5 {
                        worker.stop();
                    }
                }
                Some(Event::Done(Some(found))) => {
                    assert!(found.report.depth >= 5);
                    break;
                }
                Some(other) => panic!("expected a move, saw {other:?}"),
                None => {}
            }
        }
        assert!(reports.load(Ordering::Relaxed) > 0);
    }

    #[test]
    fn forced_passes_and_ends() {
        let squares = format!("-O{}{}XO------", "X".repeat(6), "-".repeat(48));
        let position = Position::from_text(&squares, Color::White).unwrap();
        let found = search(&position, Limits::default());
        assert_eq!(
            (found.mv, &found.report.lines[0].pv[..1]),
            (Move::Pass, &[Move::Pass][..])
        );
        assert!(found.report.lines[0].score < 0.0);
        let over = Position::from_text(&"X".repeat(64), Color::White).unwrap();
        assert_eq!(
            player().search(&over, &Control::new(Limits::default())),
            None
        );
    }

    #[test]
    fn whole_games_end_with_the_solved_score() {
        let mut players = [player(), player()];
        let mut position = Position::start();
        let mut promised = None;
        while position.outcome().is_none() {
            let to_move = position.to_move();
            let control = Control::new(if position.empties() > 12 {
                Limits::nodes(3000)
            } else {
                Limits::default()
            });
            let found = players[to_move.index()]
                .search(&position, &control)
                .unwrap();
            let best = &found.report.lines[0];
            let mut line = position.clone();
            for &mv in &best.pv {
                line.play(line.to_move(), mv)
                    .expect("the expected course is legal");
            }
            if found.report.depth == position.empties() {
                let black = if to_move == Color::Black {
                    best.score
                } else {
                    -best.score
                };
                assert_eq!(*promised.get_or_insert(black), black, "{position}");
            }
            position.play(to_move, found.mv).unwrap();
        }
        assert_eq!(promised, position.final_score().map(|score| score as f32));
    }

    #[test]
    fn a_forced_pass_has_the_value_of_the_search_behind_it() {
        let squares = "OOOXXX--OOOX-X--OOOXXX--XXOOXXX-XXOOOXXOXXXXOXOOXXXXXOOOXXXXXXOO";
        let position = Position::from_text(squares, Color::Black).unwrap();
        for limits in [Limits::default(), Limits::nodes(100_000)] {
            let found = search(&position, limits);
            let best = &found.report.lines[0];
            assert_eq!((found.mv, best.pv[0]), (Move::Pass, Move::Pass));
            assert_eq!((best.score, best.winrate), (-6.0, 0.0));
        }
        let request = SearchRequest {
            move_only: true,
            ..SearchRequest::default()
        };
        let control = Control::new(Limits::default()).with_request(request);
        let found = player().search(&position, &control).unwrap();
        assert_eq!((found.mv, found.report.lines.len()), (Move::Pass, 0));
    }
}
