//! GGF properties as notes of an SGF game, and their names there.

use super::{GgfGame, GgfMove, GgfResult};
use crate::rules::position::Position;
use tengen_engine::record::Record;
use tengen_records::sgf::{NoteNode, SgfNotes};

/// A move's evaluation and time as GGF writes them after the move, `1.00/2.50`; in SGF, a private property of this
/// program.
pub const MOVE_VALUES: &str = "GGF";

/// The result, in GGF and in SGF, which use different notations.
pub const RESULT: &str = "RE";

/// A result with GGF's margin where SGF has none; in SGF, a private property of this program.
pub const EXACT_RESULT: &str = "GGFRE";

/// The komi, in GGF and in SGF.
pub const KOMI: &str = "KM";

/// Root properties by their names in GGF and in SGF. In SGF, `TB` and `TW` are territories.
const NAMES: [(&str, &str); 4] = [("RB", "BR"), ("RW", "WR"), ("TB", "GGFTB"), ("TW", "GGFTW")];

fn sgf_name(name: &str) -> &str {
    let known = NAMES.iter().find(|(ggf, _)| *ggf == name);
    known.map_or(name, |(_, sgf)| sgf)
}

/// Returns the GGF name of an SGF property.
pub fn ggf_name(name: &str) -> &str {
    let known = NAMES.iter().find(|(_, sgf)| *sgf == name);
    known.map_or(name, |(ggf, _)| ggf)
}

impl GgfGame {
    /// Returns the komi, which is root information in SGF, and the properties of the game and its moves as SGF notes;
    /// most have the same names there. `record` is the game as played.
    pub fn sgf_notes(&self, record: &Record<Position>) -> (Option<String>, SgfNotes) {
        let mut komi = None;
        let mut notes = SgfNotes::default();
        for (name, value) in self.properties() {
            match name {
                KOMI => komi = Some(value),
                RESULT => {
                    let result = self.result.map_or(value, GgfResult::to_sgf);
                    notes.add(NoteNode::Root, RESULT, &result);
                    if let Some(exact) = self.result.filter(|result| result.early.is_some()) {
                        notes.add(NoteNode::Root, EXACT_RESULT, &exact.to_string());
                    }
                }
                _ => notes.add(NoteNode::Root, sgf_name(name), &value),
            }
        }
        let mut written = self.moves.iter().peekable();
        for (step, mv) in (0..).zip(record.moves()) {
            // The record has passes that the text omits.
            let written = written.next_if(|written| (written.color, written.mv) == mv);
            let text = written.map(GgfMove::to_string).unwrap_or_default();
            if let Some((_, values)) = text.split_once('/') {
                notes.add(NoteNode::Step(step), MOVE_VALUES, values);
            }
        }
        (komi, notes)
    }
}
