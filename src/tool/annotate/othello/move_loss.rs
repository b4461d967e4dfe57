//! Computes how many discs each move of a game loses.

use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;
use tengen_engine::{Control, Limits, Restriction, SearchRequest, Searcher as _};
use tengen_reversi::request::ReversiRequest;
use tengen_reversi::search::certainty::Certainty;
use tengen_reversi::{AlphaBeta, Move, Position, SolveMode};

/// A move of a game with its score and that of the best move, in discs for the side that moved.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveLoss {
    /// Number of the move, from 1; passes do not count.
    pub number: usize,
    /// Side that played the move.
    pub color: Color,
    /// Empty squares before the move.
    pub empties: u32,
    /// Move in the game.
    pub played: Move,
    /// Score of the move played.
    pub score: f32,
    /// Best move: the move played unless another is better.
    pub best: Move,
    /// Score of the best move.
    pub best_score: f32,
    /// Depth and certainty of both scores.
    pub certainty: Certainty,
    /// Best line, up to where it is known.
    pub pv: Vec<Move>,
    /// Positions searched for both scores.
    pub nodes: u64,
}

impl MoveLoss {
    /// Returns the discs that the move loses, 0 or more.
    pub fn loss(&self) -> f32 {
        (self.best_score - self.score).max(0.0)
    }
}

/// Finds the losses of the moves of games by search.
pub struct LossFinder {
    searcher: AlphaBeta,
    /// Limits of a search in a position that is not solved.
    limits: Limits,
    /// Maximum number of empty squares at which a position is solved.
    exact_empties: u32,
}

/// The value of a position for its side to move, with a line that achieves it.
struct KnownValue {
    score: f32,
    pv: Vec<Move>,
}

/// A position of a game and the move played in it.
struct PlayedMove {
    position: Position,
    color: Color,
    mv: Move,
}

impl LossFinder {
    /// Creates a finder that solves positions with up to `exact_empties` empty squares and searches others within
    /// `limits`.
    pub fn new(searcher: AlphaBeta, limits: Limits, exact_empties: u32) -> LossFinder {
        LossFinder {
            searcher,
            limits,
            exact_empties,
        }
    }

    /// Returns the losses of a game's moves, in order. Searches the game from its end, so that each solution helps to
    /// solve the position before. Keeps nothing from one game to the next.
    pub fn losses(&mut self, record: &Record<Position>) -> Vec<MoveLoss> {
        self.searcher.clear();
        let (played, end) = played_moves(record);
        let mut number = played
            .iter()
            .filter(|played| played.mv != Move::Pass)
            .count();
        let mut after = self.solve(&end).map(|(known, _)| known);
        let mut losses = Vec::new();
        for PlayedMove {
            position,
            color,
            mv,
        } in played.into_iter().rev()
        {
            if mv == Move::Pass {
                after = after.map(|after| after.before(mv));
                continue;
            }
            let solved = self.solve(&position);
            let found = match (solved, after.take()) {
                (Some((best, nodes)), Some(known)) => {
                    solved_loss(best, known.before(mv), position.empties(), nodes)
                }
                _ => self.search_loss(&position, mv),
            };
            let Some(mut loss) = found else {
                continue;
            };
            (loss.number, loss.color, loss.played) = (number, color, mv);
            number -= 1;
            after = loss.certainty.is_exact().then(|| KnownValue {
                score: loss.best_score,
                pv: loss.pv.clone(),
            });
            losses.push(loss);
        }
        losses.reverse();
        losses
    }

    /// Solves a position if it has few enough empty squares. Also returns the number of positions searched.
    fn solve(&mut self, position: &Position) -> Option<(KnownValue, u64)> {
        if position.empties() > self.exact_empties {
            return None;
        }
        let control = Control::new(Limits::default());
        let solution = self.searcher.solve(position, SolveMode::Exact, &control)?;
        let known = KnownValue {
            score: solution.score as f32,
            pv: solution.pv,
        };
        Some((known, solution.nodes))
    }

    /// Searches a position for its best move, then the move played to the same depth. Clears the table first: entries
    /// from later positions of the game would favor the moves played over others of the same depth.
    fn search_loss(&mut self, position: &Position, played: Move) -> Option<MoveLoss> {
        self.searcher.clear();
        let empties = position.empties();
        let control = Control::new(self.limits);
        let found = self.searcher.search(position, &control)?;
        let line = found.report.lines.into_iter().next()?;
        let depth = line.details.depth.unwrap_or(found.report.depth).max(1);
        let certainty = Certainty::new(depth, line.details.confidence, empties);
        let mut loss = MoveLoss {
            number: 0,
            color: position.to_move(),
            empties,
            played,
            score: line.score,
            best: line.mv,
            best_score: line.score,
            certainty,
            pv: line.pv,
            nodes: found.report.nodes,
        };
        if loss.best == played {
            return Some(loss);
        }
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let control = Control::new(limits).with_request(SearchRequest {
            restrictions: vec![Restriction {
                color: position.to_move(),
                moves: vec![played],
                only: true,
                plies: 1,
            }],
            game: ReversiRequest {
                selectivity: certainty.percent(),
                ..ReversiRequest::default()
            },
            ..SearchRequest::default()
        });
        let own = self.searcher.search(position, &control)?;
        let line = own.report.lines.into_iter().next()?;
        loss.nodes += own.report.nodes;
        loss.score = line.score;
        // Two searches of the same depth may disagree, but no move may score higher than the best one.
        if line.score >= loss.best_score {
            (loss.best, loss.best_score, loss.pv) = (played, line.score, line.pv);
        }
        Some(loss)
    }
}

impl KnownValue {
    /// Returns the value of the position before a move, for the side that plays the move.
    fn before(self, mv: Move) -> KnownValue {
        let mut pv = self.pv;
        pv.insert(0, mv);
        KnownValue {
            score: -self.score,
            pv,
        }
    }
}

/// Returns the loss given the solution of a position and that of the move played in it.
fn solved_loss(best: KnownValue, own: KnownValue, empties: u32, nodes: u64) -> Option<MoveLoss> {
    let (score, best_score) = (own.score, best.score);
    let pv = if score >= best_score { own.pv } else { best.pv };
    let best = *pv.first()?;
    Some(MoveLoss {
        number: 0,
        color: Color::Black,
        empties,
        played: best,
        score,
        best,
        best_score,
        certainty: Certainty::exact(empties),
        pv,
        nodes,
    })
}

/// Returns the moves of a game with the positions before them, and the final position.
fn played_moves(record: &Record<Position>) -> (Vec<PlayedMove>, Position) {
    let (start, line) = record.line();
    let mut position = start.clone();
    let mut played = Vec::new();
    for (color, mv) in line {
        let before = position.clone();
        // Never fails: a record's moves are playable in order.
        if position.play(color, mv).is_ok() {
            played.push(PlayedMove {
                position: before,
                color,
                mv,
            });
        }
    }
    (played, position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::Settings;
    use tengen_reversi::records::transcript::Transcript;

    /// A game of two weak players, with a pass and with mistakes near its end.
    const GAME: &str = "f5d6c3d3c4f4f6f3e6e7f7c5e3e2g3f2g4d2c2g6c1g5d1h3e1b4b5a5b6e8a3a4a6b3d7c8d8c6c7b2g2b1a1h1h2g1f1a7a8b8b7f8g7a2g8h8h7h6h4h5";

    fn finder(depth: u32, exact_empties: u32) -> LossFinder {
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let settings = Settings {
            memory: 16 << 20,
            ..Settings::default()
        };
        LossFinder::new(AlphaBeta::new(settings), limits, exact_empties)
    }

    fn record(text: &str, moves: usize) -> Record<Position> {
        let mut transcript: Transcript = text.parse().unwrap();
        transcript.moves.truncate(moves);
        transcript.record().unwrap()
    }

    #[test]
    fn losses_are_the_differences_of_solutions() {
        let record = record(GAME, 60);
        let losses = finder(4, 12).losses(&record);
        let placed = record.moves().filter(|&(_, mv)| mv != Move::Pass).count();
        assert_eq!(losses.len(), placed);
        let mut solver = AlphaBeta::new(Settings::default());
        let mut solve = |position: &Position| {
            let control = Control::new(Limits::default());
            solver
                .solve(position, SolveMode::Exact, &control)
                .unwrap()
                .score as f32
        };
        let (played, _) = played_moves(&record);
        let placed: Vec<_> = played
            .iter()
            .filter(|played| played.mv != Move::Pass)
            .collect();
        let mut exact = 0;
        for (index, (loss, played)) in losses.iter().zip(placed).enumerate() {
            assert_eq!((loss.number, loss.played), (index + 1, played.mv));
            assert_eq!(
                (loss.color, loss.empties),
                (played.color, played.position.empties())
            );
            assert_eq!(loss.pv.first(), Some(&loss.best));
            assert!(loss.loss() >= 0.0);
            assert_eq!(loss.best == loss.played, loss.loss() == 0.0, "{loss:?}");
            if !loss.certainty.is_exact() {
                assert_eq!(loss.certainty.to_string(), "4@73%");
                continue;
            }
            exact += 1;
            assert_eq!(loss.best_score, solve(&played.position));
            let mut after = played.position.clone();
            after.play(played.color, played.mv).unwrap();
            let own = solve(&after);
            assert_eq!(loss.score, -own, "{loss:?}");
        }
        assert!(exact >= 12, "{exact}");
        assert!(
            losses
                .iter()
                .any(|loss| loss.certainty.is_exact() && loss.loss() > 0.0)
        );
    }

    #[test]
    fn results_do_not_depend_on_other_games() {
        let (one, two) = (record(GAME, 30), record("f5f6e6f4", 4));
        let alone = finder(6, 4).losses(&one);
        let mut finder = finder(6, 4);
        finder.losses(&two);
        assert_eq!(finder.losses(&one), alone);
        assert_eq!(finder.losses(&Record::new(Position::start())), []);
    }

    #[test]
    fn a_bad_move_loses_discs() {
        let losses = finder(6, 0).losses(&record(GAME, 32));
        let last = losses.last().unwrap();
        assert!(last.loss() > 2.0, "{last:?}");
        assert_ne!(last.best, last.played);
    }
}
