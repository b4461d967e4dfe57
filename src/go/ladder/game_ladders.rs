//! Ladder answers of a game whose positions are asked about one after another.

use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use super::Reading;
use super::memo::LadderMemo;
use super::question::{self, BATCH_NODES, LadderQuestion, NoAnswer};
use crate::board::stones::Board;
use tengen_engine::game::Color;

/// A position, and the answers of former positions that still hold in it.
#[derive(Default)]
pub struct GameLadders {
    memo: LadderMemo,
    board: Option<Board>,
}

impl GameLadders {
    /// Goes over to another position, which may be any: after the next move, before the last one, or of another game.
    pub fn follow(&mut self, board: &Board) {
        if let Some(former) = &self.board {
            self.memo.follow(former, board);
        }
        self.board = Some(board.clone());
    }

    /// Reads a ladder of the present position in full, or until `is_stopped` returns true, as
    /// [`read_until`](super::read_until) does. The budget is the same for all readings. Returns `None` if there is no
    /// stone.
    pub fn read_until(
        &mut self,
        question: LadderQuestion,
        budget: u64,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Reading> {
        let board = self.board.as_mut()?;
        let LadderQuestion { target, first, .. } = question;
        self.memo
            .read_until(board, target, first, budget, is_stopped)
    }
}

/// The ladders of a session's game, which its computations take in turn.
#[derive(Clone, Default)]
pub struct SharedLadders(Arc<Mutex<GameLadders>>);

impl SharedLadders {
    /// Computes with the ladders. While that lasts, others begin without answers, and those of the last to end are kept.
    pub fn lend<T>(&self, compute: impl FnOnce(&mut GameLadders) -> T) -> T {
        let mut ladders = mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let result = compute(&mut ladders);
        // No thread panics while it holds the lock.
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = ladders;
        result
    }

    /// Reads every chain with one or two liberties, or those of one color. Answers of a former position that still hold are
    /// not read again.
    ///
    /// # Errors
    ///
    /// [`NoAnswer::Stopped`] if `is_stopped` returned true.
    pub fn read_short_chains(
        &self,
        board: &Board,
        wanted: Option<Color>,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<(LadderQuestion, Reading)>, NoAnswer> {
        let questions = question::short_chains(board)
            .into_iter()
            .filter_map(|target| LadderQuestion::usual(board, target))
            .filter(|question| wanted.is_none_or(|color| question.defender == color));
        let readings = self.lend(|ladders| {
            ladders.follow(board);
            let read = |question| {
                let reading = ladders.read_until(question, BATCH_NODES, is_stopped)?;
                Some((question, reading))
            };
            // A question is made from a stone on the board, so there is a reading.
            questions.filter_map(read).collect()
        });
        match is_stopped() {
            true => Err(NoAnswer::Stopped),
            false => Ok(readings),
        }
    }
}

#[cfg(test)]
mod tests;
