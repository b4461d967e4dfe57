//! The steps of opening rules: swap, swap2, pro, RIF, soosorv and Taraguchi.

use std::collections::HashSet;
use std::mem;

use super::{GomocupDialect, Reply};
use crate::gomocup::answers;
use crate::gomocup::command::Stone;
use crate::gomocup::game::{GomocupGameError, xy};
use crate::gomocup::opening_command::{OpeningQuestion, OpeningStep};
use crate::gomocup::search::{GomocupTask, SwapProtocol};
use tengen_engine::control::Budget;
use tengen_engine::game::{IllegalMove, Position as _};
use tengen_engine::{Limits, Restriction, SearchRequest, SearchResult};
use tengen_gomoku::database::Stones;
use tengen_gomoku::request::{Balance, GomokuRequest};
use tengen_gomoku::search::opening::{self, Swap2};
use tengen_gomoku::{Point, Position, Rule};

/// Most draws of the first two stones, of which those with a blocked point are passed over.
const MOST_DRAWS: u64 = 1000;

/// Stones before the fifth move.
const BEFORE_FIFTH: usize = 4;

/// The answer to a step: its text, or `None` if another search has begun for it.
pub(super) type StepReply = Result<Option<String>, GomocupGameError>;

impl GomocupDialect {
    /// Begins the search for a step of an opening rule.
    pub(super) fn ask_opening(&mut self, step: OpeningStep, stones: &[Stone]) -> Reply {
        let board = self.board()?;
        let points = board.points(stones)?;
        let is_expected = match step.question {
            OpeningQuestion::Swap => [0, 3].contains(&points.len()),
            OpeningQuestion::SwapFirst => points.len() <= 1,
            OpeningQuestion::Pro(_) => points.len() <= 2,
            OpeningQuestion::Three => points.is_empty(),
            OpeningQuestion::Fourth { .. } => points.len() == 3,
            OpeningQuestion::Fifths { .. } => points.len() == BEFORE_FIFTH,
            OpeningQuestion::Choice => points.len() > BEFORE_FIFTH,
            OpeningQuestion::Central { .. } => points.len() <= 5,
        };
        if !is_expected {
            return Err(GomocupGameError::OpeningStones(step.word, points.len()));
        }
        match step.question {
            OpeningQuestion::Swap if points.is_empty() => {
                return self.search_opening(SwapProtocol::Gomocup);
            }
            OpeningQuestion::Three => return self.search_opening(SwapProtocol::Renju),
            _ => {}
        }
        let fifths = match step.question {
            OpeningQuestion::Choice => points[BEFORE_FIFTH..].to_vec(),
            _ => Vec::new(),
        };
        let new_board = board.set_up_swap(&points[..points.len() - fifths.len()])?;
        new_board.check_open()?;
        check_fifths(new_board.position(), &fifths)?;
        let old_board = mem::replace(board, new_board);
        let old_fifths = mem::replace(&mut self.fifths, fifths);
        let reply = self.start_search(first_task(step));
        // On a small board no point may be far enough from the first stone, or blocked points leave none.
        if reply.is_err() {
            self.game = Some(old_board);
            self.fifths = old_fifths;
        }
        reply
    }

    /// Returns the first two stones of an opening: in renju, one in the center and one beside it.
    ///
    /// # Errors
    ///
    /// Blocked points leave none.
    pub(super) fn first_stones(
        &mut self,
        protocol: SwapProtocol,
    ) -> Result<[Point; 2], GomocupGameError> {
        let seed = self.allowed.seed.wrapping_add(self.offered);
        let position = self.board()?.position();
        let (width, height) = (position.width(), position.height());
        let is_renju = matches!(protocol, SwapProtocol::Renju | SwapProtocol::YixinRenju)
            && position.rule() == Rule::Renju;
        self.offered += 1;
        let stones = |seed| match is_renju {
            true => opening::renju_first_two(width, height, seed),
            false => opening::first_two(width, height, seed),
        };
        let is_free = |stones: &[Point; 2]| !stones.iter().any(|&at| self.blocked.holds(at));
        // Far from the seeds of the offers that follow.
        let mut draws = (0..MOST_DRAWS).map(|draw| stones(seed.wrapping_add(draw << 32)));
        draws.find(is_free).ok_or(GomocupGameError::NoMove)
    }

    /// Returns what the search for a task is asked beside its best move.
    pub(super) fn opening_request(
        &self,
        task: GomocupTask,
        position: &Position,
    ) -> SearchRequest<Point> {
        let mut request = SearchRequest::default();
        let balanced = |moves| GomokuRequest {
            balance: Some(Balance { moves, score: 0 }),
            ..GomokuRequest::default()
        };
        let only = |moves| Restriction {
            color: position.to_move(),
            moves,
            only: true,
            plies: 1,
        };
        match task {
            GomocupTask::Opening(_, protocol) => {
                request.game = balanced(1);
                let is_renju = matches!(protocol, SwapProtocol::Renju | SwapProtocol::YixinRenju);
                if is_renju && position.rule() == Rule::Renju {
                    request
                        .restrictions
                        .push(only(opening::central(position, 2)));
                }
            }
            GomocupTask::TwoStones(_) => request.game = balanced(2),
            GomocupTask::Fourth(_) => request.game = balanced(1),
            // Mirror images come in pairs at least.
            GomocupTask::FifthCount(step, _) => request.lines = 2 * step.fifths.max(1),
            GomocupTask::Step(step) => match step.question {
                OpeningQuestion::SwapFirst if self.is_empty_board() => request.game = balanced(1),
                OpeningQuestion::Pro(distance) => {
                    let points = opening::pro_points(position, distance);
                    request.restrictions.push(only(points));
                }
                OpeningQuestion::Central { .. } => {
                    let stones = position.points().count() - position.empty_count();
                    let points = opening::central(position, stones as u8);
                    if stones < 5 {
                        request.restrictions.push(only(points));
                    }
                }
                OpeningQuestion::Fifths { .. } => request.lines = 2 * step.fifths,
                OpeningQuestion::Choice => {
                    request.lines = self.fifths.len();
                    request.restrictions.push(only(self.fifths.clone()));
                }
                _ => {}
            },
            _ => {}
        }
        request
    }

    fn is_empty_board(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.filled() == 0)
    }

    /// Returns the limits of one of the searches that a step takes, which share its time.
    pub(super) fn step_limits(&self, task: GomocupTask, limits: Limits) -> Limits {
        let may_add =
            |protocol| protocol == SwapProtocol::Gomocup || protocol == SwapProtocol::Yixin;
        let searches = match task {
            GomocupTask::Side(protocol) if may_add(protocol) => match &self.game {
                Some(game) if game.filled() == 3 => 2,
                _ => 1,
            },
            GomocupTask::TwoStones(_) | GomocupTask::Sixth(_) => 2,
            GomocupTask::Fourth(step) | GomocupTask::FifthCount(step, _) => match step.question {
                OpeningQuestion::Fourth { may_swap: true, .. } => 3,
                _ => 2,
            },
            GomocupTask::Step(step) => match step.question {
                OpeningQuestion::Fourth {
                    may_swap: true,
                    counts: true,
                } if !step.is_yixin() => 3,
                OpeningQuestion::Choice if !step.is_yixin() => 2,
                _ => 1,
            },
            _ => 1,
        };
        Limits {
            time: limits.time.map(|time| Budget {
                soft: time.soft / searches,
                hard: time.hard / searches,
            }),
            nodes: limits
                .nodes
                .map(|nodes| (nodes / u64::from(searches)).max(1)),
            ..limits
        }
    }

    /// Answers a step from the result of its search, or goes on with the next one.
    pub(super) fn answer_step(
        &mut self,
        step: OpeningStep,
        result: &SearchResult<Point>,
    ) -> StepReply {
        let choice = opening::choose(result, false);
        match step.question {
            OpeningQuestion::Fourth { may_swap: true, .. } if step.is_yixin() => {
                let swaps = choice == Swap2::Swap;
                Ok(Some(answers::soosorv_swap(1, swaps)))
            }
            OpeningQuestion::Fourth { may_swap, counts } => match choice {
                Swap2::Swap if may_swap => self.take_other_side().map(Some),
                _ if counts => self.go_on(GomocupTask::Fourth(step)),
                _ => self.play_own(result.mv).map(Some),
            },
            OpeningQuestion::Swap => self.swap_or_play(choice, result.mv).map(Some),
            OpeningQuestion::SwapFirst if self.is_empty_board() => {
                let stone = answers::moves(&[result.mv]);
                let board = self.board()?;
                board.play(result.mv)?;
                board.leave_sides_open();
                Ok(Some(stone))
            }
            OpeningQuestion::SwapFirst | OpeningQuestion::Central { may_swap: true } => {
                self.swap_or_play(choice, result.mv).map(Some)
            }
            OpeningQuestion::Pro(_) | OpeningQuestion::Central { .. } | OpeningQuestion::Three => {
                self.play_own(result.mv).map(Some)
            }
            OpeningQuestion::Fifths { may_swap } => self.offer_fifths(step, may_swap, result),
            OpeningQuestion::Choice => self.choose_fifth(step, result),
        }
    }

    /// Plays the fourth stone of soosorv and looks for the number of fifth moves.
    pub(super) fn answer_fourth(&mut self, step: OpeningStep, fourth: Point) -> StepReply {
        self.board()?.play(fourth)?;
        let most = if step.fifths == 0 {
            opening::SOOSORV_FIFTHS
        } else {
            step.fifths
        };
        let step = OpeningStep {
            fifths: most,
            ..step
        };
        self.go_on(GomocupTask::FifthCount(step, fourth))
    }

    /// Names the number of fifth moves after which the game is nearest to even: the opponent gets the best of them but for
    /// so many.
    pub(super) fn answer_count(
        &mut self,
        step: OpeningStep,
        fourth: Point,
        result: &SearchResult<Point>,
    ) -> StepReply {
        let board = self.board()?;
        // The fourth stone is on the board, and the other side is to move.
        board.set_own_to_move(false);
        let moves = distinct_moves(board.position(), result, step.fifths);
        let from_even = |&(_, (_, winrate)): &(usize, (Point, f32))| (winrate - 0.5).abs();
        let nearest = (1..)
            .zip(moves)
            .min_by(|one, other| from_even(one).total_cmp(&from_even(other)));
        let count = nearest.map_or(1, |(count, _)| count);
        Ok(Some(if step.is_yixin() {
            let (x, y) = (fourth.x(), fourth.y());
            format!("MESSAGE SOOSORV MOVE4 {x} {y} {count}")
        } else {
            format!("{} {count}", xy(fourth))
        }))
    }

    /// Offers the best fifth moves, or takes white if the worst of them is bad for black.
    fn offer_fifths(
        &mut self,
        step: OpeningStep,
        may_swap: bool,
        result: &SearchResult<Point>,
    ) -> StepReply {
        let board = self.board()?;
        let position = board.position();
        let moves = distinct_moves(position, result, step.fifths);
        let swaps = moves.last().is_some_and(|&(_, winrate)| winrate < 0.5);
        if may_swap && step.is_yixin() {
            return Ok(Some(answers::soosorv_swap(2, swaps)));
        }
        if may_swap && swaps {
            return self.take_other_side().map(Some);
        }
        let mut fifths: Vec<Point> = moves.into_iter().map(|(point, _)| point).collect();
        fill_up(position, &mut fifths, step.fifths);
        Ok(Some(if step.is_yixin() {
            answers::soosorv_fifths(&fifths)
        } else {
            answers::moves(&fifths)
        }))
    }

    /// Chooses the fifth move that is worst for black, and goes on with the sixth.
    fn choose_fifth(&mut self, step: OpeningStep, result: &SearchResult<Point>) -> StepReply {
        let worst = result
            .report
            .lines
            .iter()
            .min_by(|one, other| one.winrate.total_cmp(&other.winrate));
        let fifth = worst.map_or(result.mv, |line| line.mv);
        let board = self.board()?;
        board.set_own_to_move(false);
        board.play(fifth)?;
        if step.is_yixin() {
            let (x, y) = (fifth.x(), fifth.y());
            return Ok(Some(format!("MESSAGE SOOSORV MOVE5C {x} {y}")));
        }
        board.check_open()?;
        self.go_on(GomocupTask::Sixth(fifth))
    }

    /// Plays the sixth move after the fifth.
    pub(super) fn answer_sixth(&mut self, fifth: Point, sixth: Point) -> StepReply {
        self.board()?.play(sixth)?;
        Ok(Some(answers::moves(&[fifth, sixth])))
    }

    /// Starts the search for the next part of an answer.
    pub(super) fn go_on(&mut self, task: GomocupTask) -> StepReply {
        self.start_search(task)
    }

    pub(super) fn swap_or_play(
        &mut self,
        choice: Swap2,
        point: Point,
    ) -> Result<String, GomocupGameError> {
        match choice {
            Swap2::Swap => self.take_other_side(),
            Swap2::Play(_) | Swap2::AddTwo => self.play_own(point),
        }
    }

    fn take_other_side(&mut self) -> Result<String, GomocupGameError> {
        self.board()?.set_own_to_move(false);
        Ok("SWAP".to_owned())
    }

    fn play_own(&mut self, point: Point) -> Result<String, GomocupGameError> {
        let board = self.board()?;
        board.set_own_to_move(true);
        board.play(point)?;
        Ok(answers::moves(&[point]))
    }
}

/// Returns the first search of a step. A step that only places the fourth stone and counts fifth moves has no side to
/// choose.
fn first_task(step: OpeningStep) -> GomocupTask {
    match step.question {
        OpeningQuestion::Fourth {
            may_swap: false,
            counts: true,
        } => GomocupTask::Fourth(step),
        _ => GomocupTask::Step(step),
    }
}

/// Checks that the fifth moves that are offered can be played.
fn check_fifths(position: &Position, fifths: &[Point]) -> Result<(), GomocupGameError> {
    for (index, &fifth) in fifths.iter().enumerate() {
        let illegal = |reason| GomocupGameError::Illegal(xy(fifth), reason);
        position.check(position.to_move(), fifth).map_err(illegal)?;
        if fifths[..index].contains(&fifth) {
            return Err(illegal(IllegalMove::Occupied));
        }
    }
    Ok(())
}

/// Returns the best moves of a search with their winrates, at most `most`, no two of which are alike by symmetry.
fn distinct_moves(
    position: &Position,
    result: &SearchResult<Point>,
    most: usize,
) -> Vec<(Point, f32)> {
    let mut seen = HashSet::new();
    let lines = result.report.lines.iter();
    let distinct = lines.filter(|line| is_new(position, line.mv, &mut seen));
    distinct
        .map(|line| (line.mv, line.winrate))
        .take(most)
        .collect()
}

/// Adds legal moves until there are `count`, nearest to the center first, as far as there are any that are not alike by
/// symmetry. A search that is stopped early has fewer lines.
fn fill_up(position: &Position, moves: &mut Vec<Point>, count: usize) {
    let mut seen = HashSet::new();
    for &point in moves.iter() {
        is_new(position, point, &mut seen);
    }
    let longest = position.width().max(position.height());
    let others = (0..=longest).flat_map(|radius| opening::central(position, radius));
    let others = others.filter(|&point| is_new(position, point, &mut seen));
    moves.extend(others.take(count.saturating_sub(moves.len())));
}

/// Whether a move leads to a position that is not alike by symmetry to one of those before.
fn is_new(
    position: &Position,
    point: Point,
    seen: &mut HashSet<tengen_gomoku::database::DatabaseKey>,
) -> bool {
    Stones::of(position).is_none_or(|stones| seen.insert(stones.after(point).key()))
}
