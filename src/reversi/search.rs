//! The player: iterative deepening at the root, and the exact result as soon as it can be afforded.

use super::board::Board;
use super::endgame;
use super::eval::{DISC, Evaluation, MOST};
use super::midgame::Pvs;
use super::node::Node;
use super::params::Params;
use super::position::Position;
use super::probcut::Confidence;
use super::run::Run;
use super::square::{Move, Square};
use super::table::{Effort, Table};
use crate::isa::{Isa, Level, Task};
use crate::search::{Control, Found, Limits, Line, Report, Searcher, Settings};

/// Alpha-beta search for Reversi with an exact endgame; one thread. Nothing in it is random: the seed changes
/// nothing, and with a node or depth limit the same position gives the same move after `clear`.
pub struct AlphaBeta {
    table: Table,
    params: Params,
    isa: Level,
}

impl AlphaBeta {
    /// A player with these resources; the table takes its memory when the first search begins.
    pub fn new(settings: Settings) -> AlphaBeta {
        AlphaBeta {
            table: Table::new(settings.memory),
            params: Params::new(&settings),
            isa: settings.isa,
        }
    }
}

impl Searcher<Position> for AlphaBeta {
    fn search(&mut self, position: &Position, control: &Control<Move>) -> Option<Found<Move>> {
        if position.must_pass() {
            return Some(forced_pass(position.board()));
        }
        let moves = position.board().squares();
        if moves.len() == 0 {
            return None;
        }
        self.table.start_search();
        let mut root = Root {
            run: Run::new(
                &mut self.table,
                Evaluation::learned(),
                &self.params,
                control,
            ),
            board: position.board(),
            candidates: first_order(position.board()),
            done: None,
        };
        self.isa.run(Deepen(&mut root));
        let report = root.report();
        Some(Found {
            mv: report.lines[0].mv,
            resigns: false,
            report,
        })
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn configure(&mut self, settings: Settings) {
        self.table = Table::new(settings.memory);
        self.params = Params::new(&settings);
        self.isa = settings.isa;
    }
}

/// The only move there is, with a first sight of what follows.
fn forced_pass(board: Board) -> Found<Move> {
    let score = -Evaluation::learned().score(&Node::new(board.passed()));
    let line = Line::new(
        Move::Pass,
        winrate(score, false, board.empties()),
        discs(score),
        1,
        vec![Move::Pass],
    );
    Found {
        mv: Move::Pass,
        resigns: false,
        report: Report::new(vec![line], 1, 0),
    }
}

/// A move at the root.
struct Candidate {
    square: Square,
    /// For the side to move, of the last search that raised it to the top.
    score: i32,
    nodes: u64,
}

/// The moves as they look at first sight, best first.
fn first_order(board: Board) -> Vec<Candidate> {
    let candidate = |square| Candidate {
        square,
        score: -Evaluation::learned().score(&Node::new(board.play(square))),
        nodes: 0,
    };
    let mut candidates: Vec<Candidate> = board.squares().map(candidate).collect();
    candidates.sort_by_key(|candidate| -candidate.score);
    candidates
}

/// The root of one search. `candidates[0]` is the best move so far, at every moment.
struct Root<'a> {
    run: Run<'a>,
    board: Board,
    candidates: Vec<Candidate>,
    /// The last iteration that was completed.
    done: Option<Effort>,
}

/// Searches deeper and deeper until the result is exact or a limit is met.
struct Deepen<'r, 'a>(&'r mut Root<'a>);

impl Task for Deepen<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let root = self.0;
        while let Some(effort) = root.next_effort() {
            root.run.confidence = effort.confidence;
            if !root.iterate::<I>(effort.depth) {
                return;
            }
            root.done = Some(effort);
            if root.run.control().wants_reports() {
                root.run.control().report(root.report());
            }
        }
    }
}

/// Half the width of the first window of an iteration around the score of the one before.
const ASPIRATION: i32 = 3 * DISC;

impl Root<'_> {
    /// How thorough the next iteration is, if there is to be one: deeper and deeper with shortcuts, then to the
    /// end of the game with fewer and fewer of them.
    fn next_effort(&self) -> Option<Effort> {
        let control = self.run.control();
        let empties = self.board.empties();
        let depth = self.done.map_or(0, |done| done.depth);
        let waits = self.done.is_some() && control.limits().time.is_some();
        if waits && (control.past_soft_time() || self.candidates.len() == 1) {
            return None;
        }
        if self.is_exact() || !control.allows_depth((depth + 1).min(empties)) {
            return None;
        }
        let end = |confidence| Effort {
            depth: empties,
            confidence,
        };
        if depth >= empties {
            let next = FINAL_LEVELS
                .into_iter()
                .find(|&level| Some(end(level)) > self.done)?;
            return Some(end(next));
        }
        let prepared = depth >= empties.saturating_sub(endgame::MOST_EMPTIES) + PREPARATION;
        if empties <= endgame::MOST_EMPTIES {
            let exact = control.allows_depth(empties) && exact_cost(empties) <= self.affordable();
            if exact {
                return Some(end(Confidence::SURE));
            }
        } else if prepared
            && control.allows_depth(empties)
            && exact_cost(empties) / SELECTIVE <= self.affordable()
        {
            return Some(end(Confidence::LEAST));
        }
        let confidence = if depth + 1 == empties {
            Confidence::SURE
        } else {
            Confidence::LEAST
        };
        Some(Effort {
            depth: depth + 1,
            confidence,
        })
    }

    /// Whether the result is known to the last disc.
    fn is_exact(&self) -> bool {
        let exact = Effort {
            depth: self.board.empties(),
            confidence: Confidence::SURE,
        };
        self.done.is_some_and(|done| done.suffices(exact))
    }

    /// Nodes that an exact search may take.
    fn affordable(&self) -> u64 {
        let control = self.run.control();
        let Limits { time, nodes, .. } = *control.limits();
        let by_nodes = nodes.map(|limit| limit.saturating_sub(self.run.nodes()));
        let by_time = time.map(|budget| {
            let left = budget.hard.saturating_sub(control.elapsed());
            left.as_micros() as u64 * NODES_PER_MICROSECOND
        });
        match (by_nodes, by_time) {
            (None, None) => PATIENCE * self.run.nodes(),
            (nodes, time) => nodes.unwrap_or(u64::MAX).min(time.unwrap_or(u64::MAX)),
        }
    }

    /// One iteration; false if it was cut off. A better move found before that stays in front.
    #[inline(always)]
    fn iterate<I: Isa>(&mut self, depth: u32) -> bool {
        let guess = self.candidates[0].score;
        let (mut below, mut above) = (ASPIRATION, ASPIRATION);
        loop {
            // Windows of whole discs, so that an exact search loses nothing by rounding.
            let alpha = ((guess - below).div_euclid(DISC) * DISC).max(-MOST);
            let beta = (-(-guess - above).div_euclid(DISC) * DISC).min(MOST);
            let Some(score) = self.search_all::<I>(depth, alpha, beta) else {
                return false;
            };
            if score <= alpha && alpha > -MOST {
                below *= 4;
            } else if score >= beta && beta < MOST {
                above *= 4;
            } else {
                return true;
            }
        }
    }

    /// Searches the candidates in the window from `alpha` to `beta`. `None` if the search was cut off.
    #[inline(always)]
    fn search_all<I: Isa>(&mut self, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        let mut best = -MOST - 1;
        for index in 0..self.candidates.len() {
            let floor = alpha.max(best);
            let first = index == 0;
            let mut score =
                self.search_one::<I>(index, depth, (floor, if first { beta } else { floor + 1 }))?;
            if !first && score > floor && score < beta {
                // Proven better already, even if there is no time to say by how much.
                self.put_first(index, score);
                score = self.search_one::<I>(0, depth, (floor, beta))?;
                self.candidates[0].score = score;
            } else if first || score > floor {
                self.put_first(index, score);
            }
            best = best.max(score);
            if best >= beta {
                break;
            }
        }
        Some(best)
    }

    #[inline(always)]
    fn search_one<I: Isa>(&mut self, index: usize, depth: u32, window: (i32, i32)) -> Option<i32> {
        let before = self.run.nodes();
        let candidate = &mut self.candidates[index];
        let score = -I::enter(Pvs {
            run: &mut self.run,
            node: Node::new(self.board.play(candidate.square)),
            depth: depth - 1,
            alpha: -window.1,
            beta: -window.0,
        });
        candidate.nodes += self.run.nodes() - before;
        (!self.run.stopped()).then_some(score)
    }

    fn put_first(&mut self, index: usize, score: i32) {
        self.candidates[index].score = score;
        self.candidates[..=index].rotate_right(1);
    }

    fn report(&self) -> Report<Move> {
        let best = &self.candidates[0];
        let empties = self.board.empties();
        let mv = Move::Place(best.square);
        let mut pv = vec![mv];
        pv.extend(self.run.table.line(self.board.play(best.square)));
        let line = Line::new(
            mv,
            winrate(best.score, self.is_exact(), empties),
            discs(best.score),
            best.nodes,
            pv,
        );
        Report {
            lines: vec![line],
            nodes: self.run.nodes(),
            depth: match self.done {
                // Only what is exact reaches the end.
                Some(done) if !self.is_exact() => done.depth.min(empties - 1),
                Some(done) => done.depth,
                None => 0,
            },
            root: None,
        }
    }
}

/// Confidences of the searches to the end that prepare the exact one, and of that.
const FINAL_LEVELS: [Confidence; 3] = [Confidence::LEAST, Confidence::LIKELY, Confidence::SURE];

/// So much deeper than to where endgames need no evaluation a search looks before it goes to the end.
const PREPARATION: u32 = 4;

/// How many times less than the exact search the quickest one to the end takes.
const SELECTIVE: u64 = 8;

/// Without limits: an exact search may take this many times what was spent before.
const PATIENCE: u64 = 8;

/// What a slow machine searches in the endgame.
const NODES_PER_MICROSECOND: u64 = 3;

/// Nodes that an exact search is expected to take at most: 2.4 to the number of empty squares, from the FFO
/// positions with 14 to 22 of them, of which most take a third of that.
fn exact_cost(empties: u32) -> u64 {
    (0..empties).fold(1, |cost: u64, _| {
        cost.saturating_add(cost.saturating_mul(7) / 5 + 1)
    })
}

fn discs(score: i32) -> f32 {
    score as f32 / DISC as f32
}

/// The chance that `score` stands for, a drawn game counted half.
fn winrate(score: i32, exact: bool, empties: u32) -> f32 {
    if exact {
        return 0.5 + 0.5 * score.signum() as f32;
    }
    // Estimates are less sure the further the end is away.
    let doubt = 1.0 + 0.1 * empties as f32;
    1.0 / (1.0 + (-discs(score) / doubt).exp())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::{Duration, Instant};

    use serde_json::Value;

    use super::*;
    use crate::game::{Color, Position as _};
    use crate::labelled;
    use crate::search::control::Budget;
    use crate::search::{Event, Waker, Worker};

    fn player() -> AlphaBeta {
        AlphaBeta::new(Settings {
            memory: 16 << 20,
            ..Settings::default()
        })
    }

    fn search(position: &Position, limits: Limits) -> Found<Move> {
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
        labelled::lines("reversi_endgame.jsonl")
            .iter()
            .for_each(is_solved_as_labelled);
    }

    #[test]
    fn the_first_ffo_positions() {
        // This set is read only where it lies.
        if std::env::var_os("TENGEN_DATA").is_some() {
            labelled::lines("ffo.jsonl")[..19]
                .iter()
                .for_each(is_solved_as_labelled);
        }
    }

    #[test]
    fn both_instruction_sets_search_the_same_tree() {
        for plies in [0, 21, 42] {
            let position = midgame(plies);
            let mut baseline = player();
            baseline.isa = Level::BASELINE;
            let control = Control::new(Limits::nodes(30_000));
            let found = baseline.search(&position, &control);
            assert_eq!(found, player().search(&position, &control));
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

    #[test]
    fn chances_grow_with_the_score_and_near_the_end() {
        assert_eq!(winrate(0, false, 30), 0.5);
        assert!(winrate(4 * DISC, false, 30) > winrate(2 * DISC, false, 30));
        assert!(winrate(4 * DISC, false, 5) > winrate(4 * DISC, false, 50));
        assert_eq!(
            [1, 0, -1].map(|score| winrate(score, true, 0)),
            [1.0, 0.5, 0.0]
        );
    }
}
