//! Moves after which a position is worth as nearly as can be so much: how fair openings are made.
//!
//! Every line of one or two moves is judged at a glance, and those that come nearest are searched, deeper and deeper,
//! each with a window that is only as wide as the best of them is far from the mark: what falls out of it needs no
//! exact score. What comes nearer is worth the mean of its scores with this number of plies and one more. Half as many
//! are searched with each ply, so that those that came nearest are searched deeply.

use arrayvec::ArrayVec;

use super::candidates::everything;
use super::history::History;
use super::tree::{MAX_PLY, Tree, Window};
use crate::engine::{Balance, Control};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::evaluation::{WIN, evaluate};
use crate::gomoku::rules::Point;

/// One move or two, the sides in turn.
type Moves = ArrayVec<Point, 2>;

/// Lines that are searched at first.
const MOST: usize = 200;

/// Lines that are searched at last.
const FEWEST: usize = 24;

/// Farther than any score is from a mark.
const ANYWHERE: i32 = 2 * WIN;

/// Moves and what the position after them is worth to the side that plays the first.
#[derive(Clone, Debug)]
pub(super) struct Balanced {
    /// As many as were asked for, or as many as there are.
    pub moves: Moves,
    /// In evaluation units.
    pub score: i32,
    /// Plies searched at most, the moves themselves included.
    pub depth: u32,
}

/// Looks for the moves until the limits are met, and tells every depth's best; `None` if there are none that leave the
/// game open.
pub(super) fn find(
    tree: &mut Tree,
    wish: Balance,
    control: &Control<Point>,
    mut tell: impl FnMut(&Balanced, &Tree),
) -> Option<Balanced> {
    // A mark beyond a win is as far as a win is.
    let wish = Balance {
        score: wish.score.clamp(-WIN, WIN),
        ..wish
    };
    let mut lines = at_a_glance(tree, wish, control);
    let (nearest, score) = lines.first()?.clone();
    let mut best = Balanced {
        depth: nearest.len() as u32,
        moves: nearest,
        score,
    };
    for depth in best.depth + 1..=MAX_PLY as u32 {
        if !control.allows_depth(depth) || control.past_soft_time() {
            break;
        }
        // Lines looked at more deeply than the others cannot be compared with them: the last depth done counts.
        let mut nearest = best.clone();
        let mut reach = ANYWHERE;
        for i in 0..lines.len() {
            let moves = lines[i].0.clone();
            let distance = |score: i32| (score - wish.score).abs();
            let mut score = worth(tree, &moves, wish.score, reach, depth - 1);
            if distance(score) < reach {
                // What is left out of a search hangs on its window, so the score that counts is an open one's; and the
                // last move flatters the side that makes it, so a ply more counts as much.
                let open = |plies| worth(tree, &moves, wish.score, ANYWHERE, plies);
                let scores = [depth - 1, depth].map(open);
                score = scores.iter().sum::<i32>() / 2;
            }
            if tree.stopped() {
                return Some(best);
            }
            if distance(score) >= reach {
                continue;
            }
            reach = distance(score);
            nearest = Balanced {
                moves,
                score,
                depth,
            };
            // The first to be searched again, so that windows are narrow soon.
            lines[..=i].rotate_right(1);
            if reach == 0 {
                break;
            }
        }
        best = nearest;
        tell(&best, tree);
        lines.truncate((lines.len() / 2).max(FEWEST));
    }
    Some(best)
}

/// Lines by how near the evaluation alone sees them to the mark.
fn at_a_glance(tree: &mut Tree, wish: Balance, control: &Control<Point>) -> Vec<(Moves, i32)> {
    let me = tree.board.to_move();
    let mut lines = Vec::new();
    let firsts = open_moves(&tree.board)
        .into_iter()
        .filter(|point| control.request().allows(me, point, 0));
    for first in firsts {
        tree.board.play(first);
        if wish.moves < 2 {
            if tree.enter() {
                lines.push((Moves::from_iter([first]), -evaluate(&mut tree.board)));
            }
        } else {
            for second in open_moves(&tree.board) {
                if !tree.enter() {
                    break;
                }
                tree.board.play(second);
                lines.push((Moves::from_iter([first, second]), evaluate(&mut tree.board)));
                tree.board.undo();
            }
        }
        tree.board.undo();
        if tree.stopped() {
            break;
        }
    }
    lines.sort_by_key(|(_, score)| (score - wish.score).abs());
    lines.truncate(MOST);
    lines
}

/// Legal moves of the side to move that do not end the game.
fn open_moves(board: &Board) -> Vec<Point> {
    let me = board.to_move();
    everything(board, &History::none())
        .filter(|&point| !board.kind(me, point).is_five())
        .collect()
}

/// What the position after `moves` is worth to the side that plays the first, exactly if it is less than `reach` away
/// from `mark`.
fn worth(tree: &mut Tree, moves: &Moves, mark: i32, reach: i32, depth: u32) -> i32 {
    let window = |score: i32| score.clamp(-WIN, WIN);
    let wanted = Window {
        alpha: window(mark - reach),
        beta: window(mark + reach),
    };
    for &point in moves {
        tree.board.play(point);
    }
    let ply = moves.len();
    let left = depth as i32 - ply as i32;
    let score = if ply % 2 == 1 {
        -tree.search(wanted.turned(), left, ply)
    } else {
        tree.search(wanted, left, ply)
    };
    for _ in moves {
        tree.board.undo();
    }
    score
}

#[cfg(test)]
mod tests {
    use crate::engine::game::Position as _;
    use crate::engine::{
        Balance, Control, Limits, SearchRequest, SearchResult, Searcher, Settings,
    };
    use crate::engine::{Restriction, RootMove};
    use crate::gomoku::eval::evaluation::winrate;
    use crate::gomoku::params::Params;
    use crate::gomoku::rules::Rule;
    use crate::gomoku::search::AlphaBeta;
    use crate::testing::drawing::board as draw;

    use super::Point;

    const ROWS: [&str; 11] = [
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". . . . X . . . . . .",
        ". . . . . O . . . . .",
        ". . . . X . . . . . .",
        ". . . . . O . . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
    ];

    fn asked(limits: Limits, question: SearchRequest<Point>) -> SearchResult<Point> {
        let control = Control::new(limits).with_request(question);
        let mut player = AlphaBeta::new(Settings {
            memory: 8 << 20,
            ..Settings::default()
        });
        player
            .search(&draw(Rule::Freestyle, &ROWS), &control)
            .unwrap()
    }

    fn balanced(limits: Limits, moves: usize, score: i32) -> RootMove<Point> {
        let question = SearchRequest {
            balance: Some(Balance { moves, score }),
            ..SearchRequest::default()
        };
        asked(limits, question).report.lines.remove(0)
    }

    /// What is seen with so few plies is the same for every search, but for its windows.
    fn plies(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// Whether a line promises what a score does, as nearly as searches with other windows agree: to 0.045 of a game.
    fn is_near(line: &RootMove<Point>, score: f32) -> bool {
        let wanted = winrate(score as i32, &Params::default());
        (line.winrate - wanted).abs() <= 0.045
    }

    #[test]
    fn a_move_comes_near_every_mark_that_some_move_meets() {
        let every = SearchRequest {
            lines: 121,
            ..SearchRequest::default()
        };
        let lines = asked(plies(10), every).report.lines;
        assert_eq!(lines.len(), 117);
        let (best, worst) = (&lines[0], lines[116].score);
        let marks = lines.iter().step_by(10).map(|line| line.score);
        for met in marks.chain([worst]) {
            let line = balanced(plies(10), 1, met as i32);
            assert!(is_near(&line, met), "{met}: {line:?}");
        }
        // To marks that none meets, the best move or the worst is the nearest.
        let line = balanced(plies(10), 1, best.score as i32 + 200);
        assert!(is_near(&line, best.score), "{}: {line:?}", best.score);
        let found = lines.iter().find(|other| other.mv == line.mv).unwrap();
        assert!(is_near(found, best.score), "{best:?}: {found:?}");
        let line = balanced(plies(10), 1, worst as i32 - 60);
        assert!(is_near(&line, worst), "{worst}: {line:?}");
    }

    #[test]
    fn two_moves_come_near_marks_on_both_sides() {
        for mark in [-100, -50, 0, 60] {
            let line = balanced(Limits::nodes(60_000), 2, mark);
            assert!(is_near(&line, mark as f32), "{mark}: {line:?}");
            let mut position = draw(Rule::Freestyle, &ROWS);
            for &point in &line.pv {
                position.play(position.to_move(), point).unwrap();
            }
            assert_eq!((line.pv.len(), position.outcome()), (2, None));
        }
    }

    #[test]
    fn however_little_is_allowed_moves_are_found() {
        for nodes in [1, 2, 10, 200] {
            assert!(!balanced(Limits::nodes(nodes), 1, 0).pv.is_empty());
            assert!(!balanced(Limits::nodes(nodes), 2, 0).pv.is_empty());
        }
    }

    #[test]
    fn blocked_moves_are_left_out() {
        let first = balanced(Limits::nodes(5_000), 1, 0).mv;
        let question = SearchRequest {
            balance: Some(Balance { moves: 1, score: 0 }),
            restrictions: vec![Restriction {
                color: draw(Rule::Freestyle, &ROWS).to_move(),
                moves: vec![first],
                only: false,
                plies: 1,
            }],
            ..SearchRequest::default()
        };
        assert_ne!(asked(Limits::nodes(5_000), question).mv, first);
    }
}
