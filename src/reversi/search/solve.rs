//! The solver, which finds the exact result, the best line and all best moves of a position.

use super::alpha_beta::AlphaBeta;
use super::midgame::Pvs;
use super::probcut::Selectivity;
use super::root_search::{IterativeDeepening, RootSearch, SearchGoal};
use super::search_thread::SearchThread;
use crate::eval::evaluation::DISC;
use crate::eval::node::Node;
use crate::rules::board::Board;
use crate::rules::position::Position;
use crate::rules::square::{Move, Square, Squares};
use crate::rules::symmetry::canonical;
use tengen_engine::cpu::{Isa, Task};
use tengen_engine::game::Position as _;
use tengen_engine::{Control, Report, RootMove, SearchResult};

/// The kind of result to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveMode {
    /// The exact disc difference.
    Exact,
    /// Only win, loss or draw.
    WinLossDraw,
}

/// The solution of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The kind of result that was proved.
    pub mode: SolveMode,
    /// The disc difference for the side to move, with empty squares counted for the winner. With
    /// [`SolveMode::WinLossDraw`], only the sign is meaningful.
    pub score: i32,
    /// The principal variation to the end of the game, including forced passes; empty if the game is over.
    pub pv: Vec<Move>,
    /// The number of positions searched.
    pub nodes: u64,
}

impl AlphaBeta {
    /// Solves `position` for its side to move, with no limits except those of `control`. Returns `None` if `control`
    /// ended the search.
    pub fn solve(
        &mut self,
        position: &Position,
        mode: SolveMode,
        control: &Control<Move>,
    ) -> Option<Solution> {
        let board = position.board();
        let must_pass = position.must_pass();
        let mover = if must_pass { board.passed() } else { board };
        let squares: Vec<Square> = mover.squares().collect();
        let isa = self.isa();
        self.start_search();
        let (score, first, nodes) = if squares.is_empty() {
            (mover.final_score(), None, 0)
        } else {
            self.run_threads(control, |thread| {
                let mut root = RootSearch::new(thread, mover, &squares, SearchGoal::Result(mode));
                isa.run(IterativeDeepening(&mut root));
                let best = &root.candidates[0];
                let (score, first) = (best.score / DISC, Some(best.square));
                root.is_exact()
                    .then_some((score, first, root.thread.nodes()))
            })?
        };
        let (line, nodes_of_line) = self.run_threads(control, |mut thread| {
            let line = isa.run(BestLine {
                thread: &mut thread,
                board,
                first,
                score: if must_pass { -score } else { score },
                mode,
            })?;
            Some((line, thread.nodes()))
        })?;
        Some(Solution {
            mode,
            score: if must_pass { -score } else { score },
            pv: line,
            nodes: nodes + nodes_of_line,
        })
    }

    /// Returns all moves that reach the result of `solution`, the solution of `position`, starting with the first move
    /// of its line. Returns `None` if `control` ended the search. Fast right after [`solve`](AlphaBeta::solve).
    pub fn best_moves(
        &mut self,
        position: &Position,
        solution: &Solution,
        control: &Control<Move>,
    ) -> Option<Vec<Move>> {
        let isa = self.isa();
        let board = position.board();
        let mut best: Vec<Move> = solution.pv.first().copied().into_iter().collect();
        // Mirror images have the same result.
        let mut known: Vec<(Board, bool)> = Vec::new();
        if let Some(&Move::Place(first)) = best.first() {
            known.push((canonical(board.play(first)).0, true));
        }
        self.run_threads(control, |mut thread| {
            for square in board.squares() {
                let after = board.play(square);
                let image = canonical(after).0;
                let is_best = match known.iter().find(|(board, _)| *board == image) {
                    Some(&(_, is_best)) => is_best,
                    None => isa.run(ScoreTest {
                        thread: &mut thread,
                        after,
                        min_score: min_equivalent(solution.score, solution.mode),
                    })?,
                };
                known.push((image, is_best));
                if is_best && best[0] != Move::Place(square) {
                    best.push(Move::Place(square));
                }
            }
            Some(best)
        })
    }
}

impl AlphaBeta {
    /// Answers a request for a proof: a line for each of the best moves, with the first to the end of the game. Returns
    /// `None` if the game is over or `control` ended the search.
    pub(super) fn search_proof(
        &mut self,
        position: &Position,
        control: &Control<Move>,
    ) -> Option<SearchResult<Move>> {
        position.outcome().is_none().then_some(())?;
        let solution = self.solve(position, SolveMode::Exact, control)?;
        let best = self.best_moves(position, &solution, control)?;
        let empties = position.empties();
        let lines = best.iter().enumerate().map(|(index, &mv)| {
            let pv = if index == 0 {
                solution.pv.clone()
            } else {
                vec![mv]
            };
            let winrate = 0.5 + 0.5 * solution.score.signum() as f32;
            let mut line = RootMove::new(mv, winrate, solution.score as f32, 0, pv);
            line.details.depth = Some(empties);
            line.details.confidence = Some(Selectivity::NONE.percent());
            line
        });
        Some(SearchResult {
            mv: best[0],
            resigns: false,
            report: Report::new(lines.collect(), solution.nodes, empties),
        })
    }
}

/// Returns the lowest score equivalent to `score` in this mode.
fn min_equivalent(score: i32, mode: SolveMode) -> i32 {
    match (mode, score.signum()) {
        (SolveMode::Exact, _) => score,
        (SolveMode::WinLossDraw, -1) => -64,
        (SolveMode::WinLossDraw, sign) => sign,
    }
}

/// A null-window test of whether the side that just moved gets at least `min_score` discs. Returns `None` if the search
/// was cut short.
struct ScoreTest<'r, 'a> {
    thread: &'r mut SearchThread<'a>,
    /// The board after the move, as the opponent sees it.
    after: Board,
    min_score: i32,
}

impl Task for ScoreTest<'_, '_> {
    type Output = Option<bool>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<bool> {
        let ScoreTest {
            thread,
            after,
            min_score,
        } = self;
        let score = -I::enter(Pvs {
            thread: &mut *thread,
            node: Node::new(after),
            depth: after.empties(),
            alpha: -min_score * DISC,
            beta: (1 - min_score) * DISC,
        });
        (!thread.stopped()).then_some(score >= min_score * DISC)
    }
}

/// Finds the best line from a board with a known result. Returns `None` if the search was cut short.
struct BestLine<'r, 'a> {
    thread: &'r mut SearchThread<'a>,
    board: Board,
    /// The first move of the line, after a pass if there is one. The transposition table does not contain the root's
    /// move.
    first: Option<Square>,
    score: i32,
    mode: SolveMode,
}

impl Task for BestLine<'_, '_> {
    type Output = Option<Vec<Move>>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<Vec<Move>> {
        let BestLine {
            thread,
            mut board,
            mut first,
            mut score,
            mode,
        } = self;
        let mut line = Vec::new();
        loop {
            let moves = board.moves();
            if moves == 0 {
                board = board.passed();
                if board.moves() == 0 {
                    return Some(line);
                }
                line.push(Move::Pass);
            } else {
                let square = match first.take() {
                    Some(square) => square,
                    None => {
                        let min_score = min_equivalent(score, mode);
                        find_reaching_move::<I>(thread, board, moves, min_score)?
                    }
                };
                line.push(Move::Place(square));
                board = board.play(square);
            }
            score = -score;
        }
    }
}

/// Returns a move that gets at least `min_score` discs; one must exist. Tries the move of the transposition table
/// first.
#[inline(always)]
fn find_reaching_move<I: Isa>(
    thread: &mut SearchThread,
    board: Board,
    moves: u64,
    min_score: i32,
) -> Option<Square> {
    let known = thread.table.get(board).and_then(|entry| entry.best);
    let first = known.map_or(0, Square::bit) & moves;
    let mut last = None;
    for square in Squares(first).chain(Squares(moves & !first)) {
        let after = board.play(square);
        if I::enter(ScoreTest {
            thread: &mut *thread,
            after,
            min_score,
        })? {
            return Some(square);
        }
        last = Some(square);
    }
    last
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::request::ReversiRequest;
    use crate::rules::board::tests::{negamax, reached};
    use tengen_engine::game::Color;
    use tengen_engine::{Limits, SearchRequest, Searcher as _, Settings};
    use tengen_testing::test_data;

    fn solver() -> AlphaBeta {
        AlphaBeta::new(Settings {
            memory: 1 << 20,
            ..Settings::default()
        })
    }

    fn unlimited() -> Control<Move> {
        Control::new(Limits::default())
    }

    /// The position with these discs and black to move.
    fn position(board: Board) -> Position {
        let disc = |square: Square| match square.bit() {
            bit if board.player() & bit != 0 => 'X',
            bit if board.opponent() & bit != 0 => 'O',
            _ => '-',
        };
        let squares: String = Square::all().map(disc).collect();
        Position::from_text(&squares, Color::Black).unwrap()
    }

    proptest! {
        #[test]
        fn solver_agrees_with_exhaustive_search(choices in prop::collection::vec(0..64usize, 52..60)) {
            let board = reached(&choices);
            prop_assume!(board.empties() <= 8 || board.moves() == 0);
            let (position, result) = (position(board), negamax(board));
            let worth = |mv: &Move| match mv {
                Move::Pass => -negamax(board.passed()),
                Move::Place(square) => -negamax(board.play(*square)),
            };
            for mode in [SolveMode::Exact, SolveMode::WinLossDraw] {
                let same = |score: i32| match mode {
                    SolveMode::Exact => score == result,
                    SolveMode::WinLossDraw => score.signum() == result.signum(),
                };
                let mut solver = solver();
                let solution = solver.solve(&position, mode, &unlimited()).unwrap();
                prop_assert!(same(solution.score), "{} and not {result}", solution.score);
                let mut end = position.clone();
                for &mv in &solution.pv {
                    end.play(end.to_move(), mv).unwrap();
                }
                prop_assert!(same(end.final_score().expect("the line goes to the end")));
                let mut best = solver.best_moves(&position, &solution, &unlimited()).unwrap();
                prop_assert_eq!(best.first(), solution.pv.first());
                let mut expected = position.legal_moves(Color::Black);
                expected.retain(|mv| same(worth(mv)));
                best.sort_by_key(|mv| mv.to_string());
                expected.sort_by_key(|mv| mv.to_string());
                prop_assert_eq!(best, expected);
            }
        }
    }

    #[test]
    fn labeled_endgames_with_all_best_moves() {
        for case in test_data::lines("reversi_endgame.jsonl") {
            let to_move = match case["to_move"].as_str().unwrap() {
                "X" => Color::Black,
                _ => Color::White,
            };
            let position = Position::from_text(case["board"].as_str().unwrap(), to_move).unwrap();
            let mut solver = solver();
            let solution = solver
                .solve(&position, SolveMode::Exact, &unlimited())
                .unwrap();
            assert_eq!(i64::from(solution.score), case["score"].as_i64().unwrap());
            let best = solver
                .best_moves(&position, &solution, &unlimited())
                .unwrap();
            let mut best: Vec<String> = best.iter().map(Move::to_string).collect();
            let labels = case["best_moves"].as_array().unwrap();
            let mut labels: Vec<&str> = labels.iter().filter_map(|mv| mv.as_str()).collect();
            best.sort();
            labels.sort();
            assert_eq!(best, labels, "{position}");
        }
    }

    #[test]
    fn a_proof_request_returns_all_best_moves() {
        let position = position(reached(&[5; 48]));
        let request = SearchRequest {
            game: ReversiRequest {
                proof: true,
                ..ReversiRequest::default()
            },
            ..SearchRequest::default()
        };
        let found = solver()
            .search(&position, &unlimited().with_request(request))
            .unwrap();
        let mut solver = solver();
        let solution = solver
            .solve(&position, SolveMode::Exact, &unlimited())
            .unwrap();
        let best = solver
            .best_moves(&position, &solution, &unlimited())
            .unwrap();
        let moves: Vec<Move> = found.report.lines.iter().map(|line| line.mv).collect();
        assert_eq!(moves, best);
        assert_eq!(found.report.lines[0].pv, solution.pv);
        for line in &found.report.lines {
            assert_eq!(line.score, solution.score as f32);
            assert_eq!(line.details.confidence, Some(100));
        }
        // Without enough time, an ordinary search is run.
        let request = SearchRequest {
            game: ReversiRequest {
                proof: true,
                ..ReversiRequest::default()
            },
            ..SearchRequest::default()
        };
        let short = Control::new(Limits::nodes(10)).with_request(request);
        let found = solver.search(&Position::start(), &short).unwrap();
        assert_ne!(found.report.lines[0].details.confidence, Some(100));
    }

    #[test]
    fn a_stopped_solver_has_no_solution() {
        let control = Control::new(Limits::nodes(1000));
        let start = Position::start();
        assert_eq!(solver().solve(&start, SolveMode::Exact, &control), None);
    }
}
