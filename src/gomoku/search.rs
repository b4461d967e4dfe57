//! The gomoku player: iterative deepening over one or more threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::board::{Board, points_of};
use super::candidates::candidates;
use super::eval::{Evaluation, SURE, WIN, winrate};
use super::params::Params;
use super::table::Table;
use super::threats::{Vcf, VcfSearch, replies};
use super::tree::{MAX_PLY, Shared, Tree};
use super::{Point, Position, Rule};
use crate::game::Position as _;
use crate::search::{Control, Found, Line, Report, Searcher, Settings};

/// Alpha-beta with a threat search. Its score is in evaluation units, a won position's 30000 less the plies to
/// the five. Nothing in it is random, so the seed is not used. Tables are built and memory is taken when the
/// first search needs them.
pub struct AlphaBeta {
    settings: Settings,
    params: Params,
    table: Table,
    evaluation: Option<(Rule, Arc<Evaluation>)>,
}

/// What a thread takes besides the table.
const THREAD_BYTES: usize = VcfSearch::BYTES + (1 << 20);

impl AlphaBeta {
    /// A player with these resources.
    pub fn new(settings: Settings) -> Self {
        AlphaBeta {
            params: Params::new(&settings),
            settings,
            table: Table::new(table_bytes(settings)),
            evaluation: None,
        }
    }

    fn evaluation(&mut self, rule: Rule) -> Arc<Evaluation> {
        match &self.evaluation {
            Some((of, evaluation)) if *of == rule => evaluation.clone(),
            _ => {
                let evaluation = Evaluation::new(rule, &self.params);
                self.evaluation = Some((rule, evaluation.clone()));
                evaluation
            }
        }
    }

    /// A move found without search.
    fn at_once(&self, mv: Point, score: i32) -> Found<Point> {
        self.found(&[mv], score, 0, 0)
    }

    fn found(&self, pv: &[Point], score: i32, depth: u32, nodes: u64) -> Found<Point> {
        let line = Line::new(
            pv[0],
            winrate(score, &self.params),
            score as f32,
            nodes,
            pv.to_vec(),
        );
        Found {
            mv: line.mv,
            resigns: false,
            report: Report::new(vec![line], nodes, depth),
        }
    }

    /// Deepens until the answer is sure or the limits are met; the leading thread's part.
    fn lead(
        &self,
        tree: &mut Tree,
        control: &Control<Point>,
        fallback: Found<Point>,
    ) -> Found<Point> {
        let mut found = fallback;
        if let Vcf::Win { moves, pv } = tree.root_vcf() {
            let score = WIN - (2 * moves as i32 - 1);
            return self.found(&pv, score, 2 * moves - 1, tree.nodes());
        }
        let forced = replies(&mut tree.board).len() == 1;
        for depth in 1..=MAX_PLY as u32 {
            if !control.allows_depth(depth) || depth > 1 && control.past_soft_time() {
                break;
            }
            let score = tree.search_root(depth as i32);
            let line = if tree.line().is_empty() {
                // Lost whatever is played.
                &[found.mv]
            } else {
                &tree.line()[..]
            };
            if !tree.stopped() {
                found = self.found(line, score, depth, tree.nodes());
                control.report(found.report.clone());
            } else if line[0] != found.mv {
                // A move that beat the last iteration's best before time ran out; its score is not exact.
                found.mv = line[0];
                found.report.lines[0].mv = line[0];
                found.report.lines[0].pv = line.to_vec();
            }
            let sure_within = WIN - score.abs() <= depth as i32;
            if tree.stopped() || score >= SURE || score <= -SURE && sure_within {
                break;
            }
            if forced && control.limits().time.is_some() || tree.board.empty_count() as u32 <= depth
            {
                break;
            }
        }
        found.report.nodes = tree.nodes();
        found
    }
}

/// What is left for the hash table.
fn table_bytes(settings: Settings) -> usize {
    settings
        .memory
        .saturating_sub(settings.threads * THREAD_BYTES)
        .max(settings.memory / 2)
}

impl Searcher<Position> for AlphaBeta {
    fn search(&mut self, position: &Position, control: &Control<Point>) -> Option<Found<Point>> {
        if position.outcome().is_some() {
            return None;
        }
        let evaluation = self.evaluation(position.rule());
        let mut board = Board::new(position, evaluation);
        let legal = |point: &Point| position.is_legal(*point);
        if board.is_bare() {
            let middle = board.middle();
            let distance = |point: &Point| {
                let (dx, dy) = (
                    point.x().abs_diff(middle.x()),
                    point.y().abs_diff(middle.y()),
                );
                (dx.max(dy), dx + dy)
            };
            let centre = position.points().filter(legal).min_by_key(distance)?;
            return Some(self.at_once(centre, self.params.tempo));
        }
        if let Some(five) = points_of(board.fives(board.to_move())).next() {
            return Some(self.at_once(five, WIN - 1));
        }
        let fallback = self.at_once(first_choice(&mut board)?, 0);
        self.table.begin();
        let (over, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
        let shared = || Shared {
            table: &self.table,
            params: &self.params,
            control,
            over: &over,
            nodes: &nodes,
        };
        let found = std::thread::scope(|scope| {
            // Set even if the leader panics, or the scope would wait for ever.
            let _over = SetOnDrop(&over);
            for helper in 1..self.settings.threads {
                let (shared, board) = (shared(), board.clone());
                scope.spawn(move || help(shared, board, helper));
            }
            let mut tree = Tree::new(shared(), board.clone(), VcfSearch::new(), true);
            self.lead(&mut tree, control, fallback)
        });
        Some(found)
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn configure(&mut self, settings: Settings) {
        if table_bytes(settings) != table_bytes(self.settings) {
            self.table = Table::new(table_bytes(settings));
        }
        self.settings = settings;
    }
}

/// The move to play if there is no time to search: it prevents a five if it can.
fn first_choice(board: &mut Board) -> Option<Point> {
    if let Some(&answer) = replies(board).first() {
        return Some(answer);
    }
    let (me, rival) = (board.to_move(), board.to_move().opponent());
    points_of(board.fives(rival))
        .find(|&point| !board.is_foul(me, point))
        .or_else(|| {
            let no_history = Box::new([[0; super::board::SLOTS]; 2]);
            Some(candidates(board, None, &no_history).first()?.point)
        })
}

/// Another thread deepens on its own; what it finds reaches the leader through the table.
fn help(shared: Shared, board: Board, number: usize) {
    let mut tree = Tree::new(shared, board, VcfSearch::new(), false);
    // Every other helper is one ply ahead, so that they do not all walk the same way.
    for depth in 1 + number % 2..=MAX_PLY {
        tree.search_root(depth as i32);
        if tree.stopped() {
            return;
        }
    }
}

struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::super::drawing::{board as draw, marked};
    use super::super::{Cell, MAX_SIDE};
    use super::*;
    use crate::game::{Color, Outcome};
    use crate::search::Limits;
    use crate::search::control::Budget;

    fn player() -> AlphaBeta {
        AlphaBeta::new(Settings {
            memory: 8 << 20,
            ..Settings::default()
        })
    }

    fn answer(position: &Position, nodes: u64) -> Found<Point> {
        let control = Control::new(Limits::nodes(nodes));
        player().search(position, &control).unwrap()
    }

    /// The answer is among the points marked `*`; returns its score.
    fn check(rule: Rule, to_move: Color, rows: &[&str]) -> f32 {
        let mut position = draw(rule, rows);
        position.turn_to(to_move).unwrap();
        let found = answer(&position, 3000);
        assert!(
            marked(rows, '*').contains(&found.mv),
            "{:?} in {rule}\n{position:?}",
            found.mv
        );
        found.report.lines[0].score
    }

    #[test]
    fn takes_five_and_blocks_five() {
        let rows = [
            ". . . . . . . . .",
            ". O . . . . . . .",
            ". . O . . . . . .",
            ". . . O . . . . .",
            ". . . . O . . . .",
            "O X X X X * . . .",
            ". . . . . . . . .",
        ];
        for rule in Rule::ALL {
            assert_eq!(check(rule, Color::Black, &rows), 29_999.0);
        }
        let rows = [
            ". . . . . . . . .",
            ". . O . . . . . .",
            ". . . O . . . . .",
            "O X X X X * . . .",
            ". . . . . O . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
        ];
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
            check(rule, Color::White, &rows);
        }
        // Where both ends count a five is also prevented from one point further on.
        let rows = rows.map(|row| row.replace("* .", "* *"));
        for rule in [Rule::Caro, Rule::ExactCaro] {
            check(rule, Color::White, &rows.each_ref().map(String::as_str));
        }
    }

    #[test]
    fn an_open_four_and_a_four_three_are_found() {
        let rows = [
            ". . . . . . . . .",
            ". . . . . O . . .",
            ". . . O . . . . .",
            ". . * X X X * . .",
            ". . . . . . . . .",
            ". . . . O . . . .",
            ". . . . . . . . .",
        ];
        for rule in Rule::ALL {
            assert_eq!(check(rule, Color::Black, &rows), 29_997.0);
        }
        let rows = [
            ". . . . . . . . . . .",
            ". . . . . O . . . . .",
            ". . . . . . X O . . .",
            ". . O . . . X . . . .",
            ". . O X X X * * . . .",
            ". . . . . . . . . . .",
            ". . . . . . . . O . .",
            ". . . . . . . . . . .",
            ". . . . . . . . . . .",
        ];
        for rule in Rule::ALL {
            assert!(check(rule, Color::Black, &rows) > 29_000.0);
        }
    }

    #[test]
    fn an_open_three_is_stopped() {
        let rows = [
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . O . . . .",
            ". * * X X X * * .",
            ". . . . . . . . .",
            ". . . O . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
        ];
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
            check(rule, Color::White, &rows);
        }
    }

    #[test]
    fn black_wins_without_fouls_and_white_by_them() {
        // Both `*` and `!` make a four, `!` two of them.
        let rows = [
            ". . . . . . . . . . .",
            ". . . . . X . . . . .",
            ". . . . . X . . . . .",
            ". . . . . X . . . . .",
            ". . O X X ! X . . . .",
            ". . . . . . . . . . .",
            ". . . . . . . . . . .",
            ". O . O . O . O . . .",
            ". . . . . . . . . . .",
        ];
        let position = draw(Rule::Renju, &rows);
        let foul = marked(&rows, '!')[0];
        let mut black = position.clone();
        black.turn_to(Color::Black).unwrap();
        assert!(!black.is_legal(foul));
        let found = answer(&black, 3000);
        assert_ne!(found.mv, foul);
        assert!(black.is_legal(found.mv));
        // White's four can only be met with an overline.
        let rows = [
            ". . . . . . . . . . .",
            ". . . . . X . . . . .",
            ". . . . . X . . . . .",
            ". . . . . X . . . . .",
            "X O O O * . . . . . .",
            ". . . . . X . . . . .",
            ". . . . . X . . . . .",
            ". . . . . . . . . . .",
            ". . . O . . . O . . .",
        ];
        assert_eq!(check(Rule::Renju, Color::White, &rows), 29_997.0);
    }

    #[test]
    fn begins_in_the_middle() {
        let mut position = Position::new(15, 15, Rule::Renju).unwrap();
        assert_eq!(answer(&position, 1).mv, Point::new(7, 7));
        position.place(Point::new(7, 7), Cell::Blocked).unwrap();
        let found = answer(&position, 1).mv;
        assert_eq!(found.x().abs_diff(7) + found.y().abs_diff(7), 1);
    }

    #[test]
    fn node_limits_are_exact_and_results_repeat() {
        let rows = [
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . O X . . . .",
            ". . . X O . . . .",
            ". . . . . X . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
        ];
        let position = draw(Rule::Freestyle, &rows);
        for nodes in [1, 2, 10, 1000, 5000] {
            let first = answer(&position, nodes);
            assert!(first.report.nodes <= nodes);
            assert!(position.is_legal(first.mv));
            assert_eq!(first, answer(&position, nodes));
        }
    }

    #[test]
    fn keeps_to_its_time_with_any_number_of_threads() {
        let rows = [
            ". . . . . . . . . . . . . . .",
            ". . . . . . . . . . . . . . .",
            ". . . . . . . . . . . . . . .",
            ". . . . . O X . . . . . . . .",
            ". . . . . . O X . . . . . . .",
            ". . . . . . X O . . . . . . .",
            ". . . . . . . . . . . . . . .",
        ];
        let position = draw(Rule::Standard, &rows);
        for threads in 1..=3 {
            let mut player = AlphaBeta::new(Settings {
                threads,
                memory: 32 << 20,
                ..Settings::default()
            });
            let hard = Duration::from_millis(60);
            let control = Control::new(Limits {
                time: Some(Budget { soft: hard, hard }),
                ..Limits::default()
            });
            let start = Instant::now();
            let found = player.search(&position, &control).unwrap();
            assert!(position.is_legal(found.mv));
            // Generous, for machines that are busy with other things.
            assert!(start.elapsed() < hard + Duration::from_millis(300));
        }
    }

    #[test]
    fn plays_whole_games_by_every_rule_and_on_every_shape() {
        for (i, (width, height)) in [(5, 5), (15, 15), (7, 12), (MAX_SIDE as u8, MAX_SIDE as u8)]
            .into_iter()
            .enumerate()
        {
            for rule in Rule::ALL {
                let mut position = Position::new(width, height, rule)
                    .unwrap()
                    .with_continuous(i == 2);
                position.place(Point::new(1, 3), Cell::Blocked).unwrap();
                let mut player = player();
                let mut plies = 0;
                while position.outcome().is_none() {
                    let control = Control::new(Limits::nodes(60));
                    let found = player.search(&position, &control).unwrap();
                    assert!(found.report.nodes <= 60);
                    position.play(position.to_move(), found.mv).unwrap();
                    plies += 1;
                }
                assert!(plies <= usize::from(width) * usize::from(height));
                let control = Control::new(Limits::nodes(60));
                assert_eq!(player.search(&position, &control), None);
            }
        }
    }

    #[test]
    fn the_result_of_a_lost_position_is_a_loss() {
        let rows = [
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". * X X X X * . .",
            ". . . O O . . . .",
            ". . . O . . . . .",
            ". . . . . . . . .",
        ];
        let mut position = draw(Rule::Freestyle, &rows);
        position.turn_to(Color::White).unwrap();
        let found = answer(&position, 1000);
        assert_eq!(found.report.lines[0].winrate, 0.0);
        assert!(marked(&rows, '*').contains(&found.mv));
        position.play(Color::White, found.mv).unwrap();
        let found = answer(&position, 1000);
        position.play(Color::Black, found.mv).unwrap();
        assert_eq!(position.outcome(), Some(Outcome::Win(Color::Black)));
    }
}
