//! The engine's judgment of a finished board: its dead stones, or its result.

use std::thread;

use super::{FinalResult, GameRoom};
use crate::web::play::codes::GameCode;
use crate::web::play::message::Refusal;
use tengen_protocol::Options;

/// Stack of a thread that counts a board, in bytes: that of a search.
const COUNT_STACK: usize = 32 << 20;

impl GameRoom {
    /// Lets the engine propose the dead stones of a finished board, unless it has or does. The game stays open in the
    /// meantime.
    pub(super) fn propose(&self, engine: &Options) -> Result<(), Refusal> {
        let (job, board) = {
            let mut state = self.state();
            // The engine decides a game against an engine.
            let is_decided = !state.game.description().engines.are_none();
            let job = match state.is_proposing || is_decided {
                true => None,
                false => state.game.proposal(engine),
            };
            let Some(job) = job else {
                return Ok(());
            };
            state.is_proposing = true;
            (job, state.game.referee().board())
        };
        let found = run_count(job);
        let mut state = self.state();
        state.is_proposing = false;
        let dead = found?;
        if state.game.check_settling().is_ok() && state.game.referee().board() == board {
            state.game.settling().propose(board, dead);
            state.tell_state();
        }
        Ok(())
    }

    /// Counts the board. The game stays open in the meantime; the count fails if it has changed at the end.
    pub fn count(&self, engine: &Options) -> Result<(), Refusal> {
        let (count, board) = {
            let state = self.state();
            (state.game.count(engine)?, state.game.referee().board())
        };
        let result = run_count(count)?;
        let mut state = self.state();
        state.game.check_going_on()?;
        if state.game.count(engine).is_err() || state.game.referee().board() != board {
            return Err(Refusal::new(GameCode::MovedOn, "the game has moved on"));
        }
        state.game.settling().set_judged();
        state.finish(FinalResult::judged(result))?;
        state.tell_state();
        state.note_flag();
        Ok(())
    }
}

/// Runs a count on a thread with a sufficient stack.
pub fn run_count<T: Send + 'static>(
    count: Box<dyn FnOnce() -> Result<T, String> + Send>,
) -> Result<T, Refusal> {
    let failed = |text: String| Refusal::new(GameCode::CountFailed, text);
    let thread = thread::Builder::new()
        .name("count".to_owned())
        .stack_size(COUNT_STACK)
        .spawn(count);
    let counted = thread.map_err(|error| failed(format!("the board is not counted: {error}")))?;
    counted
        .join()
        .unwrap_or_else(|_| Err("the count has failed".to_owned()))
        .map_err(failed)
}
