//! Solving: the result of a game under best play, the moves that reach it, and how it goes.

use super::alpha_beta::AlphaBeta;
use super::midgame::Pvs;
use super::probcut::Confidence;
use super::root::{Aim, Deepen, Root};
use super::run::Run;
use crate::engine::cpu::{Isa, Task};
use crate::engine::game::Position as _;
use crate::engine::{Control, Report, RootMove, SearchResult};
use crate::reversi::eval::evaluation::DISC;
use crate::reversi::eval::node::Node;
use crate::reversi::rules::board::Board;
use crate::reversi::rules::position::Position;
use crate::reversi::rules::square::{Move, Square, Squares};

/// What is to be known of the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The difference in discs.
    Exact,
    /// Who wins, and no more.
    WinLossDraw,
}

/// What is known of a solved position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What was asked.
    pub ending: Ending,
    /// Discs of the side to move less those of the other side at the end, empty squares counted for the winner. Of
    /// [`Ending::WinLossDraw`] only the sign means something.
    pub score: i32,
    /// Best play to the end of the game, forced passes included; empty if the game is over.
    pub line: Vec<Move>,
    /// Positions searched.
    pub nodes: u64,
}

impl AlphaBeta {
    /// Solves `position` for its side to move, however long it takes; `None` if `control` ended it before.
    pub fn solve(
        &mut self,
        position: &Position,
        ending: Ending,
        control: &Control<Move>,
    ) -> Option<Solution> {
        let board = position.board();
        let passes = position.must_pass();
        let mover = if passes { board.passed() } else { board };
        let squares: Vec<Square> = mover.squares().collect();
        let isa = self.isa();
        self.start();
        let (score, nodes) = if squares.is_empty() {
            (mover.final_score(), 0)
        } else {
            self.together(control, |run| {
                let mut root = Root::new(run, mover, &squares, Aim::Result(ending));
                isa.run(Deepen(&mut root));
                let score = root.candidates[0].score / DISC;
                root.is_exact().then_some((score, root.run.nodes()))
            })?
        };
        let mut run = self.run(control);
        let line = isa.run(Follow {
            run: &mut run,
            board,
            score: if passes { -score } else { score },
            ending,
        })?;
        Some(Solution {
            ending,
            score: if passes { -score } else { score },
            line,
            nodes: nodes + run.nodes(),
        })
    }

    /// All moves that reach the result of `solution`, which must be that of `position`; the one of its line comes
    /// first. `None` if `control` ended it before. Quick if the solution was found just before.
    pub fn all_best(
        &mut self,
        position: &Position,
        solution: &Solution,
        control: &Control<Move>,
    ) -> Option<Vec<Move>> {
        let isa = self.isa();
        let mut best: Vec<Move> = solution.line.first().copied().into_iter().collect();
        self.together(control, |mut run| {
            for square in position.board().squares() {
                let reaches = Reaches {
                    run: &mut run,
                    after: position.board().play(square),
                    least: least(solution.score, solution.ending),
                };
                if best[0] != Move::Place(square) && isa.run(reaches)? {
                    best.push(Move::Place(square));
                }
            }
            Some(best)
        })
    }
}

impl AlphaBeta {
    /// The answer to a question for a proof: a line for each of the best moves, the first to the end of the game. `None`
    /// if the game is over or `control` ended the search before.
    pub(super) fn proven(
        &mut self,
        position: &Position,
        control: &Control<Move>,
    ) -> Option<SearchResult<Move>> {
        position.outcome().is_none().then_some(())?;
        let solution = self.solve(position, Ending::Exact, control)?;
        let best = self.all_best(position, &solution, control)?;
        let empties = position.empties();
        let lines = best.iter().enumerate().map(|(index, &mv)| {
            let pv = if index == 0 {
                solution.line.clone()
            } else {
                vec![mv]
            };
            let won = 0.5 + 0.5 * solution.score.signum() as f32;
            let mut line = RootMove::new(mv, won, solution.score as f32, 0, pv);
            line.details.depth = Some(empties);
            line.details.confidence = Some(Confidence::SURE.percent());
            line
        });
        Some(SearchResult {
            mv: best[0],
            resigns: false,
            report: Report::new(lines.collect(), solution.nodes, empties),
        })
    }
}

/// The worst result that is as good as `score`.
fn least(score: i32, ending: Ending) -> i32 {
    match (ending, score.signum()) {
        (Ending::Exact, _) => score,
        (Ending::WinLossDraw, -1) => -64,
        (Ending::WinLossDraw, sign) => sign,
    }
}

/// Whether the side that just moved gets at least `least` discs; `None` if the search was cut off.
struct Reaches<'r, 'a> {
    run: &'r mut Run<'a>,
    /// As the other side sees it.
    after: Board,
    least: i32,
}

impl Task for Reaches<'_, '_> {
    type Output = Option<bool>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<bool> {
        let Reaches { run, after, least } = self;
        let score = -I::enter(Pvs {
            run: &mut *run,
            node: Node::new(after),
            depth: after.empties(),
            alpha: -least * DISC,
            beta: (1 - least) * DISC,
        });
        (!run.stopped()).then_some(score >= least * DISC)
    }
}

/// Best play from a board whose result is known; `None` if the search was cut off.
struct Follow<'r, 'a> {
    run: &'r mut Run<'a>,
    board: Board,
    score: i32,
    ending: Ending,
}

impl Task for Follow<'_, '_> {
    type Output = Option<Vec<Move>>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<Vec<Move>> {
        let Follow {
            run,
            mut board,
            mut score,
            ending,
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
                let square = reaching::<I>(run, board, moves, least(score, ending))?;
                line.push(Move::Place(square));
                board = board.play(square);
            }
            score = -score;
        }
    }
}

/// A move that reaches at least `least` discs, which one does; the one that the table knows is tried first.
#[inline(always)]
fn reaching<I: Isa>(run: &mut Run, board: Board, moves: u64, least: i32) -> Option<Square> {
    let known = run.table.get(board).and_then(|entry| entry.best);
    let first = known.map_or(0, Square::bit) & moves;
    let mut last = None;
    for square in Squares(first).chain(Squares(moves & !first)) {
        let after = board.play(square);
        if I::enter(Reaches {
            run: &mut *run,
            after,
            least,
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
    use crate::engine::game::Color;
    use crate::engine::{Limits, SearchRequest, Searcher as _, Settings};
    use crate::reversi::request::ReversiRequest;
    use crate::reversi::rules::board::tests::{negamax, reached};
    use crate::testing::test_data;

    fn solver() -> AlphaBeta {
        AlphaBeta::new(Settings {
            memory: 1 << 20,
            ..Settings::default()
        })
    }

    fn unlimited() -> Control<Move> {
        Control::new(Limits::default())
    }

    /// The position of these discs, black to move.
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
        fn solved_as_by_trying_everything(choices in prop::collection::vec(0..64usize, 52..60)) {
            let board = reached(&choices);
            prop_assume!(board.empties() <= 8 || board.moves() == 0);
            let (position, result) = (position(board), negamax(board));
            let worth = |mv: &Move| match mv {
                Move::Pass => -negamax(board.passed()),
                Move::Place(square) => -negamax(board.play(*square)),
            };
            for ending in [Ending::Exact, Ending::WinLossDraw] {
                let same = |score: i32| match ending {
                    Ending::Exact => score == result,
                    Ending::WinLossDraw => score.signum() == result.signum(),
                };
                let mut solver = solver();
                let solution = solver.solve(&position, ending, &unlimited()).unwrap();
                prop_assert!(same(solution.score), "{} and not {result}", solution.score);
                let mut end = position.clone();
                for &mv in &solution.line {
                    end.play(end.to_move(), mv).unwrap();
                }
                prop_assert!(same(end.final_score().expect("the line goes to the end")));
                let mut best = solver.all_best(&position, &solution, &unlimited()).unwrap();
                prop_assert_eq!(best.first(), solution.line.first());
                let mut expected = position.legal_moves(Color::Black);
                expected.retain(|mv| same(worth(mv)));
                best.sort_by_key(|mv| mv.to_string());
                expected.sort_by_key(|mv| mv.to_string());
                prop_assert_eq!(best, expected);
            }
        }
    }

    #[test]
    fn labelled_endgames_with_all_best_moves() {
        for case in test_data::lines("reversi_endgame.jsonl") {
            let to_move = match case["to_move"].as_str().unwrap() {
                "X" => Color::Black,
                _ => Color::White,
            };
            let position = Position::from_text(case["board"].as_str().unwrap(), to_move).unwrap();
            let mut solver = solver();
            let solution = solver
                .solve(&position, Ending::Exact, &unlimited())
                .unwrap();
            assert_eq!(i64::from(solution.score), case["score"].as_i64().unwrap());
            let best = solver.all_best(&position, &solution, &unlimited()).unwrap();
            let mut best: Vec<String> = best.iter().map(Move::to_string).collect();
            let labels = case["best_moves"].as_array().unwrap();
            let mut labels: Vec<&str> = labels.iter().filter_map(|mv| mv.as_str()).collect();
            best.sort();
            labels.sort();
            assert_eq!(best, labels, "{position}");
        }
    }

    #[test]
    fn a_question_for_a_proof_is_answered_with_all_best_moves() {
        let position = position(reached(&[5; 48]));
        let question = SearchRequest {
            game: ReversiRequest {
                proof: true,
                ..ReversiRequest::default()
            },
            ..SearchRequest::default()
        };
        let found = solver()
            .search(&position, &unlimited().with_request(question))
            .unwrap();
        let mut solver = solver();
        let solution = solver
            .solve(&position, Ending::Exact, &unlimited())
            .unwrap();
        let best = solver.all_best(&position, &solution, &unlimited()).unwrap();
        let moves: Vec<Move> = found.report.lines.iter().map(|line| line.mv).collect();
        assert_eq!(moves, best);
        assert_eq!(found.report.lines[0].pv, solution.line);
        for line in &found.report.lines {
            assert_eq!(line.score, solution.score as f32);
            assert_eq!(line.details.confidence, Some(100));
        }
        // Without the time for it, it is a search like any other.
        let question = SearchRequest {
            game: ReversiRequest {
                proof: true,
                ..ReversiRequest::default()
            },
            ..SearchRequest::default()
        };
        let hurried = Control::new(Limits::nodes(10)).with_request(question);
        let found = solver.search(&Position::start(), &hurried).unwrap();
        assert_ne!(found.report.lines[0].details.confidence, Some(100));
    }

    #[test]
    fn a_stopped_solver_says_nothing() {
        let control = Control::new(Limits::nodes(1000));
        let start = Position::start();
        assert_eq!(solver().solve(&start, Ending::Exact, &control), None);
    }
}
