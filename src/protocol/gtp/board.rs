//! The board of a session: its game record, with trial moves and the komi.

use super::command_table::Failure;
use super::game::GtpGame;
use super::session::Session;
use tengen_engine::game::{Color, IllegalMove};
use tengen_engine::record::Record;
use tengen_play::MoveOf;
use tengen_records::loaded_record::LoadedRecord;

impl<G: GtpGame> Session<G> {
    /// Takes back `count` steps of the record, along with their notes. If there are fewer, returns false without a
    /// change.
    pub fn take_back(&mut self, count: usize) -> bool {
        if self.record.len() < count {
            return false;
        }
        self.record.take_back(count);
        G::count_handicap(&mut self.record, &self.parameters);
        let left = self.record.len();
        self.annotations.notes.truncate(left);
        self.trials.retain(|&before| before < left);
        true
    }

    /// Plays a move and updates the handicap.
    pub fn play(&mut self, color: Color, mv: MoveOf<G>) -> Result<(), IllegalMove> {
        self.record.play(color, mv)?;
        G::count_handicap(&mut self.record, &self.parameters);
        Ok(())
    }

    /// Plays a trial move, which [`take_back_trial`](Self::take_back_trial) takes back.
    pub fn try_move(&mut self, color: Color, mv: MoveOf<G>) -> Result<(), IllegalMove> {
        let before = self.record.len();
        self.play(color, mv)?;
        self.trials.push(before);
        Ok(())
    }

    /// Takes back the last trial move and all moves after it. Returns false if there is none.
    pub fn take_back_trial(&mut self) -> bool {
        match self.trials.last() {
            Some(&before) => self.take_back(self.record.len() - before),
            None => false,
        }
    }

    /// Begins a new game at `start` and resets the clocks.
    pub fn begin(&mut self, start: G::Position) {
        self.resume(Record::new(start).into());
    }

    /// Continues a loaded game and resets the clocks.
    pub fn resume(&mut self, loaded: LoadedRecord<G::Position>) {
        self.record = loaded.record;
        self.annotations = loaded.annotations;
        if let Some(komi) = self.forced_komi {
            // The options have a komi that the game supports.
            let _ = self
                .record
                .try_adjust(|position| G::set_komi(position, komi));
        }
        self.trials.clear();
        self.engine_sides = [false; 2];
        self.last_search = None;
        self.clocks = self.clocks.map(|clock| clock.restarted(clock.control()));
        self.forget();
        self.is_ready = false;
    }

    /// Sets the komi, unless the options force one. Fails if the game does not support this komi.
    pub fn set_komi(&mut self, komi: f64) -> Result<(), Failure> {
        let komi = self.forced_komi.unwrap_or(komi);
        self.record
            .try_adjust(|position| G::set_komi(position, komi))?;
        Ok(())
    }
}
