//! The transposition table as a file, so that an analysis can continue in a later session.
//!
//! Format, little-endian: a magic number and the checksum of the evaluation's weights; 14 bytes for each entry: key,
//! column and row of the move (both 255 for none), score, depth and bound; then the number of entries and a checksum of
//! all bytes before it. The size of the table may differ when it is loaded. Keys include the board size and the rule.

use std::io::{self, BufReader, Read, Seek, Write};
use std::path::Path;

use flate2::Crc;
use thiserror::Error;

use super::transposition::{ScoreBound, TableEntry, TranspositionTable};
use crate::eval::score::WIN;
use crate::eval::weights::Weights;
use crate::rules::Point;
use crate::rules::lines::MAX_SIDE;
use tengen_engine::TableCommand;
use tengen_engine::files;
use tengen_engine::files::FileError;

const MAGIC: &[u8; 8] = b"TGGOMTB1";

/// Bytes of the magic number and the checksum of the weights.
const HEADER_SIZE: usize = MAGIC.len() + 4;

/// Bytes of an entry.
const ENTRY_SIZE: usize = 14;

/// Bytes of the number of entries and the checksum.
const FOOTER_SIZE: usize = 8 + 4;

/// Column and row of an entry without a move.
const NO_MOVE: u8 = 255;

/// The reason why a table cannot be written or read.
#[derive(Debug, Error)]
enum TableFileError {
    /// The file cannot be opened, or access is not allowed.
    #[error(transparent)]
    File(#[from] FileError),
    /// Reading failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is not a table.
    #[error("expected a hash table of this program, saw something else")]
    Foreign,
    /// The table was made with different evaluation weights.
    #[error("the hash table was made with other weights")]
    OtherWeights,
    /// The table is damaged.
    #[error("the hash table is damaged: {0}")]
    Damaged(&'static str),
}

/// Runs a table command. Both results are texts for the user.
pub(super) fn run(
    command: &TableCommand,
    table: &mut TranspositionTable,
    interrupted: &dyn Fn() -> bool,
) -> Result<String, String> {
    let weights = Weights::embedded_checksum();
    match command {
        TableCommand::Usage => {
            let percent = 100.0 * table.usage();
            Ok(format!("{percent:.1} % of the hash table is used"))
        }
        TableCommand::Save(file) => {
            let saved = file.path().and_then(|path| save(table, weights, &path));
            match saved {
                Ok(count) => Ok(format!("{count} positions written to {file}")),
                Err(error) => Err(format!("cannot write {file}: {error}")),
            }
        }
        TableCommand::Load(file) => {
            table.new_search();
            let path = file.path().map_err(TableFileError::File);
            match path.and_then(|path| load(table, weights, &path, interrupted)) {
                Ok(count) => Ok(format!("{count} positions read from {file}")),
                Err(error) => Err(format!("cannot read {file}: {error}")),
            }
        }
    }
}

/// Writes the table; on failure an older file stays unchanged. Returns the number of entries.
fn save(table: &TranspositionTable, weights: u32, path: &Path) -> Result<u64, FileError> {
    files::replace(path, |file| write(table, weights, file))
}

fn write(table: &TranspositionTable, weights: u32, file: &mut dyn Write) -> io::Result<u64> {
    let mut sum = Crc::new();
    let mut put = |bytes: &[u8]| {
        sum.update(bytes);
        file.write_all(bytes)
    };
    put(MAGIC)?;
    put(&weights.to_le_bytes())?;
    let mut count = 0_u64;
    for (key, entry) in table.entries() {
        put(&encode_entry(key, entry))?;
        count += 1;
    }
    put(&count.to_le_bytes())?;
    file.write_all(&sum.sum().to_le_bytes())?;
    Ok(count)
}

/// Reads a file into the table, which stays unchanged unless the whole file is valid. Returns the number of entries in
/// the file. If the table is too small for them, it keeps the more valuable ones.
fn load(
    table: &TranspositionTable,
    weights: u32,
    path: &Path,
    interrupted: &dyn Fn() -> bool,
) -> Result<u64, TableFileError> {
    let file = files::open(path)?;
    let length = file.metadata()?.len();
    let mut file = BufReader::new(file);
    // The table may take all available memory, so the file is read twice instead of being buffered.
    read(&mut file, length, weights, |_, _| match interrupted() {
        true => Err(FileError::Stopped.into()),
        false => Ok(()),
    })?;
    file.rewind()?;
    read(&mut file, length, weights, |key, entry| {
        table.store(key, entry);
        Ok(())
    })
}

fn read(
    file: &mut impl Read,
    length: u64,
    weights: u32,
    mut store: impl FnMut(u64, TableEntry) -> Result<(), TableFileError>,
) -> Result<u64, TableFileError> {
    let mut sum = Crc::new();
    let mut head = [0; HEADER_SIZE];
    let is_whole = length >= HEADER_SIZE as u64 && {
        file.read_exact(&mut head)?;
        head.starts_with(MAGIC)
    };
    if !is_whole {
        return Err(TableFileError::Foreign);
    }
    if head[MAGIC.len()..] != weights.to_le_bytes() {
        return Err(TableFileError::OtherWeights);
    }
    sum.update(&head);
    let body = length.checked_sub((HEADER_SIZE + FOOTER_SIZE) as u64);
    let Some(body) = body.filter(|body| body % ENTRY_SIZE as u64 == 0) else {
        return Err(TableFileError::Damaged("it ends in a position"));
    };
    let count = body / ENTRY_SIZE as u64;
    for _ in 0..count {
        let mut bytes = [0; ENTRY_SIZE];
        file.read_exact(&mut bytes)?;
        sum.update(&bytes);
        let (key, entry) =
            decode_entry(&bytes).ok_or(TableFileError::Damaged("a position makes no sense"))?;
        store(key, entry)?;
    }
    let (mut stored_count, mut stored_sum) = ([0; 8], [0; 4]);
    file.read_exact(&mut stored_count)?;
    file.read_exact(&mut stored_sum)?;
    sum.update(&stored_count);
    if stored_sum != sum.sum().to_le_bytes() {
        return Err(TableFileError::Damaged("the checksum is wrong"));
    }
    if stored_count != count.to_le_bytes() {
        return Err(TableFileError::Damaged("positions are missing"));
    }
    Ok(count)
}

fn encode_entry(key: u64, entry: TableEntry) -> [u8; ENTRY_SIZE] {
    let (x, y) = entry.mv.map_or((NO_MOVE, NO_MOVE), |mv| (mv.x(), mv.y()));
    let bound = match entry.bound {
        ScoreBound::Upper => 1,
        ScoreBound::Lower => 2,
        ScoreBound::Exact => 3,
    };
    let mut bytes = [0; ENTRY_SIZE];
    bytes[..8].copy_from_slice(&key.to_le_bytes());
    bytes[8..10].copy_from_slice(&[x, y]);
    bytes[10..12].copy_from_slice(&entry.score.to_le_bytes());
    bytes[12..].copy_from_slice(&[entry.depth, bound]);
    bytes
}

/// Decodes an entry. Returns `None` if no search can have produced it.
fn decode_entry(bytes: &[u8; ENTRY_SIZE]) -> Option<(u64, TableEntry)> {
    let key = u64::from_le_bytes(bytes[..8].try_into().ok()?);
    let [x, y, low, high, depth, bound] = bytes[8..].try_into().ok()?;
    let mv = match (x, y) {
        (NO_MOVE, NO_MOVE) => None,
        _ if usize::from(x.max(y)) < MAX_SIDE => Some(Point::new(x, y)),
        _ => return None,
    };
    let score = i16::from_le_bytes([low, high]);
    let bound = match bound {
        1 => ScoreBound::Upper,
        2 => ScoreBound::Lower,
        3 => ScoreBound::Exact,
        _ => return None,
    };
    let entry = TableEntry {
        mv,
        score,
        depth,
        bound,
    };
    (i32::from(score).abs() <= WIN).then_some((key, entry))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::PathBuf;

    use super::*;
    use crate::eval::zobrist::mix;

    const WEIGHTS: u32 = 77;

    fn file(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("tengen-table-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder.join(name)
    }

    fn table() -> TranspositionTable {
        let mut table = TranspositionTable::new(1 << 16);
        table.new_search();
        table
    }

    fn filled() -> TranspositionTable {
        let table = table();
        for i in 0..300 {
            let entry = TableEntry {
                mv: (i % 3 > 0).then(|| Point::new((i % 22) as u8, (i % 21) as u8)),
                score: (i as i16 - 150) * 200,
                depth: i as u8,
                bound: [ScoreBound::Upper, ScoreBound::Lower, ScoreBound::Exact][i as usize % 3],
            };
            table.store(mix(i), entry);
        }
        table
    }

    fn known(table: &TranspositionTable) -> BTreeMap<u64, String> {
        let entry = |(key, entry)| (key, format!("{entry:?}"));
        table.entries().map(entry).collect()
    }

    #[test]
    fn a_table_is_read_back_whole() {
        let path = file("whole");
        let before = filled();
        let count = save(&before, WEIGHTS, &path).unwrap();
        assert_eq!(count as usize, known(&before).len());
        assert!(count > 250);
        let after = table();
        assert_eq!(load(&after, WEIGHTS, &path, &never).unwrap(), count);
        assert_eq!(known(&after), known(&before));
        // A smaller table keeps as many as it has room for.
        let mut small = TranspositionTable::new(1 << 9);
        small.new_search();
        load(&small, WEIGHTS, &path, &never).unwrap();
        let all = known(&before);
        let kept = known(&small);
        assert!(!kept.is_empty() && kept.iter().all(|(key, entry)| all.get(key) == Some(entry)));
    }

    fn never() -> bool {
        false
    }

    #[test]
    fn a_stop_ends_the_reading_and_changes_nothing() {
        let path = file("stopped");
        save(&filled(), WEIGHTS, &path).unwrap();
        let table = table();
        let stopped = load(&table, WEIGHTS, &path, &|| true);
        assert_eq!(stopped.unwrap_err().to_string(), "stopped");
        assert!(known(&table).is_empty());
    }

    #[test]
    fn every_damage_is_seen_and_changes_nothing() {
        let path = file("damaged");
        save(&filled(), WEIGHTS, &path).unwrap();
        let sound = fs::read(&path).unwrap();
        let table = table();
        let refuse = |bytes: &[u8], weights| {
            fs::write(&path, bytes).unwrap();
            let error = load(&table, weights, &path, &never)
                .unwrap_err()
                .to_string();
            assert!(known(&table).is_empty(), "{error}");
            error
        };
        for at in (0..sound.len()).step_by(7) {
            let mut damaged = sound.clone();
            damaged[at] ^= 0x10;
            refuse(&damaged, WEIGHTS);
        }
        for length in [
            0,
            5,
            HEADER_SIZE,
            HEADER_SIZE + 3,
            sound.len() - ENTRY_SIZE,
            sound.len() - 1,
        ] {
            refuse(&sound[..length], WEIGHTS);
        }
        let other = "the hash table was made with other weights";
        assert_eq!(refuse(&sound, WEIGHTS + 1), other);
        let foreign = "expected a hash table of this program, saw something else";
        assert_eq!(refuse(b"GIF89a and so on and on", WEIGHTS), foreign);
    }

    #[test]
    fn a_file_that_cannot_be_written_stays_as_it_is() {
        let folder = file("folder");
        fs::create_dir_all(folder.join("inside")).unwrap();
        assert!(save(&filled(), WEIGHTS, &folder).is_err());
        assert!(folder.join("inside").is_dir());
        assert!(load(&table(), WEIGHTS, &folder, &never).is_err());
        let left = fs::read_dir(folder.parent().unwrap()).unwrap();
        let is_rest = |entry: io::Result<fs::DirEntry>| {
            entry.unwrap().path().to_string_lossy().contains("folder.")
        };
        assert!(!left.into_iter().any(is_rest));
    }
}
