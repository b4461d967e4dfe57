//! Ladder answers for successive positions of a game.

use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use super::Reading;
use super::memo::LadderMemo;
use super::question::{self, BATCH_NODES, LadderQuestion, NoAnswer};
use crate::board::stones::Board;
use tengen_engine::game::Color;

/// A position, and the answers from earlier positions that are still valid in it.
#[derive(Default)]
pub struct GameLadders {
    memo: LadderMemo,
    board: Option<Board>,
}

impl GameLadders {
    /// Switches to any other position: after the next move, before the last one, or of another game.
    pub fn follow(&mut self, board: &Board) {
        if let Some(former) = &self.board {
            self.memo.follow(former, board);
        }
        self.board = Some(board.clone());
    }

    /// Reads a ladder of the current position in full, or until `is_stopped` returns true, as
    /// [`read_until`](super::read_until) does. The budget must be the same for all readings. Returns `None` if there is
    /// no stone.
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

/// The ladders of a session's game, shared by its computations, which take them in turn.
#[derive(Clone, Default)]
pub struct SharedLadders(Arc<Mutex<GameLadders>>);

impl SharedLadders {
    /// Runs a computation with the ladders. Others that start during it begin without answers; the answers of the last
    /// to finish are kept.
    pub fn lend<T>(&self, compute: impl FnOnce(&mut GameLadders) -> T) -> T {
        let mut ladders = mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let result = compute(&mut ladders);
        // No thread panics while holding the lock.
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = ladders;
        result
    }

    /// Reads every chain with one or two liberties, or only those of one color. Reuses answers from earlier positions
    /// that are still valid. Fails with [`NoAnswer::Stopped`] if `is_stopped` returned true.
    pub fn read_short_chains(
        &self,
        board: &Board,
        wanted: Option<Color>,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<(LadderQuestion, Reading)>, NoAnswer> {
        let questions = question::short_chains(board)
            .into_iter()
            .filter_map(|target| LadderQuestion::from_target(board, target))
            .filter(|question| wanted.is_none_or(|color| question.defender == color));
        let readings = self.lend(|ladders| {
            ladders.follow(board);
            let read = |question| {
                let reading = ladders.read_until(question, BATCH_NODES, is_stopped)?;
                Some((question, reading))
            };
            // Every question has a stone on the board, so there is always a reading.
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
