//! Steps of opening rules: swap, swap2, pro, RIF, soosorv and Taraguchi.

use std::collections::HashSet;
use std::mem;

use super::{GomocupDialect, Reply};
use crate::gomocup::block::BEFORE_FIFTH;
use crate::gomocup::board::{GomocupGameError, xy};
use crate::gomocup::grammar::Stone;
use crate::gomocup::opening_command::{OpeningQuestion, OpeningStep, OpeningTask};
use crate::gomocup::reply;
use crate::gomocup::search::{GomocupTask, SwapProtocol, first_moves};
use tengen_engine::control::Budget;
use tengen_engine::game::{IllegalMove, Position as _};
use tengen_engine::{Limits, Restriction, SearchRequest, SearchResult};
use tengen_gomoku::database::Stones;
use tengen_gomoku::request::{Balance, GomokuRequest};
use tengen_gomoku::search::opening::{self, Swap2};
use tengen_gomoku::{Point, Position, Rule};

/// Maximum number of draws of the first two stones. Draws with a blocked point are skipped.
const MOST_DRAWS: u64 = 1000;

impl GomocupDialect {
    /// Starts the search for the third stone of an opening, with different first stones each time.
    pub(in crate::gomocup) fn offer_opening(&mut self, protocol: SwapProtocol) -> Reply {
        let stones = self.first_stones(protocol)?;
        self.search_opening(OpeningTask::Third(stones, protocol))
    }

    /// Takes a turn of swap2, given its stones: offers three, or chooses a side.
    pub(in crate::gomocup) fn take_swap2_turn(&mut self, stones: &[Stone]) -> Reply {
        let board = self.board()?;
        match stones.len() {
            0 => self.offer_opening(SwapProtocol::Gomocup),
            3 | 5 => {
                let new_board = board.set_up_swap(&board.points(stones)?)?;
                new_board.check_open()?;
                *board = new_board;
                self.search_opening(OpeningTask::Side(SwapProtocol::Gomocup))
            }
            count => Err(GomocupGameError::SwapStones(count)),
        }
    }

    /// Chooses a side in Yixin-Board's swap2, with this number of stones on the board.
    pub(in crate::gomocup) fn choose_swap2_side(&mut self, stones: usize) -> Reply {
        match self.board()?.filled() {
            filled if filled == stones => {
                self.search_opening(OpeningTask::Side(SwapProtocol::Yixin))
            }
            filled => Err(GomocupGameError::SwapStones(filled)),
        }
    }

    /// Starts the search for a part of an opening rule.
    fn search_opening(&mut self, task: OpeningTask) -> Reply {
        let board = self.board()?;
        let position = match task {
            OpeningTask::Third(stones, _) => board.set_up_swap(&stones)?.position().clone(),
            _ => board.position().clone(),
        };
        let limits = self.step_limits(task, self.limits(&position));
        let request = self.opening_request(task, &position);
        self.start_search(GomocupTask::Opening(task), position, limits, request)
    }

    /// Starts the search for a step of an opening rule.
    pub(in crate::gomocup) fn ask_opening(&mut self, step: OpeningStep, stones: &[Stone]) -> Reply {
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
                return self.offer_opening(SwapProtocol::Gomocup);
            }
            OpeningQuestion::Three => return self.offer_opening(SwapProtocol::Renju),
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
        let reply = self.search_opening(first_task(step));
        // On a small board no point may be far enough from the first stone, or all such points may be blocked.
        if reply.is_err() {
            self.game = Some(old_board);
            self.fifths = old_fifths;
        }
        reply
    }

    /// Returns the first two stones of an opening: in renju, one in the center and one next to it. Fails if blocked
    /// points prevent it.
    fn first_stones(&mut self, protocol: SwapProtocol) -> Result<[Point; 2], GomocupGameError> {
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
        // Far from the seeds of later offers.
        let mut draws = (0..MOST_DRAWS).map(|draw| stones(seed.wrapping_add(draw << 32)));
        draws.find(is_free).ok_or(GomocupGameError::NoMove)
    }

    /// Returns the search request for a task of an opening.
    pub(super) fn opening_request(
        &self,
        task: OpeningTask,
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
            OpeningTask::Third(_, protocol) => {
                request.game = balanced(1);
                let is_renju = matches!(protocol, SwapProtocol::Renju | SwapProtocol::YixinRenju);
                if is_renju && position.rule() == Rule::Renju {
                    request
                        .restrictions
                        .push(only(opening::central(position, 2)));
                }
            }
            OpeningTask::TwoStones(_) => request.game = balanced(2),
            OpeningTask::Fourth(_) => request.game = balanced(1),
            // Mirror images come at least in pairs.
            OpeningTask::FifthCount(step, _) => request.lines = 2 * step.fifths.max(1),
            OpeningTask::Step(step) => match step.question {
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

    /// Returns the limits of one search of a step. All searches of a step share its time.
    pub(super) fn step_limits(&self, task: OpeningTask, limits: Limits) -> Limits {
        let may_add =
            |protocol| protocol == SwapProtocol::Gomocup || protocol == SwapProtocol::Yixin;
        let searches = match task {
            OpeningTask::Side(protocol) if may_add(protocol) => match &self.game {
                Some(game) if game.filled() == 3 => 2,
                _ => 1,
            },
            OpeningTask::TwoStones(_) | OpeningTask::Sixth(_) => 2,
            OpeningTask::Fourth(step) | OpeningTask::FifthCount(step, _) => match step.question {
                OpeningQuestion::Fourth { may_swap: true, .. } => 3,
                _ => 2,
            },
            OpeningTask::Step(step) => match step.question {
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

    /// Answers a part of an opening rule from the result of its search; `None` if another search follows.
    pub(in crate::gomocup) fn answer_opening(
        &mut self,
        task: OpeningTask,
        result: &SearchResult<Point>,
    ) -> Reply {
        match task {
            OpeningTask::Third([black, white], protocol) => {
                self.offer([black, white, result.mv], protocol).map(Some)
            }
            OpeningTask::Side(protocol) => self.choose_side(result, protocol),
            OpeningTask::TwoStones(protocol) => self.add_two(result, protocol).map(Some),
            OpeningTask::Step(step) => self.answer_step(step, result),
            OpeningTask::Fourth(step) => self.answer_fourth(step, result.mv),
            OpeningTask::FifthCount(step, fourth) => self.answer_count(step, fourth, result),
            OpeningTask::Sixth(fifth) => self.answer_sixth(fifth, result.mv),
        }
    }

    /// Chooses a side after a swap2 opening: a move as White, a swap to Black, or two more stones.
    fn choose_side(&mut self, result: &SearchResult<Point>, protocol: SwapProtocol) -> Reply {
        let has_three = self.board()?.filled() == 3;
        let choice = opening::choose(result, has_three);
        if choice == Swap2::AddTwo {
            return self.search_opening(OpeningTask::TwoStones(protocol));
        }
        if protocol == SwapProtocol::Yixin {
            let number = if has_three { 1 } else { 2 };
            let swaps = if choice == Swap2::Swap { "YES" } else { "NO" };
            return Ok(Some(format!("MESSAGE SWAP2 SWAP{number} {swaps}")));
        }
        self.swap_or_play(choice, result.mv).map(Some)
    }

    /// Adds two stones to a swap2 opening, after which the opponent chooses a side.
    fn add_two(
        &mut self,
        result: &SearchResult<Point>,
        protocol: SwapProtocol,
    ) -> Result<String, GomocupGameError> {
        let moves = first_moves(result, 2);
        let board = self.board()?;
        for &point in &moves {
            board.play(point)?;
        }
        board.leave_sides_open();
        Ok(match protocol {
            SwapProtocol::Yixin => reply::two_stones_for_yixin(&moves),
            _ => reply::moves(&moves),
        })
    }

    /// Sets up an opening of three stones and returns its text.
    fn offer(
        &mut self,
        stones: [Point; 3],
        protocol: SwapProtocol,
    ) -> Result<String, GomocupGameError> {
        let board = self.board()?;
        *board = board.set_up_swap(&stones)?;
        Ok(match protocol {
            SwapProtocol::Gomocup | SwapProtocol::Renju => reply::moves(&stones),
            SwapProtocol::Yixin => reply::offer_for_yixin(stones),
            SwapProtocol::YixinRenju => reply::soosorv_offer(stones),
        })
    }

    /// Answers a step from the result of its search, or starts the next search.
    fn answer_step(&mut self, step: OpeningStep, result: &SearchResult<Point>) -> Reply {
        let choice = opening::choose(result, false);
        match step.question {
            OpeningQuestion::Fourth { may_swap: true, .. } if step.is_yixin() => {
                let swaps = choice == Swap2::Swap;
                Ok(Some(reply::soosorv_swap(1, swaps)))
            }
            OpeningQuestion::Fourth { may_swap, counts } => match choice {
                Swap2::Swap if may_swap => self.take_other_side().map(Some),
                _ if counts => self.search_opening(OpeningTask::Fourth(step)),
                _ => self.play_own(result.mv).map(Some),
            },
            OpeningQuestion::Swap => self.swap_or_play(choice, result.mv).map(Some),
            OpeningQuestion::SwapFirst if self.is_empty_board() => {
                let stone = reply::moves(&[result.mv]);
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

    /// Plays the fourth stone of soosorv and starts the search for the number of fifth moves.
    fn answer_fourth(&mut self, step: OpeningStep, fourth: Point) -> Reply {
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
        self.search_opening(OpeningTask::FifthCount(step, fourth))
    }

    /// Names the number of fifth moves that makes the game closest to even: out of `n` moves, White leaves Black the
    /// `n`th best.
    fn answer_count(
        &mut self,
        step: OpeningStep,
        fourth: Point,
        result: &SearchResult<Point>,
    ) -> Reply {
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

    /// Offers the best fifth moves, or takes White if the worst of them is bad for Black.
    fn offer_fifths(
        &mut self,
        step: OpeningStep,
        may_swap: bool,
        result: &SearchResult<Point>,
    ) -> Reply {
        let board = self.board()?;
        let position = board.position();
        let moves = distinct_moves(position, result, step.fifths);
        let swaps = moves.last().is_some_and(|&(_, winrate)| winrate < 0.5);
        if may_swap && step.is_yixin() {
            return Ok(Some(reply::soosorv_swap(2, swaps)));
        }
        if may_swap && swaps {
            return self.take_other_side().map(Some);
        }
        let mut fifths: Vec<Point> = moves.into_iter().map(|(point, _)| point).collect();
        fill_up(position, &mut fifths, step.fifths);
        Ok(Some(if step.is_yixin() {
            reply::soosorv_fifths(&fifths)
        } else {
            reply::moves(&fifths)
        }))
    }

    /// Chooses Black's worst fifth move and starts the search for the sixth.
    fn choose_fifth(&mut self, step: OpeningStep, result: &SearchResult<Point>) -> Reply {
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
        self.search_opening(OpeningTask::Sixth(fifth))
    }

    /// Plays the sixth move after the fifth.
    fn answer_sixth(&mut self, fifth: Point, sixth: Point) -> Reply {
        self.board()?.play(sixth)?;
        Ok(Some(reply::moves(&[fifth, sixth])))
    }

    fn swap_or_play(&mut self, choice: Swap2, point: Point) -> Result<String, GomocupGameError> {
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
        Ok(reply::moves(&[point]))
    }
}

/// Returns the first search of a step. A step that only places the fourth stone and names the number of fifth moves has
/// no choice of sides.
fn first_task(step: OpeningStep) -> OpeningTask {
    match step.question {
        OpeningQuestion::Fourth {
            may_swap: false,
            counts: true,
        } => OpeningTask::Fourth(step),
        _ => OpeningTask::Step(step),
    }
}

/// Checks that the offered fifth moves can be played.
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

/// Returns up to `most` best moves of a search, distinct under symmetry, with their winrates.
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

/// Adds legal moves that are distinct under symmetry, nearest to the center first, until there are `count` or no more
/// exist. Needed because a search stopped early has fewer lines.
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

/// Whether the position after a move is new under symmetry. Adds it to `seen`.
fn is_new(
    position: &Position,
    point: Point,
    seen: &mut HashSet<tengen_gomoku::database::DatabaseKey>,
) -> bool {
    Stones::from_position(position).is_none_or(|stones| seen.insert(stones.after(point).key()))
}
