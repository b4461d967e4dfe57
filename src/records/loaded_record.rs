//! A record loaded from a file, with the parts of the file that are not play.

use super::sgf::{SgfGameInfo, SgfNotes};
use tengen_engine::game::Position;
use tengen_engine::record::Record;

/// A record and the annotations of its file.
pub struct LoadedRecord<P: Position> {
    /// The game: its start position and its moves.
    pub record: Record<P>,
    /// Parts of the file that are written back with the record.
    pub annotations: Annotations,
    /// Faults of the file and broken rules, each with its line and column.
    pub warnings: Vec<String>,
}

/// The root information and notes of a file, which are written back with its record.
#[derive(Clone, Debug, Default)]
pub struct Annotations {
    /// The root information as it was written; `None` without a file.
    pub info: Option<SgfGameInfo>,
    /// Komi in points after `info` was read. While the game still has it, `info` is written back unchanged.
    pub komi: f64,
    /// Exact rules after `info` was read; used like `komi`.
    pub rules: Option<String>,
    /// Names, comments and other properties.
    pub notes: SgfNotes,
}

impl Annotations {
    /// Adds the players' names, black first, unless the record names them.
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
