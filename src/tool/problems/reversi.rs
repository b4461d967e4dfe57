//! Problems of Reversi: endgames with a single move that wins, or that draws where none wins.

use super::finding::{Branch, Finding, Line};
use super::game::{FinderLimits, ProblemGame};
use super::kind::ProblemKind;
use super::sentences::Outcome;
use tengen_engine::game::{Color, Point, Position as _};
use tengen_engine::{Control, Limits, Settings};
use tengen_play::PlayableGame as _;
use tengen_play::reversi::Reversi;
use tengen_reversi::{AlphaBeta, Move, Position, SolveMode};

/// Fewest empty squares of an endgame; with fewer, counting is enough.
const LEAST_EMPTIES: u32 = 5;

/// Memory of the solver, in bytes.
const MEMORY: usize = 16 << 20;

/// A solver of endgames.
pub struct EndgameFinder {
    solver: AlphaBeta,
    control: Control<Move>,
    most_empties: u32,
    most_solutions: usize,
}

impl ProblemGame for Reversi {
    type Finder = EndgameFinder;

    const GRADERS: &'static [&'static str] = &[
        "600", "800", "1000", "1200", "1400", "1600", "1800", "2000", "2200", "2400", "2600",
        "2800",
    ];

    // It lists every wrong move.
    const LISTS_NATURAL_ERRORS: bool = false;

    fn finder(limits: FinderLimits) -> EndgameFinder {
        EndgameFinder {
            solver: AlphaBeta::new(Settings {
                memory: MEMORY,
                ..Settings::default()
            }),
            control: Control::new(Limits::default()),
            most_empties: limits.empties,
            most_solutions: limits.solutions,
        }
    }

    fn find(
        finder: &mut EndgameFinder,
        position: &Position,
        wanted: &[ProblemKind],
    ) -> Vec<Finding> {
        let found = finder.endgame(position);
        let found = found.filter(|finding| wanted.contains(&finding.kind));
        found.into_iter().collect()
    }

    /// Plays the move that turns the most discs, a beginner's choice. A side passes only if it cannot move.
    fn variations(
        position: &Position,
        played: Option<Point>,
        _: &[ProblemKind],
    ) -> Vec<(Line, Position)> {
        let mover = position.to_move();
        let after = |mv| {
            let mut after = position.clone();
            after.play(mover, mv).ok().map(|_| after)
        };
        let turned = |&mv: &Move| after(mv).map(|after| after.discs(mover));
        let moves = position.legal_moves(mover).into_iter();
        let Some(greedy) = moves.max_by_key(turned) else {
            return Vec::new();
        };
        let point = Reversi::point_of(position, greedy);
        let next = after(greedy).filter(|next| point != played && next.outcome().is_none());
        next.map(|next| (vec![point], next)).into_iter().collect()
    }

    /// No disc can be missing from an endgame.
    fn groups(_: &Position) -> Vec<Vec<(Color, Point)>> {
        Vec::new()
    }

    /// Refutes nothing: a finding lists every wrong move.
    fn refute(_: &mut EndgameFinder, _: &Position, _: &Finding, _: Point) -> Option<Branch> {
        None
    }
}

impl EndgameFinder {
    /// Returns the problem of an endgame with few moves that reach the best possible result, win or draw.
    fn endgame(&mut self, position: &Position) -> Option<Finding> {
        if !(LEAST_EMPTIES..=self.most_empties).contains(&position.empties()) {
            return None;
        }
        let mover = position.to_move();
        let moves = position.legal_moves(mover);
        if moves.len() < 2 {
            return None;
        }
        let mode = SolveMode::WinLossDraw;
        let outcome = self.solver.solve(position, mode, &self.control)?;
        let best = self.solver.best_moves(position, &outcome, &self.control)?;
        let kind = kind(outcome.score)?;
        if best.len() > self.most_solutions {
            return None;
        }
        let mut solutions = Vec::new();
        for &mv in &best {
            solutions.push(self.line_after(position, mv)?);
        }
        solutions.sort_by_key(|line| -line.score);
        let margin = solutions.first()?.score;
        let mut wrong = Vec::new();
        for &mv in moves.iter().filter(|mv| !best.contains(mv)) {
            let line = self.line_after(position, mv)?;
            wrong.push((
                line.score,
                Branch::new(line.moves, result(mover, line.score)),
            ));
        }
        // The least bad move is the most tempting.
        wrong.sort_by_key(|(score, _)| -score);
        let right = |line: ScoredLine| Branch::new(line.moves, result(mover, line.score));
        Some(Finding {
            kind,
            target: Vec::new(),
            solutions: solutions.iter().filter_map(|line| line.moves[0]).collect(),
            depth: position.empties() as usize,
            right: solutions.into_iter().map(right).collect(),
            wrong: wrong.into_iter().map(|(_, branch)| branch).collect(),
            margin: Some(margin),
            zone: None,
        })
    }

    /// Returns the exact score of a move for its side, with the line of best play.
    fn line_after(&mut self, position: &Position, mv: Move) -> Option<ScoredLine> {
        let mut after = position.clone();
        after.play(position.to_move(), mv).ok()?;
        let mode = SolveMode::Exact;
        let solution = self.solver.solve(&after, mode, &self.control)?;
        let mut moves = vec![mv];
        moves.extend(solution.pv);
        Some(ScoredLine {
            score: -solution.score,
            moves: Reversi::line(position, &moves),
        })
    }
}

/// A line of best play with its score for the side that begins it.
struct ScoredLine {
    score: i32,
    moves: Vec<Option<Point>>,
}

/// Returns the kind of problem by the score of its only right move; `None` for a loss.
fn kind(score: i32) -> Option<ProblemKind> {
    match score.signum() {
        1 => Some(ProblemKind::EndgameWin),
        0 => Some(ProblemKind::EndgameDraw),
        _ => None,
    }
}

/// Describes a score for a side.
fn result(side: Color, score: i32) -> Outcome {
    let n = score.unsigned_abs();
    match score.signum() {
        1 => Outcome::WinsBy { side, n },
        0 => Outcome::Drawn,
        _ => Outcome::WinsBy {
            side: side.opponent(),
            n,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the score of best play by trying every move.
    fn exhaustive(position: &Position) -> i32 {
        if let Some(score) = position.final_score() {
            return match position.to_move() {
                Color::Black => score,
                Color::White => -score,
            };
        }
        let mover = position.to_move();
        let moves = position.legal_moves(mover).into_iter();
        let scores = moves.map(|mv| {
            let mut next = position.clone();
            next.play(mover, mv).unwrap();
            -exhaustive(&next)
        });
        scores.max().unwrap()
    }

    /// Returns endgames with up to `empties` empty squares, reached by arbitrary moves.
    fn endgames(empties: u32) -> impl Iterator<Item = Position> {
        (0..400_usize).filter_map(move |seed| {
            let mut position = Position::start();
            let mut choice = seed.wrapping_mul(2_654_435_761);
            while position.outcome().is_none() && position.empties() > empties {
                let moves = position.legal_moves(position.to_move());
                choice = choice
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let mv = moves[(choice >> 33) % moves.len()];
                position.play(position.to_move(), mv).unwrap();
            }
            position.outcome().is_none().then_some(position)
        })
    }

    #[test]
    fn a_variation_plays_the_move_that_turns_the_most_discs() {
        let mut varied = 0;
        for position in endgames(9).take(60) {
            let mover = position.to_move();
            let discs = |mv: Move| {
                let mut next = position.clone();
                next.play(mover, mv).unwrap();
                next.discs(mover)
            };
            let most = position.legal_moves(mover).into_iter().map(discs).max();
            let found = Reversi::variations(&position, None, &[]);
            for (line, next) in &found {
                let mv = Reversi::move_at(&position, line[0]).unwrap();
                assert_eq!((line.len(), Some(discs(mv))), (1, most), "{position}");
                assert_eq!(next.discs(mover), discs(mv));
                // The game's own move leads to the next position of the game.
                assert!(Reversi::variations(&position, line[0], &[]).is_empty());
                varied += 1;
            }
        }
        assert!(varied > 20, "{varied}");
    }

    #[test]
    fn an_endgame_is_a_problem_if_exhaustive_search_finds_one_best_result() {
        let finder = |solutions| {
            Reversi::finder(FinderLimits {
                empties: 7,
                depth: None,
                solutions,
            })
        };
        let mut finders = [finder(1), finder(2)];
        let mut found = [0; 3];
        for position in endgames(7) {
            let mover = position.to_move();
            let score = |&mv: &Move| {
                let mut next = position.clone();
                next.play(mover, mv).unwrap();
                -exhaustive(&next)
            };
            let moves = position.legal_moves(mover);
            let scores: Vec<i32> = moves.iter().map(score).collect();
            let best = scores.iter().max().unwrap().signum();
            let reaching = scores.iter().filter(|score| score.signum() == best);
            let count = reaching.count();
            let is_problem = |most| best >= 0 && moves.len() > 1 && count <= most;
            let findings = finders.each_mut().map(|finder| finder.endgame(&position));
            assert_eq!(findings[0].is_some(), is_problem(1), "{position}");
            assert_eq!(findings[1].is_some(), is_problem(2), "{position}");
            let [_, Some(finding)] = findings else {
                found[2] += 1;
                continue;
            };
            found[usize::from(finding.kind == ProblemKind::EndgameDraw)] += 1;
            let margin = scores.iter().max().copied();
            assert_eq!(finding.margin, margin, "{position}");
            assert_eq!(finding.solutions.len(), count);
            assert_eq!(finding.wrong.len(), moves.len() - count);
            for branch in finding.right.iter().chain(&finding.wrong) {
                let mut end = position.clone();
                for &point in &branch.moves {
                    let mv = Reversi::move_at(&end, point).unwrap();
                    end.play(end.to_move(), mv).unwrap();
                }
                let score = end.final_score().expect("a line goes to the end");
                let score = if mover == Color::Black { score } else { -score };
                let first = Reversi::move_at(&position, branch.moves[0]).unwrap();
                let index = moves.iter().position(|&mv| mv == first).unwrap();
                assert_eq!(score, scores[index], "{position}");
                assert_eq!(branch.outcome, result(mover, score));
            }
        }
        assert!(found[0] > 20 && found[1] > 1 && found[2] > 20, "{found:?}");
    }
}
