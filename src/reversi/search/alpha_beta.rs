//! The player: what a front asks for a move.

use std::sync::Arc;
use std::thread;

use super::root::{Aim, Deepen, Root, discs, winrate};
use super::run::Run;
use super::table::Table;
use super::team::{End, Help, Team};
use crate::engine::cpu::Level;
use crate::engine::game::Position as _;
use crate::engine::record::Record;
use crate::engine::{
    Control, Report, RootMove, SearchRequest, SearchResult, Searcher, Settings, resources,
};
use crate::reversi::book::Book;
use crate::reversi::eval::evaluation::Evaluation;
use crate::reversi::eval::node::Node;
use crate::reversi::params::Params;
use crate::reversi::rules::board::Board;
use crate::reversi::rules::position::Position;
use crate::reversi::rules::square::{Move, Square};

/// Alpha-beta search for Reversi with an exact endgame. Nothing in it is random: the seed changes nothing, and with one
/// thread and a node or depth limit the same position gives the same move after `clear`.
pub struct AlphaBeta {
    table: Table,
    params: Params,
    isa: Level,
    threads: usize,
    /// What is asked before the search, where a question says so.
    book: Option<Arc<Book>>,
}

impl AlphaBeta {
    /// A player with these resources; the table takes its memory when the first search begins.
    pub fn new(settings: Settings) -> AlphaBeta {
        AlphaBeta {
            table: Table::new(settings.memory),
            params: Params::new(&settings),
            isa: settings.isa,
            threads: settings.threads,
            book: None,
        }
    }

    /// A player that knows openings too.
    pub fn with_book(settings: Settings, book: Option<Arc<Book>>) -> AlphaBeta {
        AlphaBeta {
            book,
            ..AlphaBeta::new(settings)
        }
    }

    /// A search by one thread that has not begun.
    pub(super) fn run<'a>(&'a self, control: &'a Control<Move>) -> Run<'a> {
        Run::new(&self.table, Evaluation::learned(), &self.params, control)
    }

    /// Has `lead` done by a search with as many helpers as there are other threads.
    pub(super) fn together<R>(&self, control: &Control<Move>, lead: impl FnOnce(Run) -> R) -> R {
        if self.threads <= 1 {
            return lead(self.run(control));
        }
        let team = Team::default();
        let help = || {
            let mut run = self.run(control).with(&team);
            self.isa.run(Help(&mut run, &team));
        };
        thread::scope(|scope| {
            let _end = End(&team);
            resources::spawn_all(scope, (1..self.threads).map(|_| &help));
            lead(self.run(control).with(&team))
        })
    }

    /// Gets the table ready for a new search.
    pub(super) fn start(&mut self) {
        self.table.start_search();
    }

    /// The instruction set of the search.
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
        if control.request().book
            && let Some(found) = self.book.as_ref().and_then(|book| book.answer(position))
        {
            return Some(found);
        }
        if control.request().proof
            && let Some(found) = self.proven(position, control)
        {
            return Some(found);
        }
        if position.must_pass() {
            return Some(forced_pass(position.board()));
        }
        let squares = candidates(position, control.request());
        if squares.is_empty() {
            return None;
        }
        self.start();
        let report = self.together(control, |run| {
            let mut root = Root::new(run, position.board(), &squares, Aim::Move);
            self.isa.run(Deepen(&mut root));
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
        // One look unpacks the book.
        let _ = self.book.as_ref().map(|book| book.answer(position));
        self.start();
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn configure(&mut self, settings: Settings) {
        self.table = Table::new(settings.memory);
        self.params = Params::new(&settings);
        self.isa = settings.isa;
        self.threads = settings.threads;
    }
}

/// The moves in question; all of them if none is left of those.
fn candidates(position: &Position, question: &SearchRequest<Move>) -> Vec<Square> {
    let all: Vec<Square> = position.board().squares().collect();
    let allows = |square: &Square| question.allows(position.to_move(), &Move::Place(*square), 0);
    let allowed: Vec<Square> = all.iter().copied().filter(allows).collect();
    if allowed.is_empty() { all } else { allowed }
}

/// The only move there is, with a first sight of what follows.
fn forced_pass(board: Board) -> SearchResult<Move> {
    let score = -Evaluation::learned().score(&Node::new(board.passed()));
    let line = RootMove::new(
        Move::Pass,
        winrate(score, false, board.empties()),
        discs(score),
        1,
        vec![Move::Pass],
    );
    SearchResult {
        mv: Move::Pass,
        resigns: false,
        report: Report::new(vec![line], 1, 0),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::{Duration, Instant};

    use serde_json::Value;

    use super::*;
    use crate::engine::control::Budget;
    use crate::engine::game::Color;
    use crate::engine::{Event, Limits, Restriction, Waker, Worker};
    use crate::reversi::ffo::FFO;
    use crate::reversi::search::Ending;
    use crate::testing::test_data;

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

    fn labelled_position(case: &Value) -> Position {
        let to_move = match case["to_move"].as_str().unwrap() {
            "X" => Color::Black,
            _ => Color::White,
        };
        Position::from_text(case["board"].as_str().unwrap(), to_move).unwrap()
    }

    /// A position of a game, `plies` from its start.
    fn midgame(plies: usize) -> Position {
        let mut position = Position::start();
        for _ in 0..plies {
            let mv = search(&position, depth(3)).mv;
            position.play(position.to_move(), mv).unwrap();
        }
        position
    }

    fn is_solved_as_labelled(case: &Value) {
        let position = labelled_position(case);
        let found = search(&position, Limits::default());
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
    fn labelled_endgames() {
        test_data::lines("reversi_endgame.jsonl")
            .iter()
            .for_each(is_solved_as_labelled);
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
    fn clearing_forgets() {
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
            let solution = player.solve(&position, Ending::Exact, &control).unwrap();
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
        // Each thread looks at the limit from time to time.
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
        let mut player = player();
        let control = Control::new(Limits::default()).with_request(ask(64));
        let all = player.search(&position, &control).unwrap().report.lines;
        assert_eq!(all.len(), position.board().squares().len());
        assert!(all.is_sorted_by(|better, worse| better.score >= worse.score));
        for line in &all {
            let mut after = position.clone();
            after.play(after.to_move(), line.mv).unwrap();
            let solution = player.solve(&after, Ending::Exact, &Control::new(Limits::default()));
            assert_eq!(line.score, -solution.unwrap().score as f32, "{}", line.mv);
            assert_eq!(line.details.depth, Some(position.empties()));
            assert_eq!(line.details.confidence, Some(100));
            assert_eq!(line.pv[0], line.mv);
        }
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
        let asked = |question| {
            let control = Control::new(depth(6)).with_request(question);
            let report = player().search(&position, &control).unwrap().report;
            report.lines.iter().map(|line| line.mv).collect::<Vec<_>>()
        };
        let others = asked(rule(vec![best], false));
        assert_eq!(others.len(), position.board().squares().len() - 1);
        assert!(!others.contains(&best));
        assert_eq!(asked(rule(others[1..=1].to_vec(), true)), others[1..=1]);
        // With nothing left the rule is void.
        assert_eq!(asked(rule(Vec::new(), true)).len(), others.len() + 1);
    }

    #[test]
    fn depth_limits_are_obeyed() {
        let position = midgame(40);
        for limit in [1, 5, 8] {
            assert_eq!(search(&position, depth(limit)).report.depth, limit);
        }
        // Whoever must pass has nothing to search.
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
        let budget = Budget {
            soft: Duration::from_millis(40),
            hard: Duration::from_millis(40),
        };
        let limits = Limits {
            time: Some(budget),
            ..Limits::default()
        };
        let begin = Instant::now();
        let found = search(&Position::start(), limits);
        assert!(found.report.depth >= 3);
        // Generous, as the machine may be busy: without the limit it would go on for hours.
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
            (found.mv, &found.report.lines[0].pv[..]),
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
    fn whole_games_end_as_the_solver_said() {
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
}
