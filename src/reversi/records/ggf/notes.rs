//! Properties of GGF as notes of a game of SGF, and their names there.

use super::{GgfGame, GgfMove, GgfResult};
use crate::rules::position::Position;
use tengen_engine::record::Record;
use tengen_records::sgf::{NoteNode, SgfNotes};

/// The evaluation and the time of a move as GGF writes them behind it, `1.00/2.50`: in SGF, a property of this program.
pub const MOVE_VALUES: &str = "GGF";

/// The result, in GGF and in SGF, which write it in different ways.
pub const RESULT: &str = "RE";

/// A game's result with its margin as GGF has it, where SGF has none: in SGF, a property of this program.
pub const EXACT_RESULT: &str = "GGFRE";

/// Komi, in GGF and in SGF.
pub const KOMI: &str = "KM";

/// Properties of the root by their names in GGF and in SGF. In SGF, `TB` and `TW` are territories.
const NAMES: [(&str, &str); 4] = [("RB", "BR"), ("RW", "WR"), ("TB", "GGFTB"), ("TW", "GGFTW")];

fn sgf_name(name: &str) -> &str {
    let known = NAMES.iter().find(|(ggf, _)| *ggf == name);
    known.map_or(name, |(_, sgf)| sgf)
}

/// Returns the name in GGF of a property of SGF.
pub fn ggf_name(name: &str) -> &str {
    let known = NAMES.iter().find(|(_, sgf)| *sgf == name);
    known.map_or(name, |(ggf, _)| ggf)
}

impl GgfGame {
    /// Returns the properties of the game and of its moves as the notes of a game of SGF, where most have the same names, and
    /// the komi, which is information of the root there. `record` is the game as it was played.
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
