//! A record that was loaded from a file, with the parts of the file that are no play.

use super::sgf::{SgfGameInfo, SgfNotes};
use tengen_engine::game::Position;
use tengen_engine::record::Record;

/// A record and the annotations of its file.
pub struct LoadedRecord<P: Position> {
    /// The game.
    pub record: Record<P>,
    /// The annotations of the file.
    pub annotations: Annotations,
    /// Faults of the file and broken rules, with their places.
    pub warnings: Vec<String>,
}

/// The information and the notes of a file, which are written again with its record.
#[derive(Clone, Debug, Default)]
pub struct Annotations {
    /// The information of the root as it was written; `None` if there is no file.
    pub info: Option<SgfGameInfo>,
    /// The komi that was set by it, in points.
    pub komi: f64,
    /// The rules that were set by it, exactly.
    pub rules: Option<String>,
    /// Names, comments and other properties.
    pub notes: SgfNotes,
}

impl Annotations {
    /// Adds the names of players, black first, to a record that does not name them.
    pub fn name_players(&mut self, players: &[Option<String>; 2]) {
        let known = self.notes.root();
        for (property, name) in ["PB", "PW"].into_iter().zip(players) {
            let is_named = known.iter().any(|(known, _)| known == property);
            if let Some(name) = name.as_ref().filter(|_| !is_named) {
                self.notes.add_to_root(property, name);
            }
        }
    }
}

/// A record without annotations.
impl<P: Position> From<Record<P>> for LoadedRecord<P> {
    fn from(record: Record<P>) -> Self {
        LoadedRecord {
            record,
            annotations: Annotations::default(),
            warnings: Vec::new(),
        }
    }
}
